"""List every message, in and out: a table's WebSocket, the desk's views, and the answers of the JSON API.

OpenAPI (`openapi`), the TypeScript declarations (`typescript`) and the tests of what is really sent use this list.
Contains shapes only.
"""

from __future__ import annotations

from types import GenericAlias
from typing import Annotated, Any, Final, TypeAlias, Union

import msgspec
from msgspec import UNSET
from msgspec.structs import FieldInfo, fields

from bowerbird.desk.desk import Answer
from bowerbird.desk.ladder import Ladder
from bowerbird.desk.seasons import NewSeason, OwnSeason
from bowerbird.desk.view_cache import NoNews
from bowerbird.evening import requests
from bowerbird.evening.again import Again, AgainForm
from bowerbird.evening.history import HistoryLine
from bowerbird.evening.missing import Missing
from bowerbird.evening.season import SeasonShown
from bowerbird.evening.setup import NewEvent, PrizeTable, WantedPrizes
from bowerbird.evening.setup_form import ChangeForm, SetupForm
from bowerbird.evening.views import shapes as views
from bowerbird.evening.views.boards import AllBoards
from bowerbird.evening.views.card import PersonCard
from bowerbird.evening.views.grid import AllGames
from bowerbird.hall import frame_shapes as frames
from bowerbird.hall.company import LobbyShown
from bowerbird.hall.daily import DailyShown
from bowerbird.hall.facts import Pace, TurnClock
from bowerbird.hall.fair import ShownDeal, ShownDraw
from bowerbird.hall.hints import CoachSays, Hint, HintRequest
from bowerbird.hall.lessons import LessonHead, LessonLine, StepWords
from bowerbird.hall.practice import MistakeAnswered, MistakeShown, PuzzleAnswered, PuzzleShown
from bowerbird.hall.replay import GameSteps
from bowerbird.hall.reports import Reason
from bowerbird.hall.review import Review
from bowerbird.learn.glossary import WordExplained
from bowerbird.learn.statistics import Report
from bowerbird.seats import Seat
from bowerbird.table import Fact
from bowerbird.table.facts import Ruling
from bowerbird.web.desk import shapes as desk_shapes
from bowerbird.web.desk.sheets import SheetOffered
from bowerbird.web.error_handlers import Why
from bowerbird.web.network import NetworkState, NetworkSwitch
from bowerbird.web.tables import record_shapes, recorded_shapes, shapes

__all__ = [
    "MESSAGES",
    "DeskView",
    "Do",
    "FromTable",
    "LessonShown",
    "Reply",
    "TableFrame",
    "Trouble",
]

# To a table.


class Message(msgspec.Struct, tag_field="do", forbid_unknown_fields=True):
    """A message to a table. The client chooses `id`, and the answer repeats it."""

    id: int


class Act(Message, tag="act"):
    """Act in the play."""

    fact: Annotated[msgspec.Raw, msgspec.Meta(extra={"holds": Fact})]


class Sit(Message, tag="sit"):
    """Take a chair."""

    seat: Seat


class Stand(Message, tag="stand"):
    """Leave the chair."""


class Start(Message, tag="start"):
    """Start a game."""


class Pause(Message, tag="pause"):
    """Pause the play, or continue."""

    paused: bool


class SetPace(Message, tag="pace"):
    """Set the bot speed."""

    pace: Pace


class SeatBot(Message, tag="bot"):
    """Put a bot in a chair. Without a bird, the seat's own or the one that is there."""

    seat: Seat
    level: str
    bird: str = ""


class Remove(Message, tag="remove"):
    """Free a chair."""

    seat: Seat


class GiveBack(Message, tag="give-back"):
    """Give a bot's chair back to the person it replaced."""

    seat: Seat


class Words(Message, tag="words"):
    """Add randomness to the next draw or shuffle. `draw` says which of them; without it, the one that comes next."""

    words: str
    draw: bool | None = None


class Say(Message, tag="say"):
    """Say a set phrase, or with a small picture."""

    phrase: str


class SetTurnClock(Message, tag="turn-clock"):
    """Set the seconds to decide at a public table; 0 for no clock."""

    seconds: TurnClock


class ComeBack(Message, tag="come-back"):
    """Play again after your time has run out too often."""


class Block(Message, tag="block"):
    """Block the person in a seat: what they say is not shown, and the lobby never seats you together."""

    seat: Seat


class ReportPerson(Message, tag="report"):
    """Report the person in a seat at a public table to the owner of the server."""

    seat: Seat
    reason: Reason


class PlayAgain(Message, tag="again"):
    """Ask the people of a finished game for another one at a new table. With `swapped`, partners change."""

    swapped: bool = False


class Undo(Message, tag="undo"):
    """Ask to undo the last action."""


class AnswerUndo(Message, tag="answer-undo"):
    """Agree to an undo, or refuse."""

    agrees: bool


class Rule(Message, tag="rule"):
    """Decide as the host, if the rules leave it to a director."""

    ruling: Annotated[msgspec.Raw, msgspec.Meta(extra={"holds": Ruling})]


