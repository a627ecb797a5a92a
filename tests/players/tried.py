"""Judgements with evidence, made the slow way: every choice is tried at tables, by a player that does not search."""

from __future__ import annotations

from math import sqrt
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from bowerbird.cards import Card
from bowerbird.kernel.position import cards_of
from bowerbird.kernel.sample import deals
from bowerbird.kernel.solve import WORLD
from bowerbird.players import Player, player
from bowerbird.players.judge.judgement import RECORD, Choice, Evidence, Judgement
from bowerbird.players.knowledge import seen_by
from bowerbird.players.outlook import Tally
from bowerbird.players.worth import Contract, Stakes
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Discard, Fact, Phase, Play, State, Table, View, step, view
from bowerbird.table import facts as f

Rows: TypeAlias = npt.NDArray[np.uint8]
Sets: TypeAlias = npt.NDArray[np.uint64]

__all__ = ["imagined", "judged", "played_on", "record_of", "tried"]


def tried(book: Rulebook, seen: View, worlds: int = 40, seed: int = 1, level: str = "club") -> Judgement:
    """Try every choice in the same deals."""
    drawn = np.frombuffer(deals(seen_by(book, seen), worlds, seed), np.uint64).reshape(-1, WORLD).copy()
    someone = player(level)
    tables = [imagined(book, seen, world) for world in drawn]
    records = {
        fact: np.array([record_of(played_on(book, table.state, fact, someone)) for table in tables])
        for fact in seen.legal
    }
    return judged(book, seen, drawn, records)


def judged(book: Rulebook, seen: View, worlds: Sets, records: dict[Fact, Rows]) -> Judgement:
    """The judgement of what came of each choice, all worlds alike."""
    assert seen.seat is not None
    stakes = Stakes(book, seen)
    values = {}
    outlooks = {}
    for fact, rows in records.items():
        tally = Tally(stakes, seen.seat.side)
        found = []
        for maker, alone, tricks in rows[:, :3].tolist():
            if maker > 3:
                tally.add_thrown_in(1.0)
                found.append(stakes.thrown_in()[0])
            else:
                contract = Contract(Seat(maker), bool(alone))
                tally.add(contract, tricks, 1.0)
                found.append(stakes.scale(contract).points[tricks])
        values[fact], outlooks[fact] = np.array(found), tally.outlook(len(rows))
    ranked = sorted(values, key=lambda fact: -values[fact].mean())
    choices = []
    for fact in ranked:
        differences = values[ranked[0]] - values[fact]
        error = float(differences.std() / sqrt(len(differences)))
        behind = float(differences.mean())
        choices.append(Choice(fact, outlooks[fact], behind, error, behind, error))
    shares = np.full(len(worlds), 1 / len(worlds))
    return Judgement(tuple(choices), "net", Evidence(worlds, shares, tuple(records[fact] for fact in ranked)))


def imagined(book: Rulebook, seen: View, world: Sets) -> Table:
    """A table at the decision, with the cards of a world."""
    assert seen.turn_up is not None
    hands = [set(cards_of(int(world[seat]))) for seat in Seat]
    plays = [play for trick in (*seen.tricks, seen.trick) for play in trick.plays]
    for seat, card in plays:
        hands[seat].add(card)
    laid = (set(cards_of(int(world[4]))) | set(seen.discards)) if seen.turn_up_is == "taken" else set()
    if seen.turn_up_is == "taken":
        hands[seen.dealer] = (hands[seen.dealer] | laid) - {seen.turn_up}
    used = set().union(*hands) | {seen.turn_up}
    rest = [card for card in book.cards() if card not in used]
    order = seen.dealer.left.round_from()
    lists = {seat: sorted(hands[seat]) for seat in Seat}
    first, second = ([card for who in order for card in lists[who][part]] for part in (slice(0, 3), slice(3, 5)))
    deck = (*first, *second, seen.turn_up, *rest)
    table = Table(book, [f.Open(dealer=seen.dealer, score=seen.score)])
    cut = book.deal.cut == "required"
    table.push(f.Shuffle(deck[-10:] + deck[:-10] if cut else deck))
    if cut:
        table.push(f.Cut(seen.dealer.right, 10))
    table.push(f.Deal(("3-2", "3-2", "3-2", "3-2")))
    if book.deal.after_start_bell:
        table.push(f.StartBell())
    table.push(f.TurnUp())
    for call in seen.calls:
        table.push(call)
    for card in laid:
        table.push(Discard(seen.dealer, Card(card)))
    for seat, card in plays:
        table.push(Play(seat, card))
    assert table.state.turn is seen.seat
    return table


def played_on(book: Rulebook, state: State, fact: Fact, someone: Player) -> State:
    """The table after the choice and everything that follows, as the last state before the next deal."""
    hands = state.hands_played
    following = fact
    while True:
        after = step(book, state, following)
        if after.hands_played > hands or after.phase in (Phase.SHUFFLE, Phase.OVER):
            return after
        state = after
        assert state.turn is not None
        following = someone.choose(book, view(book, state, state.turn))


def record_of(after: State) -> Rows:
    """The record of the hand that has just ended."""
    row = np.full(RECORD, 255, np.uint8)
    hand = after.last_hand if after.last_hand is not None else after.hand
    if hand.maker is None:
        return row
    row[0], row[1], row[3] = hand.maker, hand.alone, int(hand.trump or 0)
    row[2] = sum(trick.winner is not None and trick.winner.side is hand.maker.side for trick in hand.tricks)
    for _, card in hand.discards:
        row[4] = card
    plays = [play for trick in hand.tricks for play in trick.plays]
    row[5] = plays[0][0]
    for place, (_, card) in enumerate(plays):
        row[8 + place] = card
    return row
