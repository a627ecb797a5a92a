"""The switch that opens a server to phones while it runs: who may use it, what it opens, and that it closes again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bowerbird.machine import firewall_help, network_host
from bowerbird.web.app import create_app
from bowerbird.web.network import Network
from bowerbird.web.server import WebServer
from kit.amount import amount
from kit.listening import free_port
from kit.rows import rows
from web.conftest import KEYRING, running_on

#: Another address of this machine, which stands for the one in the network.
PHONES = "127.0.0.2"
OURS = {"X-Bowerbird": "1"}


class Laptop:
    """A laptop with a server: its own address, and the one that phones would use."""

    def __init__(self, here: str, port: int) -> None:
        self.here = here
        self.there = f"http://{PHONES}:{port}"
        self.client = httpx.AsyncClient(timeout=10, trust_env=False)

    async def turn(self, on: bool, address: str = "", **headers: str) -> httpx.Response:
        return await self.client.post(f"{address or self.here}/api/network", json={"on": on}, headers=OURS | headers)

    async def reached(self) -> bool:
        """True if a phone gets the page of health now."""
        try:
            async with httpx.AsyncClient(timeout=5, trust_env=False) as phone:
                return (await phone.get(f"{self.there}/health")).is_success
        except httpx.TransportError:
            return False


@asynccontextmanager
async def laptop(
    folder: Path, port: int = 0, found: list[str] | None = None, at: int = 0, **network: object
) -> AsyncIterator[Laptop]:
    """A server on a laptop whose address in the network is `found[0]`."""
    hosts = [PHONES] if found is None else found
    port = port or free_port()
    switch = Network(port=port, host=lambda: hosts[0])
    app = create_app(folder, KEYRING, clock=lambda: at, bot_processes=0, network=switch)
    async with running_on(WebServer(app), port) as here:
        person = Laptop(here, port)
        try:
            yield person
        finally:
            await person.client.aclose()


async def test_phones_are_switched_on_and_off_while_the_server_runs(tmp_path: Path) -> None:
    async with laptop(tmp_path) as desk:
        assert not await desk.reached()
        off = (await desk.client.get(f"{desk.here}/api/network")).json()
        assert (off["on"], off["can"], off["address"]) == (False, True, "")
        on = (await desk.turn(True)).json()
        assert (on["on"], on["address"]) == (True, desk.there)
        assert await desk.reached()
        assert (await desk.turn(True)).json()["on"], "pressed twice"
        guest = await desk.client.post(f"{desk.here}/api/guest", json={"name": "Al"}, headers=OURS)
        assert guest.is_success
        made = (
            await desk.client.post(f"{desk.here}/api/events", json={"rules": "alberta", "key": "k"}, headers=OURS)
        ).json()
        view = (await desk.client.get(f"{desk.here}/api{made['link']}/view")).json()
        assert view["links"]["origin"] == desk.there, "codes lead to the network's address"
        async with httpx.AsyncClient(timeout=10, trust_env=False) as phone:
            token = made["link"].rpartition("/")[2]
            waiting = asyncio.create_task(phone.get(f"{desk.there}/api/desk/{token}/view?after={view['seq']}"))
            await asyncio.sleep(0.1)
            assert (await desk.turn(False)).json()["on"] is False
            with pytest.raises(httpx.TransportError):
                await asyncio.wait_for(waiting, 5)
        assert not await desk.reached(), "closed for new ones and for those who were in"
        again = (await desk.client.get(f"{desk.here}/api{made['link']}/view")).json()
        assert again["links"]["origin"] == desk.here


async def test_only_somebody_at_the_laptop_can_use_the_switch(tmp_path: Path) -> None:
    async with laptop(tmp_path) as desk:
        await desk.turn(True)
        for refused in (
            await desk.turn(False, address=desk.there),
            await desk.turn(False, **{"X-Forwarded-For": "203.0.113.9"}),
        ):
            assert refused.status_code == 409
            assert "on the laptop" in refused.json()["why"]
        assert (await desk.client.post(f"{desk.here}/api/network", json={"on": False})).status_code == 403
        assert await desk.reached()
        seen = (await desk.client.get(f"{desk.there}/api/network")).json()
        assert (seen["on"], seen["can"], seen["help"]) == (True, False, [])


async def test_only_somebody_at_the_laptop_sees_what_goes_on(tmp_path: Path) -> None:
    async with laptop(tmp_path) as desk:
        await desk.turn(True)
        here = await desk.client.get(f"{desk.here}/api/activity")
        assert here.json() == {"people": 0, "tables": 0, "events": []}
        assert (await desk.client.get(f"{desk.there}/api/activity")).status_code == 404
        relayed = await desk.client.get(f"{desk.here}/api/activity", headers={"X-Forwarded-For": "203.0.113.9"})
        assert relayed.status_code == 404


async def test_an_event_is_in_progress_from_its_first_round_to_its_end(tmp_path: Path) -> None:
    async with laptop(tmp_path) as desk:

        async def events() -> list[str]:
            found: list[str] = (await desk.client.get(f"{desk.here}/api/activity")).json()["events"]
            return found

        async def post(path: str, **body: object) -> dict[str, str]:
            answer = await desk.client.post(f"{desk.here}/api{path}", json=body, headers=OURS)
            assert answer.is_success, answer.text
            made: dict[str, str] = answer.json()
            return made

        await post("/guest", name="Al")
        made = await post("/events", rules="st-joe", title="Monday night", key="k")
        people = [{"name": f"Player {number}"} for number in range(8)]
        await post(f"{made['link']}/do", what="enter", key="e", people=people, here=True, sure=True)
        assert await events() == [], "people may still come"
        await post(f"{made['link']}/do", what="seat", key="n")
        assert await events() == ["Monday night"]
        await post("/events", rules="st-joe", title="Practice", key="p", trial=8)
        assert await events() == ["Monday night"], "practice runs don't count"


async def test_a_socket_of_a_phone_ends_with_the_switch(tmp_path: Path) -> None:
    async with laptop(tmp_path) as desk:
        await desk.turn(True)
        guest = await desk.client.post(f"{desk.here}/api/guest", json={"name": "Al"}, headers=OURS)
        made = (await desk.client.post(f"{desk.here}/api/tables", json={}, headers=OURS)).json()
        cookie = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
        where = f"{desk.there}/ws/{made['table']}".replace("http", "ws")
        async with websockets.connect(where, additional_headers={"Cookie": cookie}, proxy=None) as line:
            await asyncio.wait_for(line.recv(), 5)
            await desk.turn(False)
            await asyncio.wait_for(line.wait_closed(), 5)


async def test_no_network_and_a_taken_port_are_said_in_words_and_change_nothing(tmp_path: Path) -> None:
    found = [""]
    async with laptop(tmp_path, found=found) as desk:
        refused = await desk.turn(True)
        assert refused.status_code == 409
        assert "isn't connected to a network" in refused.json()["why"]
        found[0] = PHONES
        port = int(desk.there.rpartition(":")[2])
        other = await asyncio.start_server(lambda *_: None, PHONES, port)
        refused = await desk.turn(True)
        assert refused.status_code == 409
        assert f"Port {port} can't be opened" in refused.json()["why"]
        assert (await desk.client.get(f"{desk.here}/api/network")).json()["on"] is False
        other.close()
        await other.wait_closed()
        assert (await desk.turn(True)).json()["on"]


async def test_the_server_follows_the_laptop_to_another_network(tmp_path: Path) -> None:
    found = [PHONES]
    async with laptop(tmp_path, found=found) as desk:
        await desk.turn(True)
        found[0] = "127.0.0.3"
        moved = (await desk.client.get(f"{desk.here}/api/network")).json()
        assert moved["address"] == desk.there.replace(PHONES, "127.0.0.3")
        assert not await desk.reached()


@rows(("hours", "open_again"), [(1, True), (24 * 7, False)])
async def test_after_a_crash_it_is_as_it_was_but_not_next_week(tmp_path: Path, hours: int, open_again: bool) -> None:
    port = free_port()
    async with laptop(tmp_path, port) as desk:
        await desk.turn(True)
    async with laptop(tmp_path, port, at=hours * 3600 * 1000) as desk:
        assert await desk.reached() is open_again


async def test_a_server_for_the_network_has_no_switch(tmp_path: Path) -> None:
    port = free_port()
    app = create_app(tmp_path, KEYRING, clock=lambda: 0, bot_processes=0, network=Network("http://192.0.2.7:80"))
    async with running_on(WebServer(app), port) as here, httpx.AsyncClient(trust_env=False) as client:
        state = (await client.get(f"{here}/api/network")).json()
        assert (state["on"], state["can"], state["address"]) == (True, False, "http://192.0.2.7:80")
        assert "without --host" in state["why"]
        refused = await client.post(f"{here}/api/network", json={"on": False}, headers=OURS)
        assert refused.status_code == 409


@settings(max_examples=amount(4, full=8), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(turns=st.lists(st.booleans(), min_size=1, max_size=8))
def test_the_last_turn_counts_also_when_several_come_at_once(
    tmp_path_factory: pytest.TempPathFactory, turns: list[bool]
) -> None:
    async def run() -> None:
        async with laptop(tmp_path_factory.mktemp("laptop")) as desk:
            await asyncio.gather(*(desk.turn(on) for on in turns))
            state = (await desk.client.get(f"{desk.here}/api/network")).json()
            assert await desk.reached() is state["on"], "what it says is what it does"
            for on in turns:
                await desk.turn(on)
            assert await desk.reached() is turns[-1]

    asyncio.run(run())


def test_this_computer_has_an_address_or_none() -> None:
    assert not network_host().startswith("127.")
    assert "8123" in firewall_help(8123) or "Python" in firewall_help(8123)
