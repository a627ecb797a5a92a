"""The commands of `bowerbird event` that change something: every request of the desk, by the same name.

Most are made from the request's own fields: what must be given is an argument, the rest are options. A few are written
out, because people write a score as `10 6` and a cut as `Ann=Kh`. What a request does is in `bowerbird.evening`.
"""

from __future__ import annotations

import inspect
import random
import re
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, Final, get_args

import msgspec
import typer
from msgspec import inspect as shapes
from typer.core import TyperCommand

from bowerbird.cli.common import AsJson, choose_one, print_json
from bowerbird.cli.event._change import settings_given
from bowerbird.cli.event._fields import FIELD_HELP, field_help
from bowerbird.cli.event._file import File, carry_out, load, now_in_ms, refuse
from bowerbird.cli.event._show import coming_words, show_seating, show_standings
from bowerbird.cli.files import DASH, DASH_IN, is_dash, name_of, read_text
from bowerbird.evening.clock import minute_of_day
from bowerbird.evening.commands import Moment, Proposal, RequestContext, propose
from bowerbird.evening.requests import Do, Request
from bowerbird.evening.rights import Right
from bowerbird.evening.state import Story
from bowerbird.evening.views import Seen
from bowerbird.evening.views.director import next_step
from bowerbird.event import EventError, Fact
from bowerbird.event.clock import games_left
from bowerbird.event.deals import seed_by
from bowerbird.event.entry_list import read_csv
from bowerbird.event.facts import BoardsDealt
from bowerbird.event.met import season_so_far
from bowerbird.event.planning import plans_by_season
from bowerbird.names import one_line

__all__ = ["register"]

By = Annotated[str, typer.Option("--by", callback=one_line, help="The player who says so; without it, the director.")]
Seed = Annotated[
    int | None,
    typer.Option(help="Draw and cut by this number, to get the same again. Boards are always dealt by chance."),
]
TableNumber = Annotated[int, typer.Argument(metavar="TABLE", help=FIELD_HELP["table"])]
Names = Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help=FIELD_HELP["names"])]
NorthSouth = Annotated[int, typer.Argument(metavar="NS", help="Points of North and South.")]
EastWest = Annotated[int, typer.Argument(metavar="EW", help="Points of East and West.")]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--choose", metavar="NAME=VALUE", help="A choice of the movement; a switch by its name."),
]
LeftOpen = Annotated[
    str, typer.Option("--unfinished", metavar="counted|not counted", help="The fate of games without a settled score.")
]
More = Annotated[bool, typer.Option("--more", help="One more round than was planned.")]
_PER_SIDE: Final = "as in NS=1,EW=2"
_SAVE_CSV: Final = "Save it from the spreadsheet as CSV UTF-8."
#: Fields that are options, though a request needs them.
_OPTIONS: Final = frozenset({"reason", "key"})
#: Fields that are arguments, though a request can do without them.
_ARGUMENTS: Final = frozenset({"table", "winner_points", "loser_points"})
#: After these people want to see the room, or the places.
_SHOW_SEATING: Final = frozenset({"seat", "next", "swap", "place", "draw"})
#: After these a round may have all its scores.
_SETTLES_A_TABLE: Final = frozenset({"score", "stop", "accept", "stand-down"})
_SHOW_STANDINGS: Final = frozenset({"finish", "coins", "play-off"})


def register(app: typer.Typer) -> None:
    """Add these commands to `bowerbird event`."""
    by_hand: dict[str, Callable[..., None]] = {
        "enter": enter,
        "check-in": check_in,
        "seat": seat,
        "next": next_,
        **{what: _score_command(what) for what in _SCORE_COMMANDS},
        "cut": cut,
        "plan": plan,
        "place": place,
        "draw": draw,
        "coins": coins,
        "change": change,
    }
    for shape in (shape for shape in get_args(Do) if not shape.needs_server):
        name = str(shape.__struct_config__.tag)
        kind = _WithPoints if name in _SCORE_COMMANDS else None
        app.command(name, cls=kind)(by_hand.get(name) or _command_for(shape))


