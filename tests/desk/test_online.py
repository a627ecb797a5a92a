"""Tables online: players sit in their own chairs, bots where they may, and scores come in by themselves, once."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress

import msgspec
import pytest

from bowerbird.desk.desk import Desk
from bowerbird.desk.game_score import score_of
from bowerbird.desk.live import LiveEvent
from bowerbird.desk.online import PlaysAlreadyError
from bowerbird.desk.view_cache import view_json
from bowerbird.evening.history import history
from bowerbird.evening.rights import Right
from bowerbird.evening.setup import NewEvent
from bowerbird.event.facts import HALL
from bowerbird.event.scores import check_score
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import Left
from bowerbird.hall.live import LiveTable
from bowerbird.hall.people import Guest
from bowerbird.rulebook import book_names
from bowerbird.seats import Seat, Side
from bowerbird.store import Log
from bowerbird.table import Pass, Phase, StartBell, State, Table, TurnUp
from desk.conftest import closed, desk_on, until
from desk.desks import refused
from desk.test_live import ask, evening
from kit.amount import amount
from kit.clock import HandClock

#: With a number of hands, by a clock, with boards; the other books in the full tier.
QUICK = ("trailer-estates", "national", "duplicate")
CLUBS = tuple(
    pytest.param(name, marks=() if name in QUICK else pytest.mark.full) for name in book_names() if name != "bicycle"
)


def all_in(live: LiveEvent) -> bool:
    return not live.evening.event.round.missing()


@pytest.mark.parametrize("rules", CLUBS)
async def test_results_flow_in_by_themselves(desk: Desk, rules: str) -> None:
    live, director = await evening(desk, rules)
    await desk.do(director, live, ask("online", "o", tables="all"))
    await desk.do(director, live, ask("clock", "clock", do="start"))
    await until(desk, lambda: all_in(live))
    event = live.evening.event
    for table in event.round.tables:
        result = event.round.results[table.number]
        assert (result.by, result.status) == (HALL, "accepted")
        hall_table = await desk.hall.table(live.evening.online[1, table.number])
        game = Table(hall_table.room.book, hall_table.room.finished()[0])
        assert game.facts[0].dealer is table.dealer  # type: ignore[union-attr]
        assert result.score == score_of(event.book, game.state, table.boards)
        assert result.score.last_dealer is not None


async def test_a_round_after_a_round_online_is_online_too(desk: Desk) -> None:
    live, director = await evening(desk, "trailer-estates")
    await desk.do(director, live, ask("online", "o", tables="all"))
    await until(desk, lambda: all_in(live))
    await desk.do(director, live, ask("next", "n"))
    assert {table for round_, table in live.evening.online if round_ == 2} == {1, 2}
    await until(desk, lambda: all_in(live))
    assert live.evening.event.round.number == 2


async def test_the_score_of_a_game_counts_every_hand(desk: Desk) -> None:
    live, director = await evening(desk, "st-joe")
    await desk.do(director, live, ask("online", "o", tables=[1]))
    await until(desk, lambda: 1 in live.evening.event.round.results)
    room = (await desk.hall.table(live.evening.online[1, 1])).room
    state = Table(room.book, room.finished()[0]).state
    score = score_of(room.book, state)
    hands = [hand for hand in state.results if hand.counts]
    euchres = sum(hand.outcome == "euchre" for hand in hands)
    assert score.cards[Side.NS].euchred + score.cards[Side.EW].euchred == euchres
    for seat in Seat:
        personal = score.cards[seat.side].personal
        assert personal is not None
        assert personal[seat // 2] == sum(hand.personal[seat] for hand in hands)
    check_score(room.book, score, bell=False)


async def real_evening(desk: Desk, bots: bool, rules: str = "trailer-estates") -> tuple[LiveEvent, list[str]]:
    """People who are no made-up ones: nobody plays for them unless the director says so."""
    live = await desk.make("a person", NewEvent(rules=rules, key="real"))
    director = (await desk.by_token(desk.links.of(live.name, live.evening, "director")))[0]
    names = ["Ann", "Bob", "Cy", "Dee"]
    await desk.do(director, live, ask("paste", "p", text="\n".join(names), here=True))
    await desk.do(director, live, ask("settings", "b", bots=bots))
    await desk.do(director, live, ask("seat", "s"))
    await desk.do(director, live, ask("online", "o", tables="all"))
    return live, list(live.evening.event.round.table(1).seats)


async def test_a_player_takes_the_own_chair_and_nobody_elses(desk: Desk) -> None:
    live, seats = await real_evening(desk, bots=False)
    north = Guest("p-north", "Whoever")
    name = await desk.take_chair(live, seats[0], north.person)
    room = (await desk.hall.table(name)).room
    assert room.seat_of("p-north") is Seat.N
    assert room.chairs[Seat.N].name == seats[0]
    await desk.take_chair(live, seats[0], "p-other-phone")
    assert room.seat_of("p-other-phone") is Seat.N
    assert room.seat_of("p-north") is None
    await refused(
        desk.take_chair(live, seats[3], "p-other-phone"),
        f"This browser plays for {seats[0]}. Open {seats[3]}'s link again",
        PlaysAlreadyError,
    )
    assert room.seat_of("p-other-phone") is Seat.N
    await desk.take_chair(live, seats[3], "p-other-phone", leaving=seats[0])
    assert [seat for seat, chair in room.chairs.items() if chair.person] == [Seat.W]
    await refused(desk.take_chair(live, "Nobody", "p"), "not played online")


async def running_game(desk: Desk) -> tuple[LiveEvent, list[str], LiveTable]:
    """Four players in a game, each by the own link in a browser called after the seat."""
    live, seats = await real_evening(desk, bots=False)
    for seat, name in zip(Seat, seats, strict=True):
        await desk.take_chair(live, name, f"p-{seat.word}")
    table = await desk.hall.table(live.evening.online[1, 1])
    for seat in Seat:
        await table.came(f"p-{seat.word}")
    await until(desk, lambda: table.room.table.state.phase is Phase.FIRST_ROUND)
    return live, seats, table


async def test_another_players_link_does_not_empty_ones_own_chair_in_a_game(desk: Desk) -> None:
    live, seats, table = await running_game(desk)
    await refused(
        desk.take_chair(live, seats[1], "p-North"),
        f"This browser plays for {seats[0]}. Open {seats[1]}'s link again",
        PlaysAlreadyError,
    )
    assert [chair.person for chair in table.room.chairs.values()] == ["p-North", "p-East", "p-South", "p-West"]
    shown = await desk.chair(live, seats[1], "p-North")
    assert (shown.mine, shown.elsewhere, shown.plays and shown.plays.player) == (False, True, seats[0])
    assert shown.late
    assert await desk.take_chair(live, seats[0], "p-North") == table.name, "the own link leads back"


async def test_who_plays_for_another_deliberately_leaves_a_bot_in_the_own_chair_and_can_come_back(desk: Desk) -> None:
    live, seats, table = await running_game(desk)
    await desk.take_chair(live, seats[1], "p-North", leaving=seats[0])
    assert table.room.seat_of("p-North") is Seat.E
    assert table.room.chairs[Seat.N].bot
    await until(desk, lambda: seats[0] in live.evening.stand_ins.get((1, 1), {}))
    await desk.take_chair(live, seats[1], "p-East")
    await desk.take_chair(live, seats[0], "p-North")
    assert [chair.person for chair in table.room.chairs.values()] == ["p-North", "p-East", "p-South", "p-West"]
    await until(desk, lambda: live.evening.stand_ins[1, 1] == {})


def hand_of(table: LiveTable, person: str) -> list[str]:
    hand: list[str] = msgspec.json.decode(table.snapshot().frame(person, person))["view"]["hand"]
    return hand


async def test_a_link_in_another_browser_brings_the_chair_at_once_and_cards_with_the_next_hand(desk: Desk) -> None:
    live, seats, table = await running_game(desk)
    held = hand_of(table, "p-North")
    await desk.take_chair(live, seats[0], "p-other-phone")
    assert table.room.seat_of("p-North") is None
    assert (table.room.seat_of("p-other-phone"), table.room.waits(Seat.N)) == (Seat.N, True)
    assert hand_of(table, "p-other-phone") == hand_of(table, "p-North") == []
    await desk.take_chair(live, seats[1], "p-North")
    assert (table.room.seat_of("p-North"), hand_of(table, "p-North")) == (Seat.E, []), "a bot plays East's hand out"
    await refused(desk.take_chair(live, seats[0], "p-North"), "", PlaysAlreadyError)
    await desk.take_chair(live, seats[0], "p-North", leaving=seats[1])
    again = hand_of(table, "p-North")
    assert again, "their hand comes back at once"
    assert set(again) <= {*held, str(table.room.table.state.hand.turn_up)}


async def test_a_late_player_gets_the_chair_of_a_bot_at_once_and_cards_with_the_next_hand(desk: Desk) -> None:
    live, seats, table = await running_game(desk)
    await table.stand("p-East")
    assert table.room.chairs[Seat.E].bot
    await desk.take_chair(live, seats[1], "p-late")
    assert (table.room.chairs[Seat.E].person, hand_of(table, "p-late")) == ("p-late", [])
    await desk.take_chair(live, seats[1], "p-East")
    assert hand_of(table, "p-East"), "who had these cards has them again"


@pytest.mark.parametrize("seed", range(amount(1, full=5)))
async def test_no_chair_of_a_game_is_emptied_by_links_whoever_opens_them(desk: Desk, seed: int) -> None:
    live, seats, table = await running_game(desk)
    chance = random.Random(seed)
    browsers = [*(f"p-{seat.word}" for seat in Seat), "p-one-more", "p-another"]
    taken = 0
    for _ in range(40):
        place, browser = chance.choice(list(Seat)), chance.choice(browsers)
        before = {seat: chair.person for seat, chair in table.room.chairs.items()}
        own = next((seats[seat] for seat, person in before.items() if person == browser), "")
        leaving = chance.choice([own, ""])
        with suppress(NotAllowedError):
            await desk.take_chair(live, seats[place], browser, leaving)
            taken += 1
        after = {seat: chair.person for seat, chair in table.room.chairs.items()}
        assert not any(chair.is_empty for chair in table.room.chairs.values()), "somebody plays in every chair"
        left = {Seat(seats.index(leaving))} if leaving else set()
        assert {seat for seat in Seat if after[seat] != before[seat]} <= {place, *left}, "a link is for its own chair"
    assert 0 < taken < 40


async def test_a_chair_that_is_empty_in_a_game_is_filled_by_a_bot_after_its_time(desk: Desk) -> None:
    """Such games are in logs of before; they go on."""
    live, seats, table = await running_game(desk)
    await table.change(lambda _: [Left(Seat.E)])
    assert table.room.chairs[Seat.E].is_empty, "there is time to come back"
    await until(desk, lambda: bool(table.room.chairs[Seat.E].bot))
    await desk.take_chair(live, seats[1], "p-East")
    assert table.room.seat_of("p-East") is Seat.E


async def test_the_desk_says_for_whom_a_bot_plays_and_since_when(desk: Desk) -> None:
    live, seats, table = await running_game(desk)
    director = (await desk.by_token(desk.links.of(live.name, live.evening, "director")))[0]
    table.went("p-East")
    await until(desk, lambda: seats[1] in live.evening.stand_ins.get((1, 1), {}))
    view = msgspec.json.decode(view_json(live, director, desk.links, desk.clock()))
    [shown] = view["tables"][0]["stand_ins"]
    assert shown["name"] == seats[1]
    words = f"A bot has been playing for {seats[1]} at table 1 since {shown['time']}. {seats[1]} can take over again."
    assert words in [item["words"] for item in view["list"]]
    since = live.evening.stand_ins[1, 1][seats[1]]
    table.went("p-South")
    await until(desk, lambda: set(live.evening.stand_ins[1, 1]) == {seats[1], seats[2]})
    assert live.evening.stand_ins[1, 1][seats[1]] == since, "the first one is away as long as before"
    for person in ("p-East", "p-South"):
        await table.came(person)
    await until(desk, lambda: live.evening.stand_ins[1, 1] == {})
    told = [line.words for line in history(live.story, str)]
    assert [f"A bot plays for {seats[1]} at table 1."] in [list(words) for words in told]


async def test_a_game_that_everybody_has_left_is_played_on_after_a_while(log: Log, clock: HandClock) -> None:
    desk = desk_on(log)
    live, seats, table = await running_game(desk)
    for seat in Seat:
        table.went(f"p-{seat.word}")
    await clock.advance(110)
    assert not any(chair.away for chair in table.room.chairs.values()), "there is time to come back"
    await until(desk, lambda: all(chair.away for chair in table.room.chairs.values()))
    await table.came("p-North")
    assert not table.room.chairs[Seat.N].away
    table.went("p-North")
    await until(desk, lambda: all_in(live))
    await closed(desk)
    assert len(seats) == 4


async def test_the_game_waits_for_people_where_bots_are_not_allowed(desk: Desk, clock: HandClock) -> None:
    live, seats = await real_evening(desk, bots=False)
    room = (await desk.hall.table(live.evening.online[1, 1])).room
    for name in seats[:3]:
        await desk.take_chair(live, name, f"p-{name}")
    await clock.advance(600)
    assert not room.started
    await desk.take_chair(live, seats[3], f"p-{seats[3]}")
    await until(desk, lambda: room.started)
    assert list(room.names) == seats


async def test_bots_sit_in_for_missing_people_where_the_director_allows_it(desk: Desk) -> None:
    live, seats = await real_evening(desk, bots=True)
    await until(desk, lambda: all_in(live))
    room = (await desk.hall.table(live.evening.online[1, 1])).room
    assert all(chair.bot for chair in room.chairs.values())
    assert len(seats) == 4


async def test_people_at_the_table_do_not_rearrange_it(desk: Desk) -> None:
    live, seats = await real_evening(desk, bots=False)
    table = await desk.hall.table(await desk.take_chair(live, seats[0], "p-north"))
    await until(desk, lambda: table.host_here())
    for forbidden in (table.seat_bot("p-north", Seat.E, "simple"), table.start("p-north")):
        await refused(forbidden, "Only the host")


async def test_nobody_at_an_online_table_writes_its_score(desk: Desk) -> None:
    live, seats = await real_evening(desk, bots=False)
    for what, more in (("score", {"ns": 10, "ew": 0}), ("accept", {}), ("dispute", {})):
        await refused(
            desk.do(Right(live.name, "player", 0, seats[0]), live, ask(what, what, **more)),
            "played online, and its score comes in automatically",
        )
    assert not live.evening.event.round.results


async def national_table(desk: Desk) -> tuple[LiveEvent, Right, LiveTable]:
    """National, all four at their online table, and nobody has started the round's clock."""
    live, seats = await real_evening(desk, bots=False, rules="national")
    for name in seats:
        await desk.take_chair(live, name, f"p-{name}")
    director = (await desk.by_token(desk.links.of(live.name, live.evening, "director")))[0]
    table = await desk.hall.table(live.evening.online[1, 1])
    await until(desk, lambda: table.room.table.state.phase is Phase.TURN_UP)
    return live, director, table


