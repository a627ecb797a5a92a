"""An undo gives nobody knowledge for free: who was at the table agrees, wherever they are, and the game is marked."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bowerbird.cards import JOKER, Suit
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import BellSet, BotSat, Committed, HandedOver, Happened, Sat, TookBack, made_with
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable
from bowerbird.hall.replay import game_steps
from bowerbird.hall.room import Room
from bowerbird.hall.setup import TableSetup
from bowerbird.rulebook import read_house_rules
from bowerbird.seats import Seat
from bowerbird.table import Cut, Deal, Exchange, Open, Order, Phase, Play, Shuffle, StandFor, TurnUp
from bowerbird.table.facts import Expose, GiveBest, Pass
from hall.by_chance import next_facts
from hall.one_hand_each import KINDS
from hall.test_live import PEOPLE
from hall.worlds import hidden_from

N, E, S, W = Seat


async def table_of(hall: Hall, people: str = "NESW", house_rules: str = "", joker: bool = False) -> LiveTable:
    """A hand of four, with East as the dealer; bots take the chairs of people who are not named, and never move."""
    live = await hall.make_table(
        "south", TableSetup(house_rules=house_rules or 'based_on = "bicycle"\n[game]\npoints = 1')
    )
    live._driver.close()
    for seat, person in PEOPLE.items():
        if seat.name in people:
            await live.came(person)
            await live.sit(person, person.capitalize(), seat)
        else:
            await live.seat_bot("south", seat, "club")
    await live.write(Happened(Open(names=live.room.names, dealer=E)), Committed(1, "digest", "secret"))
    await deal(live, joker)
    return live


async def deal(live: LiveTable, joker: bool = False) -> None:
    cards = [card for card in live.room.book.cards() if card != JOKER]
    deck = [*cards[:20], JOKER, *cards[20:]] if joker else cards
    size = len(deck)
    await live.play(Shuffle((*deck[size - 10 :], *deck[: size - 10])), Cut(N, 10), Deal(("3-2",) * 4), TurnUp())


async def go(live: LiveTable) -> Seat:
    """The first thing that the player to act may do."""
    fact = next(fact for fact in live.room.table.legal if isinstance(fact, Order | Play) or hasattr(fact, "card"))
    seat = Seat(getattr(fact, "seat"))  # noqa: B009
    await live.play(fact)
    return seat


async def played(live: LiveTable, cards: int) -> list[Seat]:
    """Until so many cards are on the table; the seats that played them."""
    while live.room.table.state.phase is not Phase.PLAY:
        await go(live)
    return [await go(live) for _ in range(cards)]


def person(seat: Seat) -> str:
    return PEOPLE[seat]


def on_table(live: LiveTable) -> int:
    return sum(len(trick.plays) for trick in (*live.room.table.state.hand.tricks, live.room.table.state.hand.trick))


def frame_of(live: LiveTable, who: str) -> dict[str, Any]:
    frame: dict[str, Any] = msgspec.json.decode(live.snapshot().frame(who, who))
    return frame


async def all_agree(live: LiveTable) -> None:
    for who in PEOPLE.values():
        if (frame_of(live, who)["room"]["undo"] or {}).get("asks_you"):
            await live.answer_undo(who, True)


async def test_all_four_agree_and_the_game_is_marked(hall: Hall) -> None:
    live = await table_of(hall)
    first, *_ = await played(live, 3)
    await live.ask_undo(person(first))
    assert on_table(live) == 3
    await all_agree(live)
    assert on_table(live) == 0
    assert live.room.undone_after_cards == 1
    assert frame_of(live, "")["room"]["undone_after_cards"] == 1


async def test_a_call_that_nothing_followed_is_undone_without_a_mark(hall: Hall) -> None:
    """A call shows no card."""
    live = await table_of(hall)
    await live.act("south", Pass(S))
    await live.write(HandedOver(W))
    await live.ask_undo("south")
    await all_agree(live)
    assert live.room.table.state.turn is S
    assert live.room.undone_after_cards == 0, "as always, the people who are there agree"


async def test_a_wrong_card_is_undone_at_once_and_the_game_is_marked(hall: Hall) -> None:
    """All four are there. They agree, but they have seen the card."""
    live = await table_of(hall)
    *_, last = await played(live, 2)
    await live.ask_undo(person(last))
    await all_agree(live)
    assert (on_table(live), live.room.undone_after_cards) == (1, 1)


@pytest.mark.parametrize("how", ["away", "left", "removed before", "removed after"])
async def test_partners_do_not_show_each_other_their_hands(hall: Hall, how: str) -> None:
    """A card that is played and taken back was seen by the partner, so the opponents must agree, wherever they are."""
    live = await table_of(hall)
    await played(live, 0)
    while live.room.table.state.turn not in (N, S):
        await go(live)
    asker = live.room.table.state.turn
    assert asker is not None
    if how == "removed after":
        await go(live)
    for seat in (E, W):
        if how == "away":
            await live.write(HandedOver(seat))
        elif how == "left":
            await live.stand(person(seat))
        else:
            await live.remove("south", seat)
    if how != "removed after":
        await go(live)
    cards = on_table(live)
    with pytest.raises(NotAllowedError, match="seen your card or acted since, and East and West must agree"):
        await live.ask_undo(person(asker))
    assert on_table(live) == cards


async def test_partners_against_bots_agree_and_the_game_is_marked(hall: Hall) -> None:
    live = await table_of(hall, "NS")
    await played(live, 0)
    while live.room.table.state.turn not in (N, S):
        await go(live)
    asker, cards = await go(live), on_table(live)
    await live.ask_undo(person(asker))
    assert on_table(live) == cards, "the partner has not agreed"
    await all_agree(live)
    assert (on_table(live), live.room.undone_after_cards) == (cards - 1, 1)


async def test_alone_against_bots_a_wrong_card_is_undone_without_a_mark(hall: Hall) -> None:
    live = await table_of(hall, "S")
    await played(live, 0)
    while live.room.table.state.turn is not S:
        await go(live)
    await go(live)
    cards = on_table(live)
    await live.ask_undo("south")
    assert (on_table(live), live.room.undone_after_cards) == (cards - 1, 0), "no person saw anything new"


async def test_somebody_who_is_away_must_agree_too(hall: Hall) -> None:
    live = await table_of(hall)
    first, second, *_ = await played(live, 2)
    await live.write(HandedOver(second))
    name = live.room.chairs[second].name
    with pytest.raises(NotAllowedError, match=f"and {name} must agree. Ask again when {name} is back."):
        await live.ask_undo(person(first))
    await live.write(TookBack(second))
    await live.ask_undo(person(first))
    await all_agree(live)
    assert on_table(live) == 0


async def test_removing_the_opponents_first_does_not_help(hall: Hall) -> None:
    live = await table_of(hall)
    first, *_ = await played(live, 4)
    opponents = [first.left, first.right]
    for seat in opponents:
        if seat is not S:
            await live.remove("south", seat)
    gone = sorted(person(seat).capitalize() for seat in opponents if seat is not S)
    back = "they are back" if len(gone) == 2 else f"{gone[0]} is back"
    with pytest.raises(NotAllowedError, match=f"and {' and '.join(gone)} must agree. Ask again when {back}."):
        await live.ask_undo(person(first))
    for seat in opponents:
        if seat is not S:
            await live.give_back("south", seat)
    await live.ask_undo(person(first))
    for seat in (first.partner, first.left):
        await live.answer_undo(person(seat), True)
    assert on_table(live) == 4, "one is missing"
    await live.answer_undo(person(first.right), True)
    assert on_table(live) == 0


async def test_calls_are_knowledge_too(hall: Hall) -> None:
    """All have passed after South, and South would order up now."""
    live = await table_of(hall)
    for seat in (S, W, N):
        await live.act(person(seat), Pass(seat))
    await live.remove("south", W)
    with pytest.raises(NotAllowedError, match="West must agree"):
        await live.ask_undo("south")
    await live.give_back("south", W)
    await live.ask_undo("south")
    await all_agree(live)
    assert (live.room.table.state.turn, live.room.undone_after_cards) == (S, 0), "no cards were shown"


async def test_who_leaves_after_being_asked_has_not_agreed(hall: Hall) -> None:
    live = await table_of(hall)
    first, second, third, fourth = await played(live, 4)
    await live.ask_undo(person(first))
    await live.answer_undo(person(second), True)
    await live.stand(person(second))
    await live.answer_undo(person(third), True)
    await live.answer_undo(person(fourth), True)
    assert on_table(live) == 4
    assert live.room.undo_by is first
    await live.sit(person(second), person(second).capitalize(), second)
    assert frame_of(live, person(second))["room"]["undo"]["asks_you"], "and is asked again"
    await live.answer_undo(person(second), True)
    assert on_table(live) == 0


async def test_a_request_goes_with_the_person_who_asked(hall: Hall) -> None:
    live = await table_of(hall)
    first, *_ = await played(live, 2)
    await live.ask_undo(person(first))
    await live.stand(person(first))
    assert (live.room.undo_by, live.room.undo) == (None, {})


async def test_consent_to_one_undo_is_not_consent_to_another(hall: Hall) -> None:
    live = await table_of(hall)
    first, second, third, fourth = await played(live, 4)
    await live.ask_undo(person(second))
    await live.answer_undo(person(third), True)
    await live.answer_undo(person(fourth), True)
    await live.ask_undo(person(first))
    assert (on_table(live), live.room.undo_by) == (4, first), "they agreed to something else"
    await all_agree(live)
    assert on_table(live) == 0


async def test_a_newcomer_neither_asks_nor_answers(hall: Hall) -> None:
    live = await table_of(hall, house_rules='based_on = "bicycle"')
    first, second, *_ = await played(live, 3)
    await live.ask_undo(person(first))
    await live.stand(person(second))
    await live.write(Sat(second, "late", "Late"))
    with pytest.raises(NotAllowedError, match="You play from the next hand on"):
        await live.ask_undo("late")
    assert not frame_of(live, "late")["room"]["undo"]["asks_you"]
    for agrees in (True, False):
        with pytest.raises(NotAllowedError, match="Nobody is waiting for your answer"):
            await live.answer_undo("late", agrees)
    await all_agree(live)
    assert on_table(live) == 3
    for asker in (first, second.left):
        with pytest.raises(NotAllowedError, match=f"{person(second).capitalize()} must agree"):
            await live.ask_undo(person(asker))
    await live.stand("late")
    await live.sit(person(second), person(second).capitalize(), second)
    await all_agree(live)
    assert on_table(live) == 0


async def test_against_bots_alone_it_is_free_and_marked(hall: Hall) -> None:
    live = await table_of(hall, "S")
    while on_table(live) < 6:
        await go(live)
    await live.ask_undo("south")
    assert on_table(live) < 6
    assert live.room.undone_after_cards == 1


async def test_what_was_seen_stays_seen_when_it_is_undone_first(hall: Hall) -> None:
    """Partners together: the second takes the card back first, and then nothing lies after the first one's."""
    live = await table_of(hall)
    first, second = await played(live, 2)
    await live.ask_undo(person(second))
    await all_agree(live)
    assert (on_table(live), live.room.undone_after_cards) == (1, 1)
    absent = second.left
    await live.stand(person(absent))
    with pytest.raises(NotAllowedError, match=f"{person(absent).capitalize()} must agree"):
        await live.ask_undo(person(first))
    await live.sit(person(absent), person(absent).capitalize(), absent)
    await live.ask_undo(person(first))
    await all_agree(live)
    assert (on_table(live), live.room.undone_after_cards) == (0, 2)


