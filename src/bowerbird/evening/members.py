"""A club's people, kept over evenings: the fold of a list's own facts, what may be done with it, and who may enter.

Members have numbers, which never change and are never used again. Partners are mutual: each is the other's usual
partner. Phones and years of birth stay with the directors: no view of an event has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from bowerbird.evening.requests import BirthYear, EntryForm, Name
from bowerbird.event import Event, EventError, step
from bowerbird.event.alike import near
from bowerbird.event.words import listed
from bowerbird.names import letters_of, one_line
from bowerbird.rulebook.event import EntryRules

__all__ = [
    "ChangeMember",
    "Entering",
    "Member",
    "MemberAdded",
    "MemberChanged",
    "MemberFact",
    "MemberForm",
    "MemberRemoved",
    "Members",
    "MembersMerged",
    "add",
    "change",
    "entries_of",
    "merge",
    "remove",
    "that_can_enter",
]

#: More people than any club has: a larger number is a mistake or an attack.
MOST_MEMBERS: Final = 3000
LONGEST: Final = {"name": 60, "spoken": 120, "phone": 40, "zone": 60}
_EARLIEST_YEAR: Final = 1900


class MemberForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody as typed in. `spoken` is how the name is said, and `partner` the number of the usual partner."""

    name: Name
    spoken: Annotated[str, msgspec.Meta(max_length=200)] = ""
    phone: Annotated[str, msgspec.Meta(max_length=60)] = ""
    born: BirthYear = 0
    zone: Name = ""
    partner: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0


