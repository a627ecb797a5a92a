"""JSON API for a person's own play: the report, downloads, ratings, and what is kept about them and can be erased."""

from __future__ import annotations

import asyncio
import io
import zipfile
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.params import JSONBody, QueryParameter

from bowerbird.event.export import csv_text
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.frames import encode
from bowerbird.hall.hall import Hall
from bowerbird.hall.kept import KINDS, KeptThing
from bowerbird.hall.people import Guest
from bowerbird.hall.rated import ListedRating
from bowerbird.hall.replay import finished_game
from bowerbird.learn.ratings import Rating
from bowerbird.learn.statistics import GameJudged, GamePlayed, Report, games_of, report
from bowerbird.notation import EgnError
from bowerbird.web.dependencies import TheHall, TheLimiter, TheSessions
from bowerbird.web.openapi import answers
from bowerbird.web.tables.egn import egn_of
from bowerbird.web.tables.record_shapes import Deleting, Erasing, KeptLine, ListingGiven, RatingLine, TakenIn
from bowerbird.web.tables.shapes import Checked

__all__ = ["Time", "kept_lines", "rating_lines", "record_handlers", "report_of"]

Asked = Request[Any, Any, Any]
Time = Literal["month", "year", "all"]
Since = Annotated[Time, QueryParameter(description="Games of the last month, of the last year, or all.")]
_DAY: Final = 24 * 3600 * 1000
_TIMES: Final[dict[Time, int | None]] = {"month": 31 * _DAY, "year": 366 * _DAY, "all": None}
#: Games in one download at most, the newest.
_GAMES: Final = 500


@get("/me/play", responses=answers(Report))
async def own_play(request: Asked, sessions: TheSessions, hall: TheHall, time: Since = "all") -> Response[bytes]:
    """Your play over time: shares and means with their uncertainty, and what to work on."""
    found = await report_of(hall, sessions.known_guest(request), time)
    return Response(encode(found), media_type="application/json")


async def report_of(hall: Hall, guest: Guest, time: Time) -> Report:
    """The report of the games in a person's record."""
    from bowerbird.players import LEVEL_WORDS

    span = _TIMES[time]
    since = 0 if span is None else hall.clock() - span
    facts = await hall.records.of(guest.person)
    # Years of games take a while: nobody else waits for that.
    return await asyncio.to_thread(report, facts, since, lambda level: LEVEL_WORDS.get(level, level))


@post("/me/play", status_code=200)
async def take_in_games(request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall) -> TakenIn:
    """Take in games from before there were records, and let the teacher look at your newest ones."""
    guest = await limiter.write_of(request, sessions)
    return TakenIn(await hall.records.catch_up(guest.person))


@get("/me/games.csv", include_in_schema=True)
async def games_as_csv(request: Asked, sessions: TheSessions, hall: TheHall) -> Response[str]:
    """All your games as a spreadsheet reads them, with the teacher's figures where there are any."""
    guest = sessions.known_guest(request)
    rows = [_COLUMNS, *(_row(*each) for each in games_of(await hall.records.of(guest.person)))]
    headers = {"content-disposition": 'attachment; filename="bowerbird-games.csv"'}
    return Response(csv_text(rows), media_type="text/csv; charset=utf-8", headers=headers)


_COLUMNS: Final = (
    *("ended", "table", "game", "rules", "seat", "partner", "left", "right", "we", "they", "won", "hands"),
    *("called", "euchred", "marches", "alone", "alone_made", "defended", "euchres_given", "rated"),
    *("luck_of_deal", "luck_of_fall", "skill", "skill_error"),
)


def _row(game: GamePlayed, judged: GameJudged | None) -> tuple[Any, ...]:
    ended = datetime.fromtimestamp(game.at / 1000, UTC).isoformat(timespec="seconds")
    left, right = (_kind(player) for player in game.opponents)
    won = "" if game.won is None else int(game.won)
    figures = (judged.deal, judged.fall, judged.skill, judged.error) if judged else ("", "", "", "")
    return (
        *(ended, game.table, game.game, game.book, game.seat, game.partner_name, left, right, *game.score, won),
        *(game.hands, game.called, game.euchred, game.marched, game.alone, game.alone_made),
        *(game.defended, game.stopped, int(game.rated), *figures),
    )


def _kind(player: str) -> str:
    """A level of bots, or `person`: the ids of other people are no business of a file."""
    return player.partition(":")[2] if player.startswith("bot:") else "person"


@get("/me/games.zip")
async def games_as_egn(request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall) -> Response[bytes]:
    """All your games in Euchre Game Notation, a file for each, in one archive."""
    guest = sessions.known_guest(request)
    await limiter.count_write(request)  # it takes as long
    games = [game for game, _ in games_of(await hall.records.of(guest.person))][-_GAMES:]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, game in enumerate(games, 1):
            try:
                played = finished_game((await hall.table(game.table)).room, game.game)
                text = await hall.work.run(egn_of, played)
            except (EgnError, NotFoundError) as error:
                archive.writestr(_file(number, game, "txt"), f"This game can't be written in EGN: {error}\n")
                continue
            archive.writestr(_file(number, game, "egn.json"), text)
    headers = {"content-disposition": 'attachment; filename="bowerbird-games.zip"'}
    return Response(out.getvalue(), media_type="application/zip", headers=headers)


