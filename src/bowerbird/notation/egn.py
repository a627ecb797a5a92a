"""Euchre Game Notation, version 1.4: read and write files without losing anything.

A game read and written again is the same JSON, with its notes, alternative lines and omitted keys. A file that isn't
EGN raises `EgnError` with one line. Keys of version 1.0 that were dropped later are read and written too; files with
older names for keys are upgraded. Depends on the format of a file, not on the rules of euchre.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from bowerbird.errors import BowerbirdError, checks_kinds
from bowerbird.notation._upgrade import upgraded

__all__ = [
    "LARGEST",
    "MOST_DEALS",
    "AlternativeLine",
    "Bidding",
    "CardExchange",
    "EgnDeal",
    "EgnError",
    "EgnGame",
    "InitialState",
    "Metadata",
    "Phase",
    "Player",
    "PlayerId",
    "Ruleset",
    "Tell",
    "TrickPlay",
    "as_written",
    "converted",
    "json_of",
    "nobody",
    "read_egn",
    "write_egn",
]

#: The most deals in a file.
MOST_DEALS: Final = 100
#: The largest file in bytes. A hundred deals full of notes are far smaller.
LARGEST: Final = 8_000_000
#: How deep the parts of a file may lie in each other. A match needs 13.
_DEEPEST: Final = 50
_HAS_PARTS: Final = (dict, list)


class EgnError(BowerbirdError, ValueError):
    """A file that can't be read, or a game that can't be used here. The message is one line."""


_CARD: Final = r"[78N9TJQKAX][SsHhCcDdxtngh]|[LRB]"
CardText: TypeAlias = Annotated[str, Meta(pattern=rf"^({_CARD})\Z")]
CardOrNothing: TypeAlias = Annotated[str, Meta(pattern=rf"^({_CARD})?\Z")]
CardTexts: TypeAlias = Annotated[list[CardText], Meta(max_length=10)]
Hands: TypeAlias = Annotated[list[CardTexts], Meta(max_length=10)]
Text64: TypeAlias = Annotated[str, Meta(max_length=64)]
ActionNumber: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9]+\Z")]
Notes: TypeAlias = Annotated[list[Annotated[str, Meta(max_length=1024)]], Meta(max_length=50)]
Annotations: TypeAlias = dict[ActionNumber, Notes]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Natural: TypeAlias = Annotated[int, Meta(ge=0)]
Score: TypeAlias = Annotated[list[int], Meta(max_length=2)]
CallText: TypeAlias = Literal["Pass", "Order", "s", "h", "d", "c", "n", "x"]


class Part(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A part of a file. A missing key is `UNSET`, so that it is omitted again when written."""


class PlayerId(Part, kw_only=True):
    """A player's identity elsewhere."""

    id: Text64
    source: Text64


class Player(Part, kw_only=True):
    """A player with more details than a name."""

    name: Text64
    id: Text64 | UnsetType = UNSET
    player_ids: Annotated[list[PlayerId], Meta(max_length=10)] | UnsetType = UNSET


