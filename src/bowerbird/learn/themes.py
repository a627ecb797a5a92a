"""The themes of puzzles, told from the facts of a decision: each is a small test in one list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from bowerbird.cards import is_trump
from bowerbird.rulebook import Rulebook
from bowerbird.table import Fact, Name, Order, Phase, Play, View

__all__ = ["CALLS", "THEMES", "Theme", "themes_of"]


class _Decision(NamedTuple):
    """A view, the facts that are right, and one that is often chosen and wrong."""

    book: Rulebook
    view: View
    right: Sequence[Fact]
    tempting: Fact

    @property
    def dealer_is_partner(self) -> bool:
        return self.view.seat is not None and self.view.dealer is self.view.seat.partner

    @property
    def leads(self) -> bool:
        return self.view.phase is Phase.PLAY and self.in_trick == 0

    @property
    def in_trick(self) -> int:
        """The number of cards in the trick so far."""
        return 0 if self.view.trick.winner is not None else len(self.view.trick.plays)

    @property
    def defends(self) -> bool:
        maker, seat = self.view.maker, self.view.seat
        return maker is not None and seat is not None and maker.side is not seat.side

    def any_call(self, test: Callable[[Fact], bool]) -> bool:
        """True if a right choice or the tempting one is such a call."""
        return any(test(fact) for fact in (*self.right, self.tempting))


class Theme(NamedTuple):
    """A theme: its name in addresses, its words for people, and its test."""

    name: str
    words: str
    about: str
    test: Callable[[_Decision], bool]


def _names(decision: _Decision, *, next_suit: bool) -> bool:
    """True if it is right to name next, or a suit of the other colour, in the second round."""
    turn_up = decision.view.turn_up
    if decision.view.phase is not Phase.SECOND_ROUND or turn_up is None:
        return False
    suits = [fact.trump for fact in decision.right if isinstance(fact, Name)]
    return any(suit is not None and (suit is turn_up.suit.next) is next_suit for suit in suits)


def _leads_trump(decision: _Decision) -> bool:
    """True if the lead is a question of trump or not."""
    trump = decision.view.trump
    cards = [fact.card for fact in (*decision.right, decision.tempting) if isinstance(fact, Play)]
    return decision.leads and len({is_trump(card, trump) for card in cards}) == 2


def _is_lone_call(fact: Fact) -> bool:
    return isinstance(fact, Order | Name) and fact.alone


#: Every theme. A puzzle has all themes whose test it passes.
THEMES: Final[tuple[Theme, ...]] = (
    Theme(
        "ordering",
        "Ordering up the other side",
        "The dealer is an opponent. Do you make them take the card?",
        lambda it: (
            it.view.phase is Phase.FIRST_ROUND and not it.dealer_is_partner and it.view.dealer is not it.view.seat
        ),
    ),
    Theme(
        "assisting",
        "Ordering your partner",
        "Your partner deals. Do you order the turn-up into that hand?",
        lambda it: it.view.phase is Phase.FIRST_ROUND and it.dealer_is_partner,
    ),
    Theme(
        "taking-up",
        "Taking it up",
        "You deal, and everyone has passed.",
        lambda it: it.view.phase is Phase.FIRST_ROUND and it.view.dealer is it.view.seat,
    ),
    Theme(
        "next",
        "Next",
        "The turn-up was turned down. The other suit of its colour may be yours.",
        lambda it: _names(it, next_suit=True),
    ),
    Theme(
        "crossing",
        "Crossing",
        "Naming a suit of the other colour after the turn-up was turned down.",
        lambda it: _names(it, next_suit=False),
    ),
    Theme("passing", "Passing", "A hand that looks like a call, and isn't.", lambda it: _passes(it)),
    Theme("loners", "Going alone", "Alone, or with your partner?", lambda it: it.any_call(_is_lone_call)),
    Theme("discards", "Discards", "You have six cards. Which one goes?", lambda it: it.view.phase is Phase.DISCARD),
    Theme("trump-lead", "Leading trump", "Your lead: trump, or another suit?", _leads_trump),
    Theme("leads", "Leads", "Your lead: which card?", lambda it: it.leads and not _leads_trump(it)),
    Theme(
        "second-hand",
        "Second hand",
        "One card is on the table, and you are next.",
        lambda it: it.view.phase is Phase.PLAY and it.in_trick == 1,
    ),
    Theme(
        "later-hands",
        "Third and last to play",
        "You see what you have to beat, or what your partner has already won.",
        lambda it: it.view.phase is Phase.PLAY and it.in_trick >= 2,
    ),
    Theme(
        "defending-alone",
        "Defending against a lone hand",
        "One of them plays alone. One trick is all you need.",
        lambda it: it.view.phase is Phase.PLAY and it.view.alone and it.defends,
    ),
    Theme(
        "counting",
        "Counting",
        "Three cards or fewer are left, and what has been played tells where the others are.",
        lambda it: it.view.phase is Phase.PLAY and len(it.view.hand) <= 3,
    ),
)
#: The names of those that are about calls: once trump is made, none of them can come.
CALLS: Final = frozenset({"ordering", "assisting", "taking-up", "next", "crossing", "passing", "loners"})


def _passes(decision: _Decision) -> bool:
    """True if everything right is a pass, and the tempting choice is a call."""
    calls = decision.view.phase in (Phase.FIRST_ROUND, Phase.SECOND_ROUND)
    return calls and not any(isinstance(fact, Order | Name) for fact in decision.right)


def themes_of(book: Rulebook, view: View, right: Sequence[Fact], tempting: Fact) -> tuple[str, ...]:
    """The names of the themes of a decision."""
    decision = _Decision(book, view, right, tempting)
    return tuple(theme.name for theme in THEMES if theme.test(decision))
