"""A person's record: each finished game is in it once, with the teacher's figures, and what was erased stays away."""

from __future__ import annotations

import asyncio
import random
import threading
from functools import partial
from typing import Any

import msgspec
import pytest

from bowerbird.hall import rated
from bowerbird.hall.facts import BotSat, HallFact, HandedOver, Happened, Hinted, Sat
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.hall.rated import Ratings
from bowerbird.hall.room import Room
from bowerbird.hall.setup import TableSetup
from bowerbird.learn.ratings import NEW, anchors, bot
from bowerbird.learn.statistics import GameJudged, GamePlayed, report
from bowerbird.players import explain as explaining
from bowerbird.players import player
from bowerbird.players.automatic import next_automatic
from bowerbird.rulebook import read_rulebook
from bowerbird.seats import Seat
from bowerbird.store import Log
from bowerbird.table import Fact, Open, Table
from kit.clock import soon
from players.tables import quick_judge

SHORT = 'based_on = "bicycle"\ntitle = "Short"\n[game]\npoints = 3\n'


@pytest.fixture(autouse=True)
def _quick_teacher(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "judge", quick_judge)


def a_game(seed: int = 3) -> list[Fact]:
    book, dice = read_rulebook(SHORT), random.Random(seed)
    table = Table(book, [Open(dealer=Seat.N)])
    four = player("novice", seed)
    while not table.state.is_over:
        fact = next_automatic(book, table.state, dice)
        if fact is None:
            assert table.state.turn is not None
            fact = four.choose(book, table.view(table.state.turn))
        table.push(fact)
    return list(table.facts)


def _given(facts: list[HallFact], _: Room) -> list[HallFact]:
    return facts


async def a_table(hall: Hall, people: str, level: str = "club") -> LiveTable:
    """A table with people in these seats and bots in the others."""
    live = await hall.make_table("p2", TableSetup(house_rules=SHORT))
    sat = [
        Sat(seat, f"p{seat.value}", f"Person {seat.value}") if seat.name in people else BotSat(seat, level)
        for seat in Seat
    ]
    await live.change(lambda _: sat)
    return live


async def play(hall: Hall, live: LiveTable, seed: int = 3) -> None:
    facts = a_game(seed)
    await live.change(lambda _: [Happened(fact) for fact in facts])
    hall.records.ended(live.name, live.room)
    await hall.records.settled()


async def played(hall: Hall, person: str) -> list[GamePlayed]:
    return [fact for fact in await hall.records.of(person) if isinstance(fact, GamePlayed)]


async def test_a_game_is_in_the_record_of_everyone_who_played_it_once(hall: Hall) -> None:
    live = await a_table(hall, "SW")
    await play(hall, live)
    await play(hall, live, 4)
    for _ in range(3):
        hall.records.ended(live.name, live.room)
        await hall.records.settled()
    south, west = await played(hall, "p2"), await played(hall, "p3")
    assert [game.game for game in south] == [game.game for game in west] == [1, 2]
    assert not await hall.records.of("p0")
    state = live.room.table.state
    assert south[1].score == state.score
    assert west[1].score == state.score[::-1]
    assert state.result is not None
    assert south[1].won is (state.result.winner is Seat.S.side)
    assert (south[1].partner, south[1].partner_name) == ("bot:club", state.names[Seat.N])
    assert south[1].opponents == ("p3", "bot:club")
    for seat, own in ((Seat.S, south), (Seat.W, west)):
        results = [result for result in state.results if result.maker is seat]
        assert own[1].called == len(results)
        assert own[1].euchred == sum(result.outcome == "euchre" for result in results)
    assert south[1].defended + west[1].defended == sum(result.maker is not None for result in state.results)


async def test_two_processes_and_a_restart_write_a_game_once(hall: Hall, log: Log) -> None:
    live = await a_table(hall, "S")
    other = Hall(log, hall.clock, Settings(review_ahead=False), bot_processes=0)
    facts = a_game()
    await live.change(lambda _: [Happened(fact) for fact in facts])
    twin = (await other.table(live.name)).room
    hall.records.ended(live.name, live.room)
    other.records.ended(live.name, twin)
    await hall.records.settled()
    await other.records.settled()
    assert len(await hall.records.of("p2")) == 1
    assert (await hall.ratings.of("p2")) == (await other.ratings.of("p2")) != NEW
    assert (await hall.ratings.of("p2")).games == 1
    again = Hall(log, hall.clock, Settings(review_ahead=False), bot_processes=0)
    again.records.ended(live.name, (await again.table(live.name)).room)
    await again.records.settled()
    assert len(await again.records.of("p2")) == 1
    assert (await again.ratings.of("p2")).games == 1, "the ratings follow from the log"
    await other.close()
    await again.close()


