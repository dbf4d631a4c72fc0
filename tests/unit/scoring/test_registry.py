"""The vocabulary of features."""

from __future__ import annotations

from scoring.features.registry import (
    AGREEMENT_FLOOR,
    BY_ID,
    FEATURE_IDS,
    FEATURES,
    MITI,
    SKILLS,
    SUBFACTORS,
)


def test_the_vocabulary_is_seven_skills_fifteen_codes_fifteen_subfactors() -> None:
    """Every feature once, in the fixed order of the weights."""
    assert (len(SKILLS), len(MITI), len(SUBFACTORS)) == (7, 15, 15)
    assert len(set(FEATURE_IDS)) == len(FEATURES) == len(BY_ID) == 37
    assert FEATURE_IDS[0] == "names_feeling"
    assert FEATURE_IDS[7] == "closed_question"
    assert FEATURE_IDS[22] == "perspective_taking"


def test_nothing_people_disagree_on_is_shown_as_a_weakness() -> None:
    """A weakness needs human agreement at the floor or above, and words to call it by."""
    for spec in FEATURES:
        if spec.shown_as_weakness:
            assert spec.agreement is not None
            assert spec.agreement >= AGREEMENT_FLOOR
            assert spec.lack
    assert not BY_ID["simple_reflection"].shown_as_weakness


def test_ratings_of_every_scale_map_to_the_unit_interval() -> None:
    """The ends of a family's scale are 0 and 1."""
    assert (SKILLS[0].normalise(0), SKILLS[0].normalise(2)) == (0, 1)
    assert (SUBFACTORS[0].normalise(1), SUBFACTORS[0].normalise(10)) == (0, 1)
    assert (MITI[0].normalise(0), MITI[0].normalise(1)) == (0, 1)
