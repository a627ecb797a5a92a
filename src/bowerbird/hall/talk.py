"""The talk of the hand: what happens at a table in words that everyone may hear. It never tells a hidden card."""

from __future__ import annotations

import re
from typing import Final

from bowerbird.cards import Card, trump_word
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import (
    AskNewDeal,
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
    TurnUp,
    say,
)
from bowerbird.table.facts import CallLead, Choose, Claim, Expose, Gather, LookAtQuitted, MixTricks, Quit, TakeBack

__all__ = ["Names", "action_words", "hand_result", "sentence", "tell", "waits_for"]

Names = tuple[str, str, str, str]

_CARD_IN_TEXT: Final = re.compile(r"\b([789TJQKA][cdhs])\b")


def sentence(text: str) -> str:
    """A reason as people read it: a large first letter, a full stop, cards with their signs."""
    text = _CARD_IN_TEXT.sub(lambda found: Card(found[1]).sign, text).strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def side_names(names: Names, side: Side) -> str:
    """`Al and Betty`."""
    one, two = side.seats
    return f"{names[one]} and {names[two]}"


def tell(book: Rulebook, before: State, fact: Fact, after: State, names: Names) -> tuple[str, ...]:
    """What there is to tell about a fact."""
    lines = _event(book, before, fact, after, names)
    lines += [record.sentence for record in after.records[len(before.records) :]]
    if len(after.results) > len(before.results):
        lines.append(hand_result(names, after.results[-1]))
    if after.result is not None and before.result is None:
        lines.append(_end(names, after))
    return tuple(lines)


def hand_result(names: Names, result: HandResult) -> str:
    """How a hand came out, and what it counts."""
    if result.outcome == "thrown in":
        return "All have passed: the cards are thrown in."
    if result.outcome == "new deal":
        return "A new deal."
    if result.outcome == "ruled" or result.maker is None:
        return "The hand was settled by a ruling."
    maker, taken, trump = names[result.maker], result.tricks[result.maker.side], trump_word(result.trump)
    alone = " alone" if result.alone else ""
    outcome = {
        "made": f"{maker} makes {trump}{alone} with {taken} tricks.",
        "march": f"{maker} makes {trump}{alone} with all five tricks, a march.",
        "euchre": f"{maker} is euchred in {trump}{alone}, with {taken} trick{'' if taken == 1 else 's'}.",
    }[result.outcome]
    points = [
        f"{side_names(names, side)} score {gained}." for side, gained in zip(Side, result.points, strict=True) if gained
    ]
    return " ".join([outcome, *points])


def _end(names: Names, state: State) -> str:
    assert state.result is not None
    ours, theirs = state.score
    if state.result.winner is None:
        return f"The game is over, level at {ours}."
    return f"{side_names(names, state.result.winner)} win the game, {max(ours, theirs)} to {min(ours, theirs)}."


