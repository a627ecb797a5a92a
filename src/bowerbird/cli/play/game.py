"""A game of one person against three bots: produces every fact except the person's own.

Shuffles, cuts, deals and bots depend only on the seed and the position in the game. A seed always gives the same cards,
even after an undo. Does not depend on a screen or a clock.
"""

from __future__ import annotations

from random import Random

import msgspec
from msgspec.structs import replace

from bowerbird.cards import Card
from bowerbird.cli.play.talk import SPOKEN, tell
from bowerbird.players import LEVELS, Player, make_player
from bowerbird.players.base import ask
from bowerbird.players.figures import Manner
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import (
    Cut,
    Deal,
    Draw,
    EndBell,
    Fact,
    HandResult,
    Open,
    Phase,
    Shuffle,
    StartBell,
    State,
    Table,
    Trick,
    TurnUp,
    View,
    say,
)

__all__ = ["YOU", "Game", "SeenFact"]

#: The person's seat and name.
YOU = Seat.S
_YOUR_NAME = "You"


class SeenFact(msgspec.Struct, frozen=True):
    """One fact, and the table as the person saw it before and after."""

    fact: Fact
    before: View
    after: View

    @property
    def trick(self) -> Trick | None:
        """The trick that this card completed."""
        if self.result is not None and self.result.counts:
            return self.after.last_tricks[-1]
        return self.after.tricks[-1] if len(self.after.tricks) > len(self.before.tricks) else None

    @property
    def result(self) -> HandResult | None:
        """The result of the hand that this fact ended."""
        return self.after.results[-1] if len(self.after.results) > len(self.before.results) else None

    @property
    def dealer_found(self) -> bool:
        """True if this card ended the draw."""
        return isinstance(self.fact, Draw) and self.after.phase is not Phase.DRAW

    def lingering(self) -> View:
        """The table during the pause: a full trick or a finished hand is still shown."""
        if self.dealer_found:
            return replace(self.after, phase=Phase.DRAW)
        trick = self.trick
        if trick is None and self.result is None:
            return self.after
        still = replace(self.before, turn=None, legal=(), score=self.after.score, results=self.after.results)
        if trick is None:
            return still
        seat, card = trick.plays[-1]
        hand = tuple(held for held in still.hand if held != card)
        counts = tuple(count - (place == seat) for place, count in enumerate(still.counts))
        return replace(still, hand=hand, counts=counts, trick=trick, tricks=(*still.tricks, trick))


def _bot(level: str, dice: Random) -> Player:
    """A bot as at a table in the browser: it goes alone as seldom as people do. Players of your own are as they are."""
    return Manner.among_people(level).sit_down(dice.getrandbits(63)) if level in LEVELS else make_player(level, dice)


