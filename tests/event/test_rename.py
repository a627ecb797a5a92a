"""A misspelt name is put right wherever it stands, until a round holds it."""

from __future__ import annotations

from bowerbird.event import facts as f
from bowerbird.event.money import balances, ledger
from bowerbird.event.tell import told
from event.evenings import Night
from kit.rows import rows

RIGHT = f.Renamed(name="Bbo", to="Bob")


def test_a_name_is_put_right_and_everything_about_the_person_stays() -> None:
    night = Night("national", ["Ann", "Bbo", "Cy", "Dee"])
    night.do(f.SittingPlayerNamed(name="Bbo"), f.Ruled(name="Bbo", action="note", reason="early"))
    night.do(f.Renamed(name=" bbo ", to="Bob  Hill"))
    event = night.event
    assert list(event.people) == list(event.entries) == list(event.entry_of) == ["Ann", "Bob Hill", "Cy", "Dee"]
    assert event.here() == ("Ann", "Bob Hill", "Cy", "Dee")
    assert event.person("BOB HILL").sitting
    assert event.entry("Bob Hill").players == ("Bob Hill",)
    assert [ruling.name for _, ruling in event.rulings] == ["Bob Hill"]
    night.refuses(f.CheckedIn(name="Bbo"), "Nobody called 'Bbo' has entered")
    night.seat()
    assert night.table_of("Bob Hill")
    night.enter("Bbo")


def test_a_pair_has_the_right_name_too_and_keeps_its_zone() -> None:
    night = Night("alberta", ["Ann", "Bbo", "Cy", "Dee"])
    zone = night.event.entry("Bbo").zone
    night.do(RIGHT)
    assert list(night.event.entries) == ["Ann & Bob", "Cy & Dee"]
    assert night.event.entry_of == {"Ann": "Ann & Bob", "Bob": "Ann & Bob", "Cy": "Cy & Dee", "Dee": "Cy & Dee"}
    assert night.event.entry("Ann").players == ("Ann", "Bob")
    assert night.event.entry("Bob").zone == zone == "Zone 0"


def test_a_name_is_put_right_in_a_draw_a_plan_and_for_whom_one_plays() -> None:
    night = Night("alberta")
    for name in ("Bbo", "Ann", "Cy"):
        night.enter(name)
    night.do(f.Substituted(name="Cy", by="Bbo"), RIGHT)
    assert night.event.plays_for("Bob") == "Cy"
    night = Night("alberta")
    for name in ("Bbo", "Ann"):
        night.enter(name)
    night.do(f.PartnersDrawn(teams=(("Bbo", "Ann"),), cards=(("Bbo", "Kh"), ("Ann", "Kd"))), RIGHT)
    assert night.event.entry("Bob").name == "Bob & Ann"
    assert night.event.drawn_cards == (("Bob", "Kh"), ("Ann", "Kd"))
    night = Night("ccc", ["Ann", "Bbo", "Cy", "Dee"])
    night.do(f.Planned(rounds=(f.PlannedRound((("Ann", "Bbo", "Cy", "Dee"),)),)), RIGHT)
    assert night.event.plan == (f.PlannedRound((("Ann", "Bob", "Cy", "Dee"),)),)


def test_the_fee_follows_the_name() -> None:
    night = Night("trailer-estates", ["Ann", "Bbo", "Cy", "Dee"])
    paid = balances(ledger(night.event))
    night.do(RIGHT)
    after = balances(ledger(night.event))
    assert after == {"Bob" if name == "Bbo" else name: cents for name, cents in paid.items()}
    assert after["Bob"] == -25
    assert sum(after.values()) == 0


def test_capitals_can_be_put_right() -> None:
    night = Night("national", ["ann", "Bob"])
    night.do(f.Renamed(name="ann", to="Ann"))
    assert night.event.person("ANN").name == "Ann"
    night.refuses(f.Renamed(name="Ann", to=" Ann "), "Ann is the name already")


@rows(
    ("to", "because"),
    [
        ("ann", "Ann has entered already"),
        ("", "isn't a name"),
        ("x" * 61, "isn't a name"),
        ("a\x00b", "isn't a name"),
        ("The Hall", "stands for Bowerbird"),
        ("The pot", "the name of a money account"),
    ],
)
def test_the_right_name_is_a_name_like_any_other(to: str, because: str) -> None:
    Night("national", ["Ann", "Bbo"]).refuses(f.Renamed(name="Bbo", to=to), because)


def test_a_name_that_a_round_holds_stays() -> None:
    night = Night("st-joe", ["Ann", "Bbo", "Cy", "Dee", "Eve", "Fay"])
    night.do(f.Absent(name="Fay"))
    night.sit("Ann Bbo Cy Dee", sitting_out="Eve")
    night.refuses(RIGHT, "Bbo was already seated in round 1.* undo the seating, correct the name")
    night.refuses(f.Renamed(name="Eve", to="Eva"), "Eve was already seated in round 1")
    night.undo()
    night.do(RIGHT)
    night.sit("Ann Bob Cy Dee", sitting_out="Eve")
    night.quick()
    night.refuses(f.Renamed(name="Bob", to="Rob"), "the name can't change in this event.$")
    night.do(f.RoundClosed())
    night.enter("Gsu")
    night.do(f.Renamed(name="Gsu", to="Gus"))
    assert "Gus" in night.event.here()


def test_it_can_be_taken_back_and_is_told() -> None:
    night = Night("national", ["Ann", "Bbo"])
    before = night.event
    night.do(RIGHT)
    assert night.event != before
    night.undo()
    assert night.event == before
    assert told(RIGHT) == "The name Bbo was corrected to Bob."


def test_a_name_is_not_put_right_into_that_of_a_sub() -> None:
    """Two people of one name would have one chair between them."""
    night = Night("trailer-estates", ["Ann", "Bob", "Cat", "Dan", "Fay"])
    night.do(f.Absent(name="Ann"), f.Substituted(name="Ann", by="Eve"))
    night.refuses(f.Renamed(name="Cat", to="eve"), "eve plays for Ann. If this is somebody else, add an initial")
    night.refuses(f.Renamed(name="Ann", to="Eve"), "Eve plays for Ann")
    night.do(f.Renamed(name="Cat", to="Eve B"))
    night.seat()
    seated = night.event.round.tables[0].seats
    assert {*seated, *night.event.round.sitting_out} == {"Ann", "Bob", "Eve B", "Dan", "Fay"}


def test_a_sub_who_has_entered_can_have_the_capitals_of_the_name_put_right() -> None:
    night = Night("trailer-estates", ["Ann", "Bob"])
    night.enter("eve", here=False)
    night.do(f.Absent(name="Ann"), f.Substituted(name="Ann", by="eve"), f.Renamed(name="eve", to="Eve"))
    assert night.event.plays_for("Eve") == "Ann"
