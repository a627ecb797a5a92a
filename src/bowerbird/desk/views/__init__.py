"""What each role sees of an evening, as plain data for JSON. Made from the evening alone; nothing is changed here."""

from bowerbird.desk.views.common import Seen, clock_view, fresh
from bowerbird.desk.views.director import director_view
from bowerbird.desk.views.player import player_view
from bowerbird.desk.views.public import public_view
from bowerbird.desk.views.small import sign_up_view, table_view

__all__ = [
    "Seen",
    "clock_view",
    "director_view",
    "fresh",
    "player_view",
    "public_view",
    "sign_up_view",
    "table_view",
]
