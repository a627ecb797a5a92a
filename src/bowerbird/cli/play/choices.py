"""The person's choices: calls in the club's words, or a card, and the question to show.

The table decides what is allowed. A choice that is not allowed is shown too, with the reason, so that nobody wonders
why it is missing.
"""

from __future__ import annotations

import re

import msgspec

from bowerbird.cards import NO_TRUMP, Card, Suit, Trump
from bowerbird.cli.play.game import YOU
from bowerbird.table import Phase, Table, View, say
from bowerbird.table import facts as f

__all__ = ["Offer", "can_go_alone", "card_choice", "offers", "question", "why_not", "with_signs"]

_CARD_IN_TEXT = re.compile(r"\b([789TJQKA][cdhs])\b")


class Offer(msgspec.Struct, frozen=True):
    """A call to choose. `why_not` is empty if it is allowed."""

    label: str
    fact: f.Fact
    why_not: str = ""


def with_signs(text: str) -> str:
    """Cards in a sentence as they are printed: `9h` becomes `9♥`."""
    return _CARD_IN_TEXT.sub(lambda found: Card(found[1]).sign, text)


def why_not(table: Table, fact: f.Fact) -> str:
    """The reason why this is not allowed now, as a sentence; empty if it is."""
    why = with_signs(table.why_not(fact))
    return f"{why[:1].upper()}{why[1:]}." if why else ""


def can_go_alone(view: View) -> bool:
    """True if "alone" is a separate choice, next to the suits."""
    return any(isinstance(fact, f.Name) and fact.alone for fact in view.legal)


def offers(table: Table, view: View, alone: bool) -> list[Offer]:
    """The calls to choose from; none if a card is needed."""
    if view.turn is not YOU:
        return []
    match view.phase:
        case Phase.FIRST_ROUND:
            spoken = _spoken(table, f.Pass(YOU), f.Order(YOU), f.Order(YOU, alone=True))
            return [*spoken, *_hand_given_back(view)]
        case Phase.SECOND_ROUND:
            return [*_spoken(table, f.Pass(YOU)), *_suits_to_name(table, view, alone)]
        case Phase.DEFEND:
            return _spoken(table, f.Pass(YOU), f.DefendAlone(YOU))
        case Phase.JOKER:
            return [Offer(_signed(suit, suit.word.capitalize()), f.StandFor(YOU, suit)) for suit in Suit]
        case (
            Phase.DISCARD
            | Phase.BEST
            | Phase.PLAY
            | Phase.OPENING
            | Phase.DRAW
            | Phase.SHUFFLE
            | Phase.CUT
            | Phase.DEAL
            | Phase.TURN_UP
            | Phase.COUNT
            | Phase.OVER
        ):
            return []


def _spoken(table: Table, *facts: f.Call | f.DefendAlone) -> list[Offer]:
    # If a call is always alone, both facts have the same words, and one is enough.
    by_words = {say(table.book, table.state, fact): fact for fact in facts}
    return [Offer(words, fact, why_not(table, fact)) for words, fact in by_words.items()]


def _suits_to_name(table: Table, view: View, alone: bool) -> list[Offer]:
    offered = table.state.hand.offered
    trumps: list[Trump] = [suit for suit in Suit if suit is not offered]
    if any(isinstance(fact, f.Name) and fact.trump is NO_TRUMP for fact in view.legal):
        trumps.append(NO_TRUMP)
    named = [(f.Name(YOU, trump), f.Name(YOU, trump, alone)) for trump in trumps]
    # The button names only the suit. Another button shows if it is alone.
    return [
        Offer(_signed(plain.trump, say(table.book, table.state, plain)), meant, why_not(table, meant))
        for plain, meant in named
    ]


def _signed(trump: Trump, words: str) -> str:
    return words if trump is NO_TRUMP else f"{trump.sign} {words}"


def _hand_given_back(view: View) -> list[Offer]:
    """Each kind of hand that may be given back. The three cards to exchange are chosen later."""
    given_back = [Offer(f"New deal ({fact.reason})", fact) for fact in view.legal if isinstance(fact, f.AskNewDeal)]
    exchange = next((fact for fact in view.legal if isinstance(fact, f.Exchange)), None)
    return given_back if exchange is None else [*given_back, Offer("Exchange three cards", exchange)]


def card_choice(view: View, card: Card) -> f.Fact | None:
    """The fact of choosing a card now; None if no card is needed."""
    if view.turn is not YOU:
        return None
    match view.phase:
        case Phase.PLAY:
            return f.Play(YOU, card)
        case Phase.DISCARD:
            return f.Discard(YOU, card)
        case Phase.BEST:
            return f.GiveBest(YOU, card)
        case (
            Phase.FIRST_ROUND
            | Phase.SECOND_ROUND
            | Phase.DEFEND
            | Phase.JOKER
            | Phase.OPENING
            | Phase.DRAW
            | Phase.SHUFFLE
            | Phase.CUT
            | Phase.DEAL
            | Phase.TURN_UP
            | Phase.COUNT
            | Phase.OVER
        ):
            return None


def question(table: Table, view: View) -> str:
    """The question to the person now."""
    match view.phase:
        case Phase.FIRST_ROUND:
            assert view.turn_up is not None
            return f"{table.book.card_sign(view.turn_up)} is turned up. Your call?"
        case Phase.SECOND_ROUND:
            down = table.state.hand.offered
            return f"{down.word.capitalize()} are turned down. Your call?" if down is not None else "Your call?"
        case Phase.DISCARD:
            return f"You have {len(view.hand)} cards. Choose a card to discard."
        case Phase.DEFEND:
            return f"Do you defend alone{' against the lone hand' if view.alone else ''}?"
        case Phase.BEST:
            return "Your partner plays alone and may have one card from you. Choose it."
        case Phase.JOKER:
            return f"The {table.book.words.joker} is turned up. Which suit does it stand for?"
        case Phase.PLAY if view.trick.plays:
            return "Your turn to play."
        case Phase.PLAY:
            return "Your lead."
        case (
            Phase.OPENING
            | Phase.DRAW
            | Phase.SHUFFLE
            | Phase.CUT
            | Phase.DEAL
            | Phase.TURN_UP
            | Phase.COUNT
            | Phase.OVER
        ):
            return ""
