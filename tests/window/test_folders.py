"""The data folder: the platform's own, and nothing of an earlier version is lost, moved or overwritten."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows
from typer.testing import CliRunner

from bowerbird.cli import app
from bowerbird.folders import NoHomeError, data_folder, data_note, has_data


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    return tmp_path


@pytest.fixture
def mac(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for data on a Mac."""
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    return home / "Library" / "Application Support" / "bowerbird"


def save_in(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "secret").write_text("kept", encoding="utf-8")
    return folder


def test_linux_has_the_same_folder_as_before(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "PlatformDirs", Unix)
    assert data_folder() == home / ".local" / "share" / "bowerbird"
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "elsewhere"))
    assert data_folder() == home / "elsewhere" / "bowerbird"
    save_in(data_folder())
    assert data_note(data_folder()) == ""


def test_windows_has_the_same_folder_as_before(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    local = home / "AppData" / "Local"
    monkeypatch.setattr(platformdirs, "PlatformDirs", Windows)
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda _: str(local))
    monkeypatch.setenv("LOCALAPPDATA", str(local))
    assert data_folder() == local / "bowerbird"
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "share"))
    assert data_folder() == local / "bowerbird"
    earlier = save_in(home / "share" / "bowerbird")
    assert data_folder() == earlier, "a shell with such a variable used that folder before"


def test_a_new_mac_uses_its_own_folder(home: Path, mac: Path) -> None:
    assert data_folder() == mac
    assert data_note(mac) == ""


def test_a_mac_with_data_from_before_goes_on_there(home: Path, mac: Path) -> None:
    earlier = save_in(home / ".local" / "share" / "bowerbird")
    assert data_folder() == earlier
    assert data_note(earlier) == f"Your data stays in {earlier}, where an earlier version saved it."
    assert not mac.exists(), "nothing was moved or made"
    assert (earlier / "secret").read_text(encoding="utf-8") == "kept"


def test_with_data_in_both_the_new_one_is_used_and_the_other_named(home: Path, mac: Path) -> None:
    earlier = save_in(home / ".local" / "share" / "bowerbird")
    save_in(mac)
    assert data_folder() == mac
    assert str(earlier) in data_note(mac)
    assert "--data" in data_note(mac)
    assert data_note(home / "chosen") == "", "somebody who chose a folder knows where it is"


def test_a_folder_without_data_is_empty_and_so_is_one_that_is_not_there(tmp_path: Path) -> None:
    assert not has_data(tmp_path)
    assert not has_data(tmp_path / "nowhere")
    (tmp_path / "notes.txt").touch()
    assert not has_data(tmp_path)
    (tmp_path / "bowerbird.sqlite").touch()
    assert has_data(tmp_path)


def test_commands_look_where_the_server_saves(home: Path, mac: Path) -> None:
    answer = CliRunner().invoke(app, ["events"])
    assert answer.exit_code == 2
    assert str(mac) in answer.output.replace("\n", "")


@pytest.mark.skipif(os.name == "nt", reason="Windows knows the folders of a user without variables")
def test_a_user_without_a_home_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As in a container that runs with any number for a user."""
    for name in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", lambda number: {}[number])
    with pytest.raises(NoHomeError, match="--data"):
        data_folder()
    assert data_note(tmp_path) == "", "a folder that was named is enough"
    for words in ("events", "serve", "window", "keys list", "export --format egn", "reports", "backup --to x"):
        answer = CliRunner().invoke(app, words.split())
        assert (answer.exit_code, answer.stderr) == (2, f"{NoHomeError()}\n"), words
