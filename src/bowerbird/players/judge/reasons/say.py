"""Sentences for facts and results, as club players say them."""

from __future__ import annotations

from typing import Final

from bowerbird.cards import trump_word
from bowerbird.players.judge.reasons.facts import Lie
from bowerbird.players.judge.reasons.results import Difference, Kind, Results
from bowerbird.players.judge.reasons.shares import HARDLY, often, rather, times
from bowerbird.players.judge.reasons.weigh import Told
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import DefendAlone, Discard, Fact, Name, Order, Pass, Play, View

__all__ = ["doing", "say_call", "say_difference", "say_fact", "say_pass", "sentence"]

#: Parts of the difference in words, from the largest.
_PARTS: Final = ((0.9, "Nearly all"), (0.65, "Most"), (0.0, "More than half"))

_CLAUSES: Final[dict[Kind, str]] = {
    "our euchre": "we're euchred",
    "our march": "we take all five tricks",
    "our lone march": "the lone hand takes all five tricks",
    "their euchre": "we euchre them",
    "their march": "they take all five tricks",
    "their lone march": "their lone hand takes all five tricks",
}


def sentence(clause: str) -> str:
    """A clause as a sentence."""
    return f"{clause[0].upper()}{clause[1:]}."


def doing(book: Rulebook, view: View, fact: Fact) -> str:
    """A choice as something that one does: `leading A♠`, `ordering it up`, `a pass`."""
    match fact:
        case Pass():
            return "a pass"
        case Order():
            what = "taking it up" if fact.seat is view.dealer else "ordering it up"
            return f"{what} alone" if fact.alone else what
        case Name():
            return f"naming {trump_word(fact.trump)}" + (" alone" if fact.alone else "")
        case Discard():
            return f"discarding {book.card_sign(fact.card)}"
        case DefendAlone():
            return "defending alone"
        case Play():
            leads = not view.trick.plays or view.trick.winner is not None
            return f"{'leading' if leads else 'playing'} {book.card_sign(fact.card)}"
        case _:
            return "that"


def say_fact(told: Told, other: str, is_best: bool) -> str:
    """What a fact does to the choice, compared with the other one, which is given as something that one does."""
    if isinstance(told.fact, Lie):
        part = next(word for least, word in _PARTS if told.part >= least)
        return f"{part} of the {'gain' if is_best else 'loss'} comes when {told.fact.clause}, {often(told.share)}."
    mine, others = (told.best_share, told.share) if is_best else (told.share, told.best_share)
    if mine < HARDLY:
        return sentence(f"after {other}, {told.fact.clause} {often(others)}")
    if is_best and others >= HARDLY:
        return sentence(f"{told.fact.clause} {often(mine)}, after {other} {_bare(mine, others)}")
    return sentence(f"{told.fact.clause} {rather(mine, others)}")


def _bare(mine: float, others: float) -> str:
    """The second of two shares, told as briefly as the first allows."""
    return often(others)


def say_difference(difference: Difference) -> str:
    """A result of the choice, compared with the other one."""
    return f"{_CLAUSES[difference.kind]} {times(difference.share)} instead of {round(100 * difference.other)}"


def say_call(what: str, results: Results, alone: bool) -> str:
    """What comes of a call."""
    euchre = results["our euchre"]
    if alone:
        return f"{what} takes all five tricks {times(results['our lone march'])} and is euchred {round(100 * euchre)}"
    march = results["our march"]
    more = f", with all five tricks {round(100 * march)} times" if march >= 0.095 else ""
    return f"{what} succeeds {times(1 - euchre)}{more}"


def say_pass(results: Results, is_worse: bool) -> str:
    """What comes of a pass: who makes trump then, and how that ends."""
    ours, theirs = results["ours"], results["theirs"]
    nobody = 1 - ours - theirs
    if nobody > max(ours, theirs):
        return f"after a pass nobody makes trump {often(nobody)}"
    side, share, euchre = ("the opponents", theirs, "their euchre") if theirs >= ours else ("our side", ours, "our euchre")
    makes = "make" if theirs >= ours else "makes"
    told = f"after a pass {side} {'' if theirs >= ours else 'still '}{makes} trump {times(share)}"
    if euchre not in results:
        return told
    failed = results[euchre]  # type: ignore[index]
    if is_worse == (theirs >= ours):
        return f"{told} and {'score' if theirs >= ours else 'scores'} {round(100 * (share - failed))}"
    return f"{told} and {'are' if theirs >= ours else 'is'} euchred {round(100 * failed)}"
