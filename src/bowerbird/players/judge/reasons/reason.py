"""Why a choice is best, as good, or worse: one or two sentences, computed from the worlds in which it was tried."""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from bowerbird.cards import Suit
from bowerbird.players.judge.judgement import Choice, Judgement
from bowerbird.players.judge.reasons.facts import events, lies
from bowerbird.players.judge.reasons.lines import Lines
from bowerbird.players.judge.reasons.results import (
    Difference,
    Results,
    differences,
    results_of_lines,
    results_of_outlook,
)
from bowerbird.players.judge.reasons.say import (
    doing,
    say_alone,
    say_call,
    say_difference,
    say_fact,
    say_pass,
    say_trade,
    sentence,
)
from bowerbird.players.judge.reasons.shares import HARDLY, times
from bowerbird.players.judge.reasons.weigh import Contrast, Stopper, Told, changes, contrast, find, mostly_when, stopper
from bowerbird.players.knowledge import offered_by
from bowerbird.players.worth import Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, Name, Order, Pass, View

__all__ = ["Reason", "Reasons", "reason"]

#: A change is told of choices that are as good if it is at least this large.
_TELLING: Final = 0.15
#: A lone hand of theirs after a pass is told if it accounts for this part of the difference.
_LONE_PART: Final = 0.4


def reason(book: Rulebook, view: View, judgement: Judgement, choice: Choice) -> str:
    """Say why a choice is best, as good, or worse than the best. Empty if there is no other choice."""
    return Reasons(book, view, judgement).of(choice).text


class Reason(NamedTuple):
    """The text, and the facts and results that it tells. `other` is the choice that this one is compared with."""

    text: str
    told: tuple[Told, ...] = ()
    results: tuple[Difference, ...] = ()
    other: Choice | None = None
    stopper: Stopper | None = None


def _joined(*clauses: str) -> str:
    return " ".join(map(sentence, clauses))


