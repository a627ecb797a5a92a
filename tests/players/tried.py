"""Judgements with evidence in any number of worlds: the net plays on after every choice, and nothing is filtered."""

from __future__ import annotations

from math import sqrt
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from bowerbird.kernel.play_on import play_on
from bowerbird.kernel.sample import deals
from bowerbird.kernel.solve import WORLD
from bowerbird.kernel.story import follow
from bowerbird.players.judge.judgement import RECORD, Choice, Evidence, Judgement
from bowerbird.players.knowledge import seen_by
from bowerbird.players.net.compiled import prepared, story_of
from bowerbird.players.net.inputs import seen_by_master, worth_row
from bowerbird.players.net.weights import shipped
from bowerbird.players.outlook import Tally
from bowerbird.players.worth import Contract, Stakes
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, View

__all__ = ["Rows", "Shares", "Worlds", "judged", "tried"]

Rows: TypeAlias = npt.NDArray[np.uint8]
Worlds: TypeAlias = npt.NDArray[np.uint64]
Shares: TypeAlias = npt.NDArray[np.float64]

#: The share of every choice that is left to chance when worlds are weighed.
_SLIP = 0.02
#: How much the likelihood of a world counts.
_TRUST = 0.1


def tried(book: Rulebook, seen: View, worlds: int = 100, seed: int = 1) -> Judgement:
    """Try every choice in the same deals, weighed a little by what everybody has done: few deals must say enough."""
    assert seen.seat is not None
    drawn = deals(seen_by(book, seen), worlds, seed)
    rows = [worth_row(Stakes(book, replace(seen, seat=seat)), seat) for seat in (seen.seat, seen.seat.left)]
    story, net = story_of(book, seen, *rows), prepared(shipped())
    logs = np.array(follow(net, story, drawn, _SLIP))
    shares = np.exp(_TRUST * (logs - logs.max()))
    legal = seen_by_master(book, seen).legal
    found = np.frombuffer(play_on(net, story, drawn, list(legal)), np.uint8).reshape(len(legal), worlds, RECORD)
    records = {fact: found[place] for place, fact in enumerate(legal.values())}
    return judged(book, seen, np.array(drawn, np.uint64).reshape(-1, WORLD), shares / shares.sum(), records)


def judged(book: Rulebook, seen: View, worlds: Worlds, shares: Shares, records: dict[Fact, Rows]) -> Judgement:
    """The judgement of what came of each choice."""
    assert seen.seat is not None
    stakes = Stakes(book, seen)
    values, outlooks = {}, {}
    for fact, rows in records.items():
        tally = Tally(stakes, seen.seat.side)
        found = []
        for (maker, alone, tricks), share in zip(rows[:, :3].tolist(), shares.tolist(), strict=True):
            if maker > 3:
                tally.add_thrown_in(share)
                found.append(stakes.thrown_in()[0])
            else:
                contract = Contract(Seat(maker), bool(alone))
                tally.add(contract, tricks, share)
                found.append(stakes.scale(contract).points[tricks])
        values[fact], outlooks[fact] = np.array(found), tally.outlook(len(rows))
    ranked = sorted(values, key=lambda fact: -float(shares @ values[fact]))
    choices = []
    for fact in ranked:
        differences = values[ranked[0]] - values[fact]
        behind = float(shares @ differences)
        error = sqrt(float(shares**2 @ (differences - behind) ** 2))
        choices.append(Choice(fact, outlooks[fact], behind, error, behind, error))
    return Judgement(tuple(choices), "net", Evidence(worlds, shares, tuple(records[fact] for fact in ranked)))