class _WithPoints(TyperCommand):
    """A command that takes points. A number below zero would be read as an option that nobody knows."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        for argument in args:
            if re.fullmatch(r"-\d+", argument):
                refuse(f"{argument} can't be a score: points start at 0. Nothing was written.")
        return super().parse_args(ctx, args)


# Asking.


def _ask(
    file: Path,
    what: str,
    *,
    as_json: bool = False,
    speaker: str = "",
    seed: int | None = None,
    after: Iterable[Path] | None = None,
    **fields: Any,
) -> None:
    """Send a request, and print the answer. A week is planned `after` the events of these files."""
    given = {name: value for name, value in fields.items() if value not in (None, "", ())}
    try:
        request: Request = msgspec.convert({"what": what, "key": secrets.token_hex(8), **given}, Do, strict=False)
    except msgspec.ValidationError as error:
        refuse(_in_words(str(error), what))
    right = Right("", "player", 0, speaker) if speaker else Right("", "director")
    chance = random.SystemRandom() if seed is None else random.Random(seed)
    season = season_so_far(map(load, after)) if after else None

    def judge(story: Story, at: int) -> Proposal:
        proposal = propose(RequestContext(request, right, story.evening, story, Moment(at, chance), season))
        return msgspec.structs.replace(proposal, facts=tuple(map(_dealt_by_chance, proposal.facts)))

    story, command = carry_out(file, right.by, request.key, judge)
    event = story.evening.event
    if as_json:
        print_json({"seq": command.seq, "what": what, "says": command.record.says})
        return
    if what in _SHOW_SEATING and event.open_round is not None:
        show_seating(event)
    for sentence in command.record.says:
        typer.echo(sentence)
    if what in _SETTLES_A_TABLE and event.open_round is not None and not event.open_round.missing():
        fit = games_left(event, minute_of_day(event, now_in_ms()))
        typer.echo(coming_words(event, next_step(Seen(story.evening, rung=False)), fit))
    if what in _SHOW_STANDINGS and event.rounds:
        show_standings(event, why=True)


def _dealt_by_chance(fact: Fact) -> Fact:
    """Boards by chance alone: those of a number that somebody can guess could be worked out before they are played."""
    return BoardsDealt(seed=seed_by(random.SystemRandom().shuffle)) if isinstance(fact, BoardsDealt) else fact


def _in_words(problem: str, what: str) -> str:
    """msgspec's complaint for somebody at a keyboard: the field, and what it takes."""
    missing = re.search(r"missing required field `(\w+)`", problem)
    if missing:
        name = missing[1].replace("_", "-")
        return f"{what} needs {'a reason: add --reason' if name == 'reason' else name}. Nothing was written."
    said, _, place = problem.partition(" - at ")
    name = re.split(r"[.\[]", place.strip("`").removeprefix("$."))[0]
    field = name.replace("_", "-")
    if "expected `array`" in said:
        return f"{what}: name people one by one; `all` isn't possible here. Nothing was written."
    return f"{what}{f', {field}' if field else ''}: {_taken(said, what, name)}. Nothing was written."


#: msgspec's words, and ours.
_TAKES: Final = (
    (r"`array` of length >= (\d+)", r"give at least \1"),
    (r"`array` of length <= (\d+)", r"give at most \1"),
    (r"`array` of length (\d+), got (\d+)", r"give \1, not \2"),
    (r"`str` of length <= (\d+)", r"use at most \1 letters"),
    (r"`int` <= (-?\d+)", r"use \1 or less"),
    (r"`int` >= (-?\d+)", r"use \1 or more"),
    (r"`int`", "use a whole number"),
)
_FORMS: Final = {"start": "18:30", "date": "2026-01-05"}


def _taken(said: str, what: str, field: str) -> str:
    """What a field takes, after msgspec's complaint."""
    if "matching regex" in said:
        return f"write it as in {_FORMS.get(field, 'the help')}"
    if refused := re.search(r"enum value '?([^']*)'?", said):
        (shape,) = (shape for shape in get_args(Do) if shape.__struct_config__.tag == what)
        info = shapes.type_info(shape)
        assert isinstance(info, shapes.StructType)
        kinds = [each.type for each in info.fields if each.name == field]
        words = sorted(word for kind in kinds for word in _words_in(kind))
        use = f"Use {', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "See --help"
        return f"{refused[1]!r} isn't possible. {use}"
    for theirs, ours in _TAKES:
        if found := re.search(theirs, said):
            return found.expand(ours)
    return f"{said[0].lower()}{said[1:]}. See --help"


