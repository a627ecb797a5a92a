"""`bowerbird serve`: what stands in the way is told in one line."""

from __future__ import annotations

import errno
import socket
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import bowerbird
from bowerbird.cli.common import command_here
from bowerbird.cli.serve import for_everyone, kept_in, serve
from bowerbird.folders import data_folder
from bowerbird.machine import as_typed
from bowerbird.web import workers
from bowerbird.web.workers import ServerSettings
from kit.rows import rows

app = typer.Typer()
app.command()(serve)


def test_games_are_kept_in_the_folder_or_the_database_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[ServerSettings] = []

    def serve_here(settings: ServerSettings, listening: socket.socket, _ready: object) -> None:
        listening.close()
        served.append(settings)

    monkeypatch.setattr(workers, "serve_here", serve_here)
    (tmp_path / "games").mkdir()
    for more, database in (([], tmp_path / "hall"), (["--database", str(tmp_path / "games")], tmp_path / "games")):
        answer = CliRunner().invoke(app, ["--port", "0", "--data", str(tmp_path / "hall"), *more])
        assert answer.exit_code == 0, answer.output
        assert served[-1].database == str(database)
        assert served[-1].secret == str(tmp_path / "hall" / "secret")


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = CliRunner().invoke(app, ["--port", str(port), "--data", str(tmp_path)])
    assert answer.exit_code == 2
    assert answer.output == f"Port {port} is in use by another program. Choose another with --port.\n"


@rows(
    ("number", "words"),
    [
        (errno.EACCES, "Port 81 is reserved for the system. Choose one from 1024 up with --port."),
        (errno.EADDRNOTAVAIL, "This computer doesn't have the address 192.0.2.1. Choose another with --host."),
        (socket.EAI_NONAME, "This computer doesn't have the address 192.0.2.1. Choose another with --host."),
        (errno.EMFILE, "Bowerbird could not start: too much. Choose another --host or --port."),
    ],
)
def test_an_address_that_cannot_be_used_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    def refused(*_arguments: object, **_options: object) -> None:
        raise OSError(number, "too much (while attempting to bind on address ('192.0.2.1', 81))")

    monkeypatch.setattr(socket, "create_server", refused)
    answer = CliRunner().invoke(app, ["--host", "192.0.2.1", "--port", "81", "--data", str(tmp_path)])
    assert (answer.exit_code, answer.output) == (2, f"{words}\n")


def test_a_database_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "bowerbird.sqlite").write_bytes(b"this is no database" * 100)
    answer = CliRunner().invoke(app, ["--port", "0", "--data", str(tmp_path)])
    assert answer.exit_code == 2
    assert "the database could not be opened" in answer.output


def test_a_server_that_does_not_answer_is_named(tmp_path: Path) -> None:
    answer = CliRunner().invoke(
        app, ["--port", "0", "--data", str(tmp_path), "--database", "postgresql://nobody@127.0.0.1:1/none"]
    )
    assert answer.exit_code == 2
    assert "could not start" in answer.output


@rows(
    ("database", "words"),
    [
        ("postgresql:///postgres?host=/run/db&password=hush", "the database postgres"),
        ("postgresql://bird:hush@db.example:5432/euchre", "the database euchre on db.example"),
        ("postgresql://bird:hush@db.example", "a PostgreSQL database on db.example"),
        ("postgresql+asyncpg://bird:hush@db.example/euchre", "the database euchre on db.example"),
        ("postgres-games", "postgres-games"),
        ("/home/me/games", "/home/me/games"),
    ],
)
def test_where_games_are_kept_is_said_without_a_password(database: str, words: str) -> None:
    assert kept_in(database) == words


def test_the_data_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "bowerbird"


def test_the_command_to_type_is_one_that_the_shell_finds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "bowerbird"
    program.touch(mode=0o700)
    monkeypatch.setattr("sys.argv", [str(program)])
    monkeypatch.setenv("PATH", "")
    assert command_here() == str(program)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert command_here() == "bowerbird"
    other = tmp_path / "other hall" / "bowerbird"
    monkeypatch.setattr("sys.argv", [str(other)])
    assert command_here() == as_typed([str(other)]), "the shell would find another one"
    monkeypatch.setattr("sys.argv", ["/usr/bin/somebody-elses-program"])
    assert command_here() == "bowerbird"


def test_a_module_that_was_run_is_named_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [str(Path(bowerbird.__file__).with_name("__main__.py"))])
    monkeypatch.setenv("PATH", "")
    assert command_here() == as_typed([sys.executable, "-m", "bowerbird"])
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    assert command_here() == as_typed([Path(sys.executable).name, "-m", "bowerbird"])


@rows(
    ("given", "again"),
    [
        (["serve"], "serve"),
        (["serve", "--data", "/my hall", "--port=8124"], as_typed(["serve", "--data", "/my hall", "--port=8124"])),
        (["serve", "--host", "127.0.0.1", "--open"], "serve --open"),
        (["serve", "--host=localhost", "--port", "9"], "serve --port 9"),
        (["serve", "--database", "postgresql://me:hush@db/x", "--https"], "serve --database URL --https"),
        (["serve", "--database=postgresql://me:hush@db/x"], "serve --database URL"),
    ],
)
def test_the_same_hall_is_opened_to_all(given: list[str], again: str) -> None:
    assert for_everyone(given) == f"{again} --host 0.0.0.0"