def _event(book: Rulebook, before: State, fact: Fact, after: State, names: Names) -> list[str]:
    match fact:
        case Pass() | Order() | Name() | DefendAlone():
            return [f"{names[fact.seat]}: {say(book, before, fact)}", *_laid_down(before, after, names)]
        case Draw():
            drawn = f"{names[fact.seat]} draws {fact.card.sign}."
            return [drawn] if after.phase is Phase.DRAW else [drawn, "The draw is done."]
        case TurnUp():
            assert after.hand.turn_up is not None
            dealt = (
                f"Hand {after.hands_played + 1}: {names[after.dealer]} deals and turns up {after.hand.turn_up.sign}."
            )
            return [dealt]
        case StandFor():
            return [f"{names[fact.seat]}: the joker stands for {fact.suit.word}."]
        case Exchange():
            return [f"{names[fact.seat]} exchanges three cards."]
        case AskNewDeal():
            return [f"{names[fact.seat]} asks for a new deal: {fact.reason}."]
        case Discard():
            return [f"{names[fact.seat]} lays a card away."]
        case GiveBest():
            return [f"{names[fact.seat]} gives the lone hand a card."]
        case Play():
            return [f"{names[fact.seat]} plays {fact.card.sign}.", *_trick_won(before, after, names)]
        case StartBell():
            return ["The start bell rings."]
        case EndBell():
            return ["The bell rings: time is up."]
        case Claim():
            return [f"{names[fact.seat]} claims: {names[fact.offender]}, {fact.irregularity}."]
        case Choose():
            return [f"{names[fact.seat]} chooses: {fact.choice}."]
        case CallLead():
            named = "any suit" if fact.suit is None else fact.suit.word
            return [f"{names[fact.seat]} calls the lead: {named}."]
        case Expose():
            return [f"{names[fact.seat]} shows {fact.card.sign}."]
        case TakeBack():
            return [f"{names[fact.seat]} takes {fact.card.sign} back."]
        case LookAtQuitted():
            return [f"{names[fact.seat]} turns a quitted trick face up."]
        case MixTricks():
            return [f"{names[fact.seat]} mixes the tricks."]
    return []


def _laid_down(before: State, after: State, names: Names) -> list[str]:
    out = [seat for seat in Seat if after.hand.is_out(seat) and not before.hand.is_out(seat)]
    return [f"{names[seat]} sits out." for seat in out]


def _trick_won(before: State, after: State, names: Names) -> list[str]:
    """Once the trick is full, whether it was turned down at once or still lies there."""
    if after.hand.trick.winner is not None:
        return [f"{names[after.hand.trick.winner]} wins the trick."]
    tricks = after.hand.tricks
    if len(after.results) > len(before.results) and after.last_hand is not None:
        tricks = after.last_hand.tricks
    if len(tricks) <= len(before.hand.tricks) or tricks[-1].winner is None or before.hand.trick.winner is not None:
        return []
    return [f"{names[tricks[-1].winner]} wins the trick."]


def action_words(book: Rulebook, state: State, fact: Fact) -> str:
    """What a button says."""
    match fact:
        case Pass() | Order() | Name() | DefendAlone():
            return say(book, state, fact)
        case StandFor():
            return fact.suit.word.capitalize()
        case AskNewDeal():
            return f"New deal ({fact.reason})"
        case Exchange():
            return f"Exchange {' '.join(card.sign for card in fact.cards)}"
        case Quit():
            return "Turn the trick down"
        case Gather():
            return "Gather the cards"
        case Choose():
            return fact.choice.capitalize()
        case CallLead():
            return "Any suit" if fact.suit is None else f"Lead {fact.suit.word}"
        case TakeBack():
            return f"Take {fact.card.sign} back"
        case LookAtQuitted():
            return "Look at the last trick turned down"
        case MixTricks():
            return "Mix the tricks"
    return type(fact).__name__


def waits_for(state: State, names: Names) -> str:
    """What the table waits for, in one line."""
    if state.asked is not None:
        return "The host decides what happens now"
    if state.hand.trick.winner is not None and state.phase is Phase.PLAY:
        return f"{names[state.hand.trick.winner]} to turn the trick down"
    doing = {
        Phase.JOKER: "to say what the joker stands for",
        Phase.FIRST_ROUND: "to call",
        Phase.SECOND_ROUND: "to call",
        Phase.DISCARD: "to lay a card away",
        Phase.DEFEND: "to say whether to defend alone",
        Phase.BEST: "to give a card",
        Phase.PLAY: "to play" if state.hand.trick.plays else "to lead",
    }.get(state.phase)
    if doing is not None and state.turn is not None:
        return f"{names[state.turn]} {doing}"
    return {
        Phase.OPENING: "Four people sit down",
        Phase.DRAW: "The draw for the first deal",
        Phase.COUNT: "The tricks are counted",
        Phase.OVER: "The game is over",
    }.get(state.phase, f"{names[state.dealer]} deals")
