"""Everything that the window says and does, without a screen: it can be tested, and the window only draws it."""

from __future__ import annotations

import queue
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import urlsplit

import msgspec

from bowerbird.errors import BowerbirdError
from bowerbird.folders import ALREADY_RUNNING, data_note
from bowerbird.machine import create_private_folder, open_in_browser
from bowerbird.running import running_address
from bowerbird.window.server import LOG, AskError, RefusedError, ServerProcess, ask

__all__ = ["PORTS", "Control", "Shown", "State", "Wish"]

#: The usual port, and others to try if another program uses it. The installer opens all of them in the firewall.
PORTS: Final = range(8000, 8010)
#: Seconds between looks at what goes on, and for a server that was started elsewhere to answer.
_LOOK_EVERY: Final = 2.0
_FIND_WITHIN: Final = 60.0
#: Bytes that must fit on the disk before a server is started: an empty database takes about as much.
_FREE: Final = 200_000

State = Literal["starting", "open", "elsewhere", "failed", "asking", "stopping", "stopped"]
#: What a person may press: `stop` asks first if people play, `stop anyway` doesn't.
Wish = Literal["open", "phones on", "phones off", "stop", "stop anyway", "keep", "again"]


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """The state in words: a headline, a sentence, and what to know besides. `phones` is the address for phones."""

    state: State
    title: str
    says: str
    more: str = ""
    address: str = ""
    phones: str = ""


class _Ready(msgspec.Struct, frozen=True):
    server: int
    address: str


class _Ended(msgspec.Struct, frozen=True):
    server: int
    status: int
    words: str


class _NoBrowser(msgspec.Struct, frozen=True):
    server: int


class _TroubleError(BowerbirdError):
    """The server can't be started. Has the sentence, and what to do."""

    def __init__(self, says: str, more: str) -> None:
        super().__init__(says)
        self.says, self.more = says, more


_News: TypeAlias = _Ready | _Ended | _NoBrowser