async def test_games_from_before_there_were_records_are_taken_in_with_their_times(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall.records, "ended", lambda table, room: None)
    live = await a_table(hall, "S")
    for seed in (3, 4):
        await live.change(partial(_given, [Happened(fact) for fact in a_game(seed)]))
    await hall.list_table("p2", live.name)
    live.room._seats.clear()  # what is in memory doesn't matter: the log is read
    assert await hall.records.of("p2") == []
    await hall.records.catch_up("p2")
    first, second = await played(hall, "p2")
    assert first.at < second.at <= hall.clock()
    await hall.records.catch_up("p2")
    assert len(await played(hall, "p2")) == 2


async def test_what_was_erased_is_never_taken_in_again(hall: Hall) -> None:
    live = await a_table(hall, "S")
    await play(hall, live)
    await hall.list_table("p2", live.name)
    await hall.erase("p2", "record")
    assert await hall.records.of("p2") == []
    assert await hall.ratings.of("p2") == NEW
    await hall.records.catch_up("p2")
    hall.records._noted.clear()
    hall.records.ended(live.name, live.room)
    await hall.records.settled()
    assert await hall.records.of("p2") == [], "neither by looking nor by a late hook"
    await play(hall, live, 5)
    assert [game.game for game in await played(hall, "p2")] == [2], "but life goes on"
    assert (await hall.ratings.of("p2")).games == 1


async def test_the_teachers_figures_are_added_and_add_up(hall: Hall) -> None:
    live = await a_table(hall, "SW")
    await play(hall, live)
    hall.records.judged(live.name, live.room, 1, ())  # nobody has asked for a review yet
    await soon(lambda: hall.reviews.made(live.name, 1) is not None)
    await hall.records.settled()
    hall.records.judged(live.name, live.room, 1, ())
    await hall.records.settled()
    review = hall.reviews.made(live.name, 1)
    assert review is not None
    assert review.fortune is not None
    for person, seat in (("p2", Seat.S), ("p3", Seat.W)):
        [figures] = [fact for fact in await hall.records.of(person) if isinstance(fact, GameJudged)]
        own = [each for each in review.decisions if each.seat is seat]
        assert sum(each.cases for each in figures.kinds) == len(own) > 2
        assert sum(each.mistakes for each in figures.kinds) == sum(each.verdict == "mistake" for each in own)
        assert sum(each.cost for each in figures.kinds) == pytest.approx(sum(each.cost for each in own), abs=0.01)
        assert {each.step for each in figures.examples} <= {each.step for each in own if each.verdict == "mistake"}
        parts = figures.deal + figures.fall + figures.skill + figures.others
        assert parts == pytest.approx(figures.points, abs=0.01)
        score = live.room.table.state.score
        assert figures.points == score[seat.side] - score[seat.side.other]
        found = report(await hall.records.of(person))
        assert (found.games, found.judged) == (1, 1)


