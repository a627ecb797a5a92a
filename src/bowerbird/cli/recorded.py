"""Recorded games for commands: read a file, replay it, and let the teacher look at its decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, NoReturn

import typer

from bowerbird.cli.common import spread_or_stop, stop
from bowerbird.cli.files import is_dash, read_data

if TYPE_CHECKING:
    from bowerbird.notation import EgnGame, RecordedDecision, RecordedGames, Replay
    from bowerbird.players.explanation import Explanation, Option
    from bowerbird.rulebook import Rulebook
    from bowerbird.table import View

__all__ = [
    "FILE_KINDS",
    "File",
    "Game",
    "Judged",
    "NumberedGame",
    "Strict",
    "chosen_games",
    "judged",
    "option_data",
    "plain",
    "read",
    "replayed",
    "stop_about",
]

FILE_KINDS = "a game (.egn), a match of several (.emn) or a game in binary form (.egnb); - is standard input"
File = Annotated[Path, typer.Argument(metavar="FILE", help=f"{FILE_KINDS[0].upper()}{FILE_KINDS[1:]}.")]
Game = Annotated[int, typer.Option(min=0, help="Of a match, only this game. The first is 1.")]
Strict = Annotated[
    bool, typer.Option("--strict", help="Refuse a game that continues after its end. Otherwise that is a warning.")
]


class NumberedGame(NamedTuple):
    """A game of a file, replayed. Its number counts from 1; a file that isn't a match has only one."""

    number: int
    game: EgnGame
    played: Replay


class Judged(NamedTuple):
    """A decision and what the teacher thinks of it. `found` is None if nothing was known, or nothing to choose."""

    decision: RecordedDecision
    did: str
    found: Explanation | None
    chosen: Option | None


def read(file: Path) -> RecordedGames:
    """Read the games of a file, or stop with one line that says what is wrong. Other lines about it go to stderr."""
    from bowerbird.notation import EgnError, read_games
    from bowerbird.notation.egn import LARGEST

    try:
        return read_games(read_data(file, LARGEST + 1), lambda line: _tell_about(file, line))
    except EgnError as error:
        stop_about(file, str(error))


def chosen_games(file: Path, found: RecordedGames, number: int) -> list[tuple[int, EgnGame]]:
    """The game of that number, or all of them if it is 0. Stops if there is no such game."""
    if number > len(found.games):
        stop_about(file, f"there is no game {number}. Choose 1 to {len(found.games)}.")
    return [(place, game) for place, game in enumerate(found.games, 1) if number in (0, place)]


def replayed(file: Path, found: RecordedGames, number: int, strict: bool) -> Iterator[NumberedGame]:
    """Replay games. Stops with status 1 if one breaks a rule, with 2 if it can't be played here."""
    from bowerbird.notation import EgnError, RuleBrokenError, replay

    for place, game in chosen_games(file, found, number):
        which = f"game {place}: " if found.match is not None else ""
        try:
            played = replay(game, strict=strict)
        except RuleBrokenError as broken:
            stop_about(file, f"{which}{broken}", status=1)
        except EgnError as error:
            stop_about(file, f"{which}{error}")
        for warning in played.warnings:
            _tell_about(file, f"{which}{warning}")
        yield NumberedGame(place, game, played)


def judged(
    book: Rulebook,
    decisions: Sequence[RecordedDecision],
    progress: Callable[[int, int], None],
    workers: int = 1,
    dask: str = "",
) -> list[Judged]:
    """Let the teacher look at decisions. `progress` gets the number that is done and the number of all."""
    from bowerbird.players.says import says

    looked = []
    views = (each.view for each in decisions)
    for each, found in zip(decisions, spread_or_stop(partial(_explained, book), views, workers, dask), strict=True):
        chosen = None if found is None else found.option(each.fact)
        did = "" if each.view is None else says(book, each.view, (each.fact,))
        looked.append(Judged(each, did, found if chosen else None, chosen))
        progress(len(looked), len(decisions))
    return looked


def _explained(book: Rulebook, seen: View | None) -> Explanation | None:
    """The teacher's opinion, if there is something to choose."""
    from bowerbird.players.explain import explain

    return explain(book, seen) if seen is not None and len(seen.legal) > 1 else None


def option_data(option: Option) -> dict[str, Any]:
    """An option for programs."""
    cards = [str(fact.card) for fact in (option.fact, *option.same) if hasattr(fact, "card")]
    figures = ("points", "win", "made", "march", "euchre", "behind", "error", "doubt")
    rounded = {name: _rounded(getattr(option, name)) for name in figures}
    return {"says": option.says, "cards": cards, "verdict": option.verdict, **rounded, "why": option.why}


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 4)


def stop_about(file: Path, message: str, status: int = 2) -> NoReturn:
    """Print one line about a file to stderr and exit."""
    stop(_about(file, message), status)


def _tell_about(file: Path, message: str) -> None:
    typer.echo(_about(file, message), err=True)


def _about(file: Path, message: str) -> str:
    return plain(f"{'Standard input' if is_dash(file) else file.name}: {message}")


def plain(text: str) -> str:
    """Replace control characters, so that text from a file can't act on the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
