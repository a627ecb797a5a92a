"""Sentences for facts and results, as club players say them."""

from __future__ import annotations

import re
from typing import Final

from bowerbird.cards import Trump
from bowerbird.players.judge.reasons.facts import Lie, card_word, the
from bowerbird.players.judge.reasons.outcomes import Difference, Kind, Outcomes
from bowerbird.players.judge.reasons.shares import HARDLY, both, never, often, rather, than, times
from bowerbird.players.judge.reasons.weigh import Stopper, Told
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Discard, Fact, Play, View

__all__ = [
    "after_pass",
    "alone",
    "by_score",
    "call",
    "difference",
    "donation",
    "either_way",
    "fact",
    "is_told_alike",
    "mostly",
    "not_alone",
    "result",
    "result_after_pass",
    "sentence",
    "stops",
    "trade",
]

#: Parts of something in words, from the largest.
_MOSTLY: Final = ((0.9, "nearly always"), (0.0, "mostly"))
#: All five tricks with the partner are told from this share on.
_WORTH_TELLING: Final = 0.1

#: The choice that a sentence is about, where it needs no name.
_IT: Final = "it"

_CLAUSES: Final[dict[Kind, str]] = {
    "our euchre": "we're euchred",
    "our march": "we take all five tricks",
    "our lone march": "our lone hand takes all five tricks",
    "their euchre": "we euchre them",
    "their march": "they take all five tricks",
    "their lone march": "their lone hand takes all five tricks",
}


def sentence(clause: str) -> str:
    """A clause as a sentence."""
    return f"{clause[0].upper()}{clause[1:]}."


def fact(told: Told, this: tuple[Fact, str], other: tuple[Fact, str], from_best: bool) -> str:
    """What a fact does to this choice, compared with the other one. Each comes with its name (`doing`)."""
    clause = told.fact.clause
    if isinstance(told.fact, Lie):
        return f"It {'helps' if from_best else 'hurts'} most when {clause}, {often(told.share)}."
    mine, others = (told.best_share, told.share) if from_best else (told.share, told.best_share)
    if not from_best and _takes(told, this[0]):
        return _kept(clause, rather(others, mine))
    by_this, by_other = (told.key == ("now", _seat(each[0])) or _wins(told, each[0]) for each in (this, other))
    if by_other and mine < HARDLY:
        return sentence(f"{other[1]} wins this trick {often(others)}")
    if by_this and others < HARDLY:
        return sentence(f"it wins this trick {often(mine)}")
    if mine < HARDLY and told.key[0] == "now" and "partner's" in clause:
        return sentence(f"{clause} anyway {often(others)}")
    if mine < HARDLY:
        what = re.sub(r"your \S+", "it", clause) if _befalls(told, other[0]) else clause
        return sentence(f"after {other[1]}, {what} {often(others)}")
    if from_best and others < HARDLY and _takes(told, other[0]):
        return _kept(clause, often(mine))
    if from_best:
        after = f"{often(mine)}, and {never(others)} after {other[1]}"
        return sentence(f"{clause} {after if others < HARDLY else both(mine, others, other[1])}")
    return sentence(f"{clause} {rather(mine, others)}")


def _kept(clause: str, how_often: str) -> str:
    """That a card of yours takes a trick, after another one was chosen."""
    return sentence(f"if you keep {clause.removesuffix(' takes a trick')}, it takes a trick {how_often}")


def _takes(told: Told, fact: Fact) -> bool:
    """True if this is about a trick that the card chosen takes."""
    return told.key[0] == "takes" and isinstance(fact, Play | Discard) and fact.card == told.key[1]


def _befalls(told: Told, fact: Fact) -> bool:
    """True if this is about the loss of the card played."""
    return told.key[0] in ("beaten", "ruffed") and isinstance(fact, Play) and fact.card == told.key[1]


def _wins(told: Told, fact: Fact) -> bool:
    """True if this is about a trick that the card played takes, which can only be the present one."""
    return isinstance(fact, Play) and _takes(told, fact)


def _seat(fact: Fact) -> int:
    return int(getattr(fact, "seat", -1))


def trade(gain: Told, loss: Told) -> str:
    """What a choice that is as good gains and loses."""
    more = [told.share > told.best_share for told in (gain, loss)]
    gained, lost = (
        f"{told.fact.clause} {'more' if up else 'less'} often" for told, up in zip((gain, loss), more, strict=True)
    )
    return f"{gained}, but {lost}{' too' if more[0] == more[1] else ''}"


def difference(difference: Difference, after: str) -> str:
    """A result of the choice, compared with what comes after the other one, which is named unless it is clear."""
    clause = _CLAUSES[difference.kind]
    if after and not round(100 * difference.share):
        return f"{after}, {clause} {times(difference.other)}"
    return f"{clause} {than(difference.share, difference.other)}"


def is_told_alike(share: float, other: float) -> bool:
    """True if two shares are the same in words."""
    return max(share, other) < HARDLY or (min(share, other) >= HARDLY and often(share) == often(other))


def either_way(alike: Difference) -> str:
    """How often the makers are euchred after both choices alike, or how often they make it if they hardly ever are."""
    if alike.share >= HARDLY:
        return f"either way, {_CLAUSES[alike.kind]} {often(alike.share)}"
    always = often(1 - max(alike.share, alike.other))
    return f"either way, {'we' if alike.kind == 'our euchre' else 'they'} make it {always}"


