"""Recorded games from a file of any kind: EGN, EMN, or EGN in binary form."""

from __future__ import annotations

import msgspec

from bowerbird.errors import checks_kinds
from bowerbird.notation.egn import EgnGame, Tell, json_of, nobody, read_egn
from bowerbird.notation.egnb import is_egnb, read_egnb, unpacked
from bowerbird.notation.emn import EmnMatch, games_of, is_emn, read_emn

__all__ = ["RecordedGames", "read_games"]


class RecordedGames(msgspec.Struct, frozen=True):
    """The games of a file, and the match that they belong to, if it has one."""

    games: tuple[EgnGame, ...]
    match: EmnMatch | None = None

    @property
    def title(self) -> str:
        """The title of the match, or of the only game. It may be empty."""
        about = self.games[0].metadata if self.match is None else self.match.metadata
        return about.title if isinstance(about.title, str) else ""


@checks_kinds
def read_games(data: bytes, tell: Tell = nobody) -> RecordedGames:
    """Read a file of any of the three kinds. Raises `EgnError` if it isn't one. `tell` gets lines for people."""
    if is_egnb(data):
        return RecordedGames((read_egnb(data, tell),))
    raw = json_of(data)
    if is_emn(raw):
        match = read_emn(data, tell)
        return RecordedGames(tuple(map(unpacked, games_of(match))), match)
    return RecordedGames((unpacked(read_egn(data, tell)),))
