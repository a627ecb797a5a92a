"""Health, figures, logs, proxies and rights: what whoever keeps a server relies on."""

from __future__ import annotations

import io
import json
import logging
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import typer
from typer.testing import CliRunner

from bowerbird.cli.serve import _network_address, serve
from bowerbird.client import Client
from bowerbird.logs import set_up_logs
from bowerbird.machine import memory_in_use, raise_open_files
from bowerbird.store import StoreError
from bowerbird.web.app import create_app
from bowerbird.web.metrics import Metrics
from bowerbird.web.security.slow_connections import ConnectionSweeper, Patience
from security.serving import serving
from web.conftest import KEYRING, app_on

app = typer.Typer()
app.command()(serve)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What is logged as JSON while a test runs."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    out = io.StringIO()
    set_up_logs("json", "info", out)
    yield out
    root.handlers[:], root.level = before
    logging.getLogger("alembic").setLevel(logging.NOTSET)


async def test_health_is_told_to_machines_and_people(opened: str) -> None:
    async with httpx.AsyncClient(base_url=opened, trust_env=False) as http:
        answer = await http.get("/health", headers={"Host": "whatever.example"})
        assert answer.status_code == 200
        assert answer.json()["ok"] is True
        page = await http.get("/health", headers={"Accept": "text/html"})
        assert "Everything is fine" in page.text


async def test_health_is_503_while_the_database_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: object) -> None:
        raise StoreError("the database at secret.example does not answer")

    async with serving(app_on(tmp_path)) as address, httpx.AsyncClient(base_url=address, trust_env=False) as http:
        monkeypatch.setattr("bowerbird.store.Log.heads", away)
        answer = await http.get("/health")
        assert answer.status_code == 503
        assert answer.json()["ok"] is False
        assert "secret.example" not in answer.text


async def test_figures_count_what_happened(tmp_path: Path) -> None:
    async with serving(app_on(tmp_path)) as address, Client(address) as client:
        await client.guest("Al")
        table = (await client.make_table())["table"]
        await client.http.get("/nowhere")
        await client.http.get(f"/t/{table}")
        async with client.line(table):
            text = (await client.http.get("/metrics")).text
    found = dict(re.findall(r"^(bowerbird_[^ ]+) ([0-9.]+)$", text, re.M))
    assert found['bowerbird_requests_total{method="POST",route="/api/tables",status="201"}'] == "1.0"
    assert found['bowerbird_requests_total{method="GET",route="none",status="404"}'] == "1.0"
    assert found["bowerbird_tables"] == "1.0"
    assert found["bowerbird_lines"] == "1.0"
    assert float(found["bowerbird_facts_written_total"]) >= 4
    assert table not in text, "the name of a table is as good as a key"
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) bowerbird_\w+ .+|bowerbird_\w+(\{.*\})? [0-9.e+]+", line), line


def test_times_are_counted_up_to_each_edge() -> None:
    figures = Metrics()
    for seconds in (0.001, 0.05, 0.05, 3.0, 100.0):
        figures.count("/x", "GET", 200, seconds)
    text = figures.text()
    for edge, number in {"0.005": 1, "0.1": 3, "2.0": 3, "10.0": 4, "30.0": 4, "+Inf": 5}.items():
        assert f'request_seconds_bucket{{le="{edge}",route="/x"}} {number}.0\n' in text
    assert 'request_seconds_count{route="/x"} 5.0\n' in text


def test_totals_are_counted_once() -> None:
    figures = Metrics()
    for total in (3, 5, 5):
        figures.written.set(total)
        figures.note_work({"print": (1, total, 0, 0)})
    assert "bowerbird_facts_written_total 5.0\n" in figures.text()
    assert 'bowerbird_work_done_total{lane="print"} 5.0\n' in figures.text()
    assert 'bowerbird_work_waiting{lane="print"} 1.0\n' in figures.text()


