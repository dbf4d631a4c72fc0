"""The one vocabulary of features: ids, families, scales and human agreement.

Everything that names a feature (model heads, result, card, report) takes its id from here.

Sources:
    MITI codes: Welivita & Pu's adaptation of MITI 4.2 (15 behaviour codes).
    Subfactors: arXiv 2412.20264, the 15 "V2" subfactors.
    Skills: seven observable behaviours, the best agreed ones of arXiv 2506.10150.
    Agreement: weighted kappa between human experts in 2506.10150 for skills; between trained
    coders for MITI (simple against complex reflection: alpha .18). ``None``: not measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Family = Literal["skill", "miti", "subfactor"]
SubfactorDimension = Literal["cognitive", "affective", "compassionate"]

#: A feature whose human agreement lies under this is never shown as someone's weakness.
AGREEMENT_FLOOR = 0.4


@dataclass(frozen=True, slots=True)
class FeatureSpec:
    """One feature.

    Attributes:
        id: Stable id, the same in weights, results, store and card.
        family: ``skill`` (rated 0-2), ``miti`` (presence) or ``subfactor`` (rated 1-10).
        fault: True when the less of it the better.
        agreement: Human inter-rater agreement (weighted kappa, -1 to 1), None when unknown.
        shown_as_weakness: Whether a card may name it as a weakness.
        dimension: For subfactors, the dimension of empathy it belongs to.
        lack: What a card calls it when it is the weakness: what is missing, or the fault.
    """

    id: str
    family: Family
    fault: bool = False
    agreement: float | None = None
    shown_as_weakness: bool = False
    dimension: SubfactorDimension | None = None
    lack: str = ""

    def normalise(self, rating: float) -> float:
        """Map a rating on the family's own scale to 0-1."""
        if self.family == "skill":
            return rating / 2.0
        if self.family == "subfactor":
            return (rating - 1.0) / 9.0
        return rating


def _skill(name: str, agreement: float, lack: str, *, fault: bool = False) -> FeatureSpec:
    return FeatureSpec(name, "skill", fault, agreement, shown_as_weakness=True, lack=lack)


def _miti(name: str, *, fault: bool = False, agreement: float | None = None) -> FeatureSpec:
    return FeatureSpec(name, "miti", fault, agreement)


SKILLS: tuple[FeatureSpec, ...] = (
    # "validating emotions": .41 recomputed over all expert pairs of the set's own ratings.
    _skill("names_feeling", 0.41, "The feeling is not named"),
    _skill("reflects_specifics", 0.43, "Their situation is missing"),
    _skill("invites_more", 0.69, "No room for them to say more"),
    _skill("owns_next_step", 0.50, "The next step is unclear"),
    _skill("unasked_advice", 0.69, "Advice they did not ask for", fault=True),
    _skill("self_focus", 0.70, "It turns to us", fault=True),
    _skill("dismisses", 0.49, "It brushes them off", fault=True),
)

MITI: tuple[FeatureSpec, ...] = (
    _miti("closed_question"),
    _miti("open_question"),
    _miti("simple_reflection", agreement=0.18),
    _miti("complex_reflection", agreement=0.18),
    _miti("give_information"),
    _miti("advise_with_permission"),
    _miti("affirm"),
    _miti("emphasize_autonomy"),
    _miti("support"),
    _miti("advise_without_permission", fault=True),
    _miti("confront", fault=True),
    _miti("direct", fault=True),
    _miti("warn", fault=True),
    _miti("self_disclose"),
    _miti("other"),
)


def _sub(name: str, dimension: SubfactorDimension) -> FeatureSpec:
    return FeatureSpec(name, "subfactor", dimension=dimension)


SUBFACTORS: tuple[FeatureSpec, ...] = (
    _sub("perspective_taking", "cognitive"),
    _sub("recognition_of_emotions", "cognitive"),
    _sub("contextual_awareness", "cognitive"),
    _sub("acknowledgment_of_experience", "cognitive"),
    _sub("clarity_of_response", "cognitive"),
    _sub("warmth_in_tone", "affective"),
    _sub("expression_of_sympathy", "affective"),
    _sub("emotional_mirroring", "affective"),
    _sub("validation_of_feelings", "affective"),
    _sub("emotional_resonance", "affective"),
    _sub("encouragement", "compassionate"),
    _sub("reassurance", "compassionate"),
    _sub("offering_help", "compassionate"),
    _sub("empowering", "compassionate"),
    _sub("assistance", "compassionate"),
)

FEATURES: tuple[FeatureSpec, ...] = SKILLS + MITI + SUBFACTORS
FEATURE_IDS: tuple[str, ...] = tuple(f.id for f in FEATURES)
BY_ID: dict[str, FeatureSpec] = {f.id: f for f in FEATURES}
