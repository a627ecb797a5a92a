"""Every finished game is written in EGN, or the refusal names what EGN lacks."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bowerbird.notation import EgnError, replay, to_egn
from bowerbird.notation.egn import MOST_DEALS
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.rulebook.model import PointRules
from deals import ALL_BOOKS, house
from kit.amount import amount
from kit.rows import pairs, rows
from notation.finished import LACKS, MODES, becomes, finished
from random_books import random_books

GAMES = amount(2, soak=50)
#: Points that EGN has, whatever a lone march and a lone euchre score.
EGNS_POINTS = st.builds(
    PointRules,
    made=st.just(1),
    march=st.just(2),
    alone_made=st.just(1),
    alone_march=st.integers(0, 9),
    euchre=st.just(2),
    euchre_alone=st.integers(0, 9),
    euchre_by_lone_defender=st.just(PointRules().euchre_by_lone_defender),
)


def with_egns_rules(book: Rulebook, points: PointRules) -> Rulebook:
    """The same rules, less those that EGN lacks."""
    weak = tuple(name for name in book.deal.exchange_for if name != "ace with no face")
    defend = "off" if book.alone.defend_alone == "off" else "lone calls"
    return replace(
        book,
        points=points,
        deal=replace(book.deal, exchange_for=weak),
        alone=replace(book.alone, defend_alone=defend),
    )


def egn_has(book: Rulebook) -> bool:
    """True if EGN has every rule of a book, so that nothing at a guarded table can be refused."""
    usual = PointRules()
    points = replace(usual, alone_march=book.points.alone_march, euchre_alone=book.points.euchre_alone)
    return isinstance(points.euchre_alone, int) and with_egns_rules(book, points) == book


def test_egn_has_the_rules_of_every_club_but_st_joe() -> None:
    clubs = {"alberta", "ccc", "national", "trailer-estates", "cornwall", "north-american", "duplicate", "bicycle"}
    assert all(egn_has(load_rulebook(name)) for name in clubs)
    assert not egn_has(load_rulebook("st-joe"))


@rows("name, mode", pairs(ALL_BOOKS, MODES))
def test_a_game_by_every_book_is_written_or_its_refusal_names_a_rule(name: str, mode: str) -> None:
    book = load_rulebook(name)
    for seed in range(GAMES):
        told = becomes(finished(book, mode, seed))
        assert told == "written" or any(re.fullmatch(lack, told) for lack in LACKS), told
        if mode == "guarded" and egn_has(book):
            assert told == "written"


@settings(deadline=None, max_examples=amount(4, full=15))
@given(random_books, EGNS_POINTS, st.integers(0, 2**32))
def test_a_game_by_any_rules_that_egn_has_is_written(book: Rulebook, points: PointRules, seed: int) -> None:
    assert becomes(finished(with_egns_rules(book, points), "guarded", seed)) == "written"


@settings(deadline=None, max_examples=amount(5, full=20))
@given(random_books, st.sampled_from(list(MODES)), st.integers(0, 2**32))
def test_a_game_by_any_rules_is_written_or_its_refusal_names_a_rule(book: Rulebook, mode: str, seed: int) -> None:
    told = becomes(finished(book, mode, seed))
    assert told == "written" or any(re.fullmatch(lack, told) for lack in LACKS), told


def test_the_dealer_who_deals_again_after_all_have_passed() -> None:
    book = house("[auction]\nall_pass = 'same dealer'\n[game]\nhands = 3\npoints = 0")
    tables = [finished(book, "guarded", seed) for seed in range(6)]
    thrown_in = [table for table in tables if any(each.outcome == "thrown in" for each in table.state.results)]
    assert thrown_in
    for table in thrown_in:
        assert becomes(table) == "written"
        assert replay(to_egn(table)).book.auction.all_pass == "same dealer"


def test_a_game_that_points_ended_although_hands_could_have() -> None:
    book = house("[game]\npoints = 3\nhands = 40\nover_target = 'not counted'")
    for seed in range(6):
        table = finished(book, "guarded", seed)
        assert table.state.result is not None
        assert table.state.result.ended_by == "points"
        assert becomes(table) == "written"


def test_more_deals_than_a_file_holds() -> None:
    book = house("[game]\npoints = 0\nhands = 100\n[auction]\nneed_first_round = 'natural'")
    table = next(
        table for seed in range(20) if len((table := finished(book, "guarded", seed)).state.results) > MOST_DEALS + 5
    )
    with pytest.raises(EgnError, match=r"an EGN file has at most 100 deals, and this game has 1\d\d"):
        to_egn(table)
