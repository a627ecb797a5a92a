"""The page that checks the shuffle of a past hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated

import msgspec
from litestar import get
from litestar.params import QueryParameter
from litestar.response import Template

from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.fair import ShownDeal, check
from bowerbird.hall.replay import shown_deals
from bowerbird.seats import Seat
from bowerbird.web.dependencies import TheHall

__all__ = ["fair_page"]


@get("/fair", include_in_schema=False)
async def fair_page(
    hall: TheHall,
    table: Annotated[str, QueryParameter(max_length=200)] = "",
    hand: Annotated[str, QueryParameter(max_length=6)] = "",
) -> Template:
    """Check a past hand."""
    name = table.strip().rstrip("/").rpartition("/")[2]
    wanted = hand.strip()
    shown: ShownDeal | None = None
    why = ""
    if name:
        try:
            deals = shown_deals((await hall.table(name)).room)
            shown = next((deal for deal in reversed(deals) if wanted in ("", str(deal.hand))), None)
            why = "" if shown else _not_shown(wanted, deals)
        except NotAllowedError as error:
            why = str(error)
    context = {
        "table": name,
        "hand": wanted,
        "shown": shown,
        "problems": check(shown) if shown else [],
        "added": [seat.word for seat in Seat if shown.words[seat]] if shown else [],
        "record": _record(shown) if shown else "",
        "why": why,
    }
    return Template("fair.html", context=context)


def _not_shown(wanted: str, deals: Sequence[ShownDeal]) -> str:
    if not deals:
        return "No hand at this table is over yet. The secret of a deal is shown after its hand."
    numbers = f"deals 1 to {deals[-1].hand}" if len(deals) > 1 else f"deal {deals[-1].hand}"
    return (
        f"Deal {wanted} isn't over yet, or there was none. "
        f"At this table you can check {numbers}. A secret is shown after its hand."
    )


def _record(shown: ShownDeal) -> str:
    """JSON with one line per field, so that all the cards are on one line."""
    parts = (f'  "{key}": {json.dumps(value)}' for key, value in msgspec.to_builtins(shown).items())
    lines = ",\n".join(parts)
    return f"{{\n{lines}\n}}"
