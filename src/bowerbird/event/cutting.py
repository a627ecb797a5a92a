"""Who cuts: only the people whom the rules name. Checked before a fact is recorded, never when an old one is read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bowerbird.event.draw import still_to_cut
from bowerbird.event.errors import EventError
from bowerbird.event.facts import CardsShown, Cut, Table
from bowerbird.event.movements import movement_of
from bowerbird.event.state import Event, Round
from bowerbird.event.words import listed
from bowerbird.seats import Side

__all__ = ["check_cut", "check_draw"]


def check_draw(event: Event, fact: CardsShown) -> None:
    """Refuse cards for the deal from people who do not draw for it at this table."""
    current = event.round
    table = current.table(fact.table)
    if event.book.draw.dealer != "first jack":
        _check_deal(event, table, [table.seats[current.seat_at(table.number, name)] for name, _ in fact.cards])


def check_cut(event: Event, fact: Cut) -> None:
    """Refuse a cut of people who do not cut at this table."""
    current = event.round
    table = current.table(fact.table)
    by_jack = event.book.event.dealer_cut == "none" and event.book.draw.dealer == "first jack"
    if fact.purpose == "deal" and table.number not in current.results and not by_jack:
        players = [event.player(name).name for name in fact.cards]
        _check_deal(event, table, [table.seats[current.seat_at(table.number, name)] for name in players])


def _check_deal(event: Event, table: Table, names: Iterable[str]) -> None:
    """Refuse people who do not decide by cards who deals first at a table."""
    found, movement, current = tuple(dict.fromkeys(names)), movement_of(event.book), event.round
    if movement.pivot or movement.duplicate or _cut_again(current, table, found):
        return
    if len(found) < 2:
        raise EventError("It takes two to cut. Name both people and their cards.")
    due = next((due for due in movement.cuts_due(event) if (due.table, due.purpose) == (table.number, "deal")), None)
    if due is not None:
        if not due.between(found):
            raise EventError(f"{_who(current, found)} can't cut for this deal. {due.with_subs(current.subs).words}")
        return
    if len(found) == 2 and table.side_of(found[0]) != table.side_of(found[1]):
        return
    if len(found) == 4 and movement.all_draw(event, table):
        return
    one, other = (_who(current, table.pair(side), "or") for side in Side)
    if len(found) == 2:
        raise EventError(
            f"{_who(current, found)} are partners, and opponents cut. Enter one card of {one}, and one of {other}."
        )
    everybody = "All four cut at table {}, or one of each side" if movement.all_draw(event, table) else _TWO_CUT
    raise EventError(f"{everybody.format(table.number)}: one of {one}, and one of {other}.")


def _cut_again(current: Round, table: Table, found: Sequence[str]) -> bool:
    """True if these people cut again because their cards were equal; refused if others did."""
    if not table.undecided or not set(found) < set(dict(table.cut)):
        return False
    tied = still_to_cut(table.seats, table.cut)
    if not set(found) <= set(tied):
        raise EventError(
            f"{_who(current, tied)} showed equal cards at table {table.number}: they cut again, and nobody else."
        )
    return True


_TWO_CUT = "Two people cut at table {}"


def _who(current: Round, names: Sequence[str], word: str = "and") -> str:
    """People by the names under which they play."""
    playing = [current.subs.get(name, name) for name in names]
    return f" {word} ".join(playing) if len(playing) == 2 else listed(playing)