def _words_in(kind: shapes.Type) -> set[str]:
    """The words from which a field takes one, or several."""
    if isinstance(kind, shapes.LiteralType):
        return {str(value) for value in kind.values if value}
    if isinstance(kind, shapes.UnionType):
        return set().union(*map(_words_in, kind.types))
    if isinstance(kind, shapes.VarTupleType):
        return _words_in(kind.item_type)
    return _words_in(kind.value_type) if isinstance(kind, shapes.DictType) else set()


# Commands made from the fields of a request.


def _command_for(shape: type[Request]) -> Callable[..., None]:
    """A command with an argument for each field that must be given, and an option for each other one."""
    info = shapes.type_info(shape)
    assert isinstance(info, shapes.StructType)
    what = str(info.tag)
    fields = [field for field in info.fields if field.name != "key"]
    fields.sort(key=lambda field: not _is_argument(field))

    def command(**given: Any) -> None:
        file, as_json, speaker = given.pop("file"), given.pop("as_json"), given.pop("speaker", "")
        if what == "paste" and is_dash(given["text"]):
            given["text"] = read_text(DASH, _SAVE_CSV)
        _ask(file, what, as_json=as_json, speaker=speaker, **{name: _value(value) for name, value in given.items()})

    parameters = [_parameter(field.name, *_typed(field, field_help(what, field.name))) for field in fields]
    if "player" in shape.roles:
        parameters.append(_parameter("speaker", By, ""))
    words = inspect.cleandoc(shape.__doc__ or "").partition("\n\n")[0].replace("`", "")
    return _declared(command, what, words, parameters)


def _declared(
    command: Callable[..., None], what: str, words: str, parameters: list[inspect.Parameter]
) -> Callable[..., None]:
    """The command with its name, its help and its parameters, between the file and `--json`."""
    parameters = [_parameter("file", File), *parameters, _parameter("as_json", AsJson, False)]
    command.__name__ = what.replace("-", "_")
    command.__doc__ = words
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command


def _is_argument(field: shapes.Field) -> bool:
    return field.name in _ARGUMENTS or (field.required and field.name not in _OPTIONS)


