"""Setting up: uv gets what pip is set to use, pip does it where uv can't, and make does nothing twice."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import install
from tools.install import as_uv_reads_it, pip_settings
from tools.pins import python_pins

ROOT = Path(__file__).resolve().parents[2]


def test_the_environment_beats_the_command_and_that_beats_the_rest() -> None:
    told = "\n".join(
        (
            ":env:.find-links='/a /b'",
            ":env:.no-input='1'",
            "freeze.timeout='3'",
            "global.index-url='https://one.example/simple'",
            "global.cert='/etc/cert.pem'",
            "install.index-url='https://two.example/simple'",
            "global.find-links='/nowhere'",
        )
    )
    assert pip_settings(told) == {
        "find-links": "/a /b",
        "no-input": "1",
        "index-url": "https://two.example/simple",
        "cert": "/etc/cert.pem",
    }


def test_uv_is_told_what_pip_was_told() -> None:
    given = {
        "index-url": "https://mirror.example/simple",
        "extra-index-url": "\nhttps://a.example\nhttps://b.example",
        "find-links": "/wheels /more",
        "trusted-host": "mirror.example",
        "cert": "/etc/cert.pem",
        "proxy": "http://proxy.example:8080",
        "default-timeout": "180",
        "disable-pip-version-check": "1",
        "no-index": "true",
    }
    assert as_uv_reads_it(given) == {
        "UV_DEFAULT_INDEX": "https://mirror.example/simple",
        "UV_EXTRA_INDEX_URL": "https://a.example https://b.example",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_FIND_LINKS": "/wheels,/more",
        "UV_INSECURE_HOST": "mirror.example",
        "SSL_CERT_FILE": "/etc/cert.pem",
        "ALL_PROXY": "http://proxy.example:8080",
        "UV_HTTP_TIMEOUT": "180",
        "UV_NO_INDEX": "1",
    }


def test_pip_reads_its_own_settings_as_we_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By the real pip: a file, and the environment over it."""
    file = tmp_path / "pip.conf"
    file.write_text("[global]\ntimeout = 3\nindex-url = https://a.example\n[install]\ntimeout = 4\n", encoding="utf-8")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(file))
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    told = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True)
    found = pip_settings(told.stdout)
    assert (found["timeout"], found["index-url"], found["find-links"]) == ("4", "https://a.example", str(tmp_path))


