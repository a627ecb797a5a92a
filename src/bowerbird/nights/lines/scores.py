"""Lines about scores: reported, stopped, disputed, corrected, and the games that break a tie."""

from __future__ import annotations

from typing import Any

from bowerbird.event import EventError
from bowerbird.event.facts import Table
from bowerbird.nights.lines.registry import Handler, after, numbered_table, pairs, points
from bowerbird.nights.room import NotExpressibleError, Room
from bowerbird.nights.text import Fact

__all__ = ["LINES", "stand_down"]


def _score(room: Room, fact: Fact) -> None:
    """`score 1 10-6, 2 4-10` for several tables, or one table with what else is on its card."""
    for part in " ".join(fact.words[1:]).split(","):
        words = part.split()
        number = int(words[0])
        ns, ew = points(words[1])
        room.ask("score", table=number, ns=ns, ew=ew, **_on_the_card(room, number, words[2:]))


def _on_the_card(room: Room, number: int, words: list[str]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    table = room.event.round.table(number)
    if dealer := after(words, "last-dealer"):
        fields["last_dealer"] = "NESW"[_chair(table, room.name(dealer))]
    if loser := after(words, "lost-by"):
        fields["lost_by"] = ("NS", "EW")[_chair(table, room.name(loser)) % 2]
    if "loners" in words:
        alone = pairs(room, words[words.index("loners") + 1 :])
        fields["cards"] = _cards_with_loners(table, alone)
    return fields


def _cards_with_loners(table: Table, alone: list[tuple[str, str]]) -> list[dict[str, Any]]:
    times = {_chair(table, name): int(count) for name, count in alone}
    return [{"loners": (times.get(side, 0), times.get(side + 2, 0))} for side in (0, 1)]


def _chair(table: Table, name: str) -> int:
    if name not in table.seats:
        raise EventError(f"{name} does not sit at table {table.number}.")
    return table.seats.index(name)


def _stop(room: Room, fact: Fact) -> None:
    number, words = numbered_table(fact.words[1:])
    ns, ew = points(words[-1])
    room.ask("stop", table=number, ns=ns, ew=ew)


def _no_score(room: Room, fact: Fact) -> None:
    """The table hands in nothing tonight, so it stands down in this game and in all that follow."""
    number = int(fact.words[1])
    room.silent.add(number)
    stand_down(room, number)


def stand_down(room: Room, number: int) -> None:
    """Let a table hand in nothing in this game."""
    room.ask("stand-down", table=number, reason="no score was handed in")


def _dispute(room: Room, fact: Fact) -> None:
    number, _ = numbered_table(fact.words[1:])
    room.ask("dispute", table=number)


def _settle(room: Room, fact: Fact) -> None:
    ns, ew = points(fact.words[2])
    room.ask("correct", table=int(fact.words[1]), ns=ns, ew=ew, reason="settled by the director")


def _correct(room: Room, fact: Fact) -> None:
    words = fact.words
    meeting, game, table = (int(after(words, word)) for word in ("meeting", "round", "table"))
    past = next((each for each in room.event.rounds if (each.meeting, each.game) == (meeting, game)), None)
    if past is None:
        raise NotExpressibleError(f"meeting {meeting} has no round {game}")
    place = words.index("table") + 2
    ns, ew = points(words[place])
    fields = _on_the_card(room, table, list(words[place + 1 :])) if len(words) > place + 1 else {}
    room.ask("correct", round=past.number, table=table, ns=ns, ew=ew, reason=fact.reason, **fields)


def _coins(room: Room, fact: Fact) -> None:
    room.ask("coins", coins={room.entry(name): side for name, side in pairs(room, fact.words[1:])})


def _play_off(room: Room, fact: Fact) -> None:
    first, score, second = fact.words[1:4]
    one, other = points(score)
    winner, loser = (first, second) if one > other else (second, first)
    room.ask(
        "play-off",
        winner=room.entry(winner),
        loser=room.entry(loser),
        winner_points=max(one, other),
        loser_points=min(one, other),
    )


LINES: dict[str, Handler] = {
    "score": _score,
    "stop": _stop,
    "no-score": _no_score,
    "dispute": _dispute,
    "settle": _settle,
    "correct": _correct,
    "coins": _coins,
    "playoff": _play_off,
    "extra": _play_off,
}
