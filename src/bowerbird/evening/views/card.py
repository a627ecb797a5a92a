"""One person's card: every game with table, seat, partner, opponents and score, corrections, rulings and money."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from bowerbird.evening.penalties import penalties_at, words
from bowerbird.evening.views.common import Seen
from bowerbird.event.boards import is_open
from bowerbird.event.errors import EventError
from bowerbird.event.games import Game, Status, Totals, games_of, is_known, places
from bowerbird.event.money import ledger, payouts, side_prizes
from bowerbird.event.results import result_of, total_shown
from bowerbird.event.standings import Line
from bowerbird.event.state import Event
from bowerbird.seats import Seat

__all__ = ["CardGame", "CardMoney", "CardRuling", "EarlierScore", "PersonCard", "outcome", "own_card", "person_card"]

#: How a game went for one side; empty without a score.
Outcome: TypeAlias = Literal["", "won", "tied", "lost"]


class EarlierScore(msgspec.Struct, frozen=True):
    """A score that was corrected, own points first, and why."""

    own: int
    theirs: int
    why: str


class CardGame(msgspec.Struct, frozen=True, kw_only=True):
    """One round of a card. `total` is the total after it; a score that does not count yet has no worth."""

    round: int
    name: str
    status: Status
    counts: bool
    table: int = 0
    seat: str = ""
    partner: str = ""
    against: tuple[str, ...] = ()
    own: int | None = None
    theirs: int | None = None
    outcome: Outcome = ""
    worth: str = ""
    total: str = ""
    loners: int = 0
    sub: str = ""
    plays_for: str = ""
    earlier: tuple[EarlierScore, ...] = ()
    rulings: tuple[str, ...] = ()


class CardRuling(msgspec.Struct, frozen=True):
    """A ruling about the person: the round it was given in, and the reason if it was overruled."""

    round: int
    words: str
    overruled: str


class CardMoney(msgspec.Struct, frozen=True):
    """Money of the person, in cents: below zero it was paid in. `sure` is false for a prize before the end."""

    words: str
    cents: int
    sure: bool = True


class PersonCard(msgspec.Struct, frozen=True, kw_only=True):
    """A person's card. `place` is empty before they have one; `paid` is None where there is no fee or no meeting."""

    name: str
    entry: str
    zone: str
    on_list: bool
    place: str
    total: str
    total_is: str
    figures: tuple[tuple[str, str], ...]
    games: tuple[CardGame, ...]
    rulings: tuple[CardRuling, ...]
    paid: bool | None
    money: tuple[CardMoney, ...]


def person_card(seen: Seen, name: str, *, money: bool, forecast: bool) -> PersonCard:
    """The card of anybody who entered or played as a sub. `forecast` adds the prizes as if it were over now."""
    event = seen.event
    if not is_known(event, name):
        raise EventError(f"Nobody called {name!r} is on the list or has played.")
    on_list = name in event.people
    entry = event.entry(name) if on_list else None
    line = next((line for line in seen.lines if entry is not None and line.name == entry.name), None)
    after = seen.after_rounds if line is not None else {}
    return PersonCard(
        name=name,
        entry=entry.name if entry else name,
        zone=entry.zone if entry else "",
        on_list=on_list,
        place=_place(seen, line) if line and event.rounds else "",
        total=total_shown(event.book, line.total) if line and event.rounds else "",
        total_is=result_of(event.book).on_screen,
        figures=_figures(event, line) if line else (),
        games=tuple(_game(seen, game, line, after) for game in games_of(event, name)),
        rulings=tuple(_rulings(seen, name)),
        paid=event.attendance(name).paid if money and on_list and event.book.event.money.fee else None,
        money=tuple(_money(seen, name, forecast)) if money else (),
    )


def own_card(seen: Seen, name: str) -> PersonCard:
    """The card as its owner may see it: not how other tables did on boards that somebody may still have to play."""
    card = person_card(seen, name, money=True, forecast=False)
    if seen.public is seen.event:
        return card
    games = [
        game if is_open(seen.event, seen.event.rounds[game.round - 1]) else msgspec.structs.replace(game, worth="")
        for game in card.games
    ]
    hidden = tuple(msgspec.structs.replace(game, total="") for game in games)
    return msgspec.structs.replace(card, total="", games=hidden)


