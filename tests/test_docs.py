"""The examples in docstrings are run, so that they stay true. Those in documents: tests/guides."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import bowerbird

MODULES = [
    module.name
    for module in pkgutil.walk_packages(bowerbird.__path__, "bowerbird.")
    if not module.name.startswith(("bowerbird.cli.play", "bowerbird.window.view"))  # they need a screen
]


def test_the_examples_of_all_modules_run() -> None:
    """What fails is printed, with its module and line."""
    found = [importlib.import_module(name) for name in MODULES]
    results = [doctest.testmod(module) for module in found if b">>>" in Path(str(module.__file__)).read_bytes()]
    assert sum(each.failed for each in results) == 0
    assert sum(each.attempted for each in results) > 100
