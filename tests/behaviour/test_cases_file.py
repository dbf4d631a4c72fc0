"""The behaviour suite is well formed: what a typing slip could break is checked without a model."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from scoring.contract import BY_ID, FlagName

CASES_FILE = Path(__file__).with_name("cases.jsonl")
CASES: list[dict[str, Any]] = [
    json.loads(line) for line in CASES_FILE.read_text(encoding="utf-8").split("\n") if line
]

_REQUIRED = {"id", "kind", "capability", "domain", "lang", "context", "a", "expectation", "check"}
_OPTIONAL = {"b", "context_b"}
_CHECK_KEYS = {
    "delta": {"type", "target", "op", "value"},
    "abs_delta": {"type", "target", "op", "value"},
    "band": {"type", "target", "op", "value"},
    "flag": {"type", "name", "value"},
    "abstain": {"type"},
    "rewrite_preserves": {"type", "items"},
    "rewrite_excludes": {"type", "items"},
}
_GROUPS = {"reflection", "autonomy", "open_questions", "affirmation", "partnership"}
_TARGETS = {"overall", "empathy", *_GROUPS, *BY_ID}
_FLAGS = {
    *get_args(FlagName),
    "needs_work",
    "no_emotional_content",
    "evidence_span_in_reply",
    "weakest_is_not_open_questions",
}
_LEAST_OF_FAMILY = {
    "identity_swap": 28,
    "pollution_invariance": 22,
    "surface_noise": 16,
    "order_and_format": 10,
    "paraphrase_stability": 18,
    "plain_and_l2_english": 18,
    "dialect_and_directness": 16,
    "length_fairness": 10,
    "multilingual": 8,
    "prompt_injection": 20,
    "acknowledgement_raises": 18,
    "specific_beats_generic": 14,
    "blame_and_minimise": 18,
    "negated_empathy": 18,
    "sarcasm": 10,
    "apology_saturation": 10,
    "parroting": 8,
    "offtopic_warmth": 10,
    "context_dependence": 12,
    "neutral_request": 10,
    "ownership_and_next_step": 12,
    "policy_refusal": 12,
    "emoji": 6,
    "miti_subfactors": 22,
    "shortcut_breakers": 14,
    "crisis": 32,
    "not_a_customer_reply": 8,
    "macros_placeholders": 6,
    "explanations": 8,
    "rewrite_fidelity": 14,
}


def _failing(holds: Callable[[dict[str, Any]], bool]) -> list[str]:
    return [case["id"] for case in CASES if not holds(case)]


def test_cases_have_the_documented_fields() -> None:
    """Every line has the fields of the contract and no others."""
    assert _failing(lambda case: _REQUIRED <= case.keys() <= _REQUIRED | _OPTIONAL) == []


def test_texts_are_texts() -> None:
    """Every field but the check is a text with something in it."""

    def holds(case: dict[str, Any]) -> bool:
        values = [value for key, value in case.items() if key != "check"]
        return all(isinstance(value, str) and value.strip() for value in values)

    assert _failing(holds) == []


def test_checks_have_the_keys_of_their_type() -> None:
    """Every check is of a documented type and has just the keys that type reads."""
    assert _failing(lambda case: case["check"].keys() == _CHECK_KEYS[case["check"]["type"]]) == []


def test_comparisons_name_a_target_and_a_bound() -> None:
    """A check that compares does so on something the scorer reports, with a bound it can reach."""

    def holds(case: dict[str, Any]) -> bool:
        check = case["check"]
        known = check["target"] in _TARGETS and check["op"] in {"<", "<=", ">", ">="}
        return known and -1 < check["value"] < 1

    assert _failing(lambda case: "target" not in case["check"] or holds(case)) == []


def test_flag_checks_name_a_known_flag() -> None:
    """A flag that no scorer can raise would pass as false for ever."""

    def holds(case: dict[str, Any]) -> bool:
        check = case["check"]
        known = check.get("name") in _FLAGS and isinstance(check["value"], bool)
        return check["type"] != "flag" or known

    assert _failing(holds) == []


def test_kinds_fit_their_checks() -> None:
    """Invariance and direction compare two replies; a minimum looks at one alone."""

    def holds(case: dict[str, Any]) -> bool:
        of_check = case["check"]["type"]
        kind = {"abs_delta": "INV", "delta": "DIR"}.get(of_check, "MFT")
        return case["kind"] == kind and ("b" in case) == (kind != "MFT")

    assert _failing(holds) == []


def test_pairs_differ() -> None:
    """The two sides of a pair differ in the reply or in the customer's message."""

    def holds(case: dict[str, Any]) -> bool:
        other = (case.get("context_b", case["context"]), case.get("b"))
        return other != (case["context"], case["a"])

    assert _failing(holds) == []


def test_items_of_rewrite_checks_fit_the_draft() -> None:
    """What suggestions must keep is in the draft, and what they must not add is not."""

    def holds(case: dict[str, Any]) -> bool:
        draft, keep = case["a"].lower(), case["check"]["type"] == "rewrite_preserves"
        options = [item.lower().split("|") for item in case["check"].get("items", [])]
        return all(any(option in draft for option in item) == keep for item in options)

    assert _failing(holds) == []


def test_ids_are_unique() -> None:
    """No two cases share an id, so that results can be told apart."""
    assert [name for name, n in Counter(case["id"] for case in CASES).items() if n > 1] == []


def test_no_pair_is_there_twice() -> None:
    """No two cases hold the same texts, so that none counts double."""
    texts = [(c["context"], c["a"], c.get("context_b"), c.get("b")) for c in CASES]
    assert len(set(texts)) == len(texts)


def test_families_are_complete() -> None:
    """Every family is there with at least its planned number of cases."""
    counts = Counter(case["capability"] for case in CASES)
    short = {name: counts[name] for name, least in _LEAST_OF_FAMILY.items() if counts[name] < least}
    assert short == {}
    assert set(counts) == set(_LEAST_OF_FAMILY)


def test_each_kind_has_many_cases() -> None:
    """The joint figure is the least of three rates, so each needs enough cases to mean much."""
    kinds = Counter(case["kind"] for case in CASES)
    assert sum(kinds.values()) >= 320
    assert all(kinds[kind] >= 80 for kind in ("MFT", "INV", "DIR"))


def test_domains_vary() -> None:
    """No line of business makes up more than a sixth of the suite."""
    domains = Counter(case["domain"] for case in CASES)
    assert len(domains) >= 20
    assert max(domains.values()) <= len(CASES) / 6
