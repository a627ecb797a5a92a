"""The project's errors have one base class, and names that say what they are."""

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module

import bowerbird
from bowerbird import BowerbirdError


def _errors() -> Iterator[type[Exception]]:
    for module in pkgutil.walk_packages(bowerbird.__path__, "bowerbird."):
        if ".migrations" in module.name or module.name.endswith("__main__"):
            continue  # these run when they are imported
        for _, found in inspect.getmembers(import_module(module.name), inspect.isclass):
            if found.__module__ == module.name and issubclass(found, Exception):
                yield found


def test_every_error_of_every_room_is_a_bowerbird_error() -> None:
    errors = set(_errors())
    assert len(errors) > 20
    assert [error.__qualname__ for error in errors if not issubclass(error, BowerbirdError)] == []


def test_every_error_is_named_as_one() -> None:
    assert [error.__qualname__ for error in _errors() if not error.__name__.endswith("Error")] == []
