"""The commands of `bowerbird event` while people play: seating, scores, corrections, rulings, the next round."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand

from bowerbird.cli.common import command_here
from bowerbird.cli.event_log import File, happen, last_command, load, record, refuse
from bowerbird.cli.event_show import show_seating, show_standings
from bowerbird.event import Choices, Event, Fact, Score, SideCard, next_round
from bowerbird.event.changes import what_changed
from bowerbird.event.director import finish_event
from bowerbird.event.draw import Shuffle
from bowerbird.event.facts import (
    DIRECTOR,
    Bell,
    CoinsTossed,
    Cut,
    Moved,
    PlayOffPlayed,
    Ruled,
    ScoreAccepted,
    ScoreCorrected,
    ScoreDisputed,
    ScoreEntered,
    StoodDown,
    Undone,
)
from bowerbird.event.movement.lines import LineMove
from bowerbird.event.room import advice, back_this_week, shifted, unfinished, where
from bowerbird.event.tell import points_told
from bowerbird.names import one_line
from bowerbird.seats import Side

__all__ = ["register"]

TableNumber = Annotated[int, typer.Argument(metavar="TABLE")]
Seed = Annotated[int | None, typer.Option(help="Draw and cut by this number, to get the same again.")]
By = Annotated[str, typer.Option(callback=one_line, help="The player who says so; without it, the director.")]
Reason = Annotated[str, typer.Option(help="Why, for the record.")]
NorthSouth = Annotated[int, typer.Argument(metavar="NS", help="Points of North and South.")]
EastWest = Annotated[int, typer.Argument(metavar="EW", help="Points of East and West.")]
PerSide = "as in NS=1,EW=2"
Euchred = Annotated[str, typer.Option(help=f"How often each side was euchred, {PerSide}.")]
FailedAlone = Annotated[str, typer.Option(help=f"How often each side went alone and missed a trick, {PerSide}.")]
Revokes = Annotated[str, typer.Option(help=f"How often each side reneged, {PerSide}.")]
Marches = Annotated[str, typer.Option(help=f"How often each side took all five tricks, {PerSide}.")]
Loners = Annotated[str, typer.Option(help="Lone marches by player, as in N=1,W=1.")]
Personal = Annotated[str, typer.Option(help="Each player's own card, as in N=11,E=6,S=10,W=6.")]
NoLoners = Annotated[bool, typer.Option("--no-loners", help="Nobody made a lone march: personal cards are the score.")]
LostBy = Annotated[str, typer.Option(help="NS or EW, if that side lost the game by a ruling.")]


def register(app: typer.Typer) -> None:
    """Add these commands to `bowerbird event`."""
    for name, command in (
        ("seat", seat),
        ("seating", seating),
        ("where", where_is),
        ("swap", swap),
        ("bell", bell),
        ("cut", cut),
        ("score", score),
        ("accept", accept),
        ("dispute", dispute),
        ("correct", correct),
        ("stand-down", stand_down),
        ("rule", rule),
        ("next", next_),
        ("finish", finish),
        ("coins", coins),
        ("play-off", play_off),
        ("undo", undo),
    ):
        app.command(name, cls=_WithPoints if command in (score, correct) else None)(command)


class _WithPoints(TyperCommand):
    """A command that takes points. A number below zero would be read as an option that nobody knows."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        for argument in args:
            if re.fullmatch(r"-\d+", argument):
                refuse(f"{argument} cannot be a score: points begin at 0. Nothing was written.")
        return super().parse_args(ctx, args)


def chance(seed: int | None) -> Shuffle:
    """Shuffle by a seed, or by the machine's own chance."""
    return (random.SystemRandom() if seed is None else random.Random(seed)).shuffle


def seat(
    file: File,
    seed: Seed = None,
    in_order: Annotated[bool, typer.Option("--in-order", help="First open place instead of a draw.")] = False,
) -> None:
    """Draw the places for the first round."""
    if load(file).rounds:
        refuse("Play has begun. `next` closes the round and seats people for the next one.")
    _, after = record(file, lambda event: next_round(event, chance(seed), Choices(in_order=in_order), _now()))
    show_seating(after)
    for sentence in advice(after, "A up"):
        typer.echo(sentence)


