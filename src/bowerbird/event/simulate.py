"""Simulate a whole event with dice instead of cards: to try a movement, a ranking or a rulebook.

Every score is possible under the rulebook, because each game is built hand by hand from the rulebook's points. Chance
comes from outside, so the same chance gives the same event.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from bowerbird.errors import checks_kinds
from bowerbird.event.cutting import drawn_cuts
from bowerbird.event.deals import dealer_of
from bowerbird.event.draw import Shuffle
from bowerbird.event.facts import (
    Bell,
    BoardScore,
    CheckedIn,
    CoinsTossed,
    Entered,
    Entrant,
    EventCreated,
    Fact,
    Finished,
    MeetingClosed,
    MeetingOpened,
    PlayOffPlayed,
    RoundClosed,
    Score,
    ScoreEntered,
    SideCard,
    SittingPlayerNamed,
    Table,
)
from bowerbird.event.fold import step
from bowerbird.event.movements import Chosen
from bowerbird.event.results import result_of
from bowerbird.event.seating import next_round
from bowerbird.event.standings import due_play_offs
from bowerbird.event.state import Event
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.load import Rules, load_rulebook
from bowerbird.seats import Seat, Side

__all__ = ["Chance", "Pace", "quick_game", "quick_score", "simulate"]


class Chance(Protocol):
    """The source of luck, such as a `random.Random` with a seed."""

    def random(self) -> float:
        """A number from 0 up to 1."""

    @property
    def shuffle(self) -> Shuffle:
        """Put a list into a new order."""


class Pace(msgspec.Struct, frozen=True):
    """The pace of play, in seconds."""

    #: To deal, up to the turn-up.
    deal: int = 15
    #: To play a hand.
    play: int = 45


_USUAL_PACE = Pace()
#: The probabilities that the makers take 0 to 5 tricks, with a partner and alone; each adds up to 1.
_TRICKS = (0.01, 0.07, 0.16, 0.40, 0.22, 0.14)
_TRICKS_ALONE = (0.01, 0.03, 0.10, 0.20, 0.22, 0.44)
_ALONE = 0.10
_ALL_PASS = 0.03


class _Hand(msgspec.Struct, frozen=True):
    maker: Seat
    alone: bool
    tricks: int

    @property
    def winners(self) -> Side:
        return self.maker.side if self.tricks >= 3 else self.maker.side.other

    @property
    def is_march(self) -> bool:
        return self.tricks in (0, 5)


class _Card:
    """One side's card while the game is in progress."""

    def __init__(self) -> None:
        self.points = self.euchred = self.failed_alone = self.marches = 0
        self.loners, self.personal = [0, 0], [0, 0]

    def written(self, keeps_personal: bool) -> SideCard:
        personal = (self.personal[0], self.personal[1]) if keeps_personal else None
        loners = (self.loners[0], self.loners[1])
        return SideCard(self.euchred, self.failed_alone, 0, self.marches, loners, personal)


def quick_score(book: Rulebook, table: Table, chance: Chance) -> Score:
    """One game at a table, or its boards in a duplicate event."""
    if not table.boards:
        return quick_game(book, table.dealer, chance)
    cards = (_Card(), _Card())
    boards = []
    for board in table.boards:
        before = [card.points for card in cards]
        hand = _deal(book, dealer_of(board), chance)
        assert hand is not None  # no board is thrown in
        _write(book, cards, hand)
        ns, ew = (card.points - had for card, had in zip(cards, before, strict=True))
        boards.append(BoardScore(board, ns, ew))
    written = (cards[0].written(keeps_personal=False), cards[1].written(keeps_personal=False))
    return Score(cards[0].points, cards[1].points, written, boards=tuple(boards))


def quick_game(book: Rulebook, dealer: Seat, chance: Chance, pace: Pace = _USUAL_PACE) -> Score:
    """One game by the rulebook: its points, and the target, number of hands or bell that ends it."""
    game = book.game
    cards = (_Card(), _Card())
    hands = seconds = 0
    again = False
    while True:
        if game.minutes and seconds + pace.deal > game.minutes * 60 and not again:
            # The bell rings before the turn-up is dealt: the game is over.
            break
        hand = _deal(book, dealer, chance)
        seconds += pace.deal + pace.play
        if hand is not None:
            _write(book, cards, hand)
            hands += 1
        # If the bell rang during a hand that was thrown in, another is dealt until one is completed.
        again = hand is None and seconds > game.minutes * 60 and game.bell == "finish the hand"
        last, dealer = dealer, dealer.left
        if game.points and max(card.points for card in cards) >= game.points:
            break
        if game.hands and hands >= game.hands:
            break
    ns, ew = (_counted(book, card.points) for card in cards)
    keeps = result_of(book).personal
    return Score(ns, ew, (cards[0].written(keeps), cards[1].written(keeps)), last_dealer=last if hands else None)


def _counted(book: Rulebook, points: int) -> int:
    capped = book.game.points and book.game.over_target == "not counted"
    return min(points, book.game.points) if capped else points


