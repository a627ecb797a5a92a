"""Behind one address: for every sequence of what others do, an honest person is let in, soon, and guessing is slow.

Time passes by itself here, so minutes of an attack take milliseconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bowerbird.hall.errors import NotAllowedError
from bowerbird.web.security.buckets import TooManyRequestsError
from bowerbird.web.security.callers import Caller, note
from bowerbird.web.security.inbox import Inbox
from bowerbird.web.security.limits import Limits, RateLimiter
from bowerbird.web.security.lines import AbandonedError, Line, Place, Room
from kit.amount import amount
from security.quick_time import LoopClock, run_quickly

CLOCK = LoopClock()
HERE, ELSEWHERE = "192.0.2.1", "198.51.100.9"
#: How a vandal's connection behaves: it stays, is new for every request, or has a new cookie for every request.
KINDS = st.lists(st.sampled_from(["stays", "new", "new cookie"]), min_size=1, max_size=15)
SECONDS = st.floats(0, 60)
#: The server's own rates, with bursts that are soon spent.
SPENT = Limits(
    requests=(5, 30),
    people=(5, 200),
    strangers=(5, 50),
    files=(5, 200),
    codes=(5, 10),
    newcomers=(5, 20),
    writes=(5, 10),
    sign_ups=(5, 2),
)


async def silent() -> Any:
    """A client that waits for its answer."""
    await asyncio.Event().wait()


class Patient(Inbox):
    """A client that stays until its turn."""

    async def until(self, turn: asyncio.Future[None]) -> None:
        await turn


PATIENT = Patient(silent)


def connection(caller: Caller) -> Any:
    """A request, as far as limits look at it."""
    scope: Any = {}
    note(scope, caller, PATIENT)
    return SimpleNamespace(scope=scope)


def vandal(kind: str, number: int, times: int) -> Caller:
    """The caller of a vandal's next request."""
    if kind == "stays":
        return Caller(HERE, f"vandal {number}")
    if kind == "new":
        return Caller(HERE, f"vandal {number} {times}")
    return Caller(HERE, f"vandal {number}", person=f"minted {number} {times}")


Ask = Callable[[RateLimiter, Caller], Awaitable[None]]


async def besieged(kinds: list[str], ask: Ask, after: float, honest: Callable[[RateLimiter], Awaitable[None]]) -> float:
    """So many connections ask without pause. After a while an honest person comes; gives the seconds they waited."""
    loop = asyncio.get_running_loop()
    limiter = RateLimiter(SPENT, CLOCK)

    async def without_pause(number: int, kind: str) -> None:
        for times in range(1_000_000):
            with suppress(TooManyRequestsError, NotAllowedError):
                await ask(limiter, vandal(kind, number, times))
            await CLOCK.sleep(0.05)

    vandals = [asyncio.ensure_future(without_pause(number, kind)) for number, kind in enumerate(kinds)]
    await CLOCK.sleep(after)
    begun = loop.time()
    await honest(limiter)
    waited = loop.time() - begun
    for each in vandals:
        each.cancel()
    await asyncio.gather(*vandals, return_exceptions=True)
    return waited


def admit(path: str, *, line: bool = False) -> Ask:
    async def ask(limiter: RateLimiter, caller: Caller) -> None:
        await limiter.admit(caller, path, line=line, until=PATIENT.until)

    return ask


@settings(max_examples=amount(4, full=10), deadline=None)
@given(
    KINDS,
    st.floats(0, 3),
    st.sampled_from(["/", "/api/join", "/static/shared/look.css"]),
    st.sampled_from([Caller(HERE, "phone"), Caller(HERE, "phone", "ann"), Caller(HERE, "phone", "", "a.p0.b.c")]),
)
def test_a_page_or_a_code_behind_a_vandals_address(kinds: list[str], after: float, path: str, honest: Caller) -> None:
    """Let in within the time that those before them take, which the slowest of the rates says."""
    waited = run_quickly(besieged(kinds, admit(path), after, lambda limiter: admit(path)(limiter, honest)))
    slowest = SPENT.codes[1] if path == "/api/join" else SPENT.requests[1]
    assert waited <= (len(kinds) + 1) / slowest + 0.1


