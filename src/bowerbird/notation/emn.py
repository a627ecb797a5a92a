"""Euchre Match Notation: several games of the same people in one file, each game in EGN.

A match has a list of its players, and every game says which of them sat where. Nothing is lost in reading and writing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from bowerbird.errors import checks_kinds
from bowerbird.notation._upgrade import upgraded
from bowerbird.notation.egn import (
    LARGEST,
    EgnError,
    EgnGame,
    Part,
    Player,
    PlayerId,
    Tell,
    Text64,
    as_written,
    converted,
    json_of,
    nobody,
)

__all__ = [
    "EmnMatch",
    "MatchGame",
    "MatchMetadata",
    "MatchPlayer",
    "MatchTeam",
    "games_of",
    "is_emn",
    "match_of",
    "read_emn",
    "write_emn",
]

_EMN: Final = "Euchre Match Notation"
_TABLE: Final = 4

MatchType: TypeAlias = Literal[
    "BEST_OF_N",
    "PROGRESSIVE",
    "ROUND_ROBIN",
    "CUSTOM",
    "FIXED_GAMES",
    "TARGET_SCORE",
    "ELIMINATION",
    "SWISS",
    "TIMED",
    "SINGLE_GAME",
]


class MatchPlayer(Part, kw_only=True):
    """A player of the match. Games name players by `id`."""

    id: Text64
    name: Text64
    player_ids: Annotated[list[PlayerId], Meta(max_length=10)] | UnsetType = UNSET


class MatchTeam(Part, kw_only=True):
    """A team of the match."""

    id: Text64
    name: Text64
    player_ids: list[Text64] | UnsetType = UNSET
    color: Annotated[str, Meta(max_length=32)] | UnsetType = UNSET


class MatchFormat(Part, kw_only=True):
    """The kind of match, and its number of games, rounds, points or minutes."""

    type: MatchType
    target: Annotated[int, Meta(ge=1)] | UnsetType = UNSET


class MatchResult(Part, kw_only=True):
    """The result of the match, by the ids of players or teams."""

    status: Literal["COMPLETED", "IN_PROGRESS", "FORFEIT", "DRAW"] | UnsetType = UNSET
    winner: list[str] | UnsetType = UNSET
    scores: dict[str, int | float] | UnsetType = UNSET


class MatchMetadata(Part, kw_only=True):
    """Players, title, date, teams and result."""

    players: Annotated[list[MatchPlayer], Meta(min_length=1)]
    match_id: Text64 | UnsetType = UNSET
    title: Annotated[str, Meta(max_length=128)] | UnsetType = UNSET
    description: Annotated[str, Meta(max_length=1024)] | UnsetType = UNSET
    date: Text64 | UnsetType = UNSET
    teams: Annotated[list[MatchTeam], Meta(min_length=1)] | UnsetType = UNSET
    match_format: MatchFormat | UnsetType = UNSET
    result: MatchResult | UnsetType = UNSET


class MatchGame(Part, kw_only=True):
    """One game, and the ids of its players from seat 0 on, clockwise."""

    game_index: Annotated[int, Meta(ge=0)]
    players_override: Annotated[list[str], Meta(min_length=_TABLE, max_length=_TABLE)]
    game_data: EgnGame


class EmnMatch(Part, kw_only=True):
    """A match as its EMN file has it."""

    version: Annotated[str, Meta(pattern=r"^1\.[0-9]{1,3}(?:\.[0-9]{1,3})?\Z")] = "1.2"
    metadata: MatchMetadata
    games: list[MatchGame]
    file_type: Literal["Euchre Match Notation"] = "Euchre Match Notation"

    def __post_init__(self) -> None:
        """Require that every seat of every game has a player of its own from the list."""
        known = {player.id for player in self.metadata.players}
        for number, game in enumerate(self.games, start=1):
            for player in game.players_override:
                if player not in known:
                    raise ValueError(f'game {number} has the player "{player[:64]}", who is not in metadata.players')
            if len(set(game.players_override)) != _TABLE:
                raise ValueError(f"game {number} has one player in two seats")


def is_emn(raw: Any) -> bool:
    """True if the JSON of a file says that it is a match."""
    return isinstance(raw, dict) and raw.get("fileType") == _EMN


@checks_kinds
def read_emn(text: str | bytes, tell: Tell = nobody) -> EmnMatch:
    """Read the text of an EMN file. Raises `EgnError` if it isn't one. `tell` gets a line if it is of an older form."""
    raw = json_of(text)
    if not is_emn(raw):
        raise EgnError(f'not EMN: a match is a JSON object whose "fileType" is "{_EMN}"')
    if isinstance(raw.get("games"), list):
        raw = {**raw, "games": [_upgraded(raw, game, number, tell) for number, game in enumerate(raw["games"], 1)]}
    return converted(raw, EmnMatch, "EMN")


