"""The bot runs on asyncio alone."""

from __future__ import annotations

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """Choose the event loop."""
    return "asyncio"
