"""The settings of a game, each with its words: its end, and the markers for its score. Data only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

import msgspec

from bowerbird.rulebook.kinds import MOVEMENTS
from bowerbird.rulebook.phrases import counted, points
from bowerbird.rulebook.scoring import Count
from bowerbird.rulebook.setting import Ask, Section, Setting

if TYPE_CHECKING:
    from bowerbird.rulebook.model import Rulebook

Minutes = Annotated[int, msgspec.Meta(ge=0, le=240)]
MarkerStyle: TypeAlias = Literal["two fives", "three and two", "peg board", "numbers"]

_MARKERS: Final[dict[MarkerStyle, str]] = {
    "two fives": "two fives, one face up, the other face down on it. Uncover a pip for each point; at five turn the "
    "upper one over to stand for five, and uncover pips again",
    "three and two": "a three and a two. The pips in sight are your points; the two cards crossed add five",
    "peg board": "a peg board",
    "numbers": "numbers, written down",
}


class GameRules(Section, frozen=True):
    """The end of a game. A value of 0 means that this does not end it."""

    points: Annotated[
        Count,
        Setting(
            "Points that win the game (0: points do not end it)",
            _target,
            quiet=(0,),
            ask=Ask("Points that a game goes to", lowest=1, where=lambda book: book.game.points > 0),
            popular=2,
        ),
    ] = 10
    hands: Annotated[
        Count,
        Setting(
            "Hands in a game (0: hands do not end it)",
            lambda book: _hands(book.game.hands),
            quiet=(0,),
            ask=Ask(
                "How many boards are a round?",
                lowest=1,
                where=lambda book: MOVEMENTS.all()[book.event.movement].duplicate,
            ),
        ),
    ] = 0
    minutes: Annotated[
        Minutes,
        Setting(
            "Minutes in a game (0: the clock does not end it)",
            lambda book: (
                f"The bell ends the game after {counted(book.game.minutes, 'minute')}."
                if book.game.minutes
                else "The game has no time limit."
            ),
            quiet=(0,),
            ask=Ask("Minutes for a game; 0 for no clock", where=lambda book: book.game.bell != "none"),
            changeable=True,
        ),
    ] = 0
    bell: Annotated[
        Literal["none", "finish the hand", "finish or throw in"],
        Setting(
            "At the bell",
            {
                "none": "No bell ends the game.",
                "finish the hand": (
                    "At the bell, play the hand out if its card is turned up; otherwise stop at once.",
                    "If that hand is a misdeal or is thrown in, deal again until one is played to the end.",
                ),
                "finish or throw in": (
                    "At the bell, play the hand out if its card is turned up; otherwise stop at once.",
                    "If that hand is a misdeal, deal again. If it is thrown in, the game is over.",
                ),
            },
            quiet=("none",),
            words={
                "none": "there is no bell",
                "finish the hand": "the hand is played out, and the game is over",
                "finish or throw in": "the hand is played out or thrown in, and the game is over",
            },
        ),
    ] = "none"
    level_at_bell: Annotated[
        Literal["draw", "one more hand"],
        Setting(
            "Tied at the bell",
            _level,
            words={"draw": "the game is a tie", "one more hand": "one more hand is played"},
        ),
    ] = "draw"
    over_target: Annotated[
        Literal["counted", "not counted"],
        Setting(
            "Points beyond the target",
            _over_target,
            words={"counted": "they count", "not counted": "they do not count"},
        ),
    ] = "not counted"
    advised_minutes: Annotated[
        Minutes,
        Setting(
            "A game should take at most so many minutes (0: no advice)",
            lambda book: (
                f"A game should take at most {counted(book.game.advised_minutes, 'minute')}."
                if book.game.advised_minutes
                else "A game takes the time it takes."
            ),
            quiet=(0,),
        ),
    ] = 0
    markers: Annotated[tuple[MarkerStyle, ...], Setting("How the score is kept, the usual way first", _kept)] = (
        "numbers",
    )


def _target(book: Rulebook) -> str:
    target = book.game.points
    return f"The first side with {points(target)} wins." if target else "No number of points ends the game."


def _over_target(book: Rulebook) -> str:
    if not book.game.points:
        return ""
    return f"Points beyond that {'count' if book.game.over_target == 'counted' else 'do not count'}."


def _hands(hands: int) -> str:
    if not hands:
        return "No number of hands ends the game."
    turns, rest = divmod(hands, 4)
    each = {1: ", one dealt by each player", 2: ", two dealt by each player"}.get(turns, "") if not rest else ""
    return f"A game is {counted(hands, 'hand')}{each}. Points are added up."


def _level(book: Rulebook) -> str:
    if book.game.bell == "none":
        return ""
    level = "a tied game stays a tie" if book.game.level_at_bell == "draw" else "tied sides play one more hand"
    return f"The side ahead wins; {level}."


def _kept(book: Rulebook) -> tuple[str, ...]:
    first, *others = book.game.markers
    return f"Keep score with {_MARKERS[first]}.", *(f"Or keep it with {_MARKERS[other]}." for other in others)
