"""Explain any decision: each choice with its worth, best first, and one plain sentence why.

The figures are the expert's, unless the deciding player has its own. Everything comes from the view, so an explanation
reveals nothing that the seat could not know.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import msgspec

from bowerbird.cards import STRENGTH, SUIT_AS_PLAYED, Card, is_trump, trump_index, trump_word
from bowerbird.kernel.play import winning_place
from bowerbird.kernel.position import cards_of
from bowerbird.players.base import Player
from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.knowledge import offered_by, unseen_by
from bowerbird.players.outlook import Outlook
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import DefendAlone, Discard, Fact, Name, Order, Pass, Play, View

__all__ = ["Belief", "Explanation", "Option", "explain", "render"]

#: Two choices closer than this, in points, count as equal.
_EQUAL_WITHIN = 0.05
#: Probabilities as bars, from 0 to 1.
_BARS = "▁▂▃▄▅▆▇█"


class Belief(msgspec.Struct, frozen=True):
    """The possible places of an unseen card: the chance of each seat, North first, and of no seat."""

    card: Card
    seats: tuple[float, float, float, float]
    nobody: float


@runtime_checkable
class Counting(Protocol):
    """A player that can give the outlook of each choice."""

    def outlooks(self, book: Rulebook, view: View) -> dict[Fact, Outlook]:
        """The outlook of each choice; empty if there is nothing to weigh."""
        ...


@runtime_checkable
class Believing(Protocol):
    """A player that can say where the unseen cards may be."""

    def beliefs(self, book: Rulebook, view: View) -> tuple[Belief, ...]:
        """Every unseen card, trumps first."""
        ...


class Option(msgspec.Struct, frozen=True):
    """One choice: its worth in points and in chance to win the game, the makers' results, and the reason.

    The true points are further away than `doubt` once in twenty times; None if they don't come from sampled deals.
    """

    fact: Fact
    says: str
    points: float
    win: float
    made: float
    march: float
    euchre: float
    why: str
    doubt: float | None = None


class Explanation(msgspec.Struct, frozen=True):
    """The choice, and every option with its worth, best first. Empty if there is nothing to weigh.

    `beliefs` are for players that have them.
    """

    chosen: Fact
    options: tuple[Option, ...]
    beliefs: tuple[Belief, ...] = ()


def explain(book: Rulebook, view: View, player: Player | None = None) -> Explanation:
    """Explain the decision of the seat of this view. `player` decides, or the expert."""
    counting = player if isinstance(player, Counting) else ExpertPlayer()
    chosen = (player or ExpertPlayer()).choose(book, view)
    outlooks = counting.outlooks(book, view)
    ranked = sorted(outlooks, key=lambda fact: (outlooks[fact].value, fact == chosen), reverse=True)
    options = tuple(
        Option(
            fact=fact,
            says=_says(view, fact),
            points=outlooks[fact].points,
            win=outlooks[fact].game,
            made=outlooks[fact].made,
            march=outlooks[fact].march,
            euchre=outlooks[fact].euchre,
            why=_why(book, view, fact, outlooks[fact], outlooks[ranked[0]]),
            doubt=outlooks[fact].doubt,
        )
        for fact in ranked
    )
    beliefs = player.beliefs(book, view) if isinstance(player, Believing) else ()
    return Explanation(chosen, options, beliefs)


def render(explanation: Explanation) -> str:
    """The explanation as text: one line of figures and one sentence for each option."""
    lines = []
    for option in explanation.options:
        mark = "*" if option.fact == explanation.chosen else " "
        lines.append(
            f"{mark} {option.says}: {option.points:+.2f} points, wins the game {option.win:.0%}; "
            f"made {option.made:.0%}, march {option.march:.0%}, euchre {option.euchre:.0%}"
        )
        lines.append(f"    {option.why}")
    return "\n".join([*lines, *_drawn(explanation.beliefs)])


def _drawn(beliefs: tuple[Belief, ...]) -> list[str]:
    """Beliefs as bars: one line per card, one bar for each seat that may hold it."""
    lines = []
    for belief in beliefs:
        places = [(seat.word, belief.seats[seat]) for seat in Seat if belief.seats[seat]] + [("nobody", belief.nobody)]
        bars = "  ".join(f"{word} {_BARS[round(7 * chance)]} {chance:.0%}" for word, chance in places)
        lines.append(f"  {belief.card.sign:>3}  {bars}")
    return lines


def _says(view: View, fact: Fact) -> str:
    """The choice in a few words."""
    match fact:
        case Pass():
            return "pass"
        case Order():
            what = "take it up" if fact.seat is view.dealer else "order it up"
            return f"{what} alone" if fact.alone else what
        case Name():
            return f"name {trump_word(fact.trump)}" + (" alone" if fact.alone else "")
        case Discard():
            return f"discard {fact.card.sign}"
        case DefendAlone():
            return "defend alone"
        case Play():
            return f"{'play' if view.trick.plays else 'lead'} {fact.card.sign}"
        case _:
            return type(fact).__name__.lower()


def _why(book: Rulebook, view: View, fact: Fact, outlook: Outlook, best: Outlook) -> str:
    """One sentence: what speaks for this choice, and how far it is from the best.

    For a choice that is as good as any, only what speaks for it.
    """
    cost = best.points - outlook.points
    as_good = cost < _EQUAL_WITHIN
    match fact:
        case Pass():
            reason = _why_pass(outlook)
        case Order() | Name():
            reason = _why_call(view, fact, outlook)
        case Play():
            reason = _why_play(book, view, fact, as_good)
        case Discard():
            reason = _why_discard(view, fact)
        case _:
            reason = "alone against a lone hand a euchre counts most"
    if as_good:
        return f"{reason[0].upper()}{reason[1:]}."
    return f"{reason[0].upper()}{reason[1:]}, but the best choice is worth {cost:.2f} points more."


def _why_pass(outlook: Outlook) -> str:
    theirs = 1 - outlook.ours - outlook.thrown_in
    if outlook.ours >= theirs:
        return f"after a pass, our side still makes trump {_times(outlook.ours)}"
    return f"the opponents then make trump {_times(theirs)}, and the makers are euchred {_times(outlook.euchre)}"


def _why_call(view: View, call: Order | Name, outlook: Outlook) -> str:
    trump = call.trump if isinstance(call, Name) else offered_by(view)
    held = sum(is_trump(card, trump) for card in view.hand)
    cards = f"{held} trump{'' if held == 1 else 's'} in hand" if trump is not None else "high cards in every suit"
    made = f"the call succeeds {_times(outlook.made + outlook.march)}"
    if call.alone:
        made += f", takes all five tricks {_times(outlook.march)},"
    return f"with {cards}, {made} and is euchred {_times(outlook.euchre)}"


def _why_discard(view: View, fact: Discard) -> str:
    rest = [card for card in view.hand if card != fact.card]
    if is_trump(fact.card, view.trump):
        return "a trump is a trick that may be missed"
    if all(card.is_joker or is_trump(card, view.trump) or card.suit is not fact.card.suit for card in rest):
        return f"without {fact.card.suit.word} the next lead of them can be trumped"
    return f"the other {fact.card.suit.word} protect each other"


def _why_play(book: Rulebook, view: View, fact: Play, as_good: bool) -> str:
    """The plainest reason for a card."""
    assert view.seat is not None
    row = trump_index(view.trump)
    higher = _still_out_above(book, view, fact.card)
    cards = view.trick.cards
    if not cards or view.trick.winner is not None:
        return _why_lead(book, view, fact.card, as_good)
    wins = winning_place([*cards, fact.card], row) == len(cards)
    if view.trick.plays[winning_place(cards, row)][0] is view.seat.partner:
        return "it beats partner, who might still be beaten" if wins else "partner is already winning the trick"
    if wins:
        return "it wins so far" + ("" if higher else ", and nothing in its suit can beat it")
    if higher:
        return "it can't win this trick and is the least useful card"
    return f"it can't win this trick, and {'no other card does better' if as_good else 'would be a good card later'}"


def _why_lead(book: Rulebook, view: View, card: Card, as_good: bool) -> str:
    assert view.seat is not None
    assert view.maker is not None
    if is_trump(card, view.trump):
        if view.maker.side is view.seat.side:
            return "our side made trump, and drawing theirs makes the rest safe"
        return "it leaves the makers fewer trumps" + ("" if as_good else ", and partner too")
    higher = _still_out_above(book, view, card)
    if not higher:
        return "no unseen card beats it in its suit"
    row = trump_index(view.trump)
    company = [other for other in view.hand if SUIT_AS_PLAYED[row][other] == SUIT_AS_PLAYED[row][card]]
    if len(company) == 1 and any(is_trump(other, view.trump) for other in view.hand):
        return "it is the only one of its suit: the next can be trumped"
    if not as_good:
        rivals = "one card that is" if higher == 1 else f"{higher} cards that are"
        return f"it is beaten by {rivals} still out, so partner must help"
    if higher == 1:
        return "only one card that is still out beats it in its suit"
    better = any(is_trump(other, view.trump) or _still_out_above(book, view, other) < higher for other in view.hand)
    return "it keeps better cards for later" if better else "every other lead gives away more, or as much"


def _still_out_above(book: Rulebook, view: View, card: Card) -> int:
    """The number of unseen cards that beat this one in its suit."""
    suits, strengths = SUIT_AS_PLAYED[trump_index(view.trump)], STRENGTH[trump_index(view.trump)]
    unseen = cards_of(unseen_by(book, view))
    return sum(suits[other] == suits[card] and strengths[other] > strengths[card] for other in unseen)


def _times(share: float) -> str:
    """A share in words."""
    return f"{round(100 * share)} times in 100"
