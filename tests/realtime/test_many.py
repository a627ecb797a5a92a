"""Several processes and one hall on PostgreSQL: whoever looks at a table through any of them sees the same table.

The processes are halls of their own on the same database, each with its own connections and its own memory. How real
processes die is shown in the tests of faults.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from bowerbird.desk.desk import Desk
from bowerbird.desk.live import LiveEvent
from bowerbird.desk.online import OnlineTables
from bowerbird.evening.rights import Right
from bowerbird.evening.setup import NewEvent
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import HandedOver, Happened, Said, TookBack, decode_hall_fact
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.hall.room import Room
from bowerbird.hall.setup import TableSetup
from bowerbird.keyring import Keyring
from bowerbird.seats import Seat
from bowerbird.store import Log
from bowerbird.store.notifications import Notifications
from bowerbird.table import Open, Pass, Phase
from bowerbird.web.tables.api import public_tables
from desk.test_live import ask
from hall.one_hand_each import Company, Kind, quick_bots
from hall.test_lobby import comes, people_at
from realtime.waiting import soon

QUICK = Settings(grace=1.0, words_wait=0, pace_factor=0, review_ahead=False)
PEOPLE = {Seat.N: "north", Seat.E: "east", Seat.S: "south", Seat.W: "west"}
KEYRING = Keyring(b"the secret that all processes know")


class Processes:
    """As many halls on one database as a test wants."""

    def __init__(self, address: str, stack: AsyncExitStack) -> None:
        self.address = address
        self.stack = stack

    async def hall(self, settings: Settings = QUICK) -> Hall:
        log = await self.stack.enter_async_context(Log(self.address))
        hall = Hall(log, lambda: time.time_ns() // 1_000_000, settings, bot_processes=0)
        await hall.open()
        self.stack.push_async_callback(hall.close)
        await soon(lambda: hall.cluster.in_touch)
        return hall

    async def desk(self) -> Desk:
        desk = Desk(await self.hall(), KEYRING)
        desk.online = OnlineTables(desk.hall, wait=0, look=0.2)
        self.stack.push_async_callback(desk.close)
        return desk


@pytest.fixture
async def processes(postgres: str) -> AsyncIterator[Processes]:
    async with AsyncExitStack() as stack:
        yield Processes(postgres, stack)


async def die(hall: Hall) -> None:
    """As a process does that is killed: it says nothing, and its leases stay where they are."""
    cluster, presence = hall.cluster, hall._presence
    leases, news = cluster._leases, cluster._news
    assert leases is not None
    assert news is not None
    running = (cluster._looking, cluster._following, leases._keeping, news._listening, presence._telling)
    tasks = [task for task in running if task]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    cluster._looking = cluster._following = presence._telling = None
    leases._sure_until.clear()
    for live in hall.in_use():
        await live.close()
    hall.tables._kept.clear()


def silent(_: TableSnapshot) -> None:
    """Somebody looks on and says nothing."""


async def four_people(halls: list[Hall], house_rules: str = "") -> dict[Seat, LiveTable]:
    """Each person comes through another process; gives the table as each of them has it."""
    made = await halls[0].make_table("north", TableSetup(house_rules=house_rules))
    tables = {seat: await halls[place % len(halls)].table(made.name) for place, seat in enumerate(PEOPLE)}
    for seat, person in PEOPLE.items():
        tables[seat].listen(silent)
        await tables[seat].came(person)
        await tables[seat].sit(person, person.capitalize(), seat)
    await tables[Seat.N].start("north")
    await soon(lambda: all(live.room.table.state.phase is Phase.FIRST_ROUND for live in tables.values()))
    return tables


async def play_game(tables: dict[Seat, LiveTable]) -> None:
    """Whoever's turn it is acts through the own process, on what that process shows."""
    person_of = {chair.person: seat for seat, chair in tables[Seat.N].room.chairs.items()}
    through = {person_of[person]: tables[seat] for seat, person in PEOPLE.items()}
    while not all(live.room.table.state.is_over for live in tables.values()):
        for seat, live in through.items():
            legal = [fact for fact in live.room.table.legal if getattr(fact, "seat", None) is seat]
            if legal and live.room.table.state.phase not in (Phase.SHUFFLE, Phase.DRAW):
                try:
                    await live.act(live.room.chairs[seat].person, legal[-1])
                except NotAllowedError:
                    continue  # the table had moved on, and this process had not heard of it yet
        await asyncio.sleep(0.001)


async def folded(log: Log, live: LiveTable) -> Room:
    return Room.fold((decode_hall_fact(entry.body), entry.at) for entry in await log.read(live.stream.name))


