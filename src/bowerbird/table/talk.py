"""The calls and plays of a hand in words that everyone may hear. They never reveal a hidden card.

The same words go to everyone, with names, or to one person, who is `You` (`Voice`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from bowerbird.cards import Card, trump_word
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import facts as f
from bowerbird.table.state import HandResult, Phase, State
from bowerbird.table.words import say

__all__ = [
    "Names",
    "Voice",
    "action_words",
    "event",
    "hand_result",
    "sentence",
    "tell",
    "to_you",
    "waits_for",
    "you_do",
]

Names = tuple[str, str, str, str]

#: Verbs that change more than the last letter after `You`.
_YOU_DO: Final = {
    "is": "are",
    "has": "have",
    "passes": "pass",
    "mixes": "mix",
    "claims:": "claim:",
    "chooses:": "choose:",
}
_CARD_IN_TEXT: Final = re.compile(r"\b([789TJQKA][cdhs])\b")


def sentence(text: str) -> str:
    """A reason as a sentence: a capital first letter, a full stop, cards with their signs."""
    text = _CARD_IN_TEXT.sub(lambda found: Card(found[1]).sign, text).strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def to_you(text: str, seat: Seat) -> str:
    """A reason in words for the player it is about.

    >>> to_you("South must follow hearts: 9h", Seat.S)
    'you must follow hearts: 9h'
    >>> to_you("it is East's turn to play, not South's", Seat.S)
    "it is East's turn to play, not yours"
    """
    text = re.sub(rf"\b{seat.word}'s$", "yours", text)
    text = re.sub(rf"\b{seat.word}'s\b", "your", text)
    return re.sub(rf"\b{seat.word} ([a-z]+)", lambda found: f"you {you_do(found[1])}", text)


@dataclass(frozen=True, slots=True)
class Voice:
    """The names for people and sides. In words for one of them, `you` is that person's name.

    >>> Voice.of_all(("Al", "Betty", "Carl", "Dora")).does(Seat.E, "plays", "9h.")
    'Betty plays 9h.'
    >>> Voice(("North", "East", "You", "West"), ("We", "They"), you="You").does(Seat.S, "plays", "9h.")
    'You play 9h.'
    """

    names: Names
    sides: tuple[str, str]
    you: str = ""

    @classmethod
    def of_all(cls, names: Names) -> Voice:
        """A voice for everyone at the table."""
        north, east, south, west = names
        return cls(names, (f"{north} and {south}", f"{east} and {west}"))

    @classmethod
    def to_one(cls, names: Names, seat: Seat) -> Voice:
        """A voice for the player in one seat, who is `You` in it.

        >>> Voice.to_one(("Al", "Betty", "Carl", "Dora"), Seat.S).does(Seat.S, "wins", "the trick.")
        'You win the trick.'
        """
        north, east, south, west = ("You" if at is seat else name for at, name in zip(Seat, names, strict=True))
        return replace(cls.of_all((north, east, south, west)), you="You")

    def does(self, seat: Seat, verb: str, rest: str = "") -> str:
        """`East plays`, `You play`: the verb is given in the third person."""
        name = self.names[seat]
        return f"{name} {you_do(verb) if name == self.you else verb} {rest}".rstrip()


def you_do(verb: str) -> str:
    """A verb in the third person, as it follows `you`."""
    return _YOU_DO.get(verb, verb.removesuffix("s"))


def tell(
    book: Rulebook, before: State, fact: f.Fact, after: State, names: Names, you: Seat | None = None
) -> tuple[str, ...]:
    """Tell everything about a fact, with the names of the players. The player in the seat `you` is `You`."""
    voice = Voice.of_all(names) if you is None else Voice.to_one(names, you)
    lines = event(book, before, fact, after, voice)
    lines += [record.sentence for record in after.records[len(before.records) :]]
    if len(after.results) > len(before.results):
        lines.append(hand_result(voice, after.results[-1]))
    if after.result is not None and before.result is None:
        lines.append(_end(voice, after))
    return tuple(lines)


def hand_result(voice: Voice, result: HandResult) -> str:
    """Tell the result of a hand and its points."""
    maker, trump = result.maker, f"{trump_word(result.trump)}{' alone' if result.alone else ''}"
    taken = 0 if maker is None else result.tricks[maker.side]
    match result.outcome:
        case "thrown in":
            return "All have passed: the cards are thrown in."
        case "new deal":
            return "A new deal."
        case "ruled":
            return "The hand was settled by a ruling."
        case "made":
            verb, rest = "makes", f"{trump} with {taken} tricks."
        case "march":
            verb, rest = "makes", f"{trump} with all five tricks, a march."
        case "euchre":
            verb, rest = "is", f"euchred in {trump}, with {taken} trick{'' if taken == 1 else 's'}."
    assert maker is not None
    points = [f"{name} score {gained}." for name, gained in zip(voice.sides, result.points, strict=True) if gained]
    return " ".join([voice.does(maker, verb, rest), *points])


def _end(voice: Voice, state: State) -> str:
    assert state.result is not None
    ours, theirs = state.score
    if state.result.winner is None:
        return f"The game is over, tied at {ours}."
    return f"{voice.sides[state.result.winner]} win the game, {max(ours, theirs)} to {min(ours, theirs)}."


def event(book: Rulebook, before: State, fact: f.Fact, after: State, voice: Voice) -> list[str]:
    """The fact itself in a sentence or two; nothing if nobody talks about it."""
    names, does = voice.names, voice.does
    match fact:
        case f.Pass() | f.Order() | f.Name() | f.DefendAlone():
            return [f"{names[fact.seat]}: {say(book, before, fact)}", *_laid_down(before, after, voice)]
        case f.Draw():
            drawn = does(fact.seat, "draws", f"{book.card_sign(fact.card)}.")
            return [drawn] if after.phase is Phase.DRAW else [drawn, "The draw is done."]
        case f.TurnUp():
            assert after.hand.turn_up is not None
            turned = does(after.dealer, "deals", f"and turns up {book.card_sign(after.hand.turn_up)}.")
            return [f"Hand {after.hands_played + 1}: {turned}"]
        case f.StandFor():
            return [f"{names[fact.seat]}: the {book.words.joker} stands for {fact.suit.word}."]
        case f.Exchange():
            return [does(fact.seat, "exchanges", "three cards.")]
        case f.AskNewDeal():
            return [does(fact.seat, "asks", f"for a new deal: {fact.reason}.")]
        case f.Discard():
            return [does(fact.seat, "discards", "a card.")]
        case f.GiveBest():
            return [does(fact.seat, "gives", "the lone hand a card.")]
        case f.Play():
            return [does(fact.seat, "plays", f"{book.card_sign(fact.card)}."), *_trick_won(before, after, voice)]
        case f.ClaimRest():
            shown = " ".join(book.card_sign(card) for card in fact.cards)
            return [does(fact.seat, "takes", f"the rest of the tricks with {shown}.")]
        case f.StartBell():
            return ["The start bell rings."]
        case f.EndBell():
            return ["The bell rings: time is up."]
        case f.Claim():
            return [does(fact.seat, "claims:", f"{names[fact.offender]}, {fact.irregularity}.")]
        case f.Choose():
            return [does(fact.seat, "chooses:", f"{fact.choice}.")]
        case f.CallLead():
            named = "any suit" if fact.suit is None else fact.suit.word
            return [does(fact.seat, "calls", f"the lead: {named}.")]
        case f.Expose():
            return [does(fact.seat, "shows", f"{book.card_sign(fact.card)}.")]
        case f.TakeBack():
            return [does(fact.seat, "takes", f"{book.card_sign(fact.card)} back.")]
        case f.LookAtQuitted():
            return [does(fact.seat, "turns", "a finished trick face up.")]
        case f.MixTricks():
            return [does(fact.seat, "mixes", "the tricks.")]
        case f.Open() | f.Shuffle() | f.Cut() | f.Deal() | f.Quit() | f.Gather() | f.Ruling():
            return []


def _laid_down(before: State, after: State, voice: Voice) -> list[str]:
    out = [seat for seat in Seat if after.hand.is_out(seat) and not before.hand.is_out(seat)]
    return [voice.does(seat, "sits", "out.") for seat in out]


def _trick_won(before: State, after: State, voice: Voice) -> list[str]:
    """Name the winner once the trick is full, turned down or not."""
    if after.hand.trick.winner is not None:
        return [voice.does(after.hand.trick.winner, "wins", "the trick.")]
    tricks = after.hand.tricks
    if len(after.results) > len(before.results) and after.last_hand is not None:
        tricks = after.last_hand.tricks
    if len(tricks) <= len(before.hand.tricks) or tricks[-1].winner is None or before.hand.trick.winner is not None:
        return []
    return [voice.does(tricks[-1].winner, "wins", "the trick.")]


def action_words(book: Rulebook, state: State, fact: f.Fact) -> str:
    """The words on a button."""
    match fact:
        case f.Pass() | f.Order() | f.Name() | f.DefendAlone():
            return say(book, state, fact)
        case f.StandFor():
            return fact.suit.word.capitalize()
        case f.AskNewDeal():
            return f"New deal ({fact.reason})"
        case f.Exchange():
            return f"Exchange {' '.join(card.sign for card in fact.cards)}"
        case f.Quit():
            return "Turn the trick down"
        case f.Gather():
            return "Gather the cards"
        case f.Choose():
            return fact.choice.capitalize()
        case f.CallLead():
            return "Any suit" if fact.suit is None else f"Lead {fact.suit.word}"
        case f.ClaimRest():
            return "Claim the rest"
        case f.TakeBack():
            return f"Take {book.card_sign(fact.card)} back"
        case f.LookAtQuitted():
            return "Look at the last trick turned down"
        case f.MixTricks():
            return "Mix the tricks"
        case (
            f.Open()
            | f.Draw()
            | f.Shuffle()
            | f.Cut()
            | f.Deal()
            | f.TurnUp()
            | f.StartBell()
            | f.EndBell()
            | f.Claim()
            | f.Ruling()
        ):
            return type(fact).__name__  # no button
        case f.Discard() | f.GiveBest() | f.Play() | f.Expose():
            return type(fact).__name__  # cards are tapped


def waits_for(state: State, names: Names) -> str:
    """Say in one line what the table waits for."""
    if state.asked is not None:
        return "The host decides what happens now"
    if state.hand.trick.winner is not None and state.phase is Phase.PLAY:
        return f"{names[state.hand.trick.winner]} to turn the trick down"
    doing = {
        Phase.JOKER: "to name a suit for the turn-up",
        Phase.FIRST_ROUND: "to call",
        Phase.SECOND_ROUND: "to call",
        Phase.DISCARD: "to discard",
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
