"""Why a choice is best, as good, or worse: one or two sentences, computed from the worlds in which it was tried."""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from bowerbird.cards import Suit
from bowerbird.players.judge.judgement import MISTAKE, Choice, Judgement
from bowerbird.players.judge.reasons import nudge, say
from bowerbird.players.judge.reasons.facts import Key, Lie, events, lies, now
from bowerbird.players.judge.reasons.lines import Lines
from bowerbird.players.judge.reasons.outcomes import (
    Difference,
    Kind,
    Outcomes,
    differences,
    outcomes_of_lines,
    outcomes_of_outlook,
)
from bowerbird.players.judge.reasons.shares import HARDLY
from bowerbird.players.judge.reasons.weigh import (
    LEAST_CHANGE,
    Contrast,
    Stopper,
    Told,
    changes,
    contrast,
    find,
    mostly_when,
    stopper,
)
from bowerbird.players.judge.results import Results
from bowerbird.players.knowledge import offered_by
from bowerbird.players.says import doing
from bowerbird.players.worth import Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, Name, Order, Pass, Play, View

__all__ = ["Reason", "Reasons", "reason"]

#: A change is told of choices that are as good if it is at least this large.
_TELLING: Final = 0.15
_TRADED: Final = ("takes", "ruffed", "beaten", "ruffs", "they ruff", "ruffed partner", "now")
#: A result is what a call or a pass is about if it accounts for this part of the difference.
_WEIGHTY: Final = 0.4
#: A call that fails more often than this is told as one that fails.
_LIKELY: Final = 0.5
#: Fewer tricks than this are a euchre.
_MADE: Final = 3


def reason(book: Rulebook, view: View, judgement: Judgement, choice: Choice) -> str:
    """Say why a choice is best, as good, or worse than the best."""
    return Reasons(book, view, judgement).of(choice).text


class Reason(NamedTuple):
    """The text, and the facts and results that it tells. `other` is the choice that this one is compared with.

    `by_score` is true if it tells the chance to win the game, as the points of the hand speak for the other choice.
    """

    text: str
    other: Choice | None = None
    told: tuple[Told, ...] = ()
    results: tuple[Difference, ...] = ()
    stopper: Stopper | None = None
    by_score: bool = False


class _Tried(NamedTuple):
    """A choice and its results."""

    choice: Choice
    outcomes: Outcomes


class _Comparison(NamedTuple):
    """A choice and the best one. `from_best` is true if the reason is the best one's."""

    worse: _Tried
    better: _Tried
    pair: Contrast | None
    from_best: bool

    @property
    def this(self) -> Choice:
        """The choice that the reason is for."""
        return (self.better if self.from_best else self.worse).choice

    @property
    def other(self) -> Choice:
        """The choice that it is compared with."""
        return (self.worse if self.from_best else self.better).choice

    @property
    def facts(self) -> tuple[Fact, Fact]:
        """What is chosen: the worse, then the better."""
        return self.worse.choice.fact, self.better.choice.fact