async def test_every_request_is_logged_without_its_secret(tmp_path: Path, log: io.StringIO) -> None:
    async with serving(app_on(tmp_path)) as address, Client(address) as client:
        await client.guest("Al")
        table = (await client.make_table())["table"]
        made = await client.post("/api/events", rules="st-joe", title="Tonight", key="k")
        token = str(made["link"]).rpartition("/")[2]
        for path in (f"/t/{table}", f"/desk/{token}", f"/api/desk/{token}/view", "/x%0ay"):
            await client.http.get(path)
        cookie = client.http.cookies["bowerbird"]
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    asked = {line["says"]: line for line in lines if line["where"] == "bowerbird.web.middleware"}
    assert asked["POST /api/tables"]["status"] == 201
    assert asked["POST /api/tables"]["client"] == "127.0.0.1"
    assert asked["GET /x\\ny"]["status"] == 400
    for secret in (table, token, token.rpartition(".")[2], cookie):
        assert secret not in log.getvalue()
    assert any(says.startswith(f"GET /desk/{token.partition('.')[0]}.d0…") for says in asked)


async def test_an_error_is_logged_with_its_trace_and_told_without_it(
    tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("a detail of the inside\nand a second line")

    monkeypatch.setattr("bowerbird.web.tables.api.public_tables", broken)
    async with serving(app_on(tmp_path)) as address, httpx.AsyncClient(base_url=address, trust_env=False) as http:
        answer = await http.get("/api/tables")
    assert answer.status_code == 500
    assert "inside" not in answer.text
    (told,) = [line for line in map(json.loads, log.getvalue().splitlines()) if line["level"] == "error"]
    assert "KeyError" in told["trace"][-1]


def test_a_proxy_that_is_no_address_is_named(tmp_path: Path) -> None:
    for option in ("--behind-proxy", "--figures-for"):
        for wrong in ("*", "nginx", "10.0.0.0/99"):
            answer = CliRunner().invoke(app, ["--data", str(tmp_path), option, wrong])
            assert answer.exit_code == 2
            assert "isn't an address or a network" in answer.output
    for option, wrong in (("--log-format", "xml"), ("--log-level", "loud")):
        answer = CliRunner().invoke(app, ["--data", str(tmp_path), option, wrong])
        assert answer.exit_code == 2
        assert wrong in answer.output


def test_a_readable_secret_stops_the_start_with_the_command_that_mends_it(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"x" * 32)
    secret.chmod(0o644)
    answer = CliRunner().invoke(app, ["--port", "0", "--data", str(tmp_path)])
    assert answer.exit_code == 2
    assert f"chmod 600 '{secret}'" in answer.output
    assert stat.S_IMODE(secret.stat().st_mode) == 0o644, "nothing was changed behind anybody's back"


def test_phones_are_told_an_address_that_they_can_reach() -> None:
    assert _network_address("127.0.0.1", 8000) == ""
    assert re.fullmatch(r"(http://[0-9.]+:8000)?", _network_address("0.0.0.0", 8000))
    assert "127.0.0.1" not in _network_address("0.0.0.0", 8000)


class Wire:
    """A connection as the web server has it, with nothing at the other end."""

    def __init__(self, untaken: int = 0) -> None:
        self.client = ("192.0.2.1", 1)
        self.untaken = untaken
        self.is_cut = False
        self.transport = self

    def get_write_buffer_size(self) -> int:
        return self.untaken

    def abort(self) -> None:
        self.is_cut = True


def test_a_slow_reader_who_reads_is_left_alone() -> None:
    sweep = ConnectionSweeper(Patience(untaken=5))
    slow, stuck = Wire(1000), Wire(1000)
    for second in range(12):
        slow.untaken -= 50
        sweep.check({slow, stuck}, second)
    assert stuck.is_cut
    assert not slow.is_cut


def test_what_the_machine_says() -> None:
    assert (memory_in_use() or 10**7) > 10**6
    assert (raise_open_files() or 1000) >= 256


def test_the_application_needs_no_words_about_the_outside(tmp_path: Path) -> None:
    assert create_app(tmp_path, KEYRING, clock=lambda: 0).state.network.address == ""


def test_a_flood_of_warnings_is_a_few_lines_and_a_number(log: io.StringIO) -> None:
    told = logging.getLogger("bowerbird.test")
    began = 1_000_000.0
    for number in range(100):
        record = told.makeRecord(told.name, logging.WARNING, "", 0, "table %s waits", (number,), None)
        record.created = began + number / 100
        told.handle(record)
    told.error("table %s stopped", 7)
    later = told.makeRecord(told.name, logging.WARNING, "", 0, "table %s waits", ("last",), None)
    later.created = began + 11
    told.handle(later)
    said = [json.loads(line)["says"] for line in log.getvalue().splitlines()]
    assert said == [
        *(f"table {number} waits" for number in range(5)),
        "table 7 stopped",
        "table last waits (95 more like this were suppressed)",
    ]
