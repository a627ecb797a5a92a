"""The examples in docstrings are run, so that they stay true. Those in documents: tests/guides."""

import doctest
import importlib
import pkgutil

import pytest

import bowerbird

MODULES = [
    module.name
    for module in pkgutil.walk_packages(bowerbird.__path__, "bowerbird.")
    if not module.name.startswith(("bowerbird.cli.play", "bowerbird.window.view"))  # they need a screen
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
