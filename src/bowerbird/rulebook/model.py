"""What a rulebook can say about a hand and a game. Data only: nothing here knows a club, and nothing here plays.

Every value that a book may choose is a `Literal`, a whole number or a yes/no, so that a wrong one is refused when the
file is read (`bowerbird.rulebook.load`) and not in the middle of an evening.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from bowerbird.cards import Pack
from bowerbird.rulebook.event import EventRules
from bowerbird.rulebook.irregularities import Case, Irregularity

Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
Minutes = Annotated[int, msgspec.Meta(ge=1, le=240)]


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a rulebook."""


class PackRules(Section, frozen=True):
    """Which cards are in play."""

    lowest: Literal[7, 8, 9] = 9
    joker: bool = False


class DrawRules(Section, frozen=True):
    """How partners and the first dealer are found."""

    partners: Literal["arranged", "highs against lows", "second jack"] = "arranged"
    dealer: Literal["lowest card", "highest card", "first jack"] = "lowest card"


class DealRules(Section, frozen=True):
    """Cut and deal."""

    cut: Literal["required", "optional"] = "optional"
    cut_leaves: Annotated[int, msgspec.Meta(ge=1, le=12)] = 1
    packets: tuple[Literal["3-2", "2-3", "1-1-1-1-1"], ...] = ("3-2", "2-3")
    plan: Literal["each player", "all alike"] = "each player"
    after_start_bell: bool = False
    second_misdeal: Literal["same dealer", "next dealer"] = "same dealer"
    farmers_hand: Literal["off", "exchange", "new deal"] = "off"
    ace_no_face: Literal["off", "new deal"] = "off"


Need = Literal["nothing", "natural", "trump or left bower"]


class AuctionRules(Section, frozen=True):
    """Who may make trump, with what, and what happens when nobody does."""

    need_first_round: Need = "nothing"
    need_second_round: Need = "nothing"
    dealer_needs: bool = True
    partner_orders_alone: bool = False
    stick_the_dealer: bool = False
    all_pass: Literal["next dealer", "same dealer"] = "next dealer"
    no_trump: bool = False


class Words(Section, frozen=True):
    """What people say and do at this club's tables."""

    pass_: str = msgspec.field(default="Pass", name="pass")
    turn_down: str = "Turn it down"
    order: str = "I order it up"
    assist: str = "I assist"
    take: str = "I take it up"
    alone: str = "Alone"
    next: str = "Next"
    crossing: str = "Crossing"
    revoke: Literal["revoke", "renege"] = "renege"
    turned_down_lies: Literal["face down", "face up"] = "face down"
    turn_up_stays: bool = False
    discard_goes: Literal["on the pack", "under the pack"] = "on the pack"
    trick_turned_by_winner: bool = False
    tip: str = ""


class DiscardRules(Section, frozen=True):
    """What the dealer may lay away after taking the turn-up."""

    turn_up: bool = False
    keep_turn_up_in_a_flush: bool = False


class AloneRules(Section, frozen=True):
    """Playing without the partner."""

    defend_alone: bool = False
    partners_best: bool = False


class LeadRules(Section, frozen=True):
    """Who leads to the first trick."""

    opening: Literal["left of dealer", "left of lone hand"] = "left of dealer"


class PointRules(Section, frozen=True):
    """The table of points of one hand."""

    made: Count = 1
    march: Count = 2
    alone_made: Count = 1
    alone_march: Count = 4
    euchre: Count | Literal["by tricks"] = 2
    euchre_alone: Count | Literal["by tricks"] = 2
    euchre_by_lone_defender: Count = 4


class PersonalCard(Section, frozen=True):
    """Points of one hand on each person's own card, where people keep one."""

    kept: bool = False
    made: Count = 1
    march: Count = 2
    alone_made: Count = 2
    alone_march: Count = 5
    alone_march_partner: Count = 4


class GameRules(Section, frozen=True):
    """When a game ends. A value of 0 means that this does not end it."""

    points: Count = 10
    hands: Count = 0
    minutes: Annotated[int, msgspec.Meta(ge=0, le=240)] = 0
    bell: Literal["none", "finish the hand"] = "none"
    level_at_bell: Literal["draw", "one more hand"] = "draw"
    over_target: Literal["counted", "not counted"] = "not counted"
    advised_minutes: Annotated[int, msgspec.Meta(ge=0, le=240)] = 0
    markers: tuple[Literal["two fives", "three and two", "peg board", "numbers"], ...] = ("numbers",)


class Option(Section, frozen=True):
    """One way to settle a question, and what choosing it is called."""

    value: bool | int | str
    words: str


class Unusual(Section, frozen=True):
    """A place where this club's text differs from what most people expect, so that whoever sets up an event is asked.

    `key` is the setting that the answer changes; those in `also` get the same value.
    """

    key: str
    says: str
    asks: str
    clause: str
    options: tuple[Option, ...]
    also: tuple[str, ...] = ()


class RulesNamed(msgspec.Struct, frozen=True):
    """A rulebook by its name and its title."""

    name: str
    title: str


class Rulebook(Section, frozen=True):
    """One club's rules, whole."""

    name: str
    title: str
    about: str
    pack: PackRules = PackRules()
    draw: DrawRules = DrawRules()
    deal: DealRules = DealRules()
    auction: AuctionRules = AuctionRules()
    words: Words = Words()
    discard: DiscardRules = DiscardRules()
    alone: AloneRules = AloneRules()
    lead: LeadRules = LeadRules()
    points: PointRules = PointRules()
    personal_card: PersonalCard = PersonalCard()
    game: GameRules = GameRules()
    irregularities: dict[Irregularity, tuple[Case, ...]] = {}
    event: EventRules = EventRules()
    unusual: tuple[Unusual, ...] = ()
    clauses: dict[str, tuple[str, ...]] = {}

    def cards(self) -> Pack:
        """The pack that this book plays with."""
        return Pack(self.pack.lowest, self.pack.joker)

    def sources(self, key: str) -> tuple[str, ...]:
        """The clauses that a setting comes from, such as `sources("auction.stick_the_dealer")`.

        A setting without clauses of its own has those of its section; one that house rules changed has none.
        """
        while key not in self.clauses and "." in key:
            key = key.rpartition(".")[0]
        return self.clauses.get(key, ())

    @property
    def named(self) -> RulesNamed:
        """The name and the title, for a page."""
        return RulesNamed(self.name, self.title)
