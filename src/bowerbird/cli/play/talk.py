"""Describe events to the person at South: `You` and the other names, we and they."""

from __future__ import annotations

from typing import Final

from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import (
    Deal,
    DefendAlone,
    Draw,
    Fact,
    HandResult,
    Name,
    Order,
    Pass,
    Phase,
    Play,
    State,
    Trick,
    TurnUp,
    talk,
)

__all__ = ["SPOKEN", "dealer_found", "does", "hand_result", "side_word", "tell", "trick_won"]

#: Facts that are spoken aloud, in the club's words.
SPOKEN: Final = (Pass, Order, Name, DefendAlone)


_YOU: Final = "You"
_SIDES: Final = ("We", "They")


def does(name: str, verb: str, rest: str = "") -> str:
    """`East plays`, `You play`: the verb is given in the third person."""
    return f"{name} {talk.you_do(verb) if name == _YOU else verb} {rest}".rstrip()


def side_word(side: Side) -> str:
    """The word for a side: we for the person's own."""
    return _SIDES[side]


def _voice(names: talk.Names) -> talk.Voice:
    return talk.Voice(names, _SIDES, _YOU)


def trick_won(book: Rulebook, names: talk.Names, trick: Trick) -> str:
    """`East wins the trick with J♥.`"""
    assert trick.winner is not None
    card = trick.card_of(trick.winner)
    won = "the trick." if card is None else f"the trick with {book.card_sign(card)}."
    return does(names[trick.winner], "wins", won)


def dealer_found(names: talk.Names, dealer: Seat) -> str:
    """The end of the draw."""
    return f"{does(names[dealer], 'deals')} first. {names[Seat.N]} is your partner."


def hand_result(names: talk.Names, result: HandResult) -> str:
    """The result of a hand and its points."""
    return talk.hand_result(_voice(names), result)


def tell(book: Rulebook, before: State, fact: Fact, after: State) -> list[str]:
    """Describe a fact in lines. A terminal has few, so a trick is one line, once it is full."""
    lines = _event(book, before, fact, after)
    if len(after.results) > len(before.results):
        lines.append(hand_result(after.names, after.results[-1]))
        lines.append(f"We {after.score[Side.NS]}, they {after.score[Side.EW]}.")
    return lines


def _event(book: Rulebook, before: State, fact: Fact, after: State) -> list[str]:
    names = before.names
    match fact:
        case Draw() if after.phase is not Phase.DRAW:
            drawn = does(names[fact.seat], "draws", f"{book.card_sign(fact.card)}.")
            return [drawn, dealer_found(after.names, after.dealer)]
        case Deal():
            return ["", f"Hand {after.hands_played + 1}. {does(names[after.dealer], 'deals')}."]
        case TurnUp():
            assert after.hand.turn_up is not None
            return [f"Turned up: {book.card_sign(after.hand.turn_up)}."]
        case Play():
            return _trick(book, before, fact)
        case _:
            return talk.event(book, before, fact, after, _voice(names))


def _trick(book: Rulebook, before: State, fact: Play) -> list[str]:
    plays = (*before.hand.trick.plays, (fact.seat, fact.card))
    if len(plays) < sum(1 for _ in before.hand.playing()):
        return []
    cards = ", ".join(f"{before.names[seat]} {book.card_sign(card)}" for seat, card in plays)
    return [f"{len(before.hand.tricks) + 1}. {cards}"]
