"""The shipped puzzles hold, their grades follow from the levels, and a rating finds the strength of a person.

`bowerbird puzzles check` asks the judge about all of them. Here is a sample, and everything that is quick.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice, product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bowerbird.kernel.position import cards_of
from bowerbird.kernel.sample import deals
from bowerbird.kernel.solve import WORLD, card_values
from bowerbird.learn.finding import MARGIN, _decisions, check, find
from bowerbird.learn.position import Position, word_for
from bowerbird.learn.puzzles import (
    GRADED_BY,
    LEVEL_RATINGS,
    START,
    TRIES,
    Puzzle,
    PuzzleRating,
    grade,
    next_puzzle,
    pack,
    rated,
    shipped_puzzles,
    unpack,
)
from bowerbird.learn.themes import CALLS, THEMES
from bowerbird.players.knowledge import kernel_trick, seen_by
from bowerbird.table import Phase
from kit.amount import amount
from kit.rows import rows

PUZZLES = shipped_puzzles()
#: Hands in which the search finds a puzzle about next, and one in which it finds none.
WITH_NEXT, WITHOUT = (1_000_056, 1_000_077), 1_000_000


def some(count: int) -> tuple[Puzzle, ...]:
    """Puzzles from all over the file."""
    return PUZZLES[:: max(1, len(PUZZLES) // count)]


def test_there_are_many_in_a_small_file() -> None:
    assert len(PUZZLES) >= 3700
    assert len({puzzle.position for puzzle in PUZZLES}) == len(PUZZLES)
    assert len(pack(PUZZLES)) < 400_000
    assert unpack(pack(PUZZLES[:20])) == PUZZLES[:20]


def test_every_theme_has_puzzles() -> None:
    found = Counter(theme for puzzle in PUZZLES for theme in puzzle.themes)
    assert found.keys() == {theme.name for theme in THEMES}
    assert min(found.values()) >= 130
    assert all(puzzle.themes for puzzle in PUZZLES)


@rows("hand", WITH_NEXT[: amount(1, full=2)])
def test_a_search_for_a_theme_finds_nothing_else_and_asks_until_trump_is_made(hand: int) -> None:
    puzzle = find(hand, "next")
    assert puzzle is not None
    assert "next" in puzzle.themes
    assert check(puzzle).problem == ""
    assert find(WITHOUT, "next") is None
    called, all_of_it = ([seen.phase for _, seen in _decisions(hand, calls=calls)] for calls in (True, False))
    assert set(called) == {Phase.FIRST_ROUND, Phase.SECOND_ROUND}
    assert called == all_of_it[: len(called)]
    assert Phase.PLAY in all_of_it[len(called) :]


def test_themes_of_calls_are_those_that_only_calls_can_have() -> None:
    for puzzle in some(amount(400, full=len(PUZZLES))):
        phase = Position.parse(puzzle.position).view.phase
        assert not CALLS & set(puzzle.themes) or phase in (Phase.FIRST_ROUND, Phase.SECOND_ROUND)


@rows("puzzle", some(amount(2, full=10)))
def test_the_judge_says_the_same_again_and_in_other_worlds(puzzle: Puzzle) -> None:
    """The club player's choice costs at least 0.2 points; in other worlds with the large net, 0.1 at the very least."""
    assert MARGIN == 0.2
    assert check(puzzle).problem == ""


@rows("puzzle", some(amount(20, full=80)))
def test_choices_are_legal_and_the_club_player_misses_it(puzzle: Puzzle) -> None:
    legal = {word_for(fact) for fact in Position.parse(puzzle.position).view.legal}
    assert {*puzzle.right, puzzle.tempting} <= legal
    assert puzzle.tempting not in puzzle.right
    assert len(puzzle.right) < len(legal)
    assert 2 * puzzle.misses[GRADED_BY.index("club")] >= TRIES


def test_a_check_finds_a_wrong_answer() -> None:
    puzzle = PUZZLES[0]
    wrong = Puzzle(puzzle.position, (puzzle.tempting,), puzzle.right[0], puzzle.themes, puzzle.misses)
    assert check(wrong).problem
    other = Puzzle(puzzle.position, puzzle.right, puzzle.tempting, ("next",), puzzle.misses)
    assert check(other).problem == "its themes are other ones"
    assert check(Puzzle(puzzle.position, ("x",), puzzle.tempting, puzzle.themes, puzzle.misses)).problem


def endgames() -> list[Puzzle]:
    """Puzzles with two cards left in each hand."""
    counting = (puzzle for puzzle in PUZZLES if "counting" in puzzle.themes)
    return list(
        islice((each for each in counting if len(Position.parse(each.position).view.hand) == 2), amount(5, full=12))
    )


