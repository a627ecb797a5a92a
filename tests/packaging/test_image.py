"""The Dockerfile, read without Docker: what it copies is there, and what it starts is understood.

And the page about running a hall: `bowerbird serve` knows every option that is named there, and the files for systemd
and nginx are what these two understand.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest
import typer

from bowerbird.cli.serve import serve

ROOT = Path(__file__).resolve().parents[2]
KNOWN = {
    "FROM",
    "RUN",
    "COPY",
    "WORKDIR",
    "USER",
    "ENV",
    "VOLUME",
    "EXPOSE",
    "STOPSIGNAL",
    "HEALTHCHECK",
    "ENTRYPOINT",
    "CMD",
}


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, lines that go on put together."""
    text = (ROOT / "Dockerfile").read_text("utf-8")
    lines = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.M)).splitlines()
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines if line.strip())]


def options() -> set[str]:
    """The options of `bowerbird serve`."""
    app = typer.Typer()
    app.command()(serve)
    command = typer.main.get_command(app)
    return {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}


def is_ignored(name: str) -> bool:
    """Whether .dockerignore keeps a file of the top folder out; the last line that fits decides."""
    out = False
    for line in (ROOT / ".dockerignore").read_text("utf-8").split():
        if fnmatch(name, line.removeprefix("!")):
            out = not line.startswith("!")
    return out


def test_every_instruction_is_one_and_what_is_copied_is_there() -> None:
    found = instructions()
    assert {word for word, _ in found} <= KNOWN
    assert found[0][0] == "FROM"
    for word, rest in found:
        if word == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists(), source
                assert not is_ignored(source.partition("/")[0]), source
    assert is_ignored(".git")
    assert is_ignored("tests")


def test_it_does_not_run_as_root_and_starts_a_hall() -> None:
    last = [(word, rest) for word, rest in instructions()]
    stages = [place for place, (word, _) in enumerate(last) if word == "FROM"]
    final = dict(last[stages[-1] :])
    assert final["USER"] == "hall"
    entry, more = json.loads(final["ENTRYPOINT"]), json.loads(final["CMD"])
    assert entry[1] == "serve"
    named = {word for word in (*entry, *more) if word.startswith("--")}
    assert named <= options()
    assert json.loads(final["HEALTHCHECK"].partition("CMD ")[2])[0].endswith("python")


def test_the_page_names_options_that_there_are() -> None:
    text = (ROOT / "docs" / "deploy.md").read_text("utf-8").replace("\\\n", " ")
    commands = re.findall(r"bowerbird serve[^\n`]*", text)
    assert len(commands) >= 5
    for command in commands:
        assert set(re.findall(r"--[a-z-]+", command)) <= options(), command
    for option in ("--name", "--behind-proxy", "--figures-for", "--log-format", "--https", "--workers"):
        assert option in text


def from_the_page(kind: str) -> str:
    """A file that the page shows."""
    found = re.search(rf"```{kind}\n(.*?)```", (ROOT / "docs" / "deploy.md").read_text("utf-8"), re.S)
    assert found is not None
    return found[1]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_understands_the_unit_on_the_page(tmp_path: Path) -> None:
    unit = tmp_path / "bowerbird.service"
    unit.write_text(from_the_page("ini").replace("/opt/bowerbird/bin/bowerbird", sys.executable), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not here")
def test_nginx_understands_the_site_on_the_page(tmp_path: Path) -> None:
    site = re.sub(r" *ssl_certificate.*\n", "", from_the_page("nginx"))  # there is no such name to have one for
    site = site.replace("443 ssl", "18443").replace(":80 ", ":18080 ").replace("listen 80 ", "listen 18080 ")
    (tmp_path / "site").write_text(site, encoding="utf-8")
    whole = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; include {tmp_path}/site; }}"
    (tmp_path / "conf").write_text(whole, encoding="utf-8")
    command = ["nginx", "-t", "-e", "stderr", "-c", str(tmp_path / "conf")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
