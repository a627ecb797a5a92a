"""The wheel without a compiler: built, put into an empty environment, and a hand is played on its hall."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest

from bowerbird.client import Client, first_choice
from bowerbird.web.site_files import read_site

pytestmark = pytest.mark.full

ROOT = Path(__file__).resolve().parents[2]
#: Built here, or needed to build and to check only.
MADE_FROM = (".so", ".pyd", ".pxd", ".h", ".d.ts")
NO_NETWORK = (
    "dns error",
    "Failed to fetch",
    "error sending request",
    "Network connectivity is disabled",
    "tcp connect",
)


def run(*command: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run something without our own environment's help."""
    own = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV", "PYTEST"))}
    return subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, timeout=400, check=False, env={**own, **more}
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built in a copy: what lies around in the working folder does not get in."""
    copy, out = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("wheels")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(
        ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info")
    )
    options = ("-q", "--no-build-isolation", "--no-deps", "-w", out)
    built = run(sys.executable, "-m", "pip", "wheel", *options, copy, BOWERBIRD_PURE="1")
    assert built.returncode == 0, built.stderr
    (found,) = out.glob("*.whl")
    return found


def test_the_wheel_needs_no_compiler_and_has_everything(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert not [name for name in names if name.endswith((".so", ".pyd", ".c"))]
    pages = zipfile.ZipFile(BytesIO(zipfile.ZipFile(wheel).read("bowerbird/web/site.zip"))).namelist()
    for path in (ROOT / "src" / "bowerbird").rglob("*"):
        inside = path.relative_to(ROOT / "src").as_posix()
        if path.is_file() and "__pycache__" not in inside and not inside.endswith(MADE_FROM):
            if inside.startswith("bowerbird/web/deck/"):
                continue
            assert inside in names or inside.removeprefix("bowerbird/web/") in pages, (
                f"{inside} is not in the wheel: see package-data in pyproject.toml"
            )


def test_the_archive_of_a_wheel_has_the_same_pages_as_the_folders(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extract("bowerbird/web/site.zip", tmp_path)
    web = tmp_path / "bowerbird" / "web"
    packed = read_site(web / "static", web / "templates")
    assert packed.files == read_site().files
    assert packed.templates == read_site().templates


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment with what the lock file names, and the wheel."""
    folder = tmp_path_factory.mktemp("environment") / "venv"
    uv = Path(sys.executable).with_name("uv")
    if not uv.exists():
        pytest.skip("uv is not here: pip install uv")
    assert run(uv, "venv", "-q", "--python", sys.executable, folder).returncode == 0
    lock = ROOT / "requirements" / "run.txt"
    target = ("--python", folder / "bin" / "python")
    locked = run(uv, "pip", "install", "-q", *target, "--require-hashes", "-r", lock)
    if locked.returncode and any(sign in locked.stderr for sign in NO_NETWORK):
        pytest.skip("the packages of the lock file cannot be had here")
    assert locked.returncode == 0, locked.stderr
    installed = run(uv, "pip", "install", "-q", *target, "--offline", wheel)
    assert installed.returncode == 0, f"the lock file lacks something: {installed.stderr}"
    return folder


@contextmanager
def served(environment: Path, folder: Path) -> Iterator[str]:
    """`bowerbird serve` from the environment; gives its address."""
    command = [environment / "bin" / "bowerbird", "serve", "--port", "0", "--data", folder]
    own = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    with subprocess.Popen(
        [str(part) for part in command], cwd=folder, env=own, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        first = server.stdout.readline()
        try:
            yield "http" + first.partition("http")[2].strip().rstrip("/")
        finally:
            server.terminate()


@pytest.mark.skipif(sys.platform == "win32", reason="written for the folders of other systems")
async def test_a_hand_is_played_on_the_hall_of_the_wheel(environment: Path, tmp_path: Path) -> None:
    inside = run(environment / "bin" / "python", "-c", "import bowerbird.kernel.play as play; print(play.__file__)")
    assert inside.stdout.strip().endswith("play.py"), "uncompiled, and not ours"
    assert str(environment) in inside.stdout
    with served(environment, tmp_path) as address:
        async with Client(address) as client:
            assert (await client.get("/health"))["ok"]
            await client.guest("Al")
            rules = 'based_on = "bicycle"\n[game]\npoints = 1'
            made = await client.make_table(house_rules=rules, bots="club", pace="at once")
            async with client.line(made["table"]) as line:
                over = await line.play_on(first_choice, 120)
            assert max(over["view"]["result"]["score"]) >= 1
            for page in ("/", f"/t/{made['table']}", "/static/shared/look.css", "/rules/alberta", "/events"):
                assert (await client.http.get(page)).status_code == 200, page
            event = await client.post("/api/events", rules="st-joe", title="Tonight", key="k", trial=8)
            paper = await client.http.get(f"/paper/{event['link'].rpartition('/')[2]}/all.pdf")
            assert paper.content.startswith(b"%PDF"), "templates and fonts are there"