@pytest.mark.parametrize(
    "kind", [Kind("national"), Kind("st-joe", mode="real"), Kind("bicycle", private=True, event=True)]
)
async def test_one_hand_each_whatever_people_do_at_any_process(processes: Processes, kind: Kind) -> None:
    settings = Settings(grace=0.01, words_wait=0, pace_factor=0, review_ahead=False)
    halls, chance = [await processes.hall(settings) for _ in range(2)], random.Random(20)
    for hall in halls:
        quick_bots(hall, chance)
    company = await Company.at(halls, kind, chance)
    await company.go_on(200)
    for live in company.tables:
        await live.close()
    assert company.witness.breaches(await halls[0].log.read(company.live.stream.name)) == []
    assert company.witness.hands


async def test_four_people_through_three_processes_play_a_game(processes: Processes) -> None:
    halls = [await processes.hall() for _ in range(3)]
    tables = await four_people(halls, 'based_on = "bicycle"\n[game]\npoints = 3')
    await play_game(tables)
    await soon(lambda: all(live.room.deal is not None and live.room.deal.revealed for live in tables.values()))
    room = await folded(halls[0].log, tables[Seat.N])
    for live in tables.values():
        assert live.room.table.state == room.table.state
        assert live.room.seq == room.seq
    assert sum(hall.cluster.leads(tables[Seat.N].stream.name) for hall in halls) <= 1


async def test_one_process_leads_and_the_others_see_who_is_here(processes: Processes) -> None:
    one, two = await processes.hall(), await processes.hall()
    live = await one.make_table("host")
    there = await two.table(live.name)
    await live.came("host")
    await soon(lambda: there.host_here())
    await live.sit("host", "Host", Seat.S)
    for seat in (Seat.N, Seat.E, Seat.W):
        await live.seat_bot("host", seat, "simple")
    await live.start("host")
    await soon(lambda: live.leads or there.leads)
    await soon(lambda: there.snapshot().here[Seat.S])
    assert live.leads is not there.leads
    live.went("host")
    await soon(lambda: not there.host_here())


async def test_nobody_is_handed_over_who_looks_through_another_process(processes: Processes) -> None:
    one, two = await processes.hall(), await processes.hall()
    tables = await four_people([one, two])
    await soon(lambda: tables[Seat.N].leads or tables[Seat.E].leads)
    await asyncio.sleep(2 * QUICK.grace)
    facts = [decode_hall_fact(entry.body) for entry in await one.log.read(tables[Seat.N].stream.name)]
    assert not any(isinstance(fact, HandedOver) for fact in facts)
    tables[Seat.E].went("east")  # through the second process; the others stay
    seat = tables[Seat.N].room.seat_of("east")
    assert seat is not None
    await soon(lambda: tables[Seat.N].room.chairs[seat].away)
    await tables[Seat.N].came("east")  # and comes back through the first
    await soon(lambda: not tables[Seat.E].room.chairs[seat].away)


async def test_who_is_handed_over_while_coming_back_takes_the_chair_back(processes: Processes) -> None:
    one, two = await processes.hall(), await processes.hall()
    tables = await four_people([one, two])
    live, there = tables[Seat.N], tables[Seat.E]
    seat = live.room.seat_of("east")
    assert seat is not None
    # The first process believes for a moment that East has gone.
    await live.change(lambda _: [HandedOver(seat)])
    await soon(lambda: not live.room.chairs[seat].away and not there.room.chairs[seat].away)
    facts = [decode_hall_fact(entry.body) for entry in await one.log.read(live.stream.name)]
    assert TookBack(seat) in facts


@pytest.mark.parametrize("gently", [True, False])
async def test_another_process_goes_on_when_the_leader_is_gone(processes: Processes, gently: bool) -> None:
    one, two = await processes.hall(), await processes.hall()
    live = await one.make_table("host", TableSetup(house_rules='based_on = "trailer-estates"\n[game]\nhands = 100'))
    live.listen(silent)
    await live.came("host")
    for seat in Seat:
        await live.seat_bot("host", seat, "simple")
    await live.start("host")
    await soon(lambda: len(live.room.table.state.results) >= 1)
    assert live.leads
    began = time.monotonic()
    await (one.close() if gently else die(one))
    there = None if gently else await two.table(live.name)  # in the one case nobody looks at it at all
    await soon(lambda: any(found.name == live.name for found in two.in_use()))
    there = there or await two.table(live.name)
    seq = there.room.seq
    await soon(lambda: there.leads and there.room.seq > seq + 5)
    assert time.monotonic() - began < 15, "a few seconds, and some more on a busy machine"


