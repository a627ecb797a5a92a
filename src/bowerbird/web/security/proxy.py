"""The way clients reach the server: host names, https and trusted proxies; and who may see the metrics."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

__all__ = ["Deployment", "address_of", "is_loopback", "networks"]

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

_HOST: Final = re.compile(r"(?:([A-Za-z0-9_.-]{1,253})|\[([0-9A-Fa-f:.]{2,45})\])(?::\d{1,5})?")
#: Endings that nobody can register. Like names without a dot, they lead to a machine in the local network.
_LOCAL_ENDINGS: Final = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localhost")
#: The prefix of an IPv6 network that belongs to one customer.
_ONE_CUSTOMER: Final = 64


class Deployment(msgspec.Struct, frozen=True):
    """The admin's settings for the network.

    `https`: clients use https only. `names`: host names of this server. `proxies`: proxies whose client addresses are
    trusted. `figures_for`: addresses that may see the metrics, in addition to this machine.
    """

    https: bool = False
    names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    figures_for: tuple[str, ...] = ()

    @property
    def is_plain(self) -> bool:
        """True if nothing is set: a laptop, not a server for the internet."""
        return not (self.https or self.names or self.proxies)

    def knows(self, host: str) -> bool:
        """True if the host of a request is one of ours.

        Another site can make its own name lead to this machine and then read our answers (DNS rebinding). It can't do
        so with a bare address or one of our names. A proxy checks its names itself.
        """
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name = (match[1] or match[2]).lower().rstrip(".")
        if self.proxies or name in self.names or "." not in name or name.endswith(_LOCAL_ENDINGS):
            return True
        return _is_address(name) or name in _own_names()

    def is_https(self, scheme: str) -> bool:
        """True if the browser uses https: always by the settings, or for this connection."""
        return self.https or scheme in ("https", "wss")

    def is_private(self, scheme: str, host: str) -> bool:
        """True if nobody can listen in between: https, or the same machine."""
        name = host.rpartition(":")[0] or host
        return self.is_https(scheme) or name in ("localhost", "127.0.0.1", "[::1]")

    def may_see_metrics(self, address: str, headers: Mapping[str, str]) -> bool:
        """Allow this machine and `figures_for`. Behind a proxy that was not named, the client is unknown."""
        if not self.proxies and ("x-forwarded-for" in headers or "forwarded" in headers):
            return False
        try:
            asker = ipaddress.ip_address(address)
        except ValueError:
            return False
        return asker.is_loopback or any(asker in network for network in networks(self.figures_for))


@lru_cache(maxsize=64)
def networks(texts: tuple[str, ...]) -> tuple[Network, ...]:
    """Read addresses and networks. A ValueError names the first that is neither."""
    found = []
    for text in texts:
        try:
            found.append(ipaddress.ip_network(text, strict=False))
        except ValueError:
            raise ValueError(f"{text!r} isn't an address or a network. Write 127.0.0.1 or 10.0.0.0/8") from None
    return tuple(found)


def is_loopback(host: str) -> bool:
    """True if an address is this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@lru_cache(maxsize=20_000)
def address_of(host: str) -> str:
    """The key to count requests by: an IPv4 address, or the IPv6 network of one customer."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, _ONE_CUSTOMER), strict=False))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=1)
def _own_names() -> frozenset[str]:
    return frozenset({socket.gethostname().lower()})
