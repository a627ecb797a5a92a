"""The rule sheet of an event: who may enter, where people go after a game, who wins, what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from bowerbird.rulebook.kinds import MOVEMENTS
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.sheet.line import SheetLine, counted, line, listed, points, sentence_case

_UNITS = {
    "people": "Everyone enters as a single player.",
    "pairs": "You enter as a team of two.",
    "people or pairs": "You enter as a single player or as a team of two.",
}
_KEPT_ON = {
    "nothing": "No card is kept.",
    "master card": "Results go on one master card for the room; tables need none.",
    "table card": "One player keeps the card of the table.",
    "personal cards": "Everyone keeps a card, and it is marked before anyone moves.",
}
_RESULTS = {
    "wins": "What counts is games won.",
    "winner plus margin": "On the card winners get their score plus the margin, losers their own points.",
    "points": "What counts is the points of each game.",
    "match points": "What counts is match points.",
    "personal card": "What counts is the total on your own card.",
}
_RANKS = {
    "total": "the total",
    "wins": "games won",
    "head to head": "the games between those who are level",
    "points": "points scored",
    "loners": "hands won alone with all five tricks",
    "play-off": "a play-off",
}
_SIDE_POTS = {
    "most loners": "the most hands won alone with all five tricks",
    "most euchres": "the most euchres of other sides",
    "last place": "the last place",
}
_STAKES = {
    "euchred": "is euchred",
    "failed alone": "goes alone without taking all five",
    "revoke": "{revoke}s",
    "march against": "lets the others take all five",
    "lost game": "loses the game",
}


def _room(book: Rulebook) -> Iterator[SheetLine]:
    yield from _entries(book)
    yield from _rounds(book)
    yield from _ranking(book)


def _entries(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    entry = book.event.entry
    yield say("event.entry.unit", _UNITS[entry.unit])
    if entry.teams_per_zone:
        yield say("event.entry.teams_per_zone", f"A zone may enter {counted(entry.teams_per_zone, 'team')}.")
    else:
        yield say("event.entry.teams_per_zone", "Entries do not depend on zones.", quiet=True)
    if entry.minimum_age:
        yield say("event.entry.minimum_age", f"Players are {entry.minimum_age} or over.")
    else:
        yield say("event.entry.minimum_age", "Players of any age may enter.", quiet=True)


def _rounds(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    event = book.event
    yield say("event.movement", MOVEMENTS.all()[event.movement].rule, quiet=event.movement == "none")
    single = event.games_per_round == 1
    yield say("event.games_per_round", f"A round is {counted(event.games_per_round, 'game')}.", quiet=single)
    if event.dealer_cut == "none":
        yield say("event.dealer_cut", "No cut decides who deals first in a new game.", quiet=True)
    else:
        card = event.dealer_cut.removesuffix(" deals")
        yield say("event.dealer_cut", f"Before a new game the sides cut, and the {card} card deals first.")
    if event.sitting_players:
        yield say(
            "event.sitting_players",
            "A sitting player keeps the seat. The partner plays one game and moves on; an opponent plays one game on "
            "the sitting player's left, one on the right, and moves on.",
        )
    else:
        yield say("event.sitting_players", "Nobody is a sitting player.", quiet=True)
    match event.sit_out:
        case "nothing":
            yield say("event.sit_out", "Sitting out is worth nothing.", quiet=True)
        case "mean score":
            yield say("event.sit_out", "Whoever has to sit out gets the mean score of that game.")
        case "average of other weeks":
            yield say("event.sit_out", "Whoever has to sit out gets the average of the other weeks.")
        case int(worth):
            yield say("event.sit_out", f"Whoever has to sit out gets {points(worth)}.")


def _ranking(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    event = book.event
    yield say("event.kept_on", _KEPT_ON[event.kept_on], quiet=event.kept_on == "nothing")
    yield say("event.result", _RESULTS[event.result])
    if event.result == "match points":
        win, draw, loss = event.match_points
        yield say("event.match_points", f"A win is worth {win}, a draw {draw}, a loss {loss}.")
    steps = ", then by ".join(_RANKS[step] for step in event.ranking)
    yield say("event.ranking", f"Places go by {steps}." if steps else "There are no places.", quiet=not steps)


def _money(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    money = book.event.money
    yield say("event.money.fee", f"Playing costs {_cents(money.fee)}.", quiet=not money.fee)
    if money.pot == "all paid out":
        yield say("event.money.pot", "All of it is paid out in prizes.")
    else:
        yield say("event.money.pot", "Nothing is paid out of the fees.", quiet=True)
    if money.shares:
        shares = "; ".join(f"from {_tables(tables)} {_parts(parts)}" for tables, parts in money.shares.items())
        yield say("event.money.shares", f"Places get these parts of a hundred: {shares}.")
    else:
        yield say("event.money.shares", "Prizes follow no table of shares.", quiet=True)
    yield from _side_pots(book)
    stake = _cents(money.stake_each_game)
    if money.stake_each_game:
        told = f"Everyone puts {stake} in the kitty before a game, and the winners split it."
        yield say("event.money.stake_each_game", told)
    else:
        yield say("event.money.stake_each_game", "Games are played for no stake.", quiet=True)
    if money.stake_for:
        reasons = listed((_STAKES[reason].format(revoke=book.words.revoke) for reason in money.stake_for), "or")
        told = f"Both partners put in {stake} more each time their side {reasons}."
        yield say("event.money.stake_for", told, "event.money.stake_each_game", "words.revoke")
    else:
        yield say("event.money.stake_for", "Nothing else is put in.", quiet=True)


def _side_pots(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    money = book.event.money
    if money.side_pots:
        pots = listed(f"{_cents(fee)} for {_SIDE_POTS[pot]}" for pot, fee in money.side_pots.items())
        yield say("event.money.side_pots", f"Everyone also pays into side pots: {pots}.")
    else:
        yield say("event.money.side_pots", "There are no side pots.", quiet=True)
    if money.one_prize_each:
        yield say("event.money.one_prize_each", "Whoever has won one prize is out of the others.")
    else:
        yield say("event.money.one_prize_each", "One player may win several prizes.", quiet=True)


def _tables(tables: str) -> str:
    return counted(int(tables), "table")


def _parts(parts: tuple[int, ...]) -> str:
    return listed(str(part) for part in parts)


def _cents(cents: int) -> str:
    if cents == 0:
        return "nothing"
    return f"{cents} cents" if cents < 100 else f"{cents // 100}.{cents % 100:02}"


def _dates(book: Rulebook) -> Iterator[SheetLine]:
    yield from _season(book)
    say = partial(line, book)
    calendar = book.event.calendar
    days = listed(f"{day.capitalize()}s" for day in calendar.days) if calendar.days else "no fixed days"
    yield say("event.calendar.days", f"Play is on {days}.", quiet=not calendar.days)
    for key, told, time in (
        ("doors", "Be there by", calendar.doors),
        ("start", "Play starts at", calendar.start),
        ("end", "Play ends at", calendar.end),
    ):
        yield say(f"event.calendar.{key}", f"{told} {_clock(time)}.", quiet=not time)
    if calendar.minutes_per_game:
        minutes = counted(calendar.minutes_per_game, "minute")
        yield say("event.calendar.minutes_per_game", f"A game is reckoned at {minutes}.")
    else:
        yield say("event.calendar.minutes_per_game", "No time is reckoned for a game.", quiet=True)


def _season(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    season = book.event.season
    weeks = f"The season has {counted(season.weeks, 'week')}." if season.weeks else "Nothing carries over to a season."
    yield say("event.season.weeks", weeks, quiet=not season.weeks)
    yield say("event.season.word", f"One evening of an event is called a {season.word}.", quiet=True)
    if season.absent == "zero":
        yield say("event.season.absent", "If you stay away and send no substitute, you have zero for that week.")
    else:
        yield say("event.season.absent", "A week away does not count.", quiet=True)
    if season.table_of_absent == "average of other weeks":
        yield say(
            "event.season.table_of_absent",
            "If no substitute is found, the others of that table get their average of the other weeks, no credits.",
        )
    else:
        yield say("event.season.table_of_absent", "The others of that table play on.", quiet=True)
    if season.credits:
        yield say("event.season.credits", f"{sentence_case(listed(season.credits))} are credited to each player.")
    else:
        yield say("event.season.credits", "No credits are kept.", quiet=True)
    best = f"Your best {counted(season.best_weeks, 'week')} count." if season.best_weeks else "Every week counts."
    yield say("event.season.best_weeks", best, quiet=not season.best_weeks)


def _clock(time: str) -> str:
    """`6:30 pm` for `18:30`."""
    if not time:
        return "no fixed time"
    hour, minute = int(time[:2]), time[3:]
    return f"{hour % 12 or 12}:{minute} {'am' if hour < 12 else 'pm'}"


ROOM_SECTIONS: Final[dict[str, Callable[[Rulebook], Iterator[SheetLine]]]] = {
    "The event": _room,
    "Money": _money,
    "Season and calendar": _dates,
}
