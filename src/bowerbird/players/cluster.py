"""Batches of work on a Dask cluster. Its workers must have the same Bowerbird; own players travel with their module.

Imports Dask when it is used, because it is an extra.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import socket
import sys
import tempfile
import time
import uuid
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Self

from bowerbird.extras import install_line, needs
from bowerbird.players.provenance import provenance
from bowerbird.players.spread import Done, SpreadError

__all__ = ["Cluster", "module_file"]

#: Seconds to wait for the scheduler, and for its first worker.
_PATIENCE: Final = 10
#: Seconds after which the workers are counted again: a cluster may grow.
_COUNT_EVERY: Final = 5.0
#: The keys of `provenance` that must be the same everywhere, in words.
_MUST_MATCH: Final = {"version": "version {}", "commit": "commit {}", "compiled": "a kernel with compiled={}"}


class Cluster:
    """The workers of a Dask cluster."""

    def __init__(self, work: Callable[[Any], Any], address: str, players: Iterable[str] = ()) -> None:
        self._dask = _distributed()
        self._work, self._address = work, address
        self._here = provenance()
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
        # As bytes: another version could not read it, and must say who it is first.
        packed = [self._dask.protocol.pickle.dumps((self._work, batch)) for _, batch in batches]
        futures = self._client.map(_checked_batch(self._here), packed, key=keys)
        self._numbers |= {future: number for future, (number, _) in zip(futures, batches, strict=True)}
        self._arriving.update(futures)

    def some(self) -> list[tuple[int, Done]]:
        """Wait for results, and take all that are there."""
        arrived = self._arriving.next_batch()
        found = []
        for future, result in arrived:
            if future.status == "error":
                raise self._told(result[1])
            there, done = result
            if done is None:
                self._refuse_others([there], joined=True)
            found.append((self._numbers.pop(future), done))
        return found

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
        self._refuse_others(found)

    def _refuse_others(self, found: Sequence[Mapping[str, Any] | None], *, joined: bool = False) -> None:
        """Raise if one of these workers isn't as we are. `joined`: it is one that came later."""

        def who(count: int) -> str:
            return "a worker that joined" if joined else f"{count} of {len(found)} workers of"

        there = [each for each in found if each is not None]
        if len(there) < len(found):
            raise SpreadError(
                f"{who(len(found) - len(there))} {self._address} can't import Bowerbird. "
                f"Install version {self._here['version']} there: {install_line('dask')}"
            )
        for what, name in _MUST_MATCH.items():
            here = self._here[what]
            # A copy that was installed knows no commit.
            others = [each.get(what) for each in there if "" not in (each.get(what), here) and each.get(what) != here]
            if others:
                raise SpreadError(
                    f"{who(len(others))} {self._address} {'has' if joined else 'have'} {name.format(others[0])}, and "
                    f"here it is {here}. The results would differ. Install the same Bowerbird everywhere"
                )

    def _send_modules(self, names: Iterable[str]) -> None:
        """Send the modules of own players to all workers, also to those that come later. They have our own already."""
        own = {name.partition(".")[0] for name in names} - {"bowerbird"}
        with tempfile.TemporaryDirectory() as folder:
            for name in sorted(own):
                file = module_file(name, Path(folder))
                try:
                    self._client.register_plugin(_luggage(self._dask, name, file))
                except Exception as error:
                    told = self._told(error)
                    wrong = f"a worker of {self._address} can't load your module {name!r}: {error}"
                    raise told if isinstance(told, SpreadError) else SpreadError(wrong) from None


def _checked_batch(here: Mapping[str, Any]) -> Callable[[bytes], Any]:
    """The work of a batch, which a worker does only if its provenance is the same: it may have joined since.

    Gives its provenance, and what was done or None. Sent as code, like `look`.
    """

    def work(packed: bytes) -> tuple[Any, Any]:
        import pickle

        try:
            from bowerbird.players.provenance import provenance
        except ImportError:
            return None, None
        there: Mapping[str, Any] = provenance()
        if any("" not in (there.get(key), here[key]) and there.get(key) != here[key] for key in here):
            return there, None
        from bowerbird.players.spread import do_batch

        return there, do_batch(*pickle.loads(packed))

    return work


def _luggage(dask: Any, top: str, file: Path) -> Any:
    """A plugin that gives each worker a module or package, in place of one that it may have from an earlier run."""
    name, data, sender = file.name, file.read_bytes(), (socket.gethostname(), os.getpid())

    class Luggage(dask.WorkerPlugin):  # type: ignore[misc]
        async def setup(self, worker: Any) -> None:
            import os
            import socket
            import sys

            # Dask reloads only the top of a package. A worker in the sender's own process has what it has.
            if (socket.gethostname(), os.getpid()) != sender:
                for module in [each for each in sys.modules if each.partition(".")[0] == top]:
                    del sys.modules[module]
            await worker.upload_file(filename=name, data=data)

    made = Luggage()
    made.name = f"bowerbird-{top}-{uuid.uuid4().hex}"
    return made


def module_file(name: str, folder: Path) -> Path:
    """The file that has a module: itself, or its whole package, packed in a folder."""
    top = name.partition(".")[0]
    try:
        found = importlib.util.find_spec(top)
    except ValueError:  # empty, or `__main__`
        found = None
    if found is None or (found.origin is None and not found.submodule_search_locations):
        raise SpreadError(f"there is no module {name!r} here")
    if top in sys.stdlib_module_names:
        raise SpreadError(f"{name!r} is a module of Python. Name your own module in module:Class")
    if not found.submodule_search_locations:
        if not found.has_location:
            raise SpreadError(f"the module {name!r} has no file that can be sent to workers")
        return Path(str(found.origin))
    # A folder may be found twice, as "" and "." on the path.
    places = list(dict.fromkeys(Path(each).resolve() for each in found.submodule_search_locations))
    if len(places) != 1:
        raise SpreadError(
            f"the package {top!r} is in several folders: {', '.join(map(str, places))}. "
            "Keep it in one, with a file __init__.py"
        )
    return _packed(top, places[0], folder)


def _packed(top: str, place: Path, folder: Path) -> Path:
    packed = folder / f"{top}.zip"
    with zipfile.ZipFile(packed, "w") as file:
        if not (place / "__init__.py").exists():
            # Dask imports only packages that have one.
            file.writestr(f"{top}/__init__.py", "")
        for path in sorted(place.rglob("*")):
            if "__pycache__" not in path.parts and (path.is_file() or path.is_dir()):
                # Folders too: one without `__init__.py` is found only if it is an entry.
                file.write(path, Path(top, path.relative_to(place)))
    return packed


def _distributed() -> Any:
    with needs("dask"):
        return importlib.import_module("distributed")
