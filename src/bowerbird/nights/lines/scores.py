"""Lines about scores: reported, stopped, disputed, corrected, and the games that break a tie."""

from __future__ import annotations

from typing import Any

from bowerbird.evening.penalties import ends_game, in_force, is_open, penalties_at
from bowerbird.event.facts import Score
from bowerbird.event.state import Round
from bowerbird.nights.lines.registry import Handler, after, numbered_table, pairs, points
from bowerbird.nights.lines.rulings import put_rulings_on
from bowerbird.nights.room import NotExpressibleError, Room
from bowerbird.nights.text import Fact
from bowerbird.seats import Side

__all__ = ["LINES", "stand_down"]


def _score(room: Room, fact: Fact) -> None:
    """`score 1 10-6, 2 4-10` for several tables, or one table with what else is on its card."""
    for part in " ".join(fact.words[1:]).split(","):
        words = part.split()
        number = int(words[0])
        ns, ew = points(words[1])
        _report(room, number, ns, ew, _on_the_card(room, room.event.round, number, words[2:]))


def _report(room: Room, number: int, ns: int, ew: int, card: dict[str, Any]) -> None:
    """Hand a score in. A ruling may have ended the game already, or end it now."""
    event = room.event
    result = event.round.results.get(number)
    if result is not None and in_force(room.evening.penalties, event.round, number):
        if result.score.points != (ns, ew):
            room.ask("correct", table=number, ns=ns, ew=ew, reason="reported again", **card)
    elif _waits_for_a_ruling(room, number) and not ends_game(event.book, Score(ns, ew)):
        room.ask("now", table=number, ns=ns, ew=ew)
    else:
        room.ask("score", table=number, ns=ns, ew=ew, **card)
        _lost_by_ruling(room, number)
    put_rulings_on(room, number)
    room.leave(number)


def _waits_for_a_ruling(room: Room, number: int) -> bool:
    """True if points of a ruling are not on this table's report, and may end its game."""
    current = room.event.round
    ruled = (room.evening.penalties[ruling] for ruling, how in room.answers.items() if how in ("added", "taken off"))
    return any(
        (each.ruled.round, each.ruled.table) == (current.number, number) and not each.overruled for each in ruled
    )


def _now(room: Room, fact: Fact) -> None:
    """`now 1 8-9`: points so far."""
    number = int(fact.words[1])
    ns, ew = points(fact.words[2])
    room.ask("now", table=number, ns=ns, ew=ew)
    put_rulings_on(room, number)


def _lost_by_ruling(room: Room, number: int) -> None:
    """Answer the desk's question about a game that was lost by a ruling: it was."""
    current = room.event.round
    for ruling, penalty in penalties_at(room.evening.penalties, current, number).items():
        if penalty.ruled.remedy == "game lost" and is_open(penalty, current):
            room.ask("settle", ruling=ruling, how="game lost")


def _on_the_card(room: Room, past: Round, number: int, words: list[str]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if dealer := after(words, "last-dealer"):
        fields["last_dealer"] = past.seat_at(number, room.name(dealer, past)).name
    if loser := after(words, "lost-by"):
        fields["lost_by"] = past.seat_at(number, room.name(loser, past)).side.name
    if "loners" in words:
        alone = pairs(room, words[words.index("loners") + 1 :], past)
        times = {past.seat_at(number, name): int(count) for name, count in alone}
        fields["cards"] = [{"loners": tuple(times.get(seat, 0) for seat in side.seats)} for side in Side]
    return fields


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
    """A score that is not agreed; a table without one has nothing to dispute, and nobody moves without it."""
    number, _ = numbered_table(fact.words[1:])
    if number in room.event.round.results:
        room.ask("dispute", table=number)


def _settle(room: Room, fact: Fact) -> None:
    """`settle T a-b`, with what else is on the card behind it."""
    number = int(fact.words[1])
    ns, ew = points(fact.words[2])
    fields = {"table": number, "ns": ns, "ew": ew, **_on_the_card(room, room.event.round, number, list(fact.words[3:]))}
    if number in room.event.round.results:
        room.ask("correct", reason=fact.reason or "settled by the director", **fields)
    else:
        room.ask("score", **fields)


def _correct(room: Room, fact: Fact) -> None:
    words = fact.words
    meeting, game, table = (int(after(words, word)) for word in ("meeting", "round", "table"))
    past = next((each for each in room.event.rounds if (each.meeting, each.game) == (meeting, game)), None)
    if past is None:
        raise NotExpressibleError(f"meeting {meeting} has no round {game}")
    place = words.index("table") + 2
    ns, ew = points(words[place])
    fields = _on_the_card(room, past, table, list(words[place + 1 :]))
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
    "now": _now,
    "stop": _stop,
    "no-score": _no_score,
    "dispute": _dispute,
    "settle": _settle,
    "correct": _correct,
    "coins": _coins,
    "playoff": _play_off,
    "extra": _play_off,
}