class Ruleset(Part, kw_only=True, rename=None):
    """The rules of a game, as its file states them."""

    std: bool | UnsetType = UNSET
    min_rank: int | UnsetType = UNSET
    winning_score: Natural | UnsetType = UNSET
    num_deals: Natural | UnsetType = UNSET
    canadian: bool | UnsetType = UNSET
    loner_lead: Literal["LEFT_OF_DEALER", "LEFT_OF_LONER"] | UnsetType = UNSET
    loner_march_score: int | UnsetType = UNSET
    loner_euchred_score: int | UnsetType = UNSET
    defend_alone: bool | UnsetType = UNSET
    farmers: bool | UnsetType = UNSET
    partners_best: bool | UnsetType = UNSET
    go_under: bool | UnsetType = UNSET
    joker: bool | UnsetType = UNSET
    num_players: int | UnsetType = UNSET
    allow_no_trump: bool | UnsetType = UNSET
    fast_break: bool | UnsetType = UNSET
    four_trick_tokens: bool | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Require exactly one way for the game to end."""
        if self.winning_score is not UNSET and self.num_deals is not UNSET:
            raise ValueError("give winning_score or num_deals, not both")
        if self.winning_score == 0:
            raise ValueError("a winning_score of 0 needs num_deals, or the game never ends")


class Metadata(Part, kw_only=True):
    """Players, date, starting score and rules."""

    players: Annotated[list[Text64 | Player], Meta(max_length=10)]
    initial_score: Score
    game_id: Text64 | UnsetType = UNSET
    match_id: Text64 | UnsetType = UNSET  # 1.0
    title: Annotated[str, Meta(max_length=128)] | UnsetType = UNSET
    description: Annotated[str, Meta(max_length=1024)] | UnsetType = UNSET
    final_score: Score | UnsetType = UNSET
    team_names: Annotated[list[Text64], Meta(min_length=2, max_length=2)] | UnsetType = UNSET  # 1.6
    date: Text64 | UnsetType = UNSET
    ruleset: Ruleset | UnsetType = UNSET


class CardExchange(Part, kw_only=True):
    """Cards passed from one hand (or, without a sender, from the leftover cards) to another."""

    receiver: SeatNumber
    cards: CardTexts
    sender: SeatNumber | UnsetType = UNSET


class Bidding(Part, kw_only=True, tag_field="type", tag="EUCHRE_BIDDING"):
    """The calls, from the dealer's left."""

    phase_number: int | UnsetType = UNSET  # required up to 1.4, optional later
    calls: Annotated[list[CallText], Meta(max_length=16)]
    is_alone: bool | UnsetType = UNSET
    alone_defender: int | UnsetType = UNSET
    discard: CardText | UnsetType = UNSET
    card_exchanges: Annotated[list[CardExchange], Meta(max_length=4)] | UnsetType = UNSET
    call_annotations: Annotations | UnsetType = UNSET


class TrickPlay(Part, kw_only=True, tag_field="type", tag="TRICK_PLAY"):
    """The tricks, each in the order of play."""

    phase_number: int | UnsetType = UNSET  # required up to 1.4, optional later
    tricks: Hands
    initial_lead: SeatNumber | UnsetType = UNSET  # 1.0
    is_alone: bool | UnsetType = UNSET
    play_annotations: Annotations | UnsetType = UNSET


Phase: TypeAlias = Bidding | TrickPlay


class AlternativeLine(Part, kw_only=True):
    """An alternative line from some point of the deal."""

    branch_index: Natural
    phases: Annotated[list[Phase], Meta(min_length=1)]


class InitialState(Part, kw_only=True):
    """The dealer, the turn-up, and the hands if they are known."""

    dealer: SeatNumber
    up_card: CardText
    player_cards: Hands | UnsetType = UNSET
    old_player_cards: Hands | UnsetType = msgspec.field(default=UNSET, name="player_cards")  # 1.0
    kitty: Annotated[list[CardOrNothing], Meta(max_length=10)] | UnsetType = UNSET  # 1.0


class EgnDeal(Part, kw_only=True):
    """One deal."""

    deal_number: Natural
    initial_state: InitialState
    phases: Annotated[list[Phase], Meta(max_length=2)]
    alternative_lines: Annotated[list[AlternativeLine], Meta(max_length=50)] | UnsetType = UNSET


#: A deal in the packed form of the notation, base64. It is not changed.
PackedDeal: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/_-]*={0,2}\Z")]


class EgnGame(Part, kw_only=True):
    """A game as its EGN file has it. It may break rules: `replay` checks them."""

    version: Annotated[str, Meta(pattern=r"^1\.[0-9]{1,3}(?:\.[0-9]{1,3})?\Z")] = "1.4"
    metadata: Metadata
    deals: Annotated[list[EgnDeal | PackedDeal], Meta(max_length=MOST_DEALS)]
    file_type: Literal["Euchre Game Notation"] = "Euchre Game Notation"


