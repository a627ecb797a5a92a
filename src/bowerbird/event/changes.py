"""The effects of a correction on places, totals and money, with a note that the seating does not change."""

from __future__ import annotations

from bowerbird.event.draw import cut_order_of
from bowerbird.event.facts import Score
from bowerbird.event.money import balances, ledger
from bowerbird.event.movements import movement_of
from bowerbird.event.standings import standings
from bowerbird.event.state import Event, Round
from bowerbird.event.tell import each_told, points_told
from bowerbird.event.totals import dollars, shown

__all__ = ["what_changed"]


def what_changed(before: Event, after: Event) -> tuple[str, ...]:
    """Plain sentences, the most important first; none if nothing important changed."""
    totals: list[str] = []
    places: list[str] = []
    old = {line.name: line for line in standings(before)}
    for line in standings(after):
        was = old.get(line.name)
        if was is None or (was.place, was.total) == (line.place, line.total):
            continue
        total = "" if was.total == line.total else f" (total {shown(was.total)}, now {shown(line.total)})"
        place = f"goes from place {was.place} to" if was.place != line.place else "stays in"
        (totals if total else places).append(f"{line.name} {place} place {line.place}{total}.")
    return (*_games(before, after), *_cuts(before, after), *totals, *_money(before, after), *places)


def _cuts(before: Event, after: Event) -> list[str]:
    """The cuts that were replaced, and who moves by them, or deals."""
    says = []
    for old, new in zip(before.rounds, after.rounds, strict=False):
        for (number, purpose), cards in new.cuts.items():
            was = old.cuts.get((number, purpose))
            if was is None or was == cards:
                continue
            one, other = cut_order_of(was), cut_order_of(cards)
            where = f"{after.round_name(new)}, table {number}"
            says.append(f"{where}: the cut {each_told(was)} is now {each_told(cards)}.")
            table = new.table(number)
            if purpose == "move" and table.side_of(one.highest) != table.side_of(other.highest):
                gone, goes = (" & ".join(table.pair(table.side_of(each.highest))) for each in (one, other))
                says.append(f"{goes} move, not {gone}.")
            elif purpose == "deal" and one.highest != other.highest:
                lower = after.book.event.dealer_cut == "lower deals"
                says.append(f"{other.lowest if lower else other.highest} deals first.")
            if new.number < len(after.rounds):
                coming = after.rounds[new.number]
                again = "" if coming.results or coming.closed else " To seat it again, undo the seating first."
                says.append(f"{after.round_name(coming)} stays as it was seated: nobody moves back.{again}")
    return says


def _money(before: Event, after: Event) -> list[str]:
    old, new = balances(ledger(before)), balances(ledger(after))
    return [
        f"{name} has {dollars(new.get(name, 0))} in the ledger, not {dollars(old.get(name, 0))}."
        for name in after.people
        # A renamed person has the same money as under the old name.
        if name in before.people and new.get(name, 0) != old.get(name, 0)
    ]


def _games(before: Event, after: Event) -> list[str]:
    says = []
    for old, new in zip(before.rounds, after.rounds, strict=False):
        for number, result in new.results.items():
            was = old.results.get(number)
            if was is None or was.score == result.score:
                continue
            one, two = was.score, result.score
            where = f"{after.round_name(new)}, table {number}"
            says.append(f"{where}: {_card(new, number, one, two)}.")
            played_on = new.number < len(after.rounds)
            if one.winner != two.winner and played_on and movement_of(after.book).by_results:
                says.append(f"{after.round_name(after.rounds[new.number])} stays as it was seated: nobody moves back.")
    return says


def _card(past: Round, number: int, one: Score, two: Score) -> str:
    """What is different on a score card: the points, who dealt the last hand, or something else."""
    if points_told(one) != points_told(two):
        return f"{points_told(one)} is now {points_told(two)}"
    if one.last_dealer == two.last_dealer:
        return f"{points_told(two)} stays, and the rest of the card is new"
    if two.last_dealer is None:
        return f"{points_told(two)} stays, and nobody is named as the last dealer"
    return f"{points_told(two)} stays, and {past.players_at(past.table(number))[two.last_dealer]} dealt the last hand"
