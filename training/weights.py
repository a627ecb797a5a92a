"""Checkpoints of training, and the file that the package ships: the averaged actor in half precision.

python -m training.weights build/training/one.pt src/bowerbird/players/net/master.npz
"""
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import torch

from bowerbird.players.net.inputs import INPUTS
from bowerbird.players.net.weights import Net
from training.nets import Actor, Critic

__all__ = ["load", "load_critic", "packed", "save"]


def save(path: Path, actor: Actor, critic: Critic, record: dict[str, Any]) -> None:
    """Save a checkpoint: the averaged actor, the critic, and the record."""
    path.parent.mkdir(parents=True, exist_ok=True)
    nets = {"actor": actor.state_dict(), "critic": critic.state_dict()}
    half = {name: {key: array.half() for key, array in net.items()} for name, net in nets.items()}
    torch.save({**half, "record": json.dumps(record)}, path)


def load(path: Path, device: str) -> tuple[Actor, dict[str, Any]]:
    """The actor of a checkpoint or of a package file, and its record."""
    if path.suffix == ".npz":
        return _unpacked(path, device)
    found = torch.load(path, map_location=device, weights_only=True)
    record = json.loads(found["record"])
    actor = Actor(record["settings"]["width"], record["settings"]["blocks"]).to(device)
    actor.load_state_dict({key: array.float() for key, array in found["actor"].items()})
    return actor, record


def _unpacked(path: Path, device: str) -> tuple[Actor, dict[str, Any]]:
    net = Net.read(path.read_bytes())
    record = net.record
    arrays = {name: torch.from_numpy(array) for name, array in net.weights.items()}
    actor = Actor(record["settings"]["width"], record["settings"]["blocks"])
    first = actor.state_dict()["trunk.first.weight"].zero_()
    first[:, :INPUTS] = arrays["trunk.first.weight"]
    actor.load_state_dict({**arrays, "trunk.first.weight": first})
    return actor.to(device), record


def load_critic(path: Path, device: str) -> Critic:
    """The critic of a checkpoint."""
    found = torch.load(path, map_location=device, weights_only=True)
    settings = json.loads(found["record"])["settings"]
    critic = Critic(settings["critic_width"], settings["critic_blocks"]).to(device)
    critic.load_state_dict({key: array.float() for key, array in found["critic"].items()})
    return critic


def packed(path: Path, actor: Actor, record: dict[str, Any]) -> None:
    """Write the package file: every weight in half precision, and the record without its curves."""
    weights = {name: array.cpu().numpy() for name, array in actor.state_dict().items()}
    # Padding inputs are always zero.
    weights["trunk.first.weight"] = weights["trunk.first.weight"][:, :INPUTS]
    path.write_bytes(Net(weights, {key: value for key, value in record.items() if key != "curve"}).write())


def main() -> None:
    """Read the command line and pack."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path, help="the file for the package")
    given = parser.parse_args()
    packed(given.out, *load(given.checkpoint, "cpu"))


if __name__ == "__main__":
    main()