@settings(max_examples=5, deadline=None)
@given(st.lists(st.just("new"), min_size=1, max_size=100), st.floats(0, 2))
def test_a_person_never_waits_for_strangers(kinds: list[str], after: float) -> None:
    """Pages, live lines and open requests of people are counted apart from those of strangers."""

    async def person(limiter: RateLimiter) -> None:
        ann = Caller(HERE, "phone", "ann")
        for line in (False, True):
            await limiter.admit(ann, "/", line=line, until=PATIENT.until)
        with limiter.open_request(ann), limiter.connection(connection(ann)) as fits:
            assert fits

    assert run_quickly(besieged(kinds, admit("/"), after, person)) == 0


@settings(max_examples=amount(4, full=10), deadline=None)
@given(KINDS, st.floats(0, 3))
def test_a_new_guest_behind_a_vandals_address(kinds: list[str], after: float) -> None:
    async def ask(limiter: RateLimiter, caller: Caller) -> None:
        await limiter.count_write(connection(caller))

    waited = run_quickly(besieged(kinds, ask, after, lambda limiter: ask(limiter, Caller(HERE, "phone"))))
    assert waited <= (len(kinds) + 1) / SPENT.newcomers[1] + 0.1


@settings(max_examples=amount(4, full=10), deadline=None)
@given(KINDS, st.floats(0, 60), st.sampled_from([HERE, ELSEWHERE]))
def test_an_honest_sign_up_among_made_up_ones(kinds: list[str], after: float, address: str) -> None:
    """By the same link, from the vandal's address or another. No others than the ones that stood there are before."""

    async def ask(limiter: RateLimiter, caller: Caller) -> None:
        await limiter.count_sign_up(connection(replace(caller, link="the link", shared=True)))

    waited = run_quickly(besieged(kinds, ask, after, lambda limiter: ask(limiter, Caller(address, "phone"))))
    assert waited <= (len(kinds) + 1) / SPENT.sign_ups[1] + 0.1


def passphrase(name: str, *, right: bool = False, at_home: bool = False) -> Ask:
    async def ask(limiter: RateLimiter, caller: Caller) -> None:
        async with limiter.passphrase(connection(caller), name, at_home=at_home):
            await CLOCK.sleep(0.15)
            if not right:
                raise NotAllowedError("That name and passphrase don't match. Try again.")

    return ask


@settings(max_examples=amount(4, full=8), deadline=None)
@given(KINDS, SECONDS)
def test_a_right_passphrase_where_the_owner_has_signed_in_before(kinds: list[str], after: float) -> None:
    """However many others try that name, from the same address and without pause: at once."""
    owner = passphrase("Al", right=True, at_home=True)
    waited = run_quickly(
        besieged(kinds, passphrase("al"), after, lambda limiter: owner(limiter, Caller(HERE, "own browser")))
    )
    assert waited < 2.5


@settings(max_examples=amount(4, full=8), deadline=None)
@given(KINDS, SECONDS)
def test_a_right_passphrase_from_elsewhere(kinds: list[str], after: float) -> None:
    """Wrong ones from one address don't lock the owner out elsewhere: they are next."""
    owner = passphrase("Al", right=True)
    waited = run_quickly(
        besieged(kinds, passphrase("al"), after, lambda limiter: owner(limiter, Caller(ELSEWHERE, "new device")))
    )
    assert waited <= 2 * Limits().turns + 1


@settings(max_examples=amount(4, full=8), deadline=None)
@given(st.integers(1, 15), SECONDS)
def test_a_right_passphrase_on_a_new_device_in_the_same_room(connections: int, after: float) -> None:
    """While connections that stay try that name, the owner comes before all that have tried already."""
    owner = passphrase("Al", right=True)
    kinds = ["stays"] * connections
    waited = run_quickly(
        besieged(kinds, passphrase("al"), after + 20, lambda limiter: owner(limiter, Caller(HERE, "new device")))
    )
    assert waited <= 3 * Limits().turns + 1


