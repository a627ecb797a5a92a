"""Hints: for the only person among bots, at their turn and from their view. The game is marked before they know."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection

import pytest

from bowerbird.cards import Card
from bowerbird.hall.bots import Bots
from bowerbird.hall.errors import NotAllowedError, TryLaterError
from bowerbird.hall.facts import Committed, Expected, HallFact, Happened, Hinted, Sat, decode_hall_fact
from bowerbird.hall.frames import encode
from bowerbird.hall.hall import Hall
from bowerbird.hall.hints import Hints, view_for_hint
from bowerbird.hall.live import LiveTable
from bowerbird.hall.replay import game_steps
from bowerbird.hall.review import Reviews
from bowerbird.hall.room import Room
from bowerbird.hall.setup import TableSetup
from bowerbird.hall.work_queue import Asker, the_asker
from bowerbird.players import explain as explaining
from bowerbird.players.explain import explain
from bowerbird.players.explanation import Explanation
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Cut, Deal, Fact, Open, Pass, Shuffle, TurnUp, View
from hall.test_take_backs import finish, frame_of, go, table_of
from kit.clock import soon
from players.tables import quick_judge


@pytest.fixture(autouse=True)
def _quick_teacher(monkeypatch: pytest.MonkeyPatch) -> None:
    """How well the teacher judges is not asked here."""
    monkeypatch.setattr(explaining, "judge", quick_judge)


N, E, S, W = Seat
ONLY_BOTS = "only at a table where all others are bots"


async def from_log(hall: Hall, live: LiveTable) -> Room:
    """The room as it is after a restart."""
    entries = await hall.log.read(f"table:{live.name}")
    return Room.fold((decode_hall_fact(entry.body), entry.at) for entry in entries)


async def test_alone_among_bots_a_person_learns_what_the_teacher_would_do(hall: Hall) -> None:
    live = await table_of(hall, "S")
    assert live.room.table.state.turn is S
    assert frame_of(live, "south")["room"]["can_ask"]
    hint = await hall.hints.of(live, "south")
    found = explain(live.room.book, live.room.table.view(S))
    assert hint.best is not None
    assert hint.best.facts == (found.options[0].fact, *found.options[0].same)
    assert (hint.best.words, hint.best.why) == (found.options[0].says, found.options[0].why)
    assert hint.best.facts[0] in live.room.table.view(S).legal
    as_good = [option.says for option in found.options if option.verdict == "as good"]
    assert [choice.words for choice in hint.as_good] == as_good
    assert [(choice.words, choice.why) for choice in hint.options] == [(each.says, each.why) for each in found.options]
    assert not any(choice.chosen for choice in hint.options)


async def test_a_nudge_tells_nothing_of_the_choice_and_marks_the_game(hall: Hall) -> None:
    live = await table_of(hall, "S")
    hint = await hall.hints.of(live, "south", "nudge")
    found = explain(live.room.book, live.room.table.view(S))
    assert hint.nudge == found.nudge
    assert hint.nudge
    assert (hint.best, hint.as_good, hint.options) == (None, (), ())
    assert live.room.hinted
    shown = await hall.hints.of(live, "south")
    assert (shown.nudge, shown.best is None) == (found.nudge, False)
    await finish(live)
    assert not live.room.is_rated(1)


async def test_a_game_with_hints_is_marked_wherever_it_is_shown_and_the_next_one_is_not(hall: Hall) -> None:
    live = await table_of(hall, "S")
    assert not frame_of(live, "")["room"]["hinted"]
    await hall.hints.of(live, "south")
    await hall.hints.of(live, "south")
    assert frame_of(live, "")["room"]["hinted"]
    facts = [decode_hall_fact(entry.body) for entry in await hall.log.read(f"table:{live.name}")]
    assert [fact for fact in facts if isinstance(fact, Hinted)] == [Hinted(S)], "once for a game"
    assert (await from_log(hall, live)).hinted, "also after a restart"
    await finish(live)
    review, steps = hall.reviews.of(live.name, live.room, 1, None), game_steps(live.room, 1, None)
    assert [(shown.rated, shown.hinted) for shown in (review, steps)] == [(False, True)] * 2
    await live.write(*_next_game(live))
    assert not live.room.hinted
    assert not live.room.is_rated(1)
    await finish(live)
    assert (live.room.is_rated(1), live.room.is_rated(2)) == (False, True)
    assert not (await from_log(hall, live)).is_rated(1)


def _next_game(live: LiveTable) -> list[HallFact]:
    opened: list[HallFact] = [Happened(Open(names=live.room.names, dealer=E)), Committed(2, "digest", "secret")]
    return [*opened, *map(Happened, _dealt(list(live.room.book.cards())))]


def _dealt(deck: list[Card], cuts: Seat = N) -> list[Fact]:
    return [Shuffle(tuple(deck)), Cut(cuts, 10), Deal(("3-2",) * 4), TurnUp()]


async def test_who_is_not_to_act_learns_nothing_and_nothing_is_marked(hall: Hall) -> None:
    live = await table_of(hall, "S")
    await live.play(Pass(S))
    with pytest.raises(NotAllowedError, match="when it is your turn"):
        await hall.hints.of(live, "south")
    for nobody in ("north", "", "a stranger"):
        assert not frame_of(live, nobody)["room"]["can_ask"]
        with pytest.raises(NotAllowedError, match="only while you play"):
            await hall.hints.of(live, nobody)
    await finish(live)
    with pytest.raises(NotAllowedError, match="only while you play"):
        await hall.hints.of(live, "south")
    assert live.room.is_rated(1)


async def test_where_only_one_card_can_be_played_there_is_nothing_to_say(hall: Hall) -> None:
    live = await table_of(hall, "S")
    while not (live.room.table.state.turn is S and len(live.room.table.legal) == 1):
        await go(live)
    with pytest.raises(NotAllowedError, match="nothing to choose"):
        await hall.hints.of(live, "south")
    assert not live.room.hinted


@pytest.mark.parametrize("how", ["here", "away", "left", "back as a viewer", "event", "sits in between"])
async def test_with_another_person_there_are_no_hints(hall: Hall, how: str) -> None:
    live = await table_of(hall, "S" if how in ("event", "sits in between") else "SN")
    match how:
        case "away":
            live.went("north")
        case "left":
            await live.stand("north")  # a bot plays, but the cards are North's, who can come back to them
        case "back as a viewer":
            await live.stand("north")
            await live.came("north")
        case "event":
            await live.write(Expected(("South", "A", "B", "C")))
        case "sits in between":
            await live.write(Sat(N, "north", "North"))  # and waits for the next hand
    assert not frame_of(live, "south")["room"]["can_ask"]
    with pytest.raises(NotAllowedError, match=ONLY_BOTS):
        await hall.hints.of(live, "south")
    assert not live.room.hinted


async def test_in_another_seat_there_are_no_hints_until_the_hand_is_over(hall: Hall) -> None:
    live = await table_of(hall, "S", 'based_on = "bicycle"')
    await live.stand("south")
    await live.sit("south", "South", N)
    while not live.room.table.state.results:
        assert not frame_of(live, "south")["room"]["can_ask"]
        with pytest.raises(NotAllowedError, match="only while you play"):
            await hall.hints.of(live, "south")
        await go(live)
    assert live.room.holds("south") is N
    assert not live.room.hinted
    await live.write(Committed(2, "digest", "secret"))
    await live.play(*_dealt(list(live.room.book.cards()), cuts=E))
    while live.room.table.state.turn is not N or len(live.room.table.legal) < 2:
        await go(live)
    best = (await hall.hints.of(live, "south")).best
    assert best is not None
    assert best.facts[0] in live.room.table.view(N).legal


class SlowBots(Bots):
    """A teacher that answers when it is told to, and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked: list[tuple[Rulebook, View, Collection[str]]] = []
        self.go = asyncio.Event()

    async def explain(self, book: Rulebook, view: View, people: Collection[str]) -> Explanation:
        self.asked.append((book, view, people))
        await self.go.wait()
        return explain(book, view)


