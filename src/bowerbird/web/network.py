"""The switch that opens a server on one laptop to phones on its network while it runs, and closes it again.

The server always listens on the laptop itself. Switched on, it also listens on the laptop's address in the network, on
the same port. Only someone at the laptop can use the switch.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from typing import Annotated, Any, Final, Protocol

import msgspec
from litestar import Request, Router, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from bowerbird.clock import Now
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.machine import firewall_help, network_host
from bowerbird.store import Log
from bowerbird.web.dependencies import TheDesk, TheHall
from bowerbird.web.security.origin import from_our_own_pages
from bowerbird.web.security.proxy import is_loopback

__all__ = ["Activity", "Network", "NetworkState", "NetworkSwitch", "network_api"]

log = logging.getLogger(__name__)

Asked = Request[Any, Any, Any]

_STREAM: Final = "network"
#: After a crash on the same day the switch is as it was. Next week the server starts closed (in milliseconds).
_REMEMBERED: Final = 18 * 3600 * 1000
_NOT_CONNECTED: Final = (
    "This laptop isn't connected to a network. Connect it to the wi-fi that the phones use, or to a phone's hotspot, "
    "and try again."
)
_STARTED_OPEN: Final = (
    "Bowerbird was started for the whole network, so phones stay on. To close it to others, start it without --host."
)
_ELSEWHERE: Final = "Use the switch on the laptop that runs Bowerbird, in the browser there."
_GUEST_WIFI: Final = (
    "If a phone can't open the address: check that it uses the same wi-fi as this laptop, and not mobile data. Guest "
    "wi-fi often keeps devices apart. In that case use the main wi-fi, or turn on the hotspot of one phone and connect "
    "the laptop and the other phones to it."
)


class NetworkState(msgspec.Struct, frozen=True):
    """Whether other devices can connect, and where. `can` is false where the switch can't be used, and `why` says why.

    `devices` is the number of other devices that have connected so far.
    """

    on: bool
    can: bool
    address: str
    devices: int
    why: str
    help: tuple[str, ...]


class NetworkSwitch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open the server to the network, or close it."""

    on: Annotated[bool, msgspec.Meta(description="True to let other devices connect.")]


class Activity(msgspec.Struct, frozen=True):
    """What goes on now: people who are here, tables where someone plays, and titles of events in progress."""

    people: int
    tables: int
    events: list[str]


class Listener(Protocol):
    """The web server, as far as the switch needs it."""

    async def listen(self, listening: socket.socket) -> None:
        """Serve on one more socket."""

    async def stop_listening(self, host: str) -> None:
        """Close the sockets at this address, and every connection to it."""

    def clients(self, host: str) -> set[str]:
        """The addresses that are connected to this address now."""


