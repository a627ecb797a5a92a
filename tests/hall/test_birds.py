"""A person's bird: chosen, seen by everybody at the table, kept with the person; a bot's stays the bot's."""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import AbstractAsyncContextManager

import pytest

from bowerbird.hall.birds import BIRDS
from bowerbird.hall.bots import Bots
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import Sat, decode_hall_fact
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.hall.replay import game_steps
from bowerbird.hall.room import Room
from bowerbird.hall.setup import TableSetup
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.store import Log
from bowerbird.table import Fact, Phase, View
from hall.test_live import four_people, play_game
from kit.clock import HandClock, soon


def birds(live: LiveTable, seen_by: str = "") -> list[str]:
    """What a frame shows in the chairs, North first."""
    frame = json.loads(live.snapshot().frame(seen_by, ""))
    return [chair["bird"] for chair in frame["room"]["chairs"]]


async def test_everybody_sees_a_chosen_bird_before_and_in_the_game(hall: Hall) -> None:
    await hall.choose_bird("south", "owl")
    live = await hall.make_table("south")
    await hall.sit(live, "south", "Ada", Seat.S)
    await hall.sit(live, "north", "Bob", Seat.N)
    assert birds(live) == birds(live, "north") == ["", "", "owl", ""]
    for seat in (Seat.E, Seat.W):
        await live.seat_bot("south", seat, "club")
    bots = [live.room.chairs[seat].name.lower() for seat in (Seat.E, Seat.W)]
    await live.start("south")
    await hall.choose_bird("north", "owl")
    assert birds(live) == ["owl", bots[0], "owl", bots[1]], "two people may have the same one"
    await hall.choose_bird("north", "")
    assert birds(live, "south") == ["", bots[0], "owl", bots[1]]


async def test_a_bird_that_is_not_on_the_list_changes_nothing(hall: Hall) -> None:
    await hall.choose_bird("south", "jay")
    live = await hall.make_table("south")
    await hall.sit(live, "south", "Ada", Seat.S)
    seq = live.room.seq
    for bad in ("vulture", "Jay", "../owl", "<b>"):
        with pytest.raises(NotAllowedError, match=r"Choose wren, robin, .* or owl, or none"):
            await hall.choose_bird("south", bad)
    await hall.choose_bird("south", "jay")
    assert (live.room.seq, birds(live)[Seat.S], await hall.portraits.of("south")) == (seq, "jay", "jay")


async def test_a_bot_in_the_chair_shows_its_own_bird_and_gives_the_persons_back(hall: Hall) -> None:
    live = await four_people(hall)
    await hall.choose_bird("west", "heron")
    await live.rename("west", "Willa")
    seat = live.room.seat_of("west")
    assert seat is not None
    assert birds(live)[seat] == "heron", "another name keeps the picture"
    await live.stand("west")
    assert birds(live)[seat] == live.room.chairs[seat].name.lower() in BIRDS
    await live.seat_bot("south", seat, "expert")
    await live.give_back("south", seat)
    assert (live.room.chairs[seat].name, birds(live)[seat]) == ("Willa", "heron")


async def test_the_bird_is_there_after_a_restart_and_in_the_replay(hall: Hall, log: Log) -> None:
    live = await four_people(hall)
    await hall.choose_bird("east", "lark")
    names = dict(zip(live.room.names, birds(live), strict=True))
    await play_game(live)
    assert game_steps(live.room, None, None).room.birds == names
    assert names["East"] == "lark"
    await live.start("south")
    await hall.choose_bird("east", "finch")
    assert game_steps(live.room, 1, None).room.birds == names, "the game that is over is as it was"
    again = Hall(log, HandClock(), Settings(words_wait=0, pace_factor=0), bot_processes=0)
    try:
        table = await again.table(live.name)
        assert birds(table) == birds(live)
        assert table.room.birds_at(1) == names
        other = await again.make_table("east")
        await again.sit(other, "east", "East", Seat.S)
        assert birds(other)[Seat.S] == "finch", "it goes with the person to every table"
    finally:
        await again.close()


async def test_chairs_of_older_logs_have_no_bird(hall: Hall) -> None:
    live = await hall.make_table("south")
    old = decode_hall_fact(b'{"hall":"sat","seat":2,"person":"south","name":"Ada"}')
    assert isinstance(old, Sat)
    room = Room.fold([(live.room.made, 1), (old, 2)])
    assert (room.chairs[Seat.S].name, room.chairs[Seat.S].bird) == ("Ada", "")
    assert room.table.state.phase is Phase.OPENING


