"""The window without a screen: a real server is started, followed, opened to phones and stopped."""

from __future__ import annotations

import os
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from bowerbird.client import Client, first_choice
from bowerbird.machine import network_host
from bowerbird.window.control import Control, Shown, State
from bowerbird.window.server import _LOG_BYTES, AskError, ServerProcess, ask

pytestmark = pytest.mark.full


class Person:
    """Somebody in front of a window: what it has said, and what the browser was asked to open."""

    def __init__(self, folder: Path, ports: list[int], browse: Callable[[str], object] | None = None) -> None:
        self.said: queue.Queue[Shown] = queue.Queue()
        self.opened: list[str] = []
        self.control = Control(folder, self.said.put, ports=ports, browse=browse or self.opened.append)
        self._thread = threading.Thread(target=self.control.run, daemon=True)
        self._thread.start()

    def sees(self, state: State, words: str = "", within: float = 60) -> Shown:
        """Wait for a state in which these words are shown. Fails at once if the server can't start."""
        until = time.monotonic() + within
        while True:
            shown = self.said.get(timeout=max(0.01, until - time.monotonic()))
            if shown.state == state and words in f"{shown.title} {shown.says} {shown.more}":
                return shown
            assert shown.state != "failed", shown

    def sees_failure(self, within: float = 60) -> Shown:
        """Wait until something is wrong."""
        until = time.monotonic() + within
        while True:
            shown = self.said.get(timeout=max(0.01, until - time.monotonic()))
            if shown.state == "failed":
                return shown

    @property
    def server(self) -> psutil.Process:
        """The process of the server."""
        assert self.control._server is not None
        return psutil.Process(self.control._server.pid)

    def leaves(self) -> None:
        self.control.do("stop anyway")
        self._thread.join(30)
        assert not self._thread.is_alive()


@contextmanager
def window(folder: Path, ports: list[int], browse: Callable[[str], object] | None = None) -> Iterator[Person]:
    person = Person(folder, ports, browse)
    try:
        yield person
    finally:
        person.leaves()


