"""Sealing: what goes in comes out, at its own place, with one of the keys."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from cryptography.fernet import Fernet
from hypothesis import example, given
from hypothesis import strategies as st

from bot.errors import KeyMismatchError, StoreError
from bot.store.crypto import Sealer

KEY, NEXT_KEY = Fernet.generate_key().decode(), Fernet.generate_key().decode()
# Any code point at all, lone surrogates and NUL too.
anything = st.text(st.characters(exclude_categories=()))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | anything,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(anything, inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


@given(value=st.dictionaries(anything, json_values, max_size=4))
@example(value={"two lone surrogates": "\ud83d\ude00"})
def test_what_is_sealed_opens_again(value: dict[str, Any]) -> None:
    """Every JSON object comes back unharmed."""
    sealer = Sealer([KEY])

    assert sealer.open(sealer.seal(value, row="r", column="c"), row="r", column="c") == value


def test_the_sealed_bytes_show_nothing() -> None:
    """Neither text nor row can be read from what is stored, and equal values look different."""
    sealer = Sealer([KEY])
    one = sealer.seal({"reply": "PLANTED"}, row="row-1", column="payload")
    other = sealer.seal({"reply": "PLANTED"}, row="row-1", column="payload")

    assert one != other
    within = base64.urlsafe_b64decode(one)
    assert b"PLANTED" not in within
    assert b"row-1" not in within


@pytest.mark.parametrize(("row", "column"), [("r2", "payload"), ("r1", "result")])
def test_it_opens_at_its_own_place_alone(row: str, column: str) -> None:
    """A sealed value copied to another row or column is refused."""
    sealer = Sealer([KEY])
    sealed = sealer.seal({"reply": "x"}, row="r1", column="payload")

    with pytest.raises(StoreError, match="not where it belongs"):
        sealer.open(sealed, row=row, column=column)


def test_a_new_key_in_front_still_opens_the_old() -> None:
    """After a rotation old values open, and new ones need the new key."""
    old, both, new = Sealer([KEY]), Sealer([NEXT_KEY, KEY]), Sealer([NEXT_KEY])
    before = old.seal({"n": 1}, row="r", column="c")
    after = both.seal({"n": 2}, row="r", column="c")

    assert both.open(before, row="r", column="c") == {"n": 1}
    assert new.open(after, row="r", column="c") == {"n": 2}
    with pytest.raises(KeyMismatchError):
        new.open(before, row="r", column="c")


def test_a_changed_byte_is_noticed() -> None:
    """What was tampered with does not open."""
    sealer = Sealer([KEY])
    sealed = bytearray(sealer.seal({"n": 1}, row="r", column="c"))
    sealed[40] = ord("A") if sealed[40] != ord("A") else ord("B")

    with pytest.raises(KeyMismatchError):
        sealer.open(bytes(sealed), row="r", column="c")


def test_numbers_that_json_lacks_are_refused() -> None:
    """NaN is not JSON: other readers would stumble over it."""
    with pytest.raises(ValueError, match="JSON"):
        Sealer([KEY]).seal({"n": float("nan")}, row="r", column="c")
