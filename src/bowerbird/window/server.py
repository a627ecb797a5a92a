"""A server in a process of its own: started, heard, asked, stopped."""

from __future__ import annotations

import http.client
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from bowerbird.errors import BowerbirdError
from bowerbird.machine import hidden_console, make_private, own_command

__all__ = ["LOG", "AskError", "RefusedError", "ServerProcess", "ask"]

#: The file with everything that servers said, in the data folder. It helps when somebody asks what went wrong. A
#: new one begins after so many bytes, and the one before it is kept.
LOG: Final = "window.log"
_EARLIER_LOG: Final = "window-earlier.log"
_LOG_BYTES: Final = 1_000_000
_RUNNING_AT: Final = "Bowerbird is running at "
#: Seconds for an answer, for the last words of a server, and for it to close everything before it is killed.
_ANSWER_WITHIN: Final = 5.0
_SAY_WITHIN: Final = 2.0
_STOP_WITHIN: Final = 20.0


class AskError(BowerbirdError):
    """The server doesn't answer."""


class RefusedError(BowerbirdError):
    """The server refuses. The message says why, for people."""


class ServerProcess:
    """`bowerbird serve` on a folder and a port."""

    def __init__(
        self, folder: Path, port: int, ready: Callable[[str], None], ended: Callable[[int, str], None]
    ) -> None:
        """Start it. Other threads call `ready` with its address, and `ended` with its status and last words."""
        command = [*own_command(), "serve", "--until-input-ends", "--port", str(port), "--data", str(folder)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **hidden_console()
        )
        self._log = folder / LOG
        self._ready, self._ended = ready, ended
        self._last = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        threading.Thread(target=self._wait, daemon=True).start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def _read(self) -> None:
        assert self._process.stdout is not None
        self._note(f"{datetime.now().isoformat(' ', 'seconds')} Bowerbird starts.\n".encode())
        for line in self._process.stdout:
            self._note(line)
            words = line.decode("utf-8", "replace").strip()
            if words.startswith(_RUNNING_AT):
                self._ready(words.removeprefix(_RUNNING_AT))
            self._last = words or self._last

    def _wait(self) -> None:
        status = self._process.wait()
        # Not to the end of the output: what the server has started may hold it open, and hang.
        self._reader.join(_SAY_WITHIN)
        self._ended(status, self._last)

    def _note(self, line: bytes) -> None:
        with suppress(OSError):  # a full disk must not stop the server
            make_private(self._log)
            if self._log.stat().st_size > _LOG_BYTES:
                self._log.replace(self._log.with_name(_EARLIER_LOG))
                make_private(self._log)
            with self._log.open("ab") as file:
                file.write(line)

    def stop(self) -> None:
        """Let it close everything and end. One that takes too long is killed: everything saved is safe all the same."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(_STOP_WITHIN)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def ask(port: int, path: str, body: object = None, *, host: str = "127.0.0.1") -> Any:
    """Ask the server on this computer, with a body to change something. Raises `AskError` or `RefusedError`."""
    line = http.client.HTTPConnection(host, port, timeout=_ANSWER_WITHIN)
    try:
        if body is None:
            line.request("GET", path)
        else:
            headers = {"X-Bowerbird": "1", "Content-Type": "application/json"}
            line.request("POST", path, msgspec.json.encode(body), headers)
        answer = line.getresponse()
        said = msgspec.json.decode(answer.read())
    except (OSError, http.client.HTTPException, msgspec.DecodeError) as error:
        raise AskError(str(error)) from error
    finally:
        line.close()
    if answer.status >= 400:
        raise RefusedError(said.get("why", "") if isinstance(said, dict) else "")
    return said
