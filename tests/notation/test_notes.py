"""Notes and other lines of a recorded game: each with its call or card, and never a reason to refuse a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.notation import notes_of, read_egn, replay
from bowerbird.notation.notes import DealNotes, Place
from bowerbird.seats import Seat
from kit.amount import amount
from kit.rows import rows
from notation.games import TRICKS, Data, deal, egn, game, samples


def noted(one: Data) -> DealNotes:
    read = game(egn(one))
    (found,) = notes_of(read, replay(read))
    return found


@pytest.mark.skipif(not samples(), reason="the sample games are not beside the project")
@rows("path", samples())
def test_every_line_of_the_samples_follows_the_rules(path: Path) -> None:
    read = read_egn(path.read_bytes())
    lines = [line for one in notes_of(read, replay(read)) for line in one.lines]
    assert [line.wrong for line in lines] == [""] * len(lines)
    assert all(line.outcome is not None for line in lines)


def test_a_line_from_a_call_has_its_calls_and_all_its_tricks() -> None:
    one = deal(hands=True)
    calls = {"type": "EUCHRE_BIDDING", "calls": ["Pass"] * 3 + ["Order"], "callAnnotations": {"3": ["[?]No"]}}
    play = {"type": "TRICK_PLAY", "tricks": [trick.split() for trick in TRICKS[:1]]}
    one["alternativeLines"] = [{"branchIndex": 0, "phases": [calls, play]}]
    (line,) = noted(one).lines
    assert line.leaves == Place(0, 1, Seat.E, "I order it up")
    assert [seat for seat, _ in line.said] == [Seat.E, Seat.S, Seat.W, Seat.N]
    assert [(trick.winner, len(trick.plays)) for trick in line.tricks] == [(Seat.E, 4)]
    (note,) = line.notes
    assert (note.place.seat, note.place.number, note.label, note.text) == (Seat.N, 4, "Mistake", "No")


def test_a_line_from_the_middle_of_a_trick_has_the_cards_before_it() -> None:
    one = deal(hands=True)
    one["alternativeLines"] = [
        {"branchIndex": 11, "phases": [{"type": "TRICK_PLAY", "tricks": [["Kd", "9c"], ["Td", "Kc", "Ad", "Ks"]]}]}
    ]
    (line,) = noted(one).lines
    assert (line.leaves.trick, line.leaves.seat, line.leaves.what, line.first) == (3, Seat.W, "Kd", 3)
    assert [card for _, card in line.tricks[0].plays] == ["Ac", "Qc", "Kd", "9c"]
    assert line.taken == (0, 4)


@rows("branch", [0, 1, 5, 20, 21, 22, 99, 10**9])
@rows("phases", [["b"], ["p"], ["b", "p"], ["p", "b"], ["p", "p"]])
def test_any_line_is_shown_and_none_makes_the_game_wrong(branch: int, phases: list[str]) -> None:
    kinds: dict[str, Data] = {
        "b": {"type": "EUCHRE_BIDDING", "calls": ["Order", "Pass", "s"], "callAnnotations": {"9" * 30: ["x"]}},
        "p": {"type": "TRICK_PLAY", "tricks": [["Jh"] * 10, [], ["Xx"]], "playAnnotations": {"0": ["y"]}},
    }
    one = deal()
    one["alternativeLines"] = [{"branchIndex": branch, "phases": [kinds[kind] for kind in phases]}]
    (line,) = noted(one).lines
    assert {note.text for note in line.notes} == {"x" if kind == "b" else "y" for kind in phases}


@settings(max_examples=amount(12, full=50), deadline=None)
@given(st.dictionaries(st.integers(0, 40).map(str), st.lists(st.text(max_size=12), max_size=3), max_size=6))
def test_every_note_is_shown_once_and_in_order(notes: dict[str, list[str]]) -> None:
    one = deal()
    one["phases"][1]["playAnnotations"] = notes
    found = noted(one).notes
    assert len(found) == sum(map(len, notes.values()))
    assert [note.place.number for note in found] == sorted(note.place.number for note in found)
    assert all((note.place.seat is not None) == (note.place.number <= 20) for note in found)
