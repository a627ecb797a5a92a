"""The bots of a live table watch the play: they claim what they notice, and slip themselves if the table allows it.

Chance follows from the secret of the deal, which is in the log: with the log, everything can be worked out again.
"""

from __future__ import annotations

from hashlib import blake2b

from bowerbird.hall.bots import USUAL_LEVEL
from bowerbird.hall.room import Room
from bowerbird.seats import Seat
from bowerbird.table import Choose, Claim, Phase, Play, View
from bowerbird.table.points import score_hand

__all__ = ["choice", "claim", "slip"]


def claim(room: Room) -> Claim | None:
    """What a bot points out now. It leaves the slips of other bots to people."""
    state = room.table.state
    if state.guarded or state.phase not in (Phase.PLAY, Phase.COUNT) or state.asked is not None or room.paused:
        return None
    from bowerbird.players.eyes import points_out

    people = frozenset(room.players())
    for seat in Seat:
        if room.plays_itself(seat) and any(other.side is not seat.side for other in people):
            level = room.bot_at(seat) or USUAL_LEVEL
            found = points_out(level, _seed(room, seat), room.book, room.table.view(seat), people)
            if found is not None:
                return found
    return None


def slip(room: Room, seat: Seat, view: View) -> Play | None:
    """A bot's own mistake, if the host wished for some. A bot that plays for a person makes none."""
    level = room.bot_at(seat)
    if not room.made.bots_slip or not level or view.guarded:
        return None
    from bowerbird.players.eyes import slip as slip_of

    return slip_of(level, _seed(room, seat), view)


def choice(room: Room, seat: Seat) -> Choose:
    """A bot's choice after a proved revoke: the points, unless the hand as played is worth more to its side."""
    hand, side = room.table.state.hand, seat.side
    played = score_hand(room.book, hand, room.table.state.dealer).points
    owed = next(owed for owed in hand.owed if owed.side is side)
    if side in hand.unscored or played[side] - played[side.other] >= owed.points:
        return Choose(seat, "as played")
    return Choose(seat, "add points")


def _seed(room: Room, seat: Seat) -> int:
    secret = "" if room.deal is None else room.deal.secret
    return int.from_bytes(blake2b(f"{secret} {seat.word} watches".encode(), digest_size=8).digest(), "big")
