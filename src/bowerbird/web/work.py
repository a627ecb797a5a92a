"""For whom slow work is done: the person and the address of a request."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Request
from litestar.types import Receive

from bowerbird.hall.work_queue import Asker, asker_gone, the_asker
from bowerbird.web.security.proxy import address_of

__all__ = ["set_asker"]


def set_asker(request: Request[Any, Any, Any], person: str) -> None:
    """Everything that the work queue does for this request is for this person, and waits only while they do."""
    the_asker.set(Asker(person, address_of(request.client.host) if request.client else ""))
    asker_gone.set(partial(_gone, request.receive))


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