@pytest.fixture
def ports() -> list[int]:
    """Two ports that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
        return [one.getsockname()[1], other.getsockname()[1]]


def answers(port: int) -> bool:
    with suppress(AskError):
        return bool(ask(port, "/health")["ok"])
    return False


def test_a_start_opens_the_browser_and_a_stop_ends_every_process(tmp_path: Path, ports: list[int]) -> None:
    before = {process.pid for process in psutil.Process().children(recursive=True)}
    with window(tmp_path / "data", ports) as person:
        assert person.sees("starting").address == ""
        shown = person.sees("open", "Nobody is playing right now.")
        assert shown.address == f"http://localhost:{ports[0]}/"
        assert answers(ports[0])
        person.control.do("open")
        while len(person.opened) < 2:
            time.sleep(0.02)
        assert person.opened == [shown.address] * 2, "once at the start, once by the button"
        person.control.do("stop")
        person.sees("stopped", "Everything is saved.")
    assert not answers(ports[0])
    assert {process.pid for process in psutil.Process().children(recursive=True)} <= before
    assert (tmp_path / "data" / "bowerbird.sqlite").exists()
    assert "Bowerbird is running at" in (tmp_path / "data" / "window.log").read_text("utf-8")


async def test_a_stop_asks_while_people_play_and_the_game_goes_on_after_it(tmp_path: Path, ports: list[int]) -> None:
    with window(tmp_path, ports) as person:
        shown = person.sees("open")
        async with Client(shown.address.rstrip("/")) as client:
            await client.guest("Al")
            made = await client.make_table(bots="club", pace="at once")
            async with client.line(made["table"]):
                person.sees("open", "1 person at 1 table.")
                person.control.do("stop")
                asked = person.sees("asking", "1 person at 1 table.")
                assert asked.title == "Stop Bowerbird?"
                person.control.do("keep")
                person.sees("open")
                assert answers(ports[0]), "nothing has happened"
            cookies = client.http.cookies
        person.control.do("stop anyway")
        person.sees("stopped")
    with window(tmp_path, ports) as again:
        address = again.sees("open").address
        async with Client(address.rstrip("/")) as client:
            client.http.cookies = cookies
            async with client.line(made["table"]) as line:
                over = await line.play_on(first_choice, 60)
            assert max(over["view"]["result"]["score"]) >= 10


@pytest.mark.skipif(not network_host(), reason="this computer is in no network")
def test_phones_are_let_in_and_shut_out(tmp_path: Path, ports: list[int]) -> None:
    with window(tmp_path, ports) as person:
        person.sees("open")
        person.control.do("phones on")
        shown = person.sees("open")
        while not shown.phones:
            shown = person.sees("open")
        assert shown.phones == f"http://{network_host()}:{ports[0]}"
        with socket.create_connection((network_host(), ports[0]), 5):
            pass
        person.control.do("phones off")
        while shown.phones:
            shown = person.sees("open")
        with pytest.raises(OSError):
            socket.create_connection((network_host(), ports[0]), 5)


def test_a_taken_port_leads_to_the_next_one_and_is_said(tmp_path: Path, ports: list[int]) -> None:
    with socket.create_server(("127.0.0.1", ports[0])), window(tmp_path, ports) as person:
        shown = person.sees("open", f"Another program uses port {ports[0]}")
        assert shown.address == f"http://localhost:{ports[1]}/"


def test_no_free_port_is_an_error_that_a_second_try_may_solve(tmp_path: Path, ports: list[int]) -> None:
    with socket.create_server(("127.0.0.1", ports[0])) as taken, window(tmp_path, ports[:1]) as person:
        person.sees("starting")
        shown = person.said.get(timeout=10)
        assert (shown.state, "Then press Try again." in shown.more) == ("failed", True)
        taken.close()
        person.control.do("again")
        person.sees("open")


@pytest.mark.skipif(
    os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere, and Windows has no such folder"
)
def test_a_folder_that_cannot_be_written_is_said_with_what_to_do(tmp_path: Path, ports: list[int]) -> None:
    tmp_path.chmod(0o500)
    try:
        with window(tmp_path / "data", ports) as person:
            person.sees("starting")
            shown = person.said.get(timeout=10)
    finally:
        tmp_path.chmod(0o700)
    assert shown.state == "failed"
    assert "Permission denied" in shown.says


def test_a_folder_that_is_a_file_is_said_with_what_to_do(tmp_path: Path, ports: list[int]) -> None:
    (tmp_path / "data").write_text("no folder", encoding="utf-8")
    with window(tmp_path / "data", ports) as person:
        person.sees("starting")
        shown = person.said.get(timeout=10)
    assert shown.state == "failed"
    assert str(tmp_path / "data") in shown.says
    assert "Nothing is lost." in shown.more


def test_what_the_server_says_before_it_ends_is_shown(tmp_path: Path, ports: list[int]) -> None:
    (tmp_path / "bowerbird.sqlite").write_bytes(b"this is no database" * 100)
    with window(tmp_path, ports) as person:
        person.sees("starting")
        shown = person.said.get(timeout=60)
    assert shown.state == "failed"
    assert shown.says.startswith("the database could not be opened")


def test_a_second_start_opens_the_page_of_the_first(tmp_path: Path, ports: list[int]) -> None:
    with window(tmp_path, ports) as first, window(tmp_path, ports) as second:
        # Started at the same moment: either may be the one that runs.
        states: dict[int, Shown] = {}
        until = time.monotonic() + 60
        while len(states) < 2 and time.monotonic() < until:
            for place, person in enumerate((first, second)):
                with suppress(queue.Empty):
                    shown = person.said.get(timeout=0.05)
                    assert shown.state != "failed", shown
                    if shown.state in ("open", "elsewhere"):
                        states[place] = shown
        assert sorted(shown.state for shown in states.values()) == ["elsewhere", "open"]
        assert len({shown.address for shown in states.values()}) == 1
        other = next(person for place, person in enumerate((first, second)) if states[place].state == "elsewhere")
        address = states[0].address
        while not other.opened:
            time.sleep(0.02)
        assert other.opened == [address]
        other.leaves()
        assert answers(int(address.rstrip("/").rpartition(":")[2])), "closing the second window leaves the server alone"


def test_a_server_that_dies_is_said_and_started_again(tmp_path: Path, ports: list[int]) -> None:
    with window(tmp_path, ports) as person:
        person.sees("open")
        server = person.control._server
        assert server is not None
        psutil.Process(server.pid).kill()
        until = time.monotonic() + 20
        while (shown := person.said.get(timeout=20)).state != "failed":
            assert time.monotonic() < until
        assert shown.title == "Bowerbird has stopped"
        assert "Everything already saved is safe." in shown.says
        person.control.do("again")
        person.sees("open")


def test_a_server_ends_with_its_window(tmp_path: Path, ports: list[int]) -> None:
    person = Person(tmp_path, ports)
    person.sees("open")
    server = person.control._server
    assert server is not None
    running = psutil.Process(server.pid)
    assert server._process.stdin is not None
    server._process.stdin.close()  # as if the window had crashed
    running.wait(20)
    person.leaves()


def test_a_browser_that_keeps_the_program_waiting_holds_up_nothing(tmp_path: Path, ports: list[int]) -> None:
    closed = threading.Event()
    try:
        with window(tmp_path, ports, lambda _: closed.wait(60)) as person:
            person.sees("open")
            person.control.do("open")
            person.control.do("stop")
            person.sees("stopped", within=30)
    finally:
        closed.set()


def test_no_browser_is_said_with_what_to_do(tmp_path: Path, ports: list[int]) -> None:
    with window(tmp_path, ports, lambda _: False) as person:
        shown = person.sees("open", "No browser opens here.")
        assert "type the address" in shown.more
        assert shown.address == f"http://localhost:{ports[0]}/"


def test_a_second_start_leaves_the_log_of_the_first(tmp_path: Path, ports: list[int]) -> None:
    with window(tmp_path, ports) as first:
        first.sees("open")
        with window(tmp_path, ports) as second:
            second.sees("elsewhere")
        said = (tmp_path / "window.log").read_text("utf-8")
        assert f"Bowerbird is running at http://localhost:{ports[0]}/" in said
        assert "Bowerbird is already running: open " in said


def said_by(program: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a program in place of the server, to its end."""
    monkeypatch.setattr("bowerbird.window.server.own_command", lambda: [sys.executable, "-c", program])
    ended: queue.Queue[int] = queue.Queue()
    ServerProcess(folder, 1, lambda _: None, lambda status, _: ended.put(status))
    assert ended.get(timeout=60) == 0


