"""Notes and alternative lines of a recorded game, each with the call or card that it belongs to.

They aren't part of the game, so nothing in them can make a game wrong. A line is replayed at the table from where it
leaves the game; one that breaks a rule is shown with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from bowerbird.errors import BowerbirdError
from bowerbird.notation.egn import AlternativeLine, Annotations, Bidding, EgnDeal, EgnGame, Phase, TrickPlay
from bowerbird.notation.replay import Replay, ReplayedDeal, ShownTrick, replay_alone
from bowerbird.seats import Seat
from bowerbird.table.state import Outcome

__all__ = ["DealNotes", "Note", "Place", "ShownLine", "notes_of"]

#: The marks with which a note may begin, and their meaning.
_LABELS: Final = {
    "[??]": "Blunder",
    "[!!]": "Brilliant",
    "[?!]": "Doubtful",
    "[!?]": "Interesting",
    "[?]": "Mistake",
    "[!]": "Great play",
}


class Place(msgspec.Struct, frozen=True):
    """A call (`trick` is 0) or a card of a deal, counted from 1. Without a seat there is no such call or card."""

    trick: int
    number: int
    seat: Seat | None = None
    what: str = ""


class Note(msgspec.Struct, frozen=True):
    """A note on a call or a card. `label` says in a word what its author thinks of it, or is empty."""

    place: Place
    label: str
    text: str


class ShownLine(msgspec.Struct, frozen=True):
    """An alternative line: the place that it leaves, and the calls and tricks from there on.

    `first` is the number of its first trick. If the line breaks a rule, `wrong` is the reason, and `cards` its tricks.
    `points` and `taken` (the tricks) are those of the whole hand, by side.
    """

    leaves: Place
    said: tuple[tuple[Seat, str], ...] = ()
    tricks: tuple[ShownTrick, ...] = ()
    first: int = 1
    cards: tuple[tuple[str, ...], ...] = ()
    outcome: Outcome | None = None
    points: tuple[int, int] = (0, 0)
    taken: tuple[int, int] = (0, 0)
    notes: tuple[Note, ...] = ()
    wrong: str = ""


class DealNotes(msgspec.Struct, frozen=True):
    """The notes and the alternative lines of play of a deal."""

    notes: tuple[Note, ...] = ()
    lines: tuple[ShownLine, ...] = ()


def notes_of(game: EgnGame, played: Replay) -> tuple[DealNotes, ...]:
    """The notes and alternative lines of each deal. `played` is `replay(game)`."""
    return tuple(
        DealNotes() if isinstance(deal, str) else _of_deal(deal, played, shown)
        for deal, shown in zip(game.deals, played.deals, strict=True)
    )


def _of_deal(deal: EgnDeal, played: Replay, shown: ReplayedDeal) -> DealNotes:
    lines = [] if isinstance(deal.alternative_lines, UnsetType) else deal.alternative_lines
    return DealNotes(tuple(_notes(deal.phases, shown)), tuple(_line(deal, line, played, shown) for line in lines))


def _notes(phases: list[Phase], shown: ReplayedDeal, calls: int = 0, cards: int = 0) -> Iterator[Note]:
    """The notes of phases whose first call and card are those of these numbers, from 0."""
    for phase in phases:
        if isinstance(phase, Bidding):
            yield from _texts(phase, calls, [_call(shown, at) for at in range(len(shown.said))])
        else:
            yield from _texts(phase, cards, list(_cards(shown)))


def _texts(phase: Phase, first: int, places: list[Place]) -> Iterator[Note]:
    """The notes of a phase. A note that comes after all places has one without a seat."""
    notes: Annotations | UnsetType
    notes = phase.call_annotations if isinstance(phase, Bidding) else phase.play_annotations
    trick = places[-1].trick if places else int(isinstance(phase, TrickPlay))
    if isinstance(notes, UnsetType):
        return
    for key, texts in sorted(notes.items(), key=lambda note: (len(note[0].lstrip("0")), note[0])):
        # Long digits can't be a place, and would take long to read.
        at = first + int(key) if len(key) < 6 else len(places)
        place = places[at] if at < len(places) else Place(trick, at + 1)
        yield from (_note(place, text) for text in texts)


def _note(place: Place, text: str) -> Note:
    for mark, label in _LABELS.items():
        if text.startswith(mark):
            return Note(place, label, text.removeprefix(mark).strip())
    return Note(place, "", text.strip())


def _call(shown: ReplayedDeal, at: int) -> Place:
    seat, words = shown.said[at]
    return Place(0, at + 1, seat, words)


def _cards(shown: ReplayedDeal) -> Iterator[Place]:
    number = 0
    for trick, fell in enumerate(shown.tricks, start=1):
        for seat, card in fell.plays:
            number += 1
            yield Place(trick, number, seat, card)


# Alternative lines.


def _line(deal: EgnDeal, line: AlternativeLine, played: Replay, shown: ReplayedDeal) -> ShownLine:
    calls = sum(len(phase.calls) for phase in deal.phases if isinstance(phase, Bidding))
    places = [*(_call(shown, at) for at in range(len(shown.said))), *_cards(shown)]
    at = line.branch_index
    leaves = places[at] if at < len(places) else Place(places[-1].trick if places else 0, at + 1)
    written = tuple(tuple(trick) for phase in line.phases if isinstance(phase, TrickPlay) for trick in phase.tricks)
    try:
        told = replay_alone(played, shown.number, _from_branch(deal, line, calls))
    except BowerbirdError as error:
        notes = tuple(note for phase in line.phases for note in _texts(phase, 0, []))
        return ShownLine(leaves, cards=written, notes=notes, wrong=str(error))
    within_play = at >= calls
    first = leaves.trick if within_play and leaves.trick else 1
    return ShownLine(
        leaves,
        said=() if within_play else told.said[at:],
        tricks=told.tricks[first - 1 :],
        first=first,
        outcome=told.outcome,
        points=told.points,
        taken=told.taken(),
        notes=tuple(_notes(line.phases, told, min(at, calls), max(0, at - calls))),
    )


def _from_branch(deal: EgnDeal, line: AlternativeLine, calls: int) -> EgnDeal:
    """The deal with the line in place of what followed."""
    phases: list[Phase] = []
    at, others = line.branch_index, list(line.phases)
    bidding = next((phase for phase in deal.phases if isinstance(phase, Bidding)), None)
    play = next((phase for phase in deal.phases if isinstance(phase, TrickPlay)), None)
    if at < calls:
        before = bidding.calls[:at] if bidding is not None else []
        for phase in others:
            phases.append(replace(phase, calls=[*before, *phase.calls]) if isinstance(phase, Bidding) else phase)
    else:
        phases += [] if bidding is None else [bidding]
        tricks = _cut([] if play is None else play.tricks, at - calls)
        for phase in others:
            phases.append(replace(phase, tricks=_joined(tricks, phase)) if isinstance(phase, TrickPlay) else phase)
    return replace(deal, phases=phases, alternative_lines=UNSET)


def _cut(tricks: list[list[str]], cards: int) -> list[list[str]]:
    """The first cards of these tricks. The last trick has only those that come before the line, or none."""
    kept: list[list[str]] = []
    for trick in tricks:
        kept.append(trick[:cards])
        cards -= len(trick)
        if cards < 0:
            return kept
    return [*kept, []]


def _joined(before: list[list[str]], phase: TrickPlay) -> list[list[str]]:
    first, rest = (phase.tricks[0], phase.tricks[1:]) if phase.tricks else ([], [])
    return [*before[:-1], [*before[-1], *first], *rest]
