"""An evening of duplicate: half of the tables online, half in the room, and nobody learns a board before playing it."""

from __future__ import annotations

import asyncio
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from bowerbird.desk.desk import Desk
from bowerbird.desk.live import LiveEvent
from bowerbird.desk.view_cache import view_json
from bowerbird.evening.boards import cards_of, dealt_facts
from bowerbird.evening.facts import encode_record
from bowerbird.evening.rights import Right
from bowerbird.evening.setup import NewEvent
from bowerbird.evening.state import Story
from bowerbird.evening.views import Seen
from bowerbird.evening.views.boards import boards_view
from bowerbird.event.boards import margins
from bowerbird.event.standings import standings
from bowerbird.event.state import Event
from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.facts import decode_hall_fact
from bowerbird.hall.fair import check
from bowerbird.hall.promises import Promises
from bowerbird.hall.replay import finished_game, shown_deals
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.shuffling import NO_WORDS, board_secret, deck_from, digest_of
from bowerbird.store import Log
from bowerbird.table import Table as Game
from desk.conftest import closed, desk_on, until
from desk.desks import DIRECTOR, HELPER, PUBLIC, Room, refused
from desk.test_live import ask

BOOK = load_rulebook("duplicate")


def played_on_paper(book: Rulebook, seed: str, board: int, chance: random.Random) -> tuple[int, int]:
    """The points of a board that four people with real cards have played, each card by chance."""
    game = Game(book, dealt_facts(book, seed, board))
    while not game.state.results:
        choices = [fact for fact in game.legal if getattr(fact, "seat", None) is not None]
        game.push(chance.choice(choices))
    return game.state.results[0].points


def slip(event: Event, number: int, chance: random.Random) -> dict[str, Any]:
    """The score slip of a table in the room."""
    table = event.round.table(number)
    boards = []
    for board in table.boards:
        ns, ew = played_on_paper(event.book, event.board_seed, board, chance)
        boards.append({"board": board, "ns": ns, "ew": ew})
    return {"table": number, "ns": sum(b["ns"] for b in boards), "ew": sum(b["ew"] for b in boards), "boards": boards}


def differences(event: Event, board: int) -> list[int]:
    """What North-South won a board by, at each table that has played it."""
    sheets = [result.score.boards for past in event.rounds for result in past.results.values()]
    return [each.ns - each.ew for sheet in sheets for each in sheet if each.board == board and each.adjusted is None]


# The second calculation, from the facts as they lie in the log.


def facts_of(story: Story) -> Iterator[dict[str, Any]]:
    """Every fact that was not undone, as plain JSON."""
    for command in story.commands:
        if story.counts(command):
            yield from json.loads(encode_record(command.record)).get("facts", [])


def totals_again(story: Story) -> dict[str, Fraction]:
    """Everybody's total, added up from the facts without any code of the event."""
    pair_of: dict[str, str] = {}
    tables: list[dict[int, dict[str, Any]]] = []
    sheets: dict[tuple[int, int], tuple[list[dict[str, Any]], bool]] = {}
    fouled: dict[int, int] = {}
    for fact in facts_of(story):
        match fact["fact"]:
            case "entered":
                names = [each["name"] for each in fact["players"]]
                pair_of |= dict.fromkeys(names, " & ".join(names))
            case "round started":
                tables.append({table["number"]: table for table in fact["tables"]})
            case "score entered":
                online = fact.get("by", "") == "the hall"
                sheets[len(tables), fact["table"]] = fact["score"]["boards"], online
            case "score corrected":
                online = sheets[fact["round"], fact["table"]][1]
                sheets[fact["round"], fact["table"]] = fact["score"]["boards"], online
            case "board fouled":
                fouled[fact["board"]] = fact["since"]
    made: defaultdict[tuple[int, bool], list[tuple[int, str, str]]] = defaultdict(list)
    totals: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (round_, number), (boards, online) in sheets.items():
        seats = tables[round_ - 1][number]["seats"]
        north, east = pair_of[seats[0]], pair_of[seats[1]]
        for each in boards:
            if "adjusted" in each:
                totals[north] += each["adjusted"][0]
                totals[east] += each["adjusted"][1]
                continue
            other = not online and 0 < fouled.get(each["board"], 0) <= round_
            made[each["board"], other].append((each.get("ns", 0) - each.get("ew", 0), north, east))
    for results in made.values():
        for place, (own, north, east) in enumerate(results):
            rest = [points for at, (points, _, _) in enumerate(results) if at != place]
            if rest:
                difference = own - Fraction(sum(rest), len(rest))
                totals[north] += difference
                totals[east] -= difference
    return totals


