"""One deal of a record, walked through the table itself.

A record seldom shows the hands. So each player is given the cards that the record shows in that hand sooner or later,
and no others: recorded, discarded, passed on or played. On those the table checks every rule that can be checked (who
failed to follow and shows the suit later has revoked), and the rules stay in one place. Where a card must be somewhere
and the record does not say which, one that the record never mentions stands in for it.
"""

from __future__ import annotations

from msgspec.structs import replace

from bowerbird.cards import Card
from bowerbird.notation.calls import CALLING, call_all, dealt_out, farmers, turn_ups
from bowerbird.notation.play_out import TooManyWays, play_out
from bowerbird.notation.record import DealRecord, RuleBroken
from bowerbird.notation.seating import Falls, fell, seated
from bowerbird.notation.walker import Walk
from bowerbird.notation.whereabouts import check_whereabouts, dealt_hands
from bowerbird.rulebook import Rulebook
from bowerbird.table import State

__all__ = ["walk"]


def walk(book: Rulebook, before: State, record: DealRecord) -> Walk:
    """Walk a deal through the table, from the state that the deal before left. What broke a rule is `RuleBroken`."""
    worst: RuleBroken | None = None
    for turn_up in turn_ups(record):
        try:
            return _with_turn_up(book, before, record, turn_up)
        except RuleBroken as broken:
            worst = broken if worst is None or broken.trick > worst.trick else worst
    raise worst or RuleBroken("every card that could be the turn-up is somewhere else", card=record.up)


def _with_turn_up(book: Rulebook, before: State, record: DealRecord, turn_up: Card) -> Walk:
    start = dealt_out(before, record, turn_up)
    mentioned = record.mentioned() | 1 << turn_up
    spare = tuple(card for card in record.pack if not mentioned >> card & 1)
    # The calls are first heard without looking at a hand: they tell the trump that some cards are written by.
    blind = call_all(Walk(book, seated(start, record.pack.cards), spare), record)
    if blind.lost:
        return blind
    if blind.state.phase in CALLING or blind.state.hand.maker is None:
        if record.tricks:
            card = record.tricks[0][0] if record.tricks[0] else ""
            raise RuleBroken("a card is played, but nobody has made trump", trick=1, card=card)
        return blind
    _check_lone_defender(book, blind.state, record)
    _check_discard(book, blind.state, record)
    falls = fell(book, blind.state, record)
    check_whereabouts(book, record, blind.state, falls)
    known = dealt_out(before, record, turn_up, dealt_hands(record, blind.state, falls))
    seen = call_all(Walk(book, seated(known, spare), spare, falls=falls), record, farmers(record))
    if not record.tricks and not record.discard:
        return seen
    return _played_out(seen, record, falls)


def _played_out(table: Walk, record: DealRecord, falls: Falls) -> Walk:
    try:
        done = play_out(table, record)
    except TooManyWays:
        return replace(table, lost="too many of its cards are hidden")
    if falls.lost_after:
        done = replace(done, lost=f"who won trick {falls.lost_after} cannot be told from the cards that are known")
    return done


def _check_lone_defender(book: Rulebook, state: State, record: DealRecord) -> None:
    seat, hand = record.lone_defender, state.hand
    if seat is None or hand.maker is None or not hand.alone:
        return  # EGN gives the key no meaning where nobody plays alone
    if book.alone.defend_alone == "off":
        raise RuleBroken(f"{seat.word} defends alone, and the rules of this game do not allow it")
    if seat.side is hand.maker.side:
        raise RuleBroken(f"{seat.word} cannot defend alone: only an opponent of the lone hand can")


def _check_discard(book: Rulebook, state: State, record: DealRecord) -> None:
    passed_on = book.alone.partners_best and state.hand.alone
    if record.certain((record.discard,)) and not record.ordered and not passed_on:
        raise RuleBroken("it was discarded, but nobody took up another card for it", card=record.discard)
