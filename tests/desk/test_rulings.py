"""Rulings from the desk: few questions, the book's remedy with its clause, and the director's own word above it."""

from __future__ import annotations

import pytest

from bowerbird.evening.rulings import irregularities, ruling
from bowerbird.rulebook import book_names, load_rulebook
from bowerbird.rulebook.irregularities import Condition, Irregularity
from bowerbird.rulebook.rulings import Circumstances, Remedy, answer, remedy_for_case
from desk.desks import Room
from kit.rows import rows

#: So many yes or no at most, whatever has happened.
MOST_QUESTIONS = 3


@rows("name", book_names())
def test_every_irregularity_is_settled_by_a_few_answers(name: str) -> None:
    book = load_rulebook(name)

    def settle(what: Irregularity, holds: tuple[Condition, ...], lacks: tuple[Condition, ...]) -> None:
        assert len(holds) + len(lacks) <= MOST_QUESTIONS
        found = ruling(book, what, holds, lacks)
        if isinstance(found, Remedy):
            by_the_book = answer(book, what, set(holds).__contains__)
            assert found == remedy_for_case(what, by_the_book, Circumstances())
            return
        condition, words = found
        assert words.endswith("?")
        settle(what, (*holds, condition), lacks)
        settle(what, holds, (*lacks, condition))

    for what, words in irregularities(book):
        assert words
        settle(what, (), ())


def test_what_the_book_rules_on_comes_first_in_plain_words() -> None:
    found = irregularities(load_rulebook("ccc"))
    assert found[0] == ("revoke", "Renege: did not follow suit")
    assert dict(irregularities(load_rulebook("alberta")))["revoke"] == "Revoke: did not follow suit"
    words = [each for _, each in found]
    assert len(set(words)) == len(words)
    assert not any("quitted" in each or "faced" in each for each in words)
    assert "turn-up before the bell" not in dict(found)
    assert "turn-up before the bell" in dict(irregularities(load_rulebook("national")))


@pytest.mark.clause("ALB-12i")
def test_a_ruling_is_written_down_with_its_clause() -> None:
    room = Room()
    offender = room.at(1, 0).name
    said = room.do("ruling", irregularity="revoke", holds=["hand played alone"], table=1, offender=offender)
    assert said[0].endswith("take 4 points instead, added to their own score or taken off the other side's.")
    number, ruled = room.event.rulings[0]
    assert (number, ruled.name, ruled.action, ruled.clause) == (1, offender, "note", "ALB-12i")
    assert ruled.reason.startswith("Table 1. Revoke: ")
    assert room.view()["rulings"][0]["clause"] == "ALB-12i"


@pytest.mark.clause("ALB-T9", "STJ-15")
@rows("rules", ["alberta", "st-joe"])
def test_the_director_overrules_the_book_with_a_reason(rules: str) -> None:
    room = Room(rules)
    room.refuses("Say why you overrule the rules", "ruling", irregularity="revoke", table=1, overruled="Play on.")
    said = room.do("ruling", irregularity="revoke", table=1, overruled="Play on.", reason="Nobody was harmed.")
    assert said[0] == "Play on."
    given = room.evening.rulings[room.story.seq].note
    assert given is not None
    written = given.reason
    assert "Play on. The rules say: " in written
    assert written.endswith("Overruled: Nobody was harmed.")


@pytest.mark.clause("STJ-8")
def test_points_come_off_a_person_and_nobody_else() -> None:
    room = Room("st-joe")
    offender = room.at(1, 0).name
    room.refuses("Name the person", "ruling", irregularity="signal", table=1, points=1)
    room.do("ruling", irregularity="signal", table=1, offender=offender, points=1)
    _, ruled = room.event.rulings[0]
    assert (ruled.action, ruled.points, ruled.clause) == ("points off", 1, "STJ-8")
    room.do("rule", name=offender, action="removed", reason="again", clause="STJ-8")
    assert room.event.presence(offender) == "removed"
    room.refuses("Round 1 has no table 9", "ruling", irregularity="signal", table=9)
