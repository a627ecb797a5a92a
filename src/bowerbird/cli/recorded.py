"""Recorded games for commands: read a file, replay it, and let the teacher look at its decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, NoReturn

import typer

from bowerbird.cli.common import spread_or_stop, stop

if TYPE_CHECKING:
    from bowerbird.notation import EgnGame, RecordedDecision, Replay
    from bowerbird.players.explanation import Explanation, Option
    from bowerbird.rulebook import Rulebook
    from bowerbird.table import View

__all__ = ["File", "Judged", "judged", "option_data", "plain", "read", "replayed", "stop_about"]

File = Annotated[Path, typer.Argument(metavar="FILE", help="A game in Euchre Game Notation (.egn).")]


class Judged(NamedTuple):
    """A decision and what the teacher thinks of it. `found` is None if nothing was known, or nothing to choose."""

    decision: RecordedDecision
    did: str
    found: Explanation | None
    chosen: Option | None


def read(file: Path) -> EgnGame:
    """Read a game, or stop with one line that says what is wrong."""
    from bowerbird.notation import EgnError, read_egn
    from bowerbird.notation.egn import LARGEST

    try:
        with file.open("rb") as opened:
            return read_egn(opened.read(LARGEST + 1))
    except OSError as error:
        stop(plain(f"{file} can't be read: {error.strerror or error}"))
    except EgnError as error:
        stop_about(file, str(error))


def replayed(file: Path, game: EgnGame) -> Replay:
    """Replay a game. Stops with status 1 if it breaks a rule, with 2 if it can't be played here."""
    from bowerbird.notation import EgnError, RuleBrokenError, replay

    try:
        return replay(game)
    except RuleBrokenError as broken:
        stop_about(file, str(broken), status=1)
    except EgnError as error:
        stop_about(file, str(error))


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
    stop(plain(f"{file.name}: {message}"), status)


def plain(text: str) -> str:
    """Replace control characters, so that text from a file can't act on the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
