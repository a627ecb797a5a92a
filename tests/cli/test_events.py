"""`bowerbird events`: the events on this machine, whether the server runs or not."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from bowerbird.cli import app
from bowerbird.client import Client
from bowerbird.keyring import Keyring
from bowerbird.running import keep_address
from security.serving import serving
from web.conftest import app_on

RUN = CliRunner()


async def test_events_are_found_without_a_browser_while_the_server_runs_and_after(tmp_path: Path) -> None:
    keyring = Keyring.from_file(tmp_path / "secret")
    async with serving(app_on(tmp_path, keyring=keyring)) as address, Client(address) as ann, Client(address) as pat:
        await ann.guest("Ann")
        await ann.make_event("st-joe", title="Try-out", trial=8)
        desk = await ann.make_event("st-joe", title="Friday", date="2026-01-09", place="Clubhouse")
        invitation = (await desk.view())["links"]["invitation"].rpartition("/")[2]
        await pat.guest("Pat")
        await pat.post(f"/api/desk/{invitation}/join")
        keep_address(tmp_path, f"{address}/")
        said = await asyncio.to_thread(RUN.invoke, app, ["events", "--data", str(tmp_path)])
        assert said.exit_code == 0, said.output
        lines = said.output.splitlines()
        assert lines[0] == "Try-out: 8 people, in progress, practice"
        assert lines[2] == "Friday: 2026-01-09, Clubhouse, 0 people, not started"
        names, links = zip(*(line.strip().split(": ") for line in lines[3:]), strict=True)
        assert names == ("Ann", "Pat")
        async with httpx.AsyncClient() as other_browser:
            for link in links:
                assert "Friday" in (await other_browser.get(link)).text
    after = await asyncio.to_thread(
        RUN.invoke, app, ["events", "--data", str(tmp_path), "--json", "--address", "https://euchre.example"]
    )
    found = json.loads(after.output)
    assert [each["title"] for each in found] == ["Try-out", "Friday"]
    assert found[1]["directors"][1]["link"] == f"https://euchre.example{httpx.URL(links[1]).path}"


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a user's folder is the user's own")
def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"short")
    (tmp_path / "secret").chmod(0o644)
    assert "chmod 600" in RUN.invoke(app, ["events", "--data", str(tmp_path)]).output


def test_a_folder_without_events_is_left_alone(tmp_path: Path) -> None:
    said = RUN.invoke(app, ["events", "--data", str(tmp_path / "nowhere")])
    assert said.exit_code == 2
    assert "There is no data in" in said.output
    assert not (tmp_path / "nowhere").exists()
    Keyring.from_file(tmp_path / "new" / "secret")
    assert RUN.invoke(app, ["events", "--data", str(tmp_path / "new")]).output == "There are no events yet.\n"