async def test_a_card_played_again_is_undone_like_any_other(hall: Hall) -> None:
    live = await table_of(hall)
    first, *_ = await played(live, 2)
    await live.ask_undo(person(first))
    await all_agree(live)
    await go(live)
    await live.ask_undo(person(first))
    await all_agree(live)
    assert (on_table(live), live.room.undone_after_cards) == (0, 2)


async def test_what_a_bot_did_for_somebody_is_undone_by_the_same_rule(hall: Hall) -> None:
    live = await table_of(hall)
    _, second = await played(live, 2)
    await live.write(HandedOver(second.left))
    third = await go(live)  # a bot does it
    await live.write(TookBack(third))
    await go(live)
    await live.stand(person(second))
    with pytest.raises(NotAllowedError, match=f"{person(second).capitalize()} must agree"):
        await live.ask_undo(person(third))
    assert on_table(live) == 4


async def test_nobody_names_the_jokers_suit_again_for_free(hall: Hall) -> None:
    """The dealer names it before looking at any card."""
    live = await table_of(hall, house_rules='based_on = "bicycle"\n[pack]\njoker = true', joker=True)
    await live.act("east", StandFor(E, Suit.HEARTS))
    await live.stand("west")
    with pytest.raises(NotAllowedError, match="West must agree"):
        await live.ask_undo("east")
    await live.sit("west", "West", W)
    await live.ask_undo("east")
    await all_agree(live)
    assert (live.room.table.state.phase, live.room.undone_after_cards) == (Phase.JOKER, 1)


