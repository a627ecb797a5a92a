"""A correction reaches everything that follows from it, moves nobody who has moved, and says what it did."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.event import Event, Fact, Score, replay, standings
from bowerbird.event.changes import what_changed
from bowerbird.event.facts import Cut, Finished, RoundClosed, ScoreCorrected, ScoreEntered
from bowerbird.event.money import balances, ledger
from bowerbird.event.simulate import quick_game, simulate
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from event.evenings import CLUBS, Night, sat, scored, seated
from kit.amount import amount
from kit.rows import rows


def outcome(event: Event) -> tuple[object, ...]:
    """Everything that people care about, without the history of how it came about."""
    return standings(event), balances(ledger(event)), [past.tables for past in event.rounds]


@settings(max_examples=amount(6, full=25), deadline=None)
@given(st.sampled_from(CLUBS), st.integers(4, 13), st.integers(0, 1000), st.data())
def test_right_at_once_and_corrected_later_end_the_same(
    rules: str, people: int, seed: int, data: st.DataObject
) -> None:
    book = load_rulebook(rules)
    _, wrong_log = simulate(book, people, 4, random.Random(seed))
    end = next(i for i, fact in enumerate(wrong_log) if isinstance(fact, Finished))
    # Who moved after a tie is in the seatings; with another score nobody would have cut.
    wrong_log = [fact for fact in wrong_log[:end] if not isinstance(fact, Cut)]
    right_log: list[Fact] = []
    corrections: list[tuple[int, ScoreCorrected]] = []
    number = 1
    for place, fact in enumerate(wrong_log):
        if isinstance(fact, ScoreEntered) and data.draw(st.booleans()):
            right = quick_game(book, Seat.N, random.Random(data.draw(st.integers(0, 1000))))
            right_log.append(ScoreEntered(table=fact.table, score=right))
            if right != fact.score:
                later = data.draw(st.integers(place + 1, len(wrong_log)))
                correction = ScoreCorrected(round=number, table=fact.table, score=right, reason="misread")
                corrections.append((later, correction))
        else:
            right_log.append(fact)
        number += isinstance(fact, RoundClosed)
    for later, correction in sorted(corrections, key=lambda pair: -pair[0]):
        wrong_log.insert(later, correction)
    assert outcome(replay([*wrong_log, Finished()])) == outcome(replay([*right_log, Finished()]))


@rows("rules", ["national", "st-joe"])
def test_a_correction_never_reseats_a_round_already_played(rules: str) -> None:
    night = Night(rules, 12)
    for _ in range(3):
        night.seat()
        night.quick()
    seated = [past.tables for past in night.event.rounds]
    before = night.event
    first = night.event.rounds[0].results[1].score
    other = next(
        score
        for seed in range(1000)
        if (score := quick_game(night.book, Seat.N, random.Random(seed))).winner not in (first.winner, None)
    )
    night.do(ScoreCorrected(round=1, table=1, score=other, reason="sides mixed up"))
    assert [past.tables for past in night.event.rounds] == seated
    says = what_changed(before, night.event)
    assert says[0] == f"Round 1, table 1: {first.ns} to {first.ew} is now {other.ns} to {other.ew}."
    assert "Round 2 stays as it was seated: nobody moves back." in says


def test_a_correction_before_the_move_moves_the_right_people() -> None:
    night = sat("st-joe", "n1 e1 s1 w1", "n2 e2 s2 w2")
    night.score(1, 10, 3)
    night.score(2, 10, 3)
    score = scored(night.book, 3, 10)
    night.do(ScoreCorrected(round=1, table=1, score=score, reason="sides mixed up"))
    night.seat()
    assert night.table_of("n1") == 2
    assert night.table_of("e1") == 1


def test_what_changed_names_places_and_totals() -> None:
    night = Night("alberta", ["Ann", "Bob", "Cy", "Dee"])
    night.sit("Ann Cy Bob Dee")
    night.score(1, 10, 8)
    before = night.event
    night.do(ScoreCorrected(round=1, table=1, score=Score(8, 10), reason="sides mixed up"))
    assert what_changed(before, night.event) == (
        "Round 1, table 1: 10 to 8 is now 8 to 10.",
        "Cy & Dee goes from place 2 to place 1 (total 0, now 1).",
        "Ann & Bob goes from place 1 to place 2 (total 1, now 0).",
    )
    assert what_changed(night.event, night.event) == ()


def test_scores_of_a_closed_round_are_corrected_and_not_entered() -> None:
    night = seated("alberta", 4)
    night.quick()
    night.do(RoundClosed())
    night.refuses(ScoreEntered(table=1, score=Score(10, 2)), "Round 1 is closed. Correct the score instead")


def test_corrections_are_still_possible_when_the_event_is_finished() -> None:
    night = seated("alberta", 4)
    night.score(1, 10, 2)
    night.end()
    night.refuses(RoundClosed(), "The event is finished. Undo that first if play continues")
    night.do(ScoreCorrected(round=1, table=1, score=Score(2, 10), reason="sides mixed up"))
    assert standings(night.event)[0].wins == 1
