"""Check in the facts of a table that every promise was made in time, once, and kept.

`bowerbird.hall.fair` checks one record: its cards follow from its secret and its words. A server could still draw
until it likes the result and promise that, promise twice and keep the better one, hide a secret, or try words for a
bot's chair until it likes the cards. This walks through the facts in their order and finds that. It can't find a person
whom the server has invented.
"""

from __future__ import annotations

from collections.abc import Iterable

from bowerbird.hall.facts import (
    AddedWords,
    Committed,
    DrawCommitted,
    DrawRevealed,
    HallFact,
    Happened,
    Made,
    Revealed,
)
from bowerbird.hall.room import Room
from bowerbird.seats import Seat
from bowerbird.table import Draw, Open, Shuffle

__all__ = ["Promises", "is_draw_promise"]


def is_draw_promise(body: bytes) -> bool:
    """True for the fact, as it is written in the log, that a draw is committed to."""
    return body.startswith(b'{"hall":"draw-committed",')


class Promises:
    """The promises of one table. `problems` names what was broken, `draws_before` the games drawn before `since`.

    `room` is the table after all facts. Draws are committed to since that time: an earlier draw without a commitment is
    as it was, a later one is a problem.
    """

    def __init__(self, facts: Iterable[tuple[HallFact, int]], since: int | None) -> None:
        """Walk through all facts of a table, each with its time."""
        facts = iter(facts)
        made, _ = next(facts)
        assert isinstance(made, Made)
        self.room = Room(made)
        self.problems: list[str] = []
        self.draws_before: list[int] = []
        self._since = since
        self._game = self._shuffles = 0
        self._drawn: set[int] = set()
        self._promised: set[str] = set()
        self._shown: set[str] = set()
        for fact, at in facts:
            self._take(fact, at)
            self.room.apply(fact, at)
        self._look_for_hidden_secrets()

    def _take(self, fact: HallFact, at: int) -> None:
        match fact:
            case Committed(hand=hand, secret=secret):
                self._promise(f"hand {hand}", late=hand <= self._shuffles)
                board = self.room.next_board
                if board is not None and board.secret != secret:
                    self.problems.append(f"hand {hand} is not board {board.number} of the event")
            case DrawCommitted(game=game):
                self._promise(f"the draw of game {game}", late=game in self._drawn)
            case Revealed(hand=hand):
                self._shown.add(f"hand {hand}")
            case DrawRevealed(game=game):
                self._shown.add(f"the draw of game {game}")
            case AddedWords(seat=seat):
                self._add_words(seat)
            case Happened(fact=Open()):
                self._game += 1
            case Happened(fact=Draw()) if self._game not in self._drawn:
                self._draw(at)
            case Happened(fact=Shuffle()):
                self._shuffle()
            case _:
                pass

    def _add_words(self, seat: Seat) -> None:
        """Words go to the promise that comes next, once for each person. Between games it may be that of a hand."""
        promise = self.room.promise
        if promise is None or promise.used:
            self.problems.append(f"the words of {seat.word} were added when nothing was committed to")
        elif not self.room.chairs[seat].person:
            self.problems.append(f"the words of {seat.word} were added when nobody sat there")
        elif not self.room.wants_words(seat):
            self.problems.append(f"the words of {seat.word} were added twice")

    def _promise(self, what: str, *, late: bool) -> None:
        if late:
            self.problems.append(f"{what} was committed to after its cards were known")
        elif what in self._promised:
            self.problems.append(f"{what} was committed to twice")
        self._promised.add(what)

    def _draw(self, at: int) -> None:
        self._drawn.add(self._game)
        what = f"the draw of game {self._game}"
        if what not in self._promised:
            if self._since is None or at < self._since:
                self.draws_before.append(self._game)
            else:
                self.problems.append(f"{what} was not committed to")

    def _shuffle(self) -> None:
        self._shuffles += 1
        if f"hand {self._shuffles}" not in self._promised:
            self.problems.append(f"hand {self._shuffles} was not committed to")

    def _look_for_hidden_secrets(self) -> None:
        """Every draw shows its secret at once, and every hand before the next one starts."""
        due = [f"the draw of game {game}" for game in sorted(self._drawn)]
        # The secrets of boards are shown by their event, when nobody has to play them any more.
        due += [f"hand {hand}" for hand in range(len(self.room.made.boards) + 1, self._shuffles)]
        for what in due:
            if what in self._promised and what not in self._shown:
                self.problems.append(f"the secret of {what} was never shown")