class Reasons:
    """The reasons of one decision."""

    def __init__(self, book: Rulebook, view: View, judgement: Judgement) -> None:
        """Take the judgement as it is; nothing is tried again."""
        self._book = book
        self._view = view
        self._judgement = judgement
        self._lines: dict[int, Lines] = {}

    def of(self, choice: Choice) -> Reason:
        """The reason for one choice."""
        choices = self._judgement.choices
        if len(choices) < 2:
            return Reason("")
        best = choices[0]
        if choice is not best:
            return self._as_good(choice, best) if choice.is_as_good else self._worse(choice, best)
        other = next((each for each in choices if not each.is_as_good and each is not best), None)
        if other is None:
            return Reason(
                "Both choices are worth the same." if len(choices) == 2 else "All choices are worth the same."
            )
        return self._better(best, other)

    @cached_property
    def _stakes(self) -> Stakes:
        return Stakes(self._book, self._view)

    def _number(self, choice: Choice) -> int:
        return next(place for place, each in enumerate(self._judgement.choices) if each is choice)

    def _hands(self, choice: Choice) -> Lines:
        evidence = self._judgement.evidence
        assert evidence is not None
        number = self._number(choice)
        if number not in self._lines:
            self._lines[number] = Lines(self._view, evidence.records[number])
        return self._lines[number]

    def _pair(self, choice: Choice, best: Choice) -> Contrast | None:
        """Both choices in the worlds in which both were tried."""
        evidence = self._judgement.evidence
        if evidence is None:
            return None
        numbers = self._number(choice), self._number(best)
        count = min(len(evidence.records[number]) for number in numbers)
        if not count:
            return None
        lines = [
            self._hands(each)
            if len(evidence.records[number]) == count
            else Lines(self._view, evidence.records[number][:count])
            for each, number in zip((choice, best), numbers, strict=True)
        ]
        gain = lines[1].worth(self._stakes) - lines[0].worth(self._stakes)
        return contrast(lines[0], lines[1], evidence.shares[:count], gain)

    def _trump(self, *choices: Choice) -> Suit | None:
        """The trump that facts are about: that of the play, or of the first of these calls."""
        if self._view.maker is not None:
            return self._view.trump
        for choice in choices:
            if isinstance(choice.fact, Name):
                return choice.fact.trump
            if isinstance(choice.fact, Order):
                return offered_by(self._view)
        return None

    def _find(self, choice: Choice, best: Choice, pair: Contrast | None) -> list[Told]:
        trump = self._trump(choice, best)
        if pair is None or trump is None:
            return []
        facts = choice.fact, best.fact
        evidence = self._judgement.evidence
        assert evidence is not None
        lying = lies(self._book, self._view, evidence.worlds[: len(pair.shares)], trump, facts)
        return find(pair, events(self._book, self._view, trump, facts) if self._same_trump(*facts) else (), lying)

    def _same_trump(self, first: Fact, second: Fact) -> bool:
        """True if hands after both are played in the same trump by the same maker."""
        if self._view.maker is not None:
            return True
        if isinstance(first, Name) and isinstance(second, Name):
            return first.trump is second.trump
        return isinstance(first, Order) and isinstance(second, Order)

    def _results(self, choice: Choice, pair: Contrast | None, lines: Lines | None) -> Results:
        if pair is None or lines is None:
            return results_of_outlook(self._view, choice.fact, choice.outlook)
        return results_of_lines(self._view, lines, pair.shares)

    def _worse(self, choice: Choice, best: Choice) -> Reason:
        return self._compared(choice, best, is_best=False)

    def _better(self, best: Choice, other: Choice) -> Reason:
        return self._compared(other, best, is_best=True)

    def _compared(self, choice: Choice, best: Choice, is_best: bool) -> Reason:
        """Why the first is worse than the best, as seen from either of them."""
        pair = self._pair(choice, best)
        results = self._results(choice, pair, pair.choice if pair else None)
        best_results = self._results(best, pair, pair.best if pair else None)
        found = differences(self._view, self._stakes, results, best_results)
        this, other = (best, choice) if is_best else (choice, best)
        if isinstance(choice.fact, Pass) != isinstance(best.fact, Pass) and self._view.maker is None:
            return self._calls((choice, results), (best, best_results), found, pair, is_best)
        if self._are_alone_or_not(choice.fact, best.fact):
            return self._alone((choice, results), (best, best_results), pair, is_best)
        told = self._find(choice, best, pair)
        names = self._named(this), self._named(other)
        facts = [say_fact(fact, *names, is_best) for fact in told]
        said = [self._flip(difference) if is_best else difference for difference in found[:1]]
        after = f"after {names[1][1]}"
        plain = [sentence(say_difference(difference, after)) for difference in said]
        if is_best and plain and not any(after.lower() in text.lower() for text in (*facts[:1], plain[0])):
            plain = [f"{plain[0][:-1]} {after}."]
        text = [*facts[:1], *plain] if plain else facts
        if not text:
            return Reason(self._plain(choice, best, is_best), (), (), other)
        return Reason(" ".join(text), tuple(told[: 1 if plain else 2]), tuple(said), other)

    def _named(self, choice: Choice) -> tuple[Fact, str]:
        return choice.fact, doing(self._book, self._view, choice.fact)

    @staticmethod
    def _flip(difference: Difference) -> Difference:
        return difference._replace(share=difference.other, other=difference.share)

    def _calls(
        self,
        worse: tuple[Choice, Results],
        better: tuple[Choice, Results],
        found: list[Difference],
        pair: Contrast | None,
        is_best: bool,
    ) -> Reason:
        """A call and a pass, side by side."""
        call_is_worse = isinstance(better[0].fact, Pass)
        (call, results), (_, passed) = (worse, better) if call_is_worse else (better, worse)
        assert isinstance(call.fact, Order | Name)
        this, other = (better, worse) if is_best else (worse, better)
        what = "it" if call is this[0] else doing(self._book, self._view, call.fact)
        when = self._fails_when(call, pair, pair.choice if pair and call_is_worse else None)
        called = sentence(say_call(what, results, call.fact.alone, call_is_worse, when))
        lone = [difference for difference in found[:1] if difference.kind == "their lone march"]
        if lone and not call_is_worse and pair is not None and lone[0].counts >= _LONE_PART * pair.mean:
            after = f"after a pass their lone hand takes all five tricks {times(lone[0].share)}"
            return Reason(f"{sentence(after)} {called}", (), tuple(lone), other[0])
        after = sentence(say_pass(passed, not call_is_worse))
        return Reason(f"{called} {after}", () if when is None else (when,), (), other[0])

    @staticmethod
    def _are_alone_or_not(first: Fact, second: Fact) -> bool:
        """True if these are the same call, alone and with the partner."""
        if isinstance(first, Order) and isinstance(second, Order):
            return first.alone != second.alone
        if isinstance(first, Name) and isinstance(second, Name):
            return first.alone != second.alone and first.trump is second.trump
        return False

    def _alone(
        self, worse: tuple[Choice, Results], better: tuple[Choice, Results], pair: Contrast | None, is_best: bool
    ) -> Reason:
        """The same call, alone and with the partner."""
        other = (worse if is_best else better)[0]
        assert self._view.seat is not None
        assert isinstance(worse[0].fact, Order | Name)
        if not worse[0].fact.alone:
            return Reason(_joined(*say_alone(self._book, better[1], worse[1])), (), (), other)
        found = differences(self._view, self._stakes, worse[1], better[1])
        stops = stopper(pair.choice, self._view.seat.side, pair.shares) if pair else None
        if stops is None or (found and found[0].kind == "our euchre"):
            return Reason(_joined(*say_not_alone(worse[1], better[1], "")), (), (), other)
        stopped = say_stopper(self._book, stops, self._trump(worse[0]))
        return Reason(_joined(*say_not_alone(worse[1], better[1], stopped)), (), (), other, stops)

    def _fails_when(self, call: Choice, pair: Contrast | None, lines: Lines | None) -> Told | None:
        """How the hidden cards mostly lie when a call is euchred."""
        trump, evidence = self._trump(call), self._judgement.evidence
        if pair is None or lines is None or trump is None or evidence is None:
            return None
        lying = lies(self._book, self._view, evidence.worlds[: len(pair.shares)], trump, ())
        return mostly_when(pair.shares, lines.tricks < 3, lying)

    def _plain(self, choice: Choice, best: Choice, is_best: bool) -> str:
        """The comparison in points, if there is nothing else to say."""
        points = abs(choice.points_behind)
        how = "more" if is_best else "less"
        other = doing(self._book, self._view, (choice if is_best else best).fact)
        return f"It brings {points:.2f} points {how} than {other}."

    def _as_good(self, choice: Choice, best: Choice) -> Reason:
        after = f"As good as {doing(self._book, self._view, best.fact)}."
        pair = self._pair(choice, best)
        trump = self._trump(choice, best)
        facts = choice.fact, best.fact
        if pair is None or trump is None or not self._same_trump(*facts) or self._are_alone_or_not(*facts):
            return Reason(after, (), (), best)
        found = changes(pair, events(self._book, self._view, trump, facts))
        found = [fact for fact in found if fact.change >= _TELLING and min(fact.share, fact.best_share) >= HARDLY]
        gains = next((fact for fact in found if fact.is_gain), None)
        losses = next((fact for fact in found if not fact.is_gain and fact.key[0] != "now"), None)
        if gains is None or losses is None:
            return Reason(after, (), (), best)
        return Reason(f"{after} {sentence(say_trade(gains, losses))}", (gains, losses), (), best)
