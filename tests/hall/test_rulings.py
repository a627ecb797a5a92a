"""Rulings as people at a table read them: offence, person, what follows and why, and the line of the rule sheet."""

from __future__ import annotations

import pytest

from bowerbird.hall.rulings import claimable, hands_lost, ruled
from bowerbird.rulebook import load_rulebook
from bowerbird.rulebook.sheet import sheet
from bowerbird.seats import Seat
from bowerbird.table import Phase
from table.real_tables import REVOKE, claim, in_play, last


@pytest.mark.clause("NAT-P5")
def test_a_renege_is_told_by_the_clubs_word_with_its_clause_and_why_it_was_too_late() -> None:
    table = claim(in_play("national", f"{REVOKE}, W: As, N: Tc, S: 9d"), "W", "revoke", "S")
    (told,) = ruled(table.book, table.state.records)
    assert (told.offence, told.seat, told.hand, told.clause) == ("Renege", Seat.S, 1, "NAT-P5")
    assert told.sentence == last(table).sentence
    assert told.because == "It was reported when the next card had been led."
    assert told.gave == (0, 2)
    assert hands_lost(table.state.records) == {0: 0}
    lines = {line.key.replace(" ", "-"): line for section in sheet(table.book) for line in section.lines}
    assert lines[told.rule].sentence.startswith("Renege: ")
    assert "NAT-P5" in lines[told.rule].clauses


def test_in_time_nothing_had_to_be_too_late() -> None:
    table = claim(in_play("national", REVOKE), "W", "revoke", "S")
    (told,) = ruled(table.book, table.state.records)
    assert (told.offence, told.because, told.gave) == ("Renege", "", (0, 0))


@pytest.mark.parametrize(("phase", "first"), [(Phase.PLAY, "revoke"), (Phase.FIRST_ROUND, "call out of turn")])
def test_what_can_be_pointed_out_begins_with_the_usual(phase: Phase, first: str) -> None:
    book = load_rulebook("national")
    found = claimable(book, phase)
    assert found[0].irregularity == first
    assert len({each.irregularity for each in found}) == len(found)
    assert any(each.words.startswith("Renege") for each in found)
