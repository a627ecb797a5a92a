"""The facts around a live table: people and bots sit down and leave, shuffles are committed to, play is undone.

A fact of the play itself is one of `bowerbird.table`, wrapped in `Happened`. A table's stream in the log is a list of
these facts, and a table's state is the fold of that list.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table.facts import (
    Cut,
    Deal,
    Draw,
    EndBell,
    Fact,
    Open,
    Ruling,
    Shuffle,
    StartBell,
    TurnUp,
    card_from_text,
    card_to_text,
)

__all__ = [
    "EMOTES",
    "NOT_FOR_SEATS",
    "PHRASES",
    "TURN_CLOCKS",
    "AddedWords",
    "AskedAgain",
    "BellSet",
    "BirdChosen",
    "Board",
    "BotSat",
    "Closed",
    "Committed",
    "DrawCommitted",
    "DrawRevealed",
    "Emote",
    "Expected",
    "Gathers",
    "HallFact",
    "HandedOver",
    "Happened",
    "Hinted",
    "KeptFor",
    "Left",
    "Made",
    "Pace",
    "PaceSet",
    "Paused",
    "Phrase",
    "Resumed",
    "Revealed",
    "Said",
    "Sat",
    "TimedOut",
    "TookBack",
    "TurnClock",
    "TurnClockSet",
    "UndoAnswered",
    "UndoAsked",
    "Undone",
    "decode_hall_fact",
    "encode_hall_fact",
    "made_with",
    "rules_of",
]

Pace: TypeAlias = Literal["slow", "normal", "quick", "at once"]
Phrase: TypeAlias = Literal[
    "Hello", "Well played", "Thank you", "Nice try", "Sorry", "One moment, please", "Good game", "Goodbye"
]
PHRASES: tuple[Phrase, ...] = (
    "Hello",
    "Well played",
    "Thank you",
    "Nice try",
    "Sorry",
    "One moment, please",
    "Good game",
    "Goodbye",
)
#: Small pictures to say something with. During a hand they wait until it is over, so that nobody signals a partner.
Emote: TypeAlias = Literal["Applause", "Laughter", "Surprise", "Phew", "Oops", "Cheers"]
EMOTES: tuple[Emote, ...] = get_args(Emote)
#: Seconds to decide at a public table; 0 for no clock.
TurnClock: TypeAlias = Literal[0, 30, 60]
TURN_CLOCKS: tuple[TurnClock, ...] = get_args(TurnClock)
#: Facts of the play that no seat chooses: draws, shuffles, deals and bells are automatic, rulings are a director's.
NOT_FOR_SEATS = (Open, Draw, Shuffle, Cut, Deal, TurnUp, StartBell, EndBell, Ruling)
ShortText: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Base(msgspec.Struct, frozen=True, tag_field="hall", forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The common shape of these facts."""


class Board(msgspec.Struct, frozen=True):
    """A board of a duplicate event, dealt before: its number, and the secret that its deck follows from."""

    number: int
    secret: str


class Made(Base, frozen=True, tag="made"):
    """A table is set up. The log contains the rules themselves: nothing outside it can change what it means.

    `rules` is the name of the rulebook that they came from. With `bots_slip`, bots at a real table make mistakes too.
    `daily` is the date of the daily hand that is played here, as in 2026-01-05.
    With `coached`, the teacher speaks before decisions in the first game: it isn't rated.
    With `boards`, its hands are these, in order. Their secrets are shown when the event opens the boards.
    With `thrown_in_ends`, as in older logs, a hand thrown in after the end bell was the last one.
    """

    host: str
    book: msgspec.Raw
    rules: str = ""
    mode: Literal["guarded", "real"] = "guarded"
    private: bool = False
    code: str = ""
    pace: Pace = "normal"
    bots_slip: bool = False
    daily: str = ""
    coached: bool = False
    boards: tuple[Board, ...] = ()
    thrown_in_ends: bool = True


@lru_cache(maxsize=256)
def _read_book(text: bytes, thrown_in_ends: bool) -> Rulebook:
    """Read a rulebook. Tables with the same rules share one."""
    book = msgspec.json.decode(text, type=Rulebook)
    if thrown_in_ends and book.game.bell == "finish the hand":
        return replace(book, game=replace(book.game, bell="finish or throw in"))
    return book


def made_with(host: str, book: Rulebook, **more: Any) -> Made:
    """A new table with these rules."""
    return Made(host, msgspec.Raw(msgspec.json.encode(book)), book.name, thrown_in_ends=False, **more)


def rules_of(made: Made) -> Rulebook:
    """The rules of a table."""
    return _read_book(bytes(made.book), made.thrown_in_ends)


class Sat(Base, frozen=True, tag="sat"):
    """A person takes a chair. `bird` is their picture, if they have chosen one."""

    seat: Seat
    person: str
    name: ShortText
    bird: str = ""


class BirdChosen(Base, frozen=True, tag="bird"):
    """The person in this chair chooses another picture; empty for initials."""

    seat: Seat
    bird: str


