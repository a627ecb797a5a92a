"""A live table: who may do what, bots and people in any mix, undo by consent, and everything on disk first."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from bowerbird.hall.asides import AT_ONCE, EVERY
from bowerbird.hall.attendance import Attendance
from bowerbird.hall.birds import BIRDS
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.facts import Happened, Revealed, Said, Sat, decode_hall_fact, made_with
from bowerbird.hall.frames import EncodedParts
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.hall.replay import game_steps, shown_deals
from bowerbird.hall.room import Room
from bowerbird.hall.setup import TableSetup
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.store import Log, StoreError
from bowerbird.table import Discard, EndBell, Fact, Open, Order, Pass, Phase, Play
from bowerbird.table.facts import Gather, Ruling, Shuffle
from kit.clock import HandClock, quiet, soon

PEOPLE = {Seat.N: "north", Seat.E: "east", Seat.S: "south", Seat.W: "west"}


async def four_people(hall: Hall, rules: str = "bicycle", mode: str = "guarded", house_rules: str = "") -> LiveTable:
    live = await hall.make_table(
        "south", TableSetup(rules=rules, house_rules=house_rules, mode="real" if mode == "real" else "guarded")
    )
    for seat, person in PEOPLE.items():
        await live.came(person)
        await live.sit(person, person.capitalize(), seat)
    await live.start("south")
    await soon(lambda: live.room.table.state.phase is Phase.FIRST_ROUND)
    return live


def person_at(live: LiveTable, seat: Seat) -> str:
    return live.room.chairs[seat].person


async def somebody_acts(live: LiveTable) -> Fact:
    """The last of what is legal: a call rather than a pass."""
    fact = next(fact for fact in reversed(live.room.table.legal) if getattr(fact, "seat", None) is not None)
    await live.act(person_at(live, Seat(fact.seat)), fact)  # type: ignore[union-attr]
    return fact


async def play_game(live: LiveTable) -> None:
    while not live.room.table.state.is_over:
        if live.room.table.state.phase in (Phase.SHUFFLE, Phase.DRAW):
            await asyncio.sleep(0)
        else:
            await somebody_acts(live)
    await soon(lambda: live.room.deal is not None and live.room.deal.revealed)


async def test_nobody_acts_for_another_seat(hall: Hall) -> None:
    live = await four_people(hall)
    turn = live.room.table.state.turn
    assert turn is not None
    seq = live.room.seq
    for other in Seat:
        if other is not turn:
            with pytest.raises(NotAllowedError, match="your own seat"):
                await live.act(person_at(live, other), Pass(turn))
    with pytest.raises(NotAllowedError, match="no seat"):
        await live.act("stranger", Pass(turn))
    with pytest.raises(NotAllowedError, match="turn to call"):
        await live.act(person_at(live, turn.left), Pass(turn.left))
    assert live.room.seq == seq, "bad input changes nothing"


@pytest.mark.parametrize(
    "fact",
    [Open(), EndBell(), Shuffle(()), Ruling("points", "because", points=2)],
    ids=lambda fact: type(fact).__name__.lower(),
)
async def test_what_is_the_halls_own_nobody_can_do(hall: Hall, fact: Fact) -> None:
    live = await four_people(hall)
    with pytest.raises(NotAllowedError):
        await live.act("south", fact)


async def test_only_the_host_runs_the_table(hall: Hall) -> None:
    live = await four_people(hall)
    for forbidden in (
        live.pause("north", True),
        live.set_pace("north", "slow"),
        live.remove("north", Seat.S),
        live.seat_bot("north", Seat.N, "club"),
    ):
        with pytest.raises(NotAllowedError, match="host"):
            await forbidden
    await live.pause("south", True)
    with pytest.raises(NotAllowedError, match="paused"):
        await somebody_acts(live)
    await live.pause("south", False)
    await somebody_acts(live)


async def test_when_the_host_has_gone_the_others_are_not_stuck(hall: Hall) -> None:
    live = await four_people(hall)
    await live.pause("south", True)
    live.went("south")
    await live.pause("north", False)
    assert not live.room.paused
    with pytest.raises(NotAllowedError, match="host"):
        await live.pause("stranger", True)


async def test_a_game_with_bots_plays_itself_to_the_end(hall: Hall) -> None:
    live = await hall.make_table("host", TableSetup(rules="trailer-estates", pace="at once"))
    for seat in Seat:
        await live.seat_bot("host", seat, "simple")
    assert len({chair.name for chair in live.room.chairs.values()}) == 4, "each bot has a name of its own"
    await live.start("host")
    await soon(lambda: live.room.table.state.is_over)
    with pytest.raises(NotAllowedError, match="no bot of that level"):
        await live.seat_bot("host", Seat.N, "grandmaster")


async def test_who_drops_off_is_played_for_after_the_grace_time_and_takes_over_again(
    hall: Hall, clock: HandClock
) -> None:
    live = await four_people(hall)
    turn = live.room.table.state.turn
    assert turn is not None
    person = person_at(live, turn)
    live.went(person)
    await clock.advance(14.9)
    assert live.room.table.state.turn is turn, "the seat is kept, and nothing happens yet"
    await clock.advance(0.1)
    assert live.room.table.state.turn is not turn
    assert live.room.chairs[turn].away
    assert live.room.chairs[turn].person == person
    await live.came(person)
    assert not live.room.chairs[turn].away


async def test_after_a_game_chairs_are_kept_and_the_next_one_calls_their_people_back(
    hall: Hall, clock: HandClock
) -> None:
    live = await four_people(hall, house_rules='based_on = "bicycle"\n[game]\npoints = 1')
    await play_game(live)
    live.went("north")
    await clock.advance(60)
    assert not live.room.chairs[Seat.N].away, "nobody sits in while people read the review"
    await live.start("south")
    await clock.advance(14.9)
    assert not live.room.chairs[Seat.N].away, "there is time to come back"
    await clock.advance(0.1)
    assert live.room.chairs[Seat.N].away


async def test_with_nobody_left_the_table_waits(hall: Hall, clock: HandClock) -> None:
    live = await hall.make_table("al", TableSetup(pace="at once"))
    await live.sit("al", "Al", Seat.S)
    for seat in (Seat.N, Seat.E, Seat.W):
        await live.seat_bot("al", seat, "simple")
    await live.came("al")
    await live.start("al")
    await soon(lambda: live.room.table.state.turn is live.room.seat_of("al"))
    live.went("al")
    waiting = live.room.table.state
    await clock.advance(600)
    assert live.room.table.state is waiting, "no bot plays on for somebody who was alone here"
    assert not live.room.chairs[Seat.S].away


async def test_coming_back_in_time_nothing_has_happened(hall: Hall, clock: HandClock) -> None:
    live = await four_people(hall)
    turn = live.room.table.state.turn
    assert turn is not None
    live.went(person_at(live, turn))
    await clock.advance(14.9)
    await live.came(person_at(live, turn))
    await clock.advance(60)
    assert live.room.table.state.turn is turn
    assert not live.room.chairs[turn].away


async def test_who_leaves_in_a_game_gives_the_chair_to_a_bot(hall: Hall) -> None:
    live = await four_people(hall)
    await live.stand("north")
    seat = next(seat for seat, chair in live.room.chairs.items() if chair.bot)
    assert live.room.seat_of("north") is None
    with pytest.raises(NotAllowedError, match="The game is in progress"):
        await live.sit("newcomer", "Newcomer", seat)
    assert not live.room.table.state.is_over


async def test_other_processes_hear_who_sits_where(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(hall._presence, "tell", told.append)
    live = await four_people(hall)
    for comes_back in (live.sit("west", "West", Seat.W), live.give_back("south", Seat.W)):
        await live.stand("west")
        told.clear()
        await comes_back
        assert told == [live.name]
    told.clear()
    await live.came("somebody")
    live.went("somebody")
    assert told == [live.name] * 2


async def test_two_people_of_one_name_can_be_told_apart(hall: Hall) -> None:
    live = await hall.make_table("one")
    await live.sit("one", "Al", Seat.N)
    await live.sit("two", "Al", Seat.E)
    assert [live.room.chairs[seat].name for seat in (Seat.N, Seat.E)] == ["Al", "Al 2"]
    with pytest.raises(NotAllowedError, match="already"):
        await live.sit("one", "Al", Seat.S)
    with pytest.raises(NotAllowedError, match="sits there"):
        await live.sit("three", "Betty", Seat.N)


def can_undo(live: LiveTable, seat: Seat) -> bool:
    offered: bool = json.loads(live.snapshot().frame(person_at(live, seat), ""))["room"]["can_undo"]
    return offered


async def test_undo_needs_everyones_consent(hall: Hall) -> None:
    live = await four_people(hall)
    first = live.room.table.state.turn
    assert first is not None
    assert not any(can_undo(live, seat) for seat in Seat), "nothing was done in this hand"
    await live.act(person_at(live, first), Pass(first))
    assert [seat for seat in Seat if can_undo(live, seat)] == [first]
    await live.ask_undo(person_at(live, first))
    assert live.room.table.state.turn is first.left, "not yet"
    others = [seat for seat in Seat if seat is not first]
    for seat in others:
        assert live.room.table.state.turn is first.left
        await live.answer_undo(person_at(live, seat), True)
    assert live.room.table.state.turn is first
    await live.act(person_at(live, first), Pass(first))
    await live.ask_undo(person_at(live, first))
    await live.answer_undo(person_at(live, first.left), False)
    assert live.room.undo_by is None
    assert live.room.table.state.turn is first.left
    with pytest.raises(NotAllowedError, match="Nobody is waiting"):
        await live.answer_undo(person_at(live, first.left), True)


async def test_a_hand_whose_secret_is_out_is_past_undoing(hall: Hall) -> None:
    live = await four_people(hall)
    await play_game(live)
    for person in PEOPLE.values():
        with pytest.raises(NotAllowedError, match="nothing to undo"):
            await live.ask_undo(person)


async def test_tables_survive_at_the_very_card(hall: Hall, log: Log) -> None:
    live = await four_people(hall, "alberta")
    for _ in range(9):
        await somebody_acts(live)
    await quiet()
    again = Hall(log, hall.clock, Settings(grace=60, words_wait=0, pace_factor=0, review_ahead=False), bot_processes=0)
    assert await again.wake_recent() == 1
    found = await again.table(live.name)
    assert found.room.table.state == live.room.table.state
    assert found.room.names == live.room.names
    assert found.snapshot().frame("x", "x")[:40] == live.snapshot().frame("x", "x")[:40]
    await again.close()


async def test_each_game_and_each_hand_has_a_secret_of_its_own(hall: Hall) -> None:
    live = await four_people(hall, house_rules='based_on = "bicycle"\n[game]\npoints = 2')
    await play_game(live)
    await live.start("south")
    await soon(lambda: live.room.table.state.phase is Phase.FIRST_ROUND)
    await play_game(live)
    deals = list(live.room.deals.values())
    assert len(live.room.finished()) == 2
    assert len({deal.secret for deal in deals}) == len(deals) >= 2
    assert all(deal.revealed for deal in deals)
    shown = shown_deals(live.room)
    assert len(shown) == len(deals)
    assert len({tuple(deal.deck) for deal in shown}) == len(deals), "no pack is dealt twice"


async def test_a_secret_is_shown_only_after_its_hand(hall: Hall, log: Log) -> None:
    live = await four_people(hall)
    await play_game(live)
    entries = [decode_hall_fact(entry.body) for entry in await log.read(live.stream.name)]
    hand_on = False
    for fact in entries:
        if isinstance(fact, Happened) and isinstance(fact.fact, Shuffle):
            hand_on = True
        if isinstance(fact, Revealed):
            assert hand_on, "each secret once"
            hand_on = False
        if isinstance(fact, Happened) and isinstance(fact.fact, Play | Order | Discard):
            assert hand_on


async def test_the_time_of_a_chair_ends_when_its_person_is_back(hall: Hall) -> None:
    room = (await four_people(hall)).room
    handed_over: list[Seat] = []

    async def hand_over(seat: Seat, person: str) -> None:
        handed_over.append(seat)

    attendance = Attendance(room, 0, lambda person: False, hand_over, 0)
    for person in PEOPLE.values():
        attendance.came(person)
    for back in (True, False):
        attendance.went("east")
        attendance.look()
        if back:
            attendance.came("east")
            attendance.look()
        await quiet()
        assert handed_over == ([] if back else [Seat.E])


async def test_the_secret_of_the_hand_before_stays_in_sight_while_the_next_is_played(hall: Hall) -> None:
    def fair() -> Any:
        return json.loads(live.snapshot().frame("south", ""))["room"]["fair"]

    live = await four_people(hall)
    assert (fair()["hand"], fair()["last"]) == (1, None), "nothing is shown of the hand in play"
    while live.room.dealt < 2 or live.room.table.state.phase is not Phase.FIRST_ROUND:
        if live.room.table.state.phase in (Phase.SHUFFLE, Phase.DRAW):
            await asyncio.sleep(0)
        else:
            await somebody_acts(live)
    assert not live.room.deals[2].revealed
    assert fair()["hand"] == 2
    assert (fair()["last"]["hand"], fair()["last"]["secret"]) == (1, live.room.deals[1].secret)


async def test_words_of_ones_own_go_into_the_draw_and_into_the_shuffle(log: Log, hall: Hall) -> None:
    slow = Hall(log, hall.clock, Settings(grace=60, words_wait=5, pace_factor=0, review_ahead=False), bot_processes=0)
    live = await slow.make_table("south")
    for seat, person in PEOPLE.items():
        await live.came(person)
        await live.sit(person, person.capitalize(), seat)
    await live.start("south")
    await soon(lambda: live.room.draw is not None)
    assert live.room.draw is not None
    with pytest.raises(NotAllowedError, match="can't add words"):
        await live.add_words("south", "for the deal", draw=False)
    for person in PEOPLE.values():
        assert not live.room.draw.used
        await live.add_words(person, f"{person} draws", draw=True)
    await soon(lambda: live.room.deal is not None)
    assert live.room.draw.revealed
    assert live.room.draw.words == ["north draws", "east draws", "south draws", "west draws"]
    with pytest.raises(NotAllowedError, match="printable"):
        await live.add_words("south", "two\nlines")
    with pytest.raises(NotAllowedError, match="can't add words"):
        await live.add_words("south", "late for the draw", draw=True)
    for person in PEOPLE.values():
        await live.add_words(person, f"words of {person}")
    await soon(lambda: live.room.table.state.phase is Phase.FIRST_ROUND)  # no need to wait for the five seconds
    assert live.room.deal is not None
    assert sorted(live.room.deal.words) == sorted(f"words of {person}" for person in PEOPLE.values())
    with pytest.raises(NotAllowedError, match="can't add words"):
        await live.add_words("south", "too late")
    await slow.close()


async def test_only_set_phrases_can_be_said(hall: Hall) -> None:
    live = await four_people(hall)
    await live.say("north", "Well played")
    assert [phrase for _, phrase in live.room.said] == ["Well played"]
    with pytest.raises(NotAllowedError, match="only these phrases"):
        await live.say("north", "I hold both bowers")


def test_a_table_keeps_only_the_phrases_that_it_shows() -> None:
    room = Room(made_with("south", load_rulebook("bicycle")))
    room.apply(Sat(Seat.S, "south", "South"), 0)
    for _ in range(1000):
        room.apply(Said(Seat.S, "Hello"), 0)
    room.apply(Said(Seat.S, "Well played"), 0)
    assert (len(room.said), room.said[-1]) == (5, (Seat.S, "Well played"))


async def test_nobody_fills_the_log_besides_the_play(log: Log) -> None:
    """A person can say much at once, then a little, and others as before. What changes nothing isn't written."""
    clock = HandClock()
    hall = Hall(log, clock, Settings(review_ahead=False), bot_processes=0)
    live = await hall.make_table("south")
    for seat, person in PEOPLE.items():
        await live.sit(person, person.capitalize(), seat)
    seq = live.room.seq
    for _ in range(2 * AT_ONCE):
        await live.set_pace("south", live.room.pace)
        await live.pause("south", live.room.paused)
        await live.show_bird("south", live.room.chairs[Seat.S].bird)
    assert live.room.seq == seq
    floods: list[Callable[[int], Awaitable[None]]] = [
        lambda _: live.say("south", "Hello"),
        lambda turn: live.set_pace("south", ("quick", "slow")[turn % 2]),
        lambda turn: live.pause("south", turn % 2 == 0),
        lambda turn: hall.choose_bird("south", BIRDS[turn % len(BIRDS)]),
    ]
    for flood in floods:
        assert 0 < await _written(flood, live) <= AT_ONCE
        assert await _written(flood, live) == 0
        clock.go(EVERY / 1000)
        assert await _written(flood, live) == 1, "one more after a while"
        await live.say("north", "Hello")
        clock.go(AT_ONCE * EVERY / 1000)
    clock.jump(-1000)
    await _written(floods[0], live)
    with pytest.raises(NotAllowedError, match="Wait a few seconds"):
        await live.say("south", "Hello")
    clock.go(EVERY / 1000)
    assert await _written(floods[0], live) == 1, "also if the clock was set back"
    await hall.close()