async def test_only_whole_games_without_help_are_rated(hall: Hall) -> None:
    """A game with hints, and games in which a seat was played by two, are in the record and not in the ratings."""
    hinted = await a_table(hall, "S")
    await hinted.change(lambda _: [Hinted(Seat.S)])
    await play(hall, hinted)
    for change in (HandedOver(Seat.S), BotSat(Seat.W, "master"), BotSat(Seat.S, "club")):
        live = await a_table(hall, "S")
        facts: list[HallFact] = [Happened(fact) for fact in a_game()]
        facts.insert(len(facts) // 2, change)
        await live.change(partial(_given, facts))
        hall.records.ended(live.name, live.room)
        await hall.records.settled()
        assert live.room.four_of(1) is None
    assert await hall.ratings.of("p2") == NEW
    assert [game.rated for game in await played(hall, "p2")] == [False] * 3, "a seat given up is not in the record"
    whole = await a_table(hall, "S")
    await play(hall, whole)
    assert whole.room.four_of(1) == ("bot:club", "bot:club", "p2", "bot:club")
    assert (await hall.ratings.of("p2")).games == 1


async def test_nobody_is_listed_who_has_not_asked_and_it_ends_at_once(hall: Hall, log: Log) -> None:
    live = await a_table(hall, "SW")
    await play(hall, live)
    other = Hall(log, hall.clock, Settings(review_ahead=False), bot_processes=0)

    async def people() -> list[str]:
        lines = [await each.ratings.listed() for each in (hall, other)]
        assert lines[0] == lines[1]
        assert [line.player for line in lines[0] if not line.name] == list(anchors())[::-1], "bots in their order"
        return [line.name for line in lines[0] if line.name]

    assert await people() == []
    await hall.ratings.show("p2", "Mia")
    await other.ratings.show("nobody", "Has not played")
    assert await people() == ["Mia"]
    await other.ratings.rename("p2", "Maria")
    await hall.ratings.rename("p3", "Never asked")
    assert await people() == ["Maria"]
    await hall.ratings.show("p2", "")
    assert await people() == []
    await other.ratings.show("p2", "Mia")
    assert await people() == ["Mia"]
    await hall.erase("p2", "listing")
    assert await people() == []
    await other.close()


async def test_bots_are_never_moved_and_games_of_bots_are_not_rated(hall: Hall, log: Log) -> None:
    before = dict(anchors())
    await hall.ratings.note("t", 1, ("p0", bot("club"), bot("master"), bot("novice")), (10, 2))
    await hall.ratings.note("t", 2, (bot("club"),) * 4, (10, 2))
    await hall.ratings.note("t", 3, ("p0", bot(""), "p1", bot("club")), (10, 2))
    await hall.ratings.note("t", 4, ("p0", "p1", "p0", bot("club")), (10, 2))
    assert len(await log.read("rated:games")) == 1
    assert {line.player: line.rating for line in await hall.ratings.listed()} == before == anchors()


async def test_somebody_who_stops_waiting_for_the_ratings_loses_no_game(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded, begun, may_end = rated._folded, threading.Event(), threading.Event()

    def slow(*given: Any) -> Any:
        begun.set()
        assert may_end.wait(10)
        return folded(*given)

    monkeypatch.setattr(rated, "_folded", slow)
    games = [
        {"type": "game", "table": "t", "game": number, "teams": [["ann", "bob"], ["cy", "dee"]], "scores": [10, 6]}
        for number in range(20)
    ]
    await log.append("rated:games", 0, [msgspec.json.encode(game) for game in games], 0)
    ratings = Ratings(log, lambda: 0)
    asked = asyncio.create_task(ratings.of("ann"))
    assert await asyncio.to_thread(begun.wait, 10)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    may_end.set()
    assert (await ratings.of("ann")).games == 20


async def test_looking_again_reads_no_table_twice(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table without a finished game is read once, and again when something has happened there."""
    live = await a_table(hall, "S")
    await hall.list_table("p2", live.name)
    looked: list[str] = []
    take_in = hall.records._take_in

    async def counted(table: str, person: str, since: int) -> None:
        looked.append(table)
        await take_in(table, person, since)

    monkeypatch.setattr(hall.records, "_take_in", counted)
    for _ in range(3):
        await hall.records.catch_up("p2")
    assert looked == [live.name]
    await live.change(lambda _: [HandedOver(Seat.S)])
    await hall.records.catch_up("p2")
    assert looked == [live.name] * 2


async def test_boards_that_others_still_have_to_play_are_not_judged(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The score is in the record, and nothing that the teacher thinks of the cards."""
    live = await a_table(hall, "S")
    await hall.list_table("p2", live.name)
    monkeypatch.setattr(Room, "boards_closed", True)
    await play(hall, live)
    await hall.records.catch_up("p2")
    hall.records.judged(live.name, live.room, 1, ())
    await hall.records.settled()
    assert [type(fact) for fact in await hall.records.of("p2")] == [GamePlayed]
    assert hall.reviews.made(live.name, 1) is None
    monkeypatch.setattr(Room, "boards_closed", False)
    hall.records.judged(live.name, live.room, 1, ())
    await soon(lambda: hall.reviews.made(live.name, 1) is not None)
