"""Teams that stay together: drawn if people came alone, seated North-South and East-West, dealers by a cut.

Does not decide which team meets which; each movement does.
"""

from __future__ import annotations

from msgspec.structs import replace

from bowerbird.event.draw import Cutter, ShownCards, Shuffle, cut_order, partners_by_cards, two_teams
from bowerbird.event.errors import EventError
from bowerbird.event.facts import PartnersDrawn, Table
from bowerbird.event.fold.people import draw_partners
from bowerbird.event.movements._lines import Lines, Met, meetings
from bowerbird.event.movements._places import EMPTY
from bowerbird.event.movements.base import Chosen, Movement, Seating, in_order
from bowerbird.event.state import Entry, Event
from bowerbird.seats import Seat

__all__ = [
    "TeamMovement",
    "first_order",
    "lines_now",
    "met_so_far",
    "seat_lines",
    "teams_here",
    "teams_playing",
    "with_partners_drawn",
]


class TeamMovement(Movement):
    """A movement of teams that stay together."""

    pairs_stay = True

    def by_cards(self, event: Event, table: Table, cards: ShownCards) -> Table:
        """Cards of two give the dealer. Where all four came alone, the cards of all four give the teams as well."""
        if not self.all_draw(event, table) or set(dict(cards)) != set(table.seats):
            return super().by_cards(event, table, cards)
        order = partners_by_cards(table.seats, cards)
        if order is None:
            return replace(table, cut=tuple((name, str(card)) for name, card in cards), undecided=True)
        (north, south), (east, west) = two_teams(order)
        return Table(table.number, (north, east, south, west), Seat.N, order.cards)

    def all_draw(self, event: Event, table: Table) -> bool:
        """Only in the first round, where all four came alone."""
        return not event.rounds[1:] and {name for name, _ in event.drawn_cards} >= set(table.seats)


def with_partners_drawn(event: Event, shuffle: Shuffle, chosen: Chosen) -> tuple[Event, tuple[PartnersDrawn, ...]]:
    """Let people who came alone sit down in fours and draw: two highs against two lows."""
    singles = [name for name in event.expected_people() if len(event.entry(name).players) == 1]
    if event.rounds or len(singles) < 2:
        return event, ()
    if not in_order(chosen):
        shuffle(singles)
    teams: list[tuple[str, str]] = []
    cards: list[tuple[str, str]] = []
    for first in range(0, len(singles), 4):
        group = singles[first : first + 4]
        order = cut_order(group, event.book.cards(), shuffle)
        cards.extend(order.cards)
        if len(group) == 4:
            teams.extend(two_teams(order))
        elif len(group) > 1:
            teams.append((order.names[0], order.names[1]))
    drawn = PartnersDrawn(teams=tuple(teams), cards=tuple(cards))
    return draw_partners(event, drawn), (drawn,)


def teams_here(event: Event) -> list[str]:
    """The teams with both players here, in the order of entry."""
    here = set(event.expected_people())
    teams = [entry.name for entry in event.entries.values() if len(entry.players) == 2 and here >= set(entry.players)]
    if len(teams) < 2:
        raise EventError(f"Two teams make a game, and {len(teams)} are here. Check more people in first.")
    return teams


def first_order(event: Event, teams: list[str], shuffle: Shuffle, chosen: Chosen) -> list[str]:
    """Order teams for the first round: teams drawn at a table start there; the rest draw, or come by entry."""
    drew = {name for name, _ in event.drawn_cards}
    drawn = [name for name in teams if drew >= set(event.entries[name].players)]
    entered = [name for name in teams if name not in set(drawn)]
    if not in_order(chosen):
        shuffle(entered)
    return drawn + entered


def met_so_far(event: Event) -> Met:
    """Count the meetings of each two teams; a bye is a meeting with nobody."""
    games = [
        (event.entry_of[table.seats[0]], event.entry_of[table.seats[1]])
        for past in event.rounds
        for table in past.tables
    ]
    return meetings(games + [(event.entry_of[name], EMPTY) for past in event.rounds for name in past.sitting_out])


def lines_now(event: Event) -> Lines:
    """The two lines as they sat in the last round; a team with a bye is at the table that has no game."""
    last = event.round
    by_number = {table.number: table for table in last.tables}
    byes = [entry.name for entry in _teams_out(event) if set(entry.players) <= set(last.sitting_out)]
    a, b = [], []
    for number in range(1, len(last.tables) + len(byes) + 1):
        table = by_number.get(number)
        a.append(event.entry_of[table.seats[0]] if table else byes.pop(0) if byes else EMPTY)
        b.append(event.entry_of[table.seats[1]] if table else EMPTY)
    return Lines(tuple(a), tuple(b))


def _teams_out(event: Event) -> list[Entry]:
    names = dict.fromkeys(event.entry_of[person] for person in event.round.sitting_out)
    return [event.entries[name] for name in names if len(event.entries[name].players) == 2]


def teams_playing(event: Event) -> int:
    """The number of teams in the last round, one with a bye included."""
    return 2 * len(event.round.tables) + len(_teams_out(event))


def seat_lines(event: Event, lines: Lines, shuffle: Shuffle) -> Seating:
    """Seat A teams North-South and B teams East-West. Before a game the sides cut for the deal."""
    cutter = Cutter(event.book.cards(), shuffle, {})
    tables = []
    for number, (a, b) in enumerate(zip(lines.a, lines.b, strict=True), 1):
        if EMPTY in (a, b):
            continue
        (north, south), (east, west) = event.entries[a].players, event.entries[b].players
        table = Table(number, (north, east, south, west))
        cards = tuple(drawn for drawn in event.drawn_cards if drawn[0] in table.seats)
        if not event.rounds and {name for name, _ in cards} == set(table.seats):
            # They drew for partners here, so the lowest card, which is first in the A team, deals.
            tables.append(replace(table, dealer=Seat.N, cut=cards))
            continue
        cut = cutter.between(number, "deal", (north, south), (east, west))
        dealer = cut.highest if event.book.event.dealer_cut == "higher deals" else cut.lowest
        tables.append(replace(table, dealer=Seat(table.seats.index(dealer)), cut=cut.cards))
    seated = {name for table in tables for name in table.seats}
    return Seating(tuple(tables), tuple(name for name in event.expected_people() if name not in seated))
