"""Names, addresses and paths for the configuration of a proxy, as nginx, HAProxy and Caddy all read them."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from bowerbird.web.security.proxy import networks

__all__ = ["certificate_path", "host_name", "process_address", "trusted_networks"]

_LONGEST_NAME: Final = 253
#: Underscores aren't allowed in public names, but containers have them.
_LABEL: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
#: The last label of a name that browsers and resolvers read as an IPv4 address, or refuse.
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")
#: Letters that Python's older rules (IDNA 2003) change or remove. Browsers keep them.
_CHANGED: Final = frozenset("\u00df\u03c2\u200c\u200d")
_PROCESS: Final = re.compile(r"(?:\[(?P<ipv6>[0-9A-Fa-f:.]+)\]|(?P<name>[^:\[\]]+)):(?P<port>[0-9]{1,5})")
_LAST_PORT: Final = 65535
#: No character that one of the proxies reads as a sign of its own, and no `data:` or `engine:` before the path.
_PATH: Final = re.compile(r"(?:[A-Za-z]:/)?[\w./][\w./+=,@~-]*")


def host_name(text: str) -> str:
    """The host name of a server as browsers send it: lower case, and ASCII (`xn--`). ValueError says what is wrong."""
    name = _ascii(text)
    if not name or "_" in name:
        raise ValueError(f"{text!r} isn't a host name. Give it as in --name euchre.example.org")
    return name


def process_address(text: str) -> str:
    """The host and port of a process. The host is a name, an IPv4 address, or an IPv6 address in brackets."""
    wrong = ValueError(
        f"{text!r} isn't the address of a process. Give it with its port, as in --process 10.0.0.5:8001, "
        "or --process [fd00::5]:8001 for IPv6"
    )
    match = _PROCESS.fullmatch(text)
    if match is None or not 1 <= (port := int(match["port"])) <= _LAST_PORT:
        raise wrong
    host = match["ipv6"] or _ascii(match["name"])
    # nginx reads `unix:` as the path of a socket.
    if not host or host == "unix":
        raise wrong
    try:
        address = ipaddress.IPv6Address(host) if match["ipv6"] else ipaddress.IPv4Address(host)
    except ValueError:
        if match["ipv6"]:
            raise wrong from None
        return f"{host}:{port}"
    if address.is_unspecified or address.is_multicast:
        raise ValueError(f"A proxy can't send people to {text}. Give an address that it reaches, as 10.0.0.5:{port}")
    return f"[{address}]:{port}" if match["ipv6"] else f"{address}:{port}"


def trusted_networks(texts: Sequence[str]) -> tuple[str, ...]:
    """Addresses and networks, each as a network. ValueError names the first that isn't one."""
    for text in texts:
        # Python takes anything after the sign, and the proxies take nothing.
        if "%" in text:
            raise ValueError(f"{text!r} names a network interface, which proxies can't read. Leave out the part from %")
    return tuple(map(str, networks(tuple(texts))))


def certificate_path(text: str) -> str:
    """The path of a file, unchanged. ValueError if a proxy would read one of its characters as something else."""
    if not _PATH.fullmatch(text):
        raise ValueError(
            f"Proxies can't read the path {text!r} as it is. Use letters, digits and / . _ - + = , @ ~ only, "
            "and start with / or a letter"
        )
    return text


def _ascii(text: str) -> str:
    """A name, or an IPv4 address, in ASCII. Empty if it is neither."""
    if any(letter in _CHANGED or unicodedata.ucd_3_2_0.category(letter) == "Cn" for letter in text):
        raise ValueError(f"{text!r} has letters that Bowerbird can't convert. Give it as browsers send it, with xn--")
    try:
        name = text.encode("idna").decode().lower().removesuffix(".")
    except UnicodeError:
        return ""
    labels = name.split(".")
    if len(name) > _LONGEST_NAME or not all(map(_LABEL.fullmatch, labels)):
        return ""
    return name if not _NUMBER.fullmatch(labels[-1]) or _is_ipv4(name) else ""


def _is_ipv4(name: str) -> bool:
    try:
        ipaddress.IPv4Address(name)
    except ValueError:
        return False
    return True
