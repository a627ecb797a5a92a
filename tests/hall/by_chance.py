"""Play by chance at a table of the hall: what happens next, with slips now and then where they can be made."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from bowerbird.hall.room import Room
from bowerbird.seats import Seat
from bowerbird.table import (
    AskNewDeal,
    Claim,
    Cut,
    Deal,
    Draw,
    Exchange,
    Fact,
    Name,
    Order,
    Phase,
    Play,
    Shuffle,
    StartBell,
    TurnUp,
)
from bowerbird.table.facts import Expose, Pass, Ruling, TakeBack

__all__ = ["next_facts"]


def next_facts(room: Room, chance: random.Random, slips: float) -> list[Fact]:
    """The facts that come next, in one go where they are written at once. `slips` is how often somebody slips."""
    table, state = room.table, room.table.state
    if state.asked is not None:
        return [Ruling("as it stands", "the test says so")]
    if state.phase is Phase.DRAW:
        return [chance.choice([fact for fact in table.legal if isinstance(fact, Draw)])]
    if state.phase is Phase.SHUFFLE:
        return list(_deal(room, chance))
    if table.allows(TurnUp()):
        return [TurnUp()]
    return [_slip(room, chance, slips) or _choice(room, chance)]


def _deal(room: Room, chance: random.Random) -> Iterator[Fact]:
    book, state = room.book, room.table.state
    deck = list(book.cards())
    chance.shuffle(deck)
    packets = book.deal.packets[0]
    yield Shuffle(tuple(deck))
    yield Cut(state.dealer.right, len(deck) // 2)
    yield Deal((packets, packets, packets, packets))
    if book.deal.after_start_bell and not state.started:
        yield StartBell()
    yield TurnUp()


def _choice(room: Room, chance: random.Random) -> Fact:
    """Mostly a pass where one may pass, and what is rare rarely."""
    legal: Sequence[Fact] = [fact for fact in room.table.legal if hasattr(fact, "seat")]
    calls = [fact for fact in legal if isinstance(fact, Pass | Order | Name)]
    if calls and chance.random() < 0.75:
        legal = [fact for fact in calls if isinstance(fact, Pass)] or calls
    usual = [
        fact for fact in legal if not isinstance(fact, AskNewDeal | Exchange) and not getattr(fact, "alone", False)
    ]
    return chance.choice(usual if usual and chance.random() < 0.85 else legal)


def _slip(room: Room, chance: random.Random, often: float) -> Fact | None:
    """At a real table: a revoke, a card out of turn, shown or taken back, a claim."""
    table, state = room.table, room.table.state
    if state.guarded or state.phase is not Phase.PLAY or chance.random() > often:
        return None
    seat = chance.choice(list(Seat))
    tries: list[Fact] = [Claim(seat, "revoke", seat.left)]
    tries += [kind(seat, card) for card in state.hand.cards(seat) for kind in (Play, Expose)]
    tries += [TakeBack(who, card) for who, card in state.hand.trick.plays]
    chance.shuffle(tries)
    return next((fact for fact in tries if table.allows(fact) or (isinstance(fact, Play) and table.takes(fact))), None)
