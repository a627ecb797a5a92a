"""Pockets: decisions that a net gets wrong whenever they come up. Find them by play-outs, and teach the net better.

    python -m training.pockets find build/training/one.pt --books bicycle st-joe --hands 20000
    python -m training.pockets teach build/training/one.pt build/training/better.pt --seconds 120

`find` plays the net against itself, tries every call in question in a few worlds, and those where another call is ahead
in 4,096 worlds, the same for all calls. A pocket is a call that is behind by more than 0.1. `teach` gathers such
decisions under many rules and scores, with cards too, and trains the net to prefer what was ahead; everywhere else it
holds on to its own probabilities. It then plays the net against the one before, and writes it down only if no rulebook
becomes weaker.
"""
# mypy: disable-error-code="no-any-return,misc,untyped-decorator,no-untyped-call"

from __future__ import annotations

import argparse
import copy
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy, log_softmax

from bowerbird import load_rulebook
from bowerbird.players.net.inputs import FIRST_NAME, FIRST_NAME_ALONE, FIRST_PLAY, ORDER, ORDER_ALONE, PASS
from training import situations, weights
from training.duel import best, duel
from training.learner import gumbel
from training.nets import Actor, actor_inputs, is_legal
from training.search import Considered, Searcher
from training.situations import Situations
from training.tables import Tables

__all__ = ["Looked", "find", "look", "teach"]

#: Another choice that the net takes at least this often is in question.
_IN_QUESTION: Final = 0.01
#: Worlds of the first look; standard errors and points by which another choice must be ahead for a second one.
_FIRST: Final = 128
_AHEAD: Final = 0.02
#: The points by which a call of a pocket is behind.
POCKET: Final = 0.1
#: Decisions tried together, in the first look and in the second.
_AT_ONCE, _AT_ONCE_AGAIN = 4096, 256
_MOST: Final = 4
_BOOKS: Final = ("bicycle", "alberta", "national", "st-joe", "trailer-estates", "ccc")
#: A choice and the same choice alone, either way.
_COUNTERPART: Final = {
    ORDER: ORDER_ALONE,
    ORDER_ALONE: ORDER,
    **{FIRST_NAME + label: FIRST_NAME_ALONE + label for label in range(3)},
    **{FIRST_NAME_ALONE + label: FIRST_NAME + label for label in range(3)},
}


@dataclass
class Looked:
    """Decisions that were tried twice: what was seen, the candidates (the net's own first), and the mean and error of
    how far each is ahead of it."""

    bits: Tensor
    row: Tensor
    legal: Tensor
    action: Tensor
    ahead: Tensor
    error: Tensor

    @classmethod
    def joined(cls, parts: list[Looked]) -> Looked:
        """All of them."""
        return cls(*(torch.cat([getattr(part, field.name) for part in parts]) for field in fields(cls)))

    def some(self, which: Tensor) -> Looked:
        """A part of them."""
        return Looked(*(getattr(self, field.name)[which] for field in fields(self)))


def look(searcher: Searcher, again: Searcher, tables: Tables, *, cards: bool) -> Iterator[tuple[int, Looked | None]]:
    """Self-play without end, one decision at every table at a time: the hands that ended, and decisions tried twice."""
    counterpart = torch.arange(64, device=tables.device)
    for one, other in _COUNTERPART.items():
        counterpart[one] = other
    while True:
        chance = searcher.look(tables.bits, tables.rows(), tables.legal)
        action, likely = _candidates(chance, tables.legal, counterpart)
        asked = action[:, 1] >= 0
        asked &= (tables.legal >> FIRST_PLAY == 0) if not cards else torch.ones_like(asked)
        found = []
        for places in asked.nonzero().squeeze(1).split(_AT_ONCE):
            mean, error = _ahead(searcher.consider(tables, places, action[places], likely[places]))
            doubtful = places[(mean - error).amax(1) > _AHEAD]
            for some in doubtful.split(_AT_ONCE_AGAIN):
                mean, error = _ahead(again.consider(tables, some, action[some], likely[some]))
                bits, legal = tables.bits[some], tables.legal[some]  # copies: the tables go on
                found.append(Looked(bits, tables.rows()[some], legal, action[some], mean, error))
        taken = torch.where(tables.take_passes(), torch.full_like(action[:, 0], PASS), gumbel(chance))
        tables.play(taken)
        yield int((tables.outcome >= 0).sum()), Looked.joined(found) if found else None


