"""Teach a trained net the results of choices that it does not make, so that it can explain them too.

Self-play shows the net almost nothing of moves that it has learned to avoid. Here it plays as usual, but once per hand
a random legal action is taken instead, and the outcome of the hand is its result. Only the outlooks are
trained, and for the net's own choices they are kept where they were. The policy, and with it every match, does not
change.

    python -m training.outlooks build/training/one.pt build/training/one-explains.pt --decisions 40000
"""
# mypy: disable-error-code="no-any-return,misc,untyped-decorator,no-untyped-call"

from __future__ import annotations

import argparse
import copy
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

import torch
from torch import Tensor
from torch.nn.functional import one_hot

from bowerbird.players.net.inputs import OUTCOMES
from training import situations, weights
from training.duel import by_chance
from training.learner import outlook_loss
from training.nets import Actor, actor_inputs, is_legal
from training.situations import Situations
from training.tables import SWAP_SIDES, Tables

__all__ = ["Tried", "gather", "teach"]

_TABLES: Final = 512
_ROUNDS: Final = 4
_MINIBATCH: Final = 2048
#: The probability of a random action at each decision, until the hand has had one.
_SHARE: Final = 0.12
#: The weight of keeping what is known against what is new.
_HOLD: Final = 1.0


@dataclass
class Tried:
    """Features, the net's own choice, the action taken, and the outcome of each decision."""

    features: Tensor
    own: Tensor
    action: Tensor
    came: Tensor

    def some(self, rows: Tensor | slice) -> Tried:
        """A part of them."""
        return Tried(*(getattr(self, field.name)[rows] for field in fields(self)))


@torch.no_grad()
def gather(actor: Actor, drawn: Situations, device: str, count: int, seed: int) -> Tried:
    """At least `count` decisions with a random action, in hands that the net then finished."""
    tables = Tables(_TABLES, drawn, device, seed)
    swap = torch.tensor(SWAP_SIDES, device=tables.device)
    waiting = torch.zeros(_TABLES, dtype=torch.bool, device=tables.device)
    kept: Tried | None = None
    side = tables.side.clone()
    done: list[Tried] = []
    while sum(len(part.action) for part in done) < count:
        x = actor.trunk(actor_inputs(tables.bits, tables.rows()))
        own = actor.policy(x).masked_fill(~is_legal(tables.legal), float("-inf")).argmax(1)
        now = ~waiting & (torch.rand(_TABLES, device=tables.device) < _SHARE)
        action = torch.where(now, by_chance(tables.bits, tables.rows(), tables.legal), own)
        if kept is None:
            kept = Tried(x.clone(), own.clone(), action.clone(), torch.zeros(_TABLES, OUTCOMES, device=tables.device))
        kept.features[now], kept.own[now], kept.action[now] = x[now], own[now], action[now]
        side = torch.where(now, tables.side, side)
        waiting |= now
        tables.play(action)
        ended = tables.outcome >= 0
        came = one_hot(tables.outcome.long().clamp(min=0), OUTCOMES).to(x.dtype)
        kept.came = torch.where((side == 0).unsqueeze(1), came, came[:, swap])
        done.append(copy.deepcopy(kept.some(ended & waiting)))
        waiting &= ~ended
    return Tried(*(torch.cat([getattr(part, field.name) for part in done]) for field in fields(Tried)))


def teach(actor: Actor, tried: Tried, rounds: int = _ROUNDS) -> tuple[float, float]:
    """Fit the outlooks to the results; return their error before and after on a held-out tenth."""
    aside = len(tried.action) // 10
    test, train = tried.some(slice(aside)), tried.some(slice(aside, None))
    with torch.no_grad():
        known = torch.softmax(_own_levels(actor, train), dim=-1)
        before = outlook_loss(actor.outlooks(test.features), test.action, test.came).item()
    optimiser = torch.optim.Adam(actor.outlooks.parameters(), lr=3e-4)
    for number in range(rounds):
        for group in optimiser.param_groups:
            group["lr"] = 3e-4 * (1 - number / rounds)
        for rows in torch.randperm(len(train.action)).split(_MINIBATCH):
            part = train.some(rows)
            loss = outlook_loss(actor.outlooks(part.features), part.action, part.came)
            held = -(known[rows] * torch.log_softmax(_own_levels(actor, part), dim=-1)).sum(-1).mean()
            optimiser.zero_grad()
            (loss + _HOLD * held).backward()
            optimiser.step()
    with torch.no_grad():
        return before, outlook_loss(actor.outlooks(test.features), test.action, test.came).item()


def _own_levels(actor: Actor, tried: Tried) -> Tensor:
    """The logits of the results of the net's own choice, padded if there are only four."""
    found = actor.outlooks(tried.features)
    place = torch.arange(OUTCOMES, device=found.device)
    is_pass = (tried.own == 0).unsqueeze(1)
    start = torch.where(is_pass, found.shape[1] - OUTCOMES, 4 * (tried.own.unsqueeze(1) - 1))
    counts = is_pass | (place < 4)
    picked = found.gather(1, (start + place).clamp(0, found.shape[1] - 1))
    return picked.masked_fill(~counts, -1e9)


def main() -> None:
    """Read the command line and teach."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trained", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--decisions", type=int, default=40_000)
    parser.add_argument("--situations", type=Path)
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(1)
    actor, record = weights.load(given.trained, device)
    drawn = situations.load(given.situations) if given.situations else situations.draw(4096, seed=1)
    tried = gather(actor, drawn, device, given.decisions, seed=11)
    before, after = teach(actor, tried)
    print(f"{len(tried.action)} decisions; wrong by {before:.4f} before and {after:.4f} after")
    record["outlooks"] = {"decisions": len(tried.action), "before": before, "after": after}
    weights.save(given.out, actor, weights.load_critic(given.trained, device), record)


if __name__ == "__main__":
    main()
