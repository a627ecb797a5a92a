"""The rule sheet of a game: when it ends, and how its score lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.sheet.line import SheetLine, counted, line, points

_MARKERS = {
    "two fives": "two fives, one face up, the other face down on it. Uncover a pip for each point; at five turn the "
    "upper one over to stand for five, and uncover pips again",
    "three and two": "a three and a two. The pips in sight are your points; the two cards crossed add five",
    "peg board": "a peg board",
    "numbers": "numbers, written down",
}


def _end(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    game = book.game
    if game.points:
        yield say("game.points", f"The first side with {points(game.points)} wins.")
        counts = "count" if game.over_target == "counted" else "do not count"
        yield say("game.over_target", f"Points beyond that {counts}.")
    else:
        yield say("game.points", "No number of points ends the game.", quiet=True)
    if game.hands:
        yield say("game.hands", _hands(game.hands))
    else:
        yield say("game.hands", "No number of hands ends the game.", quiet=True)
    if game.minutes:
        yield say("game.minutes", f"The bell ends the game after {counted(game.minutes, 'minute')}.")
    else:
        yield say("game.minutes", "The game has no time of its own.", quiet=True)
    if game.bell == "none":
        yield say("game.bell", "No bell ends the game.", quiet=True)
    else:
        yield say("game.bell", "At the bell, play the hand out if its card is turned up; otherwise stop at once.")
        if game.level_at_bell == "draw":
            yield say("game.level_at_bell", "The side ahead wins; level is a draw.")
        else:
            yield say("game.level_at_bell", "The side ahead wins; level sides play one more hand.")
    if game.advised_minutes:
        yield say("game.advised_minutes", f"A game should take at most {counted(game.advised_minutes, 'minute')}.")
    else:
        yield say("game.advised_minutes", "A game takes the time it takes.", quiet=True)


def _hands(hands: int) -> str:
    turns, rest = divmod(hands, 4)
    each = {1: ", one dealt by each player", 2: ", two dealt by each player"}.get(turns, "") if not rest else ""
    return f"A game is {counted(hands, 'hand')}{each}. Points are added up."


def _score(book: Rulebook) -> Iterator[SheetLine]:
    first, *others = book.game.markers
    yield line(book, "game.markers", f"Keep score with {_MARKERS[first]}.")
    for marker in others:
        yield line(book, "game.markers", f"Or keep it with {_MARKERS[marker]}.")


def _advice(book: Rulebook) -> Iterator[SheetLine]:
    tip = book.words.tip
    yield line(book, "words.tip", tip or "No advice is given.", quiet=not tip)


GAME_SECTIONS: Final[dict[str, Callable[[Rulebook], Iterator[SheetLine]]]] = {
    "End of the game": _end,
    "Keeping score": _score,
    "Good advice": _advice,
}