def agrees(live: LiveEvent) -> None:
    """Both calculations have the same totals, to the cent."""
    again = totals_again(live.story)
    lines = standings(live.evening.event)
    assert len(lines) == 16
    for line in lines:
        assert abs(Fraction(line.total) - again[line.name]) <= Fraction(1, 200), line.name


# The evening.


def tells_nothing(desk: Desk, live: LiveEvent, director: Right) -> None:
    """No view of anybody has the seed or a secret, and nobody but the desk a result."""
    event = live.evening.event
    secrets = [event.board_seed, *(board_secret(event.board_seed, board) for board in range(1, 40))]
    someone = event.round.table(1).seats[0]
    rights = [director, Right(live.name, "helper"), Right(live.name, "player", 0, someone), Right(live.name, "public")]
    for right in rights:
        view = view_json(live, right, desk.links, desk.clock())
        boards = msgspec.json.encode(boards_view(Seen(live.evening, False), desk=right.role in ("director", "helper")))
        for secret in secrets:
            assert secret.encode() not in view + boards
        assert all(board["cards"] is None for board in json.loads(boards)["boards"])
        if right.role in ("player", "public"):
            assert json.loads(view)["standings"]["lines"] == []
            assert not any(board["results"] for board in json.loads(boards)["boards"])
        if right.role == "public":
            assert all(table["result"] is None for table in json.loads(view)["tables"])
            assert json.loads(view)["results"] == []


async def sees_nothing(desk: Desk, live: LiveEvent, round_: int, number: int) -> None:
    """A viewer at an online table, its replay and its shuffles tell nothing."""
    table = await desk.hall.table(live.evening.online[round_, number])
    frame = json.loads(table.snapshot().frame("somebody else", "Somebody else"))
    assert frame["view"] is None
    assert frame["talk"] == []
    assert frame["room"]["started"] is False
    with pytest.raises(NotFoundError, match="still played at other tables"):
        finished_game(table.room, None)
    with pytest.raises(NotFoundError, match="still played at other tables"):
        desk.hall.reviews.of(table.name, table.room, None, None)
    assert shown_deals(table.room) == []
    await refused(table.sit("somebody else", "Somebody else", Seat.N), "reserved for an event")


@pytest.mark.full
async def test_eight_tables_half_online_and_half_on_paper(desk: Desk, log: Log) -> None:
    wanted = NewEvent(rules="duplicate", key="dup", trial=32, rounds=4, settings={"game.hands": 2})
    live = await desk.make("director", wanted)
    director = (await desk.by_token(desk.links.of(live.name, live.evening, "director")))[0]
    chance = random.Random(22)
    await desk.do(director, live, ask("deal-boards", "d"))
    digest = digest_of(live.evening.event.board_seed)
    await desk.do(director, live, ask("check-in", "c", names="all"))
    for round_ in range(1, 5):
        if round_ == 3:
            gone = live.evening.event.round.table(2).seats[1]
            await desk.do(director, live, ask("sub", "sub", name=gone, by="Sub"))
        await desk.do(director, live, ask("seat" if round_ == 1 else "next", f"s{round_}"))
        event = live.evening.event
        assert len(event.round.tables) == 8
        await desk.do(director, live, ask("online", f"o{round_}", tables=[1, 3, 5, 7]))
        helper = Right(live.name, "helper")
        for number in (2, 4, 6, 8):
            await desk.do(helper, live, ask("score", f"{round_} {number}", **slip(event, number, chance)))
        await until(desk, lambda: not live.evening.event.round.missing())
        tells_nothing(desk, live, director)
        await sees_nothing(desk, live, round_, 1)
    agrees(live)

    # What goes wrong: a board not played, a ruling, a wrong entry, and a board put back wrongly.
    event = live.evening.event
    first = [slip(event, number, chance) for number in (2, 4)]
    unplayed, ruled = ([*sheet["boards"]] for sheet in first)
    unplayed[1] = {"board": unplayed[1]["board"], "adjusted": [0, 0]}
    ruled[0] = {"board": ruled[0]["board"], "adjusted": [1, -1]}
    for number, boards in ((2, unplayed), (4, ruled)):
        points = {side: sum(each.get(side, 0) for each in boards) for side in ("ns", "ew")}
        correction = ask("correct", f"c{number}", round=4, table=number, boards=boards, reason="as played", **points)
        await desk.do(director, live, correction)
        agrees(live)
    in_the_room = [board for number in (2, 4, 6, 8) for board in event.rounds[1].table(number).boards]
    # Where all tables have the same result, it makes no difference with whom each is compared.
    board = next(board for board in in_the_room if len(set(differences(live.evening.event, board))) > 1)
    before = {line.name: line.total for line in standings(live.evening.event)}
    await desk.do(director, live, ask("foul-board", "f", board=board, since=2, reason="two hands in one pocket"))
    assert {line.name: line.total for line in standings(live.evening.event)} != before
    agrees(live)
    await desk.do(director, live, ask("undo", "u"))
    assert {line.name: line.total for line in standings(live.evening.event)} == before
    agrees(live)

    # The end: everything is open, and can be checked.
    await desk.do(director, live, ask("finish", "end", unfinished="not counted"))
    event = live.evening.event
    shown = boards_view(Seen(live.evening, False), desk=False)
    assert digest_of(shown.seed) == shown.digest == digest
    assert [board.board for board in shown.boards] == list(range(1, 17))
    assert sum(len(board.results) for board in shown.boards) == 4 * 8 * 2
    for name in live.evening.online.values():
        table = await desk.hall.table(name)
        assert finished_game(table.room, None).number == 1
        boards = [board.number for board in table.room.made.boards]
        assert [deal.hand for deal in shown_deals(table.room)] == boards
        assert not any(check(deal) for deal in shown_deals(table.room))
        facts = [(decode_hall_fact(entry.body), entry.at) for entry in await log.read(f"table:{name}")]
        assert Promises(facts, None).problems == []
        for board, deck in zip(boards, [deal.deck for deal in shown_deals(table.room)], strict=True):
            secret = board_secret(shown.seed, board)
            assert deck == [str(card) for card in deck_from(secret, board, NO_WORDS, BOOK.cards(), 4)[0]]
        for past, board in zip(finished_game(table.room, None).table.state.results, boards, strict=True):
            assert past.dealer is cards_of(event.book, shown.seed, board).dealer


