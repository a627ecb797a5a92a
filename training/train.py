"""Train the master by self-play for some minutes, and write a checkpoint with a record of the training.

    python -m training.train --out build/training/one.pt --seed 1 --minutes 7

`--start master.npz --critic one.pt` trains a net further instead of a fresh one, with that critic.
`python -m training.weights one.pt master.npz` makes the file for the package, `python -m training.curves one.pt` the
pictures. `--against one.pt` trains an exploiter instead: it plays against that net and starts from its weights, or with
`--from-nothing` from none.
"""
# mypy: disable-error-code="no-any-return,misc"

from __future__ import annotations

import argparse
import copy
import time
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final

import torch

from bowerbird import load_rulebook
from training import situations, weights
from training.duel import best, by_chance, duel
from training.learner import Learner, Settings
from training.nets import Actor
from training.situations import Situations
from training.tables import Tables

__all__ = ["main", "train"]

#: The number of situations to draw hands from.
_SITUATIONS: Final = 32_768
#: Seconds between measurements, and between checkpoints.
_MEASURE: Final = 30.0


def train(
    settings: Settings,
    drawn: Situations,
    device: str,
    out: Path | None = None,
    against: Path | None = None,
    from_nothing: bool = False,
    start: tuple[Path, Path] | None = None,
) -> tuple[Learner, dict[str, Any]]:
    """A whole run. The record holds a line for every half minute. `start` is a net and a critic to go on from."""
    opponent: Actor | None = None
    if against is not None:
        opponent, made = weights.load(against, device)
        settings = Settings(**{**asdict(settings), **{key: made["settings"][key] for key in _SHAPE}})
    learner = Learner(settings, Tables(settings.tables, drawn, device, settings.seed), opponent)
    if against is not None and opponent is not None and not from_nothing:
        learner.carry_on_from(opponent, weights.load_critic(against, device))
    record: dict[str, Any] = {"settings": asdict(settings), "against": str(against or ""), "curve": []}
    if start is not None:
        actor, before = weights.load(start[0], device)
        learner.carry_on_from(actor, weights.load_critic(start[1], device))
        record["before"] = {key: value for key, value in before.items() if key != "curve"}
    plain = situations.one(load_rulebook("bicycle"), aim="points")
    earlier: Actor | None = None
    learner.iterate(0.0)  # compiles; the clock starts when that is done
    began = measured = time.monotonic()
    progress = 0.0
    while progress < 1:
        figures = learner.iterate(progress)
        now = time.monotonic()
        progress = (now - began) / (60 * settings.minutes)
        if earlier is None and progress > 0.2:
            earlier = copy.deepcopy(learner.averaged)
        if now - measured < _MEASURE and progress < 1:
            continue
        measured = now
        line = {"seconds": round(now - began, 1), "decisions": learner.decisions, "hands": learner.hands, **figures}
        line["against_chance"] = _gain(learner, by_chance, plain, device)
        if earlier is not None:
            line["against_earlier"] = _gain(learner, best(earlier), plain, device)
        if opponent is not None:
            line["against_frozen"] = _gain(learner, best(opponent), plain, device)
        record["curve"].append(line)
        print(" ".join(f"{key}={value:.5g}" for key, value in line.items()), flush=True)
        if out is not None:
            weights.save(out, learner.averaged, learner.critic, {**record, **_amount(learner, began)})
    return learner, {**record, **_amount(learner, began)}


#: An exploiter has the shape of the net it plays against.
_SHAPE: Final = ("width", "blocks", "critic_width", "critic_blocks")


def _gain(learner: Learner, other: Any, plain: Situations, device: str) -> float:
    ours = best(learner.averaged)
    return duel((ours, other, ours, other), learner.settings.measured, plain, device, seed=3)[0]


def _amount(learner: Learner, began: float) -> dict[str, Any]:
    where = torch.cuda.get_device_name() if learner.device.type == "cuda" else "CPU"
    minutes = round((time.monotonic() - began) / 60, 2)
    return {"minutes": minutes, "hands": learner.hands, "decisions": learner.decisions, "device": where}


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--situations", type=Path, help="a file of training.situations; drawn again without it")
    parser.add_argument("--against", type=Path, help="a checkpoint: train an exploiter against it")
    parser.add_argument("--from-nothing", action="store_true", help="the exploiter starts from fresh weights")
    parser.add_argument("--start", type=Path, help="a checkpoint or weights file: train it further")
    parser.add_argument("--critic", type=Path, help="with --start, the checkpoint whose critic to use")
    parser.add_argument("--version", default="", help="the code version to write down")
    for field in fields(Settings):
        if field.name == "compiled":
            parser.add_argument("--plain", dest="compiled", action="store_false", help="do not compile the nets")
        else:
            parser.add_argument(f"--{field.name.replace('_', '-')}", type=type(field.default), default=field.default)
    given = parser.parse_args()
    settings = Settings(**{field.name: getattr(given, field.name) for field in fields(Settings)})
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_float32_matmul_precision("high")
    drawn = situations.load(given.situations) if given.situations else situations.draw(_SITUATIONS, seed=1)
    if bool(given.start) != bool(given.critic):
        parser.error("--start and --critic belong together")
    start = (given.start, given.critic) if given.start else None
    learner, record = train(settings, drawn, device, given.out, given.against, given.from_nothing, start)
    record["version"] = given.version
    weights.save(given.out, learner.averaged, learner.critic, record)


if __name__ == "__main__":
    main()