class Reasons:
    """The reasons of one decision."""

    def __init__(self, book: Rulebook, view: View, judgement: Judgement) -> None:
        """Take the judgement as it is; nothing is tried again."""
        self._book = book
        self._view = view
        self._judgement = judgement
        #: The hands after each choice, by its number and the number of worlds.
        self._all_lines: dict[tuple[int, int], Lines] = {}

    def of(self, choice: Choice) -> Reason:
        """The reason for one choice."""
        choices = self._judgement.choices
        if len(choices) < 2:
            equal = "These cards are equal, so it doesn't matter which one you choose."
            return Reason(equal if choice.same else "It's the only choice.")
        best = choices[0]
        if choice != best:
            compared = self._compare(choice, best, from_best=False)
            return self._as_good(compared) if choice.is_as_good else self._why(compared)
        behind = [each for each in choices[1:] if not each.is_as_good]
        if not behind:
            return Reason(f"{'Both' if len(choices) == 2 else 'All'} choices are about equally good.")
        return self._why(self._compare(_alternative(best, behind), best, from_best=True))

    def nudge(self) -> str:
        """What the decision turns on, without the choice: the facts of the best choice's reason."""
        choices = self._judgement.choices
        found = self.of(choices[0])
        if found.other is None:
            return nudge.ALIKE
        best, other = choices[0].fact, found.other.fact
        if self._view.maker is None and isinstance(best, Pass) != isinstance(other, Pass):
            return " ".join([nudge.CALL_OR_PASS, *self._call_fails(choices[0], found.other)])
        if _differ_in_alone(best, other):
            return nudge.ALONE
        if self._view.maker is None and not isinstance(best, Pass):
            return nudge.SUITS
        if found.told:
            return nudge.of_fact(found.told[0])
        if found.results:
            return nudge.of_result(found.results[0])
        return nudge.SCORE if found.by_score else nudge.MANY_THINGS

    def _call_fails(self, best: Choice, other: Choice) -> list[str]:
        """How the cards mostly lie when ordering fails. In the second round it would tell the suit."""
        is_best = isinstance(best.fact, Order)
        if not is_best and not isinstance(other.fact, Order):
            return []
        fails = self._fails_when(self._compare(other, best, from_best=True), of_best=is_best)
        return [] if fails is None else [nudge.call_fails(fails)]

    @cached_property
    def _stakes(self) -> Stakes:
        return Stakes(self._book, self._view)

    @cached_property
    def _results(self) -> Results:
        assert self._view.seat is not None
        return Results(self._stakes, self._view.seat)

    def _lines(self, number: int, count: int) -> Lines:
        """The hands after a choice in the first worlds."""
        evidence = self._judgement.evidence
        assert evidence is not None
        if (number, count) not in self._all_lines:
            self._all_lines[number, count] = Lines(evidence.records[number][:count])
        return self._all_lines[number, count]

    def _compare(self, choice: Choice, best: Choice, from_best: bool) -> _Comparison:
        """Both choices in the worlds in which both were tried."""
        evidence = self._judgement.evidence
        numbers = [place for place, each in enumerate(self._judgement.choices) if each in (choice, best)]
        count = 0 if evidence is None else min(len(evidence.records[number]) for number in numbers)
        if evidence is None or not count:
            worse, better = (
                _Tried(each, outcomes_of_outlook(self._view, each.fact, each.outlook)) for each in (choice, best)
            )
            return _Comparison(worse, better, None, from_best)
        after_best, after = (self._lines(number, count) for number in numbers)
        worth, worth_of_best = (self._results.worth(evidence.records[number][:count]) for number in reversed(numbers))
        pair = contrast(after, after_best, evidence.shares[:count], worth_of_best - worth)
        worse, better = (_Tried(each, self._outcomes(each)) for each in (choice, best))
        return _Comparison(worse, better, pair, from_best)

    def _outcomes(self, choice: Choice) -> Outcomes:
        """What a choice comes to, by its figures. Those of a pass don't say enough: it is counted, in all its worlds.

        So it comes to the same in every comparison.
        """
        evidence = self._judgement.evidence
        if evidence is None or not isinstance(choice.fact, Pass) or self._view.maker is not None:
            return outcomes_of_outlook(self._view, choice.fact, choice.outlook)
        number = self._judgement.choices.index(choice)
        shares = evidence.shares[: len(evidence.records[number])]
        return outcomes_of_lines(self._view, self._lines(number, len(shares)), shares / shares.sum())

    def _why(self, compared: _Comparison) -> Reason:
        """Why one choice is worse than the best, as seen from either of them."""
        found = self._told(compared)
        this, other = (each.outlook.game for each in (compared.this, compared.other))
        by_score = compared.worse.choice.points_behind < 0 and round(100 * this) != round(100 * other)
        if not by_score or any("lone" in result.kind for result in found.results):
            return found
        first = [] if found.text == self._in_points(compared) else [found.text.split(". ")[0].rstrip(".")]
        text = _joined(*first, say.by_score(self._view, self._doing(compared.this), this, other))
        return Reason(text, found.other, found.told, (), found.stopper, by_score=True)

    def _told(self, compared: _Comparison) -> Reason:
        """The facts and results that make the difference, whatever the score."""
        first, second = compared.facts
        if self._view.maker is None and isinstance(first, Pass) != isinstance(second, Pass):
            return self._call_or_pass(compared)
        if _differ_in_alone(first, second):
            return self._alone_or_not(compared)
        if self._view.maker is None and not isinstance(first, Pass):
            return self._two_calls(compared)
        told = self._find(compared)
        this, other = ((each.fact, self._doing(each)) for each in (compared.this, compared.other))
        facts = [say.fact(each, this, other, compared.from_best) for each in told]
        found = differences(self._view, self._stakes, compared.worse.outcomes, compared.better.outcomes)[:1]
        if not found:
            text = " ".join(facts) or self._in_points(compared)
            return Reason(text, compared.other, tuple(told))
        result = found[0].turned if compared.from_best else found[0]
        is_named = bool(facts) and other[1].lower() in facts[0].lower()
        after = "" if is_named else f"after {other[1]}"
        plain = say.difference(result, after)
        if compared.from_best and after not in plain:
            plain = f"{plain} {after}"
        text = " ".join([*facts[:1], say.sentence(plain)])
        return Reason(text, compared.other, tuple(told[:1]), (result,))

    def _doing(self, choice: Choice) -> str:
        return doing(self._book, self._view, choice.fact)

    def _find(self, compared: _Comparison) -> list[Told]:
        """The facts that account for the difference."""
        trump = self._trump(compared)
        if compared.pair is None or trump is None:
            return []
        empty = _wins_anyway(self._view, compared)
        happening = [event for event in events(self._book, self._view, trump, compared.facts) if event.key != empty]
        return find(compared.pair, happening, self._lies(compared, trump))

    def _lies(self, compared: _Comparison, trump: Suit) -> list[Lie]:
        evidence, pair = self._judgement.evidence, compared.pair
        assert evidence is not None
        assert pair is not None
        return list(lies(self._book, self._view, evidence.worlds[: len(pair.shares)], trump, compared.facts))

    def _trump(self, compared: _Comparison) -> Suit | None:
        """The trump that facts are about: that of the play, or of the worse call, or of the better one."""
        if self._view.maker is not None:
            return self._view.trump
        for fact in compared.facts:
            if isinstance(fact, Order | Name):
                return fact.trump if isinstance(fact, Name) else offered_by(self._view)
        return None

    def _in_one_trump(self, compared: _Comparison) -> bool:
        """True if the hands after both choices are played in the same trump."""
        if self._view.maker is not None:
            return True
        first, second = compared.facts
        if isinstance(first, Name) and isinstance(second, Name):
            return first.trump is second.trump
        return isinstance(first, Order) and isinstance(second, Order)

    def _in_points(self, compared: _Comparison) -> str:
        """The comparison in points, if there is nothing else to say."""
        worse, how = compared.worse.choice, "more" if compared.from_best else "less"
        other = self._doing(compared.other)
        if round(worse.points_behind, 2) > 0:
            return f"It brings {worse.points_behind:.2f} points {how} than {other}."
        return f"At this score it is worth {worse.behind:.2f} points {how} than {other}."

    def _call_or_pass(self, compared: _Comparison) -> Reason:
        """A call and a pass, side by side."""
        call_is_worse = isinstance(compared.better.choice.fact, Pass)
        call, passed = (compared.worse, compared.better) if call_is_worse else (compared.better, compared.worse)
        assert isinstance(call.choice.fact, Order | Name)
        what = "it" if call.choice == compared.this else self._doing(call.choice)
        weightiest = self._weightiest(compared)
        is_bad = call_is_worse and weightiest is not None and weightiest.kind == "our euchre"
        fails = self._fails_when(compared) if is_bad else None
        called = say.call(what, call.outcomes, call.choice.fact.alone, is_bad, fails)
        if weightiest is None or not _is_about_pass(weightiest, passed.outcomes, call_is_worse):
            after = say.after_pass(passed.outcomes, not call_is_worse)
            return Reason(_joined(called, after), compared.other, () if fails is None else (fails,))
        if weightiest.kind == "their lone march" and call.outcomes["our euchre"] > _LIKELY:
            called = say.donation(what, call.outcomes)
        share = weightiest.other if call_is_worse else weightiest.share
        # Both sides may call after a good pass: what we win from their calls is only half of it.
        ours = passed.outcomes["ours"] if call_is_worse and weightiest.kind == "their euchre" else 0.0
        ours = ours if ours >= passed.outcomes["theirs"] else 0.0
        after = say.result_after_pass(weightiest.kind, share, self._ends_game(weightiest), ours)
        told = weightiest.turned if compared.from_best else weightiest
        return Reason(_joined(called, after), compared.other, (), (told,))

    def _ends_game(self, result: Difference) -> bool:
        """True if the opponents win the game by a lone march."""
        assert self._view.seat is not None
        target, points = self._book.game.points, self._book.points.alone_march
        theirs = self._view.score[self._view.seat.side.other]
        return result.kind == "their lone march" and self._stakes.for_game and 0 < target <= theirs + points

    def _weightiest(self, compared: _Comparison) -> Difference | None:
        """The result that accounts for most of the difference, if it is a good part of it."""
        found = differences(self._view, self._stakes, compared.worse.outcomes, compared.better.outcomes)[:1]
        if not found:
            return None
        return found[0] if found[0].counts >= _WEIGHTY * compared.worse.choice.behind else None

    def _fails_when(self, compared: _Comparison, of_best: bool = False) -> Told | None:
        """How the hidden cards mostly lie when a call, the worse choice or the best one, is euchred."""
        call = (compared.better if of_best else compared.worse).choice.fact
        trump, pair = self._trump(compared), compared.pair
        if pair is None or trump is None or (isinstance(call, Order | Name) and call.alone):
            return None
        lines = pair.best if of_best else pair.choice
        return mostly_when(pair.shares, lines.tricks < _MADE, self._lies(compared, trump))

    def _alone_or_not(self, compared: _Comparison) -> Reason:
        """The same call, alone and with the partner."""
        assert self._view.seat is not None
        worse, better, pair = compared.worse, compared.better, compared.pair
        if isinstance(better.choice.fact, Order | Name) and better.choice.fact.alone:
            return Reason(_joined(*say.alone(self._book, better.outcomes, worse.outcomes)), compared.other)
        found = differences(self._view, self._stakes, worse.outcomes, better.outcomes)[:1]
        by_euchres = bool(found) and found[0].kind == "our euchre"
        stops = stopper(pair.choice, self._view.seat.side, pair.shares) if pair and not by_euchres else None
        stopped = "" if stops is None else say.stops(self._book, stops, self._trump(compared))
        told = say.not_alone(self._book, worse.outcomes, better.outcomes, by_euchres, stopped)
        return Reason(_joined(*told), compared.other, stopper=stops)

    def _two_calls(self, compared: _Comparison) -> Reason:
        """Two calls in different suits, side by side."""
        fails = self._fails_when(compared)
        told = []
        for tried in (compared.better, compared.worse) if compared.from_best else (compared.worse, compared.better):
            assert isinstance(tried.choice.fact, Order | Name)
            what = "it" if tried.choice == compared.this else self._doing(tried.choice)
            when = fails if tried is compared.worse else None
            told.append(say.call(what, tried.outcomes, tried.choice.fact.alone, True, when))
        return Reason(_joined(*told), compared.other, () if fails is None else (fails,))

    def _as_good(self, compared: _Comparison) -> Reason:
        """Why a choice is as good as the best: what it gains, and what it loses."""
        choice, other = compared.this, self._doing(compared.other)
        if choice.behind >= MISTAKE / 2 and not choice.is_clear:
            return Reason(f"Too close to {other} to say which is better.", compared.other)
        text = f"It's no better and no worse than {other}."
        trump = self._trump(compared)
        if compared.pair is None or trump is None or not self._in_one_trump(compared):
            return self._alike(compared, text)
        found = [
            fact
            for fact in changes(compared.pair, events(self._book, self._view, trump, compared.facts))
            if fact.key[0] in _TRADED and fact.change >= _TELLING and min(fact.share, fact.best_share) >= HARDLY
        ]
        gain = next((fact for fact in found if fact.is_gain), None)
        loss = next((fact for fact in found if gain and not fact.is_gain and fact.key[1:] != gain.key[1:]), None)
        if gain is None or loss is None:
            return self._alike(compared, text)
        return Reason(f"{text} {say.sentence(say.trade(gain, loss))}", compared.other, (gain, loss))

    def _alike(self, compared: _Comparison, text: str) -> Reason:
        """A card that is as good as the best: the makers are euchred as often after both, if that is so."""
        kind: Kind = "our euchre" if "our euchre" in compared.worse.outcomes else "their euchre"
        shares = [tried.outcomes.get(kind, 0.0) for tried in (compared.worse, compared.better)]
        if self._view.maker is None or not say.is_told_alike(*shares):
            return Reason(text, compared.other)
        result = Difference(kind, shares[0], shares[1], 0.0)
        return Reason(f"{text} {say.sentence(say.either_way(result))}", compared.other, (), (result,))