async def test_a_hint_that_comes_too_late_is_not_given(hall: Hall) -> None:
    live, bots = await table_of(hall, "S"), SlowBots()
    hints = Hints(bots)
    asking = asyncio.create_task(hints.of(live, "south"))
    await soon(lambda: bool(bots.asked))
    await live.play(Pass(S))
    bots.go.set()
    with pytest.raises(NotAllowedError, match="your turn"):
        await asking
    assert not live.room.hinted
    await hints.close()


async def test_another_person_who_sits_down_meanwhile_ends_it(hall: Hall) -> None:
    live, bots = await table_of(hall, "S"), SlowBots()
    hints = Hints(bots)
    asking = asyncio.create_task(hints.of(live, "south"))
    await soon(lambda: bool(bots.asked))
    await live.write(Sat(N, "north", "North"))
    bots.go.set()
    with pytest.raises(NotAllowedError, match=ONLY_BOTS):
        await asking
    await hints.close()


async def test_asking_again_is_answered_by_the_same_thought_and_nobody_can_ask_for_many(hall: Hall) -> None:
    lives, bots = [await table_of(hall, "S") for _ in range(3)], SlowBots()
    hints = Hints(bots)
    the_asker.set(Asker("greedy"))
    asking = [asyncio.create_task(hints.of(live, "south")) for live in (lives[0], lives[0], lives[1])]
    await soon(lambda: len(bots.asked) == 2)
    with pytest.raises(TryLaterError, match="still thinking"):
        await hints.of(lives[2], "south")
    the_asker.set(Asker("somebody else"))
    asking.append(asyncio.create_task(hints.of(lives[2], "south")))
    bots.go.set()
    found = await asyncio.gather(*asking)
    assert found[0] == found[1]
    the_asker.set(Asker("greedy"))
    assert await hints.of(lives[0], "south") == found[0]
    assert len(bots.asked) == 3
    await hints.close()


