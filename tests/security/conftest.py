"""An open hall for those who mean it harm, and an evening at which they try."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bowerbird.client import Client
from security.nights import Night
from web.conftest import opened, people

__all__ = ["night", "opened", "people"]


@pytest.fixture
async def night(opened: str) -> AsyncIterator[Night]:
    """Eight people at two tables, in the first round."""
    async with Client(opened) as director:
        found = Night(director)
        await found.begin("st-joe", [f"Person {letter}" for letter in "ABCDEFGH"])
        yield found
