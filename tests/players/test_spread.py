"""Work in batches: sized by time, in order, enough at once for every worker, and on a cluster that has the same."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Sequence
from itertools import count, islice, takewhile
from pathlib import Path
from typing import Any

import pytest

from bowerbird.players import cluster, spread
from bowerbird.players.cluster import module_file
from bowerbird.players.match import Entrant, Plan, run
from bowerbird.players.provenance import provenance
from bowerbird.players.spread import BATCH_SECONDS, Done, SpreadError
from bowerbird.rulebook import load_rulebook
from kit.rows import rows

pytestmark = pytest.mark.full


class Made(spread.Workers):
    """Workers whose clock is told: a piece is the seconds that it takes. The last batch sent is done first."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.batches: list[list[float]] = []
        self.most = 0
        self._left: list[tuple[int, list[float]]] = []

    def slots(self) -> int:
        return self.number

    def send(self, batches: Sequence[tuple[int, list[float]]]) -> None:
        self.batches += [batch for _, batch in batches]
        self._left += batches
        self.most = max(self.most, len(self._left))

    def some(self) -> list[tuple[int, Done]]:
        number, batch = self._left.pop()
        return [(number, (sum(batch), list(batch)))]


@rows("seconds", [0.001, 0.05, 0.4, 3.0])
def test_batches_take_about_half_a_second(seconds: float) -> None:
    workers = Made(2)
    pieces = [seconds] * 20_000
    assert list(spread._in_batches(workers, iter(pieces))) == pieces
    later = [sum(batch) for batch in workers.batches[30:-10]]
    assert max(later) <= max(seconds, 1.01 * BATCH_SECONDS)
    assert min(later) >= max(seconds, 0.8 * BATCH_SECONDS - seconds), "and not far less"


def test_batches_shrink_when_pieces_get_slower() -> None:
    workers = Made(1)
    pieces = [0.001] * 5_000 + [0.25] * 4_000
    assert list(spread._in_batches(workers, iter(pieces))) == pieces
    assert max(map(len, workers.batches)) > 400
    assert [len(batch) for batch in workers.batches[-5:-1]] == [2, 2, 2, 2]


def test_every_worker_finds_its_next_batch_and_nobody_finds_a_thousand() -> None:
    workers = Made(100)
    assert len(list(islice(spread._in_batches(workers, iter([0.5] * 2_000)), 1_000))) == 1_000
    assert 200 <= workers.most <= 300


def test_a_slow_first_batch_holds_nobody_up_but_is_not_forgotten() -> None:
    """Results come in order, so what is done later waits: within bounds."""

    class Stuck(Made):
        def some(self) -> list[tuple[int, Done]]:
            if len(self._left) > 1:
                number, batch = self._left.pop()
                return [(number, (sum(batch), list(batch)))]
            return super().some()

    workers = Stuck(2)
    pieces = [0.5 + place / 1e6 for place in range(500)]
    assert list(spread._in_batches(workers, iter(pieces))) == pieces


@rows("workers", [1, 2])
def test_pieces_are_taken_as_they_are_needed(workers: int) -> None:
    found = spread.spread(abs, count(-3), workers, "threads")
    assert list(islice(found, 8)) == [3, 2, 1, 0, 1, 2, 3, 4]


# On a cluster.


def make_cluster(**more: Any) -> Any:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    return distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None, **more)


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[str]:
    """A cluster whose worker is another process, started before any module of a player is there."""
    with make_cluster(processes=True) as made:
        yield made.scheduler_address


PLAYER = "from {home}base import Passer\n\nclass Meek(Passer):\n    pass\n"
BASE = """class Passer:
    def __init__(self, seed=0):
        pass
    def choose(self, book, view):
        return view.legal[0]
"""


