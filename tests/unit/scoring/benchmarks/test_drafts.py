"""Figures of whole checks, on made-up drafts and a scorer whose mistakes are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from scoring.benchmarks.deletion import deletion_test
from scoring.benchmarks.drafts import drafts_table
from scoring.contract import (
    Abstention,
    CheckItem,
    CheckResult,
    ElapsedMs,
    Feature,
    Flag,
    ModelInfo,
    Score,
    band_of,
)
from scoring.features.registry import FEATURES
from scoring.training.examples import JudgedPair, TrainingExample

MODEL = ModelInfo(id="m", kind="k", sha256="0")


def _examples() -> list[TrainingExample]:
    """Twenty drafts to ten messages, half of the messages in danger, rated 0, 5 ... 95."""
    return [
        TrainingExample(
            f"d{i}", f"g{i // 2}", "test", "ibm" if i < 8 else "composed",
            "help me" if i // 2 < 5 else "thanks",
            f"draft {i:02}", i / 20, (i % 3) / 2, float(i // 2 < 5),
            (i / 20,) * len(FEATURES),
        )
        for i in range(20)
    ]  # fmt: skip


def _result(item: CheckItem, overall: float, *, spans: bool = False) -> CheckResult:
    flags = [Flag(name="crisis", message="!", where="context")] if "help" in item.context else []
    features = [
        Feature(
            id=f.id, family=f.family, value=overall / 100, expected=0.5, weight=0.0,
            fault=f.fault, spans=[(0, 12)] if spans and f.id == "names_feeling" else [],
        )
        for f in FEATURES
    ]  # fmt: skip
    score = Score(
        overall=overall,
        interval=(max(0.0, overall - 10), min(100.0, overall + 10)),
        band=band_of(overall),
        need=1.0,
        flags=flags,
        features=features,
        model=MODEL,
    )
    return CheckResult(id=item.id, score=score, elapsed_ms=ElapsedMs(score=1, rewrite=0))


def _scorer(
    overall: Callable[[CheckItem], float],
) -> Callable[[Sequence[CheckItem]], list[CheckResult]]:
    return lambda items: [_result(item, overall(item)) for item in items]


def _number(item: CheckItem) -> float:
    return 5.0 * int(item.reply.split()[-1])


def test_a_perfect_scorer_gets_perfect_figures():
    """Right order, no error, every interval holds, every band on the diagonal."""
    table = drafts_table(_examples(), [], _scorer(_number))
    assert table["overall"]["composed"]["spearman"] == 1
    assert table["overall"]["ibm"]["n"] == 8
    assert table["overall"]["composed"]["mae"] == 0
    assert table["pairs"] == "0 of 0"  # 5 points apart is no clear pair
    assert table["calibration"]["coverage"] == 1
    assert table["calibration"]["ece"] == 0
    for k, row in enumerate(table["calibration"]["bands"].values()):
        assert sum(row) == row[k]
    assert table["features"]["warmth_in_tone"]["spearman"] == 1
    assert table["features"]["affirm"] == {"positives": 10, "auroc": 1.0, "f1": 1.0}
    assert table["features"]["names_feeling"]["qwk"] == 1


def test_a_scorer_thirty_points_high_is_found_out():
    """Order stays, but error, coverage and calibration tell."""
    table = drafts_table(_examples(), [], _scorer(lambda i: min(100.0, _number(i) + 30)))
    assert table["overall"]["composed"]["mae"] > 15
    assert table["calibration"]["coverage"] < 0.3
    assert table["calibration"]["ece"] > 15


def test_danger_is_counted_by_message():
    """Five messages in danger, two drafts each, count five times."""
    table = drafts_table(_examples(), [], _scorer(_number))
    assert table["crisis"] == {"recall": "5 of 5", "false_alarms": "0 of 5"}


def test_abstained_drafts_are_counted_and_left_out():
    """What got no score is in no figure."""

    def check(items: Sequence[CheckItem]) -> list[CheckResult]:
        return [
            r if k else r.model_copy(update={"score": _abstained(r.score)})
            for k, r in enumerate(_scorer(_number)(items))
        ]

    table = drafts_table(_examples(), [], check)
    assert (table["n"], table["abstained"]) == (19, 1)


def _abstained(score: Score) -> Score:
    gone = {"overall": None, "interval": None, "band": None}
    return score.model_copy(
        update=gone | {"abstained": Abstention(reason="too_short", message="?")}
    )


def test_judged_pairs_are_counted_by_set():
    """One pair in order, one not, one equal pair within five points."""
    pairs = [
        JudgedPair("1", "f", "test", "m", "draft 10", "draft 02", 2.0, "one"),
        JudgedPair("2", "f", "test", "m", "draft 10", "draft 02", -2.0, "one"),
        JudgedPair("3", "f", "test", "m", "draft 10", "draft 11", 0.0, "two"),
    ]
    assert drafts_table(_examples(), pairs, _scorer(_number))["judged"] == {
        "one": {"ordered": "1 of 2", "equal_within_5": "0 of 0"},
        "two": {"ordered": "0 of 0", "equal_within_5": "1 of 1"},
    }


REPLY = "You are sad. Your parcel comes on Tuesday, and the fee is gone. Anything else you need?"


def _reads(word: str) -> Callable[[Sequence[CheckItem]], list[CheckResult]]:
    """A scorer that quotes the first twelve characters and looks for one word."""
    return lambda items: [_result(i, 80.0 if word in i.reply else 10.0, spans=True) for i in items]


def _rows(reply: str) -> list[TrainingExample]:
    return [
        TrainingExample(
            str(i), str(i), "test", "composed", "m", reply, 0.5, 0.5, 0.0, (0.5,) * len(FEATURES)
        )
        for i in range(40)
    ]


def test_removing_the_true_reason_moves_the_feature():
    """The quoted words are what the scorer reads: other words don't matter."""
    figures = deletion_test(_rows(REPLY), _reads("sad"))
    assert figures["n"] == 40
    assert figures["own_span"] == pytest.approx(0.7)
    assert figures["random_span"] == 0


def test_a_quote_the_scorer_does_not_read_is_found_out():
    """It quotes the feeling and reads the fee: removing the quote changes nothing."""
    figures = deletion_test(_rows(REPLY), _reads("fee"))
    assert figures["own_span"] == 0
    assert figures["random_span"] > 0
    assert figures["ratio"] == 0


def test_a_draft_with_nothing_beside_its_quote_is_not_tried():
    """Without another stretch of like length there is nothing to compare with."""
    assert deletion_test(_rows("You are sad. Bye."), _reads("sad"))["n"] == 0
