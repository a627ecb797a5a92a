"""The talk of the hand: the same hand told by names, and to one person; no hidden card is ever in it."""

from __future__ import annotations

from bowerbird.seats import Seat
from bowerbird.table import Discard, Fact, State, Table, fold
from bowerbird.table.facts import MixTricks
from bowerbird.table.talk import Voice, event, hand_result, sentence, tell
from deals import dealt, opened, play_hand, say

NAMES = ("Al", "Betty", "Carl", "Dora")
YOU = Voice(("North", "East", "You", "West"), ("We", "They"), you="You")


def steps(table: Table) -> list[tuple[State, Fact, State]]:
    """Every fact with the states before and after it."""
    states = [fold(table.book, table.facts[:place]) for place in range(len(table.facts) + 1)]
    return list(zip(states, table.facts, states[1:], strict=False))


def test_a_hand_told_by_names() -> None:
    table = play_hand(opened("bicycle", "N"), 5)
    lines = [line for before, fact, after in steps(table) for line in tell(table.book, before, fact, after, NAMES)]
    assert lines[0].startswith("Hand 1: Al deals and turns up ")
    assert sum(line.endswith("wins the trick.") for line in lines) == 5
    assert lines[-1].startswith("Betty makes ")
    assert lines[-1].endswith("with all five tricks, a march. Betty and Dora score 2.")


def test_the_same_told_to_one_of_them() -> None:
    table = play_hand(opened("bicycle", "N"), 5)
    played = [line for step in steps(table) for line in event(table.book, *step, YOU)]
    assert any(line.startswith("You play ") for line in played)
    assert not any("You plays" in line for line in played)
    assert hand_result(YOU, table.state.results[-1]).endswith("They score 2.")


def test_verbs_that_change_more_than_their_last_letter() -> None:
    table = opened("bicycle", "N")
    assert event(table.book, table.state, MixTricks(Seat.S), table.state, YOU) == ["You mix the tricks."]
    assert YOU.does(Seat.S, "is", "euchred.") == "You are euchred."
    assert YOU.does(Seat.E, "is", "euchred.") == "East is euchred."


def test_what_is_laid_away_is_not_told() -> None:
    table = say(dealt("bicycle", "N", "9h", N="9c Tc Jc Qc Kc"), "E: order, N: discard 9c")
    told = [tell(table.book, *step, NAMES) for step in steps(table) if isinstance(step[1], Discard)]
    assert told == [("Al discards a card.",)]


def test_a_reason_as_people_read_it() -> None:
    assert sentence("East must follow hearts: 9h or Kh") == "East must follow hearts: 9♥ or K♥."


def test_the_player_who_is_told_it_is_you() -> None:
    voice = Voice.to_one(NAMES, Seat.N)
    assert voice.does(Seat.N, "discards", "a card.") == "You discard a card."
    assert voice.does(Seat.E, "wins", "the trick.") == f"{NAMES[Seat.E]} wins the trick."
    assert voice.sides == (f"You and {NAMES[Seat.S]}", f"{NAMES[Seat.E]} and {NAMES[Seat.W]}")