def _candidates(chance: Tensor, legal: Tensor, counterpart: Tensor) -> tuple[Tensor, Tensor]:
    """The choices in question at every table, the net's own first; -1 is none. A call alone is always compared with
    the same call with the partner, and the other way round."""
    own = chance.argmax(1)
    chance = chance.clone()
    pair = counterpart[own]
    paired = (pair != own) & (legal >> pair & 1 > 0)
    floor = torch.full_like(chance[:, :1], 2 * _IN_QUESTION).log()
    lifted = torch.maximum(chance.gather(1, pair.unsqueeze(1)), floor)
    chance.scatter_(1, pair.unsqueeze(1), torch.where(paired.unsqueeze(1), lifted, chance.gather(1, pair.unsqueeze(1))))
    chance.scatter_(1, own.unsqueeze(1), 1.0)  # first, whatever it is
    likely, action = chance.topk(_MOST, dim=1)
    action[:, 1:] = action[:, 1:].masked_fill(likely[:, 1:].exp() < _IN_QUESTION, -1)
    return action, likely


def _ahead(considered: Considered) -> tuple[Tensor, Tensor]:
    """How far each candidate is ahead of the first, and the standard error."""
    value = considered.value["played out"]
    weight = torch.softmax(considered.weight.clamp(min=-1e6), dim=1).unsqueeze(1)
    ahead = value - value[:, :1]
    mean = (weight * ahead).sum(2)
    error = (weight * (ahead - mean.unsqueeze(2))).square().sum(2).sqrt()
    out = considered.action < 0
    return mean.masked_fill(out, -9.0), error.masked_fill(out, 0.0)


def find(actor: Actor, book: str, hands: int, device: str, worlds: int = 4096) -> dict[str, Any]:
    """Calls that are behind by more than 0.1, in so many hands under a rulebook, at 0-0 and for points."""
    tables = Tables(min(8192, hands), situations.one(load_rulebook(book), aim="points"), device, seed=41)
    searcher, again = Searcher(actor, None, _FIRST), Searcher(actor, None, worlds)
    played, lost, errors, kinds = 0, 0.0, [], Counter[str]()
    for ended, looked in look(searcher, again, tables, cards=False):
        played += ended
        if looked is not None:
            most, place = looked.ahead.max(1)
            error = looked.error.gather(1, place.unsqueeze(1)).squeeze(1)
            pocket = (most > POCKET) & (most > 2 * error)
            lost += float(most[pocket].sum())
            errors += error[pocket].tolist()
            instead = looked.action.gather(1, place.unsqueeze(1)).squeeze(1)
            pairs = zip(looked.action[pocket, 0].tolist(), instead[pocket].tolist(), strict=True)
            kinds.update(f"{_word(own)} for {_word(better)}" for own, better in pairs)
        if played >= hands:
            return {
                "book": book,
                "hands": played,
                "pockets in 1,000 hands": round(1000 * kinds.total() / played, 2),
                "lost per hand": round(lost / played, 5),
                "largest error": round(max(errors, default=0.0), 3),
                "kinds": dict(kinds.most_common()),
            }
    raise AssertionError("self-play has no end")


def _word(action: int) -> str:
    if action == PASS:
        return "pass"
    alone = action == ORDER_ALONE or FIRST_NAME_ALONE <= action < FIRST_PLAY
    return ("order" if action in (ORDER, ORDER_ALONE) else "name") + (" alone" if alone else "")


def gathered(actor: Actor, drawn: Situations, device: str, seconds: float, worlds: int) -> tuple[Looked, int]:
    """Decisions tried twice, under many rules, and the number of hands."""
    tables = Tables(4096, drawn, device, seed=43)
    searcher, again = Searcher(actor, None, _FIRST), Searcher(actor, None, worlds)
    parts, hands = [], 0
    began = time.monotonic()
    for ended, looked in look(searcher, again, tables, cards=True):
        hands += ended
        if looked is not None:
            parts.append(looked)
        if time.monotonic() - began > seconds and parts:
            break
    return Looked.joined(parts), hands


