"""The states that a log amounts to, in words and numbers that do not depend on how a version keeps them."""

from __future__ import annotations

from typing import Any

from bowerbird.desk.live import commands_of
from bowerbird.evening.state import Evening, Story
from bowerbird.event.standings import standings
from bowerbird.hall.facts import decode_hall_fact
from bowerbird.hall.room import Room
from bowerbird.seats import Seat
from bowerbird.store import Log
from bowerbird.table import State

__all__ = ["states"]


async def states(log: Log) -> dict[str, Any]:
    """What every table in a log amounts to, in words and numbers that do not depend on how a version keeps it."""
    found = {}
    for stream in await log.streams("table:"):
        entries = await log.read(stream)
        found[stream] = told(Room.fold((decode_hall_fact(entry.body), entry.at) for entry in entries))
    for stream in await log.streams("event:"):
        found[stream] = told_event(Story(commands_of(await log.read(stream))).evening)
    return found


def told(room: Room) -> dict[str, Any]:
    return {
        "rules": room.book.title,
        "facts": room.seq,
        "code": room.made.code,
        "pace": room.pace,
        "paused": room.paused,
        "chairs": [[chair.name, chair.person, chair.bot, chair.away] for chair in room.chairs.values()],
        "said": [[seat.word, phrase] for seat, phrase in room.said],
        "deals": [[deal.digest, deal.words, deal.used, deal.revealed] for deal in room.deals.values()],
        "games_before": [len(facts) for facts in room.past],
        "table": _table(room.table.state),
    }


def _table(state: State) -> dict[str, Any]:
    hand = state.hand
    return {
        "phase": state.phase.value,
        "names": list(state.names),
        "dealer": state.dealer.word,
        "turn": state.turn.word if state.turn is not None else None,
        "score": list(state.score),
        "hands": [[one.dealer.word, one.outcome, list(one.tricks), list(one.points)] for one in state.results],
        "held": [" ".join(map(str, hand.cards(seat))) for seat in Seat],
        "trick": [[seat.word, str(card)] for seat, card in hand.trick.plays],
        "trump": str(hand.trump),
        "rulings": [[one.kind, one.clause, one.by, one.points, list(one.gave), one.overruled] for one in state.records],
        "winner": state.result.winner.name if state.result and state.result.winner is not None else None,
    }


def told_event(evening: Evening) -> dict[str, Any]:
    event = evening.event
    return {
        "commands": evening.seq,
        "title": event.title,
        "place": [evening.place, evening.date, evening.start],
        "people": [[name, event.presence(name)] for name in event.people],
        "rounds": [
            [
                [[table.number, *table.seats] for table in past.tables],
                {str(number): [*result.score.points, result.status] for number, result in past.results.items()},
                past.closed,
            ]
            for past in event.rounds
        ],
        "standings": [[line.place, line.name, str(line.total), line.games] for line in standings(event)],
        "finished": event.finished,
    }