@settings(max_examples=amount(4, full=8), deadline=None)
@given(KINDS, SECONDS, st.booleans())
def test_a_right_passphrase_for_another_name(kinds: list[str], after: float, many_names: bool) -> None:
    """Only callers who try the same name are in its line; and the processor is shared fairly."""
    count = iter(range(1_000_000))

    async def wrong(limiter: RateLimiter, caller: Caller) -> None:
        await passphrase(f"name {next(count)}" if many_names else "bo")(limiter, caller)

    owner = passphrase("Al", right=True)
    waited = run_quickly(besieged(kinds, wrong, after, lambda limiter: owner(limiter, Caller(HERE, "new device"))))
    assert waited < 0.15 * (len(kinds) / 4 + 2) + 0.1


@settings(max_examples=4, deadline=None)
@given(KINDS, st.integers(1, 5))
def test_how_many_passphrases_of_a_name_are_heard(kinds: list[str], addresses: int) -> None:
    """However many connections and addresses: twenty, one a minute, and one every five seconds."""
    heard = []

    async def attack() -> float:
        loop = asyncio.get_running_loop()

        async def wrong(limiter: RateLimiter, caller: Caller) -> None:
            place = f"{HERE}{hash(caller.connection) % addresses}"
            async with limiter.passphrase(connection(Caller(place, caller.connection)), "al", at_home=False):
                heard.append(loop.time())
                raise NotAllowedError("no")

        async def nothing(_: RateLimiter) -> None:
            pass

        return await besieged(kinds, wrong, 300, nothing)

    run_quickly(attack())
    limits = Limits()
    assert len(heard) <= limits.sign_ins[0] + 300 * (limits.sign_ins[1] + 1 / limits.turns) + 2


@settings(max_examples=amount(15, full=60), deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from("AB"), st.sampled_from("abc"), st.integers(0, 2), st.booleans()),
        min_size=1,
        max_size=60,
    ),
    st.integers(1, 6),
)
def test_a_line_is_in_order_without_being_sorted_each_time(
    steps: list[tuple[str, str, int, bool]], places: int
) -> None:
    """It keeps each address sorted, and looks at the ends: the same come first and last as if it compared everyone."""

    async def compare() -> None:
        line = Line((1, 0.5), places, 1.0, 0.0)
        waiting: list[Place] = []
        now = 0
        for address, person, pause, leaves in steps:
            now += pause
            place, last = line.join((address, person), now)
            waiting.append(place)
            if last is not None:
                assert last is max(waiting, key=line._order)
                waiting.remove(last)
            if leaves and waiting:
                line.leave(waiting.pop(len(waiting) // 2))
            released = line.release(now)
            in_order = sorted(waiting, key=line._order)
            assert released == in_order[: len(released)]
            waiting = in_order[len(released) :]
            assert len(line.waiting) == len(waiting)
            assert all(each in line.waiting for each in waiting)
            assert not any(each in line.waiting for each in released)

    run_quickly(compare())


@settings(max_examples=amount(15, full=60), deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("abcdef"), st.floats(0, 0.5)), min_size=1, max_size=200),
    st.integers(1, 10),
    st.integers(1, 20),
)
def test_a_line_lets_no_more_through_than_its_limit(asked: list[tuple[str, float]], burst: int, places: int) -> None:
    """At no time, and it loses nobody: each goes, waits, or is sent away."""
    rate = 4.0

    async def count() -> None:
        line = Line((burst, rate), places, 0.02, 0.0)
        now, gone, away = 0.0, 0, 0
        for who, pause in asked:
            now += pause
            _, last = line.join((who,), now)
            away += last is not None
            gone += len(line.release(now))
            assert gone <= burst + rate * now + 1e-6
            assert len(line.waiting) <= places
        assert gone + away + len(line.waiting) == len(asked)

    run_quickly(count())