class Network:
    """The server's address for other devices, and the switch."""

    def __init__(self, address: str = "", port: int = 0, host: Callable[[], str] = network_host) -> None:
        """`address` is fixed where the server was started for the network; with a `port` there is a switch."""
        self.address = address
        self._port = port
        self._find = host
        self._log: Log | None = None
        self._clock: Now = lambda: 0
        self._host = ""
        self._wanted = False
        self._listener: Listener | None = None
        self._seen: set[str] = set()
        self._turn = asyncio.Lock()

    @property
    def can_switch(self) -> bool:
        """False if the server was started for the network, or is a real server with several processes or names."""
        return self._listener is not None and bool(self._port)

    def remember_in(self, log: Log, clock: Now) -> None:
        """Keep the position of the switch in this log."""
        self._log, self._clock = log, clock

    async def start(self, listener: Listener) -> None:
        """Use this web server, and open it again if it was open when it stopped a short while ago."""
        self._listener = listener
        if not self.can_switch or self._log is None:
            return
        entries = await self._log.read(_STREAM)
        if entries and self._clock() - entries[-1].at < _REMEMBERED:
            wanted = msgspec.json.decode(entries[-1].body, type=NetworkSwitch)
            try:
                self._wanted = wanted.on
                if wanted.on:
                    await self._open()
            except NotAllowedError as error:
                log.warning("phones can't connect yet: %s", error)

    async def switch(self, on: bool) -> None:
        """Open or close, and remember it."""
        if not self.can_switch:
            raise NotAllowedError(_STARTED_OPEN if self.address else _ELSEWHERE)
        async with self._turn:
            await (self._open() if on else self._close())
            self._wanted = on
            if self._log is not None:
                last = len(await self._log.read(_STREAM))
                await self._log.append(_STREAM, last, [msgspec.json.encode(NetworkSwitch(on))], self._clock())

    async def state(self) -> NetworkState:
        """The state now. If the laptop has moved to another network, the server follows it there."""
        async with self._turn:
            await self._follow()
        if self._listener is not None and self._host:
            self._seen |= self._listener.clients(self._host)
        can = self.can_switch
        why = "" if can else _STARTED_OPEN if self.address else _ELSEWHERE
        advice = (firewall_help(self._port), _GUEST_WIFI) if can else ()
        return NetworkState(bool(self.address), can, self.address, len(self._seen - {self._host}), why, advice)

    def is_at_the_laptop(self, request: Asked) -> bool:
        """True if a request was made on this machine and came by the laptop's own address."""
        client, server = request.client, request.scope.get("server")
        relayed = "x-forwarded-for" in request.headers or "forwarded" in request.headers
        if client is None or server is None or relayed:
            return False
        return is_loopback(client.host) and is_loopback(server[0]) and server[0] != self._host

    async def _follow(self) -> None:
        """Be open where the laptop is now. If that fails, the switch is off and the next look tries again."""
        if not self._wanted or self._find() in ("", self._host):
            return
        await self._close()
        try:
            await self._open()
        except NotAllowedError as error:
            log.warning("phones can't connect now: %s", error)

    async def _open(self) -> None:
        assert self._listener is not None
        if self._host:
            return
        host = self._find()
        if not host:
            raise NotAllowedError(_NOT_CONNECTED)
        try:
            listening = socket.create_server((host, self._port), reuse_port=False)
        except OSError as error:
            raise NotAllowedError(
                f"Port {self._port} can't be opened at {host}: {error.strerror}. Close the other program that uses it, "
                "or start Bowerbird with another --port."
            ) from None
        await self._listener.listen(listening)
        self._host = host
        self.address = f"http://{host}:{self._port}"

    async def _close(self) -> None:
        assert self._listener is not None
        if not self._host:
            return
        await self._listener.stop_listening(self._host)
        self._host = self.address = ""
        self._seen = set()


TheNetwork = NamedDependency[Network]


@get("/network")
async def network_state(network: TheNetwork, request: Asked) -> NetworkState:
    """Whether other devices on the network can connect, and the address for them."""
    state = await network.state()
    if network.is_at_the_laptop(request):
        return state
    return msgspec.structs.replace(state, can=False, why=_ELSEWHERE, help=())


@post("/network", status_code=200)
async def switch_network(network: TheNetwork, request: Asked, data: JSONBody[NetworkSwitch]) -> NetworkState:
    """Let other devices on the network connect, or close the server to them. Works only on the laptop itself."""
    if not network.is_at_the_laptop(request):
        raise NotAllowedError(_ELSEWHERE)
    await network.switch(data.on)
    return await network.state()


@get("/activity", include_in_schema=False)
async def activity(network: TheNetwork, hall: TheHall, desk: TheDesk, request: Asked) -> Activity:
    """What goes on now, for the window that runs the server. Nobody else may know."""
    if not network.is_at_the_laptop(request):
        raise NotFoundError("There is nothing here. Check the address.")
    playing = [live for live in hall.in_use() if live.room.is_on and live.anyone_here]
    return Activity(len(hall.everyone_here()), len(playing), desk.in_progress())


network_api = Router("/api", route_handlers=[network_state, switch_network, activity], guards=[from_our_own_pages])
