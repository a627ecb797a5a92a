"""A club's people: added, changed, merged, deleted, imported in any order; and how they enter an event."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.desk.desk import Desk
from bowerbird.evening.member_list import Rows, from_event, member_rows, preview, read_members, taken
from bowerbird.evening.members import (
    ChangeMember,
    MemberFact,
    MemberForm,
    Members,
    add,
    change,
    entries_of,
    merge,
    remove,
    that_can_enter,
)
from bowerbird.event import EventError
from bowerbird.event.export import csv_text
from bowerbird.names import letters_of
from bowerbird.rulebook.event import EntryRules
from event.evenings import Night, house
from kit.rows import rows

LIST = (
    "\ufeffName;Spoken;Phone;Born;Zone;Partner;Shoe\nBetty Adams;BET-ee;+1 555;1950;North;Bob Beck;7\nCy Delgado;;;;;\n"
)


def listed(*names: str) -> Members:
    state = Members()
    for name in names:
        state = state.after(add(state, MemberForm(name=name)))
    return state


def names(state: Members) -> list[str]:
    return [each.name for each in state.in_order()]


def imported(state: Members, text: str, **same: int) -> Members:
    facts, _ = taken(state, read_members(text), same)
    for fact in facts:
        state = state.after(fact)
    return state


def test_a_member_is_kept_as_typed_and_can_be_changed() -> None:
    state = listed("Zeke Miller", "  betty   Adams ")
    assert names(state) == ["betty Adams", "Zeke Miller"]
    form = ChangeMember(number=2, name="Betty Adams", spoken="BET-ee", phone="555", born=1950, zone="North", partner=1)
    state = state.after(change(state, form))
    assert state.member(2).spoken == "BET-ee"
    assert state.member(1).partner == 2
    state = state.after(remove(state, 1))
    assert state.member(2).partner == 0
    with pytest.raises(EventError, match="no longer on the list"):
        state.member(1)
    assert state.after(add(state, MemberForm(name="New"))).called("new").number == 3  # type: ignore[union-attr]


@rows(
    ("form", "because"),
    [
        (MemberForm(name=" "), "Write one person's name"),
        (MemberForm(name="Ann & Bob"), "Write one person's name"),
        (MemberForm(name="ZÉKE"), "Zéke is on the list already"),
        (MemberForm(name="Ann", born=50), "isn't a year of birth"),
        (MemberForm(name="A" * 61), "60 letters or fewer"),
        (MemberForm(name="Ann", partner=9), "no longer on the list"),
        (MemberForm(name="Ann", partner=2), "their own partner"),
    ],
)
def test_bad_input_is_refused_in_words(form: MemberForm, because: str) -> None:
    with pytest.raises(EventError, match=because):
        add(listed("Zéke"), form)


def test_a_file_is_looked_at_before_it_is_taken() -> None:
    state = listed("Betti Adams", "Cy Delgado")
    looked = preview(state, read_members(LIST))
    assert [(line.name, line.state) for line in looked.lines] == [
        ("Betty Adams", "near"),
        ("Cy Delgado", "known"),
        ("Bob Beck", "new"),
    ]
    assert looked.lines[0].words == "Betty Adams: is this Betti Adams?"
    assert looked.not_read == ("shoe",)
    assert names(state) == ["Betti Adams", "Cy Delgado"]
    with pytest.raises(EventError, match=r"is this Betti Adams\? Answer that first. Nothing was imported"):
        imported(state, LIST)
    after = imported(state, LIST, **{"Betty Adams": 1})
    assert names(after) == ["Betti Adams", "Bob Beck", "Cy Delgado"]
    betti = after.member(1)
    assert (betti.phone, betti.born, betti.zone, betti.spoken) == ("+1 555", 1950, "North", "BET-ee")
    assert after.member(betti.partner).name == "Bob Beck"
    assert names(imported(state, LIST, **{"Betty Adams": 0})) == [
        "Betti Adams",
        "Betty Adams",
        "Bob Beck",
        "Cy Delgado",
    ]


@rows(
    ("text", "because"),
    [
        ("name,born\nAnn,1950\nBob,soon\n", "Line 3: 'soon' isn't a year of birth"),
        ("name,zone\nAnn,1\n,2\n", "Line 3: the name is missing"),
        ("Ann\nBob\nann\n", "Line 3: ann is in line 1 already"),
        ("Ann & Bob & Cy\n", "Line 1: more than two names in one line"),
        ("name\nAnn & Bob\n", "Line 2: Write one person's name"),
        ("\n \n", "This list has no names"),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_imported(text: str, because: str) -> None:
    with pytest.raises(EventError, match=because):
        imported(listed("Zed"), text)


def test_what_is_exported_can_be_imported() -> None:
    state = imported(Members(), LIST)
    again = imported(Members(), csv_text(member_rows(state)))
    assert csv_text(member_rows(again)) == csv_text(member_rows(state))
    assert "'+1 555" in csv_text(member_rows(state))


def test_the_people_of_a_past_event_with_zones_and_partners() -> None:
    night = Night("alberta", ["Ann", "Bob", "Cy", "Dee"])
    facts, _ = taken(Members(), from_event(night.event), {})
    state = Members.fold(facts)
    assert [(each.name, each.zone, state.member(each.partner).name) for each in state.in_order()] == [
        ("Ann", "Zone 0", "Bob"),
        ("Bob", "Zone 0", "Ann"),
        ("Cy", "Zone 0", "Dee"),
        ("Dee", "Zone 0", "Cy"),
    ]
    again, looked = taken(state, from_event(night.event), {})
    assert (again, looked.known) == ((), 4)


def test_members_enter_as_the_rules_ask() -> None:
    state = imported(Members(), "name,zone,born,partner\nAnn,Z1,1950,Bob\nBob,Z1,,\nCy,,1960,\n")
    everybody = [each.number for each in state.in_order()]
    single = entries_of(state, everybody, EntryRules(), ["ANN"])
    assert [form.name for form in single.forms] == ["Bob", "Cy"]
    pairs = entries_of(state, everybody, EntryRules(unit="pairs"))
    assert [(form.name, form.partner, form.born_partner) for form in pairs.forms] == [("Ann", "Bob", 0)]
    assert pairs.left_out == ("Cy: no usual partner",)
    zones = entries_of(state, everybody, EntryRules(unit="people or pairs", teams_per_zone=2))
    assert [form.zone for form in zones.forms] == ["Z1"]
    assert zones.left_out == ("Cy: no zone",)
    aged = entries_of(state, everybody, EntryRules(minimum_age=50))
    assert [form.name for form in aged.forms] == ["Ann", "Cy"]
    assert aged.left_out == ("Bob: no year of birth",)


def test_one_who_can_not_enter_keeps_nobody_else_out() -> None:
    event = Night(house("alberta", "[event.entry]\nminimum_age = 55\n"), []).event
    rows = (
        "".join(f"P{at},North,1950,\n" for at in range(1, 7))
        + "The pot,South,1950,\nKid,South,2020,\nOld,South,1950,\n"
    )
    state = imported(Members(), f"name,zone,born,partner\n{rows}")
    asked = entries_of(state, [each.number for each in state.in_order()], event.book.event.entry)
    entering = that_can_enter(event, asked)
    most = 2 * event.book.event.entry.teams_per_zone
    assert [form.name for form in entering.forms] == ["Old", *(f"P{at}" for at in range(1, min(7, most + 1)))]
    assert [each.partition(":")[0] for each in entering.left_out] == [
        "Kid",
        *(f"P{at}" for at in range(most + 1, 7)),
        "The pot",
    ]
    assert "is the name of a money account" in entering.left_out[-1]


NAMES = st.sampled_from(["Ann Beck", "ann beck", "Anne Beck", "Bob Adams", "Cy", "Dee Díaz", "Dee Diaz"])
NUMBERS = st.integers(1, 8)


def _imported(state: Members, lines: list[str], same: int) -> tuple[MemberFact, ...]:
    return taken(state, read_members("\n".join(lines)), dict.fromkeys(lines, same))[0]


Deed = Callable[[Members], list[MemberFact]]
DONE: st.SearchStrategy[Deed] = st.one_of(
    st.builds(
        lambda name, phone, partner: lambda state: [add(state, MemberForm(name=name, phone=phone, partner=partner))],
        NAMES,
        st.sampled_from(["", "1", "2"]),
        st.integers(0, 8),
    ),
    st.builds(lambda number, into: lambda state: [merge(state, number, into)], NUMBERS, NUMBERS),
    st.builds(lambda number: lambda state: [remove(state, number)], NUMBERS),
    st.builds(
        lambda number, name, partner: (
            lambda state: [change(state, ChangeMember(number=number, name=name, partner=partner))]
        ),
        NUMBERS,
        NAMES,
        st.integers(0, 8),
    ),
    st.builds(
        lambda lines, same: lambda state: list(_imported(state, lines, same)),
        st.lists(NAMES, min_size=1, max_size=3),
        st.integers(0, 4),
    ),
)


@given(st.lists(DONE, max_size=25))
def test_in_any_order_nobody_is_lost_or_doubled_and_partners_are_mutual(
    done: list[Callable[[Members], list[MemberFact]]],
) -> None:
    state, facts = Members(), list[MemberFact]()
    for each in done:
        try:
            new = each(state)
        except EventError:
            continue
        for fact in new:
            before, state = state, state.after(fact)
            lost = set(before.people) - set(state.people)
            assert len(lost) <= 1
            assert not lost or getattr(fact, "number", None) in lost
        facts += new
        letters = [letters_of(member.name) for member in state.people.values()]
        assert len(set(letters)) == len(letters)
        for member in state.people.values():
            assert member.partner != member.number
            assert not member.partner or state.member(member.partner).partner == member.number
    assert Members.fold(facts) == state


@given(st.lists(NAMES, max_size=6))
def test_an_import_never_loses_anybody_who_was_there(lines: list[str]) -> None:
    state = listed("Ann Beck", "Cy")
    found = Rows(read_members("\n".join(lines)).rows) if lines else Rows(())
    try:
        facts, _ = taken(state, found, dict.fromkeys(lines, 0))
    except EventError:
        return
    after = state
    for fact in facts:
        after = after.after(fact)
    assert set(state.people) <= set(after.people)
    assert all(after.called(line) for line in lines)


async def test_a_guest_who_signs_in_takes_the_members_along(desk: Desk) -> None:
    await desk.members.write("ann", partial(taken, found=read_members("Betti Adams\nCy & Dee"), same={}))
    await desk.members.write("bob", partial(taken, found=read_members("Betty Adams\nCy"), same={}))
    for _ in range(2):
        await desk.adopt("ann", "bob")
    after = await desk.members.ask("bob", copy)
    assert names(after) == ["Betti Adams", "Betty Adams", "Cy", "Dee"]
    cy, dee = after.called("Cy"), after.called("Dee")
    assert cy is not None
    assert dee is not None
    assert (cy.partner, dee.partner) == (dee.number, cy.number)
    assert await desk.members.ask("ann", names) == ["Betti Adams", "Cy", "Dee"]
