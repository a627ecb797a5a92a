"""Hand each new connection to the worker that serves its table or event.

All workers accept connections on one socket. The first line of a request names the table; it is read without taking it
from the socket. If another worker has that table, the connection itself is handed over: each worker has a door, a Unix
socket in a private folder, through which file descriptors can be passed. From then on nobody is in between.

A browser opens a new connection for each WebSocket, so those are always where they belong. Later requests on a
connection that stays open are answered where it is.

A worker that has died has no door, and others take its share. With each connection goes one end of a pair of sockets,
by which it is confirmed. If the worker dies before that, the system closes the pair, and the connection goes to the
next door. If there is no more room at a door, or the worker behind it hangs, it is served where it came in. A pipe
with a single byte goes with it, so that two never serve it: it belongs to the worker that has read the byte.
"""

from __future__ import annotations

import array
import asyncio
import logging
import os
import socket
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from bowerbird.machine import socket_for_passing
from bowerbird.web.routing import key_of, places_for

__all__ = ["Doors"]

log = logging.getLogger(__name__)

#: The bytes of a request that are looked at. A link to an event is shorter than this.
_FIRST_LINE: Final = 2048
#: Seconds, here and below in real time, to wait for the first request. After that, the web server's own limits apply.
_PATIENCE: Final = 2.0
#: Seconds between attempts if there is no room at a door, and until the connection is served here.
_NO_ROOM, _LONGEST = 0.005, 1.0
#: Seconds for a connection to be taken from a door. Then the worker behind it counts as hanging.
_TAKE_WITHIN: Final = 3.0
#: Seconds between looks if a connection that lies at the door of such a worker has ended.
_ENDED: Final = 0.5
#: Seconds without accepting if there are too many open files.
_PAUSE: Final = 0.5
#: Connections that may wait to be accepted: everyone comes back at once after a restart.
_BACKLOG: Final = 2048
#: Connections that are accepted, or fetched from the door, before anything else is done.
_AT_ONCE: Final = 64
#: The place with the longest name.
_LAST_PLACE: Final = 255
#: What is passed through a door: a connection, the socket by which it is confirmed, and the pipe with the byte.
_PASSED: Final = 3
#: What is said when a connection was taken.
_TAKEN: Final = b"t"


