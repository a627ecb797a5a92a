"""The page that checks the shuffle of a past hand, or the draw before a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated

import msgspec
from litestar import get
from litestar.params import QueryParameter
from litestar.response import Template

from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.fair import ShownDeal, ShownDraw, check, check_draw
from bowerbird.hall.replay import shown_deals, shown_draws
from bowerbird.seats import Seat
from bowerbird.web.dependencies import TheHall

__all__ = ["fair_page"]


@get("/fair", include_in_schema=False)
async def fair_page(
    hall: TheHall,
    table: Annotated[str, QueryParameter(max_length=200)] = "",
    hand: Annotated[str, QueryParameter(max_length=6)] = "",
    draw: Annotated[str, QueryParameter(max_length=6)] = "",
) -> Template:
    """Check a past hand, or the draw before a game."""
    name = table.strip().rstrip("/").rpartition("/")[2]
    wanted = hand.strip()
    shown: ShownDeal | ShownDraw | None = None
    draws: list[ShownDraw] = []
    why = ""
    if name:
        try:
            room = (await hall.table(name)).room
            draws, deals = shown_draws(room), shown_deals(room)
            if draw.strip():
                shown = next((each for each in draws if draw.strip() == str(each.game)), None)
                why = "" if shown else _no_draw(draw.strip())
            else:
                shown = next((deal for deal in reversed(deals) if wanted in ("", str(deal.hand))), None)
                why = "" if shown else _not_shown(wanted, deals)
        except NotAllowedError as error:
            why = str(error)
    context = {
        "table": name,
        "hand": wanted,
        "shown": shown,
        "is_draw": isinstance(shown, ShownDraw),
        "draws": [each.game for each in draws],
        "decided": _decided(shown) if isinstance(shown, ShownDraw) else "",
        "problems": [] if shown is None else check_draw(shown) if isinstance(shown, ShownDraw) else check(shown),
        "added": [seat.word for seat in Seat if shown.words[seat]] if shown else [],
        "record": _record(shown) if shown else "",
        "why": why,
    }
    return Template("fair.html", context=context)


def _no_draw(game: str) -> str:
    return f"There was no draw before game {game}, or it isn't over yet. At an event, the event names the dealer."


def _decided(draw: ShownDraw) -> str:
    """What the cards of a draw decided, in the seats before it."""
    if not draw.dealer:
        return ""
    deals = f"{Seat[draw.dealer].word} deals first"
    return f"{deals}, with {Seat[draw.partner].word} as partner." if draw.partner else f"{deals}."


def _not_shown(wanted: str, deals: Sequence[ShownDeal]) -> str:
    if not deals:
        return "No hand at this table is over yet. The secret of a deal is shown after its hand."
    numbers = f"deals 1 to {deals[-1].hand}" if len(deals) > 1 else f"deal {deals[-1].hand}"
    return (
        f"Deal {wanted} isn't over yet, or there was none. "
        f"At this table you can check {numbers}. A secret is shown after its hand."
    )


def _record(shown: ShownDeal | ShownDraw) -> str:
    """JSON with one line per field, so that all the cards are on one line."""
    parts = (f'  "{key}": {json.dumps(value)}' for key, value in msgspec.to_builtins(shown).items())
    lines = ",\n".join(parts)
    return f"{{\n{lines}\n}}"
