"""A complete rulebook: every section with its title, its rulings, and the club's own document. Data only.

Every value that a rulebook may choose is a `Literal`, a whole number or a yes/no, so that a wrong one is refused when
the file is read (`bowerbird.rulebook.load`) and not in the middle of an event. The words for a setting are beside its
field, see `bowerbird.rulebook.setting`.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, TypeAlias

import msgspec

from bowerbird.cards import Card, Pack
from bowerbird.rulebook.calling import AloneRules, AuctionRules, DiscardRules, LeadRules, Need, Words
from bowerbird.rulebook.dealing import DealRules, DrawRules, PackRules
from bowerbird.rulebook.event import EventRules
from bowerbird.rulebook.game import GameRules
from bowerbird.rulebook.irregularities import Case, Irregularity
from bowerbird.rulebook.scoring import Count, PersonalCard, PointRules
from bowerbird.rulebook.setting import Option, Part, Section

__all__ = [
    "AloneRules",
    "AuctionRules",
    "Count",
    "DealRules",
    "DiscardRules",
    "DrawRules",
    "EventRules",
    "GameRules",
    "Kind",
    "LeadRules",
    "Need",
    "Option",
    "OwnClause",
    "PackRules",
    "PersonalCard",
    "PointRules",
    "Rulebook",
    "Unusual",
    "Words",
]

#: The part of the game that a clause is about: one hand, a game, a ruling, an event, or what people see and say.
Kind: TypeAlias = Literal["hand", "game", "ruling", "event", "show"]


class OwnClause(Section, frozen=True):
    """One clause of the club's own document, in our words. `reading`: the document is silent, and this is ours."""

    says: str
    kind: Kind = "hand"
    reading: bool = False


class Unusual(Section, frozen=True):
    """A place where this club's text differs from most people's expectations. The director is asked at set-up.

    `key` is the setting that the answer changes; those in `also` get the same value.
    """

    key: str
    says: str
    asks: str
    options: tuple[Option, ...]
    clause: str = ""
    also: tuple[str, ...] = ()


class RulesNamed(msgspec.Struct, frozen=True):
    """A rulebook by its name and its title."""

    name: str
    title: str


class Rulebook(Section, frozen=True):
    """The complete rules of one club, in sections of settings, such as `book.auction.stick_the_dealer`."""

    #: The short name, such as `alberta`.
    name: str
    #: The name for people, such as *Alberta 55 Plus*.
    title: str
    #: The rules in one sentence.
    about: str
    #: Where they come from.
    source: str = ""
    pack: Annotated[PackRules, Part("The pack")] = PackRules()
    draw: Annotated[DrawRules, Part("The draw")] = DrawRules()
    deal: Annotated[DealRules, Part("The deal")] = DealRules()
    auction: Annotated[AuctionRules, Part("Making trump")] = AuctionRules()
    words: Annotated[Words, Part("Words and ways", in_form=False)] = Words()
    discard: Annotated[DiscardRules, Part("The discard")] = DiscardRules()
    alone: Annotated[AloneRules, Part("Playing alone")] = AloneRules()
    lead: Annotated[LeadRules, Part("The lead")] = LeadRules()
    points: Annotated[PointRules, Part("Points")] = PointRules()
    personal_card: Annotated[PersonalCard, Part("Personal cards", in_form=False)] = PersonalCard()
    game: Annotated[GameRules, Part("The game")] = GameRules()
    #: What happens after each kind of mistake: the first case whose conditions hold.
    irregularities: dict[Irregularity, tuple[Case, ...]] = msgspec.field(default_factory=dict)
    event: Annotated[EventRules, Part("The event", in_form=False)] = EventRules()
    #: Settings that differ from what most people expect, so the director is asked about them.
    unusual: tuple[Unusual, ...] = ()
    #: The clauses that each setting comes from: see `sources`.
    clauses: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    #: The club's clauses in our words, by their ids.
    document: dict[str, OwnClause] = msgspec.field(default_factory=dict)

    def cards(self) -> Pack:
        """The deck that is played with."""
        return _pack(self.pack.lowest, self.pack.joker)

    def card_sign(self, card: Card) -> str:
        """A card as people read it: `J♥`, `10♠`, and the joker by the club's own name."""
        return self.words.joker.capitalize() if card.is_joker else card.sign

    def sources(self, key: str) -> tuple[str, ...]:
        """The ids of the clauses that a setting comes from, such as `sources("auction.stick_the_dealer")`.

        A setting without clauses of its own has those of its section. One that house rules changed has none.
        """
        while key not in self.clauses and "." in key:
            key = key.rpartition(".")[0]
        return self.clauses.get(key, ())

    @property
    def named(self) -> RulesNamed:
        """Its name and its title."""
        return RulesNamed(self.name, self.title)

    def clause_says(self, id: str) -> str:
        """The text of one of the club's clauses; empty for an empty id. Raises `KeyError` for an unknown one."""
        return self.document[id].says if id else ""


@cache  # a pack counts its cards once, and every check asks for it
def _pack(lowest: int, joker: bool) -> Pack:
    return Pack(lowest, joker)