class Doors:
    """The doors of all workers, as one of them sees it."""

    def __init__(self, folder: Path, place: int, number: int) -> None:
        """This is the worker at `place` of `number`. Their doors are in `folder`, which only they can open."""
        self._folder = folder
        self._place = place
        self._number = number
        self._listening: list[socket.socket] = []
        self._looking: dict[socket.socket, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._connected: Callable[[], asyncio.Protocol] | None = None
        self._closed = False

    def open(self, listening: list[socket.socket], connected: Callable[[], asyncio.Protocol]) -> None:
        """Begin to accept connections. `connected` makes the protocol of one that is served here."""
        self._connected = connected
        self._out, self._in = socket_for_passing(), socket_for_passing()
        own = self._door(self._place)
        own.unlink(missing_ok=True)  # of a worker that died here
        self._in.bind(str(own))
        loop = asyncio.get_running_loop()
        loop.add_reader(self._in, self._fetch)
        self._listening = listening
        for each in listening:
            each.setblocking(False)
            each.listen(_BACKLOG)
            loop.add_reader(each, self._accept, each)

    @staticmethod
    def check(folder: Path) -> None:
        """Raise an `OSError` if there can be no doors in this folder, above all because its path is too long."""
        door = folder / str(_LAST_PLACE)
        try:
            with socket_for_passing() as tried:
                tried.bind(str(door))
        finally:
            door.unlink(missing_ok=True)

    def close(self) -> None:
        """Accept nothing more."""
        if self._closed or self._connected is None:
            return
        self._closed = True
        loop = asyncio.get_running_loop()
        for each in self._listening:
            loop.remove_reader(each)
        loop.remove_reader(self._in)
        self._door(self._place).unlink(missing_ok=True)
        for waiting in list(self._looking):
            self._seen(waiting)
            waiting.close()
        self._in.close()  # workers that have put something there notice, and go to the next door
        for task in self._tasks:
            task.cancel()
        self._out.close()

    def _door(self, place: int) -> Path:
        return self._folder / str(place)

    # Connections from outside.

    def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(_AT_ONCE):
            try:
                connection, _ = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                log.error("no connection can be accepted now: %s", error)
                loop.remove_reader(listening)
                loop.call_later(_PAUSE, self._accept_again, listening)
                return
            connection.setblocking(False)
            self._looking[connection] = loop.call_later(_PATIENCE, self._serve_silent, connection)
            loop.add_reader(connection, self._look, connection)

    def _accept_again(self, listening: socket.socket) -> None:
        if not self._closed:
            asyncio.get_running_loop().add_reader(listening, self._accept, listening)

    def _look(self, connection: socket.socket) -> None:
        """Something has come: see where it belongs. A first line in pieces is rare, and served here."""
        self._seen(connection)
        key = _peeked_key(connection)
        places = places_for(key, self._number) if key else [self._place]
        if places[0] == self._place:
            self._serve(connection)
        else:
            self._start(self._route(connection, places))

    def _seen(self, connection: socket.socket) -> None:
        self._looking.pop(connection).cancel()
        asyncio.get_running_loop().remove_reader(connection)

    def _serve_silent(self, connection: socket.socket) -> None:
        self._seen(connection)
        self._serve(connection)

    async def _route(self, connection: socket.socket, places: list[int]) -> None:
        """Hand a connection to the first worker that takes it; serve it here if it is our turn, or if it takes long."""
        until = asyncio.get_running_loop().time() + _LONGEST
        for place in places:
            if place == self._place:
                break
            try:
                taken = await self._hand_over(connection, place, until)
            except OSError:
                continue  # nobody is there, or not any more
            if taken:
                connection.close()
                return
            if taken is None:
                self._start(self._connect(connection, connection.dup()))
                return
            break
        self._serve(connection)

    async def _hand_over(self, connection: socket.socket, place: int, until: float) -> bool | None:
        """Put a connection at a door, and wait until it was taken.

        False if there is no room for a while; None if nobody takes it, and it lies at that door; an `OSError` if nobody
        is behind the door.
        """
        loop = asyncio.get_running_loop()
        here, there = socket.socketpair()
        with here, _single_byte() as byte:
            here.setblocking(False)
            with there:
                rights = array.array("i", [connection.fileno(), there.fileno(), byte])
                message = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)]
                while True:
                    try:
                        self._out.sendmsg([_TAKEN], message, 0, str(self._door(place)))
                        break
                    except BlockingIOError:
                        if loop.time() > until:
                            return False
                    await asyncio.sleep(_NO_ROOM)
            try:
                async with asyncio.timeout(_TAKE_WITHIN):
                    taken = await loop.sock_recv(here, len(_TAKEN))
            except TimeoutError:
                return None if _has_read(byte) else True  # if somebody else has, it was taken just now
            if not taken:
                raise ConnectionResetError
        return True

    # Connections from other workers.

    def _fetch(self) -> None:
        """Take what is at the door, and confirm it."""
        for _ in range(_AT_ONCE):
            try:
                _, descriptors, _, _ = socket.recv_fds(self._in, len(_TAKEN), _PASSED)
            except OSError:  # nothing more, above all
                return
            if len(descriptors) < _PASSED:
                log.error("no connection can be taken from another worker now: too many open files")
                for descriptor in descriptors:
                    os.close(descriptor)
                return  # it goes to the next door
            *sockets, byte = descriptors
            connection, receipt = (socket.socket(fileno=descriptor) for descriptor in sockets)
            is_ours = _has_read(byte)
            os.close(byte)
            with receipt, suppress(OSError):  # nobody waits for it any more
                receipt.send(_TAKEN)
            if is_ours:
                self._serve(connection)
            else:
                connection.close()  # it is served elsewhere, because it took too long here

    # Serving.

    def _serve(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        self._start(self._connect(connection))

    async def _connect(self, connection: socket.socket, spare: socket.socket | None = None) -> None:
        """Serve a connection. If another worker still has it, the browser hears of its end by the `spare`."""
        assert self._connected is not None
        transport: asyncio.WriteTransport | None = None
        try:
            transport, _ = await asyncio.get_running_loop().connect_accepted_socket(self._connected, connection)
        except OSError:  # it is gone already
            connection.close()
        if spare is None:
            return
        with spare:
            while transport and (not transport.is_closing() or transport.get_write_buffer_size()):
                await asyncio.sleep(_ENDED)
            with suppress(OSError):
                spare.shutdown(socket.SHUT_RDWR)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


@contextmanager
def _single_byte() -> Iterator[int]:
    """A pipe that has one byte, and will never have another. Reading from it doesn't wait."""
    byte, end = os.pipe()
    try:
        os.set_blocking(byte, False)
        os.write(end, _TAKEN)
        os.close(end)
        yield byte
    finally:
        os.close(byte)


def _has_read(byte: int) -> bool:
    """Read the byte of a pipe. False if somebody else has."""
    return os.read(byte, len(_TAKEN)) == _TAKEN


def _peeked_key(connection: socket.socket) -> str:
    """The table or event in the first line of a request, which stays to be read."""
    first = b""
    with suppress(OSError):  # nothing has come, or it is closed: its protocol finds out
        first = connection.recv(_FIRST_LINE, socket.MSG_PEEK)
    _, _, target = first.partition(b"\r\n")[0].partition(b" ")
    return key_of(target.decode("latin-1"))
