"""Everything that can happen at a table. A game is the list of its facts, in order, and nothing else.

A fact is also the action that a person takes: `table.push(Play(Seat.E, Card("Jh")))` appends it, if it is allowed.
Facts travel as JSON (`encode_fact`, `decode_fact`): cards as people write them, seats and suits as their numbers.
"""

from __future__ import annotations

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
    """Something that could not happen at any table: a card that is not in the pack, text that isn't a fact."""


class Base(msgspec.Struct, frozen=True, tag_field="fact", forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The shape that all facts share."""


class Open(Base, frozen=True, tag="open"):
    """Four people sit down. If the dealer is already known, as in an event, nobody draws for it."""

    names: tuple[str, str, str, str] = ("North", "East", "South", "West")
    mode: Literal["guarded", "real"] = "guarded"
    dealer: Seat | None = None
    partners_arranged: bool = False
    score: tuple[int, int] = (0, 0)


class Draw(Base, frozen=True, tag="draw"):
    """A card comes to a chair, face up, in the draw or cut for partners and dealer."""

    seat: Seat
    card: Card


class Shuffle(Base, frozen=True, tag="shuffle"):
    """The pack is ready, top card first. Only the log contains its order."""

    deck: tuple[Card, ...]


class Cut(Base, frozen=True, tag="cut"):
    """The player on the dealer's right lifts `at` cards; what was under them comes on top."""

    seat: Seat
    at: int


class Deal(Base, frozen=True, tag="deal"):
    """Each player's packets, starting on the dealer's left. At a real table the wrong player may deal (`by`)."""

    packets: tuple[Packets, Packets, Packets, Packets]
    by: Seat | None = None


class TurnUp(Base, frozen=True, tag="turn-up"):
    """The next card is turned face up."""


class StandFor(Base, frozen=True, tag="stand-for"):
    """The joker was turned up: before looking at any card, the dealer names the suit that it represents."""

    seat: Seat
    suit: Suit


class Exchange(Base, frozen=True, tag="exchange"):
    """A weak hand exchanges three cards for the three under the turn-up."""

    seat: Seat
    cards: tuple[Card, Card, Card]


class AskNewDeal(Base, frozen=True, tag="ask-new-deal"):
    """A player gives back a hand that this table's rules allow to be dealt again."""

    seat: Seat
    reason: WeakHand


class Pass(Base, frozen=True, tag="pass"):
    """No call. From the dealer in the first round: the turn-up is turned down."""

    seat: Seat


class Order(Base, frozen=True, tag="order"):
    """The turn-up's suit is accepted as trump: ordered up, assisted, or taken up by the dealer."""

    seat: Seat
    alone: bool = False


class Name(Base, frozen=True, tag="name"):
    """A suit (or no trump) is named in the second round."""

    seat: Seat
    trump: Trump
    alone: bool = False


class Discard(Base, frozen=True, tag="discard"):
    """A card is discarded, face down."""

    seat: Seat
    card: Card


class DefendAlone(Base, frozen=True, tag="defend-alone"):
    """An opponent of the lone hand defends alone, so that the partner sits out too."""

    seat: Seat


class GiveBest(Base, frozen=True, tag="give-best"):
    """Partner's best: the lone player's partner hands over one card."""

    seat: Seat
    card: Card


class Play(Base, frozen=True, tag="play"):
    """A card is led or played to the trick."""

    seat: Seat
    card: Card


class ClaimRest(Base, frozen=True, tag="claim-rest"):
    """A player is certain of all remaining tricks, and lays the cards down in the order in which they take them.

    The others play their lowest legal cards. At a table that is played as at a real one, the cards are played out.
    """

    seat: Seat
    cards: tuple[Card, ...]


class StartBell(Base, frozen=True, tag="start-bell"):
    """The round begins."""


class EndBell(Base, frozen=True, tag="end-bell"):
    """Time is up."""


# Facts of real tables only.


class Quit(Base, frozen=True, tag="quit"):
    """The winner turns the trick face down."""

    seat: Seat


class Gather(Base, frozen=True, tag="gather"):
    """The tricks are counted and agreed, the cards are gathered: too late for claims."""

    seat: Seat


class Expose(Base, frozen=True, tag="expose"):
    """A card is shown without being played: dropped, named, or played together with another."""

    seat: Seat
    card: Card


class TakeBack(Base, frozen=True, tag="take-back"):
    """A player corrects the card just played, with another or with none, while the rulebook allows it."""

    seat: Seat
    card: Card
    instead: Card | None = None


class LookAtQuitted(Base, frozen=True, tag="look-at-quitted"):
    """A player turns a quitted trick face up."""

    seat: Seat


class MixTricks(Base, frozen=True, tag="mix-tricks"):
    """A player mixes the quitted tricks, so that they no longer prove anything."""

    seat: Seat


class Claim(Base, frozen=True, tag="claim"):
    """Somebody points out a mistake. The log proves it where it can; the rest everyone at the table has seen."""

    seat: Seat
    irregularity: Irregularity
    offender: Seat


class Choose(Base, frozen=True, tag="choose"):
    """The injured side chooses between the score as played and the points."""

    seat: Seat
    choice: Choice


class CallLead(Base, frozen=True, tag="call-lead"):
    """An opponent names the suit that the offending side leads next, or with no suit waives the right."""

    seat: Seat
    suit: Suit | None = None


class Ruling(Base, frozen=True, tag="ruling"):
    """The director decides, or overrules a ruling by its number in the record, from 1. The reason is kept."""

    decision: Decision
    reason: str
    offender: Side | None = None
    points: int = 0
    overrules: int = 0


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
    """One fact as JSON."""
    return _encoder.encode(fact)


def decode_fact(text: bytes | str) -> Fact:
    """The reverse of `encode_fact`; raises `InvalidActionError` for text that does not encode a fact."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, CardError, UnicodeError, RecursionError) as error:
        raise InvalidActionError(f"this isn't a fact of a table: {error}") from None
