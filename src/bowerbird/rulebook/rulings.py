"""What the book says about an irregularity: `rule(book, irregularity, circumstances)` gives the remedy. Pure.

Used by the table that is played as at a real one, by the director's desk, and by `bowerbird ruling`. It does not know
how a table or an event carries the ruling out.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from bowerbird.rulebook.irregularities import Case, Condition, Irregularity, RemedyKind
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat, Side

__all__ = ["IRREGULARITIES", "Circumstances", "Remedy", "describe", "questions", "rule"]

#: Every irregularity, in the order of a hand.
IRREGULARITIES: tuple[Irregularity, ...] = get_args(Irregularity)


class Circumstances(msgspec.Struct, frozen=True, kw_only=True):
    """What mattered at the moment it was noticed. A director at a desk may not know the seats."""

    offender: Seat | None = None
    dealer: Seat | None = None
    turn_up_shown: bool = False
    card_led: bool = False
    tricks_quitted: int = 0
    trick_quitted: bool = False
    next_card_led: bool = False
    all_have_played: bool = False
    hand_alone: bool = False
    offender_alone: bool = False
    misdeals: int = 0
    only_a_pass: bool = False

    def hold(self, condition: Condition) -> bool:
        """Whether a condition of a case is true of this moment."""
        return {
            "turn-up not shown": not self.turn_up_shown,
            "before the opening lead": not self.card_led,
            "first trick not quitted": self.tricks_quitted == 0,
            "trick not quitted": not self.trick_quitted,
            "next card not led": not self.next_card_led,
            "all have played to it": self.all_have_played,
            "hand played alone": self.hand_alone,
            "by a lone hand": self.offender_alone,
            "second misdeal": self.misdeals >= 1,
            "nothing but a pass": self.only_a_pass,
        }[condition]


class Remedy(msgspec.Struct, frozen=True):
    """What happens now, where it is written, and one plain sentence for people."""

    kind: RemedyKind
    irregularity: Irregularity
    clause: str
    sentence: str
    offender: Seat | None = None
    points: int = 0
    dealer: Seat | None = None
    by_director: bool = False

    @property
    def side(self) -> Side | None:
        """The offending side."""
        return None if self.offender is None else self.offender.side


#: The question that settles a condition, for a person who is asked at the table.
QUESTIONS: dict[Condition, str] = {
    "turn-up not shown": "Was it noticed before the turn-up was shown?",
    "before the opening lead": "Was it noticed before the first card was led?",
    "first trick not quitted": "Was it noticed before the first trick was turned down?",
    "trick not quitted": "Was it noticed before that trick was turned down?",
    "next card not led": "Was it noticed before the next card was led?",
    "all have played to it": "Had everyone played to it before it was noticed?",
    "hand played alone": "Was somebody playing alone in this hand?",
    "by a lone hand": "Was it the lone player who did it?",
    "second misdeal": "Was it this dealer's second misdeal in a row?",
    "nothing but a pass": "Was it only a pass?",
}


def rule(book: Rulebook, irregularity: Irregularity, circumstances: Circumstances) -> Remedy:
    """The book's answer: the first of its cases whose conditions all hold. Where it has none, the director decides."""
    for case in book.irregularities.get(irregularity, ()):
        if all(circumstances.hold(condition) for condition in case.when):
            return _remedy(irregularity, case, circumstances)
    silent = Case(remedy="director decides", clause="", by_director=True)
    return _remedy(irregularity, silent, circumstances)


def questions(book: Rulebook, irregularity: Irregularity) -> tuple[Condition, ...]:
    """The few conditions that this book's answer depends on, in the order it asks for them."""
    asked: dict[Condition, None] = {}
    for case in book.irregularities.get(irregularity, ()):
        asked |= dict.fromkeys(case.when)
    return tuple(asked)


def _remedy(irregularity: Irregularity, case: Case, moment: Circumstances) -> Remedy:
    dealer = moment.dealer
    if dealer is not None and case.dealer == "next":
        dealer = dealer.left
    return Remedy(
        kind=case.remedy,
        irregularity=irregularity,
        clause=case.clause,
        sentence=describe(case, moment.offender, dealer if case.remedy == "new deal" else None),
        offender=moment.offender,
        points=case.points,
        dealer=dealer if case.remedy == "new deal" else None,
        by_director=case.by_director,
    )


def describe(case: Case, offender: Seat | None = None, dealer: Seat | None = None) -> str:
    """One sentence for people, naming seats where they are known."""
    side = offender.side.word if offender is not None else "the offending side"
    others = offender.side.other.word if offender is not None else "the other side"
    deals = {"same": "the same dealer", "right": "the right dealer", "next": "the next dealer"}[case.dealer]
    points = "1 point" if case.points == 1 else f"{case.points} points"
    sentence = {
        "new deal": f"New deal by {dealer.word if dealer is not None else deals}; earlier scores stand.",
        "stands": "It stands; play on.",
        "void and barred": f"The call is void, and {side} may not make trump in this deal.",
        "void": "It does not count, and there is no penalty.",
        "exposed card": "The card goes back face up on the table, and is played at the first legal chance.",
        "correct it": "It is corrected, with no penalty.",
        "take it back and call a lead": "The card is taken back and stays face up, to be played at the first legal "
        f"chance; cards played to it go back. When {side} next lead, the last player to that trick may name the suit.",
        "call a lead": f"When {side} next lead, the last player to that trick may name the suit.",
        "play on without score": f"Play goes on, but {side} cannot score in this deal.",
        "play the five dealt": "The dealer plays the five cards that were dealt; the turn-up is out of play.",
        "points": f"{points} to {others}; play goes on.",
        "hand lost": f"The hand is over: {points} to {others}.",
        "choice": f"{others} choose: the score as played, or {points} added to theirs or taken from {side}.",
        "game lost": f"The game is lost: {others} win it.",
        "points off": f"{points} off {side}, or a warning, or removal.",
        "director decides": "The book does not say; the director decides.",
    }[case.remedy]
    sentence = sentence[0].upper() + sentence[1:]
    if case.by_director and case.remedy != "director decides":
        sentence = f"By the director: {sentence}"
    return sentence
