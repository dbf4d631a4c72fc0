"""Reading an export and leaving out what would teach the wrong thing."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from scoring.errors import InputError
from scoring.training.feedback import Line, read_feedback
from scoring.training.screen import Rules, screen
from tests.unit.scoring.training.feedback_lines import line, raw


def team(each: int = 10, raters: int = 6) -> list[Line]:
    """Six people with ten different ratings each."""
    return [line(n, rating=1 + (n // 7) % 5) for n in range(each * raters)]


def test_an_export_is_read_back(tmp_path: Path) -> None:
    """Blank lines are passed over; ratings become 0-1; a dispute that was lost is no rating."""
    path = tmp_path / "feedback.jsonl"
    rows = [raw(1, rating=5), raw(2, rating=2, outcome="stands"), raw(3, rating=1)]
    path.write_text("\n\n".join(map(json.dumps, rows)) + "\n")
    assert [x.rating for x in read_feedback(path)] == [1.0, None, 0.0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": 2}, "format"),
        ({"rating": 9}, "said.rating"),
        ({"team": "acme"}, "a key"),
        ({"reply": 7}, "reply"),
    ],
)
def test_a_wrong_line_is_named_and_not_quoted(
    tmp_path: Path, change: dict[str, object], words: str
) -> None:
    """The sentence says which line and where, never what it holds."""
    path = tmp_path / "feedback.jsonl"
    path.write_text(json.dumps(raw(1)) + "\n" + json.dumps(raw(2, **change)) + "\n")
    with pytest.raises(InputError, match=f"Line 2: {words}") as caught:
        read_feedback(path)
    assert "acme" not in str(caught.value)


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    """It says what to give."""
    with pytest.raises(InputError, match="feedback export"):
        read_feedback(tmp_path / "none.jsonl")


def test_sound_lines_all_stay() -> None:
    """Six people who rate differently lose nothing."""
    screened = screen(team())
    assert len(screened.rated) == 60
    assert not screened.left_out


def test_nobody_counts_more_than_their_share() -> None:
    """One person with a hundred ratings is held to a fifth of what is left, the same ones again."""
    loud = [line(1000 + n, rater="loud", rating=1 + n % 5, week=f"2026-W{n % 40 + 10}")
            for n in range(100)]  # fmt: skip
    screened = screen([*team(), *loud])
    counts = Counter(x.rater for x in screened.rated)
    assert counts["loud"] <= 0.2 * len(screened.rated)
    assert screened.left_out["over one person's share"] == 100 - counts["loud"]
    assert screen([*team(), *loud]) == screened


def test_the_same_draft_twice_counts_once() -> None:
    """The later rating stands; the same text of another person is another rating."""
    text = "We are looking into it."
    twice = [line(1, rater="a", reply=text, rating=1), line(2, rater="a", reply=text.upper())]
    screened = screen([*twice, line(3, rater="b", reply=text)])
    assert [x.id for x in screened.rated] == ["id2", "id3"]
    assert screened.left_out == {"duplicate": 1}


def test_who_rates_everything_alike_is_left_out() -> None:
    """Nine fives say nothing of nine drafts; the others stay."""
    fives = [line(100 + n, rater="five", rating=5) for n in range(9)]
    screened = screen([*team(), *fives])
    assert {x.rater for x in screened.rated} == {f"r{n}" for n in range(6)}
    assert screened.left_out == {"one-sided rater": 9}


def test_a_flood_in_one_week_is_thinned() -> None:
    """Sixty ratings in a week where others give one are held to fifteen."""
    quiet = [line(n, week=f"2026-W{10 + n}", rating=1 + n % 5) for n in range(40)]
    flood = [line(100 + n, rater="r0", week="2026-W60", rating=1 + n % 5) for n in range(60)]
    screened = screen([*quiet, *flood], Rules(share=1))
    assert screened.left_out == {"flood in a week": 45}


def test_what_has_no_text_or_rating_is_counted() -> None:
    """Nothing is dropped in silence."""
    left = screen([line(1, rating=None), line(2, reply=None), line(3, overall=None)]).left_out
    assert left == {"no rating": 1, "no text or score": 2}


def test_a_taken_suggestion_makes_a_pair() -> None:
    """The later text of the draft is the better one."""
    first, last = line(1, draft="d", choice="edited"), line(2, draft="d", step=2, rating=5)
    [pair] = screen([last, first]).pairs
    assert (pair.a, pair.b, pair.margin) == (last.reply, first.reply, 1.0)
    assert not screen([line(1, draft="d", choice="refused"), last]).pairs


def test_contradicting_pairs_are_caught() -> None:
    """Against its own ratings, against another pair, or of equal texts: none is used."""
    one = [line(1, draft="d", choice="used", rating=5), line(2, draft="d", step=2, rating=2)]
    same = [line(3, draft="e", choice="used", reply="One text."),
            line(4, draft="e", step=2, reply="one  text.")]  # fmt: skip
    back = [
        line(n, draft=f"f{n // 2}", step=1 + n % 2, choice="used",
             reply="Left." if (n % 2 == 0) == (n < 12) else "Right.")
        for n in (10, 11, 12, 13)
    ]  # fmt: skip
    screened = screen([*one, *same, *back])
    assert screened.pairs == ()
    assert {k: v for k, v in screened.left_out.items() if "pair" in k} == {
        "pair against its ratings": 1,
        "pair of equal texts": 1,
        "contradicting pair": 2,
    }
