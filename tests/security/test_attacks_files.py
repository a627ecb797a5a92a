"""Another user of the same machine reads what Bowerbird writes. The usual umask lets them; Bowerbird does not."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bowerbird.cli import app
from bowerbird.keyring import Keyring, rotate_keys
from bowerbird.running import keep_address
from bowerbird.store import Log

RUN = CliRunner()


@pytest.fixture(autouse=True)
def _usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


async def run(*words: str | Path) -> None:
    done = await asyncio.to_thread(RUN.invoke, app, [str(word) for word in words])
    assert done.exit_code == 0, done.output


async def some_data(folder: Path) -> None:
    async with Log(folder) as log:
        await log.append("x:1", 0, [b"{}"], 1)


def rights(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"))}


async def test_restore_that_opens_a_folder(tmp_path: Path) -> None:
    """A new folder is closed, a closed one stays closed, and everything in them is for the owner alone."""
    await some_data(tmp_path / "old")
    saved = tmp_path / "saved.sqlite"
    await run("backup", "--data", tmp_path / "old", "--to", saved)
    await run("backup", "--data", tmp_path / "old", "--to", saved, "--replace")
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    await run("restore", saved, "--data", tmp_path / "new")
    await run("restore", saved, "--data", closed)
    await run("restore", saved, "--data", closed, "--into-new")
    await run("restore", saved, "--data", closed, "--into-new", "--readable")
    for folder in ("old", "new", "closed"):
        Keyring.from_file(tmp_path / folder / "secret")
        rotate_keys(tmp_path / folder / "secret")
        keep_address(tmp_path / folder, "http://localhost:8000/")
        found = rights(tmp_path / folder)
        assert found.pop(folder) == 0o700
        assert set(found.values()) == {0o600}, found
    assert {"bowerbird.sqlite.before-1", "bowerbird.sqlite.before-2"} < set(rights(closed))
    assert rights(saved)["saved.sqlite"] == 0o600


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
async def test_restore_by_root_leaves_the_data_to_the_server(tmp_path: Path) -> None:
    """Otherwise the server can't read it, and somebody opens the folder to everyone to help it."""
    user = 12_345
    folder, saved = tmp_path / "data", tmp_path / "saved.sqlite"
    await some_data(folder)
    Keyring.from_file(folder / "secret")
    for path in (folder, *folder.iterdir()):
        os.chown(path, user, user)
    await run("backup", "--data", folder, "--to", saved)
    assert saved.stat().st_uid == 0, "a backup belongs to the one who makes it"
    await run("restore", saved, "--data", folder, "--into-new")
    await run("keys", "rotate", "--data", folder)
    assert {path.stat().st_uid for path in folder.iterdir()} == {user}
    os.chown(saved, user, user)
    await run("backup", "--data", folder, "--to", saved, "--replace")
    assert saved.stat().st_uid == user, "or to its owner so far"


async def test_event_files_that_others_can_read(tmp_path: Path) -> None:
    """Names and money."""
    file, out = tmp_path / "friday.event", tmp_path / "ledger.csv"
    await run("event", "new", file, "--rules", "st-joe")
    await run("event", "export", file, "ledger", "--csv", "--out", out)
    assert {stat.S_IMODE(path.stat().st_mode) for path in (file, out)} == {0o600}
