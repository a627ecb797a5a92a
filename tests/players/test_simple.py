"""The plain players: they can sit down under any rules, and the simple one plays as people are taught to."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from bowerbird.cards import Card, Suit, parse_cards
from bowerbird.players import LEVELS, make_player
from bowerbird.players.simple import tricks_worth
from bowerbird.rulebook import Rulebook, book_names, load_rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import (
    Cut,
    Deal,
    DefendAlone,
    Discard,
    Fact,
    GiveBest,
    Name,
    Open,
    Order,
    Pass,
    Phase,
    Play,
    Shuffle,
    StandFor,
    StartBell,
    Table,
    TurnUp,
)

OPTIONS: dict[str, dict[str, dict[str, Any]]] = {
    "as it is": {},
    "farmer's hand exchanged": {"deal": {"farmers_hand": "exchange"}},
    "farmer's hand dealt again": {"deal": {"farmers_hand": "new deal"}},
    "ace-no-face": {"deal": {"ace_no_face": "new deal"}},
    "joker": {"pack": {"joker": True}},
    "32 cards and a joker": {"pack": {"lowest": 7, "joker": True}},
    "no trump": {"auction": {"no_trump": True}, "pack": {"joker": True}},
    "stick the dealer, naturals": {
        "auction": {"stick_the_dealer": True, "need_first_round": "natural", "need_second_round": "natural"}
    },
    "partner goes alone": {"auction": {"partner_orders_alone": True}, "alone": {"partners_best": True}},
    "defend alone": {"alone": {"defend_alone": True, "partners_best": True}},
    "left of the lone hand leads": {"lead": {"opening": "left of lone hand"}, "discard": {"turn_up": True}},
}


def house(name: str, changes: dict[str, dict[str, Any]]) -> Rulebook:
    """A book with some settings changed, and a short game."""
    book = load_rulebook(name)
    short = {"game": {"points": 4, "hands": book.game.hands and 3}}
    for section, settings in {**changes, **short}.items():
        part = msgspec.structs.replace(getattr(book, section), **settings)
        book = msgspec.structs.replace(book, **{section: part})
    return book


def play_game(book: Rulebook, levels: tuple[str, str, str, str], seed: int) -> Table:
    """A whole game by four players; chance for cards and players comes from the seed."""
    dice = Random(seed)
    players = {seat: make_player(levels[seat], Random(f"{seed} {seat}")) for seat in Seat}
    table = Table(book, [Open(dealer=Seat(seed % 4))])
    if book.deal.after_start_bell:
        table.push(StartBell())
    while not table.state.is_over:
        assert len(table.facts) < 5_000, "this game does not end"
        table.push(_next(table, players, dice))
    return table


def _next(table: Table, players: dict[Seat, Any], dice: Random) -> Fact:
    match table.state.phase:
        case Phase.SHUFFLE:
            return Shuffle(tuple(dice.sample(table.book.cards().cards, len(table.book.cards()))))
        case Phase.CUT:
            return dice.choice([fact for fact in table.legal if isinstance(fact, Cut)])
        case Phase.DEAL:
            return dice.choice([fact for fact in table.legal if isinstance(fact, Deal)])
        case Phase.TURN_UP:
            return TurnUp()
    seat = table.state.turn
    assert seat is not None
    view = table.view(seat)
    chosen: Fact = players[seat].choose(table.book, view)
    assert chosen in view.legal
    return chosen


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("name", book_names())
def test_simple_players_play_every_book_and_option_to_the_end(name: str, option: str) -> None:
    table = play_game(house(name, OPTIONS[option]), ("simple",) * 4, seed=len(name) + len(option))
    assert table.state.result is not None


@pytest.mark.parametrize("option", OPTIONS)
def test_random_players_reach_the_end_too(option: str) -> None:
    assert play_game(house("bicycle", OPTIONS[option]), ("random",) * 4, seed=5).state.result is not None


def test_every_kind_of_decision_is_met_by_the_games_above() -> None:
    kinds = {
        type(fact)
        for option, changes in OPTIONS.items()
        for seed in range(6)
        for fact in play_game(house("bicycle", changes), ("random",) * 4, seed).facts
    }
    assert {StandFor, Order, Name, Discard, DefendAlone, GiveBest, Play, Pass} <= kinds


def test_the_same_seed_plays_the_same_game() -> None:
    book = load_rulebook("st-joe")
    assert play_game(book, ("random", "simple") * 2, 3).facts == play_game(book, ("random", "simple") * 2, 3).facts


def test_rules_of_thumb_beat_chance() -> None:
    book = house("bicycle", {})
    wins = [play_game(book, ("simple", "random") * 2, seed).state.result for seed in range(40)]
    assert sum(result is not None and result.winner is Side.NS for result in wins) >= 34


def test_levels_are_found_by_name_and_an_unknown_one_is_refused() -> None:
    for level in ("random", "simple"):
        assert level in LEVELS
        assert make_player(level, Random(1)).level == level
    with pytest.raises(ValueError, match="no level of player; use random, novice"):
        make_player("grandmaster", Random(1))


# What people are taught.


def dealt(turn_up: str, dealer: Seat = Seat.W, **hands: str) -> Table:
    """A table where the named seats hold these cards, and the others what is left."""
    book = load_rulebook("bicycle")
    held = {Seat[letter]: parse_cards(cards) for letter, cards in hands.items()}
    used = {card for cards in held.values() for card in cards} | {Card(turn_up)}
    rest = [card for card in book.cards() if card not in used]
    for seat in Seat:
        if seat not in held:
            held[seat], rest = rest[:5], rest[5:]
    order = dealer.left.round_from()
    deck = [card for seat in order for card in held[seat][:3]] + [card for seat in order for card in held[seat][3:]]
    deck += [Card(turn_up), *rest]
    # The pack before a cut of 20 that brings this deck about.
    pack = tuple(deck[4:] + deck[:4])
    return Table(book, [Open(dealer=dealer), Shuffle(pack), Cut(dealer.right, 20), Deal(("3-2",) * 4), TurnUp()])


def choice(table: Table) -> Fact:
    seat = table.state.turn
    assert seat is not None
    return make_player("simple", Random(0)).choose(table.book, table.view(seat))


def test_a_hand_full_of_trumps_goes_alone() -> None:
    assert choice(dealt("9h", N="JhJdAhKhAs")) == Order(Seat.N, alone=True)


def test_a_good_hand_orders_up_with_the_partner() -> None:
    assert choice(dealt("9h", N="JhAhThKcAs")) == Order(Seat.N)


def test_a_poor_hand_passes() -> None:
    assert choice(dealt("Jh", N="9c9dTsQsKc")) == Pass(Seat.N)


def test_a_turn_up_helps_the_dealer_s_side_and_warns_the_other() -> None:
    hand = "AhThKcAsQs"
    assert choice(dealt("Kh", N=hand, dealer=Seat.W)) == Pass(Seat.N)
    for_partner = dealt("Kh", N=hand, dealer=Seat.S)
    for_partner.push(Pass(Seat.W))
    assert choice(for_partner) == Order(Seat.N)


def test_bowers_aces_and_voids_count() -> None:
    plain = tricks_worth(parse_cards("Jh9h9c9dTs"), Suit.HEARTS)
    assert tricks_worth(parse_cards("JhJd9c9dTs"), Suit.HEARTS) > plain
    assert tricks_worth(parse_cards("Jh9hAc9dTs"), Suit.HEARTS) > plain
    assert tricks_worth(parse_cards("Jh9h9cTcTs"), Suit.HEARTS) > plain


def test_the_discard_makes_a_void_and_keeps_the_ace() -> None:
    table = dealt("9h", W="JhAhKcTcAs")
    for seat in (Seat.N, Seat.E, Seat.S):
        table.push(Pass(seat))
    table.push(Order(Seat.W))
    assert choice(table) == Discard(Seat.W, Card("Tc"))
    table = dealt("9h", W="JhAhKcTc9s")
    for seat in (Seat.N, Seat.E, Seat.S):
        table.push(Pass(seat))
    table.push(Order(Seat.W))
    assert choice(table) == Discard(Seat.W, Card("9s"))


def test_the_maker_leads_trump() -> None:
    table = dealt("9h", N="JhAhThKcAs", W="9cTcQcKsTd")
    table.push(Order(Seat.N))
    table.push(Discard(Seat.W, Card("9c")))
    assert choice(table) == Play(Seat.N, Card("Jh"))


def test_the_cheapest_winner_is_played_and_a_winning_partner_is_spared() -> None:
    table = dealt("9h", N="JhAhThKcAs", E="Qh9dTdQdKd", S="Kh9cTcJcQc", W="9sTsJsQsKs")
    table.push(Order(Seat.N))
    table.push(Discard(Seat.W, Card("9s")))
    table.push(Play(Seat.N, Card("Kc")))
    assert choice(table) == Play(Seat.E, Card("Qh"))
    table.push(Play(Seat.E, Card("9d")))
    assert choice(table) == Play(Seat.S, Card("9c"))


def test_a_random_player_mostly_passes() -> None:
    view = dealt("9h", N="JhAhThKcAs").view(Seat.N)
    book = load_rulebook("bicycle")
    calls = [make_player("random", Random(seed)).choose(book, view) for seed in range(100)]
    assert 60 < sum(isinstance(call, Pass) for call in calls) < 100
