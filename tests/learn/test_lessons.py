"""Lessons under every rulebook: they can be played, and what they call right is right.

The judge checks what is right. That is done for some decisions of one rulebook; `make test-full` does it for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.frames import encode
from bowerbird.hall.lessons import lesson_named, lesson_shown, lessons_listed
from bowerbird.learn.lessons import LEARNER, Lesson, Taught, all_lessons, lessons_in, read_lesson, taught
from bowerbird.learn.telling import ContentError, words_of
from bowerbird.players.judge import judge
from bowerbird.players.judge.judge import Bounds
from bowerbird.rulebook import book_names, load_rulebook
from bowerbird.table import Fact, Play, Table
from bowerbird.web.wire import LessonShown
from kit.amount import SIZE
from kit.rows import rows, some

#: How far every wrong answer is behind the best one, in points. The answer that is shown first is as good as the best.
MARGIN, AS_GOOD = 0.1, 0.05
#: What a lesson says must be true to the master's net itself, not only to the quick one.
CAREFULLY = Bounds((64, 512), grave=1024, carefully=True)
JUDGED = book_names() if SIZE != "quick" else ("bicycle",)

SMALL = """
place = 1
title = "Small"
about = "A test."
end = "Done."

[[scenes]]
deal = "S:9h QcThKs9dTd TcKhQsKdAd JhAh9cAsTs AcQh9sKcJc"

[[scenes.steps]]
plays = "W pass, N pass, E pass"
says = "You would say “{take}”."
asks = "Do you take it?"
right = ["order"]
why = "Good."
wrong = "Look again."
"""


def steps(rules: str) -> Iterator[tuple[Lesson, int, Taught]]:
    book = load_rulebook(rules)
    for lesson in lessons_in(book):
        for number, step in enumerate(taught(lesson, book), start=1):
            yield lesson, number, step


def told(*, instead: str = "", by: str = "", rules: str = "bicycle") -> list[Taught]:
    """The small lesson, with one thing changed."""
    assert instead in SMALL
    lesson, book = read_lesson("small", SMALL.replace(instead, by) if instead else SMALL), load_rulebook(rules)
    assert lesson.holds(book)
    return taught(lesson, book)


def test_there_are_a_dozen_lessons_in_their_order_and_the_first_is_a_whole_hand() -> None:
    lessons = list(all_lessons().values())
    assert [lesson.place for lesson in lessons] == list(range(1, 13))
    assert min(len(lessons_in(load_rulebook(rules))) for rules in book_names()) >= 8
    for rules in book_names():
        book = load_rulebook(rules)
        last = Table(book, taught(lessons[0], book)[-1].facts).state
        assert [result.outcome for result in last.results] == ["march"], "five tricks, and the score"


@rows("rules", book_names())
def test_every_lesson_can_be_played_and_asks_for_real_decisions(rules: str) -> None:
    decisions: dict[str, int] = {}
    for lesson, number, step in steps(rules):
        where = f"{lesson.name}, step {number}"
        assert step.says or step.asks, where
        assert "{" not in f"{step.says}{step.asks}", where
        if not step.answers:
            continue
        decisions[lesson.name] = decisions.get(lesson.name, 0) + 1
        table = Table(load_rulebook(rules), step.facts)
        assert table.state.turn is LEARNER, where
        for answer in step.answers:
            assert table.allows(answer.fact) == answer.legal, where
            assert answer.says.strip(), where
        assert any(answer.right for answer in step.answers), where
        assert not any(answer.right and not answer.legal for answer in step.answers), where
    assert decisions.keys() == {lesson.name for lesson in lessons_in(load_rulebook(rules))}, "a decision in each"
    assert sum(decisions.values()) >= 24


#: The tricks that a text counts.
_TRICKS = r"^(Two|Three|Four|Five) tricks[.:]|(?:That's|won too:) (two|three|four|five) tricks"


def _won(rules: str, facts: tuple[Fact, ...]) -> int:
    """Tricks that the learner's side has in the hand that was dealt, also if it is over."""
    state = Table(load_rulebook(rules), facts).state
    if state.results:
        return state.results[-1].tricks[LEARNER % 2]
    return sum(
        trick.winner in (LEARNER, LEARNER.partner) for trick in Table(load_rulebook(rules), facts).view(LEARNER).tricks
    )


@rows("rules", book_names())
def test_tricks_that_a_lesson_counts_are_on_the_table(rules: str) -> None:
    counted = 0
    for lesson, number, step in steps(rules):
        texts = [(step.says, step.facts), *((answer.says, step.after) for answer in step.answers if answer.right)]
        for text, facts in texts:
            for word in re.findall(_TRICKS, text):
                counted += 1
                said = ("two", "three", "four", "five").index("".join(word).lower()) + 2
                assert _won(rules, facts) == said, f"{lesson.name}, step {number}: {text}"
    assert counted >= 4


@rows("rules", book_names())
def test_a_hand_that_ends_is_followed_to_its_last_trick(rules: str) -> None:
    before: dict[str, int] = {}
    for lesson, number, step in steps(rules):
        if Table(load_rulebook(rules), step.facts).state.results:
            last = sum(isinstance(fact, Play) for fact in step.facts) - before[lesson.name]
            assert last <= 4, f"{lesson.name}, step {number}: the page can't show {last} cards at once"
        before[lesson.name] = sum(isinstance(fact, Play) for fact in step.after or step.facts)


