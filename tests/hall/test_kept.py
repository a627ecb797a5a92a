"""What is kept about a person can be seen and erased by that person, and only what is theirs alone."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from random import Random

import msgspec
import pytest
from argon2 import PasswordHasher
from sqlalchemy import text

import bowerbird
from bowerbird.hall.errors import NotAllowedError, NotFoundError, SignedOutError
from bowerbird.hall.hall import Hall
from bowerbird.hall.kept import KINDS, NAMELESS, NAMES_BEFORE, NAMES_STAY
from bowerbird.hall.people import Guest, People
from bowerbird.hall.practice import MistakeKept
from bowerbird.hall.recovery import RecoveryCodes
from bowerbird.hall.sign_ins import SignIns
from bowerbird.keyring import Keyring
from bowerbird.learn.statistics import GamePlayed
from bowerbird.live.cluster import Cluster
from bowerbird.seats import Seat
from bowerbird.store import Log
from bowerbird.store._erased import ERASABLE
from bowerbird.store.archiving import Archiver
from bowerbird.store.errors import ArchiveError

PASSPHRASE = "straw and blue glass"
PLAYED = msgspec.json.encode(
    GamePlayed("t", 1, 1, "Bicycle", "South", "bot:club", "Wren", ("bot:club", "bot:club"), (10, 2), True, 9)
)


def clock() -> int:
    return 1_750_000_000_000


async def test_every_kind_that_the_log_can_erase_has_words_and_the_other_way_round() -> None:
    # A saved name is found by the name and not by the person. It goes when everything is deleted, as its code does.
    assert {each.kind for each in KINDS if not each.stays} == ERASABLE - {"person", "recovery"}


async def test_every_stream_that_is_named_after_a_person_is_on_the_list() -> None:
    """Looks for such names in the source, so that nothing is kept that a person is not told of."""
    source = "\n".join(file.read_text() for file in Path(bowerbird.__file__).parent.rglob("*.py"))
    named = re.findall(r'f"([a-z-]+):\{(?:person|guest\.person|director\.person|owner|into)\}"', source)
    assert set(named) >= {"tables", "portrait", "recovery", "events", "members"}, "the search finds what it should"
    assert set(named) <= {each.kind for each in KINDS}


async def test_it_is_known_of_every_stream_if_it_can_have_names() -> None:
    """Looks for the names of streams in the source: each is a person's own, or is known to have names, or none."""
    source = "\n".join(
        file.read_text() for room in ("hall", "desk") for file in (Path(bowerbird.__file__).parent / room).rglob("*.py")
    )
    named = set(re.findall(r'"([a-z-]+):(?:\{|"|[a-z]+")', source)) - {"bot"}
    assert named >= {"friend-link", "known-as", "reports", "rated"}, "the search finds what it should"
    assert named <= {each.kind for each in KINDS} | set(NAMES_STAY) | NAMELESS | {"person"}
    assert not {each.kind for each in KINDS} & NAMELESS


