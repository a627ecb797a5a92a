"""`bowerbird solve FILE`: solve open hands with best play by all four, one answer per line of the file.

Reads and prints; the kernel solves.
"""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from bowerbird.cli.common import AsJson, print_json
from bowerbird.cli.files import DASH_IN, read_text
from bowerbird.errors import BowerbirdError

__all__ = ["solve"]

#: Words for the numbers of `bowerbird.kernel.solve.Outcome`.
_WORDS = {0: "euchred", 3: "made", 5: "march"}


class _Line(NamedTuple):
    trump: int
    leader: int
    out: int
    makers: int
    hands: tuple[int, ...]


class _BadLineError(BowerbirdError, ValueError):
    pass


def solve(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="Lines of TRUMP LEADER ALONE NORTH EAST SOUTH WEST, such as "
            "'h E - AhKh9sTcJd …': trump c, d, h, s or n for no trump, the seat that leads, the seat that plays "
            f"alone or -, and five cards each. {DASH_IN}",
        ),
    ],
    outcome: Annotated[
        bool,
        typer.Option(
            "--outcome",
            help="Print euchred, made or march instead. The makers are the lone player's side, or North–South.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print the tricks that North–South take with best play, for each deal in a file."""
    from bowerbird.kernel.position import EXACT, OUTCOME
    from bowerbird.kernel.solve import solve_many

    lines = _read(read_text(file))
    found = solve_many(
        array("Q", [hand for line in lines for hand in line.hands]),
        array("B", [line.trump for line in lines]),
        array("B", [line.leader for line in lines]),
        array("B", [line.out for line in lines]),
        array("B", [line.makers if outcome else 0 for line in lines]),
        OUTCOME if outcome else EXACT,
    )
    if as_json:
        print_json([_WORDS[number] if outcome else number for number in found])
        return
    for number in found:
        typer.echo(_WORDS[number] if outcome else str(number))


def _read(text: str) -> list[_Line]:
    """Parse every line that is not empty. If any are bad, report all of them and stop."""
    lines = []
    bad = False
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            lines.append(_parse(line))
        except ValueError as error:
            bad = True
            typer.echo(f"line {number}: {error}", err=True)
    if not lines and not bad:
        bad = True
        typer.echo("There is no deal in it. Write one a line: TRUMP LEADER ALONE NORTH EAST SOUTH WEST.", err=True)
    if bad:
        raise typer.Exit(2)
    return lines


def _parse(line: str) -> _Line:
    from bowerbird.cards import parse_cards, parse_trump, show_cards, trump_index
    from bowerbird.kernel.position import mask_of
    from bowerbird.seats import Seat

    words = line.split()
    if len(words) != 7:
        raise _BadLineError(f"{len(words)} words; write TRUMP LEADER ALONE NORTH EAST SOUTH WEST, seven in all")
    trump = trump_index(parse_trump(words[0]))
    leader = _seat(words[1])
    alone = None if words[2] == "-" else _seat(words[2])
    out = 0 if alone is None else 1 << (alone ^ 2)
    if out >> leader & 1:
        raise _BadLineError(f"{Seat(leader).word} can't lead: the partner plays alone")
    hands = []
    seen = 0
    for seat, word in zip(Seat, words[3:], strict=True):
        cards = parse_cards(word)
        mask = mask_of(cards)
        if len(cards) != 5:
            raise _BadLineError(f"{seat.word} has {len(cards)} cards; give five")
        if mask.bit_count() < 5 or seen & mask:
            twice = [card for card in cards if cards.count(card) > 1 or seen >> card & 1]
            raise _BadLineError(f"twice in the deal: {show_cards(dict.fromkeys(twice))}")
        seen |= mask
        hands.append(mask)
    return _Line(trump, leader, out, 0 if alone is None else alone & 1, tuple(hands))


def _seat(letter: str) -> int:
    place = "NESW".find(letter.upper()) if len(letter) == 1 else -1
    if place < 0:
        raise _BadLineError(f"{letter!r} isn't a seat. Use N, E, S or W")
    return place
