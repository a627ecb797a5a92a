"""The plain players: they can sit down under any rules, and the simple one plays as people are taught to."""

from __future__ import annotations

from random import Random

import pytest

from bowerbird.cards import Card, Suit, parse_cards
from bowerbird.players import LEVELS, Player, make_player
from bowerbird.players.thumb import tricks_worth
from bowerbird.rulebook import Rulebook, book_names, load_rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import Table, View
from bowerbird.table import facts as f
from deals import dealt
from kit.rows import pairs, rows
from players.tables import EVERY_OPTION, changed, play_game, small

OPTIONS = {"as it is": {}, **EVERY_OPTION}


class Noted:
    """A player by chance, with the kinds of its decisions."""

    level = "random"

    def __init__(self, seed: int) -> None:
        self._chance = small("random", seed)
        self.kinds: set[type[f.Fact]] = set()

    def choose(self, book: Rulebook, seen: View) -> f.Fact:
        fact = self._chance.choose(book, seen)
        self.kinds.add(type(fact))
        return fact


def both(name: str, seed: int) -> tuple[Player, Player]:
    return small(name, seed), small(name, seed + 1)


@rows("name, option", pairs(book_names(), OPTIONS))
def test_simple_players_play_every_book_and_option_to_the_end(name: str, option: str) -> None:
    seed = len(name) + len(option)
    assert play_game(changed(name, OPTIONS[option]), both("simple", seed), seed).result is not None


@rows("option", OPTIONS)
def test_random_players_reach_the_end_too(option: str) -> None:
    assert play_game(changed("bicycle", OPTIONS[option]), both("random", 5), 5).result is not None


def test_every_kind_of_decision_is_met_by_the_games_above() -> None:
    kinds: set[type[f.Fact]] = set()
    for changes in OPTIONS.values():
        for seed in range(6):
            players = Noted(seed), Noted(seed + 1)
            play_game(changed("bicycle", changes), players, seed)
            kinds |= players[0].kinds | players[1].kinds
    assert {f.StandFor, f.Order, f.Name, f.Discard, f.DefendAlone, f.GiveBest, f.Play, f.Pass} <= kinds


def test_rules_of_thumb_beat_chance() -> None:
    book = changed("bicycle", {})
    results = [play_game(book, (small("simple", seed), small("random", seed)), seed).result for seed in range(40)]
    assert sum(result is not None and result.winner is Side.NS for result in results) >= 34


def test_levels_are_found_by_name_and_an_unknown_one_is_refused() -> None:
    for level in ("random", "simple"):
        assert level in LEVELS
        assert make_player(level, Random(1)).level == level
    with pytest.raises(ValueError, match=r"isn't a level\. Use random, novice"):
        make_player("grandmaster", Random(1))


# What people are taught.


def choice(table: Table) -> f.Fact:
    seat = table.state.turn
    assert seat is not None
    return make_player("simple", Random(0)).choose(table.book, table.view(seat))


def test_a_hand_full_of_trumps_goes_alone() -> None:
    assert choice(dealt("bicycle", "W", "9h", N="JhJdAhKhAs")) == f.Order(Seat.N, alone=True)


def test_a_good_hand_orders_up_with_the_partner() -> None:
    assert choice(dealt("bicycle", "W", "9h", N="JhAhThKcAs")) == f.Order(Seat.N)


def test_a_poor_hand_passes() -> None:
    assert choice(dealt("bicycle", "W", "Jh", N="9c9dTsQsKc")) == f.Pass(Seat.N)


def test_a_turn_up_helps_the_dealer_s_side_and_warns_the_other() -> None:
    hand = "AhThKcAsQs"
    assert choice(dealt("bicycle", "W", "Kh", N=hand)) == f.Pass(Seat.N)
    for_partner = dealt("bicycle", "S", "Kh", N=hand)
    for_partner.push(f.Pass(Seat.W))
    assert choice(for_partner) == f.Order(Seat.N)


def test_bowers_aces_and_voids_count() -> None:
    plain = tricks_worth(parse_cards("Jh9h9c9dTs"), Suit.HEARTS)
    assert tricks_worth(parse_cards("JhJd9c9dTs"), Suit.HEARTS) > plain
    assert tricks_worth(parse_cards("Jh9hAc9dTs"), Suit.HEARTS) > plain
    assert tricks_worth(parse_cards("Jh9h9cTcTs"), Suit.HEARTS) > plain


def test_the_discard_makes_a_void_and_keeps_the_ace() -> None:
    table = dealt("bicycle", "W", "9h", W="JhAhKcTcAs")
    for seat in (Seat.N, Seat.E, Seat.S):
        table.push(f.Pass(seat))
    table.push(f.Order(Seat.W))
    assert choice(table) == f.Discard(Seat.W, Card("Tc"))
    table = dealt("bicycle", "W", "9h", W="JhAhKcTc9s")
    for seat in (Seat.N, Seat.E, Seat.S):
        table.push(f.Pass(seat))
    table.push(f.Order(Seat.W))
    assert choice(table) == f.Discard(Seat.W, Card("9s"))


def test_the_maker_leads_trump() -> None:
    table = dealt("bicycle", "W", "9h", N="JhAhThKcAs", W="9cTcQcKsTd")
    table.push(f.Order(Seat.N))
    table.push(f.Discard(Seat.W, Card("9c")))
    assert choice(table) == f.Play(Seat.N, Card("Jh"))


def test_the_cheapest_winner_is_played_and_a_winning_partner_is_spared() -> None:
    table = dealt("bicycle", "W", "9h", N="JhAhThKcAs", E="Qh9dTdQdKd", S="Kh9cTcJcQc", W="9sTsJsQsKs")
    table.push(f.Order(Seat.N))
    table.push(f.Discard(Seat.W, Card("9s")))
    table.push(f.Play(Seat.N, Card("Kc")))
    assert choice(table) == f.Play(Seat.E, Card("Qh"))
    table.push(f.Play(Seat.E, Card("9d")))
    assert choice(table) == f.Play(Seat.S, Card("9c"))


def test_a_random_player_mostly_passes() -> None:
    view = dealt("bicycle", "W", "9h", N="JhAhThKcAs").view(Seat.N)
    book = load_rulebook("bicycle")
    calls = [make_player("random", Random(seed)).choose(book, view) for seed in range(100)]
    assert 60 < sum(isinstance(call, f.Pass) for call in calls) < 100
