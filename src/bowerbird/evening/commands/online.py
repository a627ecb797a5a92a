"""Commands about online tables: choosing them, and letting bots play at once.

The name of an online table is drawn here and logged with the round or the request; the table is created later under
that name. So it is either online or not, and never created twice.
"""

from __future__ import annotations

import string
from collections.abc import Collection, Iterable
from typing import Final

from bowerbird.evening import requests
from bowerbird.evening.commands.proposal import Handler, Proposal, RequestContext
from bowerbird.evening.facts import BotsCalled, PlayedOnline
from bowerbird.evening.requests import Request
from bowerbird.evening.state import Evening, Story
from bowerbird.event import EventError
from bowerbird.event.simulate import Chance
from bowerbird.event.state import Round
from bowerbird.event.words import listed

__all__ = ["HANDLERS", "put_online", "stays_online"]

_LETTERS: Final = string.ascii_letters + string.digits + "-_"
#: 96 bits: nobody finds a table without its link.
_LENGTH: Final = 16


def all_online(evening: Evening) -> bool:
    """True if the whole round is played online; then the next one is too."""
    if not evening.event.rounds:
        return False
    current = evening.event.round
    tables = [table.number for table in current.tables if table.number not in current.stood_down]
    return bool(tables) and all((current.number, number) in evening.online for number in tables)


def stays_online(evening: Evening, coming: Round) -> tuple[int, ...]:
    """The tables of the next round that are online without being asked for: all, or those that have boards and were.

    With boards the same table numbers stay online, since people in a room and people at home keep apart.
    """
    if all_online(evening):
        return coming.missing()
    last = evening.event.rounds[-1].number
    boards = {table.number for table in coming.tables if table.boards}
    return tuple(number for number in coming.missing() if number in boards and (last, number) in evening.online)


def put_online(current: Round, numbers: Iterable[int], chance: Chance) -> tuple[PlayedOnline, ...]:
    """Put these tables of a round online, each under a name that nobody can guess."""
    return tuple(
        PlayedOnline(
            round=current.number,
            table=number,
            hall_table="".join(_LETTERS[int(chance.random() * len(_LETTERS))] for _ in range(_LENGTH)),
        )
        for number in numbers
    )


def _online(context: RequestContext[requests.Online]) -> Proposal:
    evening, current = context.evening, _round_that_is_on(context.evening)
    open_ = [number for number in current.missing() if number not in current.results]
    wanted = _meant(context.request.tables, open_)
    known = [number for number in open_ if (current.number, number) in evening.online]
    begun = _begun(context.story, current)
    again = tuple(begun[number] for number in wanted if number not in known and number in begun)
    fresh = [number for number in wanted if number not in known and number not in begun]
    new = (*again, *put_online(current, fresh, context.moment.chance))
    back = tuple(PlayedOnline(round=current.number, table=number) for number in known if number not in wanted)
    says = f"{len(wanted)} table{'' if len(wanted) == 1 else 's'} of round {current.number} online."
    return Proposal(notes=(*new, *back), says=(says,))


def _begun(story: Story, current: Round) -> dict[int, PlayedOnline]:
    """The tables of this round whose boards were dealt online: they go on there, since boards are dealt once."""
    notes = (note for command in story.commands for note in command.record.notes if isinstance(note, PlayedOnline))
    return {
        note.table: note
        for note in notes
        if note.round == current.number and note.table in current.looked and note.hall_table
    }


def _sit_in(context: RequestContext[requests.SitIn]) -> Proposal:
    evening, current = context.evening, _round_that_is_on(context.evening)
    online = [table for round_, table in evening.online if round_ == current.number and table not in current.results]
    wanted = _meant(context.request.tables, online)
    if not wanted:
        raise EventError("That is for tables that are played online. Set them online first.")
    notes = tuple(BotsCalled(round=current.number, table=number) for number in wanted)
    where = f"table{'' if len(wanted) == 1 else 's'} {listed([str(number) for number in wanted])}"
    return Proposal(notes=notes, says=(f"Bots play at {where} for anyone who isn't there.",))


def _round_that_is_on(evening: Evening) -> Round:
    if not evening.event.rounds or evening.event.round.closed:
        raise EventError("No round is on. Seat the players first.")
    return evening.event.round


def _meant(tables: Collection[int] | str, possible: Iterable[int]) -> list[int]:
    return [number for number in possible if isinstance(tables, str) or number in tables]


HANDLERS: dict[type[Request], Handler] = {requests.Online: _online, requests.SitIn: _sit_in}