def _place(seen: Seen, line: Line) -> str:
    return places(seen.lines)[line.name]


def _figures(event: Event, line: Line) -> tuple[tuple[str, str], ...]:
    """What else is counted, as far as there is any. Beside a total in points, points of the games are named apart."""
    in_points = "points" in result_of(event.book).on_screen
    points = 0 if in_points and line.points == line.total else line.points
    counted = {
        "Won": line.wins,
        "Tied": line.draws,
        "Lost": line.losses,
        "Game points" if in_points else "Points": points,
        "Lone marches": line.loners,
        "Euchres": line.euchres,
        "Sat out": line.sat_out,
    }
    return tuple((word, str(count)) for word, count in counted.items() if count)


def outcome(game: Game) -> Outcome:
    """How a game went for the person's side."""
    if game.score is None or game.seat is None:
        return ""
    winner = game.score.winner
    return "tied" if winner is None else "won" if winner is game.seat.side else "lost"


def _game(seen: Seen, game: Game, line: Line | None, after: Totals) -> CardGame:
    event, past = seen.event, game.round
    head = CardGame(round=past.number, name=event.round_name(past), status=game.status, counts=past.counts)
    counted = game.status in ("played", "sat out", "stood down") and past.counts
    at_end = after.get(past.number, {}).get(line.name) if line and counted else None
    if game.table is None or game.seat is None:
        return msgspec.structs.replace(head, total=total_shown(event.book, at_end.total) if at_end else "")
    result, worth = game.result, game.worth(event)
    own, theirs = game.own_and_theirs(result.score) if result else (None, None)
    return CardGame(
        round=past.number,
        name=head.name,
        status=game.status,
        counts=past.counts,
        table=game.table.number,
        seat=game.seat.word,
        partner=game.partner,
        against=game.opponents,
        own=own,
        theirs=theirs,
        outcome=outcome(game),
        worth="" if worth is None or not past.counts else total_shown(event.book, worth),
        total=total_shown(event.book, at_end.total) if at_end else "",
        loners=_loners(game, game.seat),
        sub=game.sub,
        plays_for=game.plays_for,
        earlier=tuple(EarlierScore(*game.own_and_theirs(old), why) for old, why in (result.replaced if result else ())),
        rulings=tuple(
            f"{words(each, past)}{f' (overruled: {each.overruled})' if each.overruled else ''}"
            for each in penalties_at(seen.evening.penalties, past, game.table.number).values()
        ),
    )


def _loners(game: Game, seat: Seat) -> int:
    return game.score.cards[seat.side].loners[seat // 2] if game.score else 0


def _rulings(seen: Seen, name: str) -> Iterator[CardRuling]:
    """Rulings about the person, and notes about their table."""
    for given in seen.evening.rulings.values():
        if given.place is not None:
            number, ruled = seen.event.rulings[given.place]
            if ruled.name == name:
                what = f"{ruled.points} points off" if ruled.action == "points off" else ruled.action.capitalize()
                yield CardRuling(number, f"{what}: {ruled.reason}", given.overruled)
        elif given.note is not None and _was_there(seen, given.round, given.note.table, name):
            yield CardRuling(given.round, f"At table {given.note.table}: {given.note.reason}", given.overruled)


def _was_there(seen: Seen, number: int, table: int, name: str) -> bool:
    games = games_of(seen.event, name)
    return any(game.round.number == number and game.table and game.table.number == table for game in games)


def _money(seen: Seen, name: str, forecast: bool) -> Iterator[CardMoney]:
    event = seen.event
    for posting in ledger(event):
        if cents := posting.amounts.get(name, 0):
            why = "Fee" if posting.why == f"Fee of {name}" else posting.why
            when = event.round_name(event.rounds[posting.round - 1]).lower() if posting.round else ""
            yield CardMoney(f"{why}, {when}" if when else why, cents)
    if forecast and not event.finished:
        if cents := payouts(event).get(name, 0):
            yield CardMoney("Prize", cents, sure=False)
        for pot, prizes in side_prizes(event).items():
            if cents := prizes.get(name, 0):
                yield CardMoney(f"Side pot, {pot}", cents, sure=False)
