"""Batches of work on a Dask cluster. Its workers must have the same Bowerbird; own players travel with their module.

Imports Dask when it is used, because it is an extra.
"""

from __future__ import annotations

import importlib
import importlib.util
import tempfile
import time
import uuid
import zipfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

from bowerbird.extras import install_line, needs
from bowerbird.players.provenance import provenance
from bowerbird.players.spread import Done, SpreadError, do_batch

__all__ = ["Cluster", "module_file"]

#: Seconds to wait for the scheduler, and for its first worker.
_PATIENCE: Final = 10
#: Seconds after which the workers are counted again: a cluster may grow.
_COUNT_EVERY: Final = 5.0


class Cluster:
    """The workers of a Dask cluster."""

    def __init__(self, work: Callable[[Any], Any], address: str, players: Iterable[str] = ()) -> None:
        self._dask = _distributed()
        self._work, self._address = work, address
        try:
            self._client = self._dask.Client(address, timeout=f"{_PATIENCE}s")
        except (OSError, ValueError) as error:
            raise SpreadError(
                f"no Dask scheduler answers at {address}. Start one with `dask scheduler` ({error})"
            ) from None
        try:
            self._look_at_workers()
            self._send_modules({name.partition(":")[0] for name in players if ":" in name})
        except BaseException:
            self._client.close()
            raise
        self._numbers: dict[Any, int] = {}
        self._arriving = self._dask.as_completed([], with_results=True, raise_errors=False)
        self._name = uuid.uuid4().hex[:8]
        self._slots, self._counted = 0, 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.cancel(list(self._numbers))
        self._client.close()

    def slots(self) -> int:
        """One for every thread of every worker."""
        now = time.monotonic()
        if not self._slots or now - self._counted > _COUNT_EVERY:
            self._slots, self._counted = max(1, sum(self._client.nthreads().values())), now
        return self._slots

    def send(self, batches: Sequence[tuple[int, list[Any]]]) -> None:
        """Send batches all at once."""
        # A lost worker costs only time: the same batch gives the same results elsewhere.
        keys = [f"bowerbird-{self._name}-{number}" for number, _ in batches]
        futures = self._client.map(partial(do_batch, self._work), [batch for _, batch in batches], key=keys)
        self._numbers |= {future: number for future, (number, _) in zip(futures, batches, strict=True)}
        self._arriving.update(futures)

    def some(self) -> list[tuple[int, Done]]:
        """Wait for results, and take all that are there."""
        arrived = self._arriving.next_batch()
        for future, result in arrived:
            if future.status == "error":
                raise self._told(result[1])
        return [(self._numbers.pop(future), result) for future, result in arrived]

    def _told(self, error: BaseException) -> BaseException:
        """An error of a worker. What is wrong with the cluster is said in one line."""
        if isinstance(error, ModuleNotFoundError):
            return SpreadError(f"a worker of {self._address} can't import {error.name}. Install it there")
        if isinstance(error, self._dask.KilledWorker):
            return SpreadError(f"the same work has ended several workers of {self._address}: {error}")
        return error

    def _look_at_workers(self) -> None:
        """Refuse workers that would play otherwise: with another version, or with the kernel not compiled as here."""
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except (TimeoutError, self._dask.TimeoutError):
            raise SpreadError(
                f"the scheduler at {self._address} has no workers. Start some with `dask worker {self._address}`"
            ) from None

        def look() -> Any:
            # Sent as code, because a worker without Bowerbird could not look up a function of ours.
            try:
                from bowerbird.players.provenance import provenance
            except ImportError:
                return None
            return provenance()

        found = list(self._client.run(look).values())
        here = provenance()
        without = [each for each in found if each is None]
        if without:
            raise SpreadError(
                f"{len(without)} of {len(found)} workers of {self._address} can't import Bowerbird. "
                f"Install version {here['version']} there: {install_line('dask')}"
            )
        for what, name in (
            ("version", "version {}"),
            ("commit", "commit {}"),
            ("compiled", "a kernel with compiled={}"),
        ):
            # A copy that was installed knows no commit.
            others = [each[what] for each in found if "" not in (each[what], here[what]) and each[what] != here[what]]
            if others:
                raise SpreadError(
                    f"{len(others)} of {len(found)} workers of {self._address} have {name.format(others[0])}, and here "
                    f"it is {here[what]}. The results would differ. Install the same Bowerbird everywhere"
                )

    def _send_modules(self, names: Iterable[str]) -> None:
        """Send the modules of own players to all workers, also to those that come later. They have our own already."""
        own = {name for name in names if name.partition(".")[0] != "bowerbird"}
        with tempfile.TemporaryDirectory() as folder:
            for name in sorted(own):
                self._client.upload_file(str(module_file(name, Path(folder))))


def module_file(name: str, folder: Path) -> Path:
    """The file that has a module: itself, or its whole package, packed in a folder."""
    top = name.partition(".")[0]
    found = importlib.util.find_spec(top)
    if found is None or (found.origin is None and not found.submodule_search_locations):
        raise SpreadError(f"there is no module {name!r} here")
    if not found.submodule_search_locations:
        return Path(str(found.origin))
    (place,) = (Path(each) for each in found.submodule_search_locations)
    packed = folder / f"{top}.zip"
    with zipfile.ZipFile(packed, "w") as file:
        for path in sorted(place.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                file.write(path, path.relative_to(place.parent))
    return packed


def _distributed() -> Any:
    with needs("dask"):
        return importlib.import_module("distributed")
