"""How the tests run: the same examples every time, with no clock watching a single one."""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings

from bowerbird.extras import EXTRAS, MissingExtraError
from bowerbird.machine import one_core_each
from kit.amount import SIZE, amount

one_core_each()
gc.disable()  # until the tests are collected: what is imported stays

#: Bytes of memory that the files of all tests need, with plenty to spare.
_ROOM: Final = 4 << 30


def _keep_files_in_memory() -> None:
    """Put temporary files where Linux keeps files in memory: a disk takes milliseconds for every commit.

    A process that is killed leaves the same behind as on a disk. Set TMPDIR for another place.
    """
    memory = Path("/dev/shm")
    if "TMPDIR" in os.environ or not os.access(memory, os.W_OK):
        return
    found = os.statvfs(memory)
    if found.f_bavail * found.f_frsize >= _ROOM and not found.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = tempfile.tempdir = str(memory)


_keep_files_in_memory()

#: `tools/core_check.py` runs the tests with only the core installed. Tests that need more are skipped, with the reason.
_CORE_ONLY: Final = bool(os.environ.get("BOWERBIRD_CORE_ONLY"))
_FOR_TESTS: Final = ("jsonschema", "playwright", "psutil", "pypdfium2", "zxingcpp")

if not _CORE_ONLY:
    import typer.testing

    import bench.common

    # Benches are scripts, and import what they share from beside them.
    sys.modules["common"] = bench.common

    # typer builds the tree of all commands and options again for each call; that takes longer than most commands do.
    typer.testing._get_command = cache(typer.testing._get_command)  # type: ignore[attr-defined]

settings.register_profile(
    "bowerbird",
    deadline=None,  # two cores shared by all tests: a slow example is no fault of the code
    derandomize=True,
    database=None,
    max_examples=amount(25, full=100),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("bowerbird")


def _is_for_full(item: pytest.Item) -> bool:
    """Whether a test is only in `make test-full`.

    It is marked so, or takes real time, or runs on PostgreSQL, which SQLite stands for, or in a browser: of those each
    page has one here.
    """
    parameters = getattr(getattr(item, "callspec", None), "params", {}).values()
    needs = getattr(item, "fixturenames", ())
    if item.get_closest_marker("full") or item.path.parent.name == "realtime":
        return True
    if "postgresql" in parameters or "postgres_server" in needs:
        return True
    return "browser" in needs and not item.get_closest_marker("quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not for this size, and take the longest first, which are those with a browser.

    Whoever names files and no size has them whole.
    """
    named = "BOWERBIRD_TESTS" not in os.environ and all(".py" in word for word in config.args)
    if SIZE == "quick" and not named:
        left_out = [item for item in items if _is_for_full(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not _is_for_full(item)]
    items.sort(key=lambda item: item.path.parent.name != "web")


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """A long text is called by its parameter: some have 16 MB, and each name goes from worker to worker."""
    return argname if isinstance(val, str | bytes) and len(val) > 200 else None


def pytest_collection_finish() -> None:
    """Look for garbage from here on, and only in what the tests make."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Fail a test that hangs, by its name: it would hold up all others until somebody looks."""
    if sys.platform == "win32":
        return (yield)
    seconds = amount(300, full=600, soak=0)
    signal.signal(signal.SIGALRM, lambda *_: pytest.fail(f"it hangs: {seconds} seconds were not enough"))
    signal.alarm(seconds)
    try:
        return (yield)
    finally:
        signal.alarm(0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out, and what adds it."""
    skipped = (report.longrepr for report in terminalreporter.stats.get("skipped", ()))
    reasons = Counter(why[2].removeprefix("Skipped: ") for why in skipped if isinstance(why, tuple))
    for reason, count in reasons.most_common():
        terminalreporter.line(f"Left out: {count}, because {reason}")
    if os.environ.get("BOWERBIRD_TESTS") == "quick":
        terminalreporter.line(
            "Left to `make test-full`: full sizes, real programs, PostgreSQL, and most of the browser."
        )


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Any]:
    """A real PostgreSQL for all tests that want a database and do no harm to the server."""
    from store.postgres import running_postgres  # here, because it needs more than the core

    with running_postgres() as server:
        yield server


def _why_skipped(error: BaseException | None) -> str | None:
    """The extra that a test needs, if only the core is here; None if the error is another one."""
    if isinstance(error, MissingExtraError):
        return f"needs the extra {error.extra}"
    if not isinstance(error, ModuleNotFoundError) or error.name is None:
        return None
    top = error.name.partition(".")[0]
    for name, extra in EXTRAS.items():
        if top in {module.partition(".")[0] for module in extra.modules}:
            return f"needs the extra {name}"
    return f"needs {top}, which only tests use" if top in _FOR_TESTS else None


class _CoreModule(pytest.Module):
    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        try:
            return super().collect()
        except self.CollectError as error:
            why = _why_skipped(error.__cause__)
            if why is None:
                raise
            pytest.skip(why, allow_module_level=True)


if _CORE_ONLY:

    def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module:
        """A module of tests that imports more is skipped as a whole."""
        return _CoreModule.from_parent(parent, path=module_path)

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call() -> Generator[None, object, object]:
        """So is a test that meets it while it runs."""
        try:
            return (yield)
        except ImportError as error:
            why = _why_skipped(error)
            if why is None:
                raise
            pytest.skip(why)
