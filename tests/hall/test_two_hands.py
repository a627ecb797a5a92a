"""Nobody sees two hands: who has seen a seat's cards looks at and acts for that seat only, until the hand is over."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Literal

import msgspec
import pytest

from bowerbird.cards import JOKER, Suit
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import Committed, Happened
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.seats import Seat
from bowerbird.store import Log
from bowerbird.table import Cut, Deal, Open, Phase, Shuffle, StandFor, TurnUp
from bowerbird.table.facts import Ruling
from hall.test_live import PEOPLE
from hall.worlds import choice
from waiting import soon

EVERYONE = ("north", "east", "south", "west", "watcher", "late")
WITH_JOKER = 'based_on = "bicycle"\n[pack]\njoker = true\n[alone]\npartners_best = true'
ANOTHER_HAND = "You have seen another hand. You can sit here when this hand is over."


class Eyes:
    """Everyone's screen: the seats whose hidden cards each person was sent, hand by hand, in the frames as they go."""

    def __init__(self, live: LiveTable) -> None:
        self.seen: dict[tuple[int, str], set[Seat]] = defaultdict(set)
        live.listen(self.hear)

    def hear(self, snapshot: TableSnapshot) -> None:
        """After every change, everybody gets a frame."""
        for person in EVERYONE:
            frame = msgspec.json.decode(snapshot.frame(person, person))
            view = frame["view"]
            if view and not view["result"] and (view["hand"] or view["discards"]):
                self.seen[frame["room"]["fair"]["hand"], person].add(Seat(view["seat"]))


def frame_of(live: LiveTable, person: str) -> dict[str, Any]:
    frame: dict[str, Any] = msgspec.json.decode(live.snapshot().frame(person, person))
    return frame


async def act(live: LiveTable, chance: random.Random) -> None:
    """Whoever can do something does it; at a real table, now and then something wrong."""
    fact = choice(live, chance)
    if fact is not None:
        await live.act(live.room.chairs[Seat(getattr(fact, "seat"))].person, fact)  # noqa: B009


async def something(live: LiveTable, chance: random.Random) -> str:
    """Somebody tries something at the table, whether they may or not; gives why not."""
    person, seat = chance.choice(EVERYONE), chance.choice(list(Seat))
    wishes: list[tuple[int, Callable[[], Awaitable[None]]]] = [
        (8, lambda: act(live, chance)),
        (6, lambda: live.sit(person, person, seat)),
        (3, lambda: live.stand(person)),
        (1, lambda: live.remove("south", seat)),
        (3, lambda: live.give_back("south", seat)),
        (1, lambda: live.seat_bot("south", seat, "simple")),
        (1, lambda: live.rename(person, f"{person} {chance.randrange(9)}")),
        (1, lambda: live.ask_undo(person)),
        (2, lambda: live.answer_undo(person, True)),
        (1, lambda: live.came(person)),
        (1, lambda: live.rule("south", Ruling("as it stands", "so it is"))),
    ]
    (wish,) = chance.choices([wish for _, wish in wishes], [weight for weight, _ in wishes])
    try:
        await wish()
    except NotAllowedError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("private", "mode", "house_rules"),
    [(False, "guarded", ""), (True, "guarded", WITH_JOKER), (False, "real", 'based_on = "st-joe"')],
    ids=["open", "private", "real"],
)
async def test_nobody_is_sent_two_hands_whatever_people_do(
    hall: Hall, private: bool, mode: Literal["guarded", "real"], house_rules: str, seed: int
) -> None:
    live = await hall.make_table("south", private=private, mode=mode, house_rules=house_rules)
    eyes, chance = Eyes(live), random.Random(seed)
    for seat, person in PEOPLE.items():
        await live.came(person)
        await live.sit(person, person, seat)
    hands: set[int] = set()
    refusals: list[str] = []
    while len(refusals) < 200 or (len(refusals) < 5000 and (len(hands) < 3 or ANOTHER_HAND not in refusals)):
        if not live.room.is_on and not any(chair.is_empty for chair in live.room.chairs.values()):
            await live.start("south")
        refusals.append(await something(live, chance))
        if chance.random() < 0.1:
            live.went(chance.choice(EVERYONE))
        await asyncio.sleep(0)
        hands = {hand for hand, _ in eyes.seen}
    assert {key: seats for key, seats in eyes.seen.items() if len(seats) > 1} == {}
    assert len(hands) >= 3
    assert ANOTHER_HAND in refusals