async def test_a_cut_before_the_start_bell_is_not_undone(hall: Hall) -> None:
    """The cards lie face down until the bell, and nobody has done anything yet."""
    live = await hall.make_table("south", TableSetup(rules="national"))
    live._driver.close()
    for seat, who in PEOPLE.items():
        await live.sit(who, who.capitalize(), seat)
    await live.write(BellSet(), Happened(Open(names=live.room.names, dealer=E, partners_arranged=True)))
    await live.write(Committed(1, "digest", "secret"))
    deck = tuple(live.room.book.cards())
    packets = live.room.book.deal.packets[0]
    await live.play(Shuffle(deck), Cut(N, 10), Deal((packets,) * 4))
    assert live.room.table.state.phase is Phase.TURN_UP
    for who in PEOPLE.values():
        assert not frame_of(live, who)["room"]["can_undo"]
        with pytest.raises(NotAllowedError, match="nothing to undo"):
            await live.ask_undo(who)


async def test_a_marked_game_says_so_wherever_it_is_shown(hall: Hall) -> None:
    live = await table_of(hall, "S")
    while on_table(live) < 6:
        await go(live)
    await live.ask_undo("south")
    await finish(live)
    assert not live.room.is_rated(1)
    assert not game_steps(live.room, 1, None).rated
    assert not hall.reviews.of(live.name, live.room, 1, None).rated
    await live.write(Happened(Open(names=live.room.names, dealer=E)), Committed(2, "digest", "secret"))
    assert (live.room.undone_after_cards, live.room.is_rated(1)) == (0, False), "the next game is another one"
    await deal(live)
    await finish(live)
    assert (live.room.is_rated(1), live.room.is_rated(2)) == (False, True)
    assert game_steps(live.room, 2, None).rated