class Ping(Message, tag="ping"):
    """Check the connection."""


Do: TypeAlias = (
    Act
    | Sit
    | Stand
    | Start
    | Pause
    | SetPace
    | SeatBot
    | Remove
    | GiveBack
    | Words
    | Say
    | SetTurnClock
    | ComeBack
    | Block
    | ReportPerson
    | PlayAgain
    | Undo
    | AnswerUndo
    | Rule
    | Ping
)


class Reply(msgspec.Struct, omit_defaults=True, tag_field="type", tag="reply"):
    """The answer to one message."""

    id: int
    ok: bool
    why: str = ""


class Trouble(msgspec.Struct, tag_field="type", tag="error"):
    """The answer to a message without a readable `id`, or the reason before a connection is closed.

    With `retry_after`, try again after so many seconds.
    """

    why: str
    retry_after: int = 0


# From a table and from the desk: objects that are encoded in parts and joined.


def _joined(name: str, doc: str, *parts: type[msgspec.Struct], **more: Any) -> type[msgspec.Struct]:
    """Join several parts, and `more` fields, into one struct."""
    every = [_field(each) for part in parts for each in fields(part)]
    every += more.items()
    return msgspec.defstruct(name, every, kw_only=True, forbid_unknown_fields=True, namespace={"__doc__": doc})


def _field(field: FieldInfo) -> tuple[str, Any] | tuple[str, Any, Any]:
    if field.required:
        return field.name, field.type
    # A field with a default is always encoded, unless the default is UNSET.
    return (field.name, field.type, UNSET) if field.default is UNSET else (field.name, field.type)


RoomShown: Final = _joined("RoomShown", "The room in a frame.", frames.PublicRoom, frames.OwnRoom)
ViewShown: Final = _joined("ViewShown", "The play in a frame.", frames.PublicView, frames.OwnView)
TableFrame: Final = msgspec.defstruct(
    "TableFrame",
    [
        ("seq", int),
        ("you", frames.You),
        ("room", RoomShown),
        ("view", ViewShown | None),
        ("talk", list[str]),
        ("told", int),
        ("now", int),
    ],
    namespace={
        "__doc__": "A table as one person may see it, after every change. `now` is the server's time.\n\n"
        "`talk` has the latest lines about the game in progress, and `told` is the number of all of them."
    },
    tag_field="type",
    tag="table",
)
FromTable: Final = Union[TableFrame, Reply, Trouble]  # noqa: UP007  # made at run time

LessonStep: Final = _joined(
    "LessonStep",
    "One step of a lesson. `frame` is the table at the question, `after` the table after the right answer.",
    StepWords,
    frame=TableFrame,
    after=TableFrame | None,
)
LessonShown: Final = _joined(
    "LessonShown", "A lesson with all its steps.", LessonHead, steps=GenericAlias(list, LessonStep)
)

DirectorView: Final = _joined(
    "DirectorView",
    "The desk of the director and of a helper.",
    views.Fresh,
    views.Head,
    views.DirectorPart,
    sheets=list[SheetOffered],
)
PlayerView: Final = _joined("PlayerView", "A player's phone.", views.Fresh, views.Head, views.PlayerPart)
TableCardView: Final = _joined(
    "TableCardView", "The page behind a table's card.", views.Fresh, views.Head, views.TableCardPart
)
SignUpView: Final = _joined("SignUpView", "The sign-up form.", views.Fresh, views.Head, views.SignUpPart)
BoardView: Final = _joined("BoardView", "The board and the public page.", views.Fresh, views.Head, views.PublicPart)
DeskView: Final = Union[DirectorView, PlayerView, TableCardView, SignUpView, BoardView, NoNews]  # noqa: UP007

#: Every message by name. The unions have the names that the pages use.
MESSAGES: Final[dict[str, object]] = {
    "Fact": Fact,
    "ToTable": Do,
    "FromTable": FromTable,
    "ToDesk": requests.Do,
    "DeskView": DeskView,
    **{
        each.__name__: each
        for each in (
            *(
                getattr(room, name)
                for room in (shapes, record_shapes, recorded_shapes, desk_shapes)
                for name in room.__all__
            ),
            AllBoards,
            AllGames,
            LobbyShown,
            Again,
            AgainForm,
            Answer,
            DailyShown,
            CoachSays,
            GameSteps,
            Hint,
            HintRequest,
            HistoryLine,
            Ladder,
            MistakeAnswered,
            MistakeShown,
            PuzzleAnswered,
            PuzzleShown,
            LessonLine,
            LessonShown,
            Missing,
            NetworkState,
            NetworkSwitch,
            NewEvent,
            NewSeason,
            OwnSeason,
            PersonCard,
            Report,
            Review,
            views.RoundShown,
            SeasonShown,
            SetupForm,
            ChangeForm,
            PrizeTable,
            WantedPrizes,
            ShownDeal,
            ShownDraw,
            Why,
            WordExplained,
        )
    },
}
