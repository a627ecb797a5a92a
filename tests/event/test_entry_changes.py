"""An entry taken off the list, two entries that were one person's, and a tick at the door taken back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bowerbird.event import EventError
from bowerbird.event import facts as f
from bowerbird.event.money import balances, ledger, unpaid
from bowerbird.event.state import Event
from bowerbird.event.tell import told
from event.evenings import Night, house

FEE = house("national", "[event.money]\nfee = 500\n")
PEOPLE = ["Ann", "Bob", "Cy", "Dee", "Eve"]


def test_an_entry_goes_with_everything_about_it() -> None:
    night = Night(FEE, PEOPLE)
    night.do(f.Planned(rounds=(f.PlannedRound((("Ann", "Bob", "Cy", "Dee"),), ("Eve",)),)))
    night.do(f.EntryRemoved(name=" eve "))
    event = night.event
    assert list(event.people) == list(event.entries) == list(event.entry_of) == PEOPLE[:4]
    assert event.here() == tuple(PEOPLE[:4])
    assert event.plan == ()
    assert "Eve" not in event.meeting.attendance
    night.enter("Eve")
    night.seat()
    night.refuses(f.EntryRemoved(name="Eve"), "Eve was already seated in round 1")
    night.refuses(f.EntriesMerged(name="Eve", into="Ann"), "Eve was already seated in round 1")


def test_a_plan_without_them_stays() -> None:
    night = Night(FEE, PEOPLE)
    night.do(f.Planned(rounds=(f.PlannedRound((("Ann", "Bob", "Cy", "Dee"),)),)), f.EntryRemoved(name="Eve"))
    assert len(night.event.plan) == 1


def test_the_winner_of_the_draw_stays_or_wins_under_the_other_name() -> None:
    night = Night(house("national", "[event.money]\nfifty_fifty = 50\n"), PEOPLE)
    night.do(f.TicketsDrawn(taken=2000, winner="Eve"))
    night.refuses(f.EntryRemoved(name="Eve"), "Eve has won the 50-50 draw. Correct the draw first")
    night.do(f.EntriesMerged(name="Bob", into="Cy"), f.EntriesMerged(name="Eve", into="Ann"))
    money = balances(ledger(night.event))
    assert money["Ann"] == 1000
    assert not {"Eve", "Bob"} & set(money)


def test_games_missed_after_going_home_still_count_as_sitting_out() -> None:
    night = Night(FEE, PEOPLE)
    night.do(f.Left(name="Ann", rest=True), f.EntriesMerged(name="Eve", into="Ann"))
    assert night.event.attendance("Ann").presence == "here", "Eve is here, and she is Ann"
    night.do(f.Left(name="Ann", rest=True))
    night.enter("Eva", here=False)
    night.do(f.EntriesMerged(name="Eva", into="Ann"))
    assert night.event.attendance("Ann").rest


def test_money_and_rulings_keep_a_name_on_the_list() -> None:
    night = Night(FEE, PEOPLE)
    night.do(f.FeePaid(name="Ann"))
    night.refuses(f.EntryRemoved(name="Ann"), "Ann has paid. Give the money back")
    night.do(f.FeePaid(name="Ann", paid=False), f.EntryRemoved(name="Ann"))
    night.do(f.Ruled(name="Bob", action="note", reason="early"))
    night.refuses(f.EntryRemoved(name="Bob"), "There is a ruling about Bob")
    night.do(f.Late(name="Cy"), f.Substituted(name="Cy", by="Zed"))
    night.refuses(f.EntryRemoved(name="Cy"), "Zed plays for Cy")
    night.refuses(f.EntriesMerged(name="Cy", into="Dee"), "Zed plays for Cy")


def test_where_pairs_enter_both_go_and_elsewhere_the_partner_stays() -> None:
    night = Night(house("alberta", '[event.entry]\nunit = "pairs"\n'), ["Ann", "Bob", "Cy", "Dee"])
    night.do(f.EntryRemoved(name="Bob"))
    assert list(night.event.people) == ["Cy", "Dee"]
    night = Night(house("alberta", '[event.entry]\nunit = "people or pairs"\n'), ["Ann", "Bob", "Cy", "Dee"])
    night.do(f.EntryRemoved(name="Bob"))
    assert list(night.event.entries) == ["Ann", "Cy & Dee"]
    assert night.event.entry("Ann").players == ("Ann",)
    assert night.event.entry("Ann").zone == "Zone 0"


def test_two_entries_become_one_with_what_was_known_of_either() -> None:
    night = Night(FEE, ["Betty Adams", *PEOPLE])
    night.do(f.CheckedIn(name="Betty Adams", here=False), f.Entered(players=(f.Entrant("Betti Adams"),)))
    night.do(f.CheckedIn(name="Betti Adams"), f.FeePaid(name="Betti Adams"))
    night.do(f.Ruled(name="Betti Adams", action="note", reason="early"))
    night.do(f.EntriesMerged(name="Betti Adams", into="Betty Adams"))
    event = night.event
    assert list(event.people) == list(event.entries) == ["Betty Adams", *PEOPLE]
    assert event.presence("Betty Adams") == "here"
    assert event.attendance("Betty Adams").paid
    assert [ruling.name for _, ruling in event.rulings] == ["Betty Adams"]
    night.refuses(f.EntriesMerged(name="Ann", into=" ann "), "Ann is one entry already")
    assert told(night.facts[-1]) == "Betti Adams is Betty Adams: the two entries are one now."


def test_two_payments_are_never_made_one() -> None:
    night = Night(FEE, PEOPLE)
    night.do(f.FeePaid(name="Ann"), f.FeePaid(name="Bob"))
    night.refuses(f.EntriesMerged(name="Ann", into="Bob"), "Both are ticked as paid")


def test_the_partner_of_either_stays_the_partner() -> None:
    mixed = house("alberta", '[event.entry]\nunit = "people or pairs"\nteams_per_zone = 0\n')
    night = Night(mixed, ["Betti", "Bob", "Cy", "Dee"])
    night.enter("Betty")
    night.do(f.EntriesMerged(name="Betti", into="Betty"))
    assert list(night.event.entries) == ["Betty & Bob", "Cy & Dee"]
    assert night.event.entry("Bob").players == ("Betty", "Bob")
    night.refuses(f.EntriesMerged(name="Bob", into="Cy"), "have a partner each")
    night.refuses(f.EntriesMerged(name="Bob", into="Betty"), "are partners")


def test_a_tick_is_taken_back_until_there_is_a_place() -> None:
    night = Night(FEE, PEOPLE)
    night.do(f.FeePaid(name="Eve"), f.CheckedIn(name="Eve", here=False))
    assert night.event.presence("Eve") == "entered"
    assert night.event.attendance("Eve").paid
    assert unpaid(night.event) == ("Ann", "Bob", "Cy", "Dee")
    assert told(night.facts[-1]) == "Eve is not here after all."
    night.refuses(f.CheckedIn(name="Eve", here=False), "Eve is not checked in")
    night.seat()
    night.refuses(f.CheckedIn(name="Ann", here=False), "Ann has a place already")


NAMES = st.sampled_from(["Ann", "Anne", "Bob", "Cy", "Dee"])
CHANGES: st.SearchStrategy[f.Fact] = st.one_of(
    st.builds(lambda name: f.Entered(players=(f.Entrant(name),)), NAMES),
    st.builds(f.CheckedIn, name=NAMES, here=st.booleans()),
    st.builds(f.FeePaid, name=NAMES, paid=st.booleans()),
    st.builds(f.EntryRemoved, name=NAMES),
    st.builds(f.EntriesMerged, name=NAMES, into=NAMES),
)


def paid(event: Event) -> int:
    return sum(seen.paid for seen in event.meeting.attendance.values())


@given(st.lists(CHANGES, max_size=30))
def test_in_any_order_nobody_is_lost_and_no_payment(changes: list[f.Fact]) -> None:
    night = Night(FEE)
    for fact in changes:
        before = night.event
        try:
            night.do(fact)
        except EventError:
            continue
        after = night.event
        money = fact.paid * 2 - 1 if isinstance(fact, f.FeePaid) else 0
        assert paid(after) - paid(before) == money
        gone = set(before.people) - set(after.people)
        expected = {before.person(fact.name).name} if isinstance(fact, f.EntryRemoved | f.EntriesMerged) else set()
        assert gone == expected
        assert (
            list(after.people)
            == list(after.entry_of)
            == [name for each in after.entries.values() for name in each.players]
        )
        assert {name.casefold(): name for name in after.people} == dict(after.known)
        assert set(after.meeting.attendance) <= set(after.people)
        if isinstance(fact, f.EntriesMerged):
            kept = before.person(fact.into).name
            ticks = [before.presence(name) == "here" for name in (before.person(fact.name).name, kept)]
            assert (after.presence(kept) == "here") == any(ticks)
