"""EGN in its binary form (.egnb): the same game in fewer bytes, by the notation's public schemas (version 1.6).

The first byte tells which of two forms follows. In the small one each deal is packed (see `_packed`). The large one has
room for more, such as hands, discards and unknown cards. Both are Protocol Buffers.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from bowerbird.errors import checks_kinds
from bowerbird.notation._packed import packed, unpacked_deals
from bowerbird.notation._protobuf import Field, Message, decoded, encoded
from bowerbird.notation.egn import (
    LARGEST,
    EgnDeal,
    EgnError,
    EgnGame,
    Phase,
    Tell,
    TrickPlay,
    as_written,
    converted,
    nobody,
)

__all__ = ["is_egnb", "read_egnb", "unpacked", "write_egnb"]

_LARGE, _SMALL, _MATCH = b"\x00", b"\x01", b"\x02"
#: The start of a file without the first byte that tells its form. Those are small ones.
_UNMARKED: Final = b"\x0a\x14Euchre Game Notation"

_ID = Message("Id", (Field(1, "id", "text"), Field(2, "source", "text")))
_WITH_ID = Message("PlayerWithId", (Field(1, "name", "text"), Field(2, "playerIds", _ID, listed=True)))
_PLAYER = Message("Player", (Field(1, "name", "text"), Field(2, "with_id", _WITH_ID)))
_RULESET = Message(
    "Ruleset",
    (
        Field(1, "std", "flag"),
        Field(2, "min_rank", "number"),
        Field(3, "winning_score", "number"),
        Field(4, "canadian", "flag"),
        Field(5, "loner_lead", ("LEFT_OF_DEALER", "LEFT_OF_LONER")),
        Field(6, "farmers", "flag"),
        Field(7, "partners_best", "flag"),
        Field(8, "go_under", "flag"),
        Field(9, "joker", "flag"),
        Field(10, "allow_no_trump", "flag"),
        Field(11, "fast_break", "flag"),
        Field(12, "four_trick_tokens", "flag"),
        Field(13, "loner_march_score", "number"),
        Field(14, "loner_euchred_score", "number"),
        Field(15, "defend_alone", "flag"),
        Field(16, "num_players", "number"),
        Field(17, "num_deals", "number"),
    ),
)
_METADATA = Message(
    "Metadata",
    (
        Field(1, "gameId", "text"),
        Field(2, "title", "text"),
        Field(3, "description", "text"),
        Field(4, "players", _PLAYER, listed=True),
        Field(5, "initialScore", "number", listed=True),
        Field(6, "date", "text"),
        Field(7, "ruleset", _RULESET),
        Field(8, "finalScore", "number", listed=True),
        Field(9, "teamNames", "text", listed=True),
    ),
)
_CARDS = Message("CardList", (Field(1, "cards", "text", listed=True),))
_TEXTS = Message("AnnotationList", (Field(1, "texts", "text", listed=True),))
_NOTE = Message("Annotation", (Field(1, "key", "number"), Field(2, "value", _TEXTS)))
_EXCHANGE = Message(
    "CardExchange",
    (Field(1, "sender", "number"), Field(2, "receiver", "number"), Field(3, "cards", "text", listed=True)),
)
_BIDDING = Message(
    "BiddingPhase",
    (
        Field(1, "phaseNumber", "number"),
        Field(2, "calls", "text", listed=True),
        Field(3, "isAlone", "flag"),
        Field(4, "aloneDefender", "number"),
        Field(5, "discard", "text"),
        Field(6, "cardExchanges", _EXCHANGE, listed=True),
        Field(7, "callAnnotations", _NOTE, listed=True),
    ),
)
_PLAY = Message(
    "TrickPlayPhase",
    (
        Field(1, "phaseNumber", "number"),
        Field(3, "tricks", _CARDS, listed=True),
        Field(4, "playAnnotations", _NOTE, listed=True),
    ),
)
_PHASE = Message("Phase", (Field(1, "EUCHRE_BIDDING", _BIDDING), Field(2, "TRICK_PLAY", _PLAY)))
_LINE = Message("AlternativeLine", (Field(1, "branchIndex", "number"), Field(2, "phases", _PHASE, listed=True)))
_START = Message(
    "InitialState",
    (Field(1, "dealer", "number"), Field(2, "upCard", "text"), Field(4, "playerCards", _CARDS, listed=True)),
)
_DEAL = Message(
    "Deal",
    (
        Field(1, "dealNumber", "number"),
        Field(2, "initialState", _START),
        Field(3, "phases", _PHASE, listed=True),
        Field(4, "alternativeLines", _LINE, listed=True),
    ),
)
_HEAD = (Field(1, "fileType", "text"), Field(2, "version", "text"), Field(3, "metadata", _METADATA))
_LARGE_FILE = Message("EgnFile", (*_HEAD, Field(4, "deals", _DEAL, listed=True)))
_SMALL_FILE = Message("EgnFile", (*_HEAD, Field(4, "deals", "text", listed=True)))


def is_egnb(data: bytes) -> bool:
    """True if the data can only be a game or a match in binary form."""
    return data[:1] in (_LARGE, _SMALL, _MATCH) or data.startswith(_UNMARKED)


# Read.


@checks_kinds
def read_egnb(data: bytes, tell: Tell = nobody) -> EgnGame:
    """Read an .egnb file. Raises `EgnError` if it isn't one. `tell` gets a line if something was skipped."""
    if len(data) > LARGEST:
        raise EgnError(f"not EGN in binary form: {len(data):,} bytes are too many for a game of cards")
    if data[:1] == _MATCH:
        raise EgnError("a match in binary form (.emnb) can't be read. Save it as plain EMN (.emn)")
    if not is_egnb(data):
        raise EgnError("not EGN in binary form: the first byte must be 0 or 1")
    large = data[:1] == _LARGE
    body = data if data.startswith(_UNMARKED) else data[1:]
    raw, skipped = decoded(_LARGE_FILE if large else _SMALL_FILE, body)
    if skipped:
        more = f", and so were {len(skipped) - 1} more" if len(skipped) > 1 else ""
        tell(f"field {skipped[0]} isn't known here and was left out{more}.")
    if raw.get("fileType") != "Euchre Game Notation":
        raise EgnError('not EGN in binary form: its kind isn\'t "Euchre Game Notation"')
    about = raw.get("metadata", {"players": [], "initialScore": []})
    raw["metadata"] = _without_empty(about, "finalScore", "teamNames")
    raw["metadata"]["players"] = [_player_read(player) for player in about["players"]]
    raw["deals"] = [_deal_read(deal) for deal in raw["deals"]] if large else unpacked_deals(raw["deals"])
    return converted(raw, EgnGame)


