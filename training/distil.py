"""Teach a small net to play as a large one does, for judging many deals in little time.

    python -m training.distil build/training/one.pt build/training/quick.pt --minutes 2

The large net plays all seats; once per hand a random action is taken, so that the small one also learns what follows
odd choices, and calls become passes as in training. The small net learns its probabilities of actions, and its beliefs.
Prints how often the two choose alike, and what a pair of the small ones loses to a pair of the large.
"""
# mypy: disable-error-code="no-any-return,misc,untyped-decorator,no-untyped-call"

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn
from torch.nn.functional import log_softmax

from bowerbird import load_rulebook
from bowerbird.players.net.inputs import PASS
from training import situations, weights
from training.duel import best, by_chance, duel
from training.learner import gumbel
from training.nets import Actor, Critic, actor_inputs, is_legal
from training.situations import Situations
from training.tables import Tables

__all__ = ["distil"]

_TABLES: Final = 65_536
#: The probability of a random action at each decision, until the hand has had one.
_SHARE: Final = 0.05
_RATE: Final = 2e-3
_AVERAGE: Final = 0.999
_BELIEFS: Final = 0.2


class _Play:
    """Self-play of the large net, with one random action in most hands."""

    def __init__(self, teacher: Actor, drawn: Situations, device: str, tables: int) -> None:
        self.tables = Tables(tables, drawn, device, seed=21)
        self._teacher = teacher
        self._odd = torch.zeros(tables, dtype=torch.bool, device=device)

    @torch.no_grad()
    def step(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """The inputs, the legal actions, the teacher's logits and its beliefs, of one decision at every table."""
        tables = self.tables
        x = actor_inputs(tables.bits, tables.rows())
        legal = is_legal(tables.legal)
        with torch.autocast(tables.device.type, torch.bfloat16, enabled=tables.device.type == "cuda"):
            policy, beliefs, _ = self._teacher(x)
        logits = log_softmax(policy.float().masked_fill(~legal, float("-inf")), dim=1)
        now = ~self._odd & (torch.rand(len(x), device=x.device) < _SHARE)
        action = torch.where(now, by_chance(tables.bits, tables.rows(), tables.legal), gumbel(logits))
        self._odd |= now
        tables.play(action.masked_fill(tables.take_passes(), PASS))
        self._odd &= tables.outcome < 0
        return x, legal, logits, beliefs.float()


def distil(
    teacher: Actor, student: Actor, drawn: Situations, device: str, minutes: float, rate: float, tables: int = _TABLES
) -> tuple[Actor, int]:
    """The small net after it has learned to play like the teacher, and the number of decisions for that."""
    torch.manual_seed(5)
    averaged = copy.deepcopy(student)
    play = _Play(teacher, drawn, device, tables)
    optimiser = torch.optim.Adam(student.parameters(), lr=rate)
    began, progress, decisions, told = time.monotonic(), 0.0, 0, 0.0
    while progress < 1:
        progress = min(1.0, (time.monotonic() - began) / (60 * minutes))
        for group in optimiser.param_groups:
            group["lr"] = rate * (0.5 * (1 + math.cos(math.pi * progress)) + 0.002)
        x, legal, wanted, held = play.step()
        with torch.autocast(x.device.type, torch.bfloat16, enabled=x.device.type == "cuda"):
            policy, beliefs, _ = student(x)
        found = log_softmax(policy.float().masked_fill(~legal, -1e9), dim=1)
        loss = -(wanted.exp() * found).sum(1).mean()
        seen = torch.softmax(held, dim=2)
        loss = loss - _BELIEFS * (seen * log_softmax(beliefs.float(), dim=2)).sum(2).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        optimiser.step()
        with torch.no_grad():
            torch._foreach_lerp_(list(averaged.parameters()), list(student.parameters()), 1 - _AVERAGE)
        decisions += len(x)
        if progress - told >= 0.1:
            told = progress
            print(json.dumps({"progress": round(progress, 2), "decisions": decisions, "loss": loss.item()}), flush=True)
    return averaged, decisions


@torch.no_grad()
def alike(teacher: Actor, student: Actor, drawn: Situations, device: str, steps: int = 40) -> float:
    """The share of decisions in which both choose the same, in self-play of the teacher."""
    tables = Tables(8192, drawn, device, seed=31)
    same = 0.0
    for _ in range(steps):
        one, other = (best(net)(tables.bits, tables.rows(), tables.legal) for net in (teacher, student))
        same += float((one == other).float().mean())
        tables.play(one)
    return same / steps


def main() -> None:
    """Read the command line, teach, and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("teacher", type=Path, help="a checkpoint, or a weights file of the package")
    parser.add_argument("out", type=Path, help="the checkpoint to write")
    parser.add_argument("--situations", type=Path)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--blocks", type=int, default=2)
    parser.add_argument("--start", type=Path, help="a small net to go on from, of the same size")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--rate", type=float, default=_RATE)
    parser.add_argument("--tables", type=int, default=_TABLES)
    parser.add_argument("--hands", type=int, default=200_000, help="of the match against the teacher")
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_float32_matmul_precision("high")
    teacher, record = weights.load(given.teacher, device)
    drawn = situations.load(given.situations) if given.situations else situations.draw(4096, seed=1)
    student = weights.load(given.start, device)[0] if given.start else Actor(given.width, given.blocks).to(device)
    student, decisions = distil(teacher, student, drawn, device, given.minutes, given.rate, given.tables)
    told = {"decisions": decisions, "alike": round(alike(teacher, student, drawn, device), 4), "loses": {}}
    for name in ("bicycle", "alberta", "st-joe"):
        plain = situations.one(load_rulebook(name), aim="points")
        ours, theirs = best(teacher), best(student)
        gain, error = duel((ours, theirs, ours, theirs), given.hands, plain, device, seed=7)
        told["loses"][name] = (round(gain, 5), round(error, 5))
    print(json.dumps(told), flush=True)
    settings = {"width": given.width, "blocks": given.blocks, "critic_width": 32, "critic_blocks": 1}
    made = {"settings": settings, "teacher": record, "distilled": told}
    weights.save(given.out, student, Critic(32, 1), made)


if __name__ == "__main__":
    main()
