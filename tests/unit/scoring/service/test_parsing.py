"""JSON from outside."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import InputError
from scoring.service.parsing import mend_surrogates, parse_json

_TEXT = st.text(st.characters(exclude_categories=()))
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(_JSON, st.booleans())
def test_gives_what_was_written(value: object, ascii_only: bool) -> None:
    """Any document of valid text comes back as it was, escaped or not."""
    assert parse_json(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


@given(_TEXT)
def test_every_parsed_string_can_be_encoded(text: str) -> None:
    """Also strings with lone surrogates become encodable, at the same length."""
    parsed = parse_json(json.dumps({text: [text]}).encode())
    assert isinstance(parsed, dict)
    [(key, [value])] = parsed.items()
    assert key == value == mend_surrogates(json.loads(json.dumps(text)))
    assert value.encode().decode() == value
    assert len(value) == len(json.loads(json.dumps(text)))


@given(st.binary(max_size=200))
def test_any_bytes_give_a_value_or_a_sentence(data: bytes) -> None:
    """Whatever comes in, the outcome is a value or an ``InputError``, never another exception."""
    with suppress(InputError):
        value = parse_json(data)
        assert json.loads(data.decode("utf-8-sig")) == value


def test_a_byte_order_mark_is_passed_over() -> None:
    """A file written on Windows begins with one."""
    assert parse_json(b"\xef\xbb\xbf[1]") == [1]


@pytest.mark.parametrize("data", [b"NaN", b"[Infinity]", b"-Infinity", b"1" * 5000])
def test_numbers_must_be_usable(data: bytes) -> None:
    """Not-a-number, infinity and numbers of thousands of digits are refused."""
    with pytest.raises(InputError):
        parse_json(data)


def test_the_sentence_names_the_place_not_the_content() -> None:
    """An error says at which character, and repeats nothing of the document."""
    with pytest.raises(InputError, match="at character 12") as caught:
        parse_json(b'{"secret": oops}'[:11] + b" oops}")
    assert "oops" not in str(caught.value)