def seating(file: File) -> None:
    """Show who sits where."""
    event = load(file)
    if not event.rounds:
        refuse("Nobody has a place yet. Seat people first.")
    show_seating(event)


def where_is(file: File, name: Annotated[str, typer.Argument()]) -> None:
    """Say where somebody sits, and with whom."""
    event = load(file)
    typer.echo(_said(event, name))


def _said(event: Event, name: str) -> str:
    from bowerbird.event import EventError

    try:
        return where(event, name)
    except EventError as error:
        refuse(str(error))


def swap(
    file: File,
    first: Annotated[str, typer.Argument()],
    second: Annotated[str, typer.Argument()],
    reason: Reason = "",
) -> None:
    """Let two people change places in this round."""
    show_seating(happen(file, Moved(first=first, second=second, reason=reason))[1])


def bell(file: File) -> None:
    """Ring the bell: unfinished games may be scored."""
    _, after = happen(file, Bell(at=_now()))
    level = " A table that is level plays one more hand." if after.book.game.level_at_bell == "one more hand" else ""
    typer.echo(
        f"The bell has rung. A hand whose turn-up is dealt is played out; then the score counts as it is.{level}"
    )


def cut(
    file: File,
    table: TableNumber,
    purpose: Annotated[str, typer.Argument(metavar="move|deal", help="Who moves after a draw, or who deals.")],
    cards: Annotated[list[str], typer.Argument(metavar="NAME=CARD...", help='As in "Ann=Kh" "Bob=9c".')],
) -> None:
    """Write down a cut that was made at a table."""
    if purpose not in ("move", "deal"):
        refuse("People cut to move or to deal. Write one of the two words.")
    for_what: Literal["move", "deal"] = "move" if purpose == "move" else "deal"
    happen(file, Cut(table=table, purpose=for_what, cards=_pairs(cards)))
    typer.echo("Written down.")


def score(
    file: File,
    table: TableNumber,
    ns: NorthSouth,
    ew: EastWest,
    by: By = DIRECTOR,
    euchred: Euchred = "",
    failed_alone: FailedAlone = "",
    revokes: Revokes = "",
    marches: Marches = "",
    loners: Loners = "",
    personal: Personal = "",
    no_loners: NoLoners = False,
    lost_by: LostBy = "",
) -> None:
    """Enter a score of this round."""
    entered = _score(ns, ew, euchred, failed_alone, revokes, marches, loners, personal, no_loners, lost_by)
    _, after = happen(file, ScoreEntered(table=table, score=entered, by=by))
    left = after.round.missing()
    waiting = "" if table not in left else " An opponent must accept it."
    rest = f"Still missing: table {', '.join(str(number) for number in left)}." if left else _all_in(after)
    typer.echo(f"Table {table}: {points_told(entered)}.{waiting} {rest}")


def _all_in(event: Event) -> str:
    """What can be done when every table has its score."""
    over = bool(event.planned_rounds) and event.round.number >= event.planned_rounds
    then = "`finish` ends the event." if over else "`next` seats the next round."
    if not event.planned_rounds:
        then += " `finish` ends the event."
    return f"All scores are in. {then}"


def accept(file: File, table: TableNumber, by: By = DIRECTOR) -> None:
    """Accept a score that a player entered."""
    happen(file, ScoreAccepted(table=table, by=by))
    typer.echo(f"The score of table {table} stands.")


def dispute(file: File, table: TableNumber, by: By = DIRECTOR, reason: Reason = "") -> None:
    """Say that a score is wrong."""
    happen(file, ScoreDisputed(table=table, by=by, reason=reason))
    typer.echo(f"The score of table {table} is disputed. The director enters, accepts or corrects it.")


