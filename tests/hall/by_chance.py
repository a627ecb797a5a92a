"""Play by chance at a table of the hall: what happens next, with slips now and then where they can be made."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from bowerbird.cards import Card, Rank
from bowerbird.hall.room import Room
from bowerbird.seats import Seat
from bowerbird.table import (
    AskNewDeal,
    Claim,
    Cut,
    Deal,
    DefendAlone,
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

_JOKER = Card("B")
_DEALT = 20  # the turn-up comes after so many cards


def next_facts(room: Room, chance: random.Random, slips: float, rare: float = 0.0) -> list[Fact]:
    """The facts that come next, in one go where they are written at once.

    `slips` is how often somebody slips, and `rare` how often somebody does what is rare wherever the rules allow it: a
    joker is turned up, a weak hand is dealt and given back, a slip is taken back, somebody plays or defends alone.
    """
    table, state = room.table, room.table.state
    if state.asked is not None:
        return [Ruling("as it stands", "the test says so")]
    if state.phase is Phase.DRAW:
        return [chance.choice([fact for fact in table.legal if isinstance(fact, Draw)])]
    if state.phase is Phase.SHUFFLE:
        return list(_deal(room, chance, _by(chance, rare)))
    if table.allows(TurnUp()):
        return [TurnUp()]
    found = _rare(room, chance) if _by(chance, rare) else None
    return [found or _slip(room, chance, slips) or _choice(room, chance)]


def _by(chance: random.Random, often: float) -> bool:
    return often > 0 and chance.random() < often


def _deal(room: Room, chance: random.Random, rare: bool) -> Iterator[Fact]:
    book, state = room.book, room.table.state
    deck = list(book.cards())
    chance.shuffle(deck)
    packets = book.deal.packets[0]
    if rare:
        _stack(deck, int(packets[0]), chance)
    yield Shuffle(tuple(deck))
    yield Cut(state.dealer.right, len(deck) // 2)
    yield Deal((packets, packets, packets, packets))
    if book.deal.after_start_bell and not state.started:
        yield StartBell()
    yield TurnUp()


def _stack(deck: list[Card], packet: int, chance: random.Random) -> None:
    """A weak hand for the player on the dealer's left, and the joker turned up if there is one."""
    suited = [card for card in deck if card != _JOKER]
    low = chance.sample([card for card in suited if card.rank in (Rank.NINE, Rank.TEN)], 5)
    ace = next(card for card in suited if card.rank == Rank.ACE)
    weak = chance.choice([low, [ace, *low[:4]]])
    places = [*range(packet), *range(4 * packet, 4 * packet + 5 - packet)]
    wanted = dict(zip(places, weak, strict=True))
    if _JOKER in deck:
        wanted[_DEALT] = _JOKER
    for place, card in wanted.items():
        here, there = deck.index(card), (len(deck) // 2 + place) % len(deck)
        deck[here], deck[there] = deck[there], deck[here]


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


def _rare(room: Room, chance: random.Random) -> Fact | None:
    table, state = room.table, room.table.state
    backs = [TakeBack(who, card) for who, card in state.hand.trick.plays] if state.phase is Phase.PLAY else []
    found: list[Fact] = [back for back in backs if table.allows(back)]
    if state.phase is not Phase.PLAY:
        lone = [fact for fact in table.legal if getattr(fact, "alone", False)]
        found += [fact for fact in table.legal if isinstance(fact, AskNewDeal | Exchange | DefendAlone)] or lone
    return chance.choice(found) if found else None


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
