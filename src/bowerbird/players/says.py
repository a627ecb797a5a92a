"""Choices in a few words: "order it up", "play 9♣ or 10♣", and "ordering it up" inside a sentence.

Calls are in the club's own words, as on the buttons (`table.words`). Does not depend on any player.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bowerbird.cards import SUIT_AS_PLAYED, Card, is_trump, trump_index, trump_word
from bowerbird.players.knowledge import offered_by
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import DefendAlone, Discard, Fact, Name, Order, Pass, Phase, Play, View
from bowerbird.table.words import call_words

__all__ = ["doing", "says"]

#: Verbs that calls begin with, and what they are inside a sentence. “Pick it up” is said to the dealer, who does it.
_DOING: Final = {
    "assist": "assisting",
    "call": "calling",
    "defend": "defending",
    "discard": "discarding",
    "go": "going",
    "lead": "leading",
    "make": "making",
    "name": "naming",
    "order": "ordering",
    "pass": "passing",
    "play": "playing",
    "ruff": "ruffing",
    "say": "saying",
    "take": "taking",
    "throw": "throwing",
    "turn": "turning",
}


def says(book: Rulebook, view: View, facts: Sequence[Fact]) -> str:
    """A choice as something to do; facts that are the same to everybody are named together."""
    signs = " or ".join(book.card_sign(fact.card) for fact in facts if isinstance(fact, Discard | Play))
    match fact := facts[0]:
        case Pass() | Order() | Name() | DefendAlone():
            return _call(book, view, fact)
        case Discard():
            return f"discard {signs}"
        case Play():
            return f"{_playing(view, fact.card)} {signs}"
        case _:
            return type(fact).__name__.lower()


def doing(book: Rulebook, view: View, fact: Fact) -> str:
    """A choice inside a sentence: `leading A♠`, `ruffing with 9♥`, `ordering it up`, `a pass`."""
    if isinstance(fact, Pass) and view.phase is not Phase.DEFEND:
        return "a pass"
    if isinstance(fact, Name):
        return f"naming {trump_word(fact.trump)}" + (" alone" if fact.alone else "")
    verb, _, rest = says(book, view, (fact,)).replace(", alone", " alone").partition(" ")
    return f"{_DOING.get(verb, verb)} {rest}".strip()


def _call(book: Rulebook, view: View, call: Pass | Order | Name | DefendAlone) -> str:
    """The words on the button, as something to do: `I assist` becomes `assist`."""
    offered = None if view.turn_up is None else offered_by(view)
    words = call_words(book, view.phase, view.dealer, offered, call)
    if isinstance(call, Name):
        return f"name {words[0].lower()}{words[1:]}"
    plain = words.removeprefix("I ")
    plain = f"{plain[0].lower()}{plain[1:]}"
    first = re.match(r"\w*", plain)
    return plain if first is not None and first[0] in _DOING else f"say “{words}”"


def _playing(view: View, card: Card) -> str:
    if not view.trick.plays or view.trick.winner is not None:
        return "lead"
    suits = SUIT_AS_PLAYED[trump_index(view.trump)]
    if suits[card] == suits[view.trick.led]:
        return "play"
    return "ruff with" if is_trump(card, view.trump) else "throw off"
