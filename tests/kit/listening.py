"""Sockets for the servers of tests."""

from __future__ import annotations

import socket


def listen(port: int = 0) -> socket.socket:
    """A socket that listens on this port, or on a free one.

    It sends at once, as under uvloop. In asyncio's own loop, the body of an answer waited 40 ms for the receipt of its
    headers.
    """
    listening = socket.create_server(("127.0.0.1", port))
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def free_port() -> int:
    """A port that nobody listens on."""
    with listen() as door:
        return int(door.getsockname()[1])
