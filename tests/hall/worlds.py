"""Other worlds: the same table as one person knows it, with two cards exchanged that this person cannot have seen.

If a frame is the same, byte for byte, however the hidden cards lie, then it tells nothing about them.
"""

from __future__ import annotations

import copy
import random

from msgspec.structs import replace

from bowerbird.cards import Card
from bowerbird.hall.facts import HallFact, Happened, decode_hall_fact
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable
from bowerbird.hall.room import Room
from bowerbird.seats import Seat
from bowerbird.table import Discard, Exchange, Fact, GiveBest, IllegalActionError, Phase, Play, Shuffle, State, Table
from bowerbird.table.facts import Claim, ClaimRest, Expose
from bowerbird.table.rest import can_claim, known_to, winning_order
from bowerbird.table.state import cards_in, mask_of
from kit.amount import amount

__all__ = ["COMPARED", "TABLES", "Reader", "Shadow", "choice", "hidden_from"]

#: How many people's frames are read after each change, drawn anew every time.
COMPARED = amount(2, soak=6)

TABLES = [
    ("alberta", "", "guarded"),
    ("national", "", "guarded"),
    ("trailer-estates", "", "guarded"),
    ("st-joe", "", "real"),
    ("ccc", "", "real"),
    (
        "bicycle",
        'based_on = "bicycle"\n[pack]\njoker = true\nlowest = 7\n[alone]\ndefend_alone = "lone calls"\n'
        'partners_best = true\n[auction]\nno_trump = true\n[deal]\nexchange_for = ["farmer\'s hand"]',
        "guarded",
    ),
]


def hidden_from(book_cards: int, state: State, seat: Seat | None) -> tuple[Card, ...]:
    """The cards of this hand that a seat (or a watcher) cannot have seen."""
    hand = state.hand
    if not hand.deck:
        return ()  # between hands nothing is dealt, and the last hand is open to all
    known = mask_of([card for trick in (*hand.tricks, hand.trick) for _, card in trick.plays])
    for each in Seat:
        known |= hand.exposed[each]
    if hand.turn_up is not None:
        known |= 1 << hand.turn_up
        if seat is not None:
            known |= hand.held[seat] | hand.dealt[seat] | mask_of([card for who, card in hand.discards if who is seat])
            if hand.given is not None and hand.maker is not None and seat.side is hand.maker.side:
                known |= 1 << hand.given
    return cards_in(book_cards & ~known)


class Shadow:
    """Follows a table fact by fact and can tell every frame of it again from a world with other hidden cards."""

    def __init__(self, made: Room, seed: int) -> None:
        """From a room in which nothing has happened yet."""
        self.room = _copied(made)
        self._before_deal = _copied(made)
        self._since: list[tuple[HallFact, int]] = []
        self._chance = random.Random(seed)
        self.compared = 0

    def follow(self, fact: HallFact, at: int) -> None:
        """One fact further."""
        if isinstance(fact, Happened) and isinstance(fact.fact, Shuffle):
            self._before_deal, self._since = _copied(self.room), []
        self._since.append((fact, at))
        self.room.apply(fact, at)

    def same_elsewhere(self, snapshot: TableSnapshot, person: str, name: str, sent: bytes) -> bool:
        """Whether a frame is the same in another world; True, too, where no other world is possible."""
        other = self.elsewhere(person)
        if other is None:
            return True
        twin = TableSnapshot(snapshot.name, other, snapshot.here, snapshot.host_here, now=snapshot.now)
        return twin.frame(person, name) == sent

    def elsewhere(self, person: str) -> Room | None:
        """The room as it would be if two cards lay elsewhere that this person cannot have seen, if that can be."""
        hidden = hidden_from(self.room.book.cards().mask, self.room.table.state, self.room.seat_of(person))
        if len(hidden) < 2:
            return None
        for _ in range(4):
            one, two = self._chance.sample(hidden, 2)
            other = self._with(one, two)
            if other is not None:
                self.compared += 1
                return other
        return None

    def _with(self, one: Card, two: Card) -> Room | None:
        """The room with two hidden cards exchanged, if the others could have done all the same things."""
        room = _copied(self._before_deal)
        try:
            for fact, at in self._since:
                room.apply(Happened(_swapped(fact.fact, one, two)) if isinstance(fact, Happened) else fact, at)
        except IllegalActionError:
            return None
        return room


