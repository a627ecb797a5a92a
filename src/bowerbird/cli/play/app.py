"""The terminal application: one screen, one table."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from bowerbird.extras import needs

with needs("play"):
    from textual.app import App
    from textual.binding import Binding, BindingType

from bowerbird.cli.play.game import Game
from bowerbird.cli.play.pace import PACES, Pace
from bowerbird.cli.play.screen import TableScreen
from bowerbird.rulebook.model import Rulebook

__all__ = ["PlayApp"]


class PlayApp(App[None]):
    """A game of euchre against three bots."""

    CSS_PATH = "play.tcss"
    TITLE = "Bowerbird"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "ask_to_quit", show=False, priority=True)]

    def __init__(
        self,
        book: Rulebook,
        seed: int,
        level: str = "simple",
        pace: Pace = PACES[0],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Play by `book`, with the cards that `seed` gives."""
        super().__init__()
        self.table_screen = TableScreen(Game(book, seed, level), pace, now)

    def on_mount(self) -> None:
        """Show the table."""
        self.push_screen(self.table_screen)

    def action_ask_to_quit(self) -> None:
        """Ask before quitting. The second time, quit."""
        if self.screen is self.table_screen:
            self.table_screen.ask_to_quit()
        else:
            self.exit()
