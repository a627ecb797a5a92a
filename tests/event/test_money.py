"""Fees, dimes, kitties and prizes, in whole cents that always sum to zero."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bowerbird.event import Score, SideCard, replay, step
from bowerbird.event.facts import Entered, Entrant, FeePaid, Left, ScoreCorrected
from bowerbird.event.money import POT, balances, ledger, payers, payouts, pot_of, side_prizes, split_words
from bowerbird.event.prizes import shares_for, split
from bowerbird.event.simulate import simulate
from bowerbird.rulebook import load_rulebook
from event.evenings import CLUBS, Night, house, sat, seated
from kit.amount import amount
from kit.rows import rows


def dimes(score: Score, rules: str = "") -> dict[str, int]:
    """What one game at one table, n and s against e and w, does to everybody's dimes."""
    night = sat(house("ccc", rules), "n e s w")
    night.score(1, score.ns, score.ew, *score.cards)
    money = balances(ledger(night.event))
    assert sum(money.values()) == 0
    return {name: money.get(name, 0) for name in "nesw"}


@pytest.mark.clause("CCC-12")
def test_everyone_puts_in_a_dime_the_losers_one_more_and_the_winners_split() -> None:
    assert dimes(Score(10, 6)) == {"n": 20, "s": 20, "e": -20, "w": -20}


@pytest.mark.clause("CCC-12")
@rows(
    ("north_south", "east_west", "winners", "losers"),
    [
        (SideCard(euchred=1), SideCard(), 20, -20),  # the winners' own dimes come back
        (SideCard(), SideCard(euchred=1), 30, -30),
        (SideCard(), SideCard(failed_alone=1), 30, -30),
        (SideCard(), SideCard(revokes=2), 40, -40),
        (SideCard(marches=3), SideCard(), 50, -50),
        (SideCard(), SideCard(marches=1), 20, -20),
    ],
)
def test_each_reason_costs_a_dime_each(north_south: SideCard, east_west: SideCard, winners: int, losers: int) -> None:
    money = dimes(Score(10, 6, (north_south, east_west)))
    assert money == {"n": winners, "s": winners, "e": losers, "w": losers}


@pytest.mark.clause("CCC-12")
def test_reasons_add_up_so_a_euchred_lone_hand_pays_twice() -> None:
    money = dimes(Score(10, 6, (SideCard(), SideCard(euchred=1, failed_alone=1))))
    assert money["e"] == -40


@pytest.mark.clause("CCC-12")
def test_the_amount_and_the_use_of_dimes_are_settings() -> None:
    assert dimes(Score(10, 6), "[event.money]\nstake_each_game = 25")["n"] == 50
    assert dimes(Score(10, 6), "[event.money]\nstake_each_game = 0")["n"] == 0
    assert dimes(Score(10, 6), "[event.money]\nstake_for = []")["n"] == 10


@pytest.mark.clause("TE-9")
def test_the_pot_is_the_fee_times_the_people_and_all_of_it_is_paid_out() -> None:
    night = Night("trailer-estates", 13)
    for _ in range(2):
        night.seat()
        night.quick()
    assert pot_of(night.event) == 13 * 25
    assert not any(posting.why == "Prizes" for posting in ledger(night.event))
    night.end()
    money = balances(ledger(night.event))
    assert money[POT] == 0
    assert sum(payouts(night.event).values()) == 13 * 25
    assert max(money.values()) > 0


def test_a_fee_that_was_taken_stays_in_the_pot_until_the_tick_is_taken_back() -> None:
    night = Night("trailer-estates", 12)
    night.enter("Zoe", here=False)
    night.do(FeePaid(name="Zoe"))
    night.seat()
    night.quick()
    assert pot_of(night.event) == 13 * 25, "Zoe paid and went home again"
    assert "Zoe" in payers(night.event)
    night.do(FeePaid(name="Zoe", paid=False))
    assert pot_of(night.event) == 12 * 25
    assert "Zoe" not in payers(night.event)


@pytest.mark.clause("TE-9")
def test_places_and_shares_go_by_the_number_of_tables_and_can_be_edited() -> None:
    rules = load_rulebook("trailer-estates").event.money
    assert [len(shares_for(rules, tables)) for tables in (1, 2, 3, 4, 7, 8, 15, 16, 31, 400)] == [
        1,
        2,
        2,
        3,
        3,
        5,
        5,
        8,
        8,
        8,
    ]
    edited = replace(rules, shares={"1": (50, 50), "3": (70, 30)})
    assert [shares_for(edited, tables) for tables in (1, 2, 3)] == [(50, 50), (50, 50), (70, 30)]
    assert shares_for(load_rulebook("alberta").event.money, 3) == (100,)


@pytest.mark.clause("TE-9")
def test_tied_places_share_to_the_last_cent() -> None:
    night = sat("trailer-estates", "n1 e1 s1 w1", "n2 e2 s2 w2")
    night.score(1, 10, 2)
    night.score(2, 10, 3)
    # Two tables: 60 and 40 of 200 cents for two places, shared by the four who are level for first.
    assert payouts(night.event) == {"n1": 50, "n2": 50, "s1": 50, "s2": 50}
    odd = house("trailer-estates", "[event.money]\nfee = 1")
    small = sat(odd, "n e s w")
    small.score(1, 10, 2)
    assert payouts(small.event) == {"n": 2, "s": 2}