def test_the_solver_never_finds_the_wrong_card_as_good_in_every_deal() -> None:
    """With two cards left, every deal that fits can be solved: in some of them, the right card takes more."""
    assert endgames(), "otherwise this shows nothing"
    for puzzle in endgames():
        position = Position.parse(puzzle.position)
        seen, trick = position.view, kernel_trick(position.view)
        worlds = deals(seen_by(position.book, seen), 200, 1)
        better = 0
        for start in range(0, len(worlds), WORLD):
            values = card_values(worlds[start : start + 4], trick, int(position.seat.side))
            tricks = {str(cards_of(1 << card)[0]): value for card, value in values.items()}
            better += max(tricks[word] for word in puzzle.right) > tricks[puzzle.tempting]
        assert better, f"{puzzle.position}: {puzzle.tempting} is as good as {puzzle.right} in every deal"


# Grades and ratings.

every_misses = st.tuples(*[st.integers(0, TRIES)] * len(LEVEL_RATINGS))


@given(every_misses, st.integers(0, len(LEVEL_RATINGS) - 1))
def test_more_misses_mean_a_higher_grade(misses: tuple[int, ...], level: int) -> None:
    if misses[level] < TRIES:
        more = (*misses[:level], misses[level] + 1, *misses[level + 1 :])
        assert grade(more) > grade(misses)


def test_grades_are_on_the_scale_of_the_levels() -> None:
    every = [grade(misses) for misses in product(range(TRIES + 1), repeat=len(LEVEL_RATINGS))]
    assert min(every) > 300
    assert max(every) < 2500
    # Missed by all below a level and solved by all from it on: between the two.
    assert LEVEL_RATINGS[0] < grade((TRIES, 0, 0, 0)) < LEVEL_RATINGS[1] + 100
    assert LEVEL_RATINGS[1] < grade((TRIES, TRIES, 0, 0)) < LEVEL_RATINGS[2]
    assert LEVEL_RATINGS[2] - 100 < grade((TRIES, TRIES, TRIES, 0)) < LEVEL_RATINGS[3]


ratings = st.builds(PuzzleRating, st.floats(600, 2200), st.floats(60, 350))


@given(ratings, st.integers(600, 2200), st.booleans())
def test_a_solved_puzzle_raises_the_rating_and_a_missed_one_lowers_it(
    before: PuzzleRating, puzzle: int, solved: bool
) -> None:
    after = rated(before, puzzle, solved)
    assert (after.rating > before.rating) is solved
    assert after.error <= before.error
    assert (after.tried, after.solved) == (before.tried + 1, before.solved + solved)


@given(ratings, st.integers(600, 2100))
def test_a_harder_puzzle_is_worth_more(before: PuzzleRating, puzzle: int) -> None:
    assert rated(before, puzzle + 100, solved=True).rating > rated(before, puzzle, solved=True).rating
    assert rated(before, puzzle + 100, solved=False).rating > rated(before, puzzle, solved=False).rating


@rows("strength", [900, 1200, 1600])
def test_a_rating_finds_the_strength_of_a_person(strength: int) -> None:
    """Somebody who solves puzzles as this strength says is rated within twice the error in 60 puzzles, mostly."""
    within = 0
    for seed in range(20):
        dice, rating = Random(seed), START
        for _ in range(60):
            puzzle = round(rating.rating) + dice.randrange(-100, 101)
            rating = rated(rating, puzzle, dice.random() < 1 / (1 + 10 ** ((puzzle - strength) / 400)))
        assert not rating.is_provisional
        within += abs(rating.rating - strength) < 2 * rating.error
    assert within >= 17


def test_the_next_puzzle_is_near_the_rating_of_its_theme_and_new() -> None:
    chance = 0.4
    grades = sorted(puzzle.grade for puzzle in PUZZLES)
    for rating in (grades[20], grades[-20]):
        place = next_puzzle(PUZZLES, rating, (), "", chance)
        assert place is not None
        assert abs(PUZZLES[place].grade - rating) < 200
    counting = next_puzzle(PUZZLES, 1200, (), "counting", chance)
    assert counting is not None
    assert "counting" in PUZZLES[counting].themes
    seen = [place for place, puzzle in enumerate(PUZZLES) if "counting" in puzzle.themes][:-1]
    assert next_puzzle(PUZZLES, 1200, seen, "counting", chance) not in seen
    assert next_puzzle(PUZZLES, 1200, range(len(PUZZLES)), "", chance) is not None, "seen all: they come again"
    assert next_puzzle(PUZZLES, 1200, (), "no-such-theme", chance) is None
    assert {next_puzzle(PUZZLES, 1200, (), "", step / 40) for step in range(40)} != {
        next_puzzle(PUZZLES, 1200, (), "", 0.0)
    }, "not always the same one"