async def _written(flood: Callable[[int], Awaitable[None]], live: LiveTable) -> int:
    """How many facts a person can write within a moment."""
    seq = live.room.seq
    for turn in range(3 * AT_ONCE):
        with suppress(NotAllowedError):
            await flood(turn)
    return live.room.seq - seq


async def test_a_finished_game_knows_where_its_people_sat(hall: Hall) -> None:
    live = await four_people(hall)
    await play_game(live)
    sat = {person: live.room.seat_of(person) for person in PEOPLE.values()}
    for person in ("north", "east"):
        await live.stand(person)
    assert sat["north"] is not None
    assert sat["east"] is not None
    await live.sit("north", "North", sat["east"])
    await live.sit("late", "Late", sat["north"])
    for game in (None, 1):
        assert {person: live.room.seat_in(game, person) for person in PEOPLE.values()} == sat
        assert live.room.seat_in(game, "late") is None
    await live.start("south")
    assert live.room.seat_in(1, "north") is sat["north"]
    assert live.room.seat_in(2, "north") is None, "this one isn't over"


async def test_a_finished_game_can_be_replayed_and_a_running_one_cannot(hall: Hall) -> None:
    live = await four_people(hall)
    with pytest.raises(NotFoundError, match="No game at this table is finished"):
        game_steps(live.room, None, None)
    await play_game(live)
    replay = game_steps(live.room, None, Seat.S)
    result = replay.steps[-1].view.result
    assert result is not None
    assert result.score == live.room.table.state.score
    assert any(all(len(cards) == 5 for cards in step.view.open) for step in replay.steps)
    with pytest.raises(NotFoundError, match="Choose 1 to 1"):
        game_steps(live.room, 2, None)


