"""Explanations: every option with its worth, best first, and one sentence why."""

from __future__ import annotations

from statistics import fmean, stdev

import pytest

from bowerbird.players import player
from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.explain import explain, render
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Order, Pass, view
from deals import dealt
from players.tables import decisions, explained, small


@pytest.mark.parametrize("book", ["bicycle", "st-joe"])
def test_every_decision_of_a_game_is_explained(book: str) -> None:
    rules = load_rulebook(book)
    expert = small("expert", 1)
    for state in list(decisions(rules, (expert, small("club")), seed=3))[:60]:
        if state.turn is None:
            continue
        for option in explained(rules, view(rules, state, state.turn), expert).options:
            assert option.made + option.march + option.euchre <= 1 + 1e-9
            assert 0 <= option.win <= 1
            assert option.why.endswith(".")
            assert option.why[0].isupper()
            assert option.why.count(".") - option.why.count("0.") - option.why.count("1.") <= 2


#: What speaks against a choice.
REPROACHES = ("would be a good card later", "partner must help", "partner too", "but the best choice")


def test_of_the_best_choice_nothing_is_said_against_it() -> None:
    rules = load_rulebook("bicycle")
    expert = small("expert", 1)
    reasons: dict[bool, set[str]] = {True: set(), False: set()}
    for state in decisions(rules, (expert, small("club")), seed=3):
        if state.turn is not None:
            best, *others = explained(rules, view(rules, state, state.turn), expert).options or (None,)
            if best is not None:
                reasons[True].add(best.why)
                reasons[False].update(option.why for option in others)
    assert not [why for why in reasons[True] if any(reproach in why for reproach in REPROACHES)]
    assert [why for why in reasons[False] if any(reproach in why for reproach in REPROACHES)]


def test_a_lone_call_says_how_often_it_is_made_at_all() -> None:
    table = dealt("bicycle", "N", "9h", E="Jh Ah Th Kc As")
    alone = next(o for o in explain(table.book, table.view(Seat.E)).options if o.fact == Order(Seat.E, alone=True))
    assert f"the call succeeds {round(100 * (alone.made + alone.march))} times in 100" in alone.why
    assert f"takes all five tricks {round(100 * alone.march)} times in 100" in alone.why


def test_the_best_comes_first_and_a_weaker_player_s_choice_is_marked() -> None:
    table = dealt("bicycle", "N", "9h", E="Jh Ah Th Kc As")
    found = explain(table.book, table.view(Seat.E), player("random", 5))
    assert found.options[0].fact in (Order(Seat.E), Order(Seat.E, alone=True))
    assert [option.win for option in found.options] == sorted((option.win for option in found.options), reverse=True)
    passing = next(option for option in found.options if option.fact == Pass(Seat.E))
    assert "but the best choice is worth" in passing.why
    text = render(found)
    assert text.count("\n") == 2 * len(found.options) - 1
    assert "order it up: +" in text
    assert sum(line.startswith("*") for line in text.splitlines()) == 1


def test_the_doubt_is_as_large_as_estimates_from_other_deals_differ() -> None:
    """Doubt is two standard errors. A hundred experts who look at different deals differ by about one."""
    table = dealt("bicycle", "N", "9h", E="Jh Ah Th Kc As")
    for call in (Order(Seat.E), Pass(Seat.E)):
        found = [
            ExpertPlayer(seed, call_worlds=60).outlooks(table.book, table.view(Seat.E))[call] for seed in range(100)
        ]
        doubts = [outlook.doubt for outlook in found if outlook.doubt is not None]
        assert len(doubts) == len(found)
        assert 0.7 < 2 * stdev(outlook.points for outlook in found) / fmean(doubts) < 1.5


def test_more_deals_leave_less_doubt_and_no_deals_none_that_is_known() -> None:
    table = dealt("bicycle", "N", "9h", E="Jh Ah Th Kc As")
    few, many = (
        explain(table.book, table.view(Seat.E), ExpertPlayer(1, call_worlds=worlds)).options[0].doubt
        for worlds in (50, 800)
    )
    assert few is not None
    assert many is not None
    assert 0 < many < few / 2
    assert all(option.doubt is None for option in explained(table.book, table.view(Seat.E), player("master")).options)