async def finish(live: LiveTable) -> None:
    chance = random.Random(1)
    while not live.room.table.state.is_over:
        await live.play(*next_facts(live.room, chance, 0))


@pytest.mark.parametrize("kind", KINDS[::3], ids=str)
def test_what_a_seat_has_learned_is_what_it_can_see(kind: Any) -> None:
    """By the reckoning of the leak tests: whenever a seat sees a card that was hidden from it, it has learned it."""
    chance = random.Random(7)
    room = Room(made_with("host", read_house_rules(kind.house_rules), mode=kind.mode))
    for seat in Seat:
        room.apply(BotSat(seat, "club"), 0)
    room.apply(Happened(Open(names=room.names, mode=kind.mode)), 0)
    pack = room.book.cards().mask
    shown = 0
    for _ in range(400):
        if room.table.state.is_over:
            break
        for fact in next_facts(room, chance, 0.05, 0.2):
            before, learned, place = room.table.state, room._learned, len(room.table.facts)
            hidden = [set(hidden_from(pack, before, seat)) for seat in Seat]
            room.apply(Happened(fact), 0)
            after = room.table.state
            if not before.hand.deck or not after.hand.deck or isinstance(fact, TurnUp) or after.is_over:
                continue
            for seat in Seat:
                new = hidden[seat] - set(hidden_from(pack, after, seat))
                if new and before.hands_are_up:
                    assert room._learned.cards[seat] == place + 1, (fact, seat, new)
                    shown += isinstance(fact, Play | Expose | GiveBest | Exchange)
                if isinstance(fact, Pass | Order) and before.hands_are_up:
                    assert room._learned.cards == learned.cards
                    assert room._learned.anything[seat] == (learned.anything[seat] if fact.seat is seat else place + 1)
    assert shown > 20