@pytest.fixture
async def patient(log: Log, hall: Hall) -> AsyncIterator[Hall]:
    """A hall that deals when everybody has added words, and not before."""
    patient = Hall(
        log, hall.clock, Settings(grace=60, words_wait=60, pace_factor=0, review_ahead=False), bot_processes=0
    )
    yield patient
    await patient.close()


async def four_people(hall: Hall, *, private: bool = False) -> LiveTable:
    """They have drawn, and no card is dealt."""
    live = await hall.make_table("south", rules="national", private=private)
    for seat, person in PEOPLE.items():
        await live.came(person)
        await live.sit(person, person.capitalize(), seat)
    await live.start("south")
    await soon(lambda: live.room.draw is not None)
    for person in PEOPLE.values():
        await live.add_words(person, "drawn")
    await soon(lambda: live.room.deal is not None)
    return live


AFTER_THE_FIRST_CALL = (Phase.SECOND_ROUND, Phase.DISCARD, Phase.DEFEND, Phase.BEST, Phase.PLAY)


async def deal(live: LiveTable) -> None:
    for seat in live.room.people():
        await live.add_words(live.room.chairs[seat].person, "words")
    # A bot may have called, and more, before this looks.
    await soon(lambda: live.room.table.state.phase in (Phase.FIRST_ROUND, *AFTER_THE_FIRST_CALL))


async def dealt(hall: Hall, *, private: bool = False) -> tuple[LiveTable, Seat, Seat]:
    """The hand is dealt; gives the chairs of two people who are not the host, North and East."""
    live = await four_people(hall, private=private)
    await deal(live)
    north, east = live.room.seat_of("north"), live.room.seat_of("east")
    assert north is not None
    assert east is not None
    return live, north, east


async def play_the_hand(live: LiveTable) -> None:
    chance = random.Random(1)
    hands = len(live.room.table.state.results)
    while len(live.room.table.state.results) == hands:
        turn = live.room.table.state.turn
        if turn is not None and live.room.chairs[turn].person:
            await act(live, chance)
        await asyncio.sleep(0.001)


async def test_who_has_seen_a_hand_sits_nowhere_else_until_it_is_over(patient: Hall) -> None:
    live, north, east = await dealt(patient)
    await live.stand("east")
    await live.stand("north")
    with pytest.raises(NotAllowedError, match=ANOTHER_HAND):
        await live.sit("north", "North", east)
    assert frame_of(live, "north")["you"]["saw"] == north, "the page says so before anybody tries"
    await play_the_hand(live)
    assert frame_of(live, "north")["you"]["saw"] is None
    await live.sit("north", "North", east)
    assert live.room.seat_of("north") is east


async def test_the_host_who_plays_reads_nobody_elses_hand(patient: Hall) -> None:
    live, north, _ = await dealt(patient)
    await live.remove("south", north)
    await live.stand("south")
    with pytest.raises(NotAllowedError, match=ANOTHER_HAND):
        await live.sit("south", "South", north)
    assert frame_of(live, "south")["view"]["hand"] == []


async def test_who_stood_up_comes_back_to_the_own_hand(patient: Hall) -> None:
    live, north, _ = await dealt(patient)
    view = frame_of(live, "north")["view"]
    await live.stand("north")
    assert frame_of(live, "north")["view"]["hand"] == []
    await live.sit("north", "North", north)
    again = frame_of(live, "north")["view"]["hand"]
    assert again
    assert set(again) <= {*view["hand"], view["turn_up"]}, "a bot may have taken that up meanwhile"