async def test_a_cancelled_request_leaves_no_half_written_table(hall: Hall, log: Log) -> None:
    live = await four_people(hall)
    turn = live.room.table.state.turn
    assert turn is not None
    asked = asyncio.create_task(live.act(person_at(live, turn), Pass(turn)))
    await asyncio.sleep(0)
    asked.cancel()
    await soon(lambda: live.room.table.state.turn is turn.left)
    await somebody_acts(live)
    assert live.room.seq == (await log.streams("table:"))[live.stream.name]


async def test_another_writer_on_the_same_stream_wins_once(hall: Hall, log: Log) -> None:
    live = await four_people(hall)
    twin = Hall(log, hall.clock, Settings(grace=60, words_wait=0, pace_factor=0, review_ahead=False), bot_processes=0)
    other = await twin.table(live.name)
    turn = live.room.table.state.turn
    assert turn is not None
    await live.act(person_at(live, turn), Pass(turn))
    with pytest.raises(NotAllowedError, match="turn"):  # judged again on what the first has written
        await other.act(person_at(other, turn), Pass(turn))
    assert other.room.table.state == live.room.table.state, "it has caught up"
    await other.act(person_at(other, turn.left), Pass(turn.left))
    await twin.close()


async def test_a_disk_that_fails_loses_nothing_that_was_acknowledged(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await four_people(hall)
    turn = live.room.table.state.turn
    assert turn is not None
    append = hall.log.append

    async def written_but_not_told(*args: object) -> int:
        await append(*args)  # type: ignore[arg-type]
        raise StoreError("the plug was pulled")

    monkeypatch.setattr(hall.log, "append", written_but_not_told)
    with pytest.raises(StoreError):
        await live.act(person_at(live, turn), Pass(turn))
    monkeypatch.undo()
    assert live.room.table.state.turn is turn, "nobody was told"
    with pytest.raises(NotAllowedError):  # it was on disk after all: the table catches up, and once is enough
        await live.act(person_at(live, turn), Pass(turn))
    assert live.room.table.state.turn is turn.left


async def test_at_a_real_table_bots_leave_the_gathering_to_people(hall: Hall, clock: HandClock) -> None:
    live = await four_people(hall, "st-joe", "real")
    while live.room.table.state.phase is not Phase.COUNT:
        await somebody_acts(live)
        if live.room.table.state.phase in (Phase.SHUFFLE, Phase.DRAW):
            await soon(lambda: live.room.table.state.phase is Phase.FIRST_ROUND)
    await live.remove("south", Seat.N)
    await clock.advance(600)
    assert live.room.table.state.phase is Phase.COUNT
    someone = live.room.people()[0]
    await live.act(person_at(live, someone), Gather(someone))
    assert live.room.table.state.phase is not Phase.COUNT


async def test_tables_that_nobody_looks_at_are_let_go_and_found_again(hall: Hall, clock: HandClock) -> None:
    live = await hall.make_table("host")
    await live.came("host")
    listener = lambda _: None  # noqa: E731
    live.listen(listener)
    assert await hall.tidy() == 0
    live.unlisten(listener)
    live.went("host")
    await soon(lambda: live.is_idle)
    assert await hall.tidy() == 1
    assert (await hall.table(live.name)).room.made == live.room.made
    with pytest.raises(NotFoundError, match="no such table"):
        await hall.table("nowhere")


async def test_a_code_leads_to_its_table_however_it_is_typed(hall: Hall) -> None:
    live = await hall.make_table("host")
    code = live.room.made.code
    assert await hall.by_code(f" {code[:3].lower()} {code[3:]}") is live
    with pytest.raises(NotFoundError, match="No table has this code"):
        await hall.by_code("AAAAA%")


async def test_the_bell_rings_when_time_is_up_and_after_a_restart_too(hall: Hall, log: Log) -> None:
    timed = 'based_on = "bicycle"\n[game]\npoints = 0\nminutes = 1\nbell = "finish the hand"'
    live = await four_people(hall, house_rules=timed)
    assert live.room.began_at is not None
    assert not live.room.table.state.bell_rung
    later = HandClock(live.room.began_at + 60_000)  # by the other hall's clock a minute has passed meanwhile
    again = Hall(log, later, Settings(grace=60, words_wait=0, pace_factor=0, review_ahead=False), bot_processes=0)
    found = await again.table(live.name)
    await later.advance(60)
    assert not found.room.table.state.bell_rung, "reading changes nothing"
    await again.wake_recent()
    await soon(lambda: found.room.table.state.bell_rung)
    await play_game(found)
    assert found.room.table.state.result is not None
    assert found.room.table.state.result.ended_by == "bell"
    await again.close()


async def test_a_live_game_goes_on_after_a_hand_that_is_thrown_in_after_the_bell(hall: Hall) -> None:
    timed = 'based_on = "bicycle"\n[game]\npoints = 0\nminutes = 60\nbell = "finish the hand"'
    live = await four_people(hall, house_rules=timed)
    await live.play(EndBell())
    for _ in range(8):
        turn = Seat(live.room.table.state.turn or 0)
        await live.act(person_at(live, turn), Pass(turn))
    await soon(lambda: live.room.table.state.phase is Phase.FIRST_ROUND)
    await play_game(live)
    state = live.room.table.state
    assert state.result is not None
    assert (state.result.ended_by, len(state.results), state.hands_played) == ("bell", 2, 1)


async def test_a_table_that_waits_for_a_person_does_nothing(hall: Hall, clock: HandClock) -> None:
    live = await four_people(hall)
    await soon(lambda: live._driver.is_idle)
    looked = live._driver._looked
    await clock.advance(600)
    assert live._driver._looked == looked


def test_a_part_of_a_frame_is_made_again_if_any_of_its_sources_changes() -> None:
    """The results of hands also show which of them a ruling has changed, and the ruling can come later."""
    encoded = EncodedParts()
    made: list[None] = []
    results, before, after = object(), object(), object()
    for records in (before, before, after):
        encoded.part("results", lambda: made.append(None), results, records)
    assert len(made) == 2