class Programs:
    """What would have been run, with the status that each gives."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **statuses: int) -> None:
        self.ran: list[str] = []
        self._statuses = statuses
        monkeypatch.setattr(subprocess, "run", self._run)

    def _run(self, command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        words = command[command.index("-m") + 1 :]
        if words[0] == "pip" and "--python" in words:
            words = ["pip below", *words[words.index("--python") + 2 :]]
        kind = " ".join(words[: 3 if words[0] == "uv" else 2])
        if words[0].startswith("pip") and any("uv.txt" in word for word in words):
            kind = "get uv"
        self.ran.append(kind)
        status = self._statuses.get(kind.replace(" ", "_").replace("-", ""), 0)
        return subprocess.CompletedProcess(command, status, stdout="", stderr="")


ASKED = ["--require-hashes", "-r", "requirements/run.txt"]


def test_uv_does_it_and_is_fetched_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Programs(monkeypatch)
    assert install.main(ASKED) == 0
    assert there.ran == ["uv --version", "pip config", "uv pip install"]
    missing = Programs(monkeypatch, uv_version=1)
    assert install.main(ASKED) == 0
    assert missing.ran == ["uv --version", "get uv", "pip config", "uv pip install"]


def test_the_pip_below_is_used_and_a_new_one_only_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    below = Programs(monkeypatch, get_uv=1)
    assert install.main(ASKED) == 0
    assert below.ran == ["pip below --version", "uv --version", "pip below config", "uv pip install"]
    alone = Programs(monkeypatch, pip_below_version=1, uv_version=1)
    assert install.main(ASKED) == 0
    assert alone.ran == ["pip below --version", "ensurepip", "uv --version", "get uv", "pip config", "uv pip install"]


def test_pip_does_it_where_uv_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    programs = Programs(monkeypatch, uv_version=1, get_uv=1)
    assert install.main(ASKED) == 0
    assert programs.ran == ["uv --version", "get uv", "pip install"]


def test_pip_does_it_where_uv_fails_and_its_status_counts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    programs = Programs(monkeypatch, uv_pip_install=2, pip_install=3)
    assert install.main(ASKED) == 3
    assert programs.ran == ["uv --version", "pip config", "uv pip install", "pip install"]
    assert "uv did not succeed, so pip does it" in capsys.readouterr().out


def test_uv_itself_is_pinned_as_for_work_on_bowerbird() -> None:
    (uv,) = (pin for pin in python_pins() if pin.name == "uv")
    assert set(uv.files) == {"dev", "uv"}
    assert len(uv.hashes) > 5


def test_no_registry_is_named() -> None:
    for path in (ROOT / "Makefile", ROOT / "tools" / "install.py", *(ROOT / "requirements").glob("*.txt")):
        assert not re.search(r"https?://|\bpypi\b", path.read_text(encoding="utf-8")), path


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not here")
class TestMake:
    """The steps of the Makefile in a tree of empty files, with a Python that only writes down what it is asked."""

    @pytest.fixture
    def tree(self, tmp_path: Path) -> Path:
        shutil.copy(ROOT / "Makefile", tmp_path)
        (tmp_path / "requirements").mkdir()
        for name in (*(f"requirements/{which}.txt" for which in ("build", "run", "uv", "dev")), "setup.py"):
            (tmp_path / name).touch()
        (tmp_path / "pyproject.toml").touch()
        (tmp_path / "src/bowerbird/kernel").mkdir(parents=True)
        (tmp_path / "src/bowerbird/kernel/play.py").touch()
        python = tmp_path / "python"
        python.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/said\n', encoding="utf-8")
        python.chmod(0o755)
        (tmp_path / ".venv/bin").mkdir(parents=True)
        shutil.copy(python, tmp_path / ".venv/bin/python")
        return tmp_path

    def steps(self, tree: Path) -> list[str]:
        """What setting up for the tests does now."""
        said = tree / "said"
        said.unlink(missing_ok=True)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        subprocess.run(["make", "-C", str(tree), ".venv/.dev", f"PYTHON={tree}/python"], check=True, env=kept)
        lines = said.read_text(encoding="utf-8").splitlines() if said.exists() else []
        asked = [line for line in lines if line.startswith(("-m venv --without-pip", "tools/install.py", "setup.py"))]
        return [line.split()[-1] for line in asked]

    def change(self, tree: Path, name: str) -> None:
        """Make a file newer than everything that was set up."""
        later = max(path.stat().st_mtime for path in (tree / ".venv").iterdir()) + 5
        os.utime(tree / name, (later, later))

    def test_everything_once_and_nothing_twice(self, tree: Path) -> None:
        began, tools, *fetched_and_compiled, added = self.steps(tree)
        assert (began, tools, added) == (".venv", "requirements/build.txt", "requirements/dev.txt")
        # The kernel is compiled while packages are fetched, and what only training needs of it after the rest.
        assert [step for step in fetched_and_compiled if step != "--inplace"] == ["requirements/run.txt", "."]
        assert fetched_and_compiled.count("--inplace") == 2
        assert self.steps(tree) == []

    @pytest.mark.parametrize(
        ("changed", "again"),
        [
            ("requirements/run.txt", ["requirements/run.txt", ".", "requirements/dev.txt"]),
            ("requirements/dev.txt", ["requirements/dev.txt"]),
            ("pyproject.toml", ["requirements/run.txt", ".", "requirements/dev.txt"]),
            ("setup.py", ["--inplace", "--inplace", "requirements/dev.txt"]),
            ("src/bowerbird/kernel/play.py", ["--inplace", "--inplace", "requirements/dev.txt"]),
        ],
    )
    def test_what_changed_is_set_up_again(self, tree: Path, changed: str, again: list[str]) -> None:
        self.steps(tree)
        self.change(tree, changed)
        assert self.steps(tree) == again
