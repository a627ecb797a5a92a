"""The chain of the daily hand: every deal is fixed from the start, and no link is known before its day."""

from __future__ import annotations

import hashlib
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.hall.daily import dealt_on, master_points
from bowerbird.hall.fair import ShownDeal, check, digest_of
from bowerbird.learn.daily import Chain, Compared, anchors, daily_book, dealer_on, secret_from
from bowerbird.seats import Seat
from bowerbird.table import Cut, Phase, Shuffle, fold
from kit.rows import rows

FIRST = date(2026, 3, 1)
CHAIN = Chain(FIRST, "root", days=50)


@given(st.integers(1, 50))
def test_every_link_leads_to_the_anchor(number: int) -> None:
    day = FIRST + timedelta(number - 1)
    assert CHAIN.number(day) == number
    assert anchors(CHAIN.link(day), number) == CHAIN.anchor


@given(st.integers(1, 49))
def test_the_link_of_a_day_is_the_hash_of_the_next_so_nobody_can_go_on_from_it(number: int) -> None:
    day = FIRST + timedelta(number - 1)
    following = CHAIN.link(day + timedelta(1))
    assert CHAIN.link(day) == hashlib.sha256(following.encode()).hexdigest()
    assert CHAIN.root not in (CHAIN.link(day), CHAIN.anchor)


@rows("day", [FIRST - timedelta(1), FIRST + timedelta(50)])
def test_a_chain_has_no_links_outside_its_days(day: date) -> None:
    assert not CHAIN.has(day)
    with pytest.raises(ValueError, match="no link"):
        CHAIN.link(day)


def test_another_link_does_not_lead_to_the_anchor() -> None:
    forged = hashlib.sha256(b"forged").hexdigest()
    assert all(anchors(forged, number) != CHAIN.anchor for number in range(51))


def test_the_recipe_in_words_is_the_recipe_in_code() -> None:
    link, day = CHAIN.link(FIRST), FIRST
    assert secret_from(link, day) == hashlib.sha256(f"daily hand 2026-03-01 {link}".encode()).hexdigest()
    book = daily_book()
    dealt = dealt_on(book, day, secret_from(link, day))
    deck = next(fact.deck for fact in dealt if isinstance(fact, Shuffle))
    cut = next(fact.at for fact in dealt if isinstance(fact, Cut))
    secret = secret_from(link, day)
    shown = ShownDeal(
        1,
        digest_of(secret),
        secret,
        ["", "", "", ""],
        9,
        False,
        book.deal.cut_leaves,
        [str(card) for card in deck],
        cut,
    )
    assert check(shown) == []


def test_days_have_different_deals_and_the_deal_goes_round() -> None:
    days = [FIRST + timedelta(number) for number in range(8)]
    decks = {
        next(f.deck for f in dealt_on(daily_book(), day, CHAIN.link(day)) if isinstance(f, Shuffle)) for day in days
    }
    assert len(decks) == len(days)
    assert [dealer_on(days[0]).left, dealer_on(days[1])] == [dealer_on(days[1])] * 2
    assert {dealer_on(day) for day in days} == set(Seat)


def test_every_daily_hand_is_played_to_a_result() -> None:
    for number in range(12):
        day = FIRST + timedelta(number)
        state = fold(daily_book(), dealt_on(daily_book(), day, secret_from(CHAIN.link(day), day)))
        assert state.phase is Phase.FIRST_ROUND
        points = master_points(day, secret_from(CHAIN.link(day), day))
        assert points
        assert points == master_points(day, secret_from(CHAIN.link(day), day)), (
            "the master plays a day once and for all"
        )


@given(st.lists(st.sampled_from([-4, -2, -1, 1, 2, 4])), st.lists(st.sampled_from([-2, 1, 4])))
def test_results_are_counted_from_the_worst_to_the_best(results: list[int], also: list[int]) -> None:
    found = Compared.of(results, also)
    assert sum(found.counts) == len(results)
    assert list(found.points) == sorted(found.points)
    assert {*results, *also} <= set(found.points)
    if results:
        assert found.mean is not None
        assert min(results) <= found.mean <= max(results)
    else:
        assert found.mean is None
