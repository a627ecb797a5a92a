"""The expert: calls and plays as good players do, reads the table, and follows the score."""

from __future__ import annotations

from array import array

import pytest
from msgspec.structs import replace

from bowerbird.cards import Card, parse_cards
from bowerbird.kernel.habit import habit_card, habit_places
from bowerbird.kernel.options import HABITS, Options
from bowerbird.kernel.position import PositionError, Trick, mask_of
from bowerbird.kernel.reading import Heard, weigh
from bowerbird.kernel.sample import deals
from bowerbird.kernel.simulate import THUMB
from bowerbird.players import player
from bowerbird.players.club import ClubPlayer
from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.knowledge import heard_by, seen_by
from bowerbird.players.policy import club_policy
from bowerbird.seats import Seat
from bowerbird.table import Fact, Name, Order, Pass, Play, Table
from deals import dealt, house, say
from kit.rows import rows


def choice(table: Table, name: str = "expert", **settings: object) -> Fact:
    seat = table.state.turn
    assert seat is not None
    return player(name, 3, **settings).choose(table.book, table.view(seat))


@rows("name", ["club", "sampler", "expert"])
def test_a_hand_full_of_trumps_goes_alone(name: str) -> None:
    assert choice(dealt("bicycle", "N", "9h", E="Jh Jd Ah Kh As"), name) == Order(Seat.E, alone=True)


@rows("name", ["club", "sampler", "expert"])
def test_a_poor_hand_passes(name: str) -> None:
    assert choice(dealt("bicycle", "N", "Jh", E="9c 9d Ts Qs Kc"), name) == Pass(Seat.E)


@rows("name", ["club", "expert"])
def test_what_the_dealer_s_partner_assists_an_opponent_passes(name: str) -> None:
    hand = "Ah Th Kc As Qs"
    assert choice(dealt("bicycle", "N", "Kh", E=hand), name) == Pass(Seat.E)
    table = say(dealt("bicycle", "N", "Kh", S=hand), "E: pass")
    assert choice(table, name) == Order(Seat.S)


def test_a_stuck_dealer_names_the_longest_suit() -> None:
    table = dealt("st-joe", "N", "9h", N="Ac Kc Qc 9s Td")
    say(table, "E: pass, S: pass, W: pass, N: pass, E: pass, S: pass, W: pass")
    for name in ("club", "expert"):
        called = choice(table, name)
        assert isinstance(called, Name)
        assert called.trump == 0


def test_alone_is_not_worth_a_risk_when_one_point_wins() -> None:
    table = dealt("bicycle", "N", "9h", E="Jh Ah Kh As Ts")
    view = table.view(Seat.E)
    nearly_there = replace(view, score=(9, 9))
    assert ExpertPlayer(3).choose(table.book, view) == Order(Seat.E, alone=True)
    assert ExpertPlayer(3).choose(table.book, nearly_there) == Order(Seat.E)
    assert ExpertPlayer(3, aim="points").choose(table.book, nearly_there) == Order(Seat.E, alone=True)


def test_a_lone_hand_is_blocked_when_that_pays() -> None:
    # Nine to six: a euchre leaves the game open, a lone march by the dealer loses it.
    table = dealt("bicycle", "N", "Jh", E="9c 9d Ts Qs Tc")
    view = table.view(Seat.E)
    assert ExpertPlayer(3).choose(table.book, view) == Pass(Seat.E)
    assert ExpertPlayer(3).choose(table.book, replace(view, score=(6, 9))) == Order(Seat.E)


@rows("name", ["club", "sampler", "expert"])
def test_a_joker_turned_up_is_ordered_with_trumps_and_passed_without(name: str) -> None:
    rules = house("[pack]\njoker = true")
    strong = say(dealt(rules, "N", "B", S="Jh Jd Ah Kh As"), "N: stand for hearts, E: pass")
    assert isinstance(choice(strong, name), Order)
    weak = say(dealt(rules, "N", "B", E="9c 9d Ts Qs Kc"), "N: stand for hearts")
    assert choice(weak, name) == Pass(Seat.E)


def test_trump_is_led_to_a_partner_who_made_it() -> None:
    table = dealt("bicycle", "S", "9h", W="Jd Ts 9c Kd 9d", E="Jh Ah Kh As 9s")
    say(table, "W: pass, N: pass, E: order, S: discard Td")
    for name in ("club", "expert"):
        assert choice(table, name) == Play(Seat.W, Card("Jd"))


