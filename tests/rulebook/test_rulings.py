"""`rule(book, irregularity, circumstances)`: pure, the first case that holds, and the director where there is none."""

from __future__ import annotations

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from bowerbird.rulebook import Rulebook, book_names, load_rulebook, read_rulebook
from bowerbird.rulebook.irregularities import Condition, Irregularity, RemedyKind
from bowerbird.rulebook.rulings import CONDITION_WORDS, IRREGULARITIES, QUESTIONS, Circumstances, answer, cases_of, rule
from bowerbird.seats import Seat, Side
from kit.rows import rows

CONDITIONS: tuple[Condition, ...] = get_args(Condition)
any_circumstances = st.builds(
    Circumstances,
    offender=st.sampled_from([None, *Seat]),
    dealer=st.sampled_from([None, *Seat]),
    turn_up_shown=st.booleans(),
    card_led=st.booleans(),
    tricks_quitted=st.integers(0, 5),
    trick_quitted=st.booleans(),
    next_card_led=st.booleans(),
    all_have_played=st.booleans(),
    hand_alone=st.booleans(),
    offender_alone=st.booleans(),
    misdeals=st.integers(0, 2),
    only_a_pass=st.booleans(),
)


@given(
    name=st.sampled_from(book_names()), irregularity=st.sampled_from(IRREGULARITIES), circumstances=any_circumstances
)
def test_there_is_always_a_remedy_with_its_sentence(
    name: str, irregularity: Irregularity, circumstances: Circumstances
) -> None:
    book = load_rulebook(name)
    remedy = rule(book, irregularity, circumstances)
    assert remedy == rule(book, irregularity, circumstances)
    assert remedy.sentence[0].isupper() or remedy.sentence[0].isdigit()
    assert remedy.sentence.endswith(".")
    assert "{" not in remedy.sentence
    assert remedy.offender is circumstances.offender
    if remedy.kind == "director decides":
        assert (remedy.clause, remedy.points, remedy.by_director) == ("", 0, True)
    else:
        assert remedy.clause in {case.clause for case in cases_of(book, irregularity)}
    if circumstances.offender is not None and "points" in remedy.sentence and remedy.kind != "points off":
        assert circumstances.offender.side.other.word in remedy.sentence


def test_every_condition_has_its_question_and_its_words() -> None:
    assert set(QUESTIONS) == set(CONDITION_WORDS) == set(CONDITIONS)
    assert all(question.endswith("?") for question in QUESTIONS.values())
    for condition in CONDITIONS:
        assert {plain().hold(condition), other().hold(condition)} == {True, False}


def plain() -> Circumstances:
    return Circumstances()


def other() -> Circumstances:
    """The other answer to every condition."""
    return Circumstances(
        turn_up_shown=True,
        card_led=True,
        tricks_quitted=1,
        trick_quitted=True,
        next_card_led=True,
        all_have_played=True,
        hand_alone=True,
        offender_alone=True,
        misdeals=1,
        only_a_pass=True,
    )


def house(cases: str) -> Rulebook:
    return read_rulebook(f'based_on = "ccc"\n{cases}')


def test_the_first_case_that_holds_is_the_ruling_and_only_what_matters_is_asked() -> None:
    book = load_rulebook("alberta")
    asked: list[Condition] = []

    def yes(condition: Condition) -> bool:
        asked.append(condition)
        return True

    assert answer(book, "revoke", yes).remedy == "correct it"
    assert asked == ["trick not quitted"]


@rows("kind", get_args(RemedyKind))
def test_every_remedy_can_be_a_house_ruling(kind: RemedyKind) -> None:
    book = house(f'[[irregularities."signal"]]\nremedy = "{kind}"\npoints = 1\nclause = ""')
    remedy = rule(book, "signal", Circumstances(offender=Seat.W, dealer=Seat.S))
    assert remedy.kind == kind
    assert remedy.by_director is (kind == "director decides")
    assert remedy.side is Side.EW


def test_a_second_misdeal_passes_the_deal_wherever_the_book_says_so() -> None:
    book = read_rulebook('based_on = "alberta"\n[deal]\nsecond_misdeal = "next dealer"')
    first, second = (
        rule(book, "wrong number of cards", Circumstances(dealer=Seat.S, misdeals=number)) for number in (0, 1)
    )
    assert (first.dealer, second.dealer) == (Seat.S, Seat.W)
    assert rule(book, "wrong dealer", Circumstances(dealer=Seat.S, misdeals=1)).dealer is Seat.S
    same = rule(load_rulebook("alberta"), "wrong number of cards", Circumstances(dealer=Seat.S, misdeals=1))
    assert same.dealer is Seat.S


def test_who_deals_again_is_said_by_name() -> None:
    deals = '[[irregularities."signal"]]\nremedy = "new deal"\nclause = ""\ndealer = "{}"'
    said = {
        dealer: rule(house(deals.format(dealer)), "signal", Circumstances(dealer=Seat.S)).sentence
        for dealer in ("same", "right", "next")
    }
    assert said == {"same": "South deals again.", "right": "South deals.", "next": "West deals."}
    assert (
        rule(house(deals.format("next")), "signal", Circumstances()).sentence == "The deal passes to the next dealer."
    )


def test_one_point_goes_and_two_points_go() -> None:
    one = house('[[irregularities."signal"]]\nremedy = "points"\npoints = 1\nclause = ""')
    assert rule(one, "signal", Circumstances()).sentence == "1 point goes to the other side, and play continues."
    two = house('[[irregularities."signal"]]\nremedy = "hand lost"\npoints = 2\nclause = ""')
    assert rule(two, "signal", Circumstances()).sentence == "The hand is over and 2 points go to the other side."