# The desk alone.


def pairs(people: int = 16, movement: str = "duplicate mitchell") -> Room:
    return Room("duplicate", people, rounds=3, settings={"game.hands": 2, "event.movement": movement})


def boards_of(room: Room, number: int, *points: tuple[int, int]) -> dict[str, Any]:
    numbers = room.event.round.table(number).boards
    boards = [{"board": board, "ns": ns, "ew": ew} for board, (ns, ew) in zip(numbers, points, strict=True)]
    return {"ns": sum(ns for ns, _ in points), "ew": sum(ew for _, ew in points), "boards": boards}


def test_two_sides_enter_their_boards_on_phones_and_must_agree() -> None:
    room = pairs()
    north, east = room.at(1, 0), room.at(1, 1)
    room.do("score", north, **boards_of(room, 1, (1, 0), (0, 2)))
    assert room.view(east)["table"]["result"]["boards"][1] == {
        "board": room.event.round.table(1).boards[1],
        "ns": 0,
        "ew": 2,
        "adjusted": None,
    }
    # The sum is the same, the boards are not.
    room.do("score", east, **boards_of(room, 1, (0, 2), (1, 0)))
    assert room.result(1).status == "disputed"
    room.do("score", east, **boards_of(room, 1, (1, 0), (0, 2)))
    assert room.result(1).status == "accepted"


def test_the_desk_says_what_is_wrong_with_a_slip() -> None:
    room = pairs()
    room.refuses("plays boards", "score", table=1, ns=1, ew=0)
    room.refuses("isn't possible", "score", table=1, **boards_of(room, 1, (1, 1), (1, 0)))


def test_a_player_sees_the_own_boards_and_not_what_they_are_worth_yet() -> None:
    room = pairs()
    room.play_round()
    north = room.at(1, 0)
    tile = room.view(north)["table"]
    assert len(tile["boards"]) == len(tile["result"]["boards"]) == 2
    assert room.view(north)["standings"]["lines"] == []
    assert room.view(north)["standings"]["says"]
    assert room.view(PUBLIC)["tables"][0]["boards"] == list(room.event.round.table(1).boards)
    assert room.view(PUBLIC)["tables"][0]["state"] == "in"


def test_where_all_play_at_once_standings_follow_round_by_round() -> None:
    room = pairs(movement="duplicate")
    room.play_round()
    assert room.view(PUBLIC)["standings"]["lines"] == []
    room.do("next")
    after_one = room.view(PUBLIC)["standings"]["lines"]
    assert len(after_one) == 8
    assert after_one[0]["total"][0] == "+", "a difference has a sign"
    assert all(line["per_board"]["boards"] == 2 for line in after_one), "boards that are still closed don't count"
    room.play_round()
    assert room.view(PUBLIC)["standings"]["lines"] == after_one
    assert room.view(DIRECTOR)["standings"]["lines"] != after_one
    shown = boards_view(Seen(room.evening, False), desk=False)
    assert [board.open for board in shown.boards] == [True, True, False, False]
    assert all(board.cards and len(board.results) == 4 for board in shown.boards[:2])
    assert shown.seed == "", "the seed would tell the boards to come"


