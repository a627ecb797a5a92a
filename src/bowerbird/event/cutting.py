"""Who cuts: only the people whom the rules name. Checked before a fact is recorded, never when an old one is read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bowerbird.event.draw import Shuffle, cut_order, still_to_cut
from bowerbird.event.errors import EventError
from bowerbird.event.facts import CardsShown, Cut, Table
from bowerbird.event.movements import movement_of
from bowerbird.event.movements.base import CutDue
from bowerbird.event.state import Event, Round
from bowerbird.event.words import listed
from bowerbird.seats import Side

__all__ = ["check_cut", "check_cuts", "check_draw", "drawn_cut", "drawn_cuts", "missing_cuts", "still_to_deal"]

_TWO_CUT = "Two people cut at table {}"


def still_to_deal(event: Event) -> frozenset[int]:
    """The tables of the round in progress where people cut for the deal and have not yet: nobody deals first there."""
    due = movement_of(event.book).cuts_due(event)
    begun = {*event.round.results, *event.round.running} if due else set()
    return frozenset(each.table for each in due if each.purpose == "deal" and not each.made) - begun


def check_cuts(event: Event) -> None:
    """Refuse to move people while nobody knows who moves from a table that has tied."""
    if missing := missing_cuts(event):
        raise EventError(missing)


def missing_cuts(event: Event) -> str:
    """Ask for the cuts without which nobody knows who moves; empty if none is missing."""
    due = [each.with_subs(event.round.subs) for each in _to_move(event)]
    if not due:
        return ""
    tables = listed([str(each.table) for each in due])
    one = len(due) == 1
    told = due[0].words if one else " ".join(f"Table {each.table}: {each.words}" for each in due[:3])
    more = f" And {len(due) - 3} more." if len(due) > 3 else ""
    known = "" if all(each.first for each in due) else "the last dealer and "
    return (
        f"Table{'' if one else 's'} {tables} {'is' if one else 'are'} tied. {told}{more} "
        f"Enter {known}the two cards, or have them drawn."
    )


def _to_move(event: Event) -> tuple[CutDue, ...]:
    """The cuts without which nobody knows who moves after the last round of this meeting."""
    if not event.tonight:
        return ()
    past, movement = event.round, movement_of(event.book)
    found = (movement.cut_to_move(event, past, table) for table in past.tables)
    return tuple(due for due in found if due is not None and not due.made)


def drawn_cuts(event: Event, shuffle: Shuffle) -> tuple[Cut, ...]:
    """The cuts for who moves that are still to be made, drawn: for people who are not real."""
    dealers = {table.number: table.seats[table.dealer] for table in event.round.tables}
    return tuple(
        drawn_cut(
            event,
            Cut(table=due.table, purpose="move", cards={}, last_dealer="" if due.first else dealers[due.table]),
            shuffle,
        )
        for due in _to_move(event)
    )


def drawn_cut(event: Event, fact: Cut, shuffle: Shuffle) -> Cut:
    """The same cut, with cards drawn for the two people whom the rules name."""
    due = _due(event, fact)
    order = cut_order((due.first[0], due.second[0]), event.book.cards(), shuffle)
    return replace(fact, cards=dict(order.cards[-2:]), drawn=True)


def check_draw(event: Event, fact: CardsShown) -> None:
    """Refuse cards for the deal from people who do not draw for it at this table."""
    current = event.round
    table = current.table(fact.table)
    if event.book.draw.dealer != "first jack":
        _check_deal(event, table, [table.seats[current.seat_at(table.number, name)] for name, _ in fact.cards])


def check_cut(event: Event, fact: Cut) -> None:
    """Refuse a cut of people who do not cut at this table."""
    past = _round(event, fact)
    table = past.table(fact.table)
    names = [name if past.closed else event.player(name).name for name in fact.cards]
    found = [table.seats[past.seat_at(table.number, name)] for name in names]
    if _before_the_game(past, fact):
        if not _by_jack(event):
            _check_deal(event, table, found)
        return
    due = _due(event, fact)
    if due.between(found):
        return
    if fact.purpose == "deal":
        raise EventError(f"{_who(past, found)} can't cut for this deal. {due.with_subs(past.subs).words}")
    dealer, right = (past.subs.get(name, name) for name in (*due.first, *due.second))
    raise EventError(
        f"At table {table.number} {dealer}, who dealt last, and {right}, on the right, cut, and nobody else. "
        "Enter their two cards."
    )


def _round(event: Event, fact: Cut) -> Round:
    if fact.round > len(event.rounds):
        raise EventError(f"There is no round {fact.round}.")
    return event.rounds[fact.round - 1] if fact.round else event.round


def _by_jack(event: Event) -> bool:
    """True if the first jack dealt face up deals, and no cut decides."""
    return event.book.event.dealer_cut == "none" and event.book.draw.dealer == "first jack"


def _before_the_game(past: Round, fact: Cut) -> bool:
    return fact.purpose == "deal" and fact.table not in past.results and not past.closed


def _due(event: Event, fact: Cut) -> CutDue:
    """The cut that the rules ask for at a table; refused if they ask for none."""
    past, movement = _round(event, fact), movement_of(event.book)
    table = past.table(fact.table)
    if fact.purpose == "move":
        return _due_to_move(event, past, table, fact.last_dealer)
    if past.closed and table.number not in past.results:
        raise EventError(f"Table {table.number} did not play in round {past.number}, so nobody cuts there.")
    at_the_time = replace(event, rounds=(*event.rounds[: past.number - 1], replace(past, closed=False)))
    due = next(
        (due for due in movement.cuts_due(at_the_time) if (due.table, due.purpose) == (table.number, "deal")), None
    )
    if due is not None:
        return due
    if not _before_the_game(past, fact):
        raise EventError(
            f"Table {table.number} has its score. Who deals next there is cut after everyone has moved. "
            "Seat the next round first."
        )
    if movement.pivot or movement.duplicate or _by_jack(event):
        raise EventError("No cut decides who deals here.")
    return CutDue(table.number, "deal", table.pair(Side.NS), table.pair(Side.EW))


def _due_to_move(event: Event, past: Round, table: Table, last_dealer: str) -> CutDue:
    movement, result = movement_of(event.book), past.results.get(table.number)
    if result is not None and result.status == "accepted" and last_dealer:
        said, known = past.seat_at(table.number, last_dealer), result.score.last_dealer
        if known not in (None, said):
            dealer = past.subs.get(table.seats[known], table.seats[known])
            raise EventError(
                f"By its score, {dealer} dealt the last hand at table {table.number}. If it was {last_dealer}, "
                "correct the score first."
            )
        past = past.dealt_last(table.number, said)
    due = movement.cut_to_move(event, past, table)
    if due is None:
        why = f"Table {table.number} has no draw, so nobody cuts to move."
        if result is None and movement.cut_after_tie:
            why = f"Table {table.number} has no score yet. Enter it first, then the cut."
        elif result is not None and result.status != "accepted":
            why = f"The score of table {table.number} isn't settled. Settle it first, then enter the cut."
        elif result is not None and result.score.winner is None:
            why = f"Nobody cuts to move at table {table.number}: who moves from there doesn't follow from the score."
        raise EventError(why)
    if not due.first:
        raise EventError(
            f"Who dealt the last hand at table {table.number}? Name that player as the last dealer. "
            "The last dealer and the player on the right cut."
        )
    return due


def _check_deal(event: Event, table: Table, names: Iterable[str]) -> None:
    """Refuse people who do not decide by cards who deals first at a table."""
    found, movement, current = tuple(dict.fromkeys(names)), movement_of(event.book), event.round
    if movement.pivot or movement.duplicate or len(found) < 2 or _cut_again(current, table, found):
        return
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


def _who(current: Round, names: Sequence[str], word: str = "and") -> str:
    """People by the names under which they play."""
    playing = [current.subs.get(name, name) for name in names]
    return f" {word} ".join(playing) if len(playing) == 2 else listed(playing)
