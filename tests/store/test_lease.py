"""Leases: one leader at a time, another soon after one dies, whatever the clocks do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from sqlalchemy import Connection, TextClause, text

from bowerbird.store import ConflictError, Log, lease
from bowerbird.store.lease import Leases
from kit.clock import HandClock, quiet


class Lost(list[str]):
    """What was told as lost."""

    def __call__(self, name: str) -> None:
        self.append(name)


class DatabaseClock:
    """A database's clock, which goes on with the hand clock and can be set."""

    def __init__(self, log: Log, clock: HandClock) -> None:
        self._log = log
        self._clock = clock
        self._shift = 0

    async def show(self) -> None:
        """Show the time that it is."""

        def write(connection: Connection) -> None:
            connection.execute(text("CREATE TABLE IF NOT EXISTS set_clock (at bigint)"))
            connection.execute(text("DELETE FROM set_clock"))
            connection.execute(text("INSERT INTO set_clock VALUES (:at)"), {"at": self._clock.wall + self._shift})

        await self._log.do(write)

    async def set(self, shift: int) -> None:
        """The clock goes so many milliseconds wrong."""
        self._shift = shift
        await self.show()


@pytest.fixture(autouse=True)
async def database_clock(log: Log, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> DatabaseClock:
    """Leases end by the database's clock."""
    monkeypatch.setattr(lease, "_NOW", dict.fromkeys(lease._NOW, "(SELECT at FROM set_clock)"))
    found = DatabaseClock(log, clock)
    await found.show()
    clock.moved.append(found.show)
    return found


async def set_until(log: Log, name: str, change: int) -> None:
    """As if the database's clock had been set: the lease ends so many milliseconds later, seen from now."""
    move = text("UPDATE leases SET until = until + :change WHERE name = :name")
    await log.do(lambda connection: connection.execute(move, {"change": change, "name": name}))


async def test_one_leads_and_lets_go(log: Log, own: str) -> None:
    async with Log(log.url, clock=log.clock) as other_log:
        lost = Lost()
        one, two = Leases(log, lost), Leases(other_log, lost, holder="two")
        assert await one.holder_of(own) is None
        assert await one.take(own)
        assert await one.take(own), "it leads already"
        assert one.holds(own)
        assert not await two.take(own)
        assert not two.holds(own)
        assert await two.holder_of(own) == one.holder == log.name
        await two.let_go(own)
        assert await two.holder_of(own) == one.holder, "nobody lets go for another"
        await one.let_go(own)
        assert not one.holds(own)
        assert await two.take(own)
        assert await one.holder_of(own) == "two"
        await two.let_go(own)
        assert lost == []


async def test_a_lease_is_kept_as_long_as_its_process_lives(log: Log, clock: HandClock, own: str) -> None:
    async with Log(log.url, clock=log.clock) as other_log:
        lost = Lost()
        waiting = Leases(other_log, lost)
        async with Leases(log, lost) as leading:
            assert await leading.take(own)
            for _ in range(20):
                assert not await waiting.take(own)
                assert leading.holds(own)
                await clock.advance(0.5)
        assert await waiting.take(own), "who closes lets go"
        await waiting.let_go(own)
        assert lost == []


async def test_who_lost_it_is_told_and_cannot_write(log: Log, clock: HandClock, own: str) -> None:
    async with Log(log.url, clock=log.clock) as other_log:
        lost = Lost()
        old, new = Leases(log, lost), Leases(other_log, lost)
        assert await old.take(own)
        await watching(new)
        await log.append(own, 0, [b"led"], at=0)
        await clock.advance(lease.SECONDS - 0.1)
        assert old.holds(own)
        await clock.advance(0.1)
        assert not old.holds(own), "its own steady clock says so"
        assert await new.take(own)
        await other_log.append(own, 1, [b"taken over"], at=0)
        try:
            await log.append(own, 1, [b"too late"], at=0)
        except ConflictError:
            pass
        else:
            raise AssertionError("two leaders wrote the same fact")
        await old.renew()
        assert lost == [own]
        await new.let_go(own)


@pytest.mark.parametrize("how", ["give", "hand_on", "let_go"])
async def test_what_is_being_released_has_one_owner_even_if_it_is_wanted_again_at_once(
    log: Log, own: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Log(log.url, clock=log.clock) as other_log:
        one, two = Leases(log, Lost()), Leases(other_log, Lost())
        assert await one.take(own)
        do, answers = log.do, asyncio.Event()

        async def late_at_first(work: Callable[[Connection], Any]) -> Any:
            monkeypatch.setattr(log, "do", do)
            await answers.wait()
            return await do(work)

        monkeypatch.setattr(log, "do", late_at_first)
        release = {"give": lambda: one.give(two.holder, own), "hand_on": lambda: one.hand_on(own)}
        releasing = asyncio.create_task(release.get(how, lambda: one.let_go(own))())
        await quiet()
        taking = asyncio.create_task(one.take(own))
        await quiet()
        assert not one.holds(own)
        answers.set()
        await asyncio.gather(releasing, taking)
        assert await two.take(own) != one.holds(own)
        await one.let_go(own)
        await two.let_go(own)


async def watching(leases: Leases) -> Leases:
    """As one that has been there for a while, and believes the database's clock."""
    await leases.free([])
    leases._believed_from = 0.0
    return leases


TWO_HOURS = 7_200_000


@pytest.mark.parametrize("jump", [TWO_HOURS, -TWO_HOURS])
async def test_a_database_clock_that_jumps_costs_no_lease(
    log: Log, own: str, database_clock: DatabaseClock, jump: int
) -> None:
    async with Log(log.url, clock=log.clock) as other_log:
        lost = Lost()
        leading, waiting = Leases(log, lost), Leases(other_log, lost)
        assert await leading.take(own)
        await watching(waiting)
        for shift in (jump, 0):  # there and back
            await database_clock.set(shift)
            late = Leases(other_log, lost, holder="late")  # has never seen the clock as it was
            for other in (waiting, late):
                assert not await other.take(own)
                assert await other.free([own]) == []
                assert own not in await other.run_out()
            await leading.renew()
            assert leading.holds(own)
            for other in (waiting, late):
                await other._read_clock()
                await watching(other)
                assert not await other.take(own), "it was renewed by the new time"
        assert lost == []
        await leading.let_go(own)


@pytest.mark.parametrize("jump", [TWO_HOURS, -TWO_HOURS])
async def test_who_died_before_the_database_clock_jumped_is_followed(
    log: Log, clock: HandClock, own: str, database_clock: DatabaseClock, jump: int
) -> None:
    async with Log(log.url, clock=log.clock) as other_log:
        dead, waiting = Leases(log, Lost()), Leases(other_log, Lost())
        assert await dead.take(own)
        await watching(waiting)
        await database_clock.set(jump)
        async with waiting:
            for _ in range(8):
                assert not await waiting.take(own)
                assert not waiting.holds(own)
                await clock.advance(0.5)
            assert await waiting.take(own)
            assert waiting.holds(own)


async def test_an_answer_that_comes_late_is_no_jump_of_the_clock(
    log: Log, clock: HandClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """On a busy machine. Otherwise, a process would take nothing over from a dead one for another three seconds."""
    leases = await watching(Leases(log, Lost()))
    read = lease.database_time
    for before, after in ((0.0, 1.5), (1.5, 0.0), (0.7, 0.7)):

        async def late(shared: Log, before: float = before, after: float = after) -> int:
            await clock.advance(before)
            found = await read(shared)
            await clock.advance(after)
            return found

        monkeypatch.setattr(lease, "database_time", late)
        await leases._read_clock()
    assert "clock was set" not in caplog.text
    assert leases._believed()["latest"] > 0, "it is believed"


async def test_what_nobody_leads_is_found(log: Log, clock: HandClock, own: str) -> None:
    async with Log(log.url, clock=log.clock) as other_log:
        dead, living = Leases(log, Lost()), Leases(other_log, Lost())
        await watching(living)
        names = [f"{own} {number}" for number in range(4)]
        assert await living.free(names) == names
        assert await dead.take(names[0])
        assert await dead.take(names[1])
        assert await living.free(names) == names[2:]
        assert await dead.free(names) == names, "its own are free to itself"
        assert sorted(dead.held()) == names[:2]
        await dead.hand_on(names[0])
        assert not dead.holds(names[0])
        assert await living.free(names) == [names[0], *names[2:]]
        assert names[0] in await living.run_out(60), "who hands on wants to be followed at once"
        assert names[1] not in await living.run_out()
        await clock.advance(lease.SECONDS)
        assert {names[0], names[1]} <= set(await living.run_out())
        assert names[1] not in await living.run_out(60)
        assert await living.take(names[0])
        await living.let_go(names[0])
        await dead.let_go(names[1])
        assert not {names[0], names[1]} & set(await living.run_out())


async def test_one_that_was_taken_while_the_answer_got_lost_runs_out(log: Log, clock: HandClock, own: str) -> None:
    async with Log(log.url, clock=log.clock) as other_log:
        one, two = Leases(log, Lost()), Leases(other_log, Lost())
        assert await one.take(own)
        await watching(two)
        one._sure_until.clear()  # it has never heard that it leads
        for _ in range(6):
            await one.renew()
            assert not await two.take(own)
            await clock.advance(lease.SECONDS / 6)
        assert await two.take(own)
        await two.let_go(own)


async def test_one_loss_that_goes_wrong_does_not_cost_the_others(log: Log, clock: HandClock, own: str) -> None:
    def fails(name: str) -> None:
        raise KeyError(name)

    async with Log(log.url, clock=log.clock) as other_log, Leases(log, fails) as leading:
        assert await leading.take(own)
        assert await leading.take(f"{own}-kept")
        await set_until(log, own, -60_000)
        taking = await watching(Leases(other_log, fails, holder="two"))
        assert await taking.take(own)
        await clock.advance(lease.SECONDS / 3)
        assert not leading.holds(own)
        await clock.advance(60)
        assert leading.holds(f"{own}-kept")


async def test_what_was_renewed_too_late_is_lost_and_can_be_taken_again(
    log: Log, clock: HandClock, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a table stands still: its leader has stopped, and nobody tells it that it leads again."""
    lost = Lost()
    leases = Leases(log, lost)
    renewed = leases._each

    async def slowly(
        statement: TextClause, names: Sequence[str], more: Callable[[], Mapping[str, int]] = dict
    ) -> set[str]:
        found = await renewed(statement, names, more)
        clock.go(lease.SECONDS + 0.1)  # as when the database has just come back
        return found

    assert await leases.take(own)
    monkeypatch.setattr(leases, "_each", slowly)
    await leases.renew()
    assert not leases.holds(own)
    assert lost == [own]
    assert await leases.take(own)
    assert leases.holds(own)
