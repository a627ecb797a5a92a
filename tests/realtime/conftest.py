"""Tests in real time: real processes, real proxies, a real browser's timing. They are in `make test-full` alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.conftest import own, postgres

__all__ = ["own", "postgres"]


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that processes share."""
    return str(tmp_path) if request.param == "sqlite" else str(request.getfixturevalue("postgres"))
