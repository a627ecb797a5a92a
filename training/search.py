"""Search on top of a net, in bulk: does it pay?

    python -m training.search measure build/training/one.pt --seconds 60
    python -m training.search duel build/training/one.pt --hands 20000

A doubtful decision is evaluated in worlds dealt by the net's beliefs. Each world is weighed by how likely the net makes
the other players' choices in it, and the net plays out every candidate in it. `measure` tries many ways to decide
on the same worlds and shows what each would gain if the net played on; the true result is known, as the true world is
played out too. `duel` plays the search against the plain net, on the same cards with the sides swapped.
"""
# mypy: disable-error-code="no-any-return,misc,untyped-decorator"

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor
from torch.nn.functional import log_softmax

from bowerbird import load_rulebook
from bowerbird.players.champion import DOUBT, MOST_CANDIDATES
from training import situations, weights
from training.duel import Chooser, best
from training.environment import Hand
from training.nets import Actor, Critic, actor_inputs, critic_inputs
from training.tables import SWAP_SIDES, Notes, Tables
from training.worlds import imagine, likelihood, log_chances, play_out

__all__ = ["Considered", "Rule", "Searcher", "duel", "measure"]

#: The most decisions in a hand.
_MOST_DECISIONS: Final = 29
#: Decisions evaluated together.
_AT_ONCE: Final = 1024
_STAGES: Final = ("first round", "second round", "discard", "trick 1", "trick 2", "trick 3", "trick 4", "trick 5")


@dataclass(frozen=True)
class Rule:
    """A way to decide: the number of worlds, the number played out (all, if 0), and what to trust."""

    worlds: int = 256
    played: int = 0
    weighed: bool = True
    leaf: str = "played out"
    caution: float = 1.0  # standard errors that another choice must be ahead of the net's own
    habit: float = 0.0  # points for a choice that the net takes e times as often


@dataclass
class Considered:
    """Decisions: candidates by probability, the worth of each in each world, and the weights of the worlds."""

    action: Tensor
    chance: Tensor
    weight: Tensor
    value: dict[str, Tensor]

    def choose(self, rule: Rule) -> Tensor:
        """The index of the chosen candidate, 0 for the net's own."""
        value = self.value[rule.leaf][:, :, : rule.worlds]
        weight = self.weight[:, : rule.worlds]
        weight = weight if rule.weighed else torch.zeros_like(weight)
        weight = torch.softmax(weight.clamp(min=-1e6), dim=1)
        if rule.played:
            weight = _resampled(weight, rule.played)
        ahead = value - value[:, :1]
        mean = (weight.unsqueeze(1) * ahead).sum(2)
        error = (weight.unsqueeze(1) * (ahead - mean.unsqueeze(2))).square().sum(2).sqrt()
        score = mean - rule.caution * error + rule.habit * (self.chance - self.chance[:, :1])
        return score.masked_fill(self.action < 0, float("-inf")).argmax(1)


def _resampled(weight: Tensor, count: int) -> Tensor:
    """Weights in steps of one in `count`, by systematic resampling."""
    marks = weight.cumsum(1) * count
    times = (marks + 0.5).floor()
    return torch.diff(times, dim=1, prepend=torch.zeros_like(times[:, :1])) / count


