"""Chairs change hands, cards do not: who has a seat's cards sees and plays that seat's only, until the hand is over.

`tests/security/test_one_hand_each.py` has it over random sequences of all commands.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from bowerbird.cards import JOKER, Suit
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import Committed, Happened
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.hall.setup import TableSetup
from bowerbird.seats import Seat
from bowerbird.store import Log
from bowerbird.table import Cut, Deal, Open, Phase, Shuffle, StandFor, TurnUp
from hall.test_live import PEOPLE
from hall.worlds import choice
from kit.clock import quiet, soon

WITH_JOKER = 'based_on = "bicycle"\n[pack]\njoker = true\n[alone]\npartners_best = true'
NOT_YET = "A bot plays this hand. You play from the next hand on."


def frame_of(live: LiveTable, person: str) -> dict[str, Any]:
    frame: dict[str, Any] = msgspec.json.decode(live.snapshot().frame(person, person))
    return frame


async def act(live: LiveTable, chance: random.Random) -> None:
    """Whoever can do something does it; at a real table, now and then something wrong."""
    fact = choice(live, chance)
    if fact is not None:
        await live.act(live.room.chairs[Seat(getattr(fact, "seat"))].person, fact)  # noqa: B009


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
    live = await hall.make_table("south", TableSetup(rules="national", private=private))
    await draw(live, "south")
    return live


async def draw(live: LiveTable, host: str) -> None:
    for seat, person in PEOPLE.items():
        await live.came(person)
        await live.sit(person, person.capitalize(), seat)
    await live.start(host)
    await soon(lambda: live.room.draw is not None)
    for person in PEOPLE.values():
        await live.add_words(person, "drawn")
    await soon(lambda: live.room.deal is not None)


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
        if turn is not None and not live.room.plays_itself(turn):
            await act(live, chance)
        await quiet()


def waits_for_the_next_hand(live: LiveTable, person: str, seat: Seat) -> bool:
    """Somebody has the chair, and no cards."""
    frame = frame_of(live, person)
    assert live.room.seat_of(person) is seat
    assert frame["room"]["chairs"][seat]["waits"] == (frame["you"]["next_seat"] == seat)
    own = [frame["view"][part] for part in ("seat", "hand", "discards", "given", "actions", "plays", "why", "expose")]
    return own == [None, [], [], None, [], [], {}, []] and frame["you"]["seat"] is None


async def test_who_has_seen_a_hand_plays_elsewhere_from_the_next_one_on(patient: Hall) -> None:
    live, north, east = await dealt(patient)
    await live.stand("east")
    await live.stand("north")
    await live.sit("north", "North", east)
    assert waits_for_the_next_hand(live, "north", east)
    assert frame_of(live, "north")["you"]["saw"] == north
    for fact in live.room.table.legal:
        if getattr(fact, "seat", None) is east:
            with pytest.raises(NotAllowedError, match=NOT_YET):
                await live.act("north", fact)
    with pytest.raises(NotAllowedError, match=NOT_YET):
        await live.ask_undo("north")
    await play_the_hand(live)
    await deal(live)
    assert not waits_for_the_next_hand(live, "north", east)
    frame = frame_of(live, "north")
    assert (frame["you"]["seat"], frame["you"]["next_seat"], frame["view"]["seat"]) == (east, None, east)
    assert frame["view"]["hand"]


async def test_the_host_who_plays_reads_nobody_elses_hand(patient: Hall) -> None:
    live, north, _ = await dealt(patient)
    await live.remove("south", north)
    await live.stand("south")
    await live.sit("south", "South", north)
    assert waits_for_the_next_hand(live, "south", north)


async def test_the_host_who_watches_reads_nobodys_hand(patient: Hall) -> None:
    live = await patient.make_table("host", TableSetup(rules="national"))
    await live.came("host")
    await draw(live, "host")
    await deal(live)
    for seat in Seat:
        await live.remove("host", seat)
        await live.sit("host", "Host", seat)
        assert waits_for_the_next_hand(live, "host", seat)
        await live.stand("host")


async def test_who_stood_up_comes_back_to_the_own_hand(patient: Hall) -> None:
    for private in (False, True):
        live, north, _ = await dealt(patient, private=private)
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
    with pytest.raises(NotAllowedError, match="Ask the host to give it back"):
        await live.sit("north", "North", north)
    with pytest.raises(NotAllowedError, match="Only the host"):
        await live.give_back("north", north)
    with pytest.raises(NotAllowedError, match="East sits there"):
        await live.give_back("south", east)
    await live.seat_bot("south", north, "club")
    await live.give_back("south", north)
    assert (live.room.seat_of("north"), live.room.chairs[north].name) == (north, "North")
    assert frame_of(live, "north")["view"]["hand"]


async def test_somebody_who_sat_down_meanwhile_is_not_in_the_way_of_the_person_before(patient: Hall) -> None:
    live, north, _ = await dealt(patient)
    await live.remove("south", north)
    await live.sit("late", "Late", north)
    assert frame_of(live, "south")["room"]["chairs"][north]["before"] == "North"
    await live.give_back("south", north)
    assert live.room.seat_of("north") is north
    assert frame_of(live, "north")["view"]["hand"]
    assert live.room.seat_of("late") is None
    assert frame_of(live, "late")["you"]["next_seat"] is None


async def test_the_owner_of_the_cards_takes_the_chair_back_from_somebody_who_waits(patient: Hall) -> None:
    live, north, _ = await dealt(patient)
    await live.remove("south", north)
    await live.sit("late", "Late", north)
    with pytest.raises(NotAllowedError, match="Late sits there"):
        await live.sit("later", "Later", north)
    await live.sit("north", "North", north)
    assert frame_of(live, "north")["view"]["hand"]
    assert live.room.seat_of("late") is None


async def test_at_a_private_table_the_host_says_who_comes_back(patient: Hall) -> None:
    live, north, _ = await dealt(patient, private=True)
    await live.stand("south")
    await live.remove("south", north)
    await live.sit("south", "South", north)
    with pytest.raises(NotAllowedError, match="Ask the host to give it back"):
        await live.sit("north", "North", north)
    await live.give_back("south", north)
    assert frame_of(live, "north")["view"]["hand"]


async def test_a_newcomer_who_plays_is_not_sent_away(patient: Hall) -> None:
    live, north, _ = await dealt(patient)
    await live.remove("south", north)
    await live.sit("late", "Late", north)
    await play_the_hand(live)
    await deal(live)
    assert frame_of(live, "south")["room"]["chairs"][north]["before"] == ""
    with pytest.raises(NotAllowedError, match="Late sits there"):
        await live.give_back("south", north)
    with pytest.raises(NotAllowedError, match="Late sits there"):
        await live.sit("north", "North", north)


async def test_who_was_removed_in_the_hosts_absence_comes_back_alone(patient: Hall) -> None:
    live, north, _ = await dealt(patient, private=True)
    live.went("south")
    await live.remove("east", north)
    await live.came("south")
    await live.sit("north", "North", north)
    assert frame_of(live, "north")["view"]["hand"]


async def test_a_chair_that_is_given_back_has_its_own_hand_only(patient: Hall) -> None:
    live, north, east = await dealt(patient)
    await live.remove("south", north)
    await play_the_hand(live)
    await live.stand("east")
    await live.sit("north", "North", east)
    with pytest.raises(NotAllowedError, match="North has another seat now"):
        await live.give_back("south", north)
    await deal(live)
    await live.stand("north")
    await live.give_back("south", north)
    assert waits_for_the_next_hand(live, "north", north)


async def test_a_new_name_brings_no_cards(patient: Hall) -> None:
    live, north, east = await dealt(patient)
    await live.stand("north")
    await live.sit("late", "Late", north)
    await live.rename("late", "Later")
    assert waits_for_the_next_hand(live, "late", north)
    await live.rename("east", "Easter")
    assert (live.room.chairs[east].name, bool(frame_of(live, "east")["view"]["hand"])) == ("Easter", True)


async def test_the_bot_whose_chair_is_taken_plays_the_hand_out(patient: Hall) -> None:
    """Nobody makes a strong bot play worse by sitting down on its chair."""
    live, north, _ = await dealt(patient)
    await live.stand("north")
    await live.seat_bot("south", north, "champion")
    await live.sit("late", "Late", north)
    assert (live.room.plays_itself(north), live.room.bot_at(north)) == (True, "champion")
    await live.stand("late")
    assert live.room.chairs[north].bot == "champion"
    await live.sit("late", "Late", north)
    await play_the_hand(live)
    assert (live.room.plays_itself(north), live.room.bot_at(north)) == (False, "")


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


async def test_a_newcomer_sees_no_hidden_card_until_the_next_hand(patient: Hall) -> None:
    live, north, east = await dealt(patient)
    await live.came("late")
    view = frame_of(live, "late")["view"]
    assert (view["hand"], view["discards"], view["actions"], view["plays"]) == ([], [], [], [])
    await live.stand("north")
    await live.stand("east")
    await live.sit("late", "Late", north)
    assert waits_for_the_next_hand(live, "late", north)
    await live.stand("late")
    await live.sit("late", "Late", east)
    assert waits_for_the_next_hand(live, "late", east)
    await live.sit("north", "North", north)
    await play_the_hand(live)
    await deal(live)
    assert frame_of(live, "late")["view"]["hand"]


async def test_another_process_keeps_to_it_from_the_log_alone(log: Log, patient: Hall) -> None:
    live, north, east = await dealt(patient)
    await live.stand("east")
    await live.stand("north")
    other = Hall(
        log, patient.clock, Settings(grace=60, words_wait=60, pace_factor=0, review_ahead=False), bot_processes=0
    )
    there = await other.table(live.name)
    await there.sit("north", "North", east)
    assert waits_for_the_next_hand(there, "north", east)
    assert there.room.owned_by("north") is north
    await other.close()


async def test_an_undo_does_not_make_a_hand_unseen(hall: Hall) -> None:
    """Nobody looks at the cards until a joker that is turned up has its suit, and that can be taken back."""
    live = await hall.make_table("south", TableSetup(house_rules=WITH_JOKER, private=False))
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
    await live.sit("north", "North", Seat.W)
    await live.act("east", StandFor(Seat.E, Suit.HEARTS))
    assert waits_for_the_next_hand(live, "north", Seat.W)