def _upgraded(match: dict[str, Any], game: Any, number: int, tell: Tell) -> Any:
    """A game of a match in today's form: 1.0 had another name for its players, and some leave them out in the game."""
    if not isinstance(game, dict):
        return game
    game = dict(game)
    if "players" in game and "playersOverride" not in game:
        game["playersOverride"] = game.pop("players")
        tell(f"game {number}: this is the older form of EMN, upgraded on reading: players is now playersOverride.")
    data = game.get("gameData")
    if isinstance(data, dict):
        data = upgraded(data, lambda line: tell(f"game {number}: {line}"))
        about = data.get("metadata")
        if isinstance(about, dict) and "players" not in about:
            data = {**data, "metadata": {"players": _names(match, game.get("playersOverride")), **about}}
        game["gameData"] = data
    return game


def _names(match: dict[str, Any], ids: Any) -> list[Any]:
    about = match.get("metadata")
    players = about.get("players") if isinstance(about, dict) else None
    listed = [each for each in players if isinstance(each, dict)] if isinstance(players, list) else []
    names = {each["id"]: each.get("name", "") for each in listed if isinstance(each.get("id"), str)}
    return [names.get(each, "") for each in ids if isinstance(each, str)] if isinstance(ids, list) else []


def write_emn(match: EmnMatch) -> str:
    """Write a match as the text of an EMN file. Raises `EgnError` if it would be too large to read again."""
    games = [
        {"gameIndex": game.game_index, "playersOverride": game.players_override, "gameData": as_written(game.game_data)}
        for game in match.games
    ]
    stamped = {"fileType": match.file_type, **msgspec.to_builtins(match), "games": games}
    data = msgspec.json.format(msgspec.json.encode(stamped), indent=2) + b"\n"
    if len(data) > LARGEST:
        raise EgnError(f"{len(games)} games are too many for one match. Write fewer, or a file for each game")
    return data.decode()


def games_of(match: EmnMatch) -> list[EgnGame]:
    """The games of a match, each with the names that the match gives its players."""
    known = {player.id: player for player in match.metadata.players}
    games = []
    for game in match.games:
        four: list[str | Player] = [known[each].name for each in game.players_override]
        about = game.game_data.metadata
        games.append(replace(game.game_data, metadata=replace(about, players=four)))
    return games


def match_of(games: Sequence[EgnGame], title: str = "", date: str = "") -> EmnMatch:
    """One match of these games. Players of the same name are one player, unless they sit at one table."""
    if not games:
        raise EgnError("there are no games to write as a match")
    players: dict[tuple[str, int], MatchPlayer] = {}
    seated = [[_player(players, four, seat).id for seat in range(_TABLE)] for four in map(_four, games)]
    return EmnMatch(
        metadata=MatchMetadata(
            title=title[:128] if title else UNSET,
            date=date if date else UNSET,
            players=list(players.values()),
            match_format=MatchFormat(type="FIXED_GAMES", target=len(games)),
            result=_result(games, seated),
        ),
        games=[
            MatchGame(game_index=place, players_override=ids, game_data=game)
            for place, (game, ids) in enumerate(zip(games, seated, strict=True))
        ],
    )


def _four(game: EgnGame) -> list[str]:
    named = [player if isinstance(player, str) else player.name for player in game.metadata.players]
    if len(named) > _TABLE:
        raise EgnError(f"a match is for tables of four, and a game here has {len(named)} players")
    empty = ["North", "East", "South", "West"]
    return [name or empty[seat] for seat, name in enumerate([*named, *empty[len(named) :]])]


def _player(players: dict[tuple[str, int], MatchPlayer], four: list[str], seat: int) -> MatchPlayer:
    """The player in a seat: by name, and by how many of that name sit before."""
    key = (four[seat], four[:seat].count(four[seat]))
    return players.setdefault(key, MatchPlayer(id=f"p-{len(players) + 1:02}", name=four[seat]))


def _result(games: Sequence[EgnGame], seated: Sequence[Sequence[str]]) -> MatchResult:
    """The points of each player in all games; the match is in progress while a game has no final score."""
    scores: dict[str, int | float] = {}
    over = True
    for game, ids in zip(games, seated, strict=True):
        final = game.metadata.final_score
        if isinstance(final, UnsetType) or len(final) < 2:
            over = False
            continue
        for seat, player in enumerate(ids):
            scores[player] = scores.get(player, 0) + final[seat % 2]
    return MatchResult(status="COMPLETED" if over else "IN_PROGRESS", scores=scores if scores else UNSET)
