"""The protocol of a movement: its seating, the director's choices, and the words for people.

A movement depends on the event as it is and on chance that is passed in. It proposes; the fold judges.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Mapping
from typing import ClassVar, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bowerbird.event.draw import ShownCards, Shuffle, dealer_by_cards
from bowerbird.event.errors import EventError
from bowerbird.event.facts import BoardsDealt, PartnersDrawn, Planned, Table
from bowerbird.event.state import Event, Round
from bowerbird.seats import Seat

__all__ = ["IN_ORDER", "YES", "Choice", "Chosen", "CutDue", "Movement", "Seating", "in_order"]

#: The director's choices, by name. A choice for one table has its number after the name: `shift 3`.
Chosen: TypeAlias = Mapping[str, str]
#: The value of a switch that is on.
YES = "yes"


class Choice(msgspec.Struct, frozen=True):
    """A decision that a movement leaves to the director, with words for the form.

    `options` are values with their words, the usual one first; a choice without any is a switch. With `each_table` the
    options are the two winners at each table.
    """

    name: str
    label: str
    when: Literal["first round", "later rounds", "rotation complete", "new meeting"]
    options: tuple[tuple[str, str], ...] = ()
    each_table: bool = False


class Seating(msgspec.Struct, frozen=True):
    """The next round as a movement proposes it. `before` are facts that come first: boards, partners drawn, a plan.

    A round that does not `count` is played for fun.
    """

    tables: tuple[Table, ...]
    sitting_out: tuple[str, ...] = ()
    before: tuple[BoardsDealt | PartnersDrawn | Planned, ...] = ()
    counts: bool = True


class CutDue(msgspec.Struct, frozen=True):
    """A cut at a table: one of the first group and one of the second show a card. `made` if it was recorded.

    After a tie nobody is named until it is known who dealt the last hand.
    """

    table: int
    purpose: Literal["move", "deal"]
    first: tuple[str, ...]
    second: tuple[str, ...]
    made: bool = False

    def between(self, names: Collection[str]) -> bool:
        """True if these are the two who cut."""
        return len(names) == 2 and all(len(set(names) & set(group)) == 1 for group in (self.first, self.second))

    def with_subs(self, subs: Mapping[str, str]) -> CutDue:
        """The same cut, with subs by their own names."""
        first, second = (tuple(subs.get(name, name) for name in names) for names in (self.first, self.second))
        return replace(self, first=first, second=second)

    @property
    def words(self) -> str:
        """`Ann and Dee cut for the deal.`"""
        if not self.first:
            return "Who dealt the last hand? That player and the one on the right cut: the higher pair moves."
        decides = "the pair with the higher card moves" if self.purpose == "move" else "for the deal"
        between = f"{' or '.join(self.first)} and {' or '.join(self.second)} cut"
        return f"{between}: {decides}." if self.purpose == "move" else f"{between} {decides}."


#: The switch of movements whose first places are drawn by lot.
IN_ORDER = Choice("in_order", "In the order of entry instead of a draw", "first round")


class Movement(ABC):
    """A movement of the room from one round to the next. Only its own file depends on its name."""

    #: The name in rulebooks.
    name: ClassVar[str]
    #: The label in a list of movements.
    label: ClassVar[str]
    #: The sentence on the rule sheet.
    rule: ClassVar[str]
    #: Who cuts for the deal of a new game, where the rulebook has a cut; `{card}` is higher or lower.
    cut_rule: ClassVar[str] = "Before a new game the sides cut, and the {card} card deals first."
    #: The sentence on the board while a round is played: where people go next.
    next_move: ClassVar[str]
    #: True if two people stay together for the whole event.
    pairs_stay: ClassVar[bool] = False
    #: True if results decide who sits where, so that nothing can be predicted.
    by_results: ClassVar[bool] = False
    #: True if the coming rounds follow a plan that people can see.
    planned: ClassVar[bool] = False
    #: True if one player keeps a chair and the card for the whole sitting, and deals first in each of its games.
    pivot: ClassVar[bool] = False
    #: True if tables play the same deals, dealt beforehand as boards, and are compared.
    duplicate: ClassVar[bool] = False
    #: True if two teams of two, entered for the same zone, are one team of four.
    of_four: ClassVar[bool] = False
    #: True if after a tie the pair with the higher card counts as the winners.
    cut_after_tie: ClassVar[bool] = False
    #: The names of the two lines of teams, North-South first, where the movement tells them apart.
    line_names: ClassVar[tuple[str, str] | None] = None
    #: The note to the people of each line.
    line_notes: ClassVar[tuple[str, str]] = ("", "")
    #: The note on the seat slip of the first dealer.
    dealer_note: ClassVar[str] = "You deal first."
    choices: ClassVar[tuple[Choice, ...]] = ()

    @abstractmethod
    def seat(self, event: Event, shuffle: Shuffle, chosen: Chosen) -> Seating:
        """Propose places for everybody in the next round."""

    def rounds_without_repeat(self, event: Event) -> int:
        """The number of rounds before the same teams meet again, as far as it is known from the round in progress.

        A schedule goes as far if the number of rounds is open; 0 if nothing is known.
        """
        return 0

    def advice(self, event: Event, chosen: Chosen) -> tuple[str, ...]:
        """Tell the director how this round, or the plan, affects who meets whom."""
        return (event.plan_says,) if event.plan_says else ()

    def shifted(self, event: Event) -> tuple[str, ...]:
        """Tell the room who stayed at a table but changed chairs."""
        return ()

    def by_cards(self, event: Event, table: Table, cards: ShownCards) -> Table:
        """The same table after the cards that its people really showed: they decide who deals first.

        Equal cards decide nothing: the table is `undecided` until those people have cut again.
        """
        dealer = dealer_by_cards(table.seats, event.book, cards)
        cut = tuple((name, str(card)) for name, card in cards)
        if not dealer:
            return replace(table, cut=cut, undecided=True)
        return replace(table, dealer=Seat(table.seats.index(dealer)), cut=cut, undecided=False)

    def compared_with(self, past: Round, table: Table) -> Hashable:
        """The tables that this one is compared with on the same board: those with an equal value."""
        return None

    def boards_in_all(self, event: Event) -> int:
        """The number of boards that the event needs, as far as it is known."""
        return 0

    def boards_open(self, event: Event, board: int) -> bool:
        """True if everybody may see a board, its cards and its results: nobody is going to play it."""
        return not event.is_open

    def all_draw(self, event: Event, table: Table) -> bool:
        """True if all four at a table may show a card for the deal. If not, one of each side does."""
        return not self.pairs_stay

    def cut_to_move(self, event: Event, past: Round, table: Table) -> CutDue | None:
        """The cut after a tie at a table, by which one pair counts as the winners; None if nobody cuts there."""
        result = past.results.get(table.number)
        if not self.cut_after_tie or result is None or result.status != "accepted" or result.score.winner is not None:
            return None
        cards, dealer = past.cuts.get((table.number, "move"), {}), result.score.last_dealer
        if dealer is None:
            return CutDue(table.number, "move", (), (), made=bool(cards))
        due = CutDue(table.number, "move", (table.seats[dealer],), (table.seats[dealer.right],))
        return replace(due, made=due.between(cards))

    def cuts_due(self, event: Event) -> tuple[CutDue, ...]:
        """The cuts of the round in progress: after a tie for who moves, until it is made, and for the deal."""
        current = event.open_round
        found = () if current is None else (self.cut_to_move(event, current, table) for table in current.tables)
        return tuple(due for due in found if due is not None and not due.made)

    def by_deal_cut(self, event: Event, table: Table, dealer: str, other: str) -> Table:
        """The same table after two people cut for its deal before the game; `other` lost the cut."""
        return replace(table, dealer=Seat(table.seats.index(dealer)))

    def next_game(self, table: Table) -> Table:
        """The same table in the next game of its sitting."""
        return table

    # For everything that offers choices.

    def open_choices(self, event: Event) -> tuple[Choice, ...]:
        """The choices that the director has for the next round."""
        new_meeting = not event.tonight
        again = event.book.event.games_per_round > 1 and bool(event.tonight) and not event.same_sitting()
        due = {
            "first round": not event.rounds,
            "later rounds": bool(event.rounds),
            "rotation complete": again,
            "new meeting": bool(event.rounds) and new_meeting,
        }
        return () if event.finished else tuple(choice for choice in self.choices if due[choice.when])

    def check(self, event: Event, chosen: Chosen) -> None:
        """Refuse choices that this movement does not have, or not now."""
        known = {choice.name: choice for choice in self.open_choices(event)}
        for key, value in chosen.items():
            name, _, table = key.partition(" ")
            choice = known.get(name)
            if choice is None or bool(table) != choice.each_table or (table and not table.isdigit()):
                names = ", ".join(f"{each.name} TABLE" if each.each_table else each.name for each in known.values())
                raise EventError(
                    f"{key!r} can't be chosen for this round. {f'Choose from: {names}.' if names else 'Leave it out.'}"
                )
            allowed = [option for option, _ in choice.options] or [YES]
            if not choice.each_table and value not in allowed:
                raise EventError(f"{key!r} is one of: {', '.join(allowed)}. {value!r} isn't.")


def in_order(chosen: Chosen) -> bool:
    """True if first places follow the order of entry."""
    return chosen.get(IN_ORDER.name) == YES
