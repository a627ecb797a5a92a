"""A decision as one short line of text: rules, score, deal, and what was done since.

    bicycle 3-5 S:9h AsKsQsJsTs AhKhQhJhTh AdKdQdJdTd AcKcQcJcTc 9c9d9s / p p o -9c

After the slash is one word for each call, discard and card: `p` for pass, `o` for ordering up, a suit's letter for
naming it, each with `a` for alone, `-9c` for a discard, and a card for playing it. The seat whose turn it is decides.
The line has every hand, so it stays on the server until the person has chosen.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from bowerbird.cards import CardError, trump_letter
from bowerbird.errors import BowerbirdError
from bowerbird.notation.deal_text import KnownDeal, deal_facts, format_deal, parse_deal
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import (
    Discard,
    Fact,
    IllegalActionError,
    Name,
    Open,
    Order,
    Pass,
    Play,
    StartBell,
    State,
    View,
    fold,
    legal,
    step,
    view,
)

__all__ = ["Position", "PositionTextError", "word_for"]


class PositionTextError(BowerbirdError, ValueError):
    """A line of text that isn't a position."""


class Position(msgspec.Struct, frozen=True):
    """A decision in a known deal, by the rules of a shipped book."""

    rules: str
    score: tuple[int, int]
    deal: KnownDeal
    words: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a line."""
        before, slash, done = text.partition(" /")
        try:
            rules, score, deal = before.split(" ", 2)
            ours, theirs = map(int, score.split("-"))
            book = load_rulebook(rules)
            known = parse_deal(deal, book.cards())
        except (BowerbirdError, ValueError) as error:
            raise PositionTextError(f"{text[:60]!r} isn't a position: {error}") from None
        if not slash:
            raise PositionTextError(f"{text[:60]!r} isn't a position. It has no slash.")
        return cls(rules, (ours, theirs), known, tuple(done.split()))

    def __str__(self) -> str:
        score = "-".join(map(str, self.score))
        return " ".join((self.rules, score, format_deal(self.deal), "/", *self.words))

    @property
    def book(self) -> Rulebook:
        """The rules."""
        return load_rulebook(self.rules)

    @property
    def state(self) -> State:
        """The whole table, with the hands that nobody sees."""
        return self._played()[0]

    def facts(self, names: tuple[str, str, str, str]) -> tuple[Fact, ...]:
        """All facts from the opening of the table on, with these names."""
        opening = replace(_opening(self.score, self.deal), names=names)
        return opening, *_dealing(self.book, self.deal), *self._played()[1]

    def _played(self) -> tuple[State, tuple[Fact, ...]]:
        """The table, and the facts since the deal."""
        state, facts = _dealt(self.rules, self.score, format_deal(self.deal)), []
        for word in self.words:
            facts.append(self._fact(state, word))
            state = step(self.book, state, facts[-1])
        return state, tuple(facts)

    @property
    def view(self) -> View:
        """All that the seat knows whose turn it is."""
        state = self.state
        return view(self.book, state, state.turn)

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is."""
        turn = self.state.turn
        if turn is None:
            raise PositionTextError("nobody has to decide here")
        return turn

    def after(self, fact: Fact) -> Position:
        """The position after another fact."""
        return replace(self, words=(*self.words, word_for(fact)))

    def _fact(self, state: State, word: str) -> Fact:
        for fact in legal(self.book, state):
            if isinstance(fact, Pass | Order | Name | Discard | Play) and word_for(fact) == word:
                return fact
        raise PositionTextError(f"{word!r} can't happen here")


@lru_cache(maxsize=64)
def _dealt(rules: str, score: tuple[int, int], deal: str) -> State:
    book = load_rulebook(rules)
    try:
        known = parse_deal(deal, book.cards())
        return fold(book, (_opening(score, known), *_dealing(book, known)))
    except (IllegalActionError, CardError) as error:
        raise PositionTextError(str(error)) from None


def _opening(score: tuple[int, int], deal: KnownDeal) -> Open:
    return Open(dealer=deal.dealer, partners_arranged=True, score=score)


def _dealing(book: Rulebook, deal: KnownDeal) -> tuple[Fact, ...]:
    """The facts from the opening of the table to the turn-up."""
    return (*([StartBell()] if book.deal.after_start_bell else []), *deal_facts(book, deal))


def word_for(fact: Fact) -> str:
    """One word for a call, a discard or a card."""
    match fact:
        case Pass():
            return "p"
        case Order(alone=alone):
            return "oa" if alone else "o"
        case Name(trump=trump, alone=alone):
            return trump_letter(trump) + ("a" if alone else "")
        case Discard(card=card):
            return f"-{card}"
        case Play(card=card):
            return str(card)
        case _:
            raise PositionTextError(f"there is no word for {type(fact).__name__}")
