"""JSON from outside: strict, bounded, and with lone surrogates made harmless.

A lone surrogate escape (D800 to DFFF) is legal JSON for a string that no encoder can write. It is
replaced by U+FFFD, one code point for one: offsets into the caller's own text still hold and the
answer can be encoded.
The command line reads its lines with the same functions.
"""

from __future__ import annotations

import json
import re
from typing import NoReturn

from scoring.errors import InputError

__all__ = ["mend_surrogates", "parse_json"]

_SURROGATE = re.compile("[\ud800-\udfff]")


def parse_json(data: bytes) -> object:
    """Parse one JSON document.

    Raises:
        InputError: It is not UTF-8, not JSON, or nested too deeply; the sentence names the place,
            never the content.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"Not UTF-8 (byte {error.start}): send UTF-8 text.") from None
    try:
        value = json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        message = f"Not JSON ({error.msg.rstrip(':')} at character {error.pos})."
        raise InputError(message) from None
    except RecursionError:
        raise InputError("Not usable JSON (nested too deeply).") from None
    except ValueError:  # a number of thousands of digits
        raise InputError("Not usable JSON (a number is too long or not finite).") from None
    return _mend(value) if "\\u" in text else value


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


def mend_surrogates(text: str) -> str:
    """Replace each lone surrogate by U+FFFD; the length stays the same."""
    return _SURROGATE.sub("\ufffd", text)


def _mend(value: object) -> object:
    if isinstance(value, str):
        return mend_surrogates(value)
    if isinstance(value, list):
        return [_mend(part) for part in value]
    if isinstance(value, dict):
        return {mend_surrogates(key): _mend(part) for key, part in value.items()}
    return value
