"""The standings with the reason for every tie, step by step, and the certificates of the first three places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bowerbird.event.games import after_round
from bowerbird.event.games import places as places_of
from bowerbird.event.results import result_of, total_shown
from bowerbird.event.standings import Line, columns_of, due_play_offs, standings
from bowerbird.event.state import Event
from bowerbird.event.totals import shown
from bowerbird.event.words import listed
from bowerbird.paper.blocks import Block, Certificate, Certificates, Code, Column, Grid, Heading, Page, Steps, Words
from bowerbird.paper.errors import PaperError
from bowerbird.paper.job import Job, label, rule_of
from bowerbird.paper.press import code

__all__ = ["certificates", "certified", "places"]

_WORDS = {1: "First place", 2: "Second place", 3: "Third place"}


def places(job: Job) -> tuple[Page, ...]:
    """The current standings, or those after the requested round."""
    event = job.event
    if job.round is not None:
        event = after_round(event, job.chosen_round().number)
    lines = standings(event)
    blocks: list[Block] = [Words(text=_when(event, lines), look="lead")]
    if lines:
        blocks += [_grid(event, lines), Words(text=rule_of(event.book, "event.result", "event.ranking"), look="note")]
    if waiting := [line.name for line in lines if line.to_come]:
        said = f"{listed(waiting, len(waiting))}: games that were not played count by the average, and not yet."
        blocks.append(Words(text=said, look="note"))
    if event.rounds:
        steps = list(_ties(lines))
        blocks += [Heading(text="How ties are settled"), *steps] if steps else []
    blocks += _still_to_do(event)
    return (Page(title="Standings", blocks=tuple(blocks), code=_live(job.links.public)),)


def _live(link: str) -> Code | None:
    return Code(picture=code(link), text="The standings as they are now") if link else None


def _when(event: Event, lines: Sequence[Line]) -> str:
    if event.finished:
        return "The final places."
    if not lines:
        return "Nobody has come yet, so nobody can be ranked."
    if not event.rounds:
        return "Before the first round."
    missing = event.round.missing()
    still = f" {len(missing)} of {len(event.round.tables)} tables still play." if missing else ""
    name = label(event, event.round.number) if event.book.event.games_per_round == 1 else f"game {event.round.number}"
    return f"As it stands {'in' if missing else 'after'} {name[0].lower()}{name[1:]}.{still}"


def _grid(event: Event, lines: Sequence[Line]) -> Grid:
    counts = columns_of(lines)
    # What the total itself counts, or nobody has, tells nothing more; nor do points that are the total in every line.
    result = result_of(event.book)
    counts = {word: column for word, column in counts.items() if any(column) and word != result.repeats}
    if all(line.points == line.total for line in lines):
        counts.pop("Points", None)
    if not result.ruling_reaches_total and event.rounds:
        counts.setdefault("Points", [line.points for line in lines])
    total = result.total_head
    if total == "Points":
        counts = {("Game points" if word == "Points" else word): column for word, column in counts.items()}
    columns = [Column("Place", align="center"), Column("Team" if event.pairs_stay else "Name", 1)]
    columns += [Column(total, align="center"), *(Column(word, align="center") for word in counts)]
    place = places_of(lines)
    rows = tuple(
        (
            place[line.name],
            line.name,
            total_shown(event.book, line.total),
            *(str(column[row]) for column in counts.values()),
        )
        for row, line in enumerate(lines)
    )
    return Grid(columns=tuple(columns), rows=rows, height=22)


def _ties(lines: Iterable[Line]) -> Iterator[Steps]:
    """The ties, and how they were settled. Everyone tied at the start is listed together."""
    tied = [line for line in lines if line.reasons]
    for level, group in groupby(tied, key=lambda line: line.reasons[0]):
        together = list(group)
        first = together[0].place
        last = first + len(together) - 1
        title = f"Places {first} to {last}. {level}" if last > first else f"Place {first}. {level}"
        yield Steps(text=title, steps=tuple(_steps(together)))


def _steps(together: Sequence[Line]) -> Iterator[str]:
    """Each sentence once. A sentence about only some of them starts with their names."""
    told = {together[0].reasons[:1]}
    for line in together:
        for size in range(2, len(line.reasons) + 1):
            if line.reasons[:size] in told:
                continue
            told.add(line.reasons[:size])
            concerns = [other for other in together if other.reasons[:size] == line.reasons[:size]]
            who = f"{listed([other.name for other in concerns])}: " if len(concerns) < len(together) else ""
            yield f"{who}{line.reasons[size - 1]}"


def _still_to_do(event: Event) -> list[Block]:
    if not event.finished:
        return []
    says = [
        f"{listed(due.entries)} {'toss coins for the bye' if due.needs == 'coins' else 'play an extra game'}."
        for due in due_play_offs(event)
    ]
    return [Heading(text="Still to do"), *(Words(text=sentence) for sentence in says)] if says else []


def certificates(job: Job) -> tuple[Certificates, ...]:
    """One certificate for each person in a settled place, first to third."""
    event = job.event
    if not event.finished:
        raise PaperError("The places are not final. Finish the event, then print the certificates.")
    lines = certified(event)
    if not lines and due_play_offs(event):
        raise PaperError("A tie is still to be played off. Enter its result, then print the certificates.")
    if not lines:
        raise PaperError("Nobody has a place, so there is nothing to certify.")
    made = []
    for line in lines:
        shared = sum(other.place == line.place for other in lines) > 1
        one, more = result_of(event.book).unit
        says = f"with {shown(line.total)} {one if line.total == 1 else more}"
        for name in line.players:
            partner = next((f"and {other}" for other in line.players if other != name), "")
            word = f"{_WORDS[line.place]}, shared" if shared else _WORDS[line.place]
            made.append(Certificate(line.place, word, name, partner, says))
    return (Certificates(certificates=tuple(made)),)


def certified(event: Event) -> tuple[Line, ...]:
    """The first three places, without those that a play-off has still to give."""
    lines = standings(event)
    playing = {name for due in due_play_offs(event) for name in due.entries}
    # Whoever has the bye shares the place of those who play, and waits for them.
    unsettled = {line.place for line in lines if line.name in playing}
    return tuple(line for line in lines if line.place in _WORDS and line.place not in unsettled)