class Searcher:
    """A net that looks again if it is in doubt."""

    def __init__(self, actor: Actor, critic: Critic | None, worlds: int) -> None:
        """`critic`, if given, also evaluates what follows a candidate, as another way to decide."""
        self.actor = actor
        self.critic = critic
        self.worlds = worlds
        self.choose: Chooser = best(actor)
        self.look = log_chances(actor)
        self._seed = 0

    @torch.no_grad()
    def candidates(self, tables: Tables) -> tuple[Tensor, Tensor]:
        """The candidates at every table and their log-probabilities, the net's own choice first; -1 is none."""
        chance, action = self.look(tables.bits, tables.rows(), tables.legal).topk(MOST_CANDIDATES, dim=1)
        action[:, 1:] = action[:, 1:].masked_fill(chance[:, 1:].exp() < DOUBT, -1)
        return action, chance

    @torch.no_grad()
    def consider(self, tables: Tables, places: Tensor, action: Tensor, chance: Tensor) -> Considered:
        """Look again at the decisions of some tables."""
        self._seed += 1
        row = tables.rows()[places]
        beliefs = log_softmax(self.actor(actor_inputs(tables.bits[places], row))[1].float(), dim=2)
        worlds, density = imagine(tables, places, beliefs, self.worlds, self._seed)
        weight = likelihood(tables, worlds, self.look) - density
        there = torch.arange(len(places), device=places.device).repeat_interleave(self.worlds)
        value = self._value(tables, worlds, action[there], row[there], tables.side[places][there])
        shape = (len(places), self.worlds, action.shape[1])
        return Considered(
            action,
            chance,
            weight.view(shape[:2]),
            {leaf: found.view(shape).transpose(1, 2) for leaf, found in value.items()},
        )

    @torch.no_grad()
    def truth(self, tables: Tables, places: Tensor, action: Tensor) -> Tensor:
        """The result of each candidate with the true cards."""
        row, side = tables.rows()[places], tables.side[places]
        return self._value(tables, tables.hands[places], action, row, side, judged=False)["played out"]

    def _value(
        self, tables: Tables, worlds: Tensor, action: Tensor, row: Tensor, side: Tensor, judged: bool = True
    ) -> dict[str, Tensor]:
        """The worth of every candidate in every world, to the side that decides."""
        at, which = (action >= 0).nonzero(as_tuple=True)
        tried, row, side = action[at, which], row[at], side[at]
        swap = torch.tensor(SWAP_SIDES, device=worlds.device)
        worth = torch.where((side == 0).unsqueeze(1), row, row[:, swap])
        found = {
            "played out": worth.gather(1, play_out(tables, worlds[at], tried, self.choose).unsqueeze(1)).squeeze(1)
        }
        if judged and self.critic is not None:
            found["judged"] = (worth * self._judged(tables, worlds[at], tried, swap)).sum(1)
        filled = {}
        for leaf, value in found.items():
            filled[leaf] = torch.zeros(action.shape, device=action.device)
            filled[leaf][at, which] = value
        return filled

    def _judged(self, tables: Tables, worlds: Tensor, actions: Tensor, swap: Tensor) -> Tensor:
        """The critic's probability of each outcome after an action, North–South's makers first."""
        assert self.critic is not None
        notes = Notes(len(worlds), worlds.device)
        tables.step(worlds.clone(), actions, notes)
        parts = []
        for some in torch.arange(len(worlds), device=worlds.device).split(1 << 18):
            inputs = critic_inputs(notes.bits[some], tables.worth[notes.row[some]], notes.hidden[some])
            with torch.autocast(worlds.device.type, torch.bfloat16, enabled=worlds.device.type == "cuda"):
                chances = torch.softmax(self.critic(inputs).float(), dim=1)
            chances = torch.where((notes.side[some] == 0).unsqueeze(1), chances, chances[:, swap])
            over = notes.outcome[some].long()
            came = torch.nn.functional.one_hot(over.clamp(min=0), chances.shape[1]).float()
            parts.append(torch.where((over >= 0).unsqueeze(1), came, chances))
        return torch.cat(parts)


def _stage(hands: Tensor) -> Tensor:
    phase = hands[:, Hand.phase.offset].long()
    return torch.where(phase < 3, phase, 3 + hands[:, Hand.trick.offset].long())


def rules() -> Iterator[Rule]:
    """Ways to decide, for comparison."""
    for leaf in ("played out", "judged"):
        for caution in (0.0, 0.5, 1.0, 2.0):
            yield Rule(leaf=leaf, caution=caution)
            yield Rule(leaf=leaf, caution=caution, weighed=False)
    for worlds in (32, 64, 128):
        for caution in (0.5, 1.0, 2.0):
            yield Rule(worlds, caution=caution)
    for played in (16, 32, 64):
        for caution in (0.0, 0.5, 1.0):
            yield Rule(played=played, caution=caution)
    for habit in (0.02, 0.05, 0.1):
        yield Rule(caution=0.0, habit=habit)
        yield Rule(caution=0.5, habit=habit)
        yield Rule(played=32, caution=0.5, habit=habit)


