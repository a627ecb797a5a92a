"""Find puzzles: play hands by players of several levels, and keep decisions that the club player gets clearly wrong.

Only the judge says what is right. A decision becomes a puzzle if the club player's choice costs at least `MARGIN`
points, every choice is either right or a clear mistake, and the judge finds the same again in other worlds with the
large net in all seats. Hands are numbered: the same number always gives the same hand, so a search can go on where it
stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from bowerbird.learn.position import Position, word_for
from bowerbird.learn.puzzles import GRADED_BY, TRIES, Puzzle
from bowerbird.learn.themes import CALLS, themes_of
from bowerbird.notation.deal_text import KnownDeal
from bowerbird.players import Player, player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.judge import Judgement, judge
from bowerbird.players.judge.judge import Bounds
from bowerbird.players.judge.judgement import MISTAKE
from bowerbird.players.net.inputs import knows
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, Open, State, View, step, view

__all__ = ["BOOKS", "MARGIN", "CheckedPuzzle", "check", "find", "holds", "themed"]

#: The rules of the hands, in turn. Half of the puzzles are by the plain ones.
BOOKS: Final = ("bicycle", "alberta", "bicycle", "national", "bicycle", "st-joe", "bicycle", "trailer-estates")
#: Who plays the hands before the decision.
_PLAYERS: Final = ("club", "expert", "master", "club", "expert", "master", "sampler", "novice")
#: The cost of the club player's choice, in points: at least this much, both times.
MARGIN: Final = 0.2
#: A first look that sorts out most decisions.
_FIRST_LOOK: Final = Bounds((48,), confirmed=48)
#: The second time, in other worlds.
_CONFIRMED: Final = Bounds((128, 512), confirmed=512, carefully=True, seed=20)
#: The same for a check of many puzzles, quicker, and in other worlds again.
_CHECKED: Final = Bounds((256, 1024), carefully=True, seed=21)
#: A check may find so much less than the search did: both are estimates.
_SLACK: Final = 0.1


class CheckedPuzzle(msgspec.Struct, frozen=True):
    """What a check of a puzzle says: empty if it holds."""

    puzzle: Puzzle
    problem: str


def find(hand: int, theme: str = "") -> Puzzle | None:
    """The first puzzle in the hand with this number, if it has one. With a theme, the first that has it.

    For a theme, the judge is asked only where the master's choice would give the puzzle that theme.
    """
    club, master = player("club", 0), player("master", 0)
    for position, seen in _decisions(hand, calls=theme in CALLS):
        book = position.book
        tempting, mastered = club.choose(book, seen), master.choose(book, seen)
        if tempting == mastered or (theme and theme not in themes_of(book, seen, [mastered], tempting)):
            continue
        first = judge(book, seen, _FIRST_LOOK).choice(tempting)
        if first is None or first.behind < MARGIN / 2:
            continue
        found = judge(book, seen)
        if not _is_clear(found, tempting):
            continue
        right = _right(found)
        if holds(judge(book, seen, _CONFIRMED), right, tempting):
            words = tuple(word_for(fact) for fact in right)
            themes = themes_of(book, seen, right, tempting)
            if theme and theme not in themes:
                continue
            return Puzzle(str(position), words, word_for(tempting), themes, _misses(position, right))
    return None


def _decisions(hand: int, *, calls: bool = False) -> Iterator[tuple[Position, View]]:
    """The decisions of a hand that the judge's net was trained for; with `calls`, until trump is made."""
    dice = Random(f"puzzles/{hand}")
    rules = BOOKS[hand % len(BOOKS)]
    book = load_rulebook(rules)
    target = book.game.points or 10
    score = (dice.randrange(target), dice.randrange(target))
    state = step(book, State(), Open(dealer=Seat(dice.randrange(4)), partners_arranged=True, score=score))
    four: list[Player] = [player(dice.choice(_PLAYERS), dice.getrandbits(30)) for _ in Seat]
    position: Position | None = None
    while not state.results and not state.misdeals and not (calls and state.hand.maker is not None):
        fact = next_automatic(book, state, dice)
        if fact is not None:
            state = step(book, state, fact)
            continue
        if position is None:
            position = Position(rules, score, KnownDeal.of_hand(state.hand, state.dealer))
        if state.turn is None:
            return
        seen = position.view
        if not knows(book, seen):
            return
        if len(seen.legal) > 1:
            yield position, seen
        fact = four[state.turn].choose(book, view(book, state, state.turn))
        position, state = position.after(fact), step(book, state, fact)


def _right(found: Judgement) -> tuple[Fact, ...]:
    """The facts that are best or as good."""
    choices = (choice for choice in found.choices if found.verdict(choice.fact) in ("best", "as good"))
    return tuple(fact for choice in choices for fact in (choice.fact, *choice.same))


def _is_clear(found: Judgement, tempting: Fact) -> bool:
    """True if the club player's choice costs enough, and every choice is right or a mistake."""
    chosen = found.choice(tempting)
    verdicts = {found.verdict(choice.fact) for choice in found.choices}
    return chosen is not None and chosen.is_mistake and chosen.behind >= MARGIN and "behind" not in verdicts


def holds(found: Judgement, right: tuple[Fact, ...], tempting: Fact, slack: float = 0.0) -> bool:
    """True if a judgement agrees: the tempting choice costs enough, everything wrong something, and nothing right does.

    All figures are estimates: another judgement in other worlds may find them different by the slack.
    """
    chosen = found.choice(tempting)
    if chosen is None or chosen.behind < MARGIN - slack:
        return False
    for choice in found.choices:
        if choice.fact in right and choice.behind >= MISTAKE + slack / 2:
            return False
        if choice.fact not in right and choice.behind < MISTAKE - slack / 2:
            return False
    return True


def check(puzzle: Puzzle) -> CheckedPuzzle:
    """Ask the judge again: as people are told, and in other worlds with the large net in all seats."""
    position = Position.parse(puzzle.position)
    book, seen = position.book, position.view
    facts = {word_for(fact): fact for fact in seen.legal}
    if not {*puzzle.right, puzzle.tempting} <= facts.keys():
        return CheckedPuzzle(puzzle, "a choice isn't legal")
    right, tempting = tuple(facts[word] for word in puzzle.right), facts[puzzle.tempting]
    if themed(puzzle).themes != puzzle.themes:
        return CheckedPuzzle(puzzle, "its themes are other ones")
    if 2 * puzzle.misses[GRADED_BY.index("club")] < TRIES:
        return CheckedPuzzle(puzzle, "the club player mostly solves it")
    found = judge(book, seen)
    if set(_right(found)) != set(right) or not _is_clear(found, tempting):
        return CheckedPuzzle(puzzle, "the judge says something else")
    if not holds(judge(book, seen, _CHECKED), right, tempting, _SLACK):
        return CheckedPuzzle(puzzle, "the judge says something else in other worlds")
    return CheckedPuzzle(puzzle, "")


def themed(puzzle: Puzzle) -> Puzzle:
    """A puzzle with its themes as they are told now."""
    position = Position.parse(puzzle.position)
    seen = position.view
    facts = {word_for(fact): fact for fact in seen.legal}
    right = [facts[word] for word in puzzle.right]
    return replace(puzzle, themes=themes_of(position.book, seen, right, facts[puzzle.tempting]))


def _misses(position: Position, right: tuple[Fact, ...]) -> tuple[int, ...]:
    """How often each level misses it, in `TRIES` tries with other seeds."""
    book, seen = position.book, position.view
    return tuple(
        sum(player(level, 1000 + seed).choose(book, seen) not in right for seed in range(TRIES)) for level in GRADED_BY
    )
