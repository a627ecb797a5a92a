"""The places as they are announced, each with its total and its prize; for everybody only those announced so far."""

from __future__ import annotations

import msgspec

from bowerbird.evening.state import Evening
from bowerbird.event import Event
from bowerbird.event.money import draw_of_tickets, extra_prizes, payouts, side_prizes
from bowerbird.event.prizes import SIDE_PRIZES, plain_dollars
from bowerbird.event.results import result_of
from bowerbird.event.standings import standings
from bowerbird.event.totals import shown
from bowerbird.event.words import listed, written_places

__all__ = [
    "AnnouncedPlace",
    "Announcement",
    "DeskAnnouncement",
    "announced_otherwise",
    "announcement",
    "desk_announcement",
    "final_places",
]

#: Of a long list, the places below this one are announced in one step.
_ONE_BY_ONE = 8


class AnnouncedPlace(msgspec.Struct, frozen=True):
    """One entry with its place: `55 points`, `$50`; `now` if it was announced last."""

    place: int
    name: str
    players: tuple[str, ...]
    total: str
    prize: str
    now: bool = False


class Announcement(msgspec.Struct, frozen=True):
    """The final places for everybody, best first: only those announced.

    `next` is the number of the place that comes next, 0 after the last, and `hidden` how many entries are to come.
    `others` are prizes that are not for a place, in words, once every place is announced.
    """

    places: tuple[AnnouncedPlace, ...]
    next: int
    hidden: int
    others: tuple[str, ...]


class DeskAnnouncement(msgspec.Struct, frozen=True):
    """What the director can announce: the next place with its names, or everything from `many` down in one step.

    `written` is the next place as people write it, `7=` if it is shared.
    """

    held: bool
    next: int
    written: str
    says: str
    many: int
    last: int
    hidden: int


def final_places(event: Event) -> tuple[AnnouncedPlace, ...]:
    """Everybody's place, total and prize, best first."""
    lines, paid = standings(event), payouts(event)
    one, several = result_of(event.book).unit
    places = []
    for line in lines:
        cents = sum(paid.get(name, 0) for name in line.players)
        total = f"{shown(line.total)} {one if line.total == 1 else several}"
        places.append(AnnouncedPlace(line.place, line.name, line.players, total, plain_dollars(cents) if cents else ""))
    return tuple(places)


def announced_otherwise(before: Evening, after: Evening) -> tuple[str, ...]:
    """A sentence for the director if something changed a place that was announced: it has to be announced again."""
    if not (before.held and before.told and before.event.finished):
        return ()
    public = {line.name: line.place for line in standings(before.event) if before.is_announced(line.name, line.place)}
    now = {line.name: line.place for line in standings(after.event)}
    changed = [name for name, place in public.items() if now.get(name) != place]
    if not changed:
        return ()
    was = "was" if len(changed) == 1 else "were"
    return (f"{listed(changed, 4)} {was} announced in another place. Announce the places that changed again.",)


def announcement(evening: Evening) -> Announcement | None:
    """The final places as everybody may see them; None while places can still change."""
    if not evening.event.finished:
        return None
    places = final_places(evening.event)
    seen = [line for line in places if evening.is_announced(line.name, line.place)]
    hidden = [line.place for line in places if not evening.is_announced(line.name, line.place)]
    marked = [msgspec.structs.replace(line, now=evening.held and line.place == evening.announced) for line in seen]
    others = () if hidden else _others(evening.event)
    return Announcement(tuple(marked), max(hidden, default=0), len(hidden), others)


def _others(event: Event) -> tuple[str, ...]:
    told = []
    for kind in (extra_prizes(event), side_prizes(event)):
        for pot, prizes in kind.items():
            if prizes:
                told.append(f"{SIDE_PRIZES[pot]}: {_paid(prizes)}.")
    drawn = draw_of_tickets(event)
    if drawn is not None and event.raffle is not None:
        told.append(f"50-50 draw: {event.raffle.winner}, {plain_dollars(drawn.amounts[event.raffle.winner])}.")
    return tuple(told)


def _paid(prizes: dict[str, int]) -> str:
    return ", ".join(f"{name}, {plain_dollars(cents)}" for name, cents in prizes.items())


def desk_announcement(evening: Evening) -> DeskAnnouncement:
    """The director's next step in announcing the places."""
    every = final_places(evening.event)
    hidden = [line for line in every if not evening.is_announced(line.name, line.place)]
    if not evening.held or not evening.event.finished or not hidden:
        return DeskAnnouncement(evening.holds_back, 0, "", "", 0, 0, len(hidden))
    last = hidden[-1].place
    written = written_places(every)[every.index(hidden[-1])]
    coming = [line for line in hidden if line.place == last]
    says = "; ".join(f"{line.name}, {line.total}{f', {line.prize}' if line.prize else ''}" for line in coming)
    below = [line.place for line in hidden if line.place > _ONE_BY_ONE]
    many = min(below) if len(below) > len(coming) else 0
    return DeskAnnouncement(True, last, written, says, many, last, len(hidden))