def test_the_last_to_play_wins_cheaply() -> None:
    table = dealt("bicycle", "S", "9h", W="Ac Ts 9c Kd 9d", N="Kc Qs Ks Td Qd", E="Jh Ah Kh As 9s", S="Qh Th Js Jc Qc")
    say(table, "W: pass, N: pass, E: order, S: discard Jc, W: Ac Kc")
    # East has no club: the ace is the partner's, and a trump on it would be wasted.
    chosen = choice(table)
    assert isinstance(chosen, Play)
    assert chosen.card in parse_cards("As 9s")


# Reading the table.


def hands_of(worlds: array[int], seat: int) -> list[int]:
    return list(worlds[seat::5])


def test_a_pass_makes_bowers_unlikely() -> None:
    table = say(dealt("bicycle", "N", "9h", E="9c 9d Ts Qs Kc"), "E: pass, S: pass, W: pass, N: pass")
    view = table.view(Seat.E)
    worlds = deals(seen_by(table.book, view), 2_000, seed=1)
    weights = weigh(worlds, heard_by(view), Options(), club_policy())
    bowers = mask_of(parse_cards("Jh Jd"))
    both = [held & bowers == bowers for held in hands_of(worlds, Seat.N)]
    plain = sum(both) / len(both)
    read = sum(weight for weight, strong in zip(weights, both, strict=True) if strong) / sum(weights)
    assert read < plain / 3
    assert min(weights) > 0, "no world that fits is ruled out"


def test_a_low_card_says_that_there_was_no_high_one() -> None:
    table = dealt("bicycle", "S", "9h", W="Kd Ts 9c Qd 9d", N="9s Qs Ks Td Jc", E="Jh Ah Kh As Js")
    say(table, "W: pass, N: pass, E: order, S: discard Tc, W: Kd Td")
    view = table.view(Seat.E)
    worlds = deals(seen_by(table.book, view), 2_000, seed=1)
    weights = weigh(worlds, heard_by(view), Options(), club_policy(), calls_count=0)
    ace = 1 << Card("Ad")
    held = [bool(hand & ace) for hand in hands_of(worlds, Seat.N)]
    read = sum(weight for weight, has in zip(weights, held, strict=True) if has) / sum(weights)
    assert read < sum(held) / len(held) * 0.7


def test_nothing_heard_weighs_nothing() -> None:
    table = dealt("bicycle", "N", "9h")
    view = table.view(Seat.E)
    worlds = deals(seen_by(table.book, view), 5, seed=1)
    assert list(weigh(worlds, heard_by(view), Options(), club_policy())) == [1.0] * 5
    with pytest.raises(PositionError, match="read by habit"):
        weigh(worlds, heard_by(view), Options(), THUMB)
    with pytest.raises(PositionError, match="no joker"):
        weigh(worlds, Heard(1, 0, 32), Options(), club_policy())


# Habits.


def test_weights_choose_the_card_that_they_favour() -> None:
    hand, trick = mask_of(parse_cards("Ah 9c Ks")), Trick(trump=2, leader=0, won=(1, 1))
    places = habit_places(hand, trick, maker=0, unseen=0)
    assert places.keys() == set(parse_cards("Ah 9c Ks"))
    for card, (first, _, _) in places.items():
        habits = array("d", bytes(8 * HABITS))
        habits[first] = 1.0
        favoured = [other for other, (kind, _, _) in places.items() if kind == first]
        assert habit_card(hand, trick, 0, 0, habits) in favoured
        assert card in favoured
    with pytest.raises(PositionError, match="weights"):
        habit_card(hand, trick, 0, 0, array("d", [1.0]))


def test_the_club_answers_what_bulk_play_would() -> None:
    table = dealt("bicycle", "S", "9h", W="Jd Ts 9c Kd 9d", E="Jh Ah Kh As 9s")
    say(table, "W: pass, N: pass, E: order, S: discard Td")
    hand = mask_of(table.view(Seat.W).hand)
    unseen = table.book.cards().mask & ~hand
    card = habit_card(hand, Trick(trump=2, leader=3), 1, unseen, club_policy().habits)
    assert ClubPlayer().choose(table.book, table.view(Seat.W)) == Play(Seat.W, Card(card))