async def test_a_hint_comes_from_the_view_alone(hall: Hall) -> None:
    """The teacher is given the view of that seat, and other cards in hidden places give the same hint."""
    chance = random.Random(5)
    for _ in range(4):
        deck = list((await table_of(hall, "S")).room.book.cards())
        chance.shuffle(deck)
        bots, given = SlowBots(), []
        bots.go.set()
        for shuffled in (deck, _hidden_moved(deck, await _own(hall, deck), chance)):
            live = await _table_with(hall, shuffled)
            hints = Hints(bots)
            given.append(encode(await hints.of(live, "south")))
            await hints.close()
        (_, one, people), (_, other, _) = bots.asked
        assert one == other == view_for_hint(live.room, "south")
        assert one.seat is S
        assert people == ["south"]
        assert given[0] == given[1]


async def _table_with(hall: Hall, deck: list[Card]) -> LiveTable:
    live = await hall.make_table("south", TableSetup(rules="bicycle"))
    live._driver.close()
    await live.sit("south", "South", S)
    for seat in (N, E, W):
        await live.seat_bot("south", seat, "club")
    await live.write(Happened(Open(names=live.room.names, dealer=E)), Committed(1, "digest", "secret"))
    await live.play(*_dealt(deck))
    return live


async def _own(hall: Hall, deck: list[Card]) -> set[Card | None]:
    view = (await _table_with(hall, deck)).room.table.view(S)
    return {*view.hand, view.turn_up}


def _hidden_moved(deck: list[Card], own: set[Card | None], chance: random.Random) -> list[Card]:
    hidden = [card for card in deck if card not in own]
    moved = hidden[::-1]
    chance.shuffle(moved)
    assert moved != hidden
    following = iter(moved)
    return [card if card in own else next(following) for card in deck]


async def test_in_a_timed_game_hint_and_review_know_the_same_clock(hall: Hall) -> None:
    timed = 'based_on = "bicycle"\n[game]\npoints = 2\nminutes = 7\nbell = "finish the hand"'
    live, bots = await table_of(hall, "S", timed), SlowBots()
    bots.go.set()
    began = live.room.began_at
    assert began is not None
    while live.room.table.state.turn is not S or len(live.room.table.legal) < 2:
        await go(live)
    place = len(live.room.table.facts)
    hall.clock()  # time goes on while somebody thinks
    await Hints(bots).of(live, "south")
    ((_, hinted, _),) = bots.asked
    assert live.room.played_at is not None
    assert hinted.minutes_left == 7 - (live.room.played_at - began) / 60_000
    await finish(live)
    assert live.room.minutes_of(1)[place] == hinted.minutes_left
    reviews = Reviews(bots)
    reviews.of(live.name, live.room, 1, None)
    await soon(lambda: reviews.of(live.name, live.room, 1, None).ready)
    assert [view for _, view, _ in bots.asked].count(hinted) == 2, "the review asks about the same view"
    assert (await from_log(hall, live)).minutes_of(1) == live.room.minutes_of(1)
