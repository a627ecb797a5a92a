"""Known people, blocks, reports, pictures to say something with, the same four again, and the turn clock."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from contextlib import suppress

import pytest

from bowerbird.hall.blocks import Blocks
from bowerbird.hall.company import LobbyShown
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.facts import EMOTES, HandedOver, KeptFor, TimedOut
from bowerbird.hall.hall import Hall
from bowerbird.hall.joinable import JoinableTable
from bowerbird.hall.live import LiveTable
from bowerbird.hall.people import Guest
from bowerbird.hall.reports import Report
from bowerbird.hall.setup import TableSetup
from bowerbird.seats import Seat
from bowerbird.store import Entry, Log
from bowerbird.table import Phase
from hall.test_lobby import clock, hall
from hall.worlds import choice
from kit.clock import HandClock, quiet, soon

__all__ = ["clock", "hall"]

ANN, BOB, CY = Guest("ann", "Ann"), Guest("bob", "Bob"), Guest("cy", "Cy")
DAY = 24 * 3600
FOUR = ("ann", "bob", "cy", "dee")


async def table_of(hall: Hall, people: Sequence[str] = FOUR, *, private: bool = False) -> LiveTable:
    """A table at which these people sit from North on, and are here; bots have the other chairs."""
    live = await hall.make_table(people[0], TableSetup(private=private, pace="at once"))
    for person, seat in zip(people, Seat, strict=False):
        await hall.sit(live, person, person.capitalize(), seat)
        await live.came(person)
    for seat in Seat:
        if live.room.chairs[seat].is_empty:
            await live.seat_bot(people[0], seat, "simple")
    return live


async def first_turn(live: LiveTable) -> Seat:
    await soon(lambda: live.room.table.state.phase is Phase.FIRST_ROUND)
    turn = live.room.table.state.turn
    assert turn is not None
    return turn


async def play_on(live: LiveTable, *, hands: int) -> None:
    """Everybody does something legal until so many hands are over."""
    chance = random.Random(1)
    while len(live.room.table.state.results) < hands and not live.room.table.state.is_over:
        fact = choice(live, chance)
        if fact is None:
            await quiet()
            continue
        try:
            await live.act(live.room.chairs[Seat(getattr(fact, "seat"))].person, fact)  # noqa: B009
        except NotAllowedError:
            await quiet()


# Known people.


async def test_a_link_makes_two_people_known_and_either_can_end_it(hall: Hall) -> None:
    link = await hall.friends.new_link(ANN)
    assert (await hall.friends.offer(link)).name == "Ann"
    assert not await hall.friends.of("bob"), "looking at a link changes nothing"
    assert await hall.friends.accept(link, BOB) == "Ann"
    assert await hall.friends.accept(link, BOB) == "Ann", "once more is the same"
    assert [each.name for each in await hall.friends.of("ann")] == ["Bob"]
    mine = await hall.friends.of("bob")
    assert [each.name for each in mine] == ["Ann"]
    await hall.friends.end("bob", mine[0].note)
    assert not await hall.friends.of("ann")
    assert not await hall.friends.of("bob")
    with pytest.raises(NotFoundError):
        await hall.friends.end("bob", mine[0].note)


async def test_a_link_is_refused_after_a_week_and_to_its_maker(hall: Hall, clock: HandClock) -> None:
    link = await hall.friends.new_link(ANN)
    with pytest.raises(NotAllowedError, match="your own link"):
        await hall.friends.accept(link, ANN)
    clock.go(8 * DAY)
    with pytest.raises(NotFoundError, match="seven days"):
        await hall.friends.accept(link, BOB)
    with pytest.raises(NotFoundError):
        await hall.friends.offer("x" * 5000)


async def test_blocked_people_can_not_become_known_and_are_not_invited(hall: Hall) -> None:
    link = await hall.friends.new_link(ANN)
    await hall.friends.accept(link, CY)
    await hall.blocks.block("ann", "bob", "Bob")
    with pytest.raises(NotAllowedError):
        await hall.friends.accept(link, BOB)
    live = await table_of(hall, ["ann", "cy"])
    await hall.company.block(live, "ann", Seat.E)
    assert not await hall.friends.of("cy"), "blocking somebody ends it"
    await hall.friends.ask(CY, "ann", live.name)
    assert not await hall.friends.invitations("ann")


async def test_an_invitation_is_shown_for_a_while(hall: Hall, clock: HandClock) -> None:
    await hall.friends.accept(await hall.friends.new_link(ANN), BOB)
    note = (await hall.friends.of("ann"))[0].note
    for _ in range(3):
        await hall.friends.invite(ANN, note, "somewhere")
    assert [each.name for each in await hall.friends.invitations("bob")] == ["Ann"]
    clock.go(16 * 60)
    assert not await hall.friends.invitations("bob")


async def test_nobody_fills_the_log_with_links(hall: Hall) -> None:
    for _ in range(20):
        await hall.friends.new_link(ANN)
    with pytest.raises(NotAllowedError, match="many times"):
        await hall.friends.new_link(ANN)


async def test_the_lobby_shows_names_and_nothing_else_about_people(hall: Hall) -> None:
    live = await table_of(hall, ["ann", "bob"])
    await hall.friends.accept(await hall.friends.new_link(ANN), CY)
    hall.visits_lobby("cy")
    import msgspec

    shown = msgspec.to_builtins(await hall.company.lobby("cy"))
    text = json.dumps(shown)
    assert shown["looking"] == ["Ann", "Bob"]
    assert shown["friends"][0]["here"] is True
    assert not any(f'"{person}"' in text for person in FOUR), "no ids of people"
    assert live.room.made.code not in text
    assert not (await hall.company.lobby("")).friends
    await hall.blocks.block("cy", "bob", "Bob")
    assert not (await hall.company.lobby("cy")).tables, "nor tables of people that somebody has blocked"


def seen(shown: LobbyShown) -> tuple[set[str], set[str]]:
    return {each.table for each in shown.tables}, set(shown.looking)


async def test_a_table_where_somebody_has_blocked_you_is_not_shown(hall: Hall) -> None:
    live = await table_of(hall, ["ann", "bob"])
    await hall.blocks.block("ann", "cy", "Cy")
    assert seen(await hall.company.lobby("cy")) == (set(), set()), "neither the table nor a name"
    assert seen(await hall.company.lobby("dee")) == ({live.name}, {"Ann", "Bob"})
    assert seen(await hall.company.lobby("bob"))[0] == {live.name}
    await hall.blocks.block("ann", "bob", "Bob")
    assert seen(await hall.company.lobby("bob"))[0] == {live.name}, "a person who sits there still finds the way"


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_people_do_nobody_is_shown_a_table_that_refuses_them(
    hall: Hall, clock: HandClock, seed: int
) -> None:
    chance = random.Random(seed)
    people = ["ann", "bob", "cy", "dee"]
    tables = [await hall.make_table(host, TableSetup(private=False)) for host in ("eve", "fay")]
    blocked: set[tuple[str, str]] = set()
    for _ in range(60):
        clock.go(60)
        one, two = chance.sample(people, 2)
        live = chance.choice(tables)
        match chance.choice(["block", "unblock", "sit", "leave"]):
            case "block":
                await hall.blocks.block(one, two, two.capitalize())
                blocked.add((one, two))
            case "unblock":
                for each in await hall.blocks.of(one):
                    await hall.blocks.unblock(one, each.note)
                blocked = {pair for pair in blocked if pair[0] != one}
            case "sit":
                free = [seat for seat in Seat if live.room.chairs[seat].is_empty]
                if free and all(each.room.seat_of(one) is None for each in tables):
                    with suppress(NotAllowedError):
                        await hall.sit(live, one, one.capitalize(), free[0])
                        await live.came(one)
            case "leave":
                if live.room.seat_of(one) is not None:
                    live.went(one)
                    await live.stand(one)
        for person in people:
            shown, names = seen(await hall.company.lobby(person))
            assert shown == {each.table for each in await hall.company.joinable(person)}
            for table in hall.joinable():
                others = set(table.people) - {person}
                apart = any((person, other) in blocked or (other, person) in blocked for other in others)
                assert (table.table in shown) == (not apart or person in table.people)
                assert table.table in shown or names.isdisjoint(set(table.names))


async def test_a_lobby_that_many_look_at_reads_the_blocks_of_the_others_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = [
        JoinableTable(f"t{n}", "bicycle", "Bicycle", "guarded", False, ["A", "B", "C", ""], people, (0, 0), 0, 0)
        for n in range(500)
        for people in [[f"p{n}-{seat}" for seat in range(3)]]
    ]
    monkeypatch.setattr(hall, "joinable", lambda: full)
    monkeypatch.setattr("bowerbird.hall.blocks._FRESH", 3600.0)
    await hall.blocks.block("p7-1", "ann", "Ann")
    read: list[str] = []
    tail = Log.tail

    async def counted(self: Log, stream: str, count: int) -> list[Entry]:
        read.append(stream)
        return await tail(self, stream, count)

    monkeypatch.setattr(Log, "tail", counted)
    for person in ("ann", "bob", "cy", "ann"):
        shown = await hall.company.joinable(person)
        assert len(shown) == 500 - (person == "ann")
    assert read == ["blocks:ann", "blocks:p7-1", "blocks:bob", "blocks:cy", "blocks:ann"], "each their own, and one"
    await hall.blocks.unblock("p7-1", (await hall.blocks.of("p7-1"))[0].note)
    assert len(await hall.company.joinable("ann")) == 500


async def test_what_another_process_blocks_is_seen_when_the_memory_is_checked(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bowerbird.hall.blocks._FRESH", -1.0)
    other = Blocks(hall.log, hall.clock)
    assert not await hall.blocks.lately_blocking("bob", ["ann", "cy"])
    await other.block("ann", "bob", "Bob")
    assert await hall.blocks.lately_blocking("bob", ["ann", "cy"]) == {"ann"}
    await hall.kept.erase_everything("ann")
    assert not await hall.blocks.lately_blocking("bob", ["ann", "cy"])


async def test_what_is_kept_about_company_can_be_seen_and_erased(hall: Hall) -> None:
    await hall.friends.accept(await hall.friends.new_link(ANN), BOB)
    await hall.blocks.block("ann", "cy", "Cy")
    await hall.friends.ask(BOB, "ann", "somewhere")
    assert {each.kind for each in await hall.kept.of("ann")} == {"friends", "known-as", "blocks", "invitations"}
    await hall.kept.erase_everything("ann")
    assert not await hall.kept.of("ann")
    assert not await hall.friends.of("ann")
    assert not await hall.blocks.of("ann")
    await hall.blocks.block("ann", "cy", "Cy")
    assert [each.name for each in await hall.blocks.of("ann")] == ["Cy"]
    assert not await hall.kept.of("cy"), "nothing about a block is kept with the person who is blocked"


# Reports.


async def test_reports_are_listed_with_table_and_time(hall: Hall, log: Log, clock: HandClock) -> None:
    live = await table_of(hall)
    await hall.company.report(live, ANN, Seat.E, "signals")
    await hall.company.report(live, ANN, Seat.E, "signals")
    listed = await hall.reports.all()
    assert [(each.name, each.reason, each.table, each.by_name) for each in listed] == [
        ("Bob", "signals", live.name, "Ann")
    ]
    assert listed[0].at == clock.wall
    with pytest.raises(NotAllowedError, match="Nobody else"):
        await hall.company.report(live, ANN, Seat.N, "other")
    with pytest.raises(NotAllowedError, match="no seat"):
        await hall.company.report(live, Guest("eve", "Eve"), Seat.E, "other")


async def test_reports_are_limited_and_not_for_private_tables(hall: Hall, clock: HandClock) -> None:
    for number in range(5):
        await hall.reports.add(Report("ann", "Ann", f"p{number}", "P", "t", "other"))
    with pytest.raises(NotAllowedError, match="five reports"):
        await hall.reports.add(Report("ann", "Ann", "p9", "P", "t", "other"))
    clock.go(DAY)
    await hall.reports.add(Report("ann", "Ann", "p9", "P", "t", "other"))
    live = await table_of(hall, private=True)
    with pytest.raises(NotAllowedError, match="public tables"):
        await hall.company.report(live, ANN, Seat.E, "other")


# What people say.


async def test_pictures_wait_for_the_end_of_the_hand(hall: Hall) -> None:
    live = await table_of(hall)
    await live.say("ann", "Applause")
    assert list(live.room.said) == [(Seat.N, "Applause")], "before the game everybody sees them at once"
    await live.start("ann")
    await first_turn(live)
    await live.say("bob", "Oops")
    await live.say("bob", "Cheers")
    await live.say("cy", "Thank you")
    assert list(live.room.said)[1:] == [(Seat.S, "Thank you")], "no sign to a partner"
    frames = [live.snapshot().frame(person, "") for person in FOUR]
    assert not any(b'"phrase":"Cheers"' in frame or b'"phrase":"Oops"' in frame for frame in frames)
    await play_on(live, hands=1)
    assert list(live.room.said)[-1] == (Seat.E, "Cheers")
    with pytest.raises(NotAllowedError, match="only these phrases"):
        await live.say("ann", "Wink")
    assert len(EMOTES) == len(set(EMOTES)) == 6


async def test_what_a_blocked_person_says_is_hushed(hall: Hall) -> None:
    live = await table_of(hall)
    await hall.company.block(live, "ann", Seat.E)
    blocked = {each.person for each in await hall.blocks.of("ann")}
    assert json.loads(live.snapshot().frame("ann", "Ann", blocked))["room"]["hushed"] == [Seat.E]
    assert json.loads(live.snapshot().frame("bob", "Bob"))["room"]["hushed"] == []


# The same four again.


async def finished(hall: Hall, people: Sequence[str]) -> LiveTable:
    """A table at which the only hand of a game is over."""
    from bowerbird.rulebook import read_rulebook

    book = read_rulebook('based_on = "bicycle"\n[auction]\nstick_the_dealer = true\n[game]\nhands = 1\npoints = 0')
    live = await hall.make_table(people[0], TableSetup(book=book, pace="at once"))
    for person, seat in zip(people, Seat, strict=False):
        await hall.sit(live, person, person.capitalize(), seat)
        await live.came(person)
    for seat in list(Seat)[len(people) :]:
        await live.seat_bot(people[0], seat, "simple")
    await live.start(people[0])
    await play_on(live, hands=1)
    await soon(lambda: live.room.table.state.is_over)
    return live


@pytest.mark.parametrize(
    ("swapped", "seats"),
    [(False, ("ann", "bob", "cy", "")), (True, ("ann", "cy", "bob", ""))],
)
async def test_the_same_people_find_their_seats_kept(hall: Hall, swapped: bool, seats: tuple[str, ...]) -> None:
    live = await finished(hall, ["ann", "bob", "cy"])
    new = await hall.company.again(live, ANN, swapped=swapped)
    assert new.room.kept_for is not None
    assert new.room.kept_for.people == seats
    assert isinstance(new.room.kept_for, KeptFor)
    assert new.room.chairs[Seat.N].person == "ann"
    assert new.room.chairs[Seat.W].bot == "simple"
    assert [each.table for each in await hall.friends.invitations("bob")] == [new.name]
    assert live.room.again is not None
    assert await hall.company.again(live, BOB, swapped=False) is new, "the second who asks joins the first"
    own = json.loads(live.snapshot().frame("cy", "Cy"))["room"]
    assert own["again"]["table"] == new.name
    assert json.loads(live.snapshot().frame("eve", "Eve"))["room"]["again"] is None, "strangers aren't asked"
    with pytest.raises(NotAllowedError, match="kept for"):
        await new.sit("eve", "Eve", Seat.S)
    await hall.sit(new, "bob", "Bob", Seat(seats.index("bob")))
    assert json.loads(new.snapshot().frame("cy", "Cy"))["room"]["chair_kept"] == seats.index("cy")


async def test_nobody_asks_again_before_the_end(hall: Hall) -> None:
    live = await table_of(hall)
    with pytest.raises(NotAllowedError):
        await hall.company.again(live, ANN, swapped=False)
    with pytest.raises(NotAllowedError, match="isn't over"):
        await live.ask_again("ann", "somewhere", swapped=False)


# The turn clock.


async def test_a_bot_decides_once_when_the_time_is_over(hall: Hall, clock: HandClock) -> None:
    live = await table_of(hall)
    await live.set_turn_clock("ann", 30)
    await live.start("ann")
    turn = await first_turn(live)
    state = live.room.table.state
    ends = json.loads(live.snapshot().frame("ann", "Ann"))["room"]["turn_ends_at"]
    assert ends == live.room.turn_from + 30_000
    await clock.advance(29.9)
    assert live.room.table.state is state
    await clock.advance(0.1)
    assert live.room.table.state is not state
    assert live.room.chairs[turn].person
    assert not live.room.chairs[turn].away, "they keep the seat"
    assert live.room.timed_out == {turn: 1}
    assert live.room.stood_in, "the review doesn't blame them"
    facts = [entry.body for entry in await hall.log.read(live.stream.name)]
    assert any(b'"timed-out"' in body for body in facts)


async def test_twice_in_a_row_counts_as_away_until_they_are_back(hall: Hall) -> None:
    live = await table_of(hall)
    await live.set_turn_clock("ann", 60)
    await live.start("ann")
    turn = await first_turn(live)
    async with live.stream.turn():
        await live.write(TimedOut(turn), TimedOut(turn), HandedOver(turn))
    person = live.room.chairs[turn].person
    assert live.room.chairs[turn].away
    await live.come_back(person)
    assert not live.room.chairs[turn].away
    assert not live.room.timed_out


async def test_a_restart_gives_the_time_again_in_full(hall: Hall, log: Log, clock: HandClock) -> None:
    live = await table_of(hall)
    await live.set_turn_clock("ann", 30)
    await live.start("ann")
    await first_turn(live)
    before = json.loads(live.snapshot().frame("ann", "Ann"))["room"]["turn_ends_at"]
    clock.go(25)
    other = Hall(log, clock, hall.settings, bot_processes=0)
    again = await other.table(live.name)
    after = json.loads(again.snapshot().frame("ann", "Ann"))["room"]["turn_ends_at"]
    assert after == clock.wall + 30_000 > before
    clock.go(10)
    again.lead()  # it was another process's table in between
    assert json.loads(again.snapshot().frame("ann", "Ann"))["room"]["turn_ends_at"] == clock.wall + 30_000
    await other.close()


async def test_only_public_tables_have_a_turn_clock(hall: Hall) -> None:
    private = await table_of(hall, private=True)
    with pytest.raises(NotAllowedError, match="public tables"):
        await private.set_turn_clock("ann", 30)
    live = await table_of(hall)
    with pytest.raises(NotAllowedError, match="host"):
        await live.set_turn_clock("bob", 30)
    with pytest.raises(NotAllowedError, match="30 or 60"):
        await live.set_turn_clock("ann", 7)  # type: ignore[arg-type]
    assert live.room.turn_clock == 0, "off unless somebody chooses it"
