"""At a real table with bots: what people do wrong is noticed, and bots slip only if the host wishes for it."""

from __future__ import annotations

from contextlib import suppress

import pytest

from bowerbird.hall import fair, watch
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import BotSat, Committed, Happened, Sat, made_with
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable
from bowerbird.hall.room import Room
from bowerbird.hall.setup import TableSetup
from bowerbird.players import eyes
from bowerbird.players.eyes import Attention
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Choose, Claim, Fact, Gather, Pass, Play, Ruling, Table
from kit.clock import quiet
from table.real_tables import REVOKE, count, in_play

HERE = "south"


@pytest.fixture(autouse=True)
def sharp(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beginners play at once; here they see everything, and slip often if they may."""
    monkeypatch.setitem(eyes.ATTENTION, "simple", Attention(1.0, 0.0, 0.5))


#: A revoke costs the hand and two points, and a game is long enough for many of them.
LONG = 'based_on = "ccc"\ntitle = "Long"\n[game]\npoints = 90\n'


async def at_a_real_table(hall: Hall, bots_slip: bool = False) -> LiveTable:
    live = await hall.make_table(HERE, TableSetup(house_rules=LONG, mode="real", pace="at once", bots_slip=bots_slip))
    await live.came(HERE)
    await live.sit(HERE, "Ada", Seat.S)
    for seat in (Seat.W, Seat.N, Seat.E):
        await live.seat_bot(HERE, seat, "simple")
    await live.start(HERE)
    return live


def ada_at(live: LiveTable) -> Seat:
    """Her seat: the draw may have changed it."""
    seat = live.room.seat_of(HERE)
    assert seat is not None
    return seat


def reneging(live: LiveTable) -> Fact | None:
    """What Ada does next: she does not follow suit if she can help it. None if it is not for her to act."""
    table, ada = live.room.table, ada_at(live)
    own = [fact for fact in table.legal if getattr(fact, "seat", None) is ada]
    if not own:
        return None
    plays = {fact.card for fact in own if isinstance(fact, Play)}
    wrong = [card for card in table.state.hand.cards(ada) if card not in plays]
    if plays and wrong and table.state.hand.on_table.plays:
        return Play(ada, wrong[0])
    calls = [fact for fact in own if isinstance(fact, Pass)]
    return (calls or own)[0]


async def play_out(live: LiveTable, hands: int = 100, claims: int = 1000) -> None:
    """Play until this many hands are over or claims are made, or the game is over."""
    idle = 0
    while not live.room.table.state.is_over and len(live.room.table.state.results) < hands:
        if sum(isinstance(fact, Claim) for fact in live.room.table.facts) >= claims:
            return
        fact = reneging(live)
        if live.room.table.state.asked is not None:
            await live.rule(HERE, Ruling("as it stands", "go on"))
        elif fact is not None:
            with suppress(NotAllowedError):  # a bot's claim came first
                await live.act(HERE, fact)
            idle = 0
        else:
            await quiet()
            idle += 1
            assert idle < 2000, "nobody acts"


async def test_a_person_who_reneges_is_caught_by_the_cards(hall: Hall) -> None:
    live = await at_a_real_table(hall)
    await play_out(live, claims=3)
    facts = live.room.table.facts
    claims = [fact for fact in facts if isinstance(fact, Claim)]
    assert claims, "nobody noticed"
    assert {(claim.offender, claim.irregularity) for claim in claims} == {(ada_at(live), "revoke")}
    assert {claim.seat.side for claim in claims} == {ada_at(live).side.other}
    state = live.room.table.state
    assert [record.points for record in state.records] == [2] * len(claims)
    assert sum(result.outcome == "ruled" for result in state.results) == len(claims)


async def test_bots_that_may_not_slip_follow_suit(hall: Hall) -> None:
    live = await at_a_real_table(hall)
    await play_out(live, 6)
    assert all(record.offender is ada_at(live).side for record in live.room.table.state.records)
    assert not _bot_slips(live)


async def test_bots_slip_if_the_host_wishes_and_leave_each_other_to_people(hall: Hall) -> None:
    live = await at_a_real_table(hall, bots_slip=True)
    await play_out(live, 6)
    assert _bot_slips(live)
    claims = [fact for fact in live.room.table.facts if isinstance(fact, Claim)]
    assert {claim.offender for claim in claims} <= {ada_at(live)}


def _bot_slips(live: LiveTable) -> list[Seat]:
    """The bots whose cards did not follow suit, by the full record."""
    again = Table(live.room.book)
    found: list[Seat] = []
    for fact in live.room.table.facts:
        again.push(fact)
        found += [slip.seat for slip in again.state.hand.slips if slip.seat is not ada_at(live)]
    return found


def room_with(*facts: Fact, **more: bool) -> Room:
    """A real table where Ada sits South among bots."""
    made = made_with(HERE, load_rulebook("alberta"), mode="real", **more)
    room = Room(made)
    room.apply(Sat(Seat.S, HERE, "Ada"), 0)
    for seat in (Seat.W, Seat.N, Seat.E):
        room.apply(BotSat(seat, "simple"), 0)
    for fact in facts:
        room.apply(Happened(fact), 0)
    return room


def test_after_a_proved_revoke_bots_choose_what_is_worth_more() -> None:
    table = in_play("alberta", f"{REVOKE}, W: As, N: Tc, S: 9d")
    table.push(Claim(Seat.E, "revoke", Seat.S))
    count(table)
    room = room_with(*table.facts)
    points = watch.choice(room, Seat.E)
    room.apply(Happened(points), 0)
    room.apply(Happened(Gather(Seat.S)), 0)
    taken, played = room.table.state.score, table.state.score
    assert isinstance(points, Choose)
    assert taken[1] - taken[0] >= played[1] - played[0]
    assert points.choice == "add points"


def test_chance_comes_from_the_secret_in_the_log() -> None:
    """The same log gives the same slip; other secrets give others; a bot that plays for a person makes none."""
    slips = []
    for secret in map(str, range(40)):
        for _ in range(2):
            room = room_with(bots_slip=True)
            room.apply(Committed(1, fair.digest_of(secret), secret), 0)
            for fact in in_play("alberta", "E: 9s, S: Ts, W: As, N: Tc, W: Ac").facts:
                room.apply(Happened(fact), 0)
            slips.append(watch.slip(room, Seat.N, room.table.view(Seat.N)))
        room.chairs[Seat.N].bot, room.chairs[Seat.N].person, room.chairs[Seat.N].away = "", "north", True
        assert watch.slip(room, Seat.N, room.table.view(Seat.N)) is None
    assert slips[::2] == slips[1::2]
    assert None in slips
    assert len(set(slips)) > 2
