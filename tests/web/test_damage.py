"""A server on a damaged database: it starts, people play, and the owner is told until it is mended."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

import httpx
import pytest
from litestar import Litestar

from bowerbird.client import Client
from bowerbird.hall.log_seals import log_seals
from bowerbird.keyring import Keyring
from bowerbird.store.audit import accept
from security.forgers import cut_end, forging
from security.serving import serving
from web.conftest import KEYRING, app_on


async def play_a_little(address: str) -> str:
    async with Client(address) as client:
        await client.guest("Al")
        made = await client.make_table(bots="simple", pace="at once")
        async with client.line(made["table"]) as line:
            await line.until(lambda frame: frame["seq"] > 8)
        return str(made["table"])


def forge(folder: Path, table: str) -> None:
    with forging(folder) as database:
        cut_end(database, f"table:{table}", 5)


async def test_play_goes_on_with_a_damaged_database_and_the_owner_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(app_on(tmp_path)) as address, httpx.AsyncClient(base_url=address, trust_env=False) as http:
        table = await play_a_little(address)
        assert (await http.get("/health")).json()["damaged"] is False
        assert "is damaged" not in (await http.get("/")).text
    forge(tmp_path, table)
    caplog.set_level(logging.ERROR)
    async with serving(app_on(tmp_path)) as address, httpx.AsyncClient(base_url=address, trust_env=False) as http:
        answer = await http.get("/health")
        assert (answer.status_code, answer.json()["ok"], answer.json()["damaged"]) == (200, True, True)
        page = (await http.get("/health", headers={"Accept": "text/html"})).text
        assert "Something is wrong" in page
        assert "bowerbird check" in page
        assert table not in page, "the name of a table is its link"
        assert "The database is damaged, or someone has changed it." in (await http.get("/")).text
        proxied = await http.get("/", headers={"X-Forwarded-For": "203.0.113.7"})
        assert "is damaged" not in proxied.text, "only someone at the machine is told on the first page"
        assert "bowerbird_store_damaged 1" in (await http.get("/metrics")).text
        await play_a_little(address)  # the evening goes on
        async with Client(address) as client:
            await client.guest("Al")
            async with client.line(table) as line:
                assert line.frame["seq"] >= 5, "and so does the table, from where it was cut off"
    assert "changed from outside" in caplog.text
    async with serving(app_on(tmp_path)) as address, httpx.AsyncClient(base_url=address, trust_env=False) as http:
        assert (await http.get("/health")).json()["damaged"] is True, "a restart does not make it good"
    await accept(tmp_path, log_seals(KEYRING))
    async with serving(app_on(tmp_path)) as address, httpx.AsyncClient(base_url=address, trust_env=False) as http:
        assert (await http.get("/health")).json()["damaged"] is False


async def test_a_lost_witness_is_told_until_the_owner_accepts(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Last week's database in place of today's, without the file that knew better."""
    folder = tmp_path / "data"
    keyring = Keyring.from_file(folder / "secret")

    def app() -> Litestar:
        return app_on(folder, keyring=keyring, seals=log_seals(keyring, folder))

    async with serving(app()) as address:
        await play_a_little(address)
    shutil.copy(folder / "bowerbird.sqlite", tmp_path / "last week")
    async with serving(app()) as address, httpx.AsyncClient(base_url=address, trust_env=False) as http:
        await play_a_little(address)
        assert (await http.get("/health")).json()["damaged"] is False
    shutil.copy(tmp_path / "last week", folder / "bowerbird.sqlite")
    (folder / "log-seen.json").unlink()
    caplog.set_level(logging.ERROR)
    for _ in range(2):
        async with serving(app()) as address, httpx.AsyncClient(base_url=address, trust_env=False) as http:
            assert (await http.get("/health")).json()["damaged"] is True
            assert "The database is damaged, or someone has changed it." in (await http.get("/")).text
            await play_a_little(address)
    assert "log-seen.json next to the secret is missing, although a log was sealed here before" in caplog.text
    await accept(folder, log_seals(keyring, folder))
    async with serving(app()) as address, httpx.AsyncClient(base_url=address, trust_env=False) as http:
        assert (await http.get("/health")).json()["damaged"] is False


async def test_a_head_changed_under_a_running_server_shows_when_it_is_written_to(tmp_path: Path) -> None:
    async with serving(app_on(tmp_path)) as address, Client(address) as client:
        await client.guest("Al")
        made = await client.make_event("trailer-estates", trial=8)
        with forging(tmp_path) as database:
            database.execute("UPDATE heads SET seal = ? WHERE stream LIKE 'event:%'", (bytes(32),))
        await made.do("check-in", names="all")  # it is done nevertheless
        found = await client.get("/health")
        assert (found["ok"], found["damaged"]) == (True, True)
