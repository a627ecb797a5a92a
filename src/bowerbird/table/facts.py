"""Everything that can happen at a table. A game is the list of its facts, in order, and nothing else.

A fact is also the action that a person takes: `table.push(Play(Seat.E, Card("Jh")))` appends it, if it is allowed.
Facts travel as JSON (`encode_fact`, `decode_fact`): cards as people write them, seats and suits as their numbers.
"""

from __future__ import annotations

from contextlib import suppress
from reprlib import repr as in_short
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from bowerbird.cards import Card, CardError, Suit, Trump
from bowerbird.errors import BowerbirdError
from bowerbird.rulebook.irregularities import Irregularity
from bowerbird.rulebook.weak_hands import WeakHand
from bowerbird.seats import Seat, Side

__all__ = [
    "AskNewDeal",
    "Call",
    "CallLead",
    "Choice",
    "Choose",
    "Claim",
    "ClaimRest",
    "Cut",
    "Deal",
    "Decision",
    "DefendAlone",
    "Discard",
    "Draw",
    "EndBell",
    "Exchange",
    "Expose",
    "Fact",
    "Gather",
    "GiveBest",
    "InvalidActionError",
    "LookAtQuitted",
    "MixTricks",
    "Name",
    "Open",
    "Order",
    "Pass",
    "PlainFact",
    "Play",
    "Quit",
    "RealFact",
    "Ruling",
    "Shuffle",
    "StandFor",
    "StartBell",
    "TakeBack",
    "TurnUp",
    "card_from_text",
    "card_to_text",
    "checked",
    "decode_fact",
    "encode_fact",
]

#: The number of cards in each round of the deal: `3-2`, `2-3`, `1-1-1-1-1`.
Packets: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[0-9](-[0-9]){1,9}$")]


#: Choices of the injured side after a proved revoke.
Choice: TypeAlias = Literal["as played", "add points", "take points"]

#: Decisions that a director may make. Words that rulebooks use too mean the same here.
Decision: TypeAlias = Literal[
    "as it stands",
    "take it back",
    "new deal",
    "void and barred",
    "exposed card",
    "call a lead",
    "play on without score",
    "hand lost",
    "points",
    "points off",
    "game lost",
    "warning",
    "removal",
]


class InvalidActionError(BowerbirdError, ValueError):
    """Something that can't happen at any table: a card that isn't in the deck, text that isn't a fact."""


