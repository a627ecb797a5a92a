"""The card of one table: its games with the sides of each, payments to the kitty, and each player's total.

If a sitting has several games, the pivot keeps this card; otherwise it is a table's result slip.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bowerbird.event.facts import Score, Table
from bowerbird.event.money import Posting, ledger
from bowerbird.event.movements import movement_of
from bowerbird.event.results import result_of, worth
from bowerbird.event.scores import counted_by_hand
from bowerbird.event.state import Event, Round
from bowerbird.event.totals import dollars
from bowerbird.paper.blocks import Block, Card, Cards, Cell, Column, Grid, Heading, Signatures, Words
from bowerbird.paper.job import Job, label, rule_of
from bowerbird.paper.press import code
from bowerbird.seats import Seat, Side

__all__ = ["table_cards"]

_REASONS = {
    "euchred": "Euchred",
    "failed alone": "Failed alone",
    "revoke": "{revoke}",
    "march against": "March against",
    "lost game": "Lost",
}


class _Game(Table, frozen=True):
    """A table in one game: the number of the round, and the score if there is one."""

    round: int = 0
    score: Score | None = None


def table_cards(job: Job) -> tuple[Cards, ...]:
    """A card for each table of a round, or a blank one before anyone is seated."""
    event = job.event
    if not event.rounds and job.round is None and job.table is None:
        return (Cards(title="Table card", cards=(_card(job, None, _blank()),), per_page=1),)
    past = job.chosen_round()
    paid = ledger(event)
    return (
        Cards(
            title="Table card",
            cards=tuple(_card(job, past, table, paid) for table in job.tables_of(past)),
            per_page=1 if event.book.event.games_per_round > 1 or event.book.event.money.stake_for else 2,
        ),
    )


def _blank() -> Table:
    return Table(0, ("", "", "", ""))


def _card(job: Job, past: Round | None, table: Table, postings: Sequence[Posting] = ()) -> Card:
    event = job.event
    games = _games(event, past, table)
    blocks: list[Block] = [_results(event, games)]
    if event.book.event.money.stake_for:
        blocks += [Heading(text="The kitty"), Words(text=_stakes(event)), _kitty(event, games, postings)]
    if len(games) > 1:
        blocks += [Heading(text="Each player"), _players(event, table, games)]
    explained = rule_of(event.book, "event.result", "event.match_points", "event.season.credits")
    blocks.append(Words(text=explained, look="note"))
    if len(games) == 1:
        blocks.append(Signatures(names=("North or South", "East or West")))
    when = f" · {label(event, _first(event, past))}" if past else ""
    number = f"Table {table.number}" if table.number else "Table ____"
    return Card(
        title=f"{number}{when}",
        note=_keeper(event, table),
        blocks=tuple(blocks),
        code=code(job.links.tables.get(table.number, "")),
    )


def _first(event: Event, past: Round) -> int:
    """The first round of the sitting."""
    if event.book.event.games_per_round == 1:
        return past.number
    return next(other.number for other in event.rounds if other.sitting == past.sitting)


def _keeper(event: Event, table: Table) -> str:
    if not movement_of(event.book).pivot:
        return ""
    pivot = table.seats[table.dealer]
    return (
        f"The pivot, {pivot}, deals first and keeps this card" if pivot else "The pivot deals first and keeps this card"
    )


def _games(event: Event, past: Round | None, table: Table) -> list[_Game]:
    """The games of the sitting: those played, and the rest as the rotation goes."""
    wanted = event.book.event.games_per_round
    games: list[_Game] = []
    if past is not None:
        first = _first(event, past)
        for other in event.rounds[first - 1 :]:
            if other.sitting == past.sitting and other.counts and len(games) < wanted:
                at = other.table(table.number)
                result = other.results.get(table.number)
                score = result.score if result is not None and result.status == "accepted" else None
                games.append(_Game(at.number, at.seats, at.dealer, round=other.number, score=score))
                if wanted == 1:
                    break
    games = games or [_Game(table.number, table.seats, table.dealer)]
    while len(games) < wanted:
        last = movement_of(event.book).next_game(games[-1])
        games.append(_Game(last.number, last.seats, last.dealer))
    return games


def _results(event: Event, games: list[_Game]) -> Grid:
    """Two lines per game, one for each side."""
    counted = counted_by_hand(event.book)
    result = result_of(event.book)
    first = Column("Game", align="center") if len(games) > 1 else Column("Seats")
    columns = [first, Column("Partners", 4), Column("Score", 1, "center")]
    columns += [Column(result.game_head, 1, "center")] if result.own_column else []
    columns += [Column(what.capitalize(), 1, "center") for what in counted]
    rows: list[tuple[str | Cell, ...]] = []
    for number, game in enumerate(games, 1):
        for side in Side:
            head = _seats_of(event, side) if len(games) == 1 else str(number) if side is Side.NS else ""
            cells = _side(event, game, side, counted)
            rows.append((head, _pair(game, side), cells[0], *cells[1 if result.own_column else 2 :]))
    return Grid(columns=tuple(columns), rows=tuple(rows), height=26 if len(games) > 1 else 40, lines="all")


def _seats_of(event: Event, side: Side) -> str:
    lines = movement_of(event.book).line_names
    return f"Team {lines[side]}, {side.word}" if lines else side.word


def _pair(game: _Game, side: Side) -> str:
    return " & ".join(filter(None, game.pair(side)))


def _side(event: Event, game: _Game, side: Side, counted: tuple[str, ...]) -> list[str | Cell]:
    """Points, worth and counts of one side; empty if there is no score yet."""
    score = game.score
    if score is None:
        return [""] * (2 + len(counted))
    values = dict.fromkeys(str(worth(event.book, score, seat)) for seat in side.seats)
    own, other = score.cards[side], score.cards[side.other]
    counts = {"loners": " and ".join(map(str, own.loners)), "euchres": str(other.euchred)}
    points = Cell(str(score.points[side]), bold=score.winner is side)
    return [points, " and ".join(values), *(counts[what] for what in counted)]


def _stakes(event: Event) -> str:
    stake = event.book.event.money.stake_each_game
    return (
        f"Everybody puts in {dollars(stake)} for each game. Make a stroke each time a pair pays {dollars(stake)} each "
        "once more. The winners of the game split the kitty."
    )


def _kitty(event: Event, games: list[_Game], postings: Sequence[Posting]) -> Grid:
    """Tally marks for every reason to pay; with a score, what each of the two paid and got back."""
    reasons = event.book.event.money.stake_for
    words = [_REASONS[reason].format(revoke=event.book.words.revoke.capitalize()) for reason in reasons]
    columns = [Column("Game", align="center"), Column("Partners", 3), *(Column(word, 1, "center") for word in words)]
    columns += [Column("Paid each", 1, "center"), Column("Got each", 1, "center")]
    rows = []
    for number, game in enumerate(games, 1):
        subs = event.rounds[game.round - 1].subs if game.round else {}
        for side in Side:
            head = str(number) if side is Side.NS else ""
            strokes = [""] * len(reasons)
            rows.append((head, _pair(game, side), *strokes, *_paid_and_got(postings, game, side, subs)))
    return Grid(columns=tuple(columns), rows=tuple(rows), height=26, lines="all")


def _paid_and_got(postings: Sequence[Posting], game: _Game, side: Side, subs: Mapping[str, str]) -> tuple[str, str]:
    if game.score is None:
        return "", ""
    name = subs.get(game.pair(side)[0], game.pair(side)[0])
    moved = [posting.amounts.get(name, 0) for posting in postings if posting.round == game.round]
    return dollars(-sum(cents for cents in moved if cents < 0)), dollars(sum(cents for cents in moved if cents > 0))


def _players(event: Event, table: Table, games: list[_Game]) -> Grid:
    columns = [Column("Player", 3), *(Column(f"Game {number}", 1, "center") for number in range(1, len(games) + 1))]
    columns.append(Column("Week", 1, "center"))
    rows: list[tuple[str | Cell, ...]] = []
    for name in table.seats:
        worths = [_worth(event, game, name) for game in games]
        total = str(sum(int(value) for value in worths)) if all(worths) else ""
        rows.append((name, *worths, Cell(total, bold=True)))
    return Grid(columns=tuple(columns), rows=tuple(rows), height=26, lines="all")


def _worth(event: Event, game: _Game, name: str) -> str:
    return str(worth(event.book, game.score, Seat(game.seats.index(name)))) if game.score and name else ""
