"""How the tests run: the same examples every time, with no clock watching a single one."""

from __future__ import annotations

import sys
from functools import cache

import pytest
import typer.testing
from hypothesis import HealthCheck, settings

import bench.common
from bowerbird.machine import one_core_each

one_core_each()

# Benches are scripts, and import what they share from beside them.
sys.modules["common"] = bench.common

# typer builds the tree of all commands and options anew for each call; that takes longer than most commands do.
typer.testing._get_command = cache(typer.testing._get_command)  # type: ignore[attr-defined]

settings.register_profile(
    "bowerbird",
    deadline=None,  # two cores shared by all tests: a slow example is no fault of the code
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("bowerbird")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, which are those with a browser: at the end no worker waits half a minute for another."""
    items.sort(key=lambda item: item.path.parent.name != "web")
