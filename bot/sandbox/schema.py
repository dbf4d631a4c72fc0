"""Small checks that combine into Slack's block rules.

A check looks at one value and reports what is wrong with it under its JSON pointer. Every message
is worded as Slack words it, because apps print them and people search for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.sandbox.limits import LIMITS

JsonObject = dict[str, object]
Check = Callable[[object, str, "Problems"], None]


@dataclass(slots=True)
class Problems:
    """What was found wrong so far, in the order it was found."""

    lines: list[str] = field(default_factory=list)

    def add(self, message: str, pointer: str) -> None:
        """Report one fault at a JSON pointer."""
        self.lines.append(f"[ERROR] {message} [json-pointer:{pointer}]")


def string(name: str = "", *, low: int = 1, high: int | None = None) -> Check:
    """A string whose length lies between ``low`` and ``<name>.max_length`` code points."""
    most = LIMITS[f"{name}.max_length"] if name else high

    def check(value: object, at: str, problems: Problems) -> None:
        if not isinstance(value, str):
            problems.add("must be a string", at)
        elif len(value) < low:
            problems.add(f"must be more than {low - 1} characters", at)
        elif most is not None and len(value) > most:
            problems.add(f"must be less than {most + 1} characters", at)

    return check


def choice(*allowed: str) -> Check:
    """One of some fixed words."""

    def check(value: object, at: str, problems: Problems) -> None:
        if value not in allowed:
            problems.add(f"must be one of: {', '.join(allowed)}", at)

    return check


def boolean(value: object, at: str, problems: Problems) -> None:
    """``true`` or ``false``."""
    if not isinstance(value, bool):
        problems.add("must be a boolean", at)


def integer(name: str = "") -> Check:
    """A whole number between ``<name>.min`` and ``<name>.max``, as far as Slack sets them."""
    low, high = LIMITS.get(f"{name}.min"), LIMITS.get(f"{name}.max")

    def check(value: object, at: str, problems: Problems) -> None:
        if not isinstance(value, int) or isinstance(value, bool):
            problems.add("must be an integer", at)
        elif low is not None and value < low:
            problems.add(f"must be more than {low - 1}", at)
        elif high is not None and value > high:
            problems.add(f"must be less than {high + 1}", at)

    return check


def items(check_item: Check, name: str = "", *, low: int = 1) -> Check:
    """A list of at most ``<name>.max_items`` things that each pass ``check_item``."""
    most = LIMITS.get(f"{name}.max_items")

    def check(value: object, at: str, problems: Problems) -> None:
        if not isinstance(value, list):
            problems.add("must be an array", at)
            return
        if len(value) < low:
            problems.add(f"no fewer than {low} items allowed", at)
        if most is not None and len(value) > most:
            problems.add(f"no more than {most} items allowed", at)
        for index, item in enumerate(value):
            check_item(item, f"{at}/{index}", problems)

    return check


def record(required: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Check:
    """An object with these fields and no others."""
    known = {**required, **(optional or {})}

    def check(value: object, at: str, problems: Problems) -> None:
        if not isinstance(value, dict):
            problems.add("must provide an object", at)
            return
        for name in required:
            if value.get(name) is None:
                problems.add(f"missing required field: {name}", at)
        for name, part in value.items():
            if name not in known:
                problems.add(f"invalid additional property: {name}", at)
            elif part is not None:
                known[name](part, f"{at}/{name}", problems)

    return check


def tagged(kinds: Mapping[str, Check], *, foreign: frozenset[str] = frozenset()) -> Check:
    """An object whose ``type`` names which check it must pass.

    Args:
        kinds: The check of each type.
        foreign: Types that Slack knows and this double does not draw; said in so many words, so
            that nobody takes the sandbox's gap for Slack's rule.
    """

    def check(value: object, at: str, problems: Problems) -> None:
        if not isinstance(value, dict):
            problems.add("must provide an object", at)
            return
        kind = value.get("type")
        if not isinstance(kind, str):
            problems.add("missing required field: type", at)
        elif kind in kinds:
            kinds[kind](value, at, problems)
        elif kind in foreign:
            problems.add(f"the sandbox does not draw {kind}; Slack does", f"{at}/type")
        else:
            problems.add(f"unsupported type: {kind}", f"{at}/type")

    return check


def text(name: str, *kinds: str) -> Check:
    """A text object of one of ``kinds``, at most ``<name>.max_length`` code points long."""
    allowed = kinds or ("plain_text", "mrkdwn")
    return record(
        {"type": choice(*allowed), "text": string(name)},
        {"emoji": boolean, "verbatim": boolean},
    )


def plain(name: str) -> Check:
    """A text object that must be ``plain_text``."""
    return text(name, "plain_text")