class ChangeMember(MemberForm, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody on the list as they are to be from now on."""

    number: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class Member(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody on the list."""

    number: int
    name: str
    spoken: str = ""
    phone: str = ""
    born: int = 0
    zone: str = ""
    partner: int = 0


class _Fact(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="fact"):
    """Something that happened to a list."""


class MemberAdded(_Fact, frozen=True, tag="member added"):
    """Somebody is on the list now."""

    member: Member


class MemberChanged(_Fact, frozen=True, tag="member changed"):
    """Somebody on the list is written like this now."""

    member: Member


class MembersMerged(_Fact, frozen=True, tag="members merged"):
    """Two lines were one person's: `number` is `into` from now on, who takes over what only the other line said."""

    number: int
    into: int


class MemberRemoved(_Fact, frozen=True, tag="member removed"):
    """Somebody is no longer on the list."""

    number: int


MemberFact: TypeAlias = MemberAdded | MemberChanged | MembersMerged | MemberRemoved


class Members(msgspec.Struct, frozen=True):
    """The list at one moment. `last` is the highest number so far."""

    people: Mapping[int, Member] = {}
    last: int = 0

    @classmethod
    def fold(cls, facts: Iterable[MemberFact]) -> Members:
        """The list that follows from these facts."""
        state = cls()
        for fact in facts:
            state = state.after(fact)
        return state

    def after(self, fact: MemberFact) -> Members:
        """The list after one more fact."""
        match fact:
            case MemberAdded(member=member) | MemberChanged(member=member):
                people = {**self.people, member.number: member}
                return Members(_partnered(people, member), max(self.last, member.number))
            case MemberRemoved(number=number):
                return Members(_without(self.people, number), self.last)
            case MembersMerged(number=number, into=into):
                merged = _merged(self.people[into], self.people[number])
                people = {**_without(self.people, number), into: merged}
                return Members(_partnered(people, merged), self.last)

    def member(self, number: int) -> Member:
        """Somebody by number."""
        if number not in self.people:
            raise EventError("That person is no longer on the list. Load the page again.")
        return self.people[number]

    def called(self, name: str) -> Member | None:
        """Somebody by name; capitals, spaces and the spelling of accents do not matter."""
        letters = letters_of(name)
        return next((each for each in self.people.values() if letters_of(each.name) == letters), None)

    def nearly_called(self, name: str) -> tuple[Member, ...]:
        """People whose name may be meant by this one, nearest first, without the people called exactly so."""
        letters = letters_of(name)
        by_name = {each.name: each for each in self.people.values() if letters_of(each.name) != letters}
        return tuple(by_name[each] for each in near(name, by_name))

    def in_order(self) -> tuple[Member, ...]:
        """Everybody by name."""
        return tuple(sorted(self.people.values(), key=lambda each: (each.name.casefold(), each.number)))


def _partnered(people: Mapping[int, Member], member: Member) -> dict[int, Member]:
    """The list with this person's partner theirs, and nobody else's."""
    changed = dict(people)
    for other in people.values():
        if other.number == member.number:
            continue
        if other.number == member.partner:
            changed[other.number] = replace(other, partner=member.number)
        elif other.partner in (member.number, member.partner) and other.partner:
            changed[other.number] = replace(other, partner=0)
    return changed


def _without(people: Mapping[int, Member], number: int) -> dict[int, Member]:
    return {
        each.number: replace(each, partner=0) if each.partner == number else each
        for each in people.values()
        if each.number != number
    }


def _merged(kept: Member, other: Member) -> Member:
    partner = 0 if kept.partner == other.number else kept.partner
    return Member(
        number=kept.number,
        name=kept.name,
        spoken=kept.spoken or other.spoken,
        phone=kept.phone or other.phone,
        born=kept.born or other.born,
        zone=kept.zone or other.zone,
        partner=partner or (0 if other.partner == kept.number else other.partner),
    )


# What may be done with a list: each gives the fact, or refuses in words and changes nothing.


def add(state: Members, form: MemberForm) -> MemberAdded:
    """Put somebody on the list."""
    if len(state.people) >= MOST_MEMBERS:
        raise EventError(f"The list has room for {MOST_MEMBERS} people.")
    return MemberAdded(_checked(state, form, state.last + 1))


def change(state: Members, form: ChangeMember) -> MemberChanged:
    """Write somebody on the list differently."""
    return MemberChanged(_checked(state, form, state.member(form.number).number))


def remove(state: Members, number: int) -> MemberRemoved:
    """Take somebody off the list. Events that were played keep the name."""
    return MemberRemoved(state.member(number).number)


def merge(state: Members, number: int, into: int) -> MembersMerged:
    """Make one line of two."""
    if number == into:
        raise EventError("Choose two people to merge.")
    return MembersMerged(state.member(number).number, state.member(into).number)


def _checked(state: Members, form: MemberForm, number: int) -> Member:
    member = Member(
        number=number,
        name=one_line(form.name),
        spoken=one_line(form.spoken),
        phone=one_line(form.phone),
        born=form.born,
        zone=one_line(form.zone),
        partner=form.partner,
    )
    if not member.name or "&" in member.name:
        raise EventError("Write one person's name.")
    for what, most in LONGEST.items():
        if len(getattr(member, what)) > most:
            raise EventError(f"{member.name[:30]}: write {most} letters or fewer.")
    if member.born and member.born < _EARLIEST_YEAR:
        raise EventError(f"{member.name}: {member.born} isn't a year of birth. Use four digits, such as 1950.")
    known = state.called(member.name)
    if known is not None and known.number != number:
        raise EventError(f"{known.name} is on the list already. If this is somebody else, add an initial or a number.")
    if member.partner:
        if member.partner == number:
            raise EventError(f"{member.name} can't be their own partner.")
        state.member(member.partner)
    return member


# Members who enter an event.


class Entering(msgspec.Struct, frozen=True):
    """Entry forms made from members, and the members who can't enter like that, with the reason."""

    forms: tuple[EntryForm, ...]
    left_out: tuple[str, ...] = ()


def entries_of(state: Members, wanted: Sequence[int], rules: EntryRules, known: Iterable[str] = ()) -> Entering:
    """The entries of these members under these rules, with their usual partners where pairs enter.

    `known` have entered already.
    """
    there = {letters_of(name) for name in known}
    free = {number: each for number in wanted if letters_of((each := state.member(number)).name) not in there}
    forms: list[EntryForm] = []
    left_out: list[str] = []
    done: set[int] = set()
    for number, member in free.items():
        if number in done:
            continue
        partner = state.people.get(member.partner) if rules.unit != "people" else None
        if partner is not None and letters_of(partner.name) in there:
            partner = None
        pair = [member, partner] if partner is not None else [member]
        done |= {each.number for each in pair}
        why = _lacks(pair, rules)
        if why:
            left_out.append(f"{listed([each.name for each in pair])}: {why}")
            continue
        forms.append(
            EntryForm(
                name=member.name,
                partner=partner.name if partner else "",
                zone=member.zone or (partner.zone if partner else ""),
                born=member.born,
                born_partner=partner.born if partner else 0,
            )
        )
    return Entering(tuple(forms), tuple(left_out))


def that_can_enter(event: Event, entering: Entering) -> Entering:
    """Only the entries that the event takes, one after the other; the others are left out with its reason."""
    forms: list[EntryForm] = []
    left_out = list(entering.left_out)
    for form in entering.forms:
        try:
            event = step(event, form.entered())
        except EventError as error:
            why = str(error).partition(". ")[0].rstrip(".")
            left_out.append(f"{listed([name for name in (form.name, form.partner) if name])}: {why}")
        else:
            forms.append(form)
    return Entering(tuple(forms), tuple(left_out))


def _lacks(pair: Sequence[Member], rules: EntryRules) -> str:
    """What these rules ask for and the list does not have."""
    if rules.unit == "pairs" and len(pair) < 2:
        return "no usual partner"
    if rules.teams_per_zone and not any(each.zone for each in pair):
        return "no zone"
    if rules.minimum_age and not all(each.born for each in pair):
        return "no year of birth"
    return ""
