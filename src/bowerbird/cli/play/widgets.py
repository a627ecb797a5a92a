"""The widgets: drawings, cards of the hand, calls."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from bowerbird.cards import NO_TRUMP, Card, Trump
from bowerbird.cli.play.paint import Canvas, paint_card, style

__all__ = ["CallButton", "Calls", "Drawing", "HandCard"]

_MOST_CALLS: Final = 8


class Drawing(Widget):
    """A part of the screen, drawn to its size."""

    def __init__(self, draw: Callable[[int, int], Text], id: str) -> None:
        """Draw with `draw(width, height)`."""
        super().__init__(id=id)
        self._draw = draw

    def render(self) -> Text:
        """The drawing."""
        return self._draw(self.size.width, self.size.height)


class HandCard(Widget):
    """A position in the hand. A card that may be played is raised."""

    class Chosen(Message):
        """The card was clicked."""

        def __init__(self, place: int) -> None:
            """The card at this place."""
            super().__init__()
            self.place = place

    def __init__(self, place: int) -> None:
        """The place, from 0 on the left."""
        super().__init__(id=f"card-{place + 1}", classes="card")
        self.place = place
        self.card: Card | None = None
        self.stands = False
        self._trump: Trump = NO_TRUMP
        self._look = "plain"

    def show(self, card: Card | None, trump: Trump, wanted: bool, allowed: bool, chosen: bool) -> None:
        """Show a card: `wanted` if one is needed now, `allowed` if it may be this one, `chosen` if selected."""
        self.card = card
        self.stands = card is not None and wanted and allowed
        self._trump = trump
        self._look = "plain" if not wanted else "chosen" if chosen else "allowed" if allowed else "barred"
        self.display = card is not None
        self.refresh()

    def render(self) -> Text:
        """Draw the card, raised or not, with its key below."""
        canvas = Canvas(self.size.width, self.size.height)
        if self.card is not None:
            top, height, width = (0 if self.stands else 1), self.size.height - 1, self.size.width
            shade = self._look in ("barred", "chosen") and not self.stands
            for row in range(height):
                canvas.put(0, top + row, " " * width, style("black in shade" if shade else "black"))
            paint_card(canvas, 0, top, self.card, self._trump, height - 1, shade, width)
            tag, pair = {
                "plain": (f" {self.place + 1} ", "black"),
                "allowed": (f" {self.place + 1} ", "yours"),
                "barred": (f" {self.place + 1} ", "black in shade"),
                "chosen": (f"▶ {self.place + 1} ◀".center(width), "yours"),
            }[self._look]
            canvas.put_centred(width // 2, top + height - 1, tag, style(pair, bold=True))
        return canvas.text()

    def on_click(self, event: Click) -> None:
        """Choose the card on a click."""
        event.stop()
        self.post_message(self.Chosen(self.place))


class CallButton(Widget):
    """A call with its key. A call that is not allowed is marked, and shows the reason when chosen."""

    class Pressed(Message):
        """The button was clicked."""

        def __init__(self, place: int) -> None:
            """The call at this place."""
            super().__init__()
            self.place = place

    def __init__(self, place: int) -> None:
        """The place, from 0 on the left."""
        super().__init__(id=f"call-{place + 1}", classes="call")
        self.place = place
        self.display = False
        self._text = ""
        self._pair = "yours"

    def show(self, key: str, label: str, allowed: bool, chosen: bool) -> int:
        """Set the label, and return its width."""
        self._text = f" {key} {label} " if allowed else f" {key} ✕ {label} "
        self._pair = "chosen" if chosen else "yours" if allowed else "barred"
        if chosen:
            self._text = f"▶{self._text[1:-1]}◀"
        self.display = True
        self.refresh()
        return len(self._text)

    def lie(self, x: int, y: int, width: int, height: int) -> None:
        """Move to a position in the row of buttons."""
        self.styles.offset = (x, y)
        self.styles.width, self.styles.height = width, height

    def render(self) -> Text:
        """The button."""
        canvas = Canvas(self.size.width, self.size.height, self._pair)
        canvas.put(0, self.size.height // 2, self._text, style(self._pair, bold=True))
        return canvas.text()

    def on_click(self, event: Click) -> None:
        """Choose the call on a click."""
        event.stop()
        self.post_message(self.Pressed(self.place))


class Calls(Container):
    """The calls, in one row of tall buttons, or in two rows of flat ones if they don't fit."""

    count = 0

    def compose(self) -> ComposeResult:
        """Enough buttons for any turn. Unused ones are hidden."""
        yield from (CallButton(place) for place in range(_MOST_CALLS))

    def show(self, labels: list[tuple[str, str, bool]], pointing: int | None) -> None:
        """Show calls given as (key, words, allowed)."""
        self.count = len(labels)
        buttons = list(self.query(CallButton))
        for button in buttons[self.count :]:
            button.display = False
        widths = [
            button.show(key, words, allowed, chosen=button.place == pointing)
            for button, (key, words, allowed) in zip(buttons, labels, strict=False)
        ]
        tall = sum(widths) + len(widths) - 1 <= self.size.width
        in_first_row = self.count if tall else (self.count + 1) // 2
        step = 2 if self.size.height > 2 else 1
        for row, places in enumerate((range(in_first_row), range(in_first_row, self.count))):
            steps = [widths[place] + 1 for place in places]
            left = max(0, (self.size.width - sum(steps) + 1) // 2)
            for place, x in zip(places, accumulate(steps, initial=left), strict=False):
                buttons[place].lie(x, row * step, widths[place], min(3, self.size.height) if tall else 1)