def correct(
    file: File,
    round_: Annotated[int, typer.Argument(metavar="ROUND")],
    table: TableNumber,
    ns: NorthSouth,
    ew: EastWest,
    reason: Annotated[str, typer.Option(help="Why, for the record.")],
    euchred: Euchred = "",
    failed_alone: FailedAlone = "",
    revokes: Revokes = "",
    marches: Marches = "",
    loners: Loners = "",
    personal: Personal = "",
    no_loners: NoLoners = False,
    lost_by: LostBy = "",
) -> None:
    """Put another score in the place of one already given, and see what changes."""
    entered = _score(ns, ew, euchred, failed_alone, revokes, marches, loners, personal, no_loners, lost_by)
    before, after = happen(file, ScoreCorrected(round=round_, table=table, score=entered, reason=reason))
    for sentence in what_changed(before, after) or ("Nothing else changes.",):
        typer.echo(sentence)


def stand_down(file: File, table: TableNumber, reason: Annotated[str, typer.Option(help="Why.")]) -> None:
    """Let a table sit this round out."""
    happen(file, StoodDown(table=table, reason=reason))
    typer.echo(f"Table {table} does not play this round.")


def rule(
    file: File,
    name: Annotated[str, typer.Argument()],
    action: Annotated[str, typer.Argument(metavar="note|warning|points off|removed")],
    reason: Annotated[str, typer.Option(help="Why, for the record.")],
    points: Annotated[int, typer.Option(help="How many points come off.")] = 0,
    clause: Annotated[str, typer.Option(help="The clause it rests on.")] = "",
) -> None:
    """Write down the director's word about a person."""
    actions: tuple[Literal["note", "warning", "points off", "removed"], ...] = (
        "note",
        "warning",
        "points off",
        "removed",
    )
    chosen = next((known for known in actions if known == action), None)
    if chosen is None:
        refuse(f"{action!r} is no ruling. Use one of: {', '.join(actions)}.")
    happen(file, Ruled(name=name, action=chosen, reason=reason, points=points, clause=clause))
    typer.echo("Written down. The director's decision is final.")


def next_(
    file: File,
    lines: Annotated[str, typer.Option(help="Which line of teams moves: 'A up', 'B down' or 'both'.")] = "A up",
    shift: Annotated[
        list[str] | None, typer.Option(metavar="TABLE=NAME", help="The winner who changes chairs at a table.")
    ] = None,
    extra: Annotated[bool, typer.Option("--extra", help="Go round again for fun; it does not count.")] = False,
    seed: Seed = None,
) -> None:
    """Close the round and seat people for the next one, by the book."""
    move = next((known for known in _LINE_MOVES if known == lines), None)
    if move is None:
        refuse(f"{lines!r} is no way to move. Use one of: {', '.join(_LINE_MOVES)}.")
    shifts = _pairs(shift or ())
    if not all(table.isdigit() for table in shifts):
        refuse("Write who shifts a chair as in --shift 3=Bob.")
    choices = Choices(lines=move, shifts={int(table): name for table, name in shifts.items()}, extra=extra)

    def propose(event: Event) -> tuple[Fact, ...]:
        if not event.rounds:
            refuse("Nobody has a place yet. `seat` draws the places for the first round.")
        if not event.round.closed and event.round.missing():
            refuse(f"Nobody can move yet. {_missing(event, file)}")
        facts = next_round(event, chance(seed), choices, _now())
        says.extend(back_this_week(facts))
        return facts

    says: list[str] = []
    before, after = record(file, propose)
    show_seating(after)
    for sentence in says:
        typer.echo(sentence)
    if after.plan_says and after.plan_says != before.plan_says:
        typer.echo(after.plan_says)
    for sentence in shifted(after) if after.book.event.movement == "losers move on" else ():
        typer.echo(sentence)
    if move == "both":
        for sentence in advice(after, move):
            typer.echo(sentence)


_LINE_MOVES: tuple[LineMove, ...] = ("A up", "B down", "both")


def finish(file: File) -> None:
    """Close the last round if it is open, and make the standings final. Games without a score do not count."""
    before, after = record(file, lambda event: finish_event(event, _now()))
    says = unfinished(before)
    for sentence in says:
        typer.echo(sentence)
    if says:
        typer.echo(f"If play continues, take this back: {command_here()} event undo {file}")
    if after.rounds:
        show_standings(after, why=True)


