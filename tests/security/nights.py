"""An evening by the JSON interface: what the director does, and the links of everybody else."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import httpx

from bowerbird.client import Client


class Night:
    """An event that somebody runs while others try things."""

    def __init__(self, director: Client) -> None:
        self.client = director
        self.token = ""

    async def begin(self, rules: str, names: Sequence[str], **more: Any) -> None:
        """Set it up, and seat everybody."""
        await self.client.guest("Dee")
        await self.make(rules, **more)
        await self.do("enter", people=[{"name": name, "of_age": True} for name in names], here=True)
        await self.do("seat", choices={"in_order": "yes"})

    async def make(self, rules: str, **more: Any) -> None:
        """Set it up only."""
        wanted = {"rules": rules, "title": "Thursday", "key": secrets.token_hex(8), **more}
        made = await self.client.post("/api/events", **wanted)
        self.token = str(made["link"]).rpartition("/")[2]

    async def ask(self, token: str, what: str, **asked: Any) -> httpx.Response:
        """Whoever has this link asks for something; the answer as it came."""
        body = {"what": what, "key": secrets.token_hex(8), **asked}
        return await self.client.http.post(f"/api/desk/{token}/do", json=body)

    async def do(self, what: str, **asked: Any) -> dict[str, Any]:
        """The director does something."""
        answer = await self.ask(self.token, what, **asked)
        assert answer.status_code == 200, answer.text
        said: dict[str, Any] = answer.json()
        return said

    async def look(self, token: str = "") -> dict[str, Any]:
        """What a link sees."""
        seen: dict[str, Any] = await self.client.get(f"/api/desk/{token or self.token}/view")
        return seen

    async def link(self, *path: str) -> str:
        """The token of a link from the desk's own list."""
        found: Any = (await self.look())["links"]
        for part in path:
            found = found[part]
        return str(found).rpartition("/")[2]

    async def table_of(self, name: str) -> dict[str, Any]:
        """Where somebody sits."""
        tables = (await self.look())["tables"]
        found: dict[str, Any] = next(table for table in tables if name in str(table["seats"]))
        return found


def status_of(*answers: httpx.Response) -> set[int]:
    """The statuses of some answers."""
    return {answer.status_code for answer in answers}