async def test_both_write_at_the_same_moment_and_nothing_is_lost(processes: Processes) -> None:
    one, two = await processes.hall(), await processes.hall()
    live = await one.make_table("north")
    there = await two.table(live.name)
    for seat, person in PEOPLE.items():
        await live.sit(person, person.capitalize(), seat)
    said = 15
    await asyncio.gather(
        *(table.say(person, "Hello") for table in (live, there) for person in ("north", "east") for _ in range(said))
    )
    facts = [decode_hall_fact(entry.body) for entry in await one.log.read(live.stream.name)]
    assert sum(isinstance(fact, Said) for fact in facts) == 4 * said
    await soon(lambda: live.room.seq == there.room.seq == len(facts))
    assert live.room.said == there.room.said


async def test_an_act_that_another_process_made_impossible_is_refused_in_words(processes: Processes) -> None:
    one, two = await processes.hall(), await processes.hall()
    tables = await four_people([one, two])
    live, there = tables[Seat.N], tables[Seat.E]
    seat = live.room.table.state.turn
    assert seat is not None
    person = live.room.chairs[seat].person
    done = await asyncio.gather(live.act(person, Pass(seat)), there.act(person, Pass(seat)), return_exceptions=True)
    assert [type(each) for each in done if each is not None] == [NotAllowedError]
    passes = [fact for fact in (await folded(one.log, live)).table.facts if isinstance(fact, Pass)]
    assert passes == [Pass(seat)]


async def test_a_public_table_is_on_every_process_s_list(processes: Processes) -> None:
    one, two = await processes.hall(), await processes.hall()
    live = await one.make_table("host", TableSetup(private=False))
    await live.came("host")
    await live.sit("host", "Host", Seat.S)
    await soon(lambda: any(table.table == live.name for table in public_tables(two)))
    live.went("host")
    await soon(lambda: not any(table.table == live.name for table in public_tables(two)))


async def test_what_was_missed_while_out_of_touch_is_read(processes: Processes) -> None:
    one, two = await processes.hall(), await processes.hall()
    live = await one.make_table("north")
    there = await two.table(live.name)
    news = two.cluster._news
    assert news is not None
    assert news._listening is not None
    news._listening.cancel()
    await asyncio.gather(news._listening, return_exceptions=True)
    news.connected = False
    await live.sit("north", "North", Seat.N)
    assert there.room.seat_of("north") is None
    assert (await two.table(live.name)).room.seat_of("north") is Seat.N


async def test_tables_that_nobody_looks_at_are_let_go_and_nobody_leads_them(processes: Processes) -> None:
    hall = await processes.hall()
    live = await hall.make_table("host", TableSetup(house_rules='based_on = "bicycle"\n[game]\npoints = 1'))
    live.listen(silent)
    for seat in Seat:
        await live.seat_bot("host", seat, "simple")
    await live.came("host")
    await live.start("host")
    await soon(lambda: live.room.table.state.is_over and not live.wants_leader)
    live.unlisten(silent)
    live.went("host")
    await soon(lambda: live.is_idle)
    assert await hall.tidy() >= 1
    assert hall.cluster._leases is not None
    assert await hall.cluster._leases.holder_of(live.stream.name) is None
    assert live not in hall.in_use()


async def bots_at_play(hall: Hall) -> LiveTable:
    """A table of four bots in a long game, which this process leads."""
    live = await hall.make_table("host", TableSetup(house_rules='based_on = "trailer-estates"\n[game]\nhands = 100'))
    for seat in Seat:
        await live.seat_bot("host", seat, "simple")
    await live.start("host")
    await soon(lambda: live.leads)
    return live


async def test_a_table_is_led_where_its_people_are(processes: Processes) -> None:
    """Somebody set it up through one process, and all four come to another: it moves there, and the first lets go."""
    one, two = await processes.hall(), await processes.hall()
    made = await bots_at_play(one)
    there = await two.table(made.name)
    there.listen(silent)
    await there.came("host")
    await soon(lambda: there.leads and not made.leads)
    seq = there.room.seq
    await soon(lambda: there.room.seq > seq + 5)
    one.tables._used[made.name] -= 60  # it is in memory for a minute already
    await soon(lambda: one.tables.get(made.name) is None, 15)


