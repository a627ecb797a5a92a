"""Make each role's view of an evening, in the structs of `shapes`. Nothing is changed here."""

from bowerbird.evening.views.common import Seen, clock_view, fresh
from bowerbird.evening.views.director import director_view
from bowerbird.evening.views.player import player_view
from bowerbird.evening.views.public import public_head, public_view
from bowerbird.evening.views.small import sign_up_view, table_view

__all__ = [
    "Seen",
    "clock_view",
    "director_view",
    "fresh",
    "player_view",
    "public_head",
    "public_view",
    "sign_up_view",
    "table_view",
]
