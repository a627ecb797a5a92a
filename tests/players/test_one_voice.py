"""Hints, reviews and explanations of the same view agree: the same first choice, the same figures, the same words.

`BOWERBIRD_VOICE_VIEWS` sets the number of views; `make voice` asks for ten thousand.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest

from bowerbird.hall.bots import weigh
from bowerbird.hall.hints import Hint, _hint
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
from players.tables import small

VIEWS = int(os.environ.get("BOWERBIRD_VOICE_VIEWS", "40"))


def random_views(count: int, seed: int = 1) -> Iterator[tuple[Rulebook, State, View]]:
    """Views of players of many kinds, under all books and at many scores, at which there is something to choose."""
    dice, number = Random(seed), 0
    while True:
        book = load_rulebook(ALL_BOOKS[number % len(ALL_BOOKS)])
        target = book.game.points or 1
        score = (dice.randrange(target), dice.randrange(target))
        state = step(book, State(), Open(dealer=Seat(dice.randrange(4)), score=score))
        four = [small(dice.choice(("random", "novice", "club")), dice.getrandbits(30)) for _ in Seat]
        number += 1
        while not state.results:
            fact = next_automatic(book, state, dice)
            if fact is None:
                assert state.turn is not None
                seen = view(book, state, state.turn)
                # A few of each hand, so that many hands are seen.
                if len(seen.legal) > 1 and dice.random() < 0.2:
                    yield book, state, seen
                    count -= 1
                    if not count:
                        return
                fact = four[state.turn].choose(book, seen)
            state = step(book, state, fact)


def test_hint_review_and_explanation_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[Judgement] = []

    def listened(book: Rulebook, seen: View) -> Judgement:
        judged.append(judge(book, seen))
        return judged[-1]

    monkeypatch.setattr(explaining, "judge", listened)
    weighed, dice = 0, Random(2)
    for book, state, seen in random_views(VIEWS):
        explained, asked = explain(book, seen), weigh(book, seen)
        said, again = judged[-2:]
        assert said.choices == again.choices, "the same view gets the same judgement"
        assert asked == explained, "the server's processes ask the same teacher"
        _check_explanation(explained, said)
        if explained.options:
            weighed += 1
            _check_hint(_hint(asked), explained)
            _check_review(_reviewed(book, state, seen, fact := dice.choice(seen.legal), asked), explained, fact, seen)
    assert len(judged) == 2 * VIEWS, "one judgement for each answer"
    assert weighed >= 0.8 * VIEWS, "this test shows nothing where nothing is weighed"


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
    return decision_of(0, seen, scene_of(book, state, seen), fact, asked)


def _check_review(decided: Decided | None, explained: Explanation, fact: Fact, seen: View) -> None:
    """Whatever is done there, the review says the same about it."""
    did = explained.option(fact)
    if did is None or decided is None:
        assert (did, decided) == (None, None)
        return
    assert (decided.best, decided.did) == (explained.options[0].says, says(seen, (fact,)))
    assert (decided.verdict, decided.cost) == (did.verdict, round(did.cost, 3))
    shown = [(each.words, each.worth, each.win, each.behind, each.verdict) for each in decided.options]
    assert shown == [
        (option.says, round(option.points, 3), round(option.win, 3), round(option.behind, 3), option.verdict)
        for option in explained.options
    ]


def test_the_same_view_gets_the_same_answer_whatever_was_asked_before() -> None:
    views = list(random_views(max(6, VIEWS // 100), seed=3))
    forward = [explain(book, seen) for book, _, seen in views]
    backward = [explain(book, seen) for book, _, seen in reversed(views)]
    assert forward == backward[::-1]
