"""A deal as one line of text, and a table set up from it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.cards import Card, CardError, Pack, parse_cards
from bowerbird.notation import KnownDeal, deck_for, format_deal, parse_deal, table_from_deal
from bowerbird.notation.deal_text import Plan
from bowerbird.rulebook import book_names, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Phase, Table
from kit.rows import rows

LINE = "S:9h AsKsQsJsTs AhKhQhJhTh AcKcQcJcTc AdKdQdJdTd 9c9d9s"


def test_a_line_reads_as_dealer_turn_up_hands_and_rest() -> None:
    deal = parse_deal(LINE)
    assert (deal.dealer, deal.turn_up) == (Seat.S, Card("9h"))
    assert set(deal.hands[Seat.E]) == set(parse_cards("AhKhQhJhTh"))
    assert deal.rest == tuple(parse_cards("9c9d9s"))
    assert format_deal(deal) == str(deal) == LINE


def test_the_cards_left_over_may_be_left_out_and_tens_written_as_people_do() -> None:
    assert parse_deal(" s: 9h AsKsQsJs10s AhKhQhJhTh AcKcQcJcTc AdKdQdJdTd") == parse_deal(LINE)


@given(seed=st.integers(0, 2**32), dealer=st.sampled_from(Seat), lowest=st.sampled_from((7, 9)), joker=st.booleans())
def test_every_deal_survives_as_text(seed: int, dealer: Seat, lowest: int, joker: bool) -> None:
    pack = Pack(lowest, joker)
    cards = list(pack)
    random.Random(seed).shuffle(cards)
    hands = tuple(tuple(cards[place : place + 5]) for place in (0, 5, 10, 15))
    deal = KnownDeal(dealer, cards[20], hands, tuple(cards[21:]))
    assert parse_deal(format_deal(deal), pack) == deal


@rows(
    "line, why",
    [
        ("", "isn't a deal"),
        ("AsKsQsJsTs", "isn't a deal"),
        ("X:9h", "isn't a deal"),
        ("S:", "after the dealer"),
        ("S:9h AsKsQsJsTs", "after the dealer"),
        (LINE.replace("9c9d9s", "9c9d9s 9s"), "after the dealer"),
        (LINE.replace("S:9h", "S:9h9c"), "after the dealer"),
        (LINE.replace("AsKs", "AsAs"), "doubled: As; missing: Ks"),
        (LINE.replace("9c9d9s", "9c9d"), "missing: 9s"),
        (LINE.replace("9s", "8s"), "not in this deck: 8s"),
        (LINE.replace("Ts AhKhQhJhTh", "TsAh KhQhJhTh"), "four hands of five"),
        (LINE.replace("As", "Zz"), "isn't a card"),
    ],
)
def test_a_line_that_is_no_deal_is_refused(line: str, why: str) -> None:
    with pytest.raises(CardError, match=why):
        parse_deal(line)


@rows("name", book_names())
def test_a_table_stands_ready_for_the_first_call(name: str) -> None:
    line = f"{LINE}B" if load_rulebook(name).pack.joker else LINE
    table = table_from_deal(name, line)
    state = table.state
    assert (state.phase, state.dealer, state.turn) == (Phase.FIRST_ROUND, Seat.S, Seat.W)
    assert KnownDeal.of_hand(state.hand, state.dealer) == parse_deal(line, load_rulebook(name).cards())
    assert Table(load_rulebook(name), table.facts).state == state


@rows("plan", [("3-2",) * 4, ("2-3",) * 4, ("3-2", "2-3", "3-2", "2-3"), ("1-1-1-1-1",) * 4])
@rows("cut", [0, 4, 13])
def test_the_deck_gives_the_deal_in_every_way_of_dealing(plan: Plan, cut: int) -> None:
    deal = parse_deal(LINE)
    deck = deck_for(deal, plan, cut)
    Pack().check(deck)
    assert (deck[cut:] + deck[:cut])[20:] == (deal.turn_up, *deal.rest)
    first = deck[cut : cut + int(plan[0][0])]
    assert set(first) <= set(deal.hands[Seat.W])


def test_nothing_is_a_deal_before_the_turn_up() -> None:
    with pytest.raises(CardError, match="nothing is turned up"):
        KnownDeal.of_hand(Table().state.hand, Seat.N)
