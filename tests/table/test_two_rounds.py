"""Five cards in two rounds: any two packets at the church, three and two elsewhere."""

from __future__ import annotations

import random

import pytest

from bowerbird.players.automatic import next_automatic
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Deal, Open, Phase, Table
from kit.rows import rows


def before_the_deal(rules: str) -> Table:
    table = Table(load_rulebook(rules))
    table.push(Open(dealer=Seat.N))
    while table.state.phase is not Phase.DEAL:
        fact = next_automatic(table.book, table.state, random.Random(1))
        assert fact is not None
        if isinstance(fact, Deal):
            break
        table.push(fact)
    return table


@pytest.mark.clause("STJ-3", "STJ-4")
def test_the_church_deals_any_two_rounds_that_give_five_different_for_each() -> None:
    table = before_the_deal("st-joe")
    top = list(table.state.hand.deck)
    table.push(Deal(("4-1", "1-4", "2-3", "3-2")))
    hand = table.state.hand
    east = {*top[:4], top[10]}
    south = {top[4], *top[11:15]}
    assert hand.held[Seat.E] == sum(1 << card for card in east)
    assert hand.held[Seat.S] == sum(1 << card for card in south)
    assert [held.bit_count() for held in hand.held] == [5, 5, 5, 5]
    assert len(top) - 20 == 4, "the kitty"


@rows("rules", ["alberta", "ccc", "trailer-estates", "national"])
@pytest.mark.clause("ALB-4b", "CCC-5", "TE-4", "NAT-D2")
def test_four_and_one_is_no_deal_elsewhere(rules: str) -> None:
    table = before_the_deal(rules)
    assert "not 4-1" in table.why_not(Deal(("4-1", "4-1", "4-1", "4-1")))