def _joined(*clauses: str) -> str:
    return " ".join(map(say.sentence, clauses))


def _alternative(best: Choice, behind: list[Choice]) -> Choice:
    """What people would compare the best choice with: a lone hand with the same call, a call with a pass, and a pass
    with a call that isn't alone.
    """
    if isinstance(best.fact, Order | Name):
        together = [each for each in behind if best.fact.alone and _differ_in_alone(best.fact, each.fact)]
        passes = [each for each in behind if isinstance(each.fact, Pass)]
        return [*together, *passes, *behind][0]
    return next((each for each in behind if not getattr(each.fact, "alone", False)), behind[0])


def _is_about_pass(weightiest: Difference, passed: Outcomes, call_is_worse: bool) -> bool:
    """True if the weightiest result of a pass says more than who makes trump then."""
    if not call_is_worse:
        return weightiest.kind == "their lone march"
    if weightiest.kind == "their euchre":
        return passed["ours"] > passed["theirs"]
    return weightiest.other > weightiest.share


def _wins_anyway(view: View, compared: _Comparison) -> Key | None:
    """The fact that the better card takes a trick, if the worse one wins the present trick as often."""
    card, pair = compared.better.choice.fact, compared.pair
    if not isinstance(card, Play) or pair is None:
        return None
    wins = [float(pair.shares @ (lines.winner[now(view)] == card.seat)) for lines in (pair.choice, pair.best)]
    return ("takes", int(card.card)) if wins[0] > wins[1] - LEAST_CHANGE else None


def _differ_in_alone(first: Fact, second: Fact) -> bool:
    """True if these are the same call, alone and with the partner."""
    if isinstance(first, Order) and isinstance(second, Order):
        return first.alone != second.alone
    if isinstance(first, Name) and isinstance(second, Name):
        return first.alone != second.alone and first.trump is second.trump
    return False
