"""Replay one recorded deal at the table.

A record seldom shows the hands. So each player gets the cards that the record shows in that hand at some time, and no
others: recorded, discarded, passed on or played. With those, the table checks every rule that can be checked (a player
who fails to follow suit and plays that suit later has revoked), and the rules stay in one place. If a card must be
somewhere and the record does not say which, a card that the record never mentions takes its place.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from bowerbird.cards import Card
from bowerbird.notation._calls import CALLING, call_all, dealt_out, farmers, turn_ups
from bowerbird.notation._play_out import TooManyWaysError, play_out
from bowerbird.notation._record import DealRecord, RuleBrokenError
from bowerbird.notation._turns import Falls, fell, handed, seated
from bowerbird.notation._whereabouts import check_whereabouts, dealt_hands
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Call, Fact, IllegalActionError, State, say, step
from bowerbird.table.state import mask_of

__all__ = ["Walk", "walk"]

_HAND = 5


class Walk(msgspec.Struct):
    """The table during the replay of a deal, and the facts since the first call. Bad facts raise `RuleBrokenError`."""

    book: Rulebook
    state: State
    #: Cards that the record never mentions. They stand in for cards that must be held, discarded or played.
    spare: tuple[Card, ...]
    facts: tuple[Fact, ...] = ()
    said: tuple[tuple[Seat, str], ...] = ()
    falls: Falls = Falls()
    #: The reason why the replay can't continue, although the record does.
    lost: str = ""

    def known(self, seat: Seat) -> int:
        """The cards that a seat holds by the record, without stand-ins."""
        return self.state.hand.held[seat] & ~mask_of(self.spare)

    def push(self, fact: Fact, *, call: int = 0, trick: int = 0, card: str = "") -> None:
        """Apply a fact at the table."""
        if isinstance(fact, Call):
            self.said = (*self.said, (fact.seat, say(self.book, self.state, fact)))
        try:
            self.state = step(self.book, self.state, fact)
        except IllegalActionError as wrong:
            raise RuleBrokenError(str(wrong), call=call, trick=trick, card=card) from None
        self.facts = (*self.facts, fact)

    def branch(self, seat: Seat, hand: int) -> Walk:
        """The same table, with a new hand for one seat."""
        return replace(self, state=handed(self.state, seat, hand))


def walk(book: Rulebook, before: State, record: DealRecord) -> Walk:
    """Replay a deal from the state before it; raise `RuleBrokenError` if it breaks a rule."""
    worst: RuleBrokenError | None = None
    for turn_up in turn_ups(record):
        try:
            return _with_turn_up(book, before, record, turn_up)
        except RuleBrokenError as broken:
            worst = broken if worst is None or broken.trick > worst.trick else worst
    raise worst or RuleBrokenError("every card that could be the turn-up is somewhere else", card=record.up)


def _with_turn_up(book: Rulebook, before: State, record: DealRecord, turn_up: Card) -> Walk:
    start = dealt_out(before, record, turn_up)
    mentioned = record.mentioned() | 1 << turn_up
    spare = tuple(card for card in record.pack if not mentioned >> card & 1)
    # First replay the calls without hands: they give the trump, which some card texts depend on.
    blind = call_all(Walk(book, seated(start, record.pack.cards), spare), record)
    if blind.lost:
        return blind
    if blind.state.phase in CALLING or blind.state.hand.maker is None:
        if record.tricks:
            card = record.tricks[0][0] if record.tricks[0] else ""
            raise RuleBrokenError("a card is played, but nobody has made trump", trick=1, card=card)
        return _only_called(book, before, record, turn_up, blind)
    _check_lone_defender(book, blind.state, record)
    _check_discard(book, blind.state, record)
    falls = fell(book, blind.state, record)
    check_whereabouts(book, record, blind.state, falls)
    known = dealt_out(before, record, turn_up, dealt_hands(record, blind.state, falls))
    seen = call_all(Walk(book, seated(known, spare), spare, falls=falls), record, farmers(record))
    if not record.tricks and not record.discard:
        return seen
    return _played_out(seen, record, falls)


def _only_called(book: Rulebook, before: State, record: DealRecord, turn_up: Card, blind: Walk) -> Walk:
    """A deal without a maker: with the hands if the record shows all of them, so that it can be dealt again."""
    hands = [record.certain(texts) for texts in record.hands]
    if any(hand.bit_count() != _HAND for hand in hands):
        return blind
    known = dealt_out(before, record, turn_up, (hands[0], hands[1], hands[2], hands[3]))
    return call_all(Walk(book, known, blind.spare), record, farmers(record))


def _played_out(table: Walk, record: DealRecord, falls: Falls) -> Walk:
    try:
        done = play_out(table, record)
    except TooManyWaysError:
        return replace(table, lost="too many of its cards are hidden")
    if falls.lost_after:
        done = replace(done, lost=f"the known cards don't show who won trick {falls.lost_after}")
    return done


def _check_lone_defender(book: Rulebook, state: State, record: DealRecord) -> None:
    seat, hand = record.lone_defender, state.hand
    if seat is None or hand.maker is None or not hand.alone:
        return  # EGN gives the key no meaning unless somebody plays alone
    if book.alone.defend_alone == "off":
        raise RuleBrokenError(f"{seat.word} defends alone, which the rules of this game don't allow")
    if seat.side is hand.maker.side:
        raise RuleBrokenError(f"{seat.word} can't defend alone: only an opponent of the lone hand can")


def _check_discard(book: Rulebook, state: State, record: DealRecord) -> None:
    passed_on = book.alone.partners_best and state.hand.alone
    if record.certain((record.discard,)) and not record.ordered and not passed_on:
        raise RuleBrokenError("it was discarded, but nobody took another card for it", card=record.discard)