async def test_nobody_is_told_of_a_table_that_nobody_else_follows(processes: Processes) -> None:
    one, two = await processes.hall(), await processes.hall()
    heard: dict[str, int] = {}
    live = await bots_at_play(one)
    live.listen(silent)
    await live.came("host")
    in_a_minute = one.cluster._followers
    in_a_minute._clock = lambda: time.monotonic() + 60
    async with Log(processes.address) as log, Notifications(log, heard.__setitem__, dict) as news:
        await soon(lambda: news.connected)
        seq = live.room.seq
        await soon(lambda: live.room.seq > seq + 10)
        assert live.stream.name not in heard
        there = await two.table(live.name)
        await soon(lambda: heard.get(live.stream.name, 0) > seq + 10)
        await soon(lambda: there.room.seq > seq + 15)


async def test_a_follower_says_so_however_much_else_is_read(processes: Processes) -> None:
    one, two = await processes.hall(), await processes.hall()
    live = await bots_at_play(one)
    await two.table(live.name)
    followers = one.cluster._followers
    await soon(lambda: live.stream.name in followers._until)
    first = followers._until[live.stream.name]
    for number in range(20):
        await two.tables.find(f"nothing-{number}")
        await asyncio.sleep(0.3)
    assert followers._until[live.stream.name] > first + 1, "it was said again while other tables were read"


async def test_a_name_that_no_table_can_have_is_not_looked_for(processes: Processes) -> None:
    one, two = await processes.hall(), await processes.hall()
    live = await bots_at_play(one)
    for name in ("\x00", "x\ntable:y"):
        assert await two.tables.find(name) is None
    await two.table(live.name)
    await soon(lambda: live.stream.name in one.cluster._followers._until)
    assert not [each for each in two.cluster._new if not each.isprintable()]


# The desk.


async def evening(desk: Desk, rules: str) -> tuple[LiveEvent, Right]:
    """Eight people who sit at their tables."""
    live = await desk.make("a director", NewEvent(rules=rules, key=secrets.token_hex(8), trial=8))
    director = Right(live.name, "director")
    await desk.do(director, live, ask("check-in", "c", names="all"))
    await desk.do(director, live, ask("seat", "s"))
    return live, director


async def test_the_desk_is_the_same_through_every_process(processes: Processes) -> None:
    one, two = await processes.desk(), await processes.desk()
    live, director = await evening(one, "alberta")
    there = await two.event(live.name)
    waiting = asyncio.create_task(there.changed(there.story.seq, 20))
    await one.do(director, live, ask("score", "k", table=1, ns=10, ew=6))
    assert await waiting, "whoever waits for news at another process hears of it"
    same = await two.do(director, there, ask("score", "k", table=1, ns=10, ew=6))
    assert same.seq == live.story.seq, "the same key is the same command, wherever it arrives"
    await asyncio.gather(
        *(
            desk.do(director, found, ask("settings", f"{number} {found is live}", place=f"Room {number}"))
            for desk, found in ((one, live), (two, there))
            for number in range(4)
        )
    )
    await soon(lambda: live.story.seq == there.story.seq)
    assert live.evening == there.evening
    assert len([command for command in live.story.commands if command.record.key.endswith(("True", "False"))]) == 8


async def test_online_tables_of_an_event_go_on_when_their_leader_dies(processes: Processes) -> None:
    one, two = await processes.desk(), await processes.desk()
    live, director = await evening(one, "trailer-estates")
    await two.event(live.name)
    await one.do(director, live, ask("online", "o", tables="all"))
    await soon(lambda: any(desk.hall.cluster.leads(live.stream.name) for desk in (one, two)))
    leader, other = (one, two) if one.hall.cluster.leads(live.stream.name) else (two, one)
    await leader.close()
    await die(leader.hall)
    there = await other.event(live.name)
    await soon(lambda: not there.evening.event.round.missing(), 60)
    entries = await other.log.read(f"table:{there.evening.online[1, 1]}")
    facts = [decode_hall_fact(entry.body) for entry in entries]
    assert sum(isinstance(fact, Happened) and isinstance(fact.fact, Open) for fact in facts) == 1


async def test_people_meet_through_two_processes(processes: Processes) -> None:
    # On a busy machine it takes a while until a process hears that somebody sits at another.
    patient = Settings(grace=0.05, arrival=20, words_wait=0, pace_factor=0, review_ahead=False)
    here, there = await processes.hall(patient), await processes.hall(patient)
    first, second = await asyncio.gather(comes(here, "pat"), comes(there, "quin"))
    assert first.name == second.name
    await soon(lambda: people_at(first) == {"pat", "quin"} == people_at(second))
    third = await comes(there, "ruth")
    assert third.name == first.name
    fourth = await comes(here, "sam")
    await soon(lambda: fourth.room.started and third.room.started)
