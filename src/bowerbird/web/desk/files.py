"""Exports of the desk: QR codes, spreadsheets, records and calendars; and seasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from bowerbird.desk.desk import only
from bowerbird.desk.exports import calendar_of, evening_record, night_of
from bowerbird.desk.ladder import Ladder
from bowerbird.desk.seasons import NewSeason, OwnSeason
from bowerbird.evening.season import SeasonShown, SeasonState, played_weeks, shown_season
from bowerbird.evening.state import Evening
from bowerbird.event import Event
from bowerbird.event.boards import for_everybody
from bowerbird.event.export import Row, csv_text, ledger_rows, result_rows, season_record, season_rows, standing_rows
from bowerbird.hall.frames import encode
from bowerbird.web.dependencies import TheDesk, TheLimiter, TheSessions
from bowerbird.web.desk.shapes import LadderSwitch
from bowerbird.web.security.origin import from_our_own_pages, origin_of

__all__ = ["desk_files"]

Asked = Request[Any, Any, Any]
_JSON = "application/json"


def _file(text: str | bytes, kind: str, name: str) -> Response[bytes]:
    """A download with this file name."""
    body = text.encode() if isinstance(text, str) else text
    return Response(body, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


@get("/desk/{token:str}/qr.svg")
async def qr_code(
    request: Asked,
    desk: TheDesk,
    token: FromPath[str],
    to: Annotated[str, QueryParameter(min_length=1, max_length=600, pattern="^/([A-Za-z0-9._-][A-Za-z0-9._/-]*)?$")],
) -> Response[bytes]:
    """The QR code of a page."""
    await desk.by_token(token)
    picture = await desk.work.run(_code, f"{origin_of(request)}{to.strip()}")
    return Response(picture, media_type="image/svg+xml")


# Exports of a large event take long, so the work queue writes them.


def _code(address: str) -> bytes:
    """Draw the QR code."""
    import segno

    out = BytesIO()
    segno.make(address, error="m", micro=False).save(out, kind="svg", scale=8, border=3, light="white")
    return out.getvalue()


def _csv(rows: Callable[[Event], Sequence[Row]], evening: Evening) -> bytes:
    return csv_text(rows(evening.event)).encode()


def _standings(evening: Evening, everything: bool) -> bytes:
    announced = None if everything or not evening.holds_back else evening.is_announced
    event = evening.event if everything else for_everybody(evening.event)
    return csv_text(standing_rows(event, announced=announced)).encode()


def _record(evening: Evening, money: bool) -> bytes:
    return encode(evening_record(evening, money=money))


# An event.


@get("/desk/{token:str}/export.json")
async def export_record(desk: TheDesk, token: FromPath[str]) -> Response[bytes]:
    """The whole event for other programs."""
    right, live = await desk.by_token(token)
    only(right, "director", "helper")
    return _file(await desk.work.run(_record, live.packed, right.role == "director"), _JSON, "event.json")


@get("/desk/{token:str}/standings.csv")
async def export_standings(desk: TheDesk, token: FromPath[str]) -> Response[bytes]:
    """The standings for a spreadsheet. Every link may have them, as far as they are announced."""
    right, live = await desk.by_token(token)
    everything = right.role in ("director", "helper")
    return _file(await desk.work.run(_standings, live.packed, everything), "text/csv", "standings.csv")


@get("/desk/{token:str}/results.csv")
async def export_results(desk: TheDesk, token: FromPath[str]) -> Response[bytes]:
    """Every game for a spreadsheet."""
    right, live = await desk.by_token(token)
    only(right, "director", "helper")
    return _file(await desk.work.run(_csv, result_rows, live.packed), "text/csv", "results.csv")


@get("/desk/{token:str}/ledger.csv")
async def export_ledger(desk: TheDesk, token: FromPath[str]) -> Response[bytes]:
    """The money for a spreadsheet."""
    right, live = await desk.by_token(token)
    only(right, "director")
    return _file(await desk.work.run(_csv, ledger_rows, live.packed), "text/csv", "ledger.csv")


@get("/desk/{token:str}/night.ics")
async def export_night(desk: TheDesk, token: FromPath[str]) -> Response[bytes]:
    """The event's date for a calendar."""
    _, live = await desk.by_token(token)
    night = night_of(live.name, live.evening)
    text = calendar_of(live.evening.event.title, [night] if night else [], desk.clock())
    return _file(text, "text/calendar", "night.ics")