def teach(actor: Actor, looked: Looked, drawn: Situations, device: str, rounds: int = 6) -> Actor:
    """A net that prefers what was clearly ahead, and otherwise holds on to what it did."""
    torch.manual_seed(3)
    taught = copy.deepcopy(actor)
    best_, place = looked.ahead.max(1)
    clear = best_ > torch.maximum(2 * looked.error.gather(1, place.unsqueeze(1)).squeeze(1), torch.tensor(0.02))
    wanted = torch.where(clear, looked.action.gather(1, place.unsqueeze(1)).squeeze(1), looked.action[:, 0])
    weight = torch.where(clear, best_.clamp(max=0.5) / 0.1, torch.tensor(0.3, device=best_.device))
    tables = Tables(16_384, drawn, device, seed=47)
    optimiser = torch.optim.Adam(taught.parameters(), lr=1e-4)
    total = rounds * (len(wanted) // 4096 + 1)
    for number in range(total):
        for group in optimiser.param_groups:
            group["lr"] = 1e-4 * (1 - number / total)
        rows = torch.randint(len(wanted), (4096,), device=wanted.device)
        loss = _hold(taught, actor, tables)
        logits = taught.choose(actor_inputs(looked.bits[rows], looked.row[rows]), looked.legal[rows])
        loss = loss + 0.05 * (cross_entropy(logits, wanted[rows], reduction="none") * weight[rows]).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(taught.parameters(), 0.5)
        optimiser.step()
    return taught


def _hold(taught: Actor, before: Actor, tables: Tables) -> Tensor:
    """The divergence from the net as it was, in its own play, with beliefs and outlooks; the tables go on."""
    x, legal = actor_inputs(tables.bits, tables.rows()), is_legal(tables.legal)
    with torch.no_grad():
        known = before(x)
    found = taught(x)
    wanted = log_softmax(known[0].masked_fill(~legal, -1e9), dim=1)
    loss = (wanted.exp() * (wanted - log_softmax(found[0].masked_fill(~legal, -1e9), dim=1))).sum(1).mean()
    loss = loss + sum((new - old).square().mean() for new, old in zip(found[1:], known[1:], strict=True)) * 0.1
    tables.play(gumbel(wanted).masked_fill(tables.take_passes(), PASS))
    return loss


def gains(new: Actor, old: Actor, hands: int, device: str) -> dict[str, tuple[float, float]]:
    """What the new net wins against the old one under each rulebook, per hand, with its standard error."""
    one, other = best(new), best(old)
    found = {}
    for name in _BOOKS:
        plain = situations.one(load_rulebook(name), aim="points")
        gain, error = duel((one, other, one, other), hands, plain, device, seed=51)
        found[name] = (round(gain, 5), round(error, 5))
    return found


def main() -> None:
    """Read the command line; find or teach."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="what", required=True)
    finding = commands.add_parser("find")
    finding.add_argument("--books", nargs="+", default=list(_BOOKS))
    finding.add_argument("--worlds", type=int, default=4096)
    teaching = commands.add_parser("teach")
    teaching.add_argument("--seconds", type=float, default=120.0)
    teaching.add_argument("--worlds", type=int, default=1024)
    teaching.add_argument("--situations", type=Path)
    for command, hands in ((finding, 20_000), (teaching, 500_000)):
        command.add_argument("net", type=Path, help="a checkpoint; to find, also a weights file of the package")
        command.add_argument("--hands", type=int, default=hands)
    teaching.add_argument("out", type=Path)
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_float32_matmul_precision("high")
    actor, record = weights.load(given.net, device)
    if given.what == "find":
        for book in given.books:
            print(json.dumps(find(actor, book, given.hands, device, given.worlds)), flush=True)
        return
    critic = weights.load_critic(given.net, device)
    drawn = situations.load(given.situations) if given.situations else situations.draw(4096, seed=1)
    looked, hands = gathered(actor, drawn, device, given.seconds, given.worlds)
    taught = teach(actor, looked, drawn, device)
    found = gains(taught, actor, given.hands, device)
    told = {"hands": hands, "decisions": len(looked.legal), "gains": found}
    print(json.dumps(told), flush=True)
    if any(gain < -2 * error for gain, error in found.values()):
        raise SystemExit("A rulebook became weaker: nothing is written.")
    weights.save(given.out, taught, critic, {**record, "pockets": told})


if __name__ == "__main__":
    main()