@rows("rules", JUDGED)
def test_what_a_lesson_calls_right_is_right_by_a_margin(rules: str) -> None:
    book = load_rulebook(rules)
    decisions = [each for each in steps(rules) if sum(answer.legal for answer in each[2].answers) > 1]
    for lesson, number, step in some(decisions, 8):
        offered = {answer.fact: answer.right for answer in step.answers if answer.legal}
        found = judge(book, Table(book, step.facts).view(LEARNER), CAREFULLY)
        behind = {fact: choice.behind for fact in offered if (choice := found.choice(fact)) is not None}
        assert behind.keys() == offered.keys()
        best = min(behind.values())
        for fact, right in offered.items():
            where = f"{rules}: {lesson.name}, step {number}: {fact} is {behind[fact] - best:.3f} behind"
            assert (behind[fact] - best < MARGIN) == right, where
        assert behind[step.after[-1]] - best < AS_GOOD, f"{rules}: {lesson.name}, step {number}"


@rows("rules", book_names())
def test_a_lesson_on_its_page_shows_no_card_that_the_seat_may_not_know(rules: str) -> None:
    for line in lessons_listed(load_rulebook(rules)):
        shown = msgspec.json.decode(lesson_shown(line.name, rules))
        for step in shown["steps"]:
            for frame in filter(None, (step["frame"], step["after"])):
                assert _cards_in(frame) <= _known(frame["view"]), line


def _cards_in(frame: dict[str, Any]) -> set[str]:
    return set(re.findall(r'"([9TJQKA][cdhs]|B)"', msgspec.json.encode(frame).decode()))


def _known(view: dict[str, Any]) -> set[str]:
    tricks = [*view["tricks"], view["trick"], *filter(None, [view["last_trick"]])]
    played = {card for trick in tricks for _, card in trick["plays"]}
    return played | {*view["hand"], *view["discards"], *filter(None, [view["turn_up"]])}


def test_the_page_gets_what_the_wire_says() -> None:
    shown = lesson_shown("bowers", "alberta")
    lesson: Any = msgspec.json.decode(shown, type=LessonShown, dec_hook=lambda kind, value: kind(value))
    assert lesson.rules.name == "alberta"
    assert encode(lesson.steps[1].answers[0].fact) in shown


def test_words_and_lessons_follow_the_rules() -> None:
    assert "I take it up" in told()[0].says
    assert "I take it”" in told(rules="alberta")[0].says
    assert "ordering-up" not in [line.name for line in lessons_listed(load_rulebook("st-joe"))]
    with pytest.raises(NotFoundError, match="Choose one from the list"):
        lesson_named("ordering-up", load_rulebook("st-joe"))
    alone = {rules: lesson_shown("alone", rules) for rules in ("bicycle", "st-joe")}
    assert b"it pays to go alone more often" in alone["st-joe"]
    assert b"it pays to go alone more often" not in alone["bicycle"]


def test_the_lesson_of_the_guide_can_be_played() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "write-a-lesson.md").read_text("utf-8")
    text = guide.split("```toml\n")[1].split("```")[0]
    for rules in book_names():
        book = load_rulebook(rules)
        assert [bool(step.answers) for step in taught(read_lesson("guide", text), book)] == [False, True]
    for place in words_of(load_rulebook("bicycle")):
        assert f"{{{place}}}" in guide, "every place for a word is listed"


def test_an_illegal_answer_has_the_reason_of_the_rules() -> None:
    step = taught(all_lessons()["bowers"], load_rulebook("bicycle"))[1]
    wrong = [answer for answer in step.answers if not answer.legal]
    assert wrong[0].says.startswith("You must follow hearts: ")
    assert not wrong[0].right


def test_going_alone_is_offered_only_where_a_step_is_about_it() -> None:
    def alone(steps: list[Taught]) -> list[bool]:
        return [getattr(answer.fact, "alone", False) for answer in steps[0].answers]

    assert alone(told()) == [False, False]
    assert alone(told(instead='why = "Good."', by='why = "Good."\nalone = true')) == [False, False, True]


def test_a_hand_continues_with_the_first_of_several_right_answers() -> None:
    step = taught(all_lessons()["leading"], load_rulebook("bicycle"))[0]
    says = {str(getattr(answer.fact, "card", "")): answer.says for answer in step.answers}
    assert "This hand continues with J♥" in says["Ah"]
    assert "continues" not in says["Jh"]


@rows(
    "instead, by, why",
    [
        ('right = ["order"]', 'wright = ["order"]', r"lessons/small.toml: .*wright"),
        ("W pass, N pass", "W pass, W pass", r"scene 1, step 1: 'W pass' isn't possible: it is North's turn"),
        ("W pass, N pass", "West passes", "Write the seat first"),
        ('right = ["order"]', 'right = ["Jh"]', "the right answer isn't possible"),
        ('wrong = "Look again."', "", "say in wrong why the other answers are wrong"),
        ('asks = "Do you take it?"', "", "needs either right or picks"),
        ("{take}", "{takes}", "a place for 'takes', which isn't known"),
        ("AcQh9sKcJc", "AcQh9sKcAc", "scene 1: this isn't a deck of 24 cards"),
        ('about = "A test."', 'about = "A test."\nwhen = {"auction.stuck" = true}', "isn't a setting of a rulebook"),
    ],
)
def test_a_mistake_in_a_lesson_is_told_with_its_place(instead: str, by: str, why: str) -> None:
    with pytest.raises(ContentError, match=why):
        told(instead=instead, by=by)