def test_the_log_keeps_what_was_said_before_and_stays_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said_by("print('why it ended')", tmp_path, monkeypatch)
    said_by("print('and again')", tmp_path, monkeypatch)
    log, earlier = tmp_path / "window.log", tmp_path / "window-earlier.log"
    assert log.read_text("utf-8").splitlines()[1::2] == ["why it ended", "and again"]
    said_by("for _ in range(3000): print('x' * 999)", tmp_path, monkeypatch)
    assert max(log.stat().st_size, earlier.stat().st_size) <= _LOG_BYTES + 1000
    if os.name == "posix":
        assert (log.stat().st_mode | earlier.stat().st_mode) & 0o077 == 0


def test_a_server_elsewhere_is_found_at_any_address_and_missed_when_it_stops(tmp_path: Path, ports: list[int]) -> None:
    host = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"
    command = [sys.executable, "-m", "bowerbird", "serve", "--host", host, "--port", str(ports[1])]
    with subprocess.Popen([*command, "--data", str(tmp_path)], stdout=subprocess.PIPE, text=True) as terminal:
        assert terminal.stdout is not None
        assert "Bowerbird is running at" in terminal.stdout.readline()
        with window(tmp_path, ports) as person:
            assert str(ports[1]) in person.sees("elsewhere").address
            terminal.terminate()
            terminal.communicate(timeout=30)
            shown = person.sees_failure()
            assert (shown.title, "press Try again" in shown.more) == ("Bowerbird has stopped", True)
            person.control.do("again")
            assert person.sees("open").address == f"http://localhost:{ports[0]}/"


@pytest.mark.skipif(os.name == "nt", reason="Windows can't suspend a process by a signal")
def test_a_server_that_dies_is_said_even_if_what_it_started_hangs(tmp_path: Path, ports: list[int]) -> None:
    with window(tmp_path, ports) as person:
        person.sees("open")
        server = person.server
        deadline = time.monotonic() + 30
        while not (started := server.children(recursive=True)) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert started, "bots have a process of their own"
        for process in started:
            process.suspend()
        try:
            server.kill()
            assert person.sees_failure(within=15).title == "Bowerbird has stopped"
        finally:
            for process in started:
                process.kill()


@pytest.mark.skipif(os.name == "nt", reason="Windows can't suspend a process by a signal")
def test_a_server_that_hangs_is_not_stopped_unasked(tmp_path: Path, ports: list[int]) -> None:
    with window(tmp_path, ports) as person:
        person.sees("open")
        server = person.server
        server.suspend()
        try:
            person.control.do("stop")
            person.sees("asking", "People may be playing.")
            assert server.is_running()
        finally:
            server.resume()
        person.control.do("keep")
        person.sees("open", "Nobody is playing right now.")


@pytest.mark.parametrize(
    "name", ["Käse, Brot & Wein", "50%41 off", "Friday #1" if os.name == "nt" else "Friday? Yes #1"]
)
def test_a_folder_with_any_name_keeps_its_data_to_itself(name: str, tmp_path: Path, ports: list[int]) -> None:
    with window(tmp_path / name, ports) as person:
        person.sees("open")
    assert (tmp_path / name / "bowerbird.sqlite").is_file()
    assert [file.name for file in tmp_path.iterdir()] == [name]
