"""A replayed game in sentences, for the terminal and for pages."""

from __future__ import annotations

from bowerbird.cards import Card, CardError, trump_word
from bowerbird.notation.notes import Place
from bowerbird.notation.replay import Replay, ReplayedDeal
from bowerbird.seats import Side
from bowerbird.table.state import Outcome

__all__ = ["card_words", "ending_words", "outcome_words", "place_words", "result_words", "score_words", "trump_words"]


def card_words(text: str) -> str:
    """A card with its symbol. An unknown card is shown as recorded."""
    try:
        return Card(text).sign
    except CardError:
        return f"{text} (unknown)"


def score_words(score: tuple[int, int]) -> str:
    """A score with North–South first, as in the file."""
    return f"{score[0]}–{score[1]}"


def trump_words(deal: ReplayedDeal) -> str:
    """The trump, its maker, a lone defender and the discard; empty if nobody made trump."""
    hand = deal.hand
    if hand.maker is None:
        return ""
    line = f"{trump_word(hand.trump).capitalize()}, made by {hand.maker.word}{', alone' if hand.alone else ''}"
    if hand.lone_defender is not None:
        line += f"; {hand.lone_defender.word} defends alone"
    if deal.discard is not None:
        line += f"; {deal.discard.sign} discarded"
    return line


def outcome_words(deal: ReplayedDeal) -> str:
    """The result of a deal and the score after it."""
    if deal.open:
        return f"Not counted: {deal.open}."
    if deal.outcome == "thrown in":
        return f"Everyone passed. The cards are thrown in. Score {score_words(deal.score)}"
    counted = "Not counted, because the game was over." if deal.after_end else f"Score {score_words(deal.score)}"
    return f"{result_words(deal.outcome, deal.points, deal.taken())} {counted}"


def result_words(outcome: Outcome | None, points: tuple[int, int], taken: tuple[int, int]) -> str:
    """The result of a hand, by the points and tricks of both sides."""
    match outcome:
        case "made":
            what = "make it"
        case "march":
            what = "march"
        case "euchre":
            what = "euchre the makers"
        case "new deal" | "ruled" | "thrown in" | None:
            what = "score"
    side = Side.NS if points[Side.NS] else Side.EW
    worth = f"{points[side]} point{'' if points[side] == 1 else 's'}"
    return f"{side.word} {what} with {taken[side]} tricks: {worth}."


def ending_words(played: Replay) -> str:
    """The result of a game."""
    if played.result is None:
        return f"The record ends at {score_words(played.score)}."
    if played.result.winner is None:
        return f"The game ends in a tie: {score_words(played.score)}."
    return f"{played.result.winner.word} win: {score_words(played.score)}."


def place_words(place: Place) -> str:
    """A call or a card of a deal."""
    if place.seat is None:
        return "what follows the last card" if place.trick else "what follows the last call"
    if not place.trick:
        return f"{place.seat.word}'s call ({place.what})"
    return f"{place.seat.word}'s {card_words(place.what)} in trick {place.trick}"