# Seasons.


@post("/seasons", status_code=201)
async def make_season(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, desk: TheDesk, data: JSONBody[NewSeason]
) -> OwnSeason:
    """Create a season. `season` is its key, which events use to join; `link` is its public page."""
    guest = await limiter.write_of(request, sessions)
    return await desk.seasons.make(guest.person, data)


@get("/seasons")
async def list_seasons(request: Asked, sessions: TheSessions, desk: TheDesk) -> list[OwnSeason]:
    """Your own seasons, newest first."""
    return await desk.seasons.of(sessions.known_guest(request).person)


@post("/seasons/{token:str}/withdraw", status_code=200)
async def withdraw_season(desk: TheDesk, token: FromPath[str]) -> OwnSeason:
    """Cancel the public link of a season, given its key."""
    return await desk.seasons.withdraw(token)


@post("/seasons/{token:str}/ladder", status_code=200)
async def switch_ladder(desk: TheDesk, token: FromPath[str], data: JSONBody[LadderSwitch]) -> OwnSeason:
    """Show a ladder of the season's people to everyone who has the public link, or hide it, given the season's key."""
    return await desk.seasons.show_ladder(token, data.shown)


@get("/season/{token:str}/ladder")
async def season_ladder(desk: TheDesk, token: FromPath[str]) -> Ladder:
    """The ladder of a season, if its owner shows it: people by rating, from the games of its events."""
    return await desk.seasons.ladder(token)


@get("/season/{token:str}")
async def season_view(desk: TheDesk, token: FromPath[str]) -> SeasonShown:
    """A season for everyone: weeks, totals, averages, who has not met whom, credits, money."""
    return await desk.seasons.ask(*await desk.seasons.by_token(token), shown_season)


@get("/season/{token:str}/season.csv")
async def season_csv(desk: TheDesk, token: FromPath[str]) -> Response[bytes]:
    """The season for a spreadsheet."""
    text = await desk.seasons.ask(*await desk.seasons.by_token(token), _season_csv)
    return _file(text, "text/csv", "season.csv")


def _season_csv(_: SeasonState, evenings: Sequence[tuple[str, Evening]]) -> bytes:
    return csv_text(season_rows(played_weeks(evenings)[1])).encode()


@get("/season/{token:str}/season.json")
async def season_json(desk: TheDesk, token: FromPath[str]) -> Response[bytes]:
    """The season for other programs."""
    text = await desk.seasons.ask(*await desk.seasons.by_token(token), _season_record)
    return _file(text, _JSON, "season.json")


def _season_record(state: SeasonState, evenings: Sequence[tuple[str, Evening]]) -> bytes:
    lines = season_record(played_weeks(evenings)[1])
    return encode({"title": state.title, "rules": state.rules, "lines": lines})


@get("/season/{token:str}/season.ics")
async def season_ics(desk: TheDesk, token: FromPath[str]) -> Response[bytes]:
    """The season's dates for a calendar."""
    season, state = await desk.seasons.by_token(token)
    evenings = await desk.seasons.evenings(season, state)
    nights = [night for name, evening in evenings if (night := night_of(name, evening))]
    return _file(calendar_of(state.title, nights, desk.clock()), "text/calendar", "season.ics")


desk_files = Router(
    "/api",
    route_handlers=[
        qr_code,
        export_record,
        export_standings,
        export_results,
        export_ledger,
        export_night,
        make_season,
        list_seasons,
        withdraw_season,
        switch_ladder,
        season_ladder,
        season_view,
        season_csv,
        season_json,
        season_ics,
    ],
    guards=[from_our_own_pages],
)