class Control:
    """Runs a server and follows it. `run` has a thread of its own; `do` may be called from any."""

    def __init__(
        self,
        folder: Path,
        tell: Callable[[Shown], None],
        *,
        ports: Sequence[int] = PORTS,
        browse: Callable[[str], object] = open_in_browser,
    ) -> None:
        """`tell` is called with every new state. `browse` opens a page, and may take long; False if it can't."""
        self._folder, self._tell, self._ports, self._browse = folder, tell, ports, browse
        self._wishes: queue.Queue[Wish | _News] = queue.Queue()
        self._server: ServerProcess | None = None
        self._starts = 0
        self._state: State = "starting"
        self._address = ""
        self._port = 0
        self._note = ""
        self._phones = ""
        self._why = ""
        self._look_until: float | None = None

    def do(self, wish: Wish) -> None:
        """Carry out what a person has pressed."""
        self._wishes.put(wish)

    def run(self) -> None:
        """Start the server, and do what is asked until it has stopped."""
        self._start()
        while self._state != "stopped":
            try:
                self._handle(self._wishes.get(timeout=_LOOK_EVERY))
            except queue.Empty:
                self._look()

    def _handle(self, wish: Wish | _News) -> None:
        match wish:
            case _Ready(server, address) if server == self._starts:
                self._opened(address)
            case _Ended(server, status, words) if server == self._starts:
                self._has_ended(status, words)
            case _NoBrowser(server) if server == self._starts:
                self._why = "No browser opens here. Start one yourself, and type the address."
                self._look()
            case "open" if self._address:
                self._why = ""
                self._show_page()
            case "phones on" | "phones off" if self._state == "open":
                self._switch(wish == "phones on")
            case "stop":
                self._ask_or_stop()
            case "stop anyway":
                self._stop()
            case "keep" if self._state == "asking":
                self._state = "open"
                self._look()
            case "again" if self._state == "failed":
                self._start()
            case _:
                pass  # too late: the state has changed meanwhile

    # Starting.

    def _start(self) -> None:
        self._starts += 1
        self._address, self._phones, self._why, self._note, self._look_until = "", "", "", "", None
        self._say("starting", "Bowerbird is starting", "This takes a few seconds.")
        try:
            _check_folder(self._folder)
            self._port = self._free_port()
        except _TroubleError as trouble:
            self._fail(trouble.says, trouble.more)
            return
        number = self._starts
        try:
            self._server = ServerProcess(
                self._folder,
                self._port,
                lambda address: self._wishes.put(_Ready(number, address)),
                lambda status, words: self._wishes.put(_Ended(number, status, words)),
            )
        except OSError as error:
            self._fail(f"The program can't be run: {error.strerror}.", "Install Bowerbird again. Your data stays.")

    def _free_port(self) -> int:
        for port in self._ports:
            try:
                socket.create_server(("127.0.0.1", port), reuse_port=False).close()
            except OSError:
                continue
            if port != self._ports[0]:
                self._note = (
                    f"Another program uses port {self._ports[0]}, so Bowerbird uses {port} for now. "
                    "Links from earlier days may not work until that program is closed."
                )
            return port
        raise _TroubleError(
            f"Other programs use all ports from {self._ports[0]} to {self._ports[-1]}.",
            "Close them, or restart the computer. Then press Try again.",
        )

    def _opened(self, address: str) -> None:
        self._state, self._address = "open", address
        self._note = self._note or data_note(self._folder)
        self._look()
        self._show_page()

    def _show_page(self) -> None:
        threading.Thread(target=self._browse_to, args=(self._address, self._starts), daemon=True).start()

    def _browse_to(self, address: str, server: int) -> None:
        if self._browse(address) is False:
            self._wishes.put(_NoBrowser(server))

    def _has_ended(self, status: int, words: str) -> None:
        was_open, self._server = bool(self._address), None
        if status == ALREADY_RUNNING:
            self._look_until = time.monotonic() + _FIND_WITHIN
            self._look()
        elif was_open:
            self._fail(
                "Everything already saved is safe.",
                f"Press Try again. If it happens again, the file {LOG} in {self._folder} says why.",
                "Bowerbird has stopped",
            )
        else:
            self._fail(words.removeprefix("Bowerbird could not start: ") or "It gave no reason.", self._what_helps())

    def _what_helps(self) -> str:
        return f"Nothing is lost. Your data is in {self._folder}. Press Try again when this is solved."

    # Running.

    def _look(self) -> None:
        """See what goes on, and say it."""
        if self._look_until is not None:
            self._find(self._look_until)
        elif self._state == "open":
            self._say("open", "Bowerbird is open", _goes_on(self._activity()), self._why or self._note)
        elif self._state == "elsewhere":
            self._look_elsewhere()

    def _activity(self) -> dict[str, Any] | None:
        """What goes on; None if the server doesn't answer."""
        try:
            network = ask(self._port, "/api/network")
            self._phones = network["address"] if network["on"] else ""
            found: dict[str, Any] = ask(self._port, "/api/activity")
        except (AskError, RefusedError):
            return None
        return found

    def _find(self, until: float) -> None:
        """Find the server that was started elsewhere. It may still be starting: a second double-click is quick."""
        address = running_address(self._folder)
        if not address:
            if time.monotonic() > until:
                self._look_until = None
                self._fail(
                    "Bowerbird is already running on this computer, but it doesn't answer.",
                    "Wait a minute and press Try again. If that doesn't help, restart the computer.",
                )
            return
        self._look_until, self._address = None, address
        self._say_elsewhere()
        self._show_page()

    def _look_elsewhere(self) -> None:
        with suppress(RefusedError):  # it has a problem, and its own page says which
            try:
                _check_health(self._address)
            except (AskError, ValueError) as error:
                if not isinstance(error.__cause__, TimeoutError):  # it is not only slow
                    title, says = "Bowerbird has stopped", "It ran in another window. Everything is saved."
                    self._fail(says, "To run it from here, press Try again.", title)
                    return
        self._say_elsewhere()

    def _say_elsewhere(self) -> None:
        says = "Its page opens in your browser. To stop it, use its own window."
        self._say("elsewhere", "Bowerbird is already running", says, self._why)

    def _switch(self, on: bool) -> None:
        try:
            ask(self._port, "/api/network", {"on": on})
            self._why = ""
        except RefusedError as refused:
            self._why = str(refused)
        except AskError:
            self._why = "Bowerbird doesn't answer right now. Try again in a moment."
        self._look()

    # Stopping.

    def _ask_or_stop(self) -> None:
        found = self._activity() if self._state in ("open", "asking") else {}
        if found is not None and not found.get("tables") and not found.get("events"):
            self._stop()
            return
        self._say("asking", "Stop Bowerbird?", _goes_on(found), "It is all saved, and goes on when you start again.")

    def _stop(self) -> None:
        if self._server is not None:
            self._starts += 1  # what it says from now on is not news
            self._say("stopping", "Bowerbird is stopping", "Everything is saved.")
            self._server.stop()
            self._server = None
        self._say("stopped", "Bowerbird has stopped", "Everything is saved.")

    def _fail(self, says: str, more: str, title: str = "Bowerbird could not start") -> None:
        self._address = self._phones = ""
        self._say("failed", title, says, more)

    def _say(self, state: State, title: str, says: str, more: str = "") -> None:
        self._state = state
        self._tell(Shown(state=state, title=title, says=says, more=more, address=self._address, phones=self._phones))


def _check_folder(folder: Path) -> None:
    try:
        create_private_folder(folder)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_FREE))
    except OSError as error:
        raise _TroubleError(
            f"Bowerbird can't save in {folder}: {error.strerror}.",
            "Nothing is lost. Check that the disk isn't full and that the folder is yours. Then press Try again.",
        ) from error


def _check_health(address: str) -> None:
    """Ask the server at this address. Raises `AskError`, `RefusedError`, or a ValueError if it isn't Bowerbird."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    found = ask(parts.port or 80, "/health", host="127.0.0.1" if host == "localhost" else host)
    if not isinstance(found, dict) or "ok" not in found:
        raise ValueError(f"another program answers at {address}")


def _goes_on(found: dict[str, Any] | None) -> str:
    """One sentence about people, tables and events."""
    if found is None:
        return "It doesn't answer right now. People may be playing."
    people, tables, events = found.get("people", 0), found.get("tables", 0), found.get("events", [])
    words = []
    if tables:
        words.append(f"{_count(people, 'person', 'people')} at {_count(tables, 'table', 'tables')}.")
    elif people:
        words.append(f"{_count(people, 'person is', 'people are')} here.")
    if events:
        words.append(f"In progress: {', '.join(events)}.")
    return " ".join(words) or "Nobody is playing right now."


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
