"""Sheets over the table: help, rules, and the questions to quit and to play again."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.events import Key, Resize
from textual.screen import ModalScreen
from textual.widgets import Static

from bowerbird.cli.play.talk import side_word
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import View

__all__ = ["Sheet", "game_over", "help_sheet", "quit_question", "rule_sheet"]

_HELP = """\
1 to 6      choose the card or call with that number, or click it
← → Enter   move to a card or call, and choose it; Esc cancels
any key     continue when a trick or a result is shown

A   go alone, or not, before you name a suit
L   show the last trick
U   undo your last decision
S   change the speed of the bots
R   show this club's rules
Q   quit

You may play the raised cards. Choose another one to see why not.
R and L on a jack mark the bowers once trump is made."""


class Sheet(ModalScreen[str]):
    """A sheet over the table. Each key in `answers` closes it with that answer."""

    def __init__(self, title: str, body: RenderableType, answers: dict[str, str], foot: str) -> None:
        """A title, a text that scrolls, and the keys at the bottom."""
        super().__init__()
        self._title, self._body, self._answers, self._foot = title, body, answers, foot

    def compose(self) -> ComposeResult:
        """Title, text, keys."""
        with Vertical(id="sheet"):
            yield Static(self._title, id="sheet-title", markup=False)
            with VerticalScroll(id="sheet-text"):
                yield Static(self._body, markup=False)
            yield Static(self._foot, id="sheet-foot", markup=False)

    def on_resize(self, event: Resize) -> None:
        """Use every row of a small window."""
        self.set_class(event.size.height < 24, "small")

    def on_key(self, event: Key) -> None:
        """Close with an answer, or scroll."""
        event.stop()
        answer = self._answers.get(event.character or event.key) or self._answers.get(event.key)
        text = self.query_one("#sheet-text", VerticalScroll)
        if answer is not None:
            self.dismiss(answer)
        elif event.key in ("down", "j"):
            text.scroll_down(animate=False)
        elif event.key in ("up", "k"):
            text.scroll_up(animate=False)
        elif event.key in ("pagedown", "space"):
            text.scroll_page_down(animate=False)
        elif event.key == "pageup":
            text.scroll_page_up(animate=False)


_CLOSE = dict.fromkeys(("escape", "enter", "q", "?", "r"), "close")


def help_sheet() -> Sheet:
    """The keys."""
    return Sheet("Keys", _HELP, _CLOSE, "Esc to close")


def rule_sheet(book: Rulebook) -> Sheet:
    """The club's rules."""
    from bowerbird.rulebook.sheet import sheet

    parts: list[RenderableType] = []
    for section in sheet(book):
        parts.append(Text(section.title, "bold"))
        parts += [Padding(Text(line.sentence), (0, 1, 0, 2)) for line in section.lines]
        parts.append(Text(""))
    return Sheet(f"{book.title}: the rules", Group(*parts), _CLOSE, "↑ ↓ to scroll · Esc to close")


def quit_question() -> Sheet:
    """Ask whether to quit in the middle of a game."""
    answers = {"y": "quit", "q": "quit", "n": "stay", "escape": "stay"}
    return Sheet("Quit?", "This game is not finished and will not be saved.", answers, "Y quit · N continue")


def game_over(book: Rulebook, view: View) -> Sheet:
    """Show the result, and ask whether to play again."""
    assert view.result is not None
    winner = view.result.winner
    title = "A tie" if winner is None else "We win!" if winner is Side.NS else "They win"
    why = {
        "points": f"First to {book.game.points} wins.",
        "hands": f"All {book.game.hands} hands have been played.",
        "bell": "The bell has rung.",
    }.get(view.result.ended_by, "")
    lines = [" – ".join(f"{side_word(side)} {view.result.score[side]}" for side in Side), why]
    if book.personal_card.kept:
        lines.append(f"Your personal card: {sum(result.personal[Seat.S] for result in view.results)}")
    answers = {"y": "again", "enter": "again", "n": "quit", "q": "quit", "u": "undo"}
    return Sheet(title, "\n".join(lines) + "\n\nAnother game?", answers, "Y another game · N quit · U undo")