async def test_a_person_who_was_removed_can_be_given_the_chair_back(patient: Hall) -> None:
    live, north, east = await dealt(patient, private=True)
    await live.remove("south", north)
    assert frame_of(live, "south")["room"]["chairs"][north]["before"] == "North"
    with pytest.raises(NotAllowedError, match="The host can give you a bot's seat"):
        await live.sit("north", "North", north)
    with pytest.raises(NotAllowedError, match="Only the host"):
        await live.give_back("north", north)
    with pytest.raises(NotAllowedError, match="East sits there"):
        await live.give_back("south", east)
    await live.seat_bot("south", north, "club")
    await live.give_back("south", north)
    assert (live.room.seat_of("north"), live.room.chairs[north].name) == (north, "North")


async def test_a_chair_is_not_given_back_to_somebody_who_has_seen_another_hand(patient: Hall) -> None:
    live, north, east = await dealt(patient)
    await live.remove("south", north)
    await play_the_hand(live)
    await live.stand("east")
    await live.sit("north", "North", east)
    with pytest.raises(NotAllowedError, match="North has another seat now"):
        await live.give_back("south", north)
    await deal(live)
    await live.stand("north")
    with pytest.raises(NotAllowedError, match="North has seen another hand"):
        await live.give_back("south", north)


async def test_who_has_seen_no_cards_changes_chairs_freely(patient: Hall) -> None:
    live = await four_people(patient)
    north, east = live.room.seat_of("north"), live.room.seat_of("east")
    assert north is not None
    assert east is not None
    await live.stand("east")
    await live.stand("north")
    await live.sit("north", "North", east)
    await live.sit("east", "East", north)
    assert (live.room.seat_of("north"), live.room.seat_of("east")) == (east, north)


async def test_a_newcomer_sees_no_hidden_card_and_then_one_hand(patient: Hall) -> None:
    live, north, east = await dealt(patient)
    await live.came("late")
    view = frame_of(live, "late")["view"]
    assert (view["hand"], view["discards"], view["actions"], view["plays"]) == ([], [], [], [])
    await live.stand("north")
    await live.stand("east")
    await live.sit("late", "Late", north)
    assert frame_of(live, "late")["view"]["hand"]
    await live.stand("late")
    with pytest.raises(NotAllowedError, match=ANOTHER_HAND):
        await live.sit("late", "Late", east)


async def test_another_process_keeps_to_it_from_the_log_alone(log: Log, patient: Hall) -> None:
    live, _, east = await dealt(patient)
    await live.stand("east")
    await live.stand("north")
    other = Hall(
        log, patient.clock, Settings(grace=60, words_wait=60, pace_factor=0, review_ahead=False), bot_processes=0
    )
    with pytest.raises(NotAllowedError, match=ANOTHER_HAND):
        await (await other.table(live.name)).sit("north", "North", east)
    await other.close()


async def test_an_undo_does_not_make_a_hand_unseen(hall: Hall) -> None:
    """Nobody looks at the cards until a joker that is turned up has its suit, and that can be taken back."""
    live = await hall.make_table("south", house_rules=WITH_JOKER, private=False)
    live._driver.close()  # the cards lie as this test wants them
    for seat, person in PEOPLE.items():
        await live.came(person)
        await live.sit(person, person, seat)
    await live.write(Happened(Open(names=live.room.names, dealer=Seat.E)), Committed(1, "digest", "secret"))
    cards = [card for card in live.room.book.cards() if not card.is_joker]
    deck = (*cards[:20], JOKER, *cards[20:])
    await live.play(Shuffle((*deck[15:], *deck[:15])), Cut(Seat.N, 10), Deal(("3-2", "3-2", "3-2", "3-2")), TurnUp())
    assert frame_of(live, "north")["view"]["hand"] == []
    await live.act("east", StandFor(Seat.E, Suit.HEARTS))
    assert len(frame_of(live, "north")["view"]["hand"]) == 5
    await live.ask_undo("east")
    for person in ("north", "south", "west"):
        await live.answer_undo(person, True)
    assert live.room.table.state.phase is Phase.JOKER
    await live.stand("west")
    await live.stand("north")
    with pytest.raises(NotAllowedError, match=ANOTHER_HAND):
        await live.sit("north", "North", Seat.W)
