"""One plain sentence for each choice of a decision: what speaks for it, and how far it is behind the best."""

from __future__ import annotations

from bowerbird.cards import STRENGTH, SUIT_AS_PLAYED, Card, is_trump, trump_index
from bowerbird.kernel.play import winning_place
from bowerbird.kernel.position import cards_of
from bowerbird.players.judge import Choice, Judgement
from bowerbird.players.knowledge import offered_by, unseen_by
from bowerbird.players.outlook import Outlook
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Discard, Name, Order, Pass, Play, View

__all__ = ["why"]


def why(book: Rulebook, view: View, judgement: Judgement, choice: Choice) -> str:
    """What speaks for a choice, and how far it is behind. If it is as good as any, only what speaks for it."""
    as_good = choice is judgement.choices[0] or choice.is_as_good
    match choice.fact:
        case Pass():
            reason = _why_pass(choice.outlook)
        case Order() | Name():
            reason = _why_call(view, choice.fact, choice.outlook)
        case Play():
            reason = _why_play(book, view, choice.fact, as_good)
        case Discard():
            reason = _why_discard(view, choice.fact)
        case _:
            reason = "alone against a lone hand a euchre counts most"
    if as_good:
        return f"{reason[0].upper()}{reason[1:]}."
    return f"{reason[0].upper()}{reason[1:]}, but the best choice is worth {choice.behind:.2f} points more."


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