def _file(number: int, game: GamePlayed, ending: str) -> zipfile.ZipInfo:
    when = datetime.fromtimestamp(game.at / 1000, UTC)
    name = f"{number:04} {when:%Y-%m-%d} game {game.game}.{ending}"
    return zipfile.ZipInfo(name, (max(1980, when.year), *when.timetuple()[1:6]))


# Ratings.


@get("/ratings")
async def list_ratings(request: Asked, sessions: TheSessions, hall: TheHall) -> list[RatingLine]:
    """Bots, and the people who want to be listed, the best first. Your own line is there for you alone if you don't."""
    return await rating_lines(hall, sessions.guest(request))


async def rating_lines(hall: Hall, guest: Guest | None) -> list[RatingLine]:
    """The list as a person sees it, with a line of their own if they have a rated game."""
    listed = await hall.ratings.listed()
    me = guest.person if guest else ""
    if guest is not None and not any(line.player == me for line in listed):
        own = await hall.ratings.of(me)
        listed += [ListedRating(me, guest.name, own)] if own.games else []
    lines = [_rating_line(line, me) for line in listed if _is_shown(line.player)]
    return sorted(lines, key=lambda line: (-line.points, line.name))


def _is_shown(player: str) -> bool:
    """The bot that plays any card is so far behind that nobody compares themselves with it."""
    return player != "bot:random"


def _rating_line(line: ListedRating, me: str) -> RatingLine:
    from bowerbird.players import LEVEL_WORDS

    bot = line.player.startswith("bot:")
    name = LEVEL_WORDS[line.player.partition(":")[2]] if bot else line.name
    rating: Rating = line.rating
    provisional = rating.is_provisional and not bot
    return RatingLine(name, bot, rating.points, rating.doubt, rating.games, provisional, line.player == me)


@post("/me/listed", status_code=200)
async def choose_listing(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall, data: JSONBody[ListingGiven]
) -> Checked:
    """Put your name on the list of ratings that everyone can see, or take it off. It is off until you ask for it."""
    guest = await limiter.write_of(request, sessions)
    await hall.ratings.show(guest.person, guest.name if data.listed else "")
    return Checked(True)


# What is kept.


@get("/me/kept")
async def list_kept(request: Asked, sessions: TheSessions, hall: TheHall) -> list[KeptLine]:
    """What is kept about you, kind by kind."""
    return await kept_lines(hall, sessions.known_guest(request))


async def kept_lines(hall: Hall, guest: Guest) -> list[KeptLine]:
    """What is kept about a person."""
    by_kind = {each.kind: each for each in KINDS}

    def line(thing: KeptThing) -> KeptLine:
        known = by_kind[thing.kind]
        about = (known.kind, known.title, known.words, known.seen_by, known.stays)
        return KeptLine(*about, thing.facts, thing.first, thing.last)

    return [line(thing) for thing in await hall.kept.of(guest.person)]


@get("/me/kept.json")
async def everything_kept(request: Asked, sessions: TheSessions, hall: TheHall) -> Response[bytes]:
    """Everything that is kept about you, as it is stored, as a download."""
    guest = sessions.known_guest(request)
    found = await hall.kept.everything(guest.person)
    body = msgspec.json.format(msgspec.json.encode({"name": guest.name, **found}), indent=1)
    headers = {"content-disposition": 'attachment; filename="bowerbird-kept.json"'}
    return Response(body, media_type="application/json", headers=headers)


@post("/me/erase", status_code=200)
async def erase_kind(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall, data: JSONBody[Erasing]
) -> Checked:
    """Erase one kind of what is kept about you. It is gone from the database at once. Old backups still have it."""
    guest = await limiter.write_of(request, sessions)
    async with limiter.passphrase(request, guest.person, at_home=True):
        await sessions.people.check_passphrase(guest, data.passphrase)
    await hall.erase(guest.person, data.kind)
    return Checked(True)


@post("/me/delete", status_code=200)
async def delete_me(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall, data: JSONBody[Deleting]
) -> Response[Checked]:
    """Delete everything that is kept about you alone, give up your saved name, and sign out everywhere."""
    guest = await limiter.write_of(request, sessions)
    if not data.sure:
        raise NotAllowedError("Tick the box first: this can't be undone.")
    async with limiter.passphrase(request, guest.person, at_home=True):
        await sessions.people.check_passphrase(guest, data.passphrase)
    await hall.erase_everything(guest.person)
    await sessions.people.forget(guest)
    return Response(Checked(True), cookies=sessions.cookies(request, None))


record_handlers = (
    own_play,
    take_in_games,
    games_as_csv,
    games_as_egn,
    list_ratings,
    choose_listing,
    list_kept,
    everything_kept,
    erase_kind,
    delete_me,
)