@pytest.mark.clause("NAT-D1")
async def test_no_card_is_turned_up_online_before_the_rooms_start_bell(desk: Desk, clock: HandClock) -> None:
    live, director, table = await national_table(desk)
    room = table.room
    await clock.advance(100)
    assert room.table.state.phase is Phase.TURN_UP, "the cards are dealt"
    assert not room.table.state.started
    assert room.ends_at is None
    view = msgspec.json.decode(view_json(live, director, desk.links, desk.clock()))
    assert (view["tables"][0]["state"], view["clock"]["next"]) == ("seated", "Start the clock when everyone is seated.")
    await desk.do(director, live, ask("clock", "start", do="start"))
    await until(desk, lambda: room.table.state.started)
    await until(desk, lambda: room.table.state.phase is Phase.FIRST_ROUND)
    rang = [fact for fact in room.table.facts if isinstance(fact, StartBell | TurnUp)]
    assert [type(fact) for fact in rang] == [StartBell, TurnUp]


@pytest.mark.clause("NAT-D1")
async def test_a_table_that_opens_after_the_start_bell_plays_at_once(desk: Desk) -> None:
    live, seats = await real_evening(desk, bots=False, rules="national")
    director = (await desk.by_token(desk.links.of(live.name, live.evening, "director")))[0]
    await desk.do(director, live, ask("clock", "start", do="start"))
    for name in seats:
        await desk.take_chair(live, name, f"p-{name}")
    room = (await desk.hall.table(live.evening.online[1, 1])).room
    await until(desk, lambda: room.table.state.phase is Phase.FIRST_ROUND)
    assert room.bell_set is not None


