"""What people in the room are told, in one sentence each: where to sit, how to set up, what a movement means."""

from __future__ import annotations

from collections.abc import Sequence

from bowerbird.event.facts import CheckedIn, Fact
from bowerbird.event.movement.lines import LineMove, pairs_repeat_after
from bowerbird.event.state import Event, Round, tidy_name
from bowerbird.event.words import listed
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat

__all__ = [
    "absence",
    "advice",
    "back_this_week",
    "checklist",
    "line_advice",
    "shifted",
    "teams_playing",
    "unfinished",
    "where",
    "worth_of_rest",
]

_MARKERS = {
    "two fives": "two fives of one colour for each side, kept from the stripped cards",
    "three and two": "a three and a two for each side, kept from the stripped cards",
    "peg board": "a peg board",
    "numbers": "paper and a pencil",
}


def where(event: Event, name: str) -> str:
    """`Table 7, East, with Betty.`"""
    current = event.round
    person = _played_for(current, name) or event.person(name).name
    for table in current.tables:
        if person in table.seats:
            seat = Seat(table.seats.index(person))
            partner = table.seats[seat.partner]
            partner = current.subs.get(partner, partner)
            deals = " You deal first." if table.dealer is seat else ""
            return f"Table {table.number}, {seat.word}, with {partner}.{deals}"
    if person in current.sitting_out:
        return "You sit out this game, at the resting table."
    return "You have no place in this round. See the director."


def _played_for(current: Round, name: str) -> str:
    """Whose chair a sub has in this round, or nobody's."""
    asked = tidy_name(name).casefold()
    return next((player for player, by in current.subs.items() if by.casefold() == asked), "")


def shifted(event: Event) -> tuple[str, ...]:
    """Who stayed at a table but changed chairs, so that the room can see it."""
    if len(event.rounds) < 2:
        return ()
    before, after = event.rounds[-2:]
    chairs = {name: (table.number, seat) for table in before.tables for seat, name in enumerate(table.seats)}
    says = []
    for table in after.tables:
        for seat, name in enumerate(table.seats):
            was = chairs.get(name)
            if was is not None and was[0] == table.number and was[1] != seat:
                says.append(f"Table {table.number}: {name} moves over to {Seat(seat).word}.")
    return tuple(says)


def checklist(book: Rulebook, tables: int) -> tuple[str, ...]:
    """What must be on the tables before people come."""
    pack = book.cards()
    joker = " and the joker" if pack.joker else ""
    items = [
        f"{tables} table{'s' if tables != 1 else ''} of four chairs in a ring, numbered from 1.",
        f"On each table a stripped pack of {len(pack)} cards: {pack.lowest.word}s to aces{joker}.",
        "To keep score: " + ", or ".join(_MARKERS[marker] for marker in book.game.markers) + ".",
    ]
    items.append(
        {
            "nothing": "No score cards are needed.",
            "master card": "No score cards on the tables: results go on the director's master card. "
            "Printed table cards are optional.",
            "table card": "One score card for each table; the pivot keeps it.",
            "personal cards": "One score card for each person.",
        }[book.event.kept_on]
    )
    if book.game.minutes:
        items.append(f"A bell and a clock: {book.game.minutes} minutes a game.")
    return tuple(items)


def teams_playing(event: Event) -> int:
    """How many teams take part in the round that is on, one with a bye included."""
    resting = {event.entry_of[name] for name in event.round.sitting_out}
    return 2 * len(event.round.tables) + sum(len(event.entries[name].players) == 2 for name in resting)


def advice(event: Event, move: LineMove = "A up") -> tuple[str, ...]:
    """What the movement of this round, or the plan, means for who meets whom."""
    if event.book.event.movement == "teams up the line":
        return line_advice(teams_playing(event), event.planned_rounds, move)
    return (event.plan_says,) if event.plan_says else ()


def line_advice(teams: int, rounds: int, move: LineMove = "A up") -> tuple[str, ...]:
    """What the two lines mean for who meets whom, and the warning when the same teams come together again."""
    if teams == 2:
        return ("Two teams meet in every game.",)
    tables = (teams + 1) // 2
    says = [
        f"With {tables} tables a team meets at most {tables} of the {teams - 1} others. "
        f"A full round robin, {teams - 1 + teams % 2} games, meets them all."
    ]
    repeat = pairs_repeat_after(tables, move)
    if move == "both" and tables % 2 == 0:
        says.append(
            f"Warning: with both lines moving and {tables} tables, the same teams meet again after game {repeat}. "
            "Let one line move."
        )
    elif rounds > repeat:
        says.append(f"Warning: the same teams meet again after game {repeat}.")
    if teams % 2:
        says.append("The number of teams is odd: each game one A team has a bye. A round robin spreads byes evenly.")
    return tuple(says)


def unfinished(event: Event) -> tuple[str, ...]:
    """What becomes of games without a settled score when the event is finished now."""
    if not event.rounds:
        return ("Nothing was played.",)
    current = event.round
    missing = () if current.closed else current.missing()
    if missing and not current.results:
        return (f"Round {current.number} was not played and does not count.",)
    says = []
    for number in missing:
        result = current.results.get(number)
        if result is None:
            worth = worth_of_rest(event.book, table_stands_down=True)
            says.append(f"Table {number} has no score, so it does not play this round. {worth}")
            continue
        score = f"{result.score.ns} to {result.score.ew}"
        why = f"the score {score} is disputed" if result.status == "disputed" else f"nobody has accepted {score}"
        says.append(f"Table {number}: {why}, so it does not count. If it is right, enter it as a correction.")
    return tuple(says)


def absence(before: Event, after: Event, name: str, week: int = 0) -> str:
    """What an absence that was just noted means."""
    name = after.person(name).name
    if before.book.event.games_per_round == 1:
        return f"{name} is absent."
    noted = after.people[name].week
    zero = before.book.event.season.absent == "zero"
    if before.people[name] == after.people[name]:
        return f"{name} was absent in week {week}{' and has zero for it' if zero else ''}."
    return f"{name} is absent in week {noted}{' and has zero for it, unless a sub plays' if zero else ''}."


def back_this_week(facts: Sequence[Fact]) -> tuple[str, ...]:
    """Who has a seat again, where the facts of a new round begin another week."""
    back = [fact.name for fact in facts if isinstance(fact, CheckedIn)]
    if not back:
        return ()
    are = "is" if len(back) == 1 else "are"
    return (f"{listed(back)} {are} expected again this week. Note anyone who does not come.",)


def worth_of_rest(book: Rulebook, table_stands_down: bool) -> str:
    """What people get for a game that they cannot play."""
    if table_stands_down and book.event.season.table_of_absent == "average of other weeks":
        return "They get their average of the other weeks, without credits."
    rule = book.event.sit_out
    if isinstance(rule, int):
        return f"They get {rule} for it."
    return {
        "nothing": "They get nothing for it.",
        "mean score": "They get the mean score of this game.",
        "average of other weeks": "They get their average of the other weeks.",
    }[rule]
