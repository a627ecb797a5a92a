"""A hall whose database goes away at a bad moment: what was to happen by itself happens later, and people are told."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import delete
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bowerbird.client import Client, RefusedError, first_choice
from bowerbird.evening.setup import NewEvent
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.hall.log_seals import log_seals
from bowerbird.hall.presence import Own, Presence
from bowerbird.live.cluster import Cluster
from bowerbird.store import Log, StoreError
from bowerbird.store._schema import leases
from bowerbird.web import app as web_app
from desk.conftest import desk_on
from faults.conftest import away
from realtime.waiting import soon
from web.conftest import KEYRING, app_on, listening

pytestmark = pytest.mark.full

#: Bots that take their time, so that a game is not over before the hall is closed.
SLOW = Settings(grace=60, words_wait=0, pace_factor=0.1)
SEALS = log_seals(KEYRING)
LONG = 'based_on = "trailer-estates"\n[game]\nhands = 100'


async def test_what_was_going_on_goes_on_when_the_database_comes_later_than_the_hall(
    server: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody looks at anything: bots at a table, and an event with its tables online."""
    monkeypatch.setattr(web_app, "RETRY_AFTER", 0.1)
    async with listening(app_on(server.get_uri(), SLOW)) as address, Client(address) as client:
        await client.guest("Al")
        made = await client.make_table(house_rules=LONG, bots="simple")
        async with client.line(made["table"]) as line:
            await line.do("stand")
        event = await client.make_event("trailer-estates", trial=8)
        await event.do("check-in", names="all")
        await event.do("seat")
        await event.do("online", tables="all")
    watched = [f"table:{made['table']}", f"event:{event.token.partition('.')[0]}"]
    async with Log(server.get_uri()) as log:
        # Nobody is known to have led them, as in a database that comes from a backup.
        await log.do(lambda connection: connection.execute(delete(leases)))
        before = await log.heads(watched)
    async with listening(app_on(server.get_uri(), ready=server.stop)):
        try:
            await soon(lambda: "until the database is back" in caplog.text)
        finally:
            await asyncio.to_thread(server.start)
        async with Log(server.get_uri()) as log, asyncio.timeout(60):
            while any(last <= before[stream] for stream, last in (await log.heads(watched)).items()):
                await asyncio.sleep(0.05)


class LeavesAfterTheList(Log):
    """Its database goes away just when it has told which tables there are."""

    server: Any

    async def streams(self, prefix: str = "", since: int = 0) -> dict[str, int]:
        found = await super().streams(prefix, since)
        await asyncio.to_thread(self.server.stop)
        return found


async def test_tables_that_could_not_be_read_are_not_taken_for_woken(server: Any) -> None:
    async with Log(server.get_uri(), SEALS) as log, LeavesAfterTheList(server.get_uri(), SEALS) as leaving:
        leaving.server = server
        made = await Hall(log, lambda: 0, SLOW, bot_processes=0).make_table("host")
        hall = Hall(leaving, lambda: 0, SLOW, bot_processes=0)
        try:
            with pytest.raises(StoreError, match="doesn't answer"):
                await hall.wake_recent()
            assert hall.in_use() == []
        finally:
            await asyncio.to_thread(server.start)
        assert (await hall.table(made.name)).name == made.name
        await hall.close()


async def test_events_that_could_not_be_read_are_not_taken_for_woken(server: Any) -> None:
    async with Log(server.get_uri(), SEALS) as log, LeavesAfterTheList(server.get_uri(), SEALS) as leaving:
        leaving.server = server
        first = desk_on(log)
        made = await first.make("host", NewEvent(rules="ccc", key="one"))
        await first.close()
        await first.hall.close()
        second = desk_on(leaving)
        try:
            with pytest.raises(StoreError, match="doesn't answer"):
                await second.wake_recent()
        finally:
            await asyncio.to_thread(server.start)
        assert (await second.event(made.name)).name == made.name
        await second.close()
        await second.hall.close()


async def test_other_processes_are_told_who_is_here_also_after_a_failure(server: Any) -> None:
    failures = 0

    def own() -> Own:
        nonlocal failures
        if failures == 0:
            failures += 1
            raise KeyError("a table that has just been let go")
        return {"table": (["Al"], None)}

    def nothing() -> Own:
        return {}

    def silent(_table: str) -> None:
        """Nobody looks on."""

    async with Log(server.get_uri()) as log, Log(server.get_uri()) as log_there:
        cluster, there = Cluster(log), Cluster(log_there)
        telling, hearing = Presence(cluster, log.name, own, silent), Presence(there, log_there.name, nothing, silent)
        await cluster.open()
        await there.open()
        await soon(lambda: there.in_touch)
        telling.open()
        telling.tell("table")
        await soon(lambda: failures == 1)
        await soon(lambda: hearing.is_elsewhere("table", "Al"))
        await telling.close()
        await cluster.close()
        await there.close()


async def test_a_person_whose_act_could_not_be_written_is_told_to_look(server: Any) -> None:
    """It may be on disk all the same, so nobody is told that nothing happened."""
    async with listening(app_on(server.get_uri())) as address, Client(address) as client:
        await client.guest("Al")
        made = await client.make_table(house_rules=LONG, bots="simple", pace="at once")
        async with client.line(made["table"]) as line:
            await line.until(lambda frame: bool(frame["view"]) and frame["view"]["turn"] == line.seat)
            choice, seen = first_choice(line.view), line.frame["seq"]
            async with away(server):
                with pytest.raises(RefusedError, match=r"can't save right now\. Check what happened, then try again"):
                    await line.act(choice)
                await line.do("ping")
                assert line.frame["seq"] == seen
            await line.act(choice)
            await line.until(lambda frame: frame["seq"] > seen)


async def words_at_the_door(client: Client, table: str) -> tuple[str, int | None]:
    """The last that is said on a live line before it is closed, and with which code that is done."""
    cookie = {"Cookie": f"bowerbird={client.http.cookies['bowerbird']}"}
    said = ""
    async with connect(f"ws{client.address[4:]}/ws/{table}", additional_headers=cookie, proxy=None) as socket:
        async with asyncio.timeout(20):
            with suppress(ConnectionClosed):
                while True:
                    said = str(await socket.recv())
        return said, socket.close_code


async def test_a_live_line_that_cannot_be_had_now_is_told_to_come_back(server: Any) -> None:
    """To a table that has to be read first, and to one at which a bot sits on the own chair meanwhile."""
    async with listening(app_on(server.get_uri())) as address, Client(address) as host, Client(address) as guest:
        await host.guest("Al")
        await guest.guest("Betty")
        made = await host.make_table(house_rules=LONG)
        async with host.line(made["table"]) as line:
            async with guest.line(made["table"]) as second:
                await second.do("sit", seat=0)
                seat = second.seat
                for empty in (1, 3):
                    await line.do("bot", seat=empty, level="simple")
                await line.do("start")
            await line.until(lambda frame: frame["room"]["chairs"][seat]["away"])
            async with away(server):
                for table in (made["table"], "never-read"):
                    said, code = await words_at_the_door(guest, table)
                    assert "Bowerbird can't reach its database" in said
                    assert code == 1013, "come back later: pages do so by themselves"
            async with guest.line(made["table"]):
                await line.until(lambda frame: not frame["room"]["chairs"][seat]["away"])