def test_who_is_sent_away() -> None:
    """If there are too many, the one who has asked for most, and not the one who comes last."""

    async def crowd() -> list[str]:
        room = Room((1, 1), 4, clock=CLOCK)
        ends = []

        async def enter(who: str) -> None:
            try:
                await room.enter("", who)
            except TooManyRequestsError as error:
                ends.append(f"{who} {error.retry_after}")

        crowd = [asyncio.ensure_future(enter("vandal")) for _ in range(6)]
        await asyncio.sleep(0)
        crowd.append(asyncio.ensure_future(enter("ann")))
        await asyncio.gather(*crowd)
        return ends

    assert run_quickly(crowd()) == ["vandal 5", "vandal 5"]


@settings(max_examples=amount(4, full=10), deadline=None)
@given(st.integers(13, 60), st.floats(0, 300), st.booleans())
def test_nobody_is_sent_away_for_good(vandals: int, after: float, keep_places: bool) -> None:
    """A line of twelve places that is always full of strangers, each new for every try: all of them come first once.

    An honest client comes back with the slip of its refusal, as the pages do.
    """
    every = 5.0

    async def siege() -> float:
        loop = asyncio.get_running_loop()
        room = Room((1, 1 / every), 12 * every, step=60, clock=CLOCK)

        async def come(who: str, slip: str = "") -> None:
            while True:
                try:
                    return await room.enter("al", HERE, who, slip=slip)
                except TooManyRequestsError as error:
                    slip = error.place if keep_places or who == "owner" else ""
                    await CLOCK.sleep(error.retry_after)

        async def try_on(number: int) -> None:
            times = 0
            while True:
                await come(f"vandal {number} {times}")
                times += 1

        siege = [asyncio.ensure_future(try_on(number)) for number in range(vandals)]
        await CLOCK.sleep(after)
        begun = loop.time()
        await come("owner")
        for each in siege:
            each.cancel()
        return loop.time() - begun

    assert run_quickly(siege()) <= (vandals + 2 * 12) * every


def test_a_slip_is_good_once() -> None:
    async def crowd() -> None:
        room = Room((1, 1), 2, clock=CLOCK)
        crowd = [asyncio.ensure_future(room.enter("", f"{number}")) for number in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(TooManyRequestsError) as sent_away:
            await room.enter("", "ann")
        slip = sent_away.value.place
        await CLOCK.sleep(1.5)  # one has gone in, and another one has come
        crowd.append(asyncio.ensure_future(room.enter("", "later")))
        await asyncio.sleep(0)
        back = asyncio.ensure_future(room.enter("", "ann", slip=slip))
        await asyncio.sleep(0)
        with pytest.raises(TooManyRequestsError):
            await crowd[-1]
        with pytest.raises(TooManyRequestsError):
            await room.enter("", "bob", slip=slip)
        await back
        await asyncio.gather(*crowd[:-1])

    run_quickly(crowd())


def test_a_client_that_hangs_up_waits_no_longer() -> None:
    """Nobody fills a line with requests without waiting for the answers."""

    async def gone() -> None:
        loop = asyncio.get_running_loop()
        room = Room((1, 0.1), 60, clock=CLOCK)
        messages = [{"type": "http.request", "body": b"x", "more_body": False}, {"type": "http.disconnect"}]

        async def receive() -> Any:
            await CLOCK.sleep(0.5)
            return messages.pop(0) if messages else await silent()

        await room.enter("", "first")
        left = Inbox(receive)
        with pytest.raises(AbandonedError):
            await room.enter("", "second", until=left.until)
        assert loop.time() == pytest.approx(1)
        await room.enter("", "third", until=PATIENT.until)
        assert loop.time() == pytest.approx(10, abs=0.01), "its place was free again"
        assert (await left.receive()).get("body") == b"x", "what was read ahead is not lost"

    run_quickly(gone())
