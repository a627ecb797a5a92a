"""The review of a finished game: rulings against people are in it, and nobody answers for what a bot did for them."""

from __future__ import annotations

import asyncio

from bowerbird.hall.bots import Bots
from bowerbird.hall.facts import HallFact, HandedOver, Happened, Sat, TookBack, made_with
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.review import Review, Reviews
from bowerbird.hall.room import Room
from bowerbird.rulebook import read_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Discard, Fact, Order, Play
from table.real_tables import REVOKE, claim, in_play

#: South trumps a spade while holding one; West points it out after the next lead, and that ends the game.
SOON_OVER = 'based_on = "national"\ntitle = "Soon over"\n[game]\npoints = 2\n'


def played(*away: type[Fact]) -> Room:
    """A game that a renege decided. East and North are away while they do something of these kinds."""
    made = made_with("host", read_rulebook(SOON_OVER), mode="real")
    book = Room(made).book
    table = claim(in_play(book, f"{REVOKE}, W: As, N: Tc, S: 9d"), "W", "revoke", "S")
    happened: list[HallFact] = [made, *(Sat(seat, f"p{seat.value}", seat.word) for seat in Seat)]
    for fact in table.facts:
        seat: Seat = getattr(fact, "seat", Seat.S)
        bot = isinstance(fact, away) and seat in (Seat.E, Seat.N)
        happened += [HandedOver(seat), Happened(fact), TookBack(seat)] if bot else [Happened(fact)]
    return Room.fold((fact, 0) for fact in happened)


async def reviewed(room: Room) -> Review:
    """The expert's word on it."""
    reviews = Reviews(Bots(0))
    while not (review := reviews.of("table", room, None, Seat.S)).ready:
        await asyncio.sleep(0.01)
    await reviews.close()
    return review


async def test_a_ruling_against_somebody_is_in_the_review_with_what_it_cost() -> None:
    room = played()
    assert room.table.state.is_over
    review = await reviewed(room)
    (against,) = review.rulings
    assert (against.ruling.offence, against.ruling.seat, against.cost) == ("Renege", Seat.S, 2)
    south = review.people[Seat.S]
    assert south.mistakes >= 1
    assert south.cost >= 2
    assert review.sides[0].skill <= -2 + sum(person.cost for person in review.people if person.seat.side == 1)
    assert all(fortune.luck + fortune.skill == points for fortune, points in zip(review.sides, (-2, 2), strict=True))


async def test_what_a_bot_did_for_somebody_is_marked_and_not_counted() -> None:
    review = await reviewed(played(Order, Discard))
    alone = await reviewed(played())
    assert [decided.stood_in for decided in review.decisions if decided.kind == "discard"] == [True]
    before, after = alone.people[Seat.N], review.people[Seat.N]
    assert (after.decisions, after.stood_in) == (before.decisions - 1, 1)
    assert sum(person.stood_in for person in review.people) == sum(decided.stood_in for decided in review.decisions)


def test_who_comes_back_learns_what_was_done_until_they_act_again() -> None:
    done = played(Discard).done_for(Seat.N)
    assert done == [], "North has played a card since"
    room = played(Order, Discard, Play)
    assert [type(fact) for fact in room.done_for(Seat.N)] == [Play, Discard]
    frame = TableSnapshot("table", room, [True] * 4, True).frame("p0", "North")
    assert b'"done_for_you":{"calls":0,"cards":2}' in frame
    assert b'"done_for_you":{"calls":0,"cards":0}' in TableSnapshot("table", room, [True] * 4, True).frame(
        "p2", "South"
    )