def test_boards_are_dealt_once_and_by_the_director_only() -> None:
    room = Room("duplicate", 8, seat=False)
    room.refuses("does not give that right", "deal-boards", HELPER)
    room.do("deal-boards")
    seed = room.event.board_seed
    room.refuses("dealt already", "deal-boards")
    room.do("seat")
    assert room.event.board_seed == seed
    other = Room("alberta", 8)
    other.refuses("is not played with boards", "deal-boards")


def test_a_hand_made_seating_keeps_the_boards_at_their_tables() -> None:
    room = pairs(people=12)
    tables = room.event.round.tables
    first, second = tables[0], tables[1]
    swapped = [
        {"table": 1, "names": [first.seats[0], second.seats[1], first.seats[2], second.seats[3]]},
        {"table": 2, "names": [second.seats[0], first.seats[1], second.seats[2], first.seats[3]]},
    ]
    room.do("place", tables=swapped)
    assert [table.boards for table in room.event.round.tables] == [table.boards for table in tables]
    assert [table.dealer for table in room.event.round.tables] == [table.dealer for table in tables]


def test_a_log_with_boards_folds_to_the_same_evening() -> None:
    room = pairs()
    room.play_round()
    room.do("foul-board", board=room.event.round.table(1).boards[0], since=1, reason="mixed up")
    room.do("next")
    assert room.again().evening == room.evening


async def test_a_board_that_others_still_play_is_in_no_practice_and_no_rating(desk: Desk) -> None:
    live = await desk.make("director", NewEvent(rules="duplicate", key="dup", trial=16, settings={"game.hands": 1}))
    director = (await desk.by_token(desk.links.of(live.name, live.evening, "director")))[0]
    await desk.do(director, live, ask("check-in", "c", names="all"))
    await desk.do(director, live, ask("seat", "s"))
    await desk.do(director, live, ask("online", "o", tables=[1]))
    await until(desk, lambda: 1 in live.evening.event.round.results)
    table = await desk.hall.table(live.evening.online[1, 1])
    kept: list[str] = []
    desk.hall.practice.judged = lambda *_: kept.append("practice")  # type: ignore[method-assign]
    desk.hall.records.judged = lambda *_: kept.append("figures")  # type: ignore[method-assign]
    desk.hall._judged(table.name, table.room, 1, ())
    assert kept == []
    await desk.hall.records.settled()
    assert finished_game(table.room, 1, closed=True).number == 1, "records may still count the game"
    rated: list[tuple[str, tuple[int, int]]] = []

    async def note(name: str, game: int, players: tuple[str, ...], scores: tuple[int, int]) -> None:
        rated.append((name, scores))

    desk.hall.ratings.note = note  # type: ignore[method-assign, assignment]
    chance = random.Random(5)
    for number in (2, 3, 4):
        await desk.do(director, live, ask("score", f"p{number}", **slip(live.evening.event, number, chance)))
    await desk.do(director, live, ask("next", "n"))
    await desk.do(director, live, ask("trial-scores", "t"))
    await desk.do(director, live, ask("finish", "end", unfinished="not counted"))
    margin = next(each.margin for each in margins(live.evening.event) if (each.round, each.table) == (1, 1))
    assert (table.name, (max(margin.numerator, 0), max(-margin.numerator, 0))) in rated
    assert not table.room.boards_closed
    desk.hall._judged(table.name, table.room, 1, ())
    assert kept == ["practice", "figures"]


@pytest.mark.parametrize("last", ["next", "finish"])
async def test_boards_that_a_crash_left_closed_are_open_after_a_restart(log: Log, last: str) -> None:
    first = desk_on(log)
    settings: dict[str, Any] = {"game.hands": 1, "event.movement": "duplicate"}
    live = await first.make("director", NewEvent(rules="duplicate", key="dup", trial=8, rounds=2, settings=settings))
    director = (await first.by_token(first.links.of(live.name, live.evening, "director")))[0]
    await first.do(director, live, ask("check-in", "c", names="all"))
    await first.do(director, live, ask("seat", "s"))
    await first.do(director, live, ask("online", "o", tables="all"))
    await until(first, lambda: not live.evening.event.round.missing())

    async def crash(_: LiveEvent) -> None:
        raise asyncio.CancelledError

    first.online.open_boards = crash  # type: ignore[method-assign, assignment]
    with pytest.raises(asyncio.CancelledError):
        await first.do(director, live, ask(last, "last", **{"finish": {"unfinished": "not counted"}}.get(last, {})))
    await closed(first)

    second = desk_on(log)
    tables = [await second.hall.table(name) for (round_, _), name in live.evening.online.items() if round_ == 1]
    assert len(tables) == 2
    assert all(table.room.boards_closed for table in tables)
    await second.wake_recent()
    await until(second, lambda: not any(table.room.boards_closed for table in tables))
    assert all(finished_game(table.room, None).number == 1 for table in tables)
    await closed(second)