@pytest.mark.parametrize("seed", range(6))
async def test_after_deleting_everything_no_stream_has_the_name(tmp_path: Path, seed: int) -> None:
    """Whatever a person does here, in any order, their name stays only where it is said that it does."""
    name, dice = "Zebulon Quirk", Random(seed)
    async with Log(tmp_path) as log, asyncio.timeout(20):
        people = People(log, clock, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        await people.open(Cluster(log))
        hall, codes = Hall(log, clock, bot_processes=0), RecoveryCodes(log, clock, Keyring(bytes(32)), people)
        sign_ins = SignIns(log, clock, people)
        me, other = people.guest(name), people.guest("Ned")
        me = await people.keep(me, PASSPHRASE)

        async def sits() -> None:
            await hall.sit(await hall.make_table(me.person), me.person, name, Seat.S)

        async def is_asked() -> None:
            await hall.friends.accept(await hall.friends.new_link(other), me)

        async def asks() -> None:
            await hall.friends.accept(await hall.friends.new_link(me), other)

        async def invites() -> None:
            await hall.friends.ask(me, other.person, "some table")

        async def looks_for_a_game() -> None:
            await hall.lobby.play(me)

        async def plays_the_daily_hand() -> None:
            await hall.daily.play(me.person, name)

        async def is_rated() -> None:
            await hall.ratings.note(f"t{dice.random()}", 1, (me.person, "bot:club", other.person, "bot:club"), (10, 4))

        doings: list[Callable[[], Awaitable[object]]] = [
            sits,
            is_asked,
            asks,
            invites,
            looks_for_a_game,
            plays_the_daily_hand,
            is_rated,
            lambda: hall.friends.new_link(me),
            lambda: hall.ratings.show(me.person, name),
            lambda: hall.portraits.choose(me.person, "wren"),
            lambda: sign_ins.note(me, "Firefox"),
            lambda: codes.code_of(me),
            lambda: hall.blocks.block(me.person, "somebody", "Somebody"),
            lambda: hall.practice._write(me.person, lambda state: [MistakeKept("t", 1, 2, date(2026, 1, 5))]),
        ]
        done = dice.sample(doings, len(doings) - dice.randrange(4))
        for do in done:
            await do()
        had = [stream for stream in await log.streams() if await _has(log, stream, name)]
        assert had
        await hall.erase_everything(me.person)
        await people.forget(me)
        left = [stream for stream in await log.streams() if await _has(log, stream, name)]
        assert {stream.partition(":")[0] for stream in left} <= set(NAMES_STAY)
        assert not any(stream.endswith(f":{me.person}") for stream in left)
        assert await hall.friends.of(other.person) == []
        for kind in ERASABLE - {"person"}:
            bodies = [entry.body for entry in await log.read(f"{kind}:{me.person}")]
            assert bodies in ([], [b""]), "one mark where something was, and none where nothing was"
        await hall.close()
        people.close()


@pytest.mark.parametrize("has_name_here", [True, False])
async def test_a_name_in_facts_from_before_stays_in_the_database_and_is_on_no_list(
    tmp_path: Path, has_name_here: bool
) -> None:
    name, now = "Zebulon Quirk", clock()
    about = {"person": "me", "name": name}
    async with Log(tmp_path) as log:
        hall = Hall(log, clock, bot_processes=0)
        if has_name_here:
            await hall.known_as.note(Guest("me", name))
        for stream, fact in {
            "friends:me": {"type": "met", "person": "them", "name": "Ned"},
            "friends:them": {"type": "met", **about},
            "friend-link:secret": {"type": "offered", **about},
            "invitations:them": {"type": "invited", "table": "t", **about},
        }.items():
            await log.append(stream, 0, [msgspec.json.encode(fact)], now)
        assert [friend.name for friend in await hall.friends.of("them")] == [name]
        await hall.erase_everything("me")
        left = {stream.partition(":")[0] for stream in await log.streams() if await _has(log, stream, name)}
        assert left == NAMES_BEFORE
        assert await hall.friends.of("them") == []
        shown = [invitation.name for invitation in await hall.friends.invitations("them")]
        assert shown == (["Somebody"] if has_name_here else [name]), "until it runs out"
        await hall.erase("them", "friends")
        await hall.erase("them", "invitations")
        left = {stream.partition(":")[0] for stream in await log.streams() if await _has(log, stream, name)}
        assert left == {"friend-link"}, "the others erase their own"
        await hall.close()


async def _has(log: Log, stream: str, name: str) -> bool:
    return any(name.encode() in entry.body for entry in await log.read(stream))


async def test_a_link_ends_with_the_name_and_a_new_name_is_on_every_list(tmp_path: Path) -> None:
    async with Log(tmp_path) as log:
        hall = Hall(log, clock, bot_processes=0)
        me, other = Guest("me", "Mia"), Guest("them", "Ned")
        link = await hall.friends.new_link(me)
        await hall.friends.accept(link, other)
        await hall.known_as.rename(Guest("me", "Maria"))
        assert [friend.name for friend in await hall.friends.of("them")] == ["Maria"]
        assert (await hall.friends.offer(link)).name == "Maria"
        await hall.erase("me", "known-as")
        assert [friend.name for friend in await hall.friends.of("them")] == ["Somebody"]
        with pytest.raises(NotFoundError):
            await hall.friends.offer(link)
        await log.append(
            "friends:them", await _last(log, "friends:them"), [b'{"type":"met","person":"p","name":"Al"}'], 1
        )
        assert "Al" in [friend.name for friend in await hall.friends.of("them")], "as it was written before"
        await hall.close()


async def test_a_person_sees_what_is_kept_and_erases_it_for_good(tmp_path: Path) -> None:
    async with Log(tmp_path) as log:
        hall = Hall(log, clock, bot_processes=0)
        live = await hall.make_table("me")
        await hall.sit(live, "me", "Mia", Seat.S)
        await hall.choose_bird("me", "wren")
        await hall.choose_bird("them", "robin")
        assert {each.kind: each.facts for each in await hall.kept.of("me")} == {"tables": 1, "portrait": 1}
        [fact] = (await hall.kept.everything("me"))["tables"]
        assert fact["fact"] == {"table": live.name}

        await hall.kept.erase("me", "portrait")
        assert (await hall.portraits.of("me"), await hall.portraits.of("them")) == ("", "robin")
        await hall.choose_bird("me", "robin")
        assert await hall.portraits.of("me") == "robin"
        await hall.kept.erase_everything("me")
        assert await hall.kept.of("me") == [] == await hall.tables_of("me")
        assert (await hall.table(live.name)).room.seat_of("me") is Seat.S, "a table belongs to everyone at it"
        another = await hall.make_table("me")
        await hall.sit(another, "me", "Mia", Seat.N)
        assert await hall.tables_of("me") == [another.name]
        await hall.close()


async def test_a_damaged_archive_keeps_nothing_else_from_being_erased(tmp_path: Path) -> None:
    async with Log(tmp_path) as log:
        hall = Hall(log, clock, bot_processes=0)
        for kind in ("record", "friends"):
            await log.append(f"{kind}:me", 0, [b"{}"] * 9, 1)
        archiver = Archiver(log)
        while await archiver.step(clock()):
            pass
        await log.do(lambda connection: connection.execute(text("UPDATE archives SET data = 'x'")))
        await hall.choose_bird("me", "wren")
        await hall.ratings.show("me", "Mia")
        with pytest.raises(ArchiveError):
            await hall.erase_everything("me")
        assert await hall.portraits.of("me") == ""
        assert [entry.is_erased for entry in await log.read("listing:me")] == [True]
        await hall.close()


@pytest.mark.parametrize("kind", ["events", "members", "recovery", "table", "person", ""])
async def test_what_is_not_theirs_alone_stays(tmp_path: Path, kind: str) -> None:
    async with Log(tmp_path) as log:
        hall = Hall(log, clock, bot_processes=0)
        await log.append(f"{kind}:me", 0, [msgspec.json.encode({"a": 1})], 1)
        with pytest.raises(NotAllowedError):
            await hall.kept.erase("me", kind)
        await hall.kept.erase_everything("me")
        assert len(await log.read(f"{kind}:me")) == 1
        await hall.close()


async def test_a_forgotten_person_is_signed_out_and_every_name_they_saved_is_free(tmp_path: Path) -> None:
    async with Log(tmp_path) as log:
        people = People(log, clock, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        await people.open(Cluster(log))
        codes = RecoveryCodes(log, clock, Keyring(bytes(32)), people)
        sign_ins = SignIns(log, clock, people)
        me = await people.keep(people.guest("Mia"), PASSPHRASE)
        me = await people.keep(people.guest("Maria", me), PASSPHRASE, PASSPHRASE)
        await sign_ins.note(me, "Firefox")
        code = await codes.code_of(me)
        with pytest.raises(NotAllowedError):
            await people.check_passphrase(me, "not that")
        await people.check_passphrase(me, PASSPHRASE)

        await people.forget(me)
        with pytest.raises(SignedOutError):
            people.check(me)
        with pytest.raises(NotAllowedError):
            await people.sign_in("Maria", PASSPHRASE)
        with pytest.raises(Exception, match="isn't a recovery code"):
            await codes.person(code)
        for stream in await log.streams("person:"):
            assert [entry.is_erased for entry in await log.read(stream)] == [True]
        for name in ("Mia", "maria"):
            other = await people.keep(people.guest(name), "another passphrase")
            assert (await people.sign_in(name, "another passphrase")).person == other.person != me.person
        people.close()


async def test_a_code_that_was_erased_never_comes_back(tmp_path: Path) -> None:
    async with Log(tmp_path) as log:
        people = People(log, clock, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        codes = RecoveryCodes(log, clock, Keyring(bytes(32)), people)
        me = people.guest("Mia")
        before = {await codes.code_of(me), await codes.renew(me)}
        await log.erase(f"recovery:{me.person}", 1)
        assert await codes.code_of(me) not in before
        people.close()


async def test_every_part_of_the_hall_goes_on_after_its_stream_was_erased(tmp_path: Path) -> None:
    """Reading and writing again with the mark alone in the stream, for every kind that can be erased."""
    async with Log(tmp_path) as log, asyncio.timeout(20):
        hall = Hall(log, clock, bot_processes=0)
        people = People(log, clock, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        me, other = people.guest("Mia"), people.guest("Ned")
        sign_ins = SignIns(log, clock, people)

        async def touch() -> None:
            """Keep something of every kind, as people do."""
            live = await hall.make_table(me.person)
            await hall.sit(live, me.person, "Mia", Seat.S)
            await hall.portraits.choose(me.person, "wren")
            await hall.ratings.show(me.person, "Mia")
            await sign_ins.note(me, "Firefox")
            await hall.friends.accept(await hall.friends.new_link(other), me)
            await hall.friends.ask(other, me.person, live.name)
            await hall.blocks.block(me.person, "somebody", "Somebody")
            await hall.practice._write(me.person, lambda state: [MistakeKept("t", 1, 2, date(2026, 1, 5))])
            await log.append(f"record:{me.person}", await _last(log, f"record:{me.person}"), [PLAYED], 1)

        for _ in range(2):
            await touch()
            assert {each.kind for each in await hall.kept.of(me.person)} == ERASABLE - {"person", "recovery"}
            await hall.erase_everything(me.person)
            assert await hall.kept.of(me.person) == []
            assert await hall.friends.of(me.person) == []
            assert (await hall.practice.of(me.person)).mistakes == {}
            assert await sign_ins.of(me) == []
            assert await hall.records.of(me.person) == []
        await touch()
        assert {each.kind for each in await hall.kept.of(me.person)} == ERASABLE - {"person", "recovery"}
        await hall.close()
        people.close()


async def _last(log: Log, stream: str) -> int:
    last = await log.tail(stream, 1)
    return last[0].seq if last else 0


async def test_nobody_learns_from_what_is_kept_who_blocks_them_or_the_ids_of_others(tmp_path: Path) -> None:
    async with Log(tmp_path) as log:
        hall = Hall(log, clock, bot_processes=0)
        await hall.blocks.block("them-id", "me", "Mia")
        assert await hall.kept.of("me") == []
        assert await hall.kept.everything("me") == {}
        await hall.blocks.block("me", "them-id", "Ned")
        [kept] = await hall.kept.of("me")
        assert (kept.kind, kept.facts) == ("blocks", 1)
        game = {"type": "played", "table": "t", "partner": "them-id", "opponents": ["bot:club", "them-id"]}
        await log.append("record:me", 0, [msgspec.json.encode(game)], 1)
        everything = msgspec.json.encode(await hall.kept.everything("me"))
        assert b"them-id" not in everything
        assert b"Ned" in everything
        assert b"bot:club" in everything
        await hall.kept.erase("me", "blocks")
        assert await hall.blocks.are_apart("me", "them-id"), "a block by somebody else is not mine to erase"
        assert not await hall.blocks.blocked("me")
        await hall.close()