def test_chosen_shares_are_paid_to_the_cent() -> None:
    book = house("st-joe", '[event.money]\nfee = 333\npot = "all paid out"\nshares = {1 = [50, 30, 20]}')
    night = Night(book, ["n", "e", "s", "w"])
    assert split_words(night.event) == "", "nobody plays yet"
    night.sit("n e s w")
    night.score(1, 10, 2)
    night.sit("n s e w")
    night.score(1, 10, 3)
    # 20, 13 and 12 points; of 1332 cents 666, 399 and 266, and the odd cent for the first.
    assert payouts(night.event) == {"n": 667, "s": 399, "e": 266}
    assert sum(payouts(night.event).values()) == pot_of(night.event)
    assert split_words(night.event) == "The places split it 50, 30 and 20 percent."


def test_only_places_that_there_are_are_named_in_the_split() -> None:
    book = house("alberta", '[event.money]\nfee = 500\npot = "all paid out"\nshares = {1 = [50, 30, 20]}')
    night = seated(book, 4)
    night.score(1, 10, 2)
    # Two teams: of 2000 cents 50 and 30 parts in 80.
    assert sorted(payouts(night.event).values()) == [375, 375, 625, 625]
    assert split_words(night.event) == "The places split it 50 to 30."


def test_with_no_shares_the_first_place_takes_all_and_it_is_said() -> None:
    night = sat(house("st-joe", '[event.money]\nfee = 100\npot = "all paid out"'), "n e s w")
    assert split_words(night.event) == "The first place takes all of it."


@rows("money", ["fee = 100", 'pot = "all paid out"'])
def test_without_a_pot_there_is_nothing_to_split(money: str) -> None:
    night = sat(house("st-joe", f"[event.money]\n{money}"), "n e s w")
    assert split_words(night.event) == ""


def test_a_team_shares_its_prize() -> None:
    book = house("alberta", '[event.money]\nfee = 525\npot = "all paid out"')
    night = seated(book, 4)
    night.score(1, 10, 5)
    assert sorted(payouts(night.event).values()) == [1050, 1050]


SIDE_POTS = """
[event.money]
fee = 100
pot = "all paid out"
side_pots = { "most loners" = 50, "most euchres" = 20, "last place" = 10 }
"""


def loners_and_euchres(extra: str = "") -> Night:
    """Bob and Dee win; Bob has the one loner, Ann and Cy have the one euchre."""
    night = sat(house("trailer-estates", SIDE_POTS + extra), "Ann Bob Cy Dee")
    night.score(1, 4, 10, SideCard(), SideCard(euchred=1, marches=1, loners=(1, 0)))
    return night


def test_side_pots_go_to_the_most_loners_the_most_euchres_and_the_last() -> None:
    night = loners_and_euchres()
    assert payouts(night.event) == {"Bob": 200, "Dee": 200}
    assert side_prizes(night.event) == {
        "most loners": {"Bob": 200},
        "most euchres": {"Ann": 40, "Cy": 40},
        "last place": {"Ann": 20, "Cy": 20},
    }
    night.end()
    money = balances(ledger(night.event))
    assert (money["Bob"], money["Ann"], sum(money.values())) == (200 + 200 - 180, 60 - 180, 0)
    assert not any(cents for account, cents in money.items() if account not in night.event.people)


def test_a_winner_is_barred_from_the_rest_where_the_club_wants_it() -> None:
    prizes = side_prizes(loners_and_euchres("one_prize_each = true").event)
    # Bob has a prize for his place and nobody else made a loner: that pot goes back. Ann and Cy win one pot only.
    assert prizes["most loners"] == {"Ann": 50, "Bob": 50, "Cy": 50, "Dee": 50}
    assert prizes["most euchres"] == {"Ann": 40, "Cy": 40}
    assert prizes["last place"] == {"Ann": 10, "Bob": 10, "Cy": 10, "Dee": 10}


@given(st.integers(0, 10_000), st.integers(1, 30))
def test_a_split_loses_no_cent(cents: int, ways: int) -> None:
    parts = split(cents, ways)
    assert sum(parts) == cents
    assert max(parts) - min(parts) <= 1


@settings(max_examples=amount(6, full=25), deadline=None)
@given(st.sampled_from(CLUBS), st.integers(4, 17), st.integers(0, 500), st.integers(0, 60), st.booleans())
def test_the_ledger_sums_to_zero_after_any_sequence(
    rules: str, people: int, seed: int, cut_off: int, leaves: bool
) -> None:
    book = house(rules, '[event.money]\nfee = 333\npot = "all paid out"\nstake_each_game = 7')
    _, log = simulate(book, people, 3, random.Random(seed))
    log = log[: max(1, len(log) - cut_off)]
    event = replay(log)
    if leaves and event.is_open and event.here():
        event = step(event, Left(name=event.here()[0]))
    for posting in ledger(event):
        assert sum(posting.amounts.values()) == 0
    money = balances(ledger(event))
    assert sum(money.values()) == 0
    if event.finished:
        assert money[POT] == 0


def test_a_corrected_score_moves_the_money() -> None:
    night = sat("ccc", "n e s w")
    night.score(1, 10, 6)
    night.do(ScoreCorrected(round=1, table=1, score=Score(6, 10), reason="sides mixed up"))
    assert balances(ledger(night.event))["n"] == -20
    night.end()
    assert night.line("n").total == Decimal(6)


@rows("name", ["The pot", "the  POT", "Side pot, most loners", "Kitty of table 1, game 1"])
def test_nobody_enters_under_the_name_of_an_account(name: str) -> None:
    night = Night(load_rulebook("trailer-estates"), ["n", "e", "s", "w"])
    night.refuses(Entered(players=(Entrant(name),)), "is the name of a money account")
    assert sum(balances(ledger(night.event)).values()) == 0
