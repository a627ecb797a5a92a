"""The rule sheet and the ruling sheet say all that the book says."""

from __future__ import annotations

import pytest

from bowerbird.paper import print_sheet
from bowerbird.rulebook.rulings import IRREGULARITIES, cases_of
from bowerbird.rulebook.sheet import sheet as sheet_of
from event.evenings import CLUBS, Night
from kit.rows import rows
from paper.reading import Sheet


@rows("club", [*CLUBS, "bicycle"])
def test_every_line_of_the_rule_sheet_is_printed_with_its_clauses(club: str) -> None:
    event = Night(club).event
    printed = Sheet(print_sheet("rules", event))
    for section in sheet_of(event.book):
        assert printed.has(section.title)
        for line in section.lines:
            assert printed.has(line.text)
            assert not line.value or printed.has(line.value)
            for clause in line.clauses:
                assert printed.has(clause)


@rows("club", CLUBS)
@pytest.mark.clause("ALB-T9", "STJ-15")
def test_every_ruling_is_printed_with_its_clause(club: str) -> None:
    event = Night(club).event
    printed = Sheet(print_sheet("rulings", event))
    for irregularity in IRREGULARITIES:
        cases = cases_of(event.book, irregularity)
        word = event.book.words.revoke if irregularity == "revoke" else irregularity
        if cases:
            assert printed.has(word[0].upper() + word[1:])
        for case in cases:
            assert printed.has(case.clause)
            assert not case.points or printed.has(str(case.points))
    assert printed.has("The director can overrule any ruling, with a reason.")
    assert len(printed) <= 2


@pytest.mark.clause("ALB-T8")
def test_good_advice_is_on_the_rule_sheet() -> None:
    assert Sheet(print_sheet("rules", Night("alberta").event)).has("It can pay to be daring")
