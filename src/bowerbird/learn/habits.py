"""The kinds of decisions that a person can work on, each told from the choice and from the best one. Pure."""

from __future__ import annotations

from typing import Final, NamedTuple

from bowerbird.table import DefendAlone, Discard, Fact, Name, Order, Pass, Phase, View

__all__ = ["HABITS", "Habit", "habit_of"]


class Habit(NamedTuple):
    """A kind of decision, a title that says what to do, and a sentence about what goes wrong."""

    kind: str
    title: str
    words: str


HABITS: Final = (
    Habit("thin", "Order with a little more", "You order it up with hands that are too thin."),
    Habit("passing", "Call more in the first round", "You pass hands that are worth a call."),
    Habit("second", "Look again in the second round", "You choose the wrong suit, or pass when a call is worth more."),
    Habit("alone", "Know when to go alone", "You go alone too soon, or take your partner along when you could do it."),
    Habit("discard", "Discard for the play", "You keep a card that doesn't help, and give away one that would."),
    Habit("lead", "Lead better when your side called", "Your lead lets them back into the hand."),
    Habit("follow", "Play to the trick your side needs", "You spend a card that you need later, or save one too long."),
    Habit("defence lead", "Lead better against their call", "Your lead helps the side that called."),
    Habit("defence", "Defend more tightly", "A trick goes to the side that called, and it needn't."),
)


def habit_of(view: View, did: Fact, best: Fact) -> str:
    """The kind of a decision, by the choice that was made and the best one."""
    if isinstance(did, Discard):
        return "discard"
    if isinstance(did, Pass | Order | Name):
        return _call(view, did, best)
    if view.maker is None or view.seat is None:
        return "defence"
    ours = view.maker.side is view.seat.side
    leads = not view.trick.plays or view.trick.winner is not None
    if isinstance(did, DefendAlone):
        leads = False
    return ("lead" if leads else "follow") if ours else ("defence lead" if leads else "defence")


def _call(view: View, did: Fact, best: Fact) -> str:
    if _trump(did) == _trump(best) is not None and getattr(did, "alone", False) != getattr(best, "alone", False):
        return "alone"
    if view.phase is not Phase.FIRST_ROUND:
        return "second"
    return "passing" if isinstance(did, Pass) else "thin"


def _trump(fact: Fact) -> object | None:
    """What a call makes trump: a name for the turn-up, or a suit."""
    if isinstance(fact, Order):
        return "turn-up"
    return ("named", fact.trump) if isinstance(fact, Name) else None
