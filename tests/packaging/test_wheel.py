"""The wheel without a compiler: built, put into an empty environment, and a hand is played on its hall.

Each extra alone, in an environment of its own, starts what it promises.
"""

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
from typing import Final
from urllib.request import urlopen

import pytest

from bowerbird.client import Client, first_choice
from bowerbird.extras import EXTRAS
from bowerbird.web.site_files import read_site
from kit.rows import rows
from store.postgres import running_postgres

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


def uv(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run uv, which this environment has."""
    own = Path(sys.executable).with_name("uv")
    if not own.exists():
        pytest.skip("uv is not here: pip install uv")
    return run(own, *words)


def install(folder: Path, *words: str | Path) -> None:
    """Make an empty environment, and install something into it from the internet, or skip without one."""
    assert uv("venv", "-q", "--python", sys.executable, folder).returncode == 0
    installed = uv("pip", "install", "-q", "--python", folder / "bin" / "python", *words)
    if installed.returncode and any(sign in installed.stderr for sign in NO_NETWORK):
        pytest.skip("the packages cannot be had here")
    assert installed.returncode == 0, installed.stderr


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment with what the lock file names, and the wheel."""
    folder = tmp_path_factory.mktemp("environment") / "venv"
    install(folder, "--require-hashes", "-r", ROOT / "requirements" / "run.txt")
    installed = uv("pip", "install", "-q", "--python", folder / "bin" / "python", "--offline", wheel)
    assert installed.returncode == 0, f"the lock file lacks something: {installed.stderr}"
    return folder


@contextmanager
def served(environment: Path, folder: Path, *options: str) -> Iterator[str]:
    """`bowerbird serve` from the environment; gives its address."""
    command = [environment / "bin" / "bowerbird", "serve", "--port", "0", "--data", folder, *options]
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


# Each extra alone.

#: What is run with an extra alone: commands, with {night} for a night as text, and {out} for a file.
COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    "cli": (
        "rules show alberta",
        "ruling --rules alberta --what revoke",
        "schedule --format ccc --players 16",
        "night {night}",
        "event simulate --rules st-joe --players 8 --rounds 2",
        "sim --hands 200 --workers 1",
        "match club simple --deals 2 --workers 1",
        "sample --level club -o {out}.egn",
        "replay {out}.egn",
    ),
    "paper": ("event new {out}.json --rules st-joe --title Tonight", "paper {out}.json"),
    "parquet": ("sample --level club -o {out}.egn", "export {out}.egn -o {out}.parquet"),
}

#: Programs that are run with an extra alone. Each prints `done`.
PROGRAMS: Final[dict[str, str]] = {
    "bots": """
from bowerbird import Seat
from bowerbird.notation import table_from_deal
from bowerbird.players import LEVELS, player
from bowerbird.players.explain import explain
table = table_from_deal("bicycle", "S:9h AsKsQsJsTs AhKhQhJhTh AcKcQcJcTc AdKdQdJdTd")
seen = table.view(Seat.W)
assert all(player(level, 1).choose(table.book, seen) in seen.legal for level in LEVELS)
assert explain("bicycle", seen).options
print("done")
""",
    "client": """
import asyncio, sys
from bowerbird.client import Client, first_choice
async def main():
    async with Client(sys.argv[1]) as client:
        await client.guest("Al")
        short = 'based_on = "bicycle"\\n[game]\\npoints = 1'
        made = await client.make_table(house_rules=short, bots="club", pace="at once")
        async with client.line(made["table"]) as line:
            over = await line.play_on(first_choice, 120)
            assert over["view"]["result"]
asyncio.run(main())
print("done")
""",
    "dask": """
from distributed import LocalCluster
from bowerbird.players.sim import simulate
with LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster:
    assert simulate("bicycle", 20, policy="simple", dask=cluster.scheduler_address).hands == 20
print("done")
""",
    "research": """
import gymnasium
import bowerbird.environments
from bowerbird.environments.euchre_v0 import env
from bowerbird.environments.vector import VectorEuchre
one = gymnasium.make("bowerbird/Euchre-v0")
seen, info = one.reset(seed=1)
one.step(int(info["action_mask"].argmax()))
four = env()
four.reset(seed=1)
assert four.agent_selection in four.agents
assert VectorEuchre(8, opponents="club").masks.shape[0] == 8
print("done")
""",
    "train": """
import pyspiel
import bowerbird.environments.openspiel
import bowerbird.training
state = pyspiel.load_game("bowerbird_euchre").new_initial_state()
assert state.legal_actions()
print("done")
""",
}


def screen_of_the_game(bowerbird: Path, folder: Path) -> str:
    """The first screen of `bowerbird play` in a terminal, or what it says instead."""
    import pty

    ours, its = pty.openpty()
    own = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    own |= {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
    game = subprocess.Popen([bowerbird, "play", "--seed", "3"], cwd=folder, env=own, stdin=its, stdout=its, stderr=its)
    os.close(its)
    shown = ""
    try:
        while "First to 10" not in shown:
            shown += os.read(ours, 65536).decode("utf-8", "replace")
    except OSError:  # it has ended
        pass
    finally:
        game.terminate()
        game.wait(30)
        os.close(ours)
    return shown


@pytest.mark.skipif(sys.platform == "win32", reason="written for the folders of other systems")
@rows("extra", EXTRAS)
def test_an_extra_alone_starts_what_it_promises(extra: str, wheel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "venv"
    install(folder, f"{wheel}[{extra}]")
    checked = uv("pip", "check", "--python", folder / "bin" / "python")
    assert checked.returncode == 0, checked.stderr
    bowerbird = folder / "bin" / "bowerbird"
    match extra:
        case "play":
            assert "First to 10" in (shown := screen_of_the_game(bowerbird, tmp_path)), shown
        case "hall":
            with served(folder, tmp_path) as address:
                for page in ("/", "/health", "/events", "/rules/alberta"):
                    assert urlopen(address + page, timeout=30).status == 200
        case "postgres":
            with running_postgres() as server, served(folder, tmp_path, "--database", server.get_uri()) as address:
                assert urlopen(f"{address}/health", timeout=30).status == 200
        case "client":
            with served(Path(sys.executable).parents[1], tmp_path) as address:
                done = run(folder / "bin" / "python", "-c", PROGRAMS[extra], address)
                assert done.stdout == "done\n", done.stderr
        case _ if extra in COMMANDS:
            named = {"night": ROOT / "tests" / "nights" / "alb-alone.night", "out": tmp_path / "out"}
            for command in COMMANDS[extra]:
                done = run(bowerbird, *command.format(**named).split())
                assert done.returncode == 0, f"{command}: {done.stderr}"
                assert done.stdout or list(tmp_path.glob("out*")), command
        case _:
            done = run(folder / "bin" / "python", "-c", PROGRAMS[extra])
            assert done.stdout == "done\n", done.stderr
