"""Hints, reviews, answers to puzzles and explanations of the same view agree: the same first choice, the same figures,
the same words.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bowerbird.hall.bots import weigh
from bowerbird.hall.hints import Hint, _hint
from bowerbird.hall.positions import Moment, answered, choices_at
from bowerbird.hall.review import Decided, decision_of
from bowerbird.hall.reviewed_choice import reviewed_choice
from bowerbird.hall.scenes import scene_of
from bowerbird.players import explain as explaining
from bowerbird.players.automatic import next_automatic
from bowerbird.players.explain import Explanation, explain
from bowerbird.players.judge import Judgement, judge
from bowerbird.players.says import says
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, Open, State, View, step, view
from deals import ALL_BOOKS
from kit.amount import amount
from players.tables import small

VIEWS = amount(12, full=40, soak=10_000)


def random_views(count: int, seed: int = 1) -> Iterator[tuple[Moment, State, View]]:
    """Views of players of many kinds, under all books and at many scores, at which there is something to choose."""
    dice, number = Random(seed), 0
    while True:
        book = load_rulebook(ALL_BOOKS[number % len(ALL_BOOKS)])
        target = book.game.points or 1
        score = (dice.randrange(target), dice.randrange(target))
        facts: list[Fact] = [Open(dealer=Seat(dice.randrange(4)), score=score)]
        state = step(book, State(), facts[0])
        four = [small(dice.choice(("random", "novice", "club")), dice.getrandbits(30)) for _ in Seat]
        number += 1
        while not state.results:
            fact = next_automatic(book, state, dice)
            if fact is None:
                assert state.turn is not None
                seen = view(book, state, state.turn)
                # A few of each hand, so that many hands are seen.
                if len(seen.legal) > 1 and dice.random() < 0.2:
                    yield Moment(book, tuple(facts)), state, seen
                    count -= 1
                    if not count:
                        return
                fact = four[state.turn].choose(book, seen)
            facts.append(fact)
            state = step(book, state, fact)


def test_hint_review_puzzle_and_explanation_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[Judgement] = []

    def listened(book: Rulebook, seen: View) -> Judgement:
        judged.append(judge(book, seen))
        return judged[-1]

    monkeypatch.setattr(explaining, "judge", listened)
    weighed, dice = 0, Random(2)
    for moment, state, seen in random_views(VIEWS):
        book = moment.book
        explained, asked = explain(book, seen), weigh(book, seen)
        said, again = judged[-2:]
        assert said.choices == again.choices, "the same view gets the same judgement"
        assert asked == explained, "the server's processes ask the same teacher"
        _check_explanation(explained, said)
        if explained.options:
            weighed += 1
            _check_hint(_hint(asked), explained)
            fact = dice.choice(seen.legal)
            _check_review(book, _reviewed(book, state, seen, fact, asked), explained, fact, seen)
            _check_answer(moment, dice.randrange(len(choices_at(seen))), explained, seen)
    assert len(judged) == 2 * VIEWS + weighed, "one judgement for each answer"
    assert weighed >= 0.8 * VIEWS, "this test shows nothing where nothing is weighed"


def _check_answer(moment: Moment, choice: int, explained: Explanation, seen: View) -> None:
    """The answer to a puzzle, or to a mistake that is tried again, says the same as the review."""
    answer, fact = answered(moment, choice), choices_at(seen)[choice]
    did = explained.option(fact)
    assert did is not None
    _check_review(moment.book, answer.decided, explained, fact, seen)
    assert answer.right is (did.verdict in ("best", "as good"))
    assert answer.right or not did.covers(explained.chosen), "the teacher's own choice is right"


def _check_explanation(explained: Explanation, judgement: Judgement) -> None:
    assert [option.fact for option in explained.options] == [choice.fact for choice in judgement.choices]
    for option, choice in zip(explained.options, judgement.choices, strict=True):
        figures = (choice.outlook.points, choice.outlook.game, choice.behind, choice.error)
        assert (option.points, option.win, option.behind, option.error) == figures
        assert (option.verdict, option.same) == (judgement.verdict(choice.fact), choice.same)
    if judgement.choices:
        assert explained.chosen == judgement.choices[0].fact


def _check_hint(hint: Hint, explained: Explanation) -> None:
    best = explained.options[0]
    assert hint.best is not None
    assert hint.nudge == explained.nudge
    assert hint.options == tuple(reviewed_choice(option, None) for option in explained.options)
    assert hint.best.facts == (best.fact, *best.same)
    assert (hint.best.words, hint.best.worth, hint.best.why) == (best.says, round(best.points, 3), best.why)
    as_good = [option.fact for option in explained.options if option.verdict == "as good"]
    assert [choice.facts[0] for choice in hint.as_good] == as_good


def _reviewed(book: Rulebook, state: State, seen: View, fact: Fact, asked: Explanation) -> Decided | None:
    return decision_of(book, 0, seen, scene_of(book, state, seen), fact, asked)


def _check_review(book: Rulebook, decided: Decided | None, explained: Explanation, fact: Fact, seen: View) -> None:
    """Whatever is done there, the review says the same about it."""
    did = explained.option(fact)
    if did is None or decided is None:
        assert (did, decided) == (None, None)
        return
    assert (decided.best, decided.did) == (explained.options[0].says, says(book, seen, (fact,)))
    assert (decided.verdict, decided.cost) == (did.verdict, round(did.cost, 3))
    shown = [(each.words, each.worth, each.win, each.behind, each.verdict) for each in decided.options]
    assert shown == [
        (option.says, round(option.points, 3), round(option.win, 3), round(option.behind, 3), option.verdict)
        for option in explained.options
    ]


def test_the_same_view_gets_the_same_answer_whatever_was_asked_before() -> None:
    views = list(random_views(max(6, VIEWS // 100), seed=3))
    forward = [explain(moment.book, seen) for moment, _, seen in views]
    backward = [explain(moment.book, seen) for moment, _, seen in reversed(views)]
    assert forward == backward[::-1]
