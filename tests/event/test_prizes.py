"""Prizes by every setting: places by percent or fixed sums, extra prizes, what the club keeps, a draw of tickets."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.event import SideCard, replay
from bowerbird.event.facts import TicketsDrawn
from bowerbird.event.money import (
    CLUB,
    POT,
    TICKETS,
    balances,
    extra_prizes,
    kept,
    ledger,
    payouts,
    pot_of,
    side_prizes,
    split_words,
)
from bowerbird.event.prizes import offered, ordinal, purse
from bowerbird.event.simulate import simulate
from bowerbird.rulebook import load_rulebook, with_settings
from bowerbird.rulebook.event import COINS, MoneyRules
from event.evenings import CLUBS, Night, house, sat
from kit.amount import amount
from kit.rows import rows

PERCENTS = [(100,), (60, 40), (50, 30, 20), (40, 30, 20, 10), (1, 99), (34, 33, 33)]
_EXTRAS = st.dictionaries(
    st.sampled_from(["most loners", "most euchres", "last place"]), st.integers(0, 3000), max_size=3
)
money_settings = st.fixed_dictionaries(
    {
        "event.money.fee": st.integers(0, 1000),
        "event.money.pot": st.sampled_from(["none", "all paid out", "fixed prizes"]),
        "event.money.keeps_each": st.integers(0, 300),
        "event.money.keeps_percent": st.integers(0, 100),
        "event.money.shares": st.sampled_from(PERCENTS).map(lambda parts: {"1": parts}),
        "event.money.place_prizes": st.lists(st.integers(0, 5000), max_size=6).map(tuple),
        "event.money.extra_prizes": _EXTRAS,
        "event.money.side_pots": _EXTRAS,
        "event.money.payout": st.sampled_from(sorted(COINS)),
        "event.money.one_prize_each": st.booleans(),
    }
)


@settings(max_examples=amount(15, full=60), deadline=None)
@given(money_settings, st.sampled_from(CLUBS), st.integers(4, 18), st.integers(0, 200))
def test_what_is_paid_out_and_what_is_kept_is_what_was_taken(
    wanted: dict[str, Any], rules: str, people: int, seed: int
) -> None:
    book = with_settings(load_rulebook(rules), {**wanted, "event.money.stake_each_game": 0})
    _, log = simulate(book, people, 2, random.Random(seed))
    event = replay(log)
    assert event.finished
    extras = [cents for prizes in extra_prizes(event).values() for cents in prizes.values()]
    assert sum(payouts(event).values()) + sum(extras) + kept(event) == pot_of(event)
    assert min([0, kept(event), *payouts(event).values(), *extras]) == 0, "nobody pays a prize back"
    money = balances(ledger(event))
    assert sum(money.values()) == 0
    assert money.get(POT, 0) == 0, "the pot is empty in the end"
    assert money.get(CLUB, 0) == kept(event)
    assert not any(cents for account, cents in money.items() if account.startswith("Side pot"))
    if book.event.money.one_prize_each:
        won = [set(payouts(event)), *(set(prizes) for prizes in extra_prizes(event).values())]
        assert sum(map(len, won)) == len(set().union(*won)), "nobody wins two prizes"


@given(money_settings, st.integers(0, 300), st.integers(1, 75), st.integers(0, 40))
def test_a_purse_is_divided_to_the_cent(wanted: dict[str, Any], fees: int, tables: int, places: int) -> None:
    money = with_settings(load_rulebook("st-joe"), wanted).event.money
    divided = purse(money, fees, tables, places)
    assert divided.taken == money.fee * fees
    assert sum(divided.places) + sum(divided.extras.values()) + divided.kept == divided.taken
    assert min([0, divided.kept, *divided.places, *divided.extras.values()]) == 0
    coin = COINS[money.payout]
    if money.pot == "all paid out":
        assert all(cents % coin == 0 for cents in divided.places[1:]) or coin == 1, "only the first gets other coins"


def test_fixed_sums_are_paid_in_order_as_far_as_the_money_goes_and_the_club_keeps_the_rest() -> None:
    money = MoneyRules(fee=500, pot="fixed prizes", place_prizes=(5000, 3000, 1000))
    assert purse(money, 24, 6, 24).places == (5000, 3000, 1000)
    assert purse(money, 24, 6, 24).kept == 12000 - 9000
    assert purse(money, 12, 3, 12).places == (5000, 1000, 0)


def test_the_club_keeps_its_part_and_extra_prizes_come_off_before_the_places() -> None:
    money = MoneyRules(
        fee=500,
        pot="all paid out",
        keeps_each=100,
        extra_prizes={"most loners": 1000, "last place": 500},
        shares={"1": (50, 30, 20)},
        payout="five dollars",
    )
    divided = purse(money, 24, 6, 24)
    assert (divided.kept, dict(divided.extras)) == (2400, {"most loners": 1000, "last place": 500})
    # Of 81 dollars 40.50, 24.30 and 16.20: in five dollars 40, 20 and 15, and the rest for the first.
    assert divided.places == (4600, 2000, 1500)
    assert [(prize.words, prize.amount) for prize in offered(money, 24, 6)] == [
        ("1st place", "$46"),
        ("2nd place", "$20"),
        ("3rd place", "$15"),
        ("Most lone marches", "$10"),
        ("Last place", "$5"),
    ]


def test_tied_players_share_fairly_even_where_prizes_are_large_notes() -> None:
    rules = '[event.money]\nfee = 1250\npot = "all paid out"\npayout = "five dollars"\nshares = {1 = [60, 40]}'
    night = sat(house("trailer-estates", rules), "n e s w")
    night.score(1, 10, 2)
    # Two are tied for both prizes; nobody gets five dollars more than an equal.
    assert payouts(night.event) == {"n": 2500, "s": 2500}


def test_an_extra_prize_that_nobody_wins_stays_in_the_pot() -> None:
    rules = '[event.money]\nfee = 500\npot = "all paid out"\nextra_prizes = {"most loners" = 1000}'
    night = sat(house("trailer-estates", rules), "n e s w")
    night.score(1, 10, 2)
    assert (extra_prizes(night.event), sum(payouts(night.event).values())) == ({}, 2000)
    night = sat(house("trailer-estates", rules), "n e s w")
    night.score(1, 10, 2, SideCard(loners=(1, 0), marches=1), SideCard())
    assert extra_prizes(night.event) == {"most loners": {"n": 1000}}
    assert payouts(night.event) == {"n": 500, "s": 500}
    assert "Most lone marches: 10.00." in split_words(night.event)


def test_the_draw_of_tickets_pays_half_and_can_be_corrected() -> None:
    night = sat(house("trailer-estates", '[event.money]\nfifty_fifty = 50\npayout = "dollars"'), "n e s w")
    night.refuses(TicketsDrawn(taken=100, winner="nobody"), "has entered")
    night.do(TicketsDrawn(taken=4100, winner="E"))
    money = balances(ledger(night.event))
    assert (money["e"] - money["n"], money[CLUB], money[TICKETS]) == (2000, 2100, -4100)
    night.do(TicketsDrawn(taken=0, winner=""))
    assert TICKETS not in balances(ledger(night.event))
    assert offered(night.book.event.money, 0, 0)[-1].amount == "half of the tickets"


def test_without_the_draw_in_the_rules_there_is_none() -> None:
    night = Night("trailer-estates", ["n", "e", "s", "w"])
    night.refuses(TicketsDrawn(taken=100, winner="n"), "no 50-50 draw")


def test_side_pots_and_places_are_as_before() -> None:
    night = sat(house("st-joe", '[event.money]\nfee = 100\nside_pots = {"last place" = 50}'), "n e s w")
    night.score(1, 10, 2)
    assert side_prizes(night.event) == {"last place": {"e": 100, "w": 100}}
    night.end()
    assert balances(ledger(night.event))[CLUB] == 400, "no pot: the club keeps the fees"


@rows(("number", "said"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (22, "22nd")])
def test_places_are_said_as_people_say_them(number: int, said: str) -> None:
    assert ordinal(number) == said