def _parameter(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _typed(field: shapes.Field, words: str) -> tuple[Any, ...]:
    """The annotation of a command's parameter with its help, and its default where there is one."""
    kinds = {type(kind) for kind in (field.type.types if isinstance(field.type, shapes.UnionType) else (field.type,))}
    metavar = _metavar(field)
    if _is_argument(field):
        base: Any = list[str] if shapes.VarTupleType in kinds or shapes.DictType in kinds else str
        annotation = Annotated[base, typer.Argument(metavar=metavar, help=words)]
        return (annotation,) if field.required else (annotation, "")
    if shapes.BoolType in kinds:
        flag = field.name.replace("_", "-")
        default = None if shapes.NoneType in kinds else field.default
        return Annotated[bool | None, typer.Option(f"--{flag}/--no-{flag}", help=words)], default
    if shapes.VarTupleType in kinds:
        return Annotated[list[str] | None, typer.Option(metavar=metavar, help=words)], None
    return Annotated[str, typer.Option(metavar=metavar, help=words)], ""


def _metavar(field: shapes.Field) -> str:
    values = field.type.values if isinstance(field.type, shapes.LiteralType) else ()
    return "|".join(map(str, values)) if 0 < len(values) <= 6 else field.name.upper()


def _value(value: Any) -> Any:
    """Names as the event keeps them; the word `all` alone stands for everybody."""
    if isinstance(value, str):
        # A list to paste keeps its lines.
        return "\n".join(map(one_line, value.splitlines())) if "\n" in value else one_line(value)
    if isinstance(value, list):
        return "all" if value == ["all"] else tuple(map(one_line, value))
    return value


# Commands written out.


def enter(
    file: File,
    names: Names = None,
    pairs: Annotated[bool, typer.Option("--pairs", help="The names are teams, two by two.")] = False,
    zone: Annotated[str, typer.Option(help="The zone that they play for.")] = "",
    born: Annotated[int, typer.Option(help="The year of birth.")] = 0,
    of_age: Annotated[bool, typer.Option("--of-age", help="They have confirmed their age.")] = False,
    here: Annotated[bool, typer.Option("--here", help="Check them in at once.")] = False,
    from_csv: Annotated[
        Path | None,
        typer.Option(
            "--csv",
            metavar="FILE",
            help=f"A list with the columns name, and if wanted partner, zone, born, born_partner, of_age. {DASH_IN}",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Enter people or teams, by name or from a CSV file."""
    if from_csv is not None:
        for name, value in (("Names", names), ("--pairs", pairs), ("--born", born)):
            choose_one({name: value, "--csv": from_csv})
        _ask(file, "paste", text=_read_csv(from_csv), here=here, zone=zone, of_age=of_age, as_json=as_json)
        return
    people = [one_line(name) for name in names or ()]
    if not people:
        refuse("Name somebody to enter, or give a CSV file.")
    pairs = pairs or load(file).book.event.entry.unit == "pairs"
    size = 2 if pairs else 1
    forms = [
        {
            "name": people[first],
            "partner": people[first + 1] if pairs and first + 1 < len(people) else "",
            "zone": zone,
            "born": born,
            "born_partner": born if pairs else 0,
            "of_age": of_age,
        }
        for first in range(0, len(people), size)
    ]
    _ask(file, "enter", people=forms, here=here, as_json=as_json)


def _read_csv(path: Path) -> str:
    text = read_text(path, _SAVE_CSV)
    try:
        read_csv(text)
    except EventError as error:
        refuse(f"{name_of(path)}: {error}")
    return text


def change(
    file: File,
    title: Annotated[str, typer.Option(help="Another name for the event.")] = "",
    rounds: Annotated[int | None, typer.Option(help="Another number of rounds; 0 leaves it open.")] = None,
    place: Annotated[str, typer.Option(help="Another location.")] = "",
    date: Annotated[str, typer.Option(help="Another date, as in 2026-01-05.")] = "",
    start: Annotated[str, typer.Option(help="Another start, as in 18:30.")] = "",
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A setting, as in event.money.fee=500.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Change the event while it runs, and say what that changes."""
    told: dict[str, Any] = {"title": title, "rounds": rounds, "place": place, "date": date, "start": start}
    _ask(file, "change", settings=settings_given(setting or ()), as_json=as_json, **told)


def check_in(
    file: File,
    names: Names = None,
    everybody: Annotated[bool, typer.Option("--all", help="Everybody who has not been seen yet is here.")] = False,
    same: Annotated[bool, typer.Option("--same", help="The same people as at the last meeting are here.")] = False,
    meeting: Annotated[int, typer.Option(help="An older meeting, by its number.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Check people in."""
    choose_one({"Names": names, "--all": everybody, "--same": same})
    if not (names or everybody or same):
        refuse("Name somebody to check in, or say --all or --same.")
    who: Any = "all" if everybody else "same as last time" if same else tuple(map(one_line, names or ()))
    _ask(file, "check-in", names=who, meeting=meeting, as_json=as_json)


def seat(
    file: File,
    choose: Chosen = None,
    in_order: Annotated[bool, typer.Option("--in-order", help="First places by order of entry.")] = False,
    after: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help=f"An earlier event of the season; people sit with others. {DASH_IN}"),
    ] = None,
    more: More = False,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Seat people for the next round."""
    _ask_about_one_more(file, more)
    choices = _choices(choose) | ({"in_order": "yes"} if in_order else {})
    if after and not plans_by_season(event := load(file)):
        refuse(f"{event.book.title} rules don't plan this round from other events. Leave out --after.")
    _ask(file, "seat", choices=choices, seed=seed, after=after, as_json=as_json)


def next_(
    file: File,
    choose: Chosen = None,
    unfinished: LeftOpen = "",
    more: More = False,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Close the round and seat people for the next one."""
    _ask_about_one_more(file, more)
    _ask(file, "next", choices=_choices(choose), unfinished=unfinished, seed=seed, as_json=as_json)


def _ask_about_one_more(file: Path, more: bool) -> None:
    """The desk asks before it seats more rounds than were planned; here the answer is an option."""
    event = load(file)
    if not more and 0 < event.planned_rounds <= len(event.rounds):
        refuse(
            f"{event.planned_rounds} rounds were planned, and the last one is seated. Finish the event, or say --more "
            "for one more round. Nothing was written."
        )


def _choices(choose: Iterable[str] | None) -> dict[str, str]:
    """`lines=B down` and the switch `extra`, as the movement takes them."""
    pairs = [part.partition("=") for part in choose or ()]
    return {name.strip(): value.strip() if equals else "yes" for name, equals, value in pairs}


def _score_option(name: str, help: str, metavar: str | None = None) -> inspect.Parameter:
    return _parameter(name, Annotated[str, typer.Option(metavar=metavar, help=help)], "")


_LOST_BY: Final = _score_option("lost_by", "The side that lost the game by a ruling.", "NS|EW")
_LAST_DEALER: Final = _score_option("last_dealer", "The dealer of the last hand, after a tied game.", "N|E|S|W")
_BOARDS: Final = _score_option("boards", "Each board of a duplicate event, as in 5=NS2,6=EW1,7=none.")
#: The options for cards, shared by the three commands that take a score.
_CARD_OPTIONS: Final = (
    _score_option("euchred", f"How often each side was euchred, {_PER_SIDE}."),
    _score_option("failed_alone", f"How often each side went alone and missed a trick, {_PER_SIDE}."),
    _score_option("revokes", f"How often each side reneged, {_PER_SIDE}."),
    _score_option("marches", f"How often each side took all five tricks, {_PER_SIDE}."),
    _score_option("loners", "Lone marches by player, as in N=1,W=1."),
    _score_option("personal", "Each player's personal card, as in N=11,E=6,S=10,W=6."),
    _parameter(
        "no_loners",
        Annotated[bool, typer.Option("--no-loners", help="Nobody made a lone march: personal cards are the score.")],
        False,
    ),
)
#: Those commands: the help, and the parameters that the others do not have.
_SCORE_COMMANDS: Final[dict[str, tuple[str, tuple[inspect.Parameter, ...]]]] = {
    "score": (
        "Enter a score of this round.",
        (
            _parameter("speaker", By, ""),
            _LOST_BY,
            _LAST_DEALER,
            _BOARDS,
        ),
    ),
    "stop": ("Stop a game before its end. The hands played so far count.", ()),
    "correct": (
        "Replace a score, in this round or an older one, and see what changes.",
        (
            _parameter(
                "round", Annotated[int, typer.Argument(metavar="ROUND", help="Counted from the first of the event.")]
            ),
            _parameter("reason", Annotated[str, typer.Option(help="Why, for the record.")]),
            _LOST_BY,
            _LAST_DEALER,
            _BOARDS,
            _parameter(
                "stopped",
                Annotated[bool | None, typer.Option("--stopped/--whole", help="The game was stopped before its end.")],
                None,
            ),
        ),
    ),
}


def _score_command(what: str) -> Callable[..., None]:
    words, own = _SCORE_COMMANDS[what]

    def command(**given: Any) -> None:
        written = {option.name: given.pop(option.name) for option in _CARD_OPTIONS}
        for name in {"lost_by", "last_dealer"} & given.keys():
            given[name] = given[name].upper()
        if given.get("boards"):
            given["boards"] = _boards(given["boards"])
        _ask(what=what, cards=_cards(given["ns"], given["ew"], **written), **given)

    first = [each for each in own if each.name == "round"]
    points = [_parameter("table", TableNumber), _parameter("ns", NorthSouth), _parameter("ew", EastWest)]
    rest = [each for each in own if each not in first]
    return _declared(command, what, words, [*first, *points, *_CARD_OPTIONS, *rest])


def _boards(text: str) -> list[dict[str, Any]]:
    """`5=NS2,6=EW1,7=none` as a request takes it."""
    boards: list[dict[str, Any]] = []
    for part in text.split(","):
        number, _, made = part.strip().partition("=")
        side, points = made[:2].lower(), made[2:]
        if not number.isdigit() or not (made == "none" or (side in ("ns", "ew") and points.isdigit())):
            refuse(f"{part.strip()!r} isn't a board. Write 5=NS2, 6=EW1, or 7=none for a board that was not played.")
        hand = {"adjusted": (0, 0)} if made == "none" else {side: int(points)}
        boards.append({"board": int(number), **hand})
    return boards


def _cards(
    ns: int,
    ew: int,
    euchred: str,
    failed_alone: str,
    revokes: str,
    marches: str,
    loners: str,
    personal: str,
    no_loners: bool,
) -> list[dict[str, Any]] | None:
    """Both sides' cards as a request takes them; nothing where nothing was said."""
    choose_one({"--loners": loners, "--no-loners": no_loners})
    if not any((euchred, failed_alone, revokes, marches, loners, personal, no_loners)):
        return None
    alone, own = _counts(loners, "N E S W"), _counts(personal, "N E S W")
    written = {"euchred": euchred, "failed_alone": failed_alone, "revokes": revokes, "marches": marches}
    by_side = {name: _counts(text, "NS EW") for name, text in written.items()}
    cards = []
    for side, (first, second), points in (("NS", "NS", ns), ("EW", "EW", ew)):
        lone = (alone.get(first, 0), alone.get(second, 0))
        card: dict[str, Any] = {name: counts.get(side, 0) for name, counts in by_side.items()}
        card |= {"marches": max(card["marches"], sum(lone)), "loners": lone}
        if first in own and second in own:
            card["personal"] = (own[first], own[second])
        elif no_loners:
            card["personal"] = (points, points)
        cards.append(card)
    return cards


def _counts(text: str, allowed: str) -> dict[str, int]:
    counts = {}
    for name, value in _pairs(text.split(",")).items():
        if name.upper() not in allowed.split() or not value.isdigit():
            refuse(f"{name}={value} can't be read. Use {' or '.join(allowed.split())} and a number.")
        counts[name.upper()] = int(value)
    return counts


def cut(
    file: File,
    table: TableNumber,
    purpose: Annotated[str, typer.Argument(metavar="move|deal", help="Who moves after a tied game, or who deals.")],
    cards: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME=CARD]...", help='As in "Ann=Kh" "Bob=9c".')
    ] = None,
    last_dealer: Annotated[
        str, typer.Option(metavar="NAME", help="Who dealt the last hand, if the score doesn't say.", callback=one_line)
    ] = "",
    drawn: Annotated[bool, typer.Option("--draw", help="Nobody cut: draw the two cards.")] = False,
    round_: Annotated[int, typer.Option("--round", metavar="ROUND", help="An earlier round.")] = 0,
    reason: Annotated[str, typer.Option(metavar="REASON", help="Why another cut is replaced.")] = "",
    as_json: AsJson = False,
) -> None:
    """Write down a cut that was made at a table, or have it drawn. With a reason it replaces another."""
    _ask(
        file,
        "cut",
        table=table,
        purpose=purpose,
        cards=_pairs(cards or ()),
        last_dealer=last_dealer,
        draw=drawn,
        round=round_,
        reason=reason,
        as_json=as_json,
    )


Tables = Annotated[
    list[str], typer.Argument(metavar="TABLE=NAMES...", help='Four people, North first, as in "1=Ann,Bob,Cal,Dee".')
]


def plan(file: File, tables: Tables, as_json: AsJson = False) -> None:
    """Plan the tables of the next round, or week, by hand."""
    _ask(file, "plan", tables=_tables(tables), as_json=as_json)


def place(
    file: File,
    tables: Tables,
    sure: Annotated[bool, typer.Option("--sure", help=FIELD_HELP["sure"])] = False,
    as_json: AsJson = False,
) -> None:
    """Place people by hand in this round. Tables that are left out stay as they are."""
    _ask(file, "place", tables=_tables(tables), sure=sure, as_json=as_json)


def _tables(parts: Iterable[str]) -> list[dict[str, Any]]:
    return [{"table": number, "names": names.split(",")} for part in parts for number, names in _pairs([part]).items()]


def draw(
    file: File,
    table: TableNumber,
    cards: Annotated[list[str], typer.Argument(metavar="NAME=CARD...", help="In the order in which they were shown.")],
    as_json: AsJson = False,
) -> None:
    """Enter the cards that were really shown at a table before its game."""
    shown = [(name, card) for part in cards for name, card in _pairs([part]).items()]
    _ask(file, "draw", table=table, cards=shown, as_json=as_json)


def coins(
    file: File,
    tossed: Annotated[list[str], typer.Argument(metavar="ENTRY=heads|tails...", help="The coin of each tied entry.")],
    as_json: AsJson = False,
) -> None:
    """Write down the coins of a three-way tie."""
    _ask(file, "coins", coins=_pairs(tossed), as_json=as_json)


def _pairs(parts: Iterable[str]) -> dict[str, str]:
    """`Ann=Kh` and `Bob=9c` as a dictionary."""
    pairs: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in parts)):
        name, equals, value = part.partition("=")
        if not equals or not name.strip() or not value.strip():
            refuse(f"{part!r} isn't of the form NAME=VALUE.")
        pairs[one_line(name)] = value.strip()
    return pairs