class Game:
    """One game from the draw to the result."""

    def __init__(self, book: Rulebook, seed: int, level: str = "simple", number: int = 1) -> None:
        """Set up game `number` of the series that `seed` gives."""
        self.book = book
        self.seed = seed
        self.level = level
        self.number = number
        self.minutes_left: float | None = None
        self._players = {seat: _bot(level, self._dice(seat.word)) for seat in Seat if seat is not YOU}
        self.table = Table(book)
        self._talk: list[list[str]] = []
        self._said: list[str] = []
        self._view = self.table.view(YOU)
        self._push(Open(names=self._names()))

    @property
    def view(self) -> View:
        """The table as the person sees it."""
        return self._view

    @property
    def talk(self) -> list[str]:
        """Everything so far, in words."""
        return [line for lines in self._talk for line in lines]

    @property
    def said(self) -> dict[Seat, str]:
        """The last call of each player in this deal."""
        words: dict[Seat, str] = {}
        for fact, said in zip(self.table.facts, self._said, strict=True):
            if isinstance(fact, Shuffle):
                words = {}
            elif isinstance(fact, SPOKEN):
                words[fact.seat] = said
        return words

    def advance(self) -> SeenFact | None:
        """Push the next fact that does not need the person; None if there is none."""
        fact = self._next_fact()
        return None if fact is None else self._push(fact)

    def act(self, fact: Fact) -> SeenFact:
        """Push the person's decision, or raise `IllegalActionError` and change nothing."""
        return self._push(fact)

    def ring_end_bell(self) -> bool:
        """Ring the bell at the end of time. False if there was nothing to end."""
        if not self.table.allows(EndBell()):
            return False
        self._push(EndBell())
        return True

    def undo(self) -> bool:
        """Undo the person's last decision. False if there was none."""
        facts = self.table.facts
        own = [place for place, fact in enumerate(facts) if self._is_own_decision(fact)]
        if not own:
            return False
        for _ in facts[own[-1] :]:
            self.table.pop()
            self._talk.pop()
            self._said.pop()
        self._view = self.table.view(YOU)
        return True

    def _is_own_decision(self, fact: Fact) -> bool:
        return getattr(fact, "seat", None) is YOU and not isinstance(fact, Cut | Draw)

    def _push(self, fact: Fact) -> SeenFact:
        before = self.table.state
        seen = self._view
        said = say(self.book, before, fact) if isinstance(fact, SPOKEN) else ""
        self.table.push(fact)
        self._said.append(said)
        self._talk.append(tell(self.book, before, fact, self.table.state))
        self._view = self.table.view(YOU)
        return SeenFact(fact, seen, self._view)

    def _dice(self, place: str) -> Random:
        return Random(f"{self.seed}/{self.number}/{place}")

    def _next_fact(self) -> Fact | None:
        state = self.table.state
        if state.phase is not Phase.DRAW and self.table.allows(StartBell()):
            return StartBell()
        hand = f"hand {len(state.results)}"
        match state.phase:
            case Phase.OVER:
                return None
            case Phase.DRAW:
                return self._draw(self.table)
            case Phase.SHUFFLE:
                return Shuffle(self._shuffled(hand))
            case Phase.CUT:
                cuts = [fact for fact in self.table.legal if isinstance(fact, Cut)]
                return self._dice(f"{hand} cut").choice(cuts)
            case Phase.DEAL:
                deals = [fact for fact in self.table.legal if isinstance(fact, Deal)]
                return self._dice(f"{hand} deal").choice(deals)
            case Phase.TURN_UP:
                return TurnUp()
            case (
                Phase.OPENING
                | Phase.JOKER
                | Phase.FIRST_ROUND
                | Phase.SECOND_ROUND
                | Phase.DISCARD
                | Phase.DEFEND
                | Phase.BEST
                | Phase.PLAY
                | Phase.COUNT
            ):
                return self._chosen(state)

    def _chosen(self, state: State) -> Fact | None:
        """The decision of the player whose turn it is; None if that is you."""
        assert state.turn is not None
        if state.turn is YOU:
            return None
        view = replace(self.table.view(state.turn), minutes_left=self.minutes_left)
        return ask(self._players[state.turn], self.level, self.book, view, len(state.results) + 1)

    def _shuffled(self, place: str) -> tuple[Card, ...]:
        deck = list(self.book.cards())
        self._dice(place).shuffle(deck)
        return tuple(deck)

    def _draw(self, table: Table) -> Draw:
        """The next card of the draw. If either player of a side may cut, the person does."""
        draws = table.state.draws
        pack, drawn = divmod(len(draws), len(self.book.cards()))
        lying = {card for _, card in draws[len(draws) - drawn :]}
        allowed = [fact for fact in table.legal if isinstance(fact, Draw)]
        seats = {fact.seat for fact in allowed}
        seat = YOU if YOU in seats else min(seats)
        cards = {fact.card for fact in allowed if fact.seat is seat}
        deck = self._shuffled(f"draw {pack}")
        return Draw(seat, next(card for card in deck if card in cards and card not in lying))

    def _names(self) -> tuple[str, str, str, str]:
        """Names for the seats before the draw, such that the person ends up South once partners sit across."""
        chairs = tuple(seat.word for seat in Seat)
        rehearsal = Table(self.book, [Open(names=(chairs[0], chairs[1], chairs[2], chairs[3]))])
        while rehearsal.state.phase is Phase.DRAW:
            rehearsal.push(self._draw(rehearsal))
        names = list(chairs)
        for seat in Seat:
            from_chair = chairs.index(rehearsal.state.names[seat])
            names[from_chair] = _YOUR_NAME if seat is YOU else seat.word
        return names[0], names[1], names[2], names[3]