def _missing(event: Event, file: Path) -> str:
    """What keeps the round open, table by table, and what to type for the first of them."""
    current = event.round
    words = {
        None: "has no score",
        "waiting": "has a score that nobody has accepted",
        "disputed": "has a disputed score",
    }
    state = {table: current.results[table].status if table in current.results else None for table in current.missing()}
    first = next(iter(state))
    todo = f"score {file} {first} NS EW" if state[first] is None else f"accept {file} {first}"
    said = "; ".join(f"table {table} {words[found]}" for table, found in state.items())
    return f"Missing: {said}. Go on with: {command_here()} event {todo}."


def coins(file: File, tossed: Annotated[list[str], typer.Argument(metavar="ENTRY=heads|tails...")]) -> None:
    """Write down the coins of a three-way tie."""
    sides: dict[str, Literal["heads", "tails"]] = {}
    for name, side in _pairs(tossed).items():
        if side not in ("heads", "tails"):
            refuse(f"A coin shows heads or tails, not {side!r}.")
        sides[name] = "heads" if side == "heads" else "tails"
    show_standings(happen(file, CoinsTossed(coins=sides))[1], why=True)


def play_off(
    file: File,
    winner: Annotated[str, typer.Argument()],
    loser: Annotated[str, typer.Argument()],
    winner_points: Annotated[int, typer.Argument()] = 0,
    loser_points: Annotated[int, typer.Argument()] = 0,
) -> None:
    """Write down an extra game between entries that are level."""
    played = PlayOffPlayed(winner=winner, loser=loser, winner_points=winner_points, loser_points=loser_points)
    show_standings(happen(file, played)[1], why=True)


def undo(file: File) -> None:
    """Take back what the last command wrote. It stays in the history."""
    last = last_command(file)
    before, after = happen(file, Undone(facts=len(last)))
    kinds = Counter(str(type(fact).__struct_config__.tag) for fact in last)
    typer.echo(f"Taken back: {', '.join(f'{kind} ({n})' if n > 1 else kind for kind, n in kinds.items())}.")
    for sentence in what_changed(before, after):
        typer.echo(sentence)


def _now() -> int:
    from time import time

    return int(time())


def _pairs(parts: Iterable[str]) -> dict[str, str]:
    """`Ann=Kh` and `Bob=9c` as a dictionary."""
    pairs: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in parts)):
        name, equals, value = part.partition("=")
        if not equals or not name.strip() or not value.strip():
            refuse(f"{part!r} is not of the form NAME=VALUE.")
        pairs[name.strip()] = value.strip()
    return pairs


def _counts(text: str, allowed: str) -> dict[str, int]:
    counts = {}
    for name, value in _pairs(text.split(",")).items():
        if name.upper() not in allowed.split() or not value.isdigit():
            refuse(f"{name}={value} cannot be read. Use {' or '.join(allowed.split())} and a number.")
        counts[name.upper()] = int(value)
    return counts


def _score(
    ns: int,
    ew: int,
    euchred: str,
    failed_alone: str,
    revokes: str,
    marches: str,
    loners: str,
    personal: str,
    no_loners: bool,
    lost_by: str,
) -> Score:
    if lost_by.upper() not in ("", "NS", "EW"):
        refuse("--lost-by takes NS or EW.")
    alone, own = _counts(loners, "N E S W"), _counts(personal, "N E S W")
    by_side = [_counts(text, "NS EW") for text in (euchred, failed_alone, revokes, marches)]
    cards = []
    for side, points in zip(Side, (ns, ew), strict=True):
        first, second = (seat.name for seat in side.seats)
        lone = (alone.get(first, 0), alone.get(second, 0))
        totals = (own[first], own[second]) if first in own and second in own else None
        if no_loners and totals is None:
            totals = (points, points)
        lost, failed, reneged, swept = (counts.get(side.name, 0) for counts in by_side)
        cards.append(SideCard(lost, failed, reneged, max(swept, sum(lone)), lone, totals))
    return Score(ns, ew, (cards[0], cards[1]), lost_by=Side[lost_by.upper()] if lost_by else None)