def unpacked(game: EgnGame) -> EgnGame:
    """The game with plain deals in place of packed ones."""
    if not any(isinstance(deal, str) for deal in game.deals):
        return game
    texts = [deal for deal in game.deals if isinstance(deal, str)]
    plain = iter(converted(unpacked_deals(texts), list[EgnDeal]))
    deals: list[EgnDeal | str] = [
        replace(next(plain), deal_number=place) if isinstance(deal, str) else deal
        for place, deal in enumerate(game.deals)
    ]
    return replace(game, deals=deals)


def _player_read(player: dict[str, Any]) -> Any:
    if "with_id" not in player:
        return player.get("name", "")
    return _without_empty({"name": "", **player["with_id"]}, "playerIds")


def _deal_read(deal: dict[str, Any]) -> dict[str, Any]:
    read = _without_empty({"dealNumber": 0, **deal}, "alternativeLines")
    start = read.get("initialState")
    if start is not None:
        start["playerCards"] = [hand["cards"] for hand in start["playerCards"]]
        read["initialState"] = _without_empty(start, "playerCards")
    read["phases"] = [_phase_read(phase) for phase in deal["phases"]]
    for line in read.get("alternativeLines", ()):
        line["phases"] = [_phase_read(phase) for phase in line["phases"]]
    return read


def _phase_read(phase: dict[str, Any]) -> dict[str, Any]:
    kind, held = next(iter(phase.items()), ("", {}))
    read = {"type": kind, **held}
    if "tricks" in read:
        read["tricks"] = [trick["cards"] for trick in read["tricks"]]
    for key in ("callAnnotations", "playAnnotations"):
        if key in read:
            read[key] = {str(note.get("key", 0)): note.get("value", {"texts": []})["texts"] for note in read[key]}
    return _without_empty(read, "cardExchanges", "callAnnotations", "playAnnotations")


def _without_empty(data: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value or key not in keys}


# Write.


def write_egnb(game: EgnGame) -> bytes:
    """Write a game as an .egnb file, in its small form if there is room for everything.

    Raises `EgnError` if something would be lost, and names it.
    """
    plain = _by_new_names(unpacked(game))
    wrong: EgnError | None = None
    for write in (_small, _large):
        try:
            data = write(plain)
            _check_same(plain, read_egnb(data))
        except EgnError as error:
            wrong = error
        else:
            return data
    raise EgnError(f"this game can't be written in binary form: {wrong}")


def _by_new_names(game: EgnGame) -> EgnGame:
    """The game without old keys, which the binary form lacks. Who leads first follows from the rules."""
    about = game.metadata
    if about.game_id is UNSET:
        about = replace(about, game_id=about.match_id, match_id=UNSET)
    return replace(game, metadata=about, deals=[_deal_by_new_names(deal) for deal in game.deals])


