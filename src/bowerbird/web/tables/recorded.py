"""JSON API for recorded games in files: show them deal by deal, with their notes and alternative lines."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from litestar import Response, post
from litestar.params import JSONBody
from msgspec import UnsetType
from msgspec.structs import replace

from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.frames import encode
from bowerbird.notation import EgnError, EgnGame, RuleBrokenError, notes_of, read_games, replay
from bowerbird.notation.egn import AlternativeLine, EgnDeal
from bowerbird.notation.notes import DealNotes, Note, ShownLine
from bowerbird.notation.replay import ReplayedDeal, ShownTrick
from bowerbird.notation.words import ending_words, outcome_words, place_words, result_words, trump_words
from bowerbird.seats import Seat
from bowerbird.web.dependencies import TheWork
from bowerbird.web.openapi import answers
from bowerbird.web.tables.recorded_shapes import (
    LONGEST,
    RecordedCall,
    RecordedCard,
    RecordedDeal,
    RecordedFile,
    RecordedGame,
    RecordedLine,
    RecordedNote,
    RecordedShown,
    RecordedTrick,
)

__all__ = ["recorded_handlers", "shown"]

#: Games of a match that are shown at most, and deals and alternative lines of all of them: each is played at the table.
_GAMES: Final = 50
_DEALS: Final = 600
_LINES: Final = 200


@post("/recorded", status_code=200, request_max_body_size=LONGEST + 1024, responses=answers(RecordedShown))
async def show_recorded(work: TheWork, data: JSONBody[RecordedFile]) -> Response[bytes]:
    """Show the games of a file, checked against their rules. Nothing is kept."""
    try:
        body = await work.run(shown, data.file)
    except EgnError as error:
        raise NotAllowedError(f"This file can't be shown: {error}.") from None
    return Response(body, media_type="application/json")


def shown(file: str) -> bytes:
    """The games of a file. Runs in a worker process."""
    try:
        data = base64.b64decode(file, validate=True)
    except (ValueError, binascii.Error):
        raise EgnError("it must be sent as base64") from None
    told: list[str] = []
    found = read_games(data, told.append)
    first = _first_games(found.games)
    if len(found.games) > len(first):
        told.append(f"only the first {len(first)} of {len(found.games)} games are shown.")
    games = [_game(game, told) for game in _with_few_lines(first, told)]
    lines = [f"{line[:1].upper()}{line[1:]}" for line in told]
    return encode(RecordedShown(found.title, found.match is not None, lines, games))


def _first_games(games: Sequence[EgnGame]) -> Sequence[EgnGame]:
    """As many games as are shown. A single one has few enough deals."""
    deals = list(accumulate(len(game.deals) for game in games[:_GAMES]))
    return games[: sum(count <= _DEALS for count in deals)]


def _with_few_lines(games: Sequence[EgnGame], told: list[str]) -> list[EgnGame]:
    """The games with their first alternative lines, as many as are shown."""
    lines = sum(len(_lines(deal)) for game in games for deal in game.deals)
    if lines <= _LINES:
        return list(games)
    told.append(f"only the first {_LINES} of {lines:,} alternative lines are shown.")
    room = _LINES
    fewer = []
    for game in games:
        deals: list[EgnDeal | str] = []
        for deal in game.deals:
            kept = _lines(deal)[:room]
            room -= len(kept)
            deals.append(deal if isinstance(deal, str) else replace(deal, alternative_lines=kept))
        fewer.append(replace(game, deals=deals))
    return fewer


def _lines(deal: EgnDeal | str) -> list[AlternativeLine]:
    if isinstance(deal, str) or isinstance(deal.alternative_lines, UnsetType):
        return []
    return deal.alternative_lines


def _game(game: EgnGame, told: list[str]) -> RecordedGame:
    title = game.metadata.title if isinstance(game.metadata.title, str) else ""
    try:
        played = replay(game)
    except (EgnError, RuleBrokenError) as error:
        return RecordedGame(title, [], (0, 0), [], "", str(error))
    told += played.warnings
    deals = [_deal(deal, notes) for deal, notes in zip(played.deals, notes_of(game, played), strict=True)]
    return RecordedGame(title, list(played.names), played.start, deals, ending_words(played), "")


def _deal(deal: ReplayedDeal, notes: DealNotes) -> RecordedDeal:
    return RecordedDeal(
        deal.number,
        deal.dealer,
        deal.turn_up,
        _calls(deal.said),
        trump_words(deal),
        _tricks(deal.tricks),
        outcome_words(deal),
        _notes(notes.notes),
        [_line(line) for line in notes.lines],
    )


def _line(line: ShownLine) -> RecordedLine:
    return RecordedLine(
        place_words(line.leaves),
        _calls(line.said),
        line.first,
        _tricks(line.tricks),
        [" ".join(trick) for trick in line.cards],
        result_words(line.outcome, line.points, line.taken) if any(line.points) else "",
        _notes(line.notes),
        line.wrong,
    )


def _calls(said: Sequence[tuple[Seat, str]]) -> list[RecordedCall]:
    return [RecordedCall(seat, words) for seat, words in said]


def _tricks(tricks: Sequence[ShownTrick]) -> list[RecordedTrick]:
    return [RecordedTrick([RecordedCard(seat, card) for seat, card in trick.plays], trick.winner) for trick in tricks]


def _notes(notes: Sequence[Note]) -> list[RecordedNote]:
    return [RecordedNote(place_words(note.place), note.label, note.text) for note in notes]


recorded_handlers = (show_recorded,)