def alone(book: Rulebook, lone: Outcomes, together: Outcomes) -> tuple[str, str]:
    """A lone hand that is better than the same call with the partner."""
    rules = book.points
    if rules.alone_made > rules.made:
        succeeds, with_partner = 1 - lone["our euchre"], 1 - together["our euchre"]
        return (
            f"alone you succeed {than(succeeds, with_partner, ', with partner ')}",
            f"alone, three tricks already count {rules.alone_made} instead of {rules.made}",
        )
    return (
        f"alone you take all five tricks {times(lone['our lone march'])}, for {rules.alone_march} points",
        f"with partner we take them {times(together['our march'])}, for {rules.march}",
    )


def not_alone(
    book: Rulebook, lone: Outcomes, together: Outcomes, by_euchres: bool, stopped: str = ""
) -> tuple[str, str]:
    """A lone hand that is worse than the same call with the partner. `stopped` is how it mostly fails, if known."""
    march, euchre = lone["our lone march"], lone["our euchre"]
    often_enough = bool(round(100 * march))
    take = f"take all five tricks {times(march)}" if often_enough else f"{never(march)} take all five tricks"
    if by_euchres:
        fails = f"are euchred {round(100 * euchre) if often_enough else times(euchre)}"
        return f"alone you {take} and {fails}", f"with partner we're euchred {times(together['our euchre'])}"
    more = f", and {stopped}" if stopped else ""
    return f"alone you {take}{more}", f"with partner we take them {times(together['our march'])}, for {_points(book)}"


def _points(book: Rulebook) -> str:
    return f"{book.points.march} point{'' if book.points.march == 1 else 's'}"


def by_score(view: View, what: str, game: float, other: float) -> str:
    """The chance to win the game, where that is another thing than points."""
    assert view.seat is not None
    ours, theirs = view.score[view.seat.side], view.score[view.seat.side.other]
    return f"at {ours}–{theirs} {what} wins the game {than(game, other)}"


def stops(book: Rulebook, stopper: Stopper, trump: Trump) -> str:
    """How a lone hand fails."""
    return f"{the(card_word(book, stopper.card, trump))} stops it {often(stopper.share)}"


def result_after_pass(kind: Kind, share: float, ends_game: bool, ours: float = 0.0) -> str:
    """One result of a pass, and how often our own side makes trump then, if that is told."""
    if ours:
        return f"after a pass our side still makes trump {times(ours)}, and {_CLAUSES[kind]} {round(100 * share)} times"
    clause = "their lone hand wins the game" if ends_game else _CLAUSES[kind]
    return f"after a pass, {clause} {times(share)}"


def donation(what: str, outcomes: Outcomes) -> str:
    """A call that is likely to fail, and prevents a lone hand."""
    keeps = "keep" if what == _IT else "keeps"
    return f"{_gets_euchred(what)} {times(outcomes['our euchre'])}, but {keeps} them from going alone"


def call(what: str, results: Outcomes, alone: bool, is_bad: bool, when: Told | None) -> str:
    """What comes of a call, and how the cards mostly lie when it fails."""
    euchre = results["our euchre"]
    if alone:
        march = results["our lone march"]
        if round(100 * march):
            gets = "gets us euchred"
            fails = f"{gets} {round(100 * euchre)}" if round(100 * euchre) else f"{never(euchre)} {gets}"
            return f"{what} wins all five tricks {times(march)} and {fails}"
        return f"{what} {never(march)} wins all five tricks and gets us euchred {times(euchre)}"
    if is_bad:
        lies = "" if when is None else f", {mostly(when)} when {when.fact.clause}"
        return f"{_gets_euchred(what)} {times(euchre)}{lies}"
    march = results.get("our march", 0.0)
    succeeds = "we make it" if what == _IT else f"{what} succeeds"
    if march < _WORTH_TELLING:
        return f"{succeeds} {times(1 - euchre)}"
    more = f"{round(100 * march)} times" if round(100 * euchre) else times(march)
    return f"{succeeds} {times(1 - euchre)}, with all five tricks {more}"


def mostly(when: Told) -> str:
    """How much of something happens when the cards lie in a way."""
    return next(word for least, word in _MOSTLY if when.part >= least)


def result(kind: Kind) -> str:
    """A result as a clause."""
    return _CLAUSES[kind]


def _gets_euchred(what: str) -> str:
    return "we're euchred" if what == _IT else f"{what} gets us euchred"


def after_pass(results: Outcomes, is_worse: bool) -> str:
    """What comes of a pass: who makes trump then, and how that ends."""
    ours, theirs = results["ours"], results["theirs"]
    if 1 - ours - theirs > max(ours, theirs):
        return f"after a pass nobody makes trump {times(1 - ours - theirs)}"
    if theirs >= ours:
        told, euchre = f"after a pass the opponents make trump {times(theirs)}", results.get("their euchre")
        if euchre is None:
            return told
        if is_worse:
            return f"{told} and score {_of_them(theirs - euchre, theirs)}"
        return f"{told} and are euchred {_of_them(euchre, theirs)}"
    if is_worse:
        return f"after a pass our side makes trump only {times(ours)}"
    told, euchre = f"after a pass our side still makes trump {times(ours)}", results.get("our euchre")
    return told if euchre is None else f"{told} and scores {_of_them(ours - euchre, ours)}"


def _of_them(share: float, whole: float) -> str:
    """Part of what was told as times in 100."""
    if round(100 * whole) == 100:
        return times(share)
    return f"in {round(100 * share) or 'none'} of them"