def _deal_by_new_names(deal: EgnDeal | str) -> EgnDeal | str:
    if isinstance(deal, str):
        return deal
    start, lines = deal.initial_state, deal.alternative_lines
    if start.player_cards is UNSET:
        start = replace(start, player_cards=start.old_player_cards, old_player_cards=UNSET)
    if start.kitty is not UNSET and not any(start.kitty):
        start = replace(start, kitty=UNSET)
    if not isinstance(lines, UnsetType):
        lines = [replace(line, phases=_without_lead(line.phases)) for line in lines]
    return replace(deal, initial_state=start, phases=_without_lead(deal.phases), alternative_lines=lines)


def _without_lead(phases: list[Phase]) -> list[Phase]:
    return [replace(phase, initial_lead=UNSET) if isinstance(phase, TrickPlay) else phase for phase in phases]


def _small(game: EgnGame) -> bytes:
    deals = [packed(deal, game.metadata.ruleset) for deal in game.deals if not isinstance(deal, str)]
    return _SMALL + encoded(_SMALL_FILE, {**_head(game), "deals": deals})


def _large(game: EgnGame) -> bytes:
    deals = [_deal_written(deal) for deal in as_written(game)["deals"]]
    return _LARGE + encoded(_LARGE_FILE, {**_head(game), "deals": deals})


def _head(game: EgnGame) -> dict[str, Any]:
    written = as_written(game)
    about = dict(written["metadata"])
    about["players"] = [{"name": each} if isinstance(each, str) else {"with_id": each} for each in about["players"]]
    return {"fileType": written["fileType"], "version": written["version"], "metadata": about}


def _deal_written(deal: dict[str, Any]) -> dict[str, Any]:
    start = dict(deal["initialState"])
    if "playerCards" in start:
        start["playerCards"] = [{"cards": hand} for hand in start["playerCards"]]
    lone = any(phase.get("isAlone") is True for phase in deal["phases"])
    written = {**deal, "initialState": start, "phases": [_phase_written(phase, lone) for phase in deal["phases"]]}
    if "alternativeLines" in deal:
        written["alternativeLines"] = [
            {**line, "phases": [_phase_written(phase, lone) for phase in line["phases"]]}
            for line in deal["alternativeLines"]
        ]
    return written


def _phase_written(phase: dict[str, Any], lone: bool) -> dict[str, Any]:
    held = {key: value for key, value in phase.items() if key != "type"}
    if "tricks" in held:
        held["tricks"] = [{"cards": trick} for trick in held["tricks"]]
        if held.get("isAlone") in (False, lone):
            del held["isAlone"]
    for key in ("callAnnotations", "playAnnotations"):
        if key in held:
            held[key] = [{"key": _note_number(place), "value": {"texts": texts}} for place, texts in held[key].items()]
    return {phase["type"]: held}


def _note_number(place: str) -> int:
    if len(place) > 6:
        raise EgnError(f"the binary form has no room for a note with the number {place[:12]}")
    return int(place)


# Compare.


def _check_same(game: EgnGame, back: EgnGame) -> None:
    lost = _difference(_settled(game), _settled(back), "")
    if lost:
        raise EgnError(f"the binary form has no room for {lost}")


def _settled(game: EgnGame) -> dict[str, Any]:
    """A game as JSON, without what says nothing: empty lists, false flags, and the numbers of phases."""
    settled: dict[str, Any] = _bare(msgspec.to_builtins(game))
    for deal in settled.get("deals", ()):
        phases = deal.get("phases", [])
        lines = [line.get("phases", []) for line in deal.get("alternativeLines", ())]
        lone = any(phase.get("isAlone") for phase in phases)
        for phase in (*phases, *(phase for line in lines for phase in line)):
            if phase["type"] == "TRICK_PLAY" and lone:
                phase.pop("isAlone", None)
    return settled


def _bare(value: Any) -> Any:
    if isinstance(value, list):
        return [_bare(each) for each in value]
    if not isinstance(value, dict):
        return value
    bare = {key: each if key == "ruleset" else _bare(each) for key, each in value.items() if key != "phaseNumber"}
    nothing = {"isAlone": False, "aloneDefender": -1}
    return {key: each for key, each in bare.items() if not _says_nothing(each) and nothing.get(key, UNSET) != each}


def _says_nothing(value: Any) -> bool:
    """True for an empty list or dict, and for a list of those, such as the hands of a deal that shows none."""
    return isinstance(value, list | dict) and (not value or (isinstance(value, list) and value == [[]] * len(value)))


def _difference(one: Any, other: Any, place: str) -> str:
    """The place of the first difference; empty if there is none."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = [key for key in {**one, **other} if one.get(key, UNSET) != other.get(key, UNSET)]
        return _difference(one.get(keys[0]), other.get(keys[0]), f"{place}.{keys[0]}".lstrip(".")) if keys else ""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        places = [index for index in range(len(one)) if one[index] != other[index]]
        return _difference(one[places[0]], other[places[0]], f"{place}[{places[0]}]") if places else ""
    return "" if one == other else place