def _deal(book: Rulebook, dealer: Seat, chance: Chance) -> _Hand | None:
    """A hand, or None if everybody passes."""
    if not book.auction.stick_the_dealer and chance.random() < _ALL_PASS:
        return None
    maker = Seat(int(chance.random() * 4))
    alone = chance.random() < _ALONE
    if book.auction.partner_orders_alone and maker is dealer.partner:
        alone = alone or chance.random() < 0.5
    roll = chance.random()
    for tricks, share in enumerate(_TRICKS_ALONE if alone else _TRICKS):
        roll -= share
        if roll < 0:
            return _Hand(maker, alone, tricks)
    return _Hand(maker, alone, 5)


def _write(book: Rulebook, cards: tuple[_Card, _Card], hand: _Hand) -> None:
    makers, winners = cards[hand.maker.side], cards[hand.winners]
    points, personal = book.points, book.personal_card
    lone_march = hand.alone and hand.tricks == 5
    winners.marches += hand.is_march
    makers.failed_alone += hand.alone and hand.tricks < 5
    by_tricks = (points.march if hand.is_march else points.made, personal.march if hand.is_march else personal.made)
    if hand.tricks < 3:
        makers.euchred += 1
        euchre = points.euchre_alone if hand.alone else points.euchre
        scored, own = by_tricks[0] if euchre == "by tricks" else euchre, by_tricks[1]
    elif lone_march:
        makers.loners[hand.maker // 2] += 1
        scored, own = points.alone_march, personal.alone_march_partner
        winners.personal[hand.maker // 2] += personal.alone_march - personal.alone_march_partner
    else:
        scored, own = (points.alone_made, personal.alone_made) if hand.alone else by_tricks
    winners.points += scored
    for place in (0, 1):
        winners.personal[place] += own


@checks_kinds
def simulate(
    book: Rules, players: int, rounds: int, chance: Chance, *, sitting: int = 0, chosen: Chosen | None = None
) -> tuple[Event, list[Fact]]:
    """Simulate an event from the first entry to the last play-off. Returns it with its facts.

    Args:
        book: The rules: a rulebook, its name or its TOML file.
        players: The number of people.
        rounds: The number of rounds.
        chance: The source of luck, such as `random.Random(7)`.
        sitting: The number of people who keep one chair.
        chosen: The director's choices, as in `next_round`.
    """
    book = load_rulebook(book)
    night = _Evening(book, rounds)
    night.enter(players, sitting)
    for _ in range(rounds):
        if night.is_over:
            night.next_meeting()
        night.happen(*next_round(night.event, chance.shuffle, chosen or {}))
        if book.game.minutes:
            night.happen(Bell())
        for table in night.event.round.tables:
            night.happen(ScoreEntered(table=table.number, score=quick_score(book, table, chance)))
        night.happen(*drawn_cuts(night.event, chance.shuffle))
    night.happen(RoundClosed(), MeetingClosed(), Finished())
    night.break_ties(chance)
    return night.event, night.facts


class _Evening:
    """An event in the making, with its facts."""

    def __init__(self, book: Rulebook, rounds: int) -> None:
        made = EventCreated(title=f"{book.title}, simulated", book=book, rounds=rounds)
        self.facts: list[Fact] = [made]
        self.event = step(None, made)

    def happen(self, *facts: Fact) -> None:
        for fact in facts:
            self.event = step(self.event, fact)
            self.facts.append(fact)

    def enter(self, players: int, sitting: int) -> None:
        rules = self.event.book.event.entry
        size = 1 if rules.unit == "people" else 2
        names = [f"Player {number}" for number in range(1, players + 1)]
        for first in range(0, players, size):
            zone = f"Zone {first // (2 * rules.teams_per_zone) + 1}" if rules.teams_per_zone else ""
            entrants = [Entrant(name, of_age=True) for name in names[first : first + size]]
            if len(entrants) == size or rules.unit != "pairs":
                self.happen(Entered(players=tuple(entrants), zone=zone))
        self._open()
        for name in names[:sitting]:
            self.happen(SittingPlayerNamed(name=name))

    @property
    def is_over(self) -> bool:
        """True when the meeting has had all its games."""
        return self.event.sitting_is_all and bool(self.event.tonight) and not self.event.same_sitting()

    def next_meeting(self) -> None:
        """Close the meeting and open the next one, with everybody there again."""
        self.happen(RoundClosed(), MeetingClosed())
        self._open()

    def _open(self) -> None:
        self.happen(MeetingOpened(), *(CheckedIn(name=name) for name in self.event.people))

    def break_ties(self, chance: Chance) -> None:
        """Toss coins and play extra games until no tie is left."""
        while due := due_play_offs(self.event):
            entries = due[0].entries
            if due[0].needs == "coins":
                self.happen(
                    CoinsTossed(coins={name: "heads" if chance.random() < 0.5 else "tails" for name in entries})
                )
                continue
            score = quick_game(self.event.book, Seat.N, chance)
            while score.winner is None:
                score = quick_game(self.event.book, Seat.N, chance)
            winner, loser = entries if score.winner is Side.NS else entries[::-1]
            points = sorted(score.points)
            self.happen(PlayOffPlayed(winner=winner, loser=loser, winner_points=points[1], loser_points=points[0]))
