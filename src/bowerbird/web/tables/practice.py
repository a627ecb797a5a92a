"""JSON API for practice: mistakes to try again, puzzles, and the daily hand."""

from __future__ import annotations

import secrets
from datetime import date
from random import Random
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from bowerbird.hall.daily import DailyShown
from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.frames import encode
from bowerbird.hall.practice import MistakeAnswered, MistakeShown, PuzzleAnswered, PuzzleShown
from bowerbird.web.dependencies import TheHall, TheLimiter, TheSessions
from bowerbird.web.openapi import answers
from bowerbird.web.tables.shapes import ChoiceGiven, MistakesDue, TableMade

__all__ = ["day_from", "practice_handlers"]

Asked = Request[Any, Any, Any]
Theme = Annotated[str, QueryParameter(max_length=40, description="The name of a theme; empty for all of them.")]
Rules = Annotated[str, QueryParameter(max_length=40, description="The name of a rulebook; empty for all of them.")]
#: The first day that anyone may ask for.
_EARLIEST = date(2000, 1, 1)


def day_from(text: str) -> date:
    """A date from an address."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or len(text) != 10 or day < _EARLIEST:
        raise NotFoundError(f"{text[:20]!r} isn't a date. Use the form 2026-01-05.")
    return day


@get("/practice/mistakes", responses=answers(MistakesDue))
async def mistakes_due(request: Asked, sessions: TheSessions, hall: TheHall) -> Response[bytes]:
    """The next of your own mistakes that is due today, as the table was, and how many there are."""
    guest = sessions.known_guest(request)
    state = await hall.practice.of(guest.person)
    mistake = await hall.practice.next_mistake(guest.person)
    coming = [each.spaced.due for each in state.mistakes.values() if each.spaced.due is not None]
    later = sorted(day for day in coming if day > hall.practice.today)
    judging = None if mistake else await hall.practice.awaited(guest.person, state)
    return _json(MistakesDue(mistake, len(state.mistakes), state.learned(), later[0] if later else None, judging))


@get("/practice/mistakes/{mistake:str}", responses=answers(MistakeShown))
async def one_mistake(request: Asked, sessions: TheSessions, hall: TheHall, mistake: FromPath[str]) -> Response[bytes]:
    """One of your own mistakes, due or not."""
    return _json(await hall.practice.mistake(sessions.known_guest(request).person, mistake))


@post("/practice/mistakes/{mistake:str}", status_code=200, responses=answers(MistakeAnswered))
async def try_mistake(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    hall: TheHall,
    mistake: FromPath[str],
    data: JSONBody[ChoiceGiven],
) -> Response[bytes]:
    """Choose again. The answer has the rest of the hand with all cards, and what the teacher says."""
    guest = await limiter.write_of(request, sessions)
    return _json(await hall.practice.try_mistake(guest.person, mistake, data.choice))


@get("/puzzles/next", responses=answers(PuzzleShown))
async def next_puzzle(
    request: Asked, sessions: TheSessions, hall: TheHall, theme: Theme = "", rules: Rules = ""
) -> Response[bytes]:
    """A puzzle near your rating that you haven't seen lately."""
    guest = sessions.guest(request)
    dice = Random(secrets.randbits(64))
    return _json(await hall.practice.next_puzzle(guest.person if guest else "", theme, rules, dice))


@get("/puzzles/{puzzle:str}", responses=answers(PuzzleShown))
async def one_puzzle(request: Asked, sessions: TheSessions, hall: TheHall, puzzle: FromPath[str]) -> Response[bytes]:
    """A puzzle by its name."""
    guest = sessions.guest(request)
    return _json(await hall.practice.puzzle(guest.person if guest else "", puzzle))


@post("/puzzles/{puzzle:str}", status_code=200, responses=answers(PuzzleAnswered))
async def try_puzzle(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    hall: TheHall,
    puzzle: FromPath[str],
    data: JSONBody[ChoiceGiven],
) -> Response[bytes]:
    """Choose. Your first try of each puzzle changes your rating. Without a name, nothing is kept."""
    await limiter.count_write(request)
    guest = sessions.guest(request)
    return _json(await hall.practice.try_puzzle(guest.person if guest else "", puzzle, data.choice))


@post("/daily", status_code=201)
async def play_daily(request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall) -> TableMade:
    """Play today's hand. Your first table counts; when it is played, another one is for practice."""
    guest = await limiter.write_of(request, sessions)
    live = await hall.daily.play(guest.person, guest.name)
    return TableMade(live.name, f"/t/{live.name}")


@get("/daily/{day:str}", responses=answers(DailyShown))
async def one_day(request: Asked, sessions: TheSessions, hall: TheHall, day: FromPath[str]) -> Response[bytes]:
    """The daily hand of a date: results once you have played or the day is over, and then the link of its deal."""
    guest = sessions.guest(request)
    shown = await hall.daily.shown(day_from(day), guest.person if guest else "", sessions.people.is_kept)
    return _json(shown)


def _json(answer: msgspec.Struct) -> Response[bytes]:
    return Response(encode(answer), media_type="application/json", status_code=200)


practice_handlers = (
    mistakes_due,
    one_mistake,
    try_mistake,
    next_puzzle,
    one_puzzle,
    try_puzzle,
    play_daily,
    one_day,
)