class Base(msgspec.Struct, frozen=True, tag_field="fact", forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The shape that all facts share."""


class Open(Base, frozen=True, tag="open"):
    """Four people sit down."""

    names: tuple[str, str, str, str] = ("North", "East", "South", "West")
    #: `guarded` allows legal plays only; at a `real` table players can make mistakes.
    mode: Literal["guarded", "real"] = "guarded"
    #: The first dealer. Without one, the players draw for it.
    dealer: Seat | None = None
    #: True if the players have chosen their partners, so they draw only for the deal.
    partners_arranged: bool = False
    #: The score to start from, North–South first.
    score: tuple[int, int] = (0, 0)


class Draw(Base, frozen=True, tag="draw"):
    """A card comes to a seat, face up, in the draw for partners and dealer."""

    seat: Seat
    card: Card


class Shuffle(Base, frozen=True, tag="shuffle"):
    """The deck is shuffled. No view contains its order."""

    #: Every card, top card first.
    deck: tuple[Card, ...]


class Cut(Base, frozen=True, tag="cut"):
    """The player on the dealer's right cuts the deck."""

    seat: Seat
    #: The number of cards lifted from the top. The rest goes on top of them.
    at: int


class Deal(Base, frozen=True, tag="deal"):
    """The cards are dealt."""

    #: Each player's packets, such as `3-2`, starting on the dealer's left.
    packets: tuple[Packets, Packets, Packets, Packets]
    #: The player who dealt. None is the dealer; at a real table, the wrong player may deal.
    by: Seat | None = None


class TurnUp(Base, frozen=True, tag="turn-up"):
    """The next card is turned face up."""


class StandFor(Base, frozen=True, tag="stand-for"):
    """The joker was turned up: before looking at any card, the dealer names the suit that it represents."""

    seat: Seat
    suit: Suit


class Exchange(Base, frozen=True, tag="exchange"):
    """A player exchanges three cards of a weak hand for the three under the turn-up, if the rules allow it."""

    seat: Seat
    cards: tuple[Card, Card, Card]


class AskNewDeal(Base, frozen=True, tag="ask-new-deal"):
    """A player shows a weak hand, and the cards are dealt again, if the rules allow it."""

    seat: Seat
    reason: WeakHand


class Pass(Base, frozen=True, tag="pass"):
    """No call. If the dealer passes in the first round, the turn-up is turned down."""

    seat: Seat


class Order(Base, frozen=True, tag="order"):
    """The suit of the turn-up becomes trump: ordered up, assisted, or taken up by the dealer."""

    seat: Seat
    alone: bool = False


class Name(Base, frozen=True, tag="name"):
    """A player makes another suit trump in the second round, or plays no trump if the rules have it."""

    seat: Seat
    trump: Trump
    alone: bool = False


class Discard(Base, frozen=True, tag="discard"):
    """The dealer, or a lone player who was given a card, discards one face down."""

    seat: Seat
    card: Card


class DefendAlone(Base, frozen=True, tag="defend-alone"):
    """An opponent of a lone hand defends alone, so that player's partner sits out, too."""

    seat: Seat


class GiveBest(Base, frozen=True, tag="give-best"):
    """The partner of a lone player hands over one card, if the rules have *partner's best*."""

    seat: Seat
    card: Card


class Play(Base, frozen=True, tag="play"):
    """A card is led or played to the trick."""

    seat: Seat
    card: Card


class ClaimRest(Base, frozen=True, tag="claim-rest"):
    """A player who is certain of all remaining tricks claims them. Not at a real table, where the hand is played out.

    The other players play their lowest legal cards.
    """

    seat: Seat
    #: The cards of the hand, in the order in which they take the tricks.
    cards: tuple[Card, ...]


class StartBell(Base, frozen=True, tag="start-bell"):
    """The bell rings to start a timed game. Before it, no card is turned up."""


class EndBell(Base, frozen=True, tag="end-bell"):
    """The bell rings to end a timed game."""


# Facts of real tables only.


class Quit(Base, frozen=True, tag="quit"):
    """The winner turns the trick face down."""

    seat: Seat


class Gather(Base, frozen=True, tag="gather"):
    """The tricks are counted and the cards gathered. After this, nobody can claim anything about the hand."""

    seat: Seat


class Expose(Base, frozen=True, tag="expose"):
    """A card is shown without being played: dropped, named, or played together with another."""

    seat: Seat
    card: Card


class TakeBack(Base, frozen=True, tag="take-back"):
    """A player takes back the card just played, while the rulebook allows it."""

    seat: Seat
    #: The card that goes back to the hand.
    card: Card
    #: The card played in its place, if one is.
    instead: Card | None = None


class LookAtQuitted(Base, frozen=True, tag="look-at-quitted"):
    """A player turns a quitted trick face up."""

    seat: Seat


class MixTricks(Base, frozen=True, tag="mix-tricks"):
    """A player mixes the quitted tricks, so that they no longer prove anything."""

    seat: Seat


class Claim(Base, frozen=True, tag="claim"):
    """A player reports a mistake. It isn't allowed if nothing shows that it happened."""

    #: The player who reports it.
    seat: Seat
    irregularity: Irregularity
    #: The player who made it.
    offender: Seat


class Choose(Base, frozen=True, tag="choose"):
    """After a proved revoke, the other side chooses between the score as played and the points."""

    seat: Seat
    choice: Choice


class CallLead(Base, frozen=True, tag="call-lead"):
    """After a mistake, an opponent names the suit that the offending side must lead next."""

    seat: Seat
    #: The suit to lead; None gives up the right to name one.
    suit: Suit | None = None


class Ruling(Base, frozen=True, tag="ruling"):
    """The director decides a question, or overrules a ruling."""

    decision: Decision
    #: The director's reason, which stays in the record.
    reason: str
    #: The side that it is about.
    offender: Side | None = None
    points: int = 0
    #: The ruling that it overrules, by its number in the record, from 1; 0 for none.
    overrules: int = 0


#: What a player can say when trump is made.
Call: TypeAlias = Pass | Order | Name
#: Facts of every table.
PlainFact: TypeAlias = (
    Open
    | Draw
    | Shuffle
    | Cut
    | Deal
    | TurnUp
    | StandFor
    | Exchange
    | AskNewDeal
    | Pass
    | Order
    | Name
    | Discard
    | DefendAlone
    | GiveBest
    | Play
    | ClaimRest
    | StartBell
    | EndBell
)
#: Facts of real tables only.
RealFact: TypeAlias = Quit | Gather | Expose | TakeBack | LookAtQuitted | MixTricks | Claim | Choose | CallLead | Ruling
#: Anything that can happen at a table.
Fact: TypeAlias = PlainFact | RealFact


def card_to_text(value: Any) -> str:
    """For encoders: a card as people write it."""
    if isinstance(value, Card):
        return str(value)
    raise NotImplementedError(type(value))


def card_from_text(kind: type, value: Any) -> Card:
    """For decoders: the reverse of `card_to_text`."""
    if kind is Card and isinstance(value, str):
        return Card(value)
    raise CardError(f"{value!r} isn't a card")


_encoder = msgspec.json.Encoder(enc_hook=card_to_text)
_decoder: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(Fact, dec_hook=card_from_text)


def encode_fact(fact: Fact) -> bytes:
    """A fact as JSON: cards as text, seats and suits as numbers."""
    return _encoder.encode(fact)


def decode_fact(text: bytes | str) -> Fact:
    """A fact from JSON: the reverse of `encode_fact`. Raises `InvalidActionError` for any other text."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, CardError, UnicodeError, RecursionError) as error:
        raise InvalidActionError(f"this isn't a fact of a table: {error}") from None


def checked(fact: Fact) -> Fact:
    """The fact, with each part of its kind. Raises `InvalidActionError` for anything else, and says what is wanted."""
    if isinstance(fact, Base):
        with suppress(InvalidActionError, UnicodeError, RuntimeError):
            return decode_fact(encode_fact(fact))  # quicker than looking at each part
        for part in msgspec.structs.fields(fact):
            given = getattr(fact, part.name)
            try:
                msgspec.convert(given, part.type, dec_hook=card_from_text)
            except (msgspec.ValidationError, CardError):
                wanted = f"{part.name}: {type(fact).__annotations__[part.name]}"
                raise InvalidActionError(f"{type(fact).__name__} takes `{wanted}`, not {in_short(given)}") from None
    raise InvalidActionError(
        f"{in_short(fact)} isn't a fact. Use one such as Open(), Pass(Seat.W) or Play(Seat.E, Card('Jh')): "
        "`Table.legal` lists those that are legal now"
    )
