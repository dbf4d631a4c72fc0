"""The double's numbers against a registry made by others."""

from __future__ import annotations

from pathlib import Path

import pytest
import slackblocks._limits as registry
from slackblocks._surfaces import _BLOCK_TYPES_BY_SURFACE

import bot.sandbox
from bot.sandbox.limits import LIMITS, SURFACES


@pytest.mark.parametrize("name", sorted(LIMITS))
def test_each_limit_is_the_one_slackblocks_publishes(name: str) -> None:
    """A limit that drifts from Slack's is found by its name."""
    assert LIMITS[name] == getattr(registry, name.upper().replace(".", "_"))


def test_each_surface_takes_the_blocks_slackblocks_says() -> None:
    """A block allowed in a modal here is allowed there, and the other way round."""
    assert {name: set(kinds) for name, kinds in SURFACES.items()} == {
        name: set(kinds) for name, kinds in _BLOCK_TYPES_BY_SURFACE.items()
    }


def test_every_limit_is_enforced_by_a_rule() -> None:
    """No number stands in the table for show: each prefix is used by the rules."""
    folder = Path(bot.sandbox.__file__).parent
    rules = "".join(
        (folder / f"{name}.py").read_text()
        for name in ("validate", "elements", "rich_text", "charts", "tables")
    )
    roots = {name.rsplit(".", 1)[0] for name in LIMITS}
    assert [root for root in sorted(roots) if f'"{root}' not in rules] == []
