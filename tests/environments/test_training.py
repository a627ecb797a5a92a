"""The forty-line PPO: it is forty lines, learns in seconds what chance does wrong, and plays at tables."""

from __future__ import annotations

import inspect
from pathlib import Path

import numpy as np
import pytest

from bowerbird.environments.vector import VectorEuchre
from bowerbird.kernel.search import COMPILED
from bowerbird.players import player
from bowerbird.players.match import Entrant, Plan, run
from bowerbird.rulebook import load_rulebook
from bowerbird.training import ppo
from bowerbird.training.__main__ import main
from bowerbird.training.measure import measured
from bowerbird.training.player import TrainedPlayer, load, save
from kit.amount import amount
from kit.rows import rows

if not COMPILED:
    pytest.skip("uncompiled, there is nothing to learn in a few seconds", allow_module_level=True)


@pytest.fixture(scope="module")
def net() -> ppo.Net:
    """Some learning against chance."""
    env = VectorEuchre(256, layout="slots", opponents="random", skip_forced=True, seed=1)
    return ppo.train(env, amount(1, full=3), seed=1)


def test_it_is_forty_lines() -> None:
    text = inspect.getsource(ppo.look) + inspect.getsource(ppo.train)
    code = [line for line in map(str.strip, text.splitlines()) if line and not line.startswith(("#", '"""'))]
    assert len(code) <= 40


@pytest.mark.full
def test_it_learns(net: ppo.Net) -> None:
    """From random weights it would lose about a tenth of a point to chance; now it wins clearly."""
    gain = measured(net, load_rulebook("bicycle"), "random", deals=1000, seed=2)
    assert gain.is_certain
    assert gain.points > 0.3
    untrained = [np.zeros_like(part) for part in net]
    assert measured(untrained, load_rulebook("bicycle"), "random", deals=1000, seed=2).points < gain.points - 0.2


def test_a_trained_net_plays_at_tables(net: ppo.Net, tmp_path: Path) -> None:
    file = tmp_path / "policy.npz"
    save(net, file)
    assert all((one == two).all() for one, two in zip(net, load(file), strict=True))
    plan = Plan(
        load_rulebook("bicycle"),
        Entrant("bowerbird.training.player:TrainedPlayer", {"file": str(file)}),
        Entrant("random"),
    )
    assert run(plan, 100).points_per_hand > 0
    # A joker is not in the net's inputs, so rules of thumb decide.
    joker = Plan(load_rulebook("cornwall"), plan.first, plan.second)
    assert run(joker, 10).hands >= 20


def test_the_command_says_how_well_it_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "policy.npz"
    short = ["--seconds", "0.1", "--tables", "128", "--deals", "200", "--table-deals", "3", "--out", str(out)]
    assert main([*short, "--opponents", "simple"]) == 1
    said = capsys.readouterr().out
    assert "Against simple, duplicate deals in the vector environment: -" in said
    assert "Against simple, duplicate deals in tables of the library: " in said
    assert "It doesn't beat simple for certain." in said
    assert isinstance(player("bowerbird.training.player:TrainedPlayer", file=str(out)), TrainedPlayer)


def test_any_number_of_tables_and_any_file_will_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "net"
    main(["--seconds", "0.1", "--tables", "100", "--deals", "2", "--out", str(out)])
    assert f"written to {out}." in capsys.readouterr().out
    assert [file.name for file in tmp_path.iterdir()] == ["net"]
    assert all(np.isfinite(part).all() for part in load(out))


@rows(
    "arguments, said",
    [
        (["--rules", "cornwall"], " dealt again. Use --rules with alberta, ccc, "),
        (["--rules", "nowhere"], "no such rulebook; use "),
        (["--opponents", "nobody"], "'nobody' isn't a level"),
        (["--tables", "0"], "Use a whole number of 1 or more"),
        (["--deals", "1"], "Use a whole number of 2 or more"),
        (["--table-deals", "-3"], "Use a whole number of 0 or more"),
        (["--seed", "one"], "Use a whole number of 0 or more"),
        (["--seconds", "inf"], "Use a number above 0"),
        (["--seconds", "soon"], "Use a number above 0"),
        (["--out", "no/such/folder/net.npz"], "there is no folder no/such/folder. Make it first"),
        (["--out", "."], "can't be written. Use --out with another file"),
    ],
)
def test_what_cannot_be_learned_is_refused_at_once(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err


def test_a_missing_or_wrong_file_is_pointed_out(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"isn't there. To make one: python -m bowerbird"):
        load(tmp_path / "none.npz")
    other = tmp_path / "other.npz"
    save([np.zeros((2, 2), np.float32)], other)
    with pytest.raises(ValueError, match="isn't a net of"):
        load(other)
    zipped = other.read_bytes()
    for junk in (b"", b"junk", b"PK\x03\x04 junk", zipped[:40], zipped[: len(zipped) // 2]):
        other.write_bytes(junk)
        with pytest.raises(ValueError, match=r"isn't a net of .* To make one: python -m bowerbird.training"):
            load(other)
    for arrays in ([np.zeros(())] * 4, [np.array([None])], [np.zeros((480, 3)), np.zeros(3), np.zeros((3, 58))]):
        np.savez(other, *arrays)
        with pytest.raises(ValueError, match="isn't a net of"):
            load(other)
    with other.open("wb") as written:
        np.save(written, np.zeros(3))
    with pytest.raises(ValueError, match="isn't a net of"):
        load(other)
    with pytest.raises(ValueError, match="can't be read"):
        load(tmp_path)