@pytest.mark.clause("NAT-D1")
async def test_a_restart_goes_on_waiting_for_the_start_bell(log: Log, clock: HandClock) -> None:
    first = desk_on(log)
    live, _, _ = await national_table(first)
    await closed(first)
    second = desk_on(log)
    await second.wake_recent()
    again = await second.event(live.name)
    room = (await second.hall.table(again.evening.online[1, 1])).room
    await clock.advance(100)
    assert not room.table.state.started
    director = (await second.by_token(second.links.of(again.name, again.evening, "director")))[0]
    await second.do(director, again, ask("clock", "start", do="start"))
    await until(second, lambda: room.table.state.phase is Phase.FIRST_ROUND)
    await closed(second)


async def test_a_player_who_waits_for_the_start_bell_is_told_so(desk: Desk) -> None:
    _, _, table = await national_table(desk)
    frame = msgspec.json.decode(table.snapshot().frame("nobody", "A viewer"))
    assert frame["view"]["waits"] == "The cards are dealt. Play starts with the start bell."


@pytest.mark.parametrize("by_hand", [True, False])
@pytest.mark.parametrize("started", [True, False])
async def test_the_rooms_bell_rings_online_too(desk: Desk, by_hand: bool, started: bool) -> None:
    live, director, table = await national_table(desk)
    room = table.room
    if started:
        await desk.do(director, live, ask("clock", "first", do="start"))
        await until(desk, lambda: room.table.state.started)
    assert not room.table.state.bell_rung
    if by_hand:
        await desk.do(director, live, ask("bell", "bell"))
    else:
        if not started:
            await desk.do(director, live, ask("clock", "start", do="start"))
        await desk.do(director, live, ask("clock", "less", do="add", minutes=-7))
    await until(desk, lambda: room.table.state.bell_rung or bool(room.finished()))


