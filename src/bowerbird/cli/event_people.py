"""The commands of `bowerbird event` about people: entries, the door, who is late, absent, gone or replaced."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from bowerbird.cli.event_log import File, happen, record, refuse
from bowerbird.event import Event, EventError, Fact
from bowerbird.event.director import check_in as checked_in
from bowerbird.event.entry_list import COLUMNS, read_csv
from bowerbird.event.facts import (
    Absent,
    CheckedIn,
    Entered,
    Entrant,
    Late,
    Left,
    Renamed,
    SittingPlayerNamed,
    Substituted,
    TargetSet,
)
from bowerbird.event.room import absence
from bowerbird.names import one_line

__all__ = ["register"]

Name = Annotated[str, typer.Argument(metavar="NAME", callback=one_line)]


def register(app: typer.Typer) -> None:
    """Add these commands to `bowerbird event`."""
    for name, command in (
        ("enter", enter),
        ("walk-in", walk_in),
        ("rename", rename),
        ("check-in", check_in),
        ("late", late),
        ("absent", absent),
        ("left", left),
        ("sub", sub),
        ("sitting", sitting),
        ("target", target),
    ):
        app.command(name)(command)


def enter(
    file: File,
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...")] = None,
    pairs: Annotated[bool, typer.Option("--pairs", help="The names are teams, two by two.")] = False,
    zone: Annotated[str, typer.Option(help="The zone that they play for.")] = "",
    born: Annotated[int, typer.Option(help="The year of birth.")] = 0,
    of_age: Annotated[bool, typer.Option("--of-age", help="They have confirmed their age.")] = False,
    here: Annotated[bool, typer.Option("--here", help="Check them in at once.")] = False,
    from_csv: Annotated[
        Path | None,
        typer.Option("--csv", help="Columns: name, and where wanted partner, zone, born, born_partner, of_age."),
    ] = None,
) -> None:
    """Enter people or teams, from the command line or from a CSV file."""

    def propose(event: Event) -> list[Fact]:
        if from_csv is not None:
            entered = _entries_from(from_csv)
        else:
            size = 2 if pairs or event.book.event.entry.unit == "pairs" else 1
            people = [Entrant.called(name, born, of_age) for name in names or ()]
            groups = [tuple(people[first : first + size]) for first in range(0, len(people), size)]
            entered = [Entered(players=group, zone=zone) for group in groups]
        if not entered:
            refuse("Name somebody to enter, or give a CSV file.")
        for entry in entered:
            _check_one_each(person.name for person in entry.players)
        facts: list[Fact] = list(entered)
        if here:
            facts += [CheckedIn(name=person.name) for entry in entered for person in entry.players]
        return facts

    before, after = record(file, propose)
    typer.echo(f"{len(after.people) - len(before.people)} entered, {len(after.people)} in all.")


def _check_one_each(names: Iterable[str]) -> None:
    """A team is called by both names with this sign between; nobody is called so alone."""
    both = next((name for name in names if "&" in name), "")
    if both:
        refuse(f"{both!r} is more than one name. Write each person's name by itself; a pair is entered as two names.")


def _entries_from(path: Path) -> list[Entered]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        found = read_csv(text)
    except UnicodeDecodeError:
        refuse(f"{path} is not in UTF-8. Save it from the spreadsheet as CSV UTF-8.")
    except OSError as error:
        refuse(f"{path} cannot be read: {error.strerror}.")
    except EventError as error:
        refuse(f"{path}: {error}")
    if found.not_read:
        typer.echo(f"Not read: {', '.join(found.not_read)}. The columns are {', '.join(COLUMNS)}.", err=True)
    return found.entries


def walk_in(
    file: File,
    names: Annotated[list[str], typer.Argument(metavar="NAME [PARTNER]")],
    zone: Annotated[str, typer.Option(help="The zone that they play for.")] = "",
    of_age: Annotated[bool, typer.Option("--of-age", help="They have confirmed their age.")] = False,
) -> None:
    """Enter and check in somebody at the door."""
    names = [one_line(name) for name in names]
    _check_one_each(names)
    people = tuple(Entrant(name, of_age=of_age) for name in names)
    happen(file, Entered(players=people, zone=zone), *(CheckedIn(name=name) for name in names))
    typer.echo(f"Welcome, {' and '.join(names)}.")


def rename(
    file: File,
    old: Annotated[str, typer.Argument(metavar="OLD", callback=one_line)],
    new: Annotated[str, typer.Argument(metavar="NEW", callback=one_line)],
) -> None:
    """Put a misspelt name right, as long as nobody has been seated under it."""
    _check_one_each([new])
    happen(file, Renamed(name=old, to=new))
    typer.echo(f"{old} is {new} now.")


def check_in(
    file: File,
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...")] = None,
    everybody: Annotated[bool, typer.Option("--all", help="Everybody who has entered is here.")] = False,
) -> None:
    """Check people in."""

    def propose(event: Event) -> tuple[Fact, ...]:
        waiting = [person.name for person in event.people.values() if person.presence == "entered"]
        facts = checked_in(event, waiting if everybody else map(one_line, names or ()))
        if not facts:
            refuse("Name somebody to check in, or say --all.")
        return facts

    _, after = record(file, propose)
    count = len(after.here())
    typer.echo(f"{count} people are here: {count // 4} table{'' if count // 4 == 1 else 's'}, {count % 4} over.")


def late(file: File, name: Name) -> None:
    """Note that somebody comes later."""
    happen(file, Late(name=name))
    typer.echo(f"{name} is expected later. Check {name} in on arrival.")


def absent(
    file: File,
    name: Name,
    week: Annotated[int, typer.Option(min=0, help="An earlier week in which they did not come.")] = 0,
) -> None:
    """Mark a player absent with no sub."""
    before, after = happen(file, Absent(name=name, week=week))
    _say_stood_down(after)
    typer.echo(absence(before, after, name, week))


def left(file: File, name: Name) -> None:
    """Note that somebody has gone home."""
    _, after = happen(file, Left(name=name))
    _say_stood_down(after)
    typer.echo(f"{name} has left.")


def _say_stood_down(event: Event) -> None:
    if event.rounds and not event.round.closed:
        for number, reason in event.round.stood_down.items():
            typer.echo(f"Table {number} cannot play: {reason}. Find a sub, or let people change places.")


def sub(file: File, name: Name, by: Annotated[str, typer.Argument(metavar="BY", callback=one_line)]) -> None:
    """Let somebody play for somebody else; the score counts for the one who is replaced."""
    happen(file, Substituted(name=name, by=by))
    typer.echo(f"{by} plays for {name}.")


def sitting(
    file: File,
    name: Name,
    no_longer: Annotated[bool, typer.Option("--no-longer", help="Let this person move like everybody else.")] = False,
) -> None:
    """Name a sitting player, who keeps one chair."""
    happen(file, SittingPlayerNamed(name=name, sitting=not no_longer))
    typer.echo(f"{name} moves like everybody else." if no_longer else f"{name} keeps one chair.")


def target(file: File, points: Annotated[int, typer.Argument()]) -> None:
    """Set the points that a game goes to, before play begins."""
    happen(file, TargetSet(points=points))
    typer.echo(f"Games go to {points}.")