#: Gets each line that a person should read about a file.
Tell: TypeAlias = Callable[[str], None]
_T = TypeVar("_T")
_EGN: Final = "Euchre Game Notation"


class _Stamp(msgspec.Struct, rename="camel"):
    """The two keys that identify a file. A game must have both."""

    file_type: str
    version: str


def nobody(_line: str) -> None:
    """Tell nobody."""


@checks_kinds
def read_egn(text: str | bytes, tell: Tell = nobody) -> EgnGame:
    """Read the text of an EGN file. Raises `EgnError` if it isn't one. `tell` gets a line if it is of an older form."""
    raw = json_of(text)
    stamp = converted(raw, _Stamp)
    if stamp.file_type != _EGN:
        raise EgnError(f'not EGN: "fileType" is "{stamp.file_type[:40]}", not "{_EGN}"')
    return converted(upgraded(raw, tell), EgnGame)


def json_of(text: str | bytes) -> Any:
    """The JSON of a file, which may be of any kind."""
    try:
        data = text.encode() if isinstance(text, str) else text
        if len(data) > LARGEST:
            raise EgnError(f"not EGN: {len(data):,} bytes are too many for a game of cards")
        raw = msgspec.json.decode(data.decode("utf-8-sig"))
    except UnicodeError:
        raise EgnError("not EGN: the file isn't plain text (UTF-8)") from None
    except msgspec.DecodeError as error:
        raise EgnError(f"not EGN: the file isn't complete JSON ({error})") from None
    except RecursionError:
        raise _too_deep("EGN") from None
    if _is_too_deep(raw):
        raise _too_deep("EGN")
    return raw


def _is_too_deep(raw: Any) -> bool:
    level: list[Any] = [[raw]]
    for _ in range(_DEEPEST + 1):
        level = [part for each in level for part in _parts(each) if isinstance(part, _HAS_PARTS)]
    return bool(level)


def _parts(each: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return each.values() if isinstance(each, dict) else each


def _too_deep(notation: str) -> EgnError:
    return EgnError(f"not {notation}: its parts lie too deep in each other (more than {_DEEPEST})")


def converted(raw: Any, kind: type[_T], notation: str = "EGN") -> _T:
    """Data from a file in its checked form. Raises `EgnError` with the place of the first thing that is wrong."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise EgnError(_explained(str(error), notation)) from None
    except RecursionError:
        raise _too_deep(notation) from None


def _explained(message: str, notation: str) -> str:
    """Turn msgspec's message into one line for people, with the position in the file."""
    problem, _, place = message.partition(" - at ")
    place = place.removeprefix("`key` in ").strip("`").removeprefix("$").lstrip(".")
    if not place and problem.startswith("Expected `object`"):
        problem = 'a game is a JSON object with "fileType", "version", "metadata" and "deals"'
    elif "unknown field" in problem:
        problem = f"no such key: {problem.split('`')[1]}"
    elif "missing required field" in problem:
        problem = f"a key is missing: {problem.split('`')[1]}"
    elif "regex" in problem:
        problem = _wrong_text(place)
    where = f"{place}: " if place else ""
    return f"not {notation}: {where}{problem[:1].lower()}{problem[1:]}"


def _wrong_text(place: str) -> str:
    if place.endswith("version"):
        return "only versions 1.x can be read"
    if place.endswith("Annotations"):
        return "notes belong to the number of a call or card, counted from 0"
    if "deals[" in place and place.endswith("]") and "." not in place.rpartition("deals[")[2]:
        return "a packed deal is base64"
    return "not a card. Cards are written 9c, Td, Jh, Xx (unknown), R and L (bowers) or B (joker)"


def as_written(game: EgnGame) -> dict[str, Any]:
    """A game as the JSON of its file, with the kind of the file first."""
    return {"fileType": game.file_type, **msgspec.to_builtins(game)}


def write_egn(game: EgnGame) -> str:
    """Write a game as the text of an EGN file."""
    return msgspec.json.format(msgspec.json.encode(as_written(game)), indent=2).decode() + "\n"
