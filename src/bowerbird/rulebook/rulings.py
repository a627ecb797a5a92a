"""What a rulebook says when something goes wrong: `rule(book, irregularity, circumstances)` gives the remedy.

Real tables, the director's desk and `bowerbird ruling` use it. How the remedy is carried out is up to them.

Examples:
    >>> from bowerbird.rulebook import load_rulebook
    >>> from bowerbird.rulebook.rulings import Circumstances, rule
    >>> remedy = rule(load_rulebook("st-joe"), "revoke", Circumstances(hand_alone=True))
    >>> remedy.points, remedy.sentence
    (4, 'The hand is over and 4 points go to the other side.')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, get_args

import msgspec
from msgspec.structs import replace

from bowerbird.rulebook.irregularities import Case, Condition, Irregularity, RemedyKind
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat, Side

__all__ = [
    "CONDITION_WORDS",
    "IRREGULARITIES",
    "QUESTIONS",
    "Circumstances",
    "Remedy",
    "answer",
    "can_happen",
    "cases_of",
    "described",
    "points_words",
    "remedy_for_case",
    "remedy_words",
    "rule",
    "spoken",
]

#: Every irregularity, in the order of a hand.
IRREGULARITIES: tuple[Irregularity, ...] = get_args(Irregularity)


class Circumstances(msgspec.Struct, frozen=True, kw_only=True):
    """The moment when an irregularity is noticed. Without seats, the sentences say *that side* and *the other side*."""

    #: The player who did it.
    offender: Seat | None = None
    dealer: Seat | None = None
    #: True once the turn-up was shown.
    turn_up_shown: bool = False
    #: True once the first card of the hand was led.
    card_led: bool = False
    #: The number of tricks that are turned face down.
    tricks_quitted: int = 0
    #: True if the trick in which it happened is turned face down.
    trick_quitted: bool = False
    #: True if the next trick was led.
    next_card_led: bool = False
    #: True if everyone played to it before it was noticed.
    all_have_played: bool = False
    #: True if somebody plays this hand alone.
    hand_alone: bool = False
    #: True if the offender does.
    offender_alone: bool = False
    #: Misdeals in a row by this dealer, before this one.
    misdeals: int = 0
    #: True if a call out of turn was a pass.
    only_a_pass: bool = False

    def hold(self, condition: Condition) -> bool:
        """True if a condition holds in these circumstances."""
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
    """The rulebook's answer to an irregularity."""

    kind: RemedyKind
    irregularity: Irregularity
    #: The id of the clause that it comes from; empty if the rules are silent.
    clause: str
    #: The remedy in one sentence for people.
    sentence: str
    offender: Seat | None = None
    #: The points that it is worth.
    points: int = 0
    #: The dealer of a new deal, if it is known.
    dealer: Seat | None = None
    #: True if the director has to decide it.
    by_director: bool = False

    @property
    def side(self) -> Side | None:
        """The side of the offender, if it is known."""
        return None if self.offender is None else self.offender.side


