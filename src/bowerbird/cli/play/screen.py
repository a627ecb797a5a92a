"""The table on the screen: shows the person's view, takes keys and clicks, and plays the bots' turns at a pace.

Depends on the person's view only. Every decision goes to the game as a fact.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Click, Key, Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from bowerbird.cards import Card
from bowerbird.cli.play import panels, sheets
from bowerbird.cli.play.choices import Offer, can_go_alone, card_choice, offers, question, why_not
from bowerbird.cli.play.game import YOU, Game, SeenFact
from bowerbird.cli.play.pace import PACES, Pace
from bowerbird.cli.play.talk import dealer_found, does, hand_result, trick_won
from bowerbird.cli.play.widgets import CallButton, Calls, Drawing, HandCard
from bowerbird.table import Draw, Exchange, Fact, Phase, Play, Trick, View

__all__ = ["SMALLEST", "TableScreen"]

_MOST_CARDS = 6
_WIDE, _VERY_WIDE, _TALL = 100, 130, 32
#: A window below the usual size shows one row for each card. Below the smallest, the game waits.
_USUAL: Final = Size(80, 24)
SMALLEST: Final = Size(50, 16)
_KEYS: Final = "? help   L last trick   U undo   R rules   S pace   Q quit"
_FEW_KEYS: Final = "? help  L last  U undo  R rules  S pace  Q quit"


class TableScreen(Screen[None]):
    """One table: games until the person quits."""

    def __init__(self, game: Game, pace: Pace, now: Callable[[], float]) -> None:
        """Play `game`, and others after it. `now` is the clock for the bells."""
        super().__init__()
        self.game = game
        self.pace = pace
        self._now = now
        self._bell_at: float | None = None
        self._timer: Timer | None = None
        self._shown = game.view
        self._lingering: SeenFact | None = None
        self._looking_back = False
        self._pointing: int | None = None
        self._alone = False
        self._exchange: list[Card] | None = None
        self._notice = ""
        self.calls: list[Offer] = []
        self._small = self._too_small = False

    # Layout.

    def compose(self) -> ComposeResult:
        """Bar, table, question, calls, hand, keys; the play-by-play on the right if there is room."""
        yield Static(id="too-small", markup=False)
        yield Static(id="top", markup=False)
        yield Static(id="status", markup=False)
        with Horizontal(id="room"):
            with Vertical(id="main"):
                with Horizontal(id="table"):
                    yield Drawing(self._draw_trump, "trump")
                    yield Drawing(self._draw_felt, "felt")
                    yield Drawing(self._draw_score, "score")
                yield Static(id="question", markup=False)
                yield Calls(id="calls")
                with Horizontal(id="hand"):
                    yield from (HandCard(place) for place in range(_MOST_CARDS))
            with VerticalScroll(id="talk", can_focus=False):
                yield Static(id="talk-text", markup=False)
        yield Static(_KEYS, id="keys", markup=False)

    def on_mount(self) -> None:
        """Start."""
        self.set_interval(0.5, self._tick)
        self._continue()

    def on_resize(self, event: Resize) -> None:
        """Show the play-by-play and taller cards if the window is large enough, and wait if it is too small."""
        width, height = event.size
        was_too_small = self._too_small
        self._small = width < _USUAL.width or height < _USUAL.height
        self._too_small = width < SMALLEST.width or height < SMALLEST.height
        self.set_class(self._small, "small")
        self.set_class(self._too_small, "too-small")
        self.query_one("#keys", Static).update(_FEW_KEYS if self._small else _KEYS)
        self.query_one("#too-small", Static).update(
            f"This window is {width} × {height}.\nMake it {SMALLEST.width} × {SMALLEST.height} or larger to continue, "
            "or press Q to quit."
        )
        if self._too_small:
            self._hold()
        elif was_too_small:
            self._resume()
        self.set_class(event.size.width >= _WIDE, "wide")
        self.set_class(event.size.width >= _VERY_WIDE, "very-wide")
        self.set_class(event.size.height >= _TALL, "tall")
        self.call_after_refresh(self._show)

    def _draw_trump(self, width: int, height: int) -> Text:
        return panels.trump_panel(self.game.book, self._shown, width, height)

    def _draw_felt(self, width: int, height: int) -> Text:
        said = {} if self._looking_back else self.game.said
        draw = panels.small_felt if self._small else panels.felt
        return draw(self.game.book, self._shown, said, width, height)

    def _draw_score(self, width: int, height: int) -> Text:
        return panels.score_panel(self.game.book, self._shown, width, height)

    def _to_show(self) -> View:
        """The view to show: the table now, or during a pause."""
        if self._looking_back:
            now = self.game.view
            return replace(now, phase=Phase.PLAY, trick=now.last_trick or Trick(), turn=None, legal=())
        return self.game.view if self._lingering is None else self._lingering.lingering()

    @property
    def _asked(self) -> bool:
        """True if it is the person's turn to decide."""
        return self._lingering is None and not self._looking_back and self.game.view.turn is YOU

    # Display.

    def _show(self) -> None:
        view = self._shown = self._to_show()
        self.calls = offers(self.game.table, view, self._alone) if self._asked and self._exchange is None else []
        self.query_one("#top", Static).update(self._title(view))
        self.query_one("#status", Static).update(panels.status_line(self.game.book, view))
        self.query_one("#question", Static).update(self._words(view))
        self._show_calls(view)
        self._show_hand(view)
        for part in self.query(Drawing):
            part.refresh()
        self.query_one("#talk-text", Static).update("\n".join(self.game.talk))
        self.query_one("#talk", VerticalScroll).scroll_end(animate=False)

    def _title(self, view: View) -> str:
        name = "" if self._small else "Bowerbird · "
        parts = [f" {name}{self.game.book.title}", f"game {self.game.number}", f"hand {view.hands_played + 1}"]
        if self._bell_at is not None:
            left = round(self._seconds_left(self._bell_at))
            parts.append("last hand" if view.bell_rung else f"bell in {left // 60}:{left % 60:02}")
        return " · ".join(parts)

    def _words(self, view: View) -> str:
        """The line to read: what just happened, why not, or the question."""
        if self._looking_back:
            return f"The last trick. {trick_won(self.game.book, view.names, view.trick)} Press any key to go back."
        if self._notice:
            return self._notice
        if self._lingering is not None:
            return self._what_happened(self._lingering)
        if self._exchange is not None:
            return f"Choose three cards to send back: {3 - len(self._exchange)} more. Esc cancels."
        if self._asked:
            return question(self.game.table, view)
        return ""

    def _what_happened(self, happened: SeenFact) -> str:
        names = happened.after.names
        if happened.dealer_found:
            return f"{dealer_found(names, happened.after.dealer)} Press any key to continue."
        words = [trick_won(self.game.book, names, happened.trick)] if happened.trick is not None else []
        if happened.result is not None:
            words.append(hand_result(names, happened.result))
        if words:
            return " ".join([*words, "Press any key to continue."])
        if isinstance(happened.fact, Draw):
            return "The draw. Press any key to skip it."
        if isinstance(happened.fact, Play):
            return does(names[happened.fact.seat], "plays", f"{self.game.book.card_sign(happened.fact.card)}.")
        return self.game.talk[-1]

    def _show_calls(self, view: View) -> None:
        labels = [(str(place), offer.label, not offer.why_not) for place, offer in enumerate(self.calls, start=1)]
        if self.calls and can_go_alone(view):
            labels.append(("A", f"{self.game.book.words.alone}: {'yes' if self._alone else 'no'}", True))
        self.query_one(Calls).show(labels, self._pointing)

    def _show_hand(self, view: View) -> None:
        wanted = self._asked and (self._exchange is not None or self._card_fact(view, 0) is not None)
        for place in self.query(HandCard):
            card = view.hand[place.place] if place.place < len(view.hand) else None
            fact = self._card_fact(view, place.place)
            allowed = fact in view.legal if self._exchange is None else card not in self._exchange
            place.show(card, view.trump, wanted, allowed, wanted and place.place == self._pointing)

    def _card_fact(self, view: View, place: int) -> Fact | None:
        return card_choice(view, view.hand[place]) if place < len(view.hand) else None

    # Progress.

    def _continue(self) -> None:
        """Continue until there is something to show, or it is the person's turn."""
        self._stop_waiting()
        while (happened := self._advance()) is not None:
            self._start_clock(happened.after)
            if self._wait_after(happened):
                return
        self._show()
        if self.game.view.result is not None:
            self.app.push_screen(sheets.game_over(self.game.book, self.game.view), self._after_game)

    def _advance(self) -> SeenFact | None:
        self.game.minutes_left = None if self._bell_at is None else self._seconds_left(self._bell_at) / 60
        return self.game.advance()

    def _wait_after(self, happened: SeenFact) -> bool:
        """Pause as long as the pace says. False if there is no pause."""
        seconds = self.pace.after(happened)
        if seconds == 0:
            return False
        self._lingering = happened
        if seconds is not None:
            self._timer = self.set_timer(seconds, self._continue, pause=self._too_small)
        self._show()
        return True

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._lingering = None, None
        self._pointing, self._alone, self._exchange, self._notice = None, False, None, ""

    def _hold(self) -> None:
        if self._timer is not None:
            self._timer.pause()

    def _resume(self) -> None:
        if self._timer is not None and not self._too_small:
            self._timer.reset()
            self._timer.resume()

    def _skip_draw(self) -> None:
        while self.game.view.phase is Phase.DRAW:
            happened = self.game.advance()
            assert happened is not None
            if happened.dealer_found and self._wait_after(happened):
                return
        self._continue()

    def _act(self, fact: Fact) -> None:
        self._stop_waiting()
        if not self._wait_after(self.game.act(fact)):
            self._continue()

    # The clock.

    def _start_clock(self, view: View) -> None:
        minutes = self.game.book.game.minutes
        if minutes and self._bell_at is None and view.phase is Phase.FIRST_ROUND:
            self._bell_at = self._now() + 60 * minutes

    def _seconds_left(self, bell_at: float) -> float:
        return max(0.0, bell_at - self._now())

    def _tick(self) -> None:
        if self._bell_at is None:
            return
        if self._now() >= self._bell_at and self.game.ring_end_bell():
            self._notice = "The bell has rung. This is the last hand."
            if self.game.view.result is not None and self._lingering is None:
                self._continue()
        self._show()

    # Input.

    def on_key(self, event: Key) -> None:
        """Handle a key. During a pause, any other key continues."""
        event.stop()
        key = (event.character or event.key).lower()
        if self._too_small:
            if key == "q":
                self.app.exit()
            return
        commands = {
            "?": self._help,
            "l": self._look_back,
            "u": self._undo,
            "r": self._rules,
            "s": self._next_pace,
            "q": self.ask_to_quit,
        }
        if key in commands and not self._looking_back:
            commands[key]()
        elif self._looking_back or self._lingering is not None:
            self._hurry()
        elif self._asked:
            self._answer(event.key, key)

    def on_click(self, event: Click) -> None:
        """Continue on a click anywhere."""
        event.stop()
        self._hurry()

    def on_hand_card_chosen(self, message: HandCard.Chosen) -> None:
        """Choose the card that was clicked."""
        if self._asked:
            self._choose_card(message.place)
        else:
            self._hurry()

    def on_call_button_pressed(self, message: CallButton.Pressed) -> None:
        """Choose the call that was clicked."""
        if self._asked:
            self._choose_call(message.place)

    def _hurry(self) -> None:
        if self._looking_back:
            self._looking_back = False
            self._resume()
            self._show()
        elif self.game.view.phase is Phase.DRAW:
            self._stop_waiting()
            self._skip_draw()
        elif self._lingering is not None:
            self._continue()

    def _answer(self, key: str, letter: str) -> None:
        count = self.query_one(Calls).count or len(self.game.view.hand)
        if letter.isdigit() and 1 <= int(letter) <= count:
            self._choose(int(letter) - 1)
        elif letter == "a" and self.calls and can_go_alone(self.game.view):
            self._choose_call(len(self.calls))
        elif key in ("left", "right"):
            step = 1 if key == "right" else -1
            start = -1 if step > 0 else 0
            self._pointing = ((start if self._pointing is None else self._pointing) + step) % count
            self._show()
        elif key in ("enter", "space", "up") and self._pointing is not None:
            self._choose(self._pointing)
        elif key == "escape":
            self._pointing, self._exchange, self._notice = None, None, ""
            self._show()

    def _choose(self, place: int) -> None:
        if self.calls:
            self._choose_call(place)
        else:
            self._choose_card(place)

    def _choose_call(self, place: int) -> None:
        if place == len(self.calls):
            self._alone = not self._alone
            self._show()
            return
        offer = self.calls[place]
        if offer.why_not:
            self._tell(offer.why_not)
        elif isinstance(offer.fact, Exchange):
            self._pointing, self._exchange = None, []
            self._show()
        else:
            self._act(offer.fact)

    def _choose_card(self, place: int) -> None:
        view = self.game.view
        card = view.hand[place]
        if self._exchange is not None:
            self._send_back(card)
            return
        fact = card_choice(view, card)
        if fact is None:
            self._tell("Call first: choose one of the buttons.")
        elif reason := why_not(self.game.table, fact):
            self._tell(reason)
        else:
            self._act(fact)

    def _send_back(self, card: Card) -> None:
        assert self._exchange is not None
        if card in self._exchange:
            self._exchange.remove(card)
        else:
            self._exchange.append(card)
        if len(self._exchange) == 3:
            one, two, three = self._exchange
            self._act(Exchange(YOU, (one, two, three)))
        else:
            self._show()

    def _tell(self, words: str) -> None:
        self._notice = words
        self._show()

    # Commands.

    def _look_back(self) -> None:
        if self.game.view.last_trick is None:
            self._tell("There is no last trick yet.")
            return
        self._looking_back = True
        self._hold()
        self._show()

    def _undo(self) -> None:
        if not self.game.undo():
            self._tell("You have nothing to undo yet.")
            return
        self._stop_waiting()
        self._show()

    def _next_pace(self) -> None:
        names = [pace.name for pace in PACES]
        here = names.index(self.pace.name) if self.pace.name in names else -1
        self.pace = PACES[(here + 1) % len(PACES)]
        self._notice = f"Pace: {self.pace.name}."
        self._show()

    def _help(self) -> None:
        self._show_sheet(sheets.help_sheet())

    def _rules(self) -> None:
        self._show_sheet(sheets.rule_sheet(self.game.book))

    def ask_to_quit(self) -> None:
        """Ask before quitting."""
        self._show_sheet(sheets.quit_question())

    def _show_sheet(self, sheet: sheets.Sheet) -> None:
        """Show a sheet over the table. The game pauses until it is closed."""
        self._hold()
        self.app.push_screen(sheet, self._after_sheet)

    def _after_sheet(self, answer: str | None) -> None:
        if answer == "quit":
            self.app.exit()
        else:
            self._resume()

    def _after_game(self, answer: str | None) -> None:
        if answer == "undo":
            self._undo()
        elif answer == "again":
            self.game = Game(self.game.book, self.game.seed, self.game.level, self.game.number + 1)
            self._bell_at = None
            self._continue()
        else:
            self.app.exit()