class Reader:
    """Reads the frames that are sent, with the facts as they are in the log."""

    def __init__(self, live: LiveTable, viewers: dict[str, str], seed: int) -> None:
        """`viewers` are all who look on, with their names."""
        self.viewers = viewers
        self.shadow = Shadow(live.room, seed)
        self.live = live
        self.chance = random.Random(seed)
        self.told: list[tuple[int, TableSnapshot, dict[str, bytes]]] = []

    def hear(self, snapshot: TableSnapshot) -> None:
        """A change is told: keep some of its frames."""
        viewers = self.chance.sample(list(self.viewers), min(COMPARED, len(self.viewers)))
        frames = {who: snapshot.frame(who, self.viewers[who]) for who in viewers}
        self.told.append((self.live.room.seq, snapshot, frames))

    async def check(self, hall: Hall) -> int:
        """Compare what was sent since the last check; returns how many frames were compared with another world."""
        told, self.told = self.told, []
        entries = iter(await hall.log.read(self.live.stream.name, self.shadow.room.seq))
        for seq, snapshot, frames in told:
            while self.shadow.room.seq < seq:
                entry = next(entries)
                self.shadow.follow(decode_hall_fact(entry.body), entry.at)
            for who, sent in frames.items():
                assert self.shadow.same_elsewhere(snapshot, who, self.viewers[who], sent), (
                    f"{who or 'a stranger'} learns a card: {sent!r}"
                )
        return self.shadow.compared


def choice(live: LiveTable, chance: random.Random) -> Fact | None:
    """What somebody does next, mostly a claim where one is certain; at a real table, now and then something wrong."""
    table = live.room.table
    turn = table.state.turn
    if turn is not None and can_claim(table.state, turn) and chance.random() < 0.8:
        order = winning_order(known_to(table.book, table.state, turn))
        if order is not None:
            return ClaimRest(turn, order)
    legal = [fact for fact in table.legal if getattr(fact, "seat", None) is not None and not isinstance(fact, Claim)]
    if not legal:
        return None
    fact = chance.choice(legal)
    if not table.state.guarded and table.state.phase is Phase.PLAY and chance.random() < 0.15:
        seat = chance.choice(list(Seat))
        cards = table.state.hand.cards(seat)
        if cards:
            card = chance.choice(cards)
            return Play(seat, card) if chance.random() < 0.5 else Expose(seat, card)
    return fact


def _swapped(fact: Fact, one: Card, two: Card) -> Fact:
    other = {one: two, two: one}
    match fact:
        case Shuffle():
            return Shuffle(tuple(other.get(card, card) for card in fact.deck))
        case Discard() | GiveBest():
            return replace(fact, card=other.get(fact.card, fact.card))
        case Exchange():
            first, second, third = (other.get(card, card) for card in fact.cards)
            return Exchange(fact.seat, (first, second, third))
    return fact


def _copied(room: Room) -> Room:
    twin = copy.copy(room)
    twin.chairs = {seat: copy.copy(chair) for seat, chair in room.chairs.items()}
    twin.deals = {number: copy.copy(deal) for number, deal in room.deals.items()}
    twin.table = _copied_table(room.table)
    twin.past, twin.talk, twin.said, twin.undo = list(room.past), list(room.talk), room.said.copy(), dict(room.undo)
    twin._called = dict(room._called)
    return twin


def _copied_table(table: Table) -> Table:
    twin = copy.copy(table)
    twin._facts, twin._states = list(table._facts), list(table._states)
    return twin