async def test_a_strangers_bird_wakes_no_table(hall: Hall, log: Log) -> None:
    """A game that was left sleeps after a restart, until somebody comes to it or does something at it."""
    live = await four_people(hall)
    again = Hall(log, HandClock(), Settings(review_ahead=False), bot_processes=0)
    found = await again.table(live.name)
    taken = count_turns(found)
    await again.choose_bird("stranger", "wren")
    assert (taken, found._roused) == ([], False)
    await found.show_bird("north", birds(found)[Seat.N])
    await found.rename("stranger", "Stranger")
    assert not found._roused, "nothing was written"
    await again.choose_bird("north", "wren")
    assert birds(found)[Seat.N] == "wren"
    assert found._roused
    await again.close()


def count_turns(live: LiveTable) -> list[str]:
    taken: list[str] = []
    turn = live.stream.turn

    def counted() -> AbstractAsyncContextManager[None]:
        taken.append(live.name)
        return turn()

    live.stream.turn = counted  # type: ignore[method-assign, assignment]
    return taken


# The birds of bots.


async def test_the_host_chooses_the_bird_of_a_bot_and_it_stays(hall: Hall, log: Log) -> None:
    live = await hall.make_table("south")
    await hall.sit(live, "south", "Ada", Seat.S)
    await live.seat_bot("south", Seat.N, "club", "magpie")
    await live.seat_bot("south", Seat.E, "club")
    assert (live.room.chairs[Seat.N].name, birds(live)[:2]) == ("Magpie", ["magpie", "robin"])
    await live.seat_bot("south", Seat.N, "expert")
    assert (live.room.chairs[Seat.N].bot, birds(live)[Seat.N]) == ("expert", "magpie"), "another level, the same bird"
    seq = live.room.seq
    await live.seat_bot("south", Seat.N, "expert", "magpie")
    assert live.room.seq == seq, "nothing has changed"
    await live.seat_bot("south", Seat.N, "expert", "plover")
    assert live.room.chairs[Seat.N].name == "Plover"
    again = Hall(log, HandClock(), Settings(review_ahead=False), bot_processes=0)
    assert birds(await again.table(live.name)) == birds(live)
    await again.close()


async def test_a_bird_sits_in_one_chair_only(hall: Hall) -> None:
    live = await hall.make_table("south")
    await hall.sit(live, "south", "Curlew", Seat.S)
    await live.seat_bot("south", Seat.N, "club", "finch")
    with pytest.raises(NotAllowedError, match=r"Finch already sits North\. Choose another bird"):
        await live.seat_bot("south", Seat.W, "club", "finch")
    with pytest.raises(NotAllowedError, match=r"Curlew already sits South\."):
        await live.seat_bot("south", Seat.W, "club", "curlew")
    for nobody in ("owl", "vulture", "Finch", "<b>"):
        with pytest.raises(NotAllowedError, match=r"No bot is called that\. Choose Wren, .* or Curlew"):
            await live.seat_bot("south", Seat.W, "club", nobody)
    await live.seat_bot("south", Seat.W, "club")
    assert birds(live)[Seat.W] == "plover", "the next one that is free"
    assert len({chair.name for chair in live.room.chairs.values() if chair.name}) == 3


async def test_a_bot_plays_in_the_style_of_its_bird(hall: Hall) -> None:
    asked: set[tuple[str, str]] = set()

    class Noted(Bots):
        async def choose(
            self, level: str, seed: int, book: Rulebook, view: View, people: Collection[str], bird: str = ""
        ) -> Fact:
            asked.add((level, bird))
            return await super().choose(level, seed, book, view, people, bird)

    hall.bots = Noted(0)
    live = await hall.make_table("south", TableSetup(pace="at once"))
    for seat, bird in zip(Seat, ("magpie", "", "curlew", ""), strict=True):
        await live.seat_bot("south", seat, "simple", bird)
    await live.start("south")
    await soon(lambda: len(asked) == 4)
    assert asked == {("simple", bird) for bird in birds(live)}


async def test_bots_of_older_logs_have_the_bird_of_their_seat(hall: Hall) -> None:
    live = await hall.make_table("south")
    old = decode_hall_fact(b'{"hall":"bot-sat","seat":3,"level":"club"}')
    room = Room.fold([(live.room.made, 1), (old, 2)])
    assert (room.chairs[Seat.W].name, room.bird_at(Seat.W)) == ("Finch", "finch")