#: Each condition as a question to a person at the table.
QUESTIONS: Final[dict[Condition, str]] = {
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

#: Each condition as part of a sentence.
CONDITION_WORDS: Final[dict[Condition, str]] = {
    "turn-up not shown": "before the turn-up shows",
    "before the opening lead": "before the first lead",
    "first trick not quitted": "before the first trick is turned down",
    "trick not quitted": "before the trick is turned down",
    "next card not led": "before the next card is led",
    "all have played to it": "once all have played to it",
    "hand played alone": "in a hand played alone",
    "by a lone hand": "by a lone player",
    "second misdeal": "as a second misdeal in a row",
    "nothing but a pass": "if it was only a pass",
}

_REMEDY_WORDS: Final[dict[RemedyKind, str]] = {
    "new deal": "{dealer}",
    "stands": "it stands",
    "void and barred": "the call is void and {side} may not make trump in this deal",
    "void": "it does not count, with no penalty",
    "exposed card": "the card stays face up and is played at the first legal chance",
    "correct it": "it is corrected without penalty",
    "correct it, card face up": (
        "it is corrected; the card that is taken back stays face up and is played at the first legal chance"
    ),
    "take it back and call a lead": (
        "the card is taken back and stays face up, cards played to it go back, and on {side}'s next lead, the last "
        "player to that trick may name the suit"
    ),
    "call a lead": "on {side}'s next lead, either of the opponents may name the suit",
    "play on without score": "play continues, and {side} cannot score this deal",
    "play the five dealt": "the dealer plays the five cards dealt, and the turn-up is out of play",
    "points": "{points} {go} to {others}, and play continues",
    "hand lost": "the hand is over and {points} {go} to {others}",
    "choice": (
        "{others} may keep the score as played or take {points} instead, added to their own score or taken off the "
        "other side's"
    ),
    "claim proved": "a claim that this side did not follow suit counts as proved",
    "game lost": "the game is lost and {others} win it",
    "points off": "points off {side}'s game, off the personal card, or both; a warning; or removal",
    "director decides": "the rules do not say; the director decides",
}

_DEALERS: Final = {
    "same": "the same dealer deals again",
    "right": "the right dealer deals",
    "next": "the deal passes to the next dealer",
}


def spoken(book: Rulebook, irregularity: Irregularity) -> str:
    """The irregularity in the club's own word. Some say *revoke*, some *renege*."""
    return book.words.revoke if irregularity == "revoke" else irregularity


_DESCRIBED: Final[dict[Irregularity, str]] = {
    "card exposed in the deal": "A card showed during the deal",
    "card faced in the pack": "A card lay face up in the deck",
    "imperfect pack": "The deck has a card too few or too many",
    "wrong dealer": "The wrong person dealt",
    "turn-up before the bell": "The turn-up was shown before the bell",
    "wrong number of cards": "Somebody has too many or too few cards",
    "turned-down suit named": "The suit that was turned down was named",
    "call out of turn": "A call out of turn",
    "call without the card": "A call without a card of that suit",
    "discard forgotten": "The dealer forgot to discard",
    "lead out of turn": "A lead out of turn",
    "play out of turn": "A card played out of turn",
    "card exposed": "A card was dropped, shown or named",
    "quitted trick turned up": "Somebody looked at a trick that was turned down",
    "revoke": "did not follow suit",
    "tricks mixed": "The tricks were mixed together",
    "card not played singly": "More than one card was played at once",
    "signal": "A sign to a partner",
}


def described(book: Rulebook, irregularity: Irregularity) -> str:
    """The irregularity in everyday words, for people who have never read a rulebook."""
    words = _DESCRIBED[irregularity]
    return f"{book.words.revoke.capitalize()}: {words}" if irregularity == "revoke" else words


def can_happen(book: Rulebook, irregularity: Irregularity) -> bool:
    """True if the irregularity is possible under these rules. Without a start bell, nobody turns up too early."""
    if irregularity == "turn-up before the bell":
        return book.deal.after_start_bell
    if irregularity == "call without the card":
        return {book.auction.need_first_round, book.auction.need_second_round} != {"nothing"}
    return True


def rule(book: Rulebook, irregularity: Irregularity, circumstances: Circumstances) -> Remedy:
    """The remedy for an irregularity: the first case whose conditions hold. If there is none, the director decides."""
    return remedy_for_case(irregularity, answer(book, irregularity, circumstances.hold), circumstances)


def remedy_for_case(irregularity: Irregularity, case: Case, circumstances: Circumstances) -> Remedy:
    """The remedy of one case, with the seats if they are known."""
    dealer = circumstances.dealer if case.remedy == "new deal" else None
    if dealer is not None and case.dealer == "next":
        dealer = dealer.left
    return Remedy(
        kind=case.remedy,
        irregularity=irregularity,
        clause=case.clause,
        sentence=_sentence(case, circumstances.offender, dealer),
        offender=circumstances.offender,
        points=case.points,
        dealer=dealer,
        by_director=case.by_director or case.remedy == "director decides",
    )


def answer(book: Rulebook, irregularity: Irregularity, holds: Callable[[Condition], bool]) -> Case:
    """The first case that applies. `holds` is called only for conditions that matter, in the rulebook's order."""
    for case in cases_of(book, irregularity):
        if all(holds(condition) for condition in case.when):
            return case
    return Case(remedy="director decides", clause="", by_director=True)


def cases_of(book: Rulebook, irregularity: Irregularity) -> tuple[Case, ...]:
    """The rulebook's cases, in the order in which they are tried."""
    return tuple(_with_second_misdeal(book, irregularity))


def _with_second_misdeal(book: Rulebook, irregularity: Irregularity) -> Iterator[Case]:
    for case in book.irregularities.get(irregularity, ()):
        if case.remedy == "new deal" and case.dealer == "same" and book.deal.second_misdeal == "next dealer":
            clause = " ".join(book.sources("deal.second_misdeal"))
            yield replace(case, when=(*case.when, "second misdeal"), dealer="next", clause=clause)
        yield case


def points_words(points: int) -> str:
    """`1 point`, `2 points`."""
    return "1 point" if points == 1 else f"{points} points"


def remedy_words(
    case: Case, worth: str, *, dealer: str = "", side: str = "that side", others: str = "the other side"
) -> str:
    """A remedy as part of a sentence. `worth` is its points in words; the rest are names for that sentence."""
    dealer = dealer or _DEALERS[case.dealer]
    go = "goes" if case.points == 1 else "go"
    words = _REMEDY_WORDS[case.remedy].format(points=worth, go=go, dealer=dealer, side=side, others=others)
    if case.scores_stand:
        words += "; earlier scores stand"
    if case.by_director and case.remedy != "director decides":
        words += ", by the director's decision"
    return words


def _sentence(case: Case, offender: Seat | None, dealer: Seat | None) -> str:
    worth = points_words(case.points)
    deals = "" if dealer is None else f"{dealer.word} deals again" if case.dealer == "same" else f"{dealer.word} deals"
    if offender is None:
        words = remedy_words(case, worth, dealer=deals)
    else:
        words = remedy_words(case, worth, dealer=deals, side=offender.side.word, others=offender.side.other.word)
    return f"{words[0].upper()}{words[1:]}."