@pytest.mark.clause("NAT-D6")
async def test_a_hand_thrown_in_after_the_rooms_bell_brings_no_score_before_one_is_completed(desk: Desk) -> None:
    live, director, table = await national_table(desk)

    def state() -> State:
        return table.room.table.state

    await desk.do(director, live, ask("clock", "start", do="start"))
    await until(desk, lambda: state().phase is Phase.FIRST_ROUND)
    await desk.do(director, live, ask("bell", "bell"))
    await until(desk, lambda: state().bell_rung)
    for _ in range(8):
        turn = Seat(state().turn or 0)
        await table.act(table.room.chairs[turn].person, Pass(turn))
    await until(desk, lambda: state().phase is Phase.FIRST_ROUND)
    assert not live.evening.event.round.results
    while not state().is_over:
        chosen = table.room.table.legal[-1]
        await table.act(table.room.chairs[Seat(state().turn or 0)].person, chosen)
    await until(desk, lambda: all_in(live))
    assert sum(live.evening.event.round.results[1].score.points) > 0


async def test_the_rounds_clock_rules_at_online_tables(desk: Desk) -> None:
    live, director, table = await national_table(desk)
    room = table.room
    await desk.do(director, live, ask("clock", "start", do="start"))
    await until(desk, lambda: room.ends_at is not None)
    first = room.ends_at
    assert first is not None
    await desk.do(director, live, ask("clock", "pause", do="pause"))
    await until(desk, lambda: room.ends_at is None)
    await desk.do(director, live, ask("clock", "on", do="resume"))
    await desk.do(director, live, ask("clock", "more", do="add", minutes=2))
    await until(desk, lambda: room.ends_at is not None and room.ends_at >= first + 2 * 60_000)
    assert not room.table.state.bell_rung


async def test_a_table_taken_back_brings_no_score(desk: Desk) -> None:
    live, seats = await real_evening(desk, bots=False)
    director = (await desk.by_token(desk.links.of(live.name, live.evening, "director")))[0]
    await desk.do(director, live, ask("online", "back", tables=[]))
    assert live.evening.online == {}
    await refused(desk.take_chair(live, seats[0], "p"), "not played online")
    await desk.do(director, live, ask("score", "k", table=1, ns=5, ew=4))


async def test_a_restart_goes_on_watching(log: Log) -> None:
    first = desk_on(log, wait=1_000_000)
    live, director = await evening(first, "trailer-estates")
    await first.do(director, live, ask("settings", "b", bots=True))
    watched = asyncio.create_task(first.do(director, live, ask("online", "o", tables="all")))
    await watched
    await closed(first)
    second = desk_on(log)
    assert await second.wake_recent() == 1
    again = await second.event(live.name)
    await until(second, lambda: all_in(again))
    scores = [command for command in again.story.commands if command.record.by == "hall" and command.record.facts]
    keys = [command.record.key for command in scores]
    assert len(keys) == len(set(keys)) == 2
    await closed(second)
