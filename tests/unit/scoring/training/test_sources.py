"""The data that comes with the project."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from scoring.errors import InputError
from scoring.features.registry import FEATURES
from scoring.training.sources import focused, shipped_corpus, with_research_data


def test_shipped_drafts_are_whole_and_in_range() -> None:
    """Every rated draft has all labels on 0-1 and some text."""
    corpus = shipped_corpus()
    assert len(corpus.examples) > 3000
    for example in corpus.examples:
        labels = (example.overall, example.need, example.crisis, *example.features)
        assert len(example.features) == len(FEATURES)
        assert all(0 <= value <= 1 for value in labels), example.id
        assert example.reply.strip()


def test_no_message_is_in_two_splits() -> None:
    """A group, and the message's text itself, stays within one split."""
    splits: dict[str, set[str]] = defaultdict(set)
    for example in shipped_corpus().examples:
        splits[example.group].add(example.split)
        splits[example.context.strip().lower()].add(example.split)
    assert not [k for k, v in splits.items() if len(v) > 1]


def test_ids_are_unique() -> None:
    """No draft is counted twice."""
    ids = [e.id for e in shipped_corpus().examples]
    assert len(ids) == len(set(ids))


def test_a_folder_without_the_research_data_is_named(tmp_path: Path) -> None:
    """Training on data that is not there says so in one sentence."""
    with pytest.raises(InputError, match="support_empathy"):
        with_research_data(shipped_corpus(), tmp_path)


def test_a_focus_takes_all_of_its_sources_and_so_many_others_for_each() -> None:
    """What a version is to be adapted to is whole; the rest keeps its share, seeded."""
    drafts = shipped_corpus().split("train")
    chosen = focused(drafts, ["chat", "mail"], 0.5, seed=1)
    wanted = [e for e in drafts if e.source in {"chat", "mail"}]
    assert chosen[: len(wanted)] == wanted
    assert len(chosen) == len(wanted) + round(0.5 * len(wanted))
    assert not {e.source for e in chosen[len(wanted) :]} & {"chat", "mail"}
    assert chosen == focused(drafts, ["chat", "mail"], 0.5, seed=1)
    assert chosen != focused(drafts, ["chat", "mail"], 0.5, seed=2)


def test_a_focus_nobody_wrote_drafts_for_is_named() -> None:
    """A slip in a source's name is not a run on nothing."""
    with pytest.raises(InputError, match="phone"):
        focused(shipped_corpus().split("train"), ["chat", "phone"], 2.0, seed=1)