class BotSat(Base, frozen=True, tag="bot-sat"):
    """A bot takes a chair. With `removed`, the host took it from a person, who can't take it back without the host.

    `bird` is the bird that the host chose; without one, it is the first of the seat's own that is free.
    """

    seat: Seat
    level: str
    removed: bool = False
    bird: str = ""


class Expected(Base, frozen=True, tag="expected"):
    """The chairs are reserved for these people, North first. Bots fill empty ones at `bots_at`, or never if None."""

    names: tuple[ShortText, ShortText, ShortText, ShortText]
    bots_at: int | None = None


class Closed(Base, frozen=True, tag="closed"):
    """The reservation ends: the game of these people isn't played here. `why` is the reason for them to read."""

    why: str


class Gathers(Base, frozen=True, tag="gathers"):
    """People from the lobby meet here. At `bots_at` bots take the free chairs, and the game begins."""

    bots_at: int


class KeptFor(Base, frozen=True, tag="kept-for"):
    """The chairs are kept for these people until the game begins, North first; empty for a chair that anyone may take.

    `names` are what these people are called.
    """

    people: tuple[str, str, str, str]
    names: tuple[str, str, str, str]


class AskedAgain(Base, frozen=True, tag="asked-again"):
    """A person asks the others for another game at a new table. With `swapped`, partners change."""

    seat: Seat
    table: str
    swapped: bool = False


class Left(Base, frozen=True, tag="left"):
    """A chair is empty again."""

    seat: Seat


class HandedOver(Base, frozen=True, tag="handed-over"):
    """The person in this chair is away, and a bot plays for them."""

    seat: Seat


class TookBack(Base, frozen=True, tag="took-back"):
    """The person is back."""

    seat: Seat


class Paused(Base, frozen=True, tag="paused"):
    """The host holds the play."""


class Resumed(Base, frozen=True, tag="resumed"):
    """The play continues."""


class PaceSet(Base, frozen=True, tag="pace"):
    """The bot speed changes."""

    pace: Pace


class TurnClockSet(Base, frozen=True, tag="turn-clock"):
    """The host of a public table sets the time to decide, in seconds; 0 for no clock."""

    seconds: TurnClock


class TimedOut(Base, frozen=True, tag="timed-out"):
    """The time of the person in this chair is over: a bot makes the next decision for them."""

    seat: Seat


class BellSet(Base, frozen=True, tag="bell-set"):
    """The clock of an event, not the table's own, sets the end bell; None while that clock is paused."""

    ends_at: int | None = None


class Committed(Base, frozen=True, tag="committed"):
    """The server commits to the shuffle of the next hand. Everyone sees the digest, nobody the secret yet."""

    hand: int
    digest: str
    secret: str


class DrawCommitted(Base, frozen=True, tag="draw-committed"):
    """The server commits to the draw of a game, before the first card. Games at a table are counted from 1."""

    game: int
    digest: str
    secret: str


class AddedWords(Base, frozen=True, tag="added-words"):
    """A person's own randomness for the draw or the shuffle that comes next."""

    seat: Seat
    words: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class Revealed(Base, frozen=True, tag="revealed"):
    """The hand is over, and the secret is shown: anyone can check the shuffle."""

    hand: int


class DrawRevealed(Base, frozen=True, tag="draw-revealed"):
    """The draw is over, and its secret is shown."""

    game: int


class Happened(Base, frozen=True, tag="happened"):
    """Something happened in the play."""

    fact: Fact


class UndoAsked(Base, frozen=True, tag="undo-asked"):
    """A person asks to undo their last action."""

    seat: Seat


class UndoAnswered(Base, frozen=True, tag="undo-answered"):
    """Another person agrees or refuses."""

    seat: Seat
    agrees: bool


class Undone(Base, frozen=True, tag="undone"):
    """All agreed: only the first `keep` facts of the play still hold."""

    keep: int


class Said(Base, frozen=True, tag="said"):
    """A person says a set phrase, or with one of the small pictures. There is no free chat at a table."""

    seat: Seat
    phrase: Phrase | Emote


class Hinted(Base, frozen=True, tag="hinted"):
    """The teacher tells the person in this chair what it would do. Written once for a game: it isn't rated."""

    seat: Seat


HallFact: TypeAlias = (
    Made
    | Sat
    | BirdChosen
    | BotSat
    | Expected
    | Closed
    | Gathers
    | KeptFor
    | AskedAgain
    | Left
    | HandedOver
    | TookBack
    | Paused
    | Resumed
    | PaceSet
    | TurnClockSet
    | TimedOut
    | BellSet
    | Committed
    | DrawCommitted
    | AddedWords
    | Revealed
    | DrawRevealed
    | Happened
    | UndoAsked
    | UndoAnswered
    | Undone
    | Said
    | Hinted
)


_encoder = msgspec.json.Encoder(enc_hook=card_to_text)
_decoder: msgspec.json.Decoder[HallFact] = msgspec.json.Decoder(HallFact, dec_hook=card_from_text)


def encode_hall_fact(fact: HallFact) -> bytes:
    """One fact as JSON."""
    return _encoder.encode(fact)


def decode_hall_fact(text: bytes) -> HallFact:
    """The reverse of `encode_hall_fact`."""
    return _decoder.decode(text)
