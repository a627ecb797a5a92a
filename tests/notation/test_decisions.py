"""The decisions of recorded games: every view is the one that the player had, and what isn't known is said."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bowerbird.notation import EgnGame, RecordedDecision, decisions, read_egn, replay, to_egn
from bowerbird.seats import Seat
from bowerbird.table import DefendAlone, Discard, Name, Order, Pass, Play, State, Table, View, step, view
from kit.amount import amount
from kit.rows import rows
from notation.games import TRICKS, again, at_random, changed, deal, samples

#: The books whose games EGN can write.
BOOKS = ("bicycle", "alberta", "national", "trailer-estates", "ccc")
DECIDED = (Pass, Order, Name, DefendAlone, Discard, Play)


def true_views(table: Table) -> list[View]:
    """The views at every call, discard and card of a table."""
    state, seen = State(), []
    for fact in table.facts:
        if isinstance(fact, DECIDED):
            seen.append(view(table.book, state, fact.seat))
        state = step(table.book, state, fact)
    return seen


def plain(seen: View) -> View:
    """Less the hands before this one, the bell, and choices that only our own rulebook forbids."""
    return replace(seen, results=(), last_tricks=(), started=False, legal=())


def without_hands(game: EgnGame) -> EgnGame:
    """The same game as most records tell it."""
    bare = [replace(each, initial_state=replace(each.initial_state, player_cards=[])) for each in game.deals]  # type: ignore[type-var,union-attr]
    return replace(game, deals=bare)


@rows("book", BOOKS)
@rows("hands", [True, False])
def test_every_view_is_the_one_that_the_player_had(book: str, hands: bool) -> None:
    judged = unknown = 0
    for seed in range(amount(3, full=8)):
        table = at_random(book, seed)
        game = to_egn(table)
        found = list(decisions(replay(game if hands else without_hands(game))))
        true = true_views(table)
        assert len(found) == len(true)
        for recorded, seen in zip(found, true, strict=True):
            assert recorded.seat is seen.seat
            if recorded.view is None:
                assert recorded.unknown
                unknown += 1
            else:
                assert recorded.fact in recorded.view.legal
                assert plain(recorded.view) == plain(seen)
                judged += 1
    assert judged > amount(40, full=100)
    assert (unknown == 0) == hands


def reasons(found: list[RecordedDecision]) -> dict[Seat, set[str]]:
    """By seat: why nothing is known, or empty."""
    return {seat: {each.unknown for each in found if each.seat is seat} for seat in Seat}


def test_decisions_are_numbered_in_every_deal() -> None:
    found = list(decisions(again(deal(hands=True), deal("", dealer=1, number=1, calls="Pass Pass"))))
    first, second = ([each for each in found if each.deal == number] for number in (1, 2))
    assert [each.number for each in first] == list(range(1, len(first) + 1))
    assert [each.number for each in second] == list(range(1, len(second) + 1))
    assert (len(first), len(second)) == (1 + 1 + 20, 2), "a call, a discard and twenty cards; two calls"


def test_a_hand_that_is_thrown_in_is_not_counted_as_played() -> None:
    nobody = deal("", calls=" ".join(["Pass"] * 8), hands=True)
    found = list(
        decisions(again(nobody, deal("", calls="Pass", hands=True, dealer=1, number=1), ruleset={"std": False}))
    )
    counts = {each.deal: each.view.hands_played for each in found if each.view is not None}
    assert counts == {1: 0, 2: 0}


def test_a_discard_that_is_not_recorded_leaves_only_the_dealer_unknown() -> None:
    """The dealer has played the turn-up, so the record shows four of five cards dealt, and nobody knows the fifth."""
    found = list(decisions(again(deal())))
    assert reasons(found) == {
        Seat.N: {"the player's hand isn't recorded"},
        **{seat: {""} for seat in (Seat.E, Seat.S, Seat.W)},
    }


def test_after_a_card_that_is_not_recorded_nobody_s_view_is_known() -> None:
    found = list(decisions(again(deal(*changed(TRICKS, 3, "Ac Xx Kd 9c"), hands=True))))
    plays = [each for each in found if isinstance(each.fact, Play)]
    assert {each.unknown for each in plays[:9]} == {""}
    assert {each.unknown for each in plays[9:]} == {"not all cards are recorded"}
    assert all(each.view is None for each in plays[9:])


def test_without_the_turn_up_nothing_is_known() -> None:
    found = list(decisions(again(deal(up="Xh", bidding={"discard": "9d"}))))
    assert {each.unknown for each in found} == {"the turn-up isn't recorded"}


def test_hands_that_were_never_played_out_are_filled_with_cards_that_fit() -> None:
    """The record stops in the second trick. North's hand is recorded: its views have four hands of the right size."""
    north = {"playerCards": [["Th", "As", "Ks", "9d", "9c"], [], [], []]}
    found = list(decisions(again(deal(*TRICKS[:1], "Ah 9s", start=north, bidding={"discard": "9d"}))))
    assert found[0].unknown == "the player's hand isn't recorded"
    seen = [each.view for each in found if each.seat is Seat.N]
    assert len(seen) == 2
    assert seen[1] is not None
    assert seen[1].counts == (5, 4, 4, 4)


@pytest.mark.skipif(not samples(), reason="the sample games aren't here")
def test_most_decisions_of_games_that_people_played_are_known() -> None:
    known = every = 0
    for file in samples():
        for each in decisions(replay(read_egn(file.read_bytes()))):
            every += 1
            known += each.view is not None
            if each.view is not None:
                assert each.view.seat is each.seat
                assert each.fact in each.view.legal
    assert known > 0.6 * every > 500