@torch.no_grad()
def measure(searcher: Searcher, at: Tables, seconds: float) -> Iterator[dict[str, Any]]:
    """Self-play by the net; at doubtful decisions, the gain of every rule, by the stage of the hand."""
    sums: dict[tuple[Rule, int], Tensor] = defaultdict(lambda: torch.zeros(4, dtype=torch.float64, device=at.device))
    hands = decisions = 0
    began = time.monotonic()
    while time.monotonic() - began < seconds or not hands:
        action, chance = searcher.candidates(at)
        doubt = (action[:, 1] >= 0).nonzero().squeeze(1)
        for places in doubt.split(_AT_ONCE):
            considered = searcher.consider(at, places, action[places], chance[places])
            truth = searcher.truth(at, places, action[places])
            stage = _stage(at.hands[places])
            for rule in rules():
                if rule.leaf in considered.value:
                    chosen = considered.choose(rule)
                    gain = (truth.gather(1, chosen.unsqueeze(1)).squeeze(1) - truth[:, 0]).double()
                    told = torch.stack([torch.ones_like(gain), (chosen > 0).double(), gain, gain.square()], dim=1)
                    for number in range(len(_STAGES)):
                        sums[rule, number] += told[stage == number].sum(0)
            decisions += len(places)
        at.play(action[:, 0])
        hands += int((at.outcome >= 0).sum())
    yield {"hands": hands, "decisions in doubt": decisions, "worlds": searcher.worlds}
    for rule in dict.fromkeys(rule for rule, _ in sums):
        parts = torch.stack([sums[rule, number] for number in range(len(_STAGES))]).cpu()
        yield {
            **vars(rule),
            "changed": round(float(parts[:, 1].sum() / parts[:, 0].sum()), 3),
            "gain": round(float(parts[:, 2].sum()) / hands / 2, 5),
            "stderr": round(float(parts[:, 3].sum()) ** 0.5 / hands / 2, 5),
            "by stage": [round(float(part[2]) / hands / 2, 5) for part in parts],
        }


@torch.no_grad()
def _played(searcher: Searcher, rule: Rule, tables: Tables, seed: int, side: int, stages: int) -> Tensor:
    """The worth of each hand to the side that searches, from a stage on; the other plays by the net."""
    tables.shuffle(seed)
    worth = tables.worth[tables.row ^ (tables.side != side).int()]
    swap = torch.tensor(SWAP_SIDES, device=tables.device)
    came = torch.full((tables.count,), -1, dtype=torch.int64, device=tables.device)
    for _ in range(_MOST_DECISIONS):
        action, chance = searcher.candidates(tables)
        chosen = action[:, 0].clone()
        asked = (action[:, 1] >= 0) & (tables.side == side) & (came < 0) & (_stage(tables.hands) >= stages)
        for places in asked.nonzero().squeeze(1).split(_AT_ONCE):
            found = searcher.consider(tables, places, action[places], chance[places]).choose(rule)
            chosen[places] = action[places].gather(1, found.unsqueeze(1)).squeeze(1)
        tables.play(chosen)
        came = torch.where((came < 0) & (tables.outcome >= 0), tables.outcome.long(), came)
    assert bool((came >= 0).all())
    return worth.gather(1, (came if side == 0 else swap[came]).unsqueeze(1)).squeeze(1)


def duel(
    searcher: Searcher, rule: Rule, hands: int, drawn: situations.Situations, device: str, seed: int, stages: int
) -> tuple[float, float]:
    """The search's gain per hand over the plain net, and the standard error."""
    tables = Tables(hands, drawn, device, seed)
    gain = sum((_played(searcher, rule, tables, seed, side, stages) for side in (0, 1)), torch.zeros(1).to(device)) / 2
    return float(gain.mean()), float(gain.std() / hands**0.5)


def main() -> None:
    """Read the command line and look."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("measure", "duel"))
    parser.add_argument("net", type=Path, help="a checkpoint, or a weights file of the package")
    parser.add_argument("--book", default="bicycle")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=4096)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--worlds", type=int, default=256)
    parser.add_argument("--played", type=int, default=0)
    parser.add_argument("--caution", type=float, default=1.0)
    parser.add_argument("--habit", type=float, default=0.0)
    parser.add_argument("--from-stage", choices=_STAGES, default="trick 1")
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    actor, _ = weights.load(given.net, device)
    critic = weights.load_critic(given.net, device) if given.net.suffix == ".pt" and given.what == "measure" else None
    searcher = Searcher(actor, critic, given.worlds)
    plain = situations.one(load_rulebook(given.book), aim="points")
    if given.what == "measure":
        for line in measure(searcher, Tables(given.tables, plain, device, seed=9), given.seconds):
            print(json.dumps(line), flush=True)
        return
    rule = Rule(given.worlds, given.played, caution=given.caution, habit=given.habit)
    began = time.monotonic()
    gain, error = duel(searcher, rule, given.hands, plain, device, 5, _STAGES.index(given.from_stage))
    taken = round(time.monotonic() - began, 1)
    line = {**vars(rule), "book": given.book, "from": given.from_stage, "hands": 2 * given.hands, "seconds": taken}
    print(json.dumps({**line, "gain": round(gain, 5), "stderr": round(error, 5)}))


if __name__ == "__main__":
    main()
