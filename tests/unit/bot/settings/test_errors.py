"""Errors: a plain sentence for people, an id for whoever runs the bot."""

from __future__ import annotations

import re

import pytest

from bot import errors
from bot.errors import WarmlineError

CLASSES = [getattr(errors, name) for name in errors.__all__ if name.endswith("Error")]


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_the_default_message_is_one_sentence_with_a_next_step(cls: type[WarmlineError]) -> None:
    """Raised bare, an error says one short sentence with something to do or to know."""
    message = cls().message

    assert message.endswith(".")
    assert message.count(".") == 1
    assert 40 <= len(message) <= 120
    assert "\n" not in message


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_the_tree_in_the_module_shows_every_error(cls: type[WarmlineError]) -> None:
    """The picture at the top is complete and each error stands under its parent."""
    lines = (errors.__doc__ or "").splitlines()
    [at] = [n for n, line in enumerate(lines) if re.search(rf"\b{cls.__name__}\b", line)]
    depth = lines[at].index(cls.__name__)
    if cls is not WarmlineError:
        above = [line for line in lines[:at] if re.search(r"\w+Error", line)]
        parent = next(
            found.group()
            for line in reversed(above)
            if (found := re.search(r"\w+Error", line)) and found.start() < depth
        )
        assert cls.__base__ is not None
        assert parent == cls.__base__.__name__


def test_each_error_has_an_id_of_its_own() -> None:
    """Two errors can be told apart in the log, and an id can be handed on."""
    first, second = WarmlineError(), WarmlineError()

    assert re.fullmatch(r"[0-9a-f]{8}", first.error_id)
    assert first.error_id != second.error_id
    assert WarmlineError("Try again.", error_id="abc").error_id == "abc"
    assert str(WarmlineError("Try again.")) == "Try again."
