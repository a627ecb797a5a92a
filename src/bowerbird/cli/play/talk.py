"""The talk of the hand: what happens at the table, in words, as the person at South hears it."""

from __future__ import annotations

from typing import Final

from bowerbird.cards import trump_word
from bowerbird.seats import Seat, Side
from bowerbird.table import (
    AskNewDeal,
    Deal,
    DefendAlone,
    Discard,
    Draw,
    EndBell,
    Exchange,
    Fact,
    GiveBest,
    HandResult,
    Name,
    Order,
    Pass,
    Phase,
    Play,
    StandFor,
    StartBell,
    State,
    Trick,
    TurnUp,
)

__all__ = ["SPOKEN", "dealer_found", "does", "hand_result", "side_word", "tell", "trick_won"]

Names = tuple[str, str, str, str]

#: What is said aloud, in the club's words.
SPOKEN: Final = (Pass, Order, Name, DefendAlone)


def does(name: str, verb: str, rest: str = "") -> str:
    """`East plays`, `You play`: the verb is given as others do it."""
    if name == "You":
        verb = {"is": "are", "has": "have", "passes": "pass"}.get(verb, verb.removesuffix("s"))
    return f"{name} {verb} {rest}".rstrip()


def side_word(side: Side) -> str:
    """The person's own side is we."""
    return "We" if side is Side.NS else "They"


def trick_won(names: Names, trick: Trick) -> str:
    """`East wins the trick with J♥.`"""
    assert trick.winner is not None
    card = trick.card_of(trick.winner)
    return does(names[trick.winner], "wins", f"the trick with {card.sign}." if card is not None else "the trick.")


def dealer_found(names: Names, dealer: Seat) -> str:
    """The end of the draw."""
    return f"{does(names[dealer], 'deals')} first. {names[Seat.N]} is your partner."


def hand_result(names: Names, result: HandResult) -> str:
    """How a hand came out, and what it counts."""
    if result.outcome == "thrown in":
        return "All have passed: the cards are thrown in."
    if result.outcome == "new deal":
        return "A new deal."
    assert result.maker is not None
    maker = names[result.maker]
    taken = result.tricks[result.maker.side]
    alone = " alone" if result.alone else ""
    trump = trump_word(result.trump)
    outcome = {
        "made": does(maker, "makes", f"{trump}{alone} with {taken} tricks."),
        "march": does(maker, "makes", f"{trump}{alone} with all five tricks, a march."),
        "euchre": does(maker, "is", f"euchred in {trump}{alone}, with {taken} trick{'' if taken == 1 else 's'}."),
    }.get(result.outcome, "The hand was ruled on.")
    points = [f"{side_word(side)} score {gained}." for side, gained in zip(Side, result.points, strict=True) if gained]
    return " ".join([outcome, *points])


def tell(before: State, fact: Fact, after: State, said: str) -> list[str]:
    """What there is to tell about a fact; `said` is the call in the club's words."""
    lines = _event(before, fact, after, said)
    if len(after.results) > len(before.results):
        lines.append(hand_result(after.names, after.results[-1]))
        lines.append(f"We {after.score[Side.NS]}, they {after.score[Side.EW]}.")
    return lines


def _event(before: State, fact: Fact, after: State, said: str) -> list[str]:
    names = before.names
    if isinstance(fact, SPOKEN):
        return [f"{names[fact.seat]}: {said}", *_alone(before, after)]
    match fact:
        case Draw():
            drawn = does(names[fact.seat], "draws", f"{fact.card.sign}.")
            return [drawn] if after.phase is Phase.DRAW else [drawn, dealer_found(after.names, after.dealer)]
        case Deal():
            return ["", f"Hand {after.hands_played + 1}. {does(names[after.dealer], 'deals')}."]
        case TurnUp():
            assert after.hand.turn_up is not None
            return [f"Turned up: {after.hand.turn_up.sign}."]
        case StandFor():
            return [f"{names[fact.seat]}: the joker stands for {fact.suit.word}."]
        case Exchange():
            return [does(names[fact.seat], "exchanges", "three cards.")]
        case AskNewDeal():
            return [f"{names[fact.seat]}: {fact.reason}."]
        case Discard():
            return [does(names[fact.seat], "lays", "a card away.")]
        case GiveBest():
            return [does(names[fact.seat], "gives", "the lone hand a card.")]
        case Play():
            return _trick(before, fact)
        case StartBell():
            return ["The start bell rings."]
        case EndBell():
            return ["The bell rings: time is up."]
    return []


def _alone(before: State, after: State) -> list[str]:
    """Who lays the cards down, once it is said."""
    out = [seat for seat in Seat if after.hand.is_out(seat) and not before.hand.is_out(seat)]
    return [f"{does(after.names[seat], 'sits')} out." for seat in out]


def _trick(before: State, fact: Play) -> list[str]:
    """A trick is told when it is full."""
    plays = (*before.hand.trick.plays, (fact.seat, fact.card))
    if len(plays) < sum(1 for _ in before.hand.playing()):
        return []
    cards = ", ".join(f"{before.names[seat]} {card.sign}" for seat, card in plays)
    return [f"{len(before.hand.tricks) + 1}. {cards}"]