def test_an_own_player_travels_with_its_module(elsewhere: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "meek_one.py").write_text(BASE.replace("Passer", "Meek"), encoding="utf-8")
    package = tmp_path / "meek_pack"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "base.py").write_text(BASE, encoding="utf-8")
    (package / "bots.py").write_text(PLAYER.format(home="meek_pack."), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("meek_one:Meek", "meek_pack.bots:Meek"):
        plan = Plan(load_rulebook("bicycle"), Entrant(name), Entrant("random"), seed=3)
        assert run(plan, 6, dask=elsewhere) == run(plan, 6)


def test_a_player_in_a_folder_without_init_travels_too(
    elsewhere: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with `PYTHONPATH=.`: the folder is found twice, from the path and from the current folder."""
    (tmp_path / "meek_folder" / "inner").mkdir(parents=True)
    (tmp_path / "meek_folder" / "base.py").write_text(BASE, encoding="utf-8")
    (tmp_path / "meek_folder" / "inner" / "bots.py").write_text(PLAYER.format(home="meek_folder."), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend("")
    plan = Plan(load_rulebook("bicycle"), Entrant("meek_folder.inner.bots:Meek"), Entrant("random"), seed=3)
    assert run(plan, 6, dask=elsewhere) == run(plan, 6)


def word_of(module: str) -> str:
    return str(importlib.import_module(module).WORD)


@pytest.mark.parametrize("init", [True, False])
def test_a_module_that_was_changed_since_is_sent_again(
    elsewhere: str, init: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / f"meek_word{init}"
    package.mkdir()
    if init:
        (package / "__init__.py").write_text("from .bots import WORD\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    name = f"{package.name}.bots"
    for word in ("once", "twice"):
        (package / "bots.py").write_text(f"WORD = {word!r}\n", encoding="utf-8")
        assert list(spread.spread(word_of, [name], dask=elsewhere, players=[f"{name}:Meek"])) == [word]


def test_what_a_players_module_needs_is_named(elsewhere: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "meek_hive.py").write_text("", encoding="utf-8")
    (tmp_path / "meek_bee.py").write_text("import meek_hive\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(SpreadError, match=r"a worker of tcp://\S+ can't import meek_hive. Install it there"):
        list(spread.spread(abs, [1], dask=elsewhere, players=["meek_bee:Bee"]))


def fail_by_name(piece: int) -> int:
    if piece == 3:
        raise ModuleNotFoundError("No module named 'anthills'", name="anthills")
    return piece


def test_what_a_worker_lacks_is_said_in_one_line(elsewhere: str) -> None:
    with pytest.raises(SpreadError, match=r"a worker of tcp://\S+ can't import anthills. Install it there"):
        list(spread.spread(fail_by_name, range(5), dask=elsewhere))


def where(_: int) -> int:
    return os.getpid()


def test_other_errors_are_those_of_the_work(elsewhere: str) -> None:
    assert set(spread.spread(where, range(3), dask=elsewhere)) != {os.getpid()}
    with pytest.raises(TypeError, match="bad operand"):
        list(spread.spread(abs, ["x"], dask=elsewhere))  # type: ignore[arg-type]


def test_a_cluster_without_bowerbird_gets_one_line(tmp_path: Path) -> None:
    (tmp_path / "bare.py").write_text("import sys\nsys.modules['bowerbird'] = None\n", encoding="utf-8")
    with (
        make_cluster(processes=True, preload=[str(tmp_path / "bare.py")]) as made,
        pytest.raises(SpreadError, match=r"1 of 1 workers of tcp://\S+ can't import Bowerbird. Install version \d"),
    ):
        list(spread.spread(abs, [1], dask=made.scheduler_address))


@pytest.mark.parametrize(("what", "value"), [("version", "0.0.9"), ("compiled", "partly")])
def test_another_bowerbird_is_refused(elsewhere: str, what: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "provenance", lambda: provenance() | {what: value})
    with pytest.raises(SpreadError, match=f"here it is {value}. The results would differ"):
        list(spread.spread(abs, [1], dask=elsewhere))


def nap(piece: int) -> int:
    time.sleep(0.02)
    return piece


@rows(
    "preload, says",
    [
        ("import bowerbird\nbowerbird.__version__ = '0.0.9'\n", r"has version 0\.0\.9, and here it is \d"),
        ("import sys\nsys.modules['bowerbird'] = None\n", r"can't import Bowerbird\. Install version \d"),
    ],
)
def test_another_bowerbird_that_joins_later_does_no_work(tmp_path: Path, preload: str, says: str) -> None:
    (tmp_path / "preload.py").write_text(preload, encoding="utf-8")
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--no-nanny", "--no-dashboard", "--nthreads", "1"]
    tests = str(Path(__file__).parents[1])
    with make_cluster(processes=True) as made:
        found = spread.spread(nap, count(), dask=made.scheduler_address)
        assert list(islice(found, 3)) == [0, 1, 2]
        joins = subprocess.Popen(
            [*worker, "--preload", str(tmp_path / "preload.py"), made.scheduler_address],
            env={**os.environ, "PYTHONPATH": tests},
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        end = time.monotonic() + 40
        try:
            with pytest.raises(SpreadError, match=rf"a worker that joined tcp://\S+ {says}"):
                list(takewhile(lambda _: time.monotonic() < end, found))
        finally:
            found.close()  # type: ignore[attr-defined]
            joins.terminate()
            joins.wait(20)


def test_a_cluster_without_workers_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    monkeypatch.setattr(cluster, "_PATIENCE", 1)
    with (
        distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=None) as made,
        pytest.raises(SpreadError, match=r"has no workers. Start some with `dask worker "),
    ):
        list(spread.spread(abs, [1], dask=made.scheduler_address))


def test_a_package_is_packed_whole_and_a_missing_one_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bots_of_mine" / "inner").mkdir(parents=True)
    for name in ("__init__.py", "inner/__init__.py", "inner/bold.py", "inner/weights.json"):
        (tmp_path / "bots_of_mine" / name).touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    packed = module_file("bots_of_mine.inner.bold", tmp_path)
    assert "bots_of_mine/inner/bold.py" in zipfile.ZipFile(packed).namelist()
    assert "bots_of_mine/inner/weights.json" in zipfile.ZipFile(packed).namelist()
    with pytest.raises(SpreadError, match="there is no module 'bots_of_nobody'"):
        module_file("bots_of_nobody", tmp_path)


def test_a_module_that_cannot_be_sent_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("sys", "random"):
        with pytest.raises(SpreadError, match=f"'{name}' is a module of Python. Name your own module"):
            module_file(name, tmp_path)
    with pytest.raises(SpreadError, match="there is no module '' here"):
        module_file("", tmp_path)
    for place in ("one", "two"):
        (tmp_path / place / "bots_in_two").mkdir(parents=True)
        monkeypatch.syspath_prepend(str(tmp_path / place))
    with pytest.raises(SpreadError, match=r"'bots_in_two' is in several folders: \S+, \S+\. Keep it in one"):
        module_file("bots_in_two", tmp_path)


def test_results_say_what_they_were_made_with() -> None:
    said = provenance()
    assert sorted(said) == ["commit", "compiled", "version"]
    assert said["version"] == sys.modules["bowerbird"].__version__
    commit = str(said["commit"]).removesuffix("+")
    assert commit == "" or (len(commit) >= 12 and set(commit) <= set("0123456789abcdef"))
