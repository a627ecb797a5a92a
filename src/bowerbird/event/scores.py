"""Judge scores: which ones the rules make possible. Does not depend on rounds or people.

What a score needs follows from the rulebook: the target, the number of hands, the bell, the points of a hand.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import asdict, replace

from bowerbird.event.calendar import minutes_of
from bowerbird.event.errors import EventError
from bowerbird.event.facts import Score, SideCard
from bowerbird.event.ranking import ranking_of
from bowerbird.event.results import result_of
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.model import PointRules
from bowerbird.rulebook.phrases import time_of_day
from bowerbird.seats import Side

__all__ = ["asks_winner", "card_fields", "check_score", "completed", "counted_by_hand", "counted_cards", "hand_values"]


def _euchre_values(points: PointRules) -> tuple[int, ...]:
    """The possible values of a euchre; by tricks it is worth the same as those tricks are to makers."""
    by_tricks = (points.made, points.march)
    plain, alone = (by_tricks if value == "by tricks" else (value,) for value in (points.euchre, points.euchre_alone))
    return *plain, *alone


def hand_values(book: Rulebook) -> tuple[int, ...]:
    """The possible points of one hand for a side, low to high: those of the rulebook, and those of a revoke."""
    points = book.points
    values = {points.made, points.march, points.alone_made, points.alone_march, *_euchre_values(points)}
    if book.alone.defend_alone != "off":
        values.add(points.euchre_by_lone_defender)
    values.update(case.points for case in book.irregularities.get("revoke", ()) if case.points)
    return tuple(sorted(values))


@lru_cache(maxsize=64)
def _totals_of(values: tuple[int, ...], hands: int) -> frozenset[tuple[int, int]]:
    """Every pair of totals that this many hands can give, when each hand scores for one side."""
    totals = {(0, 0)}
    for _ in range(hands):
        totals = {pair for ns, ew in totals for value in values for pair in ((ns + value, ew), (ns, ew + value))}
    return frozenset(totals)


def counted_by_hand(book: Rulebook) -> tuple[str, ...]:
    """The counts next to the points: lone marches and euchres, if they break ties, are credited or paid."""
    rules = book.event
    wanted = {*(step.on_cards for step in ranking_of(book)), *rules.season.credits, *rules.money.side_pots}
    return tuple(what for what in ("loners", "euchres") if wanted & {what, f"most {what}"})


def card_fields(book: Rulebook) -> tuple[str, ...]:
    """The fields to write down besides the points, because this rulebook ranks, pays or credits by them."""
    event = book.event
    stakes = set(event.money.stake_for) if event.money.stake_each_game else set()
    counted = counted_by_hand(book)
    needs = {
        "euchred": "euchred" in stakes or "euchres" in counted,
        "failed_alone": "failed alone" in stakes,
        "revokes": "revoke" in stakes,
        "marches": "march against" in stakes,
        "loners": "loners" in counted or result_of(book).personal,
        "personal": result_of(book).personal,
    }
    return tuple(field for field, needed in needs.items() if needed)


def counted_cards(book: Rulebook, cards: tuple[SideCard, SideCard]) -> tuple[SideCard, SideCard]:
    """Both cards with only those counts that this rulebook needs."""
    kept = {"off", *card_fields(book)}
    if result_of(book).personal:
        kept.add("euchred")  # a personal card that nobody wrote follows from it
    first, second = (
        SideCard(**{name: value for name, value in asdict(card).items() if name in kept}) for card in cards
    )
    return first, second


def completed(book: Rulebook, score: Score) -> Score:
    """A score with fields that follow from the rest: lone marches are marches, and personal cards that nobody wrote.

    Points that a last hand made above the target are left out if they do not count.
    """
    score = _without_points_above(book, score)
    cards = [
        _completed_card(book, _made(score, side), score.cards[side], score.cards[side.other].euchred) for side in Side
    ]
    return replace(score, cards=(cards[0], cards[1]))


def _without_points_above(book: Rulebook, score: Score) -> Score:
    target = book.game.points
    most = target - 1 + hand_values(book)[-1]
    if book.game.over_target == "counted" or not target or not min(score.points) < target < max(score.points) <= most:
        return score
    return replace(score, ns=min(score.ns, target), ew=min(score.ew, target))


def _made(score: Score, side: Side) -> int:
    """The points that a side made: those of its score, and those that a ruling took off it."""
    return score.points[side] + score.cards[side].off


def asks_winner(book: Rulebook, score: Score) -> bool:
    """True if points came off a side that had won, so that nobody has won by points: people have to say who did.

    A desk never accepts such a score, but logs from before it asked have some.
    """
    made = max(_made(score, side) for side in Side)
    return score.lost_by is None and not score.stopped and max(score.points) < book.game.points <= made


def _completed_card(book: Rulebook, points: int, card: SideCard, euchres: int) -> SideCard:
    card = replace(card, marches=max(card.marches, sum(card.loners)))
    if card.personal is None and result_of(book).personal:
        bonus = book.personal_card.alone_march - book.personal_card.alone_march_partner
        # Cards count by tricks: if the game gives more for a euchre, the cards have less than the game.
        euchre = book.points.made if book.points.euchre == "by tricks" else book.points.euchre
        own = max(0, points - euchres * (euchre - book.personal_card.made))
        card = replace(card, personal=(own + bonus * card.loners[0], own + bonus * card.loners[1]))
    return card


def check_score(book: Rulebook, score: Score, bell: bool) -> None:
    """Refuse a score that is impossible under this rulebook, with the reason."""
    if min(score.points) < 0:
        raise EventError(f"{_shown(score)} isn't possible. Points are 0 or more.")
    bell = bell or score.stopped
    if book.game.points:
        _check_target(book, score, bell)
    elif book.game.hands:
        _check_hands(book, score, bell)
    elif not bell and score.lost_by is None:
        raise EventError("The game continues until the bell. Ring the bell first, then enter the score.")
    if score.winner is None and book.game.level_at_bell == "one more hand" and book.game.points and not score.stopped:
        raise EventError(f"{_shown(score)} is a tie. Let the table play one more hand, then enter the score.")
    _check_cards(book, score)


def _check_target(book: Rulebook, score: Score, bell: bool) -> None:
    target = book.game.points
    high, low = max(score.points), min(score.points)
    # Points may have come off the side that had reached the target.
    reached = max(_made(score, side) for side in Side) >= target
    most = target if book.game.over_target == "not counted" else target - 1 + hand_values(book)[-1]
    if low >= target:
        raise EventError(
            f"{_shown(score)} isn't possible. The game ends when one side reaches {target}. Check with the table."
        )
    if high > most:
        why = f"points above {target} are not counted" if most == target else f"no hand takes a side beyond {most}"
        raise EventError(f"{_shown(score)} isn't possible: {why}. Enter {most} at most.")
    if not reached and not bell and score.lost_by is None:
        bell_rings = book.game.bell != "none"
        advice = (
            "If the time is up, ring the bell first" if bell_rings else "Let the table keep playing, or stop its game"
        )
        raise EventError(f"{_shown(score)} isn't finished: nobody has {target} points. {advice}.{_at_closing(book)}")


def _check_hands(book: Rulebook, score: Score, bell: bool) -> None:
    hands = book.game.hands
    # What a ruling took off was made in those hands, unless it came off at once and was made good later.
    points = {score.points, (_made(score, Side.NS), _made(score, Side.EW))}
    possible = [count for count in range(hands + 1) if points & _totals_of(hand_values(book), count)]
    ended_early = bell or score.lost_by is not None
    if not possible or (hands not in possible and not ended_early):
        fewer = " If the game was stopped early, the desk enters it as a stopped game." if possible else ""
        raise EventError(
            f"{_shown(score)} cannot be the points of {hands} hands, which score "
            f"{_listed(hand_values(book))} each. Add the card up again.{fewer}{_at_closing(book) if fewer else ''}"
        )


def _at_closing(book: Rulebook) -> str:
    """From when on the clock stops a game, so that its score needs no other word."""
    end = book.event.calendar.end
    return f" From {time_of_day(minutes_of(end))} on that night, a game in progress is entered as it is." if end else ""


def _check_cards(book: Rulebook, score: Score) -> None:
    """Check that the cards fit the score: a lone march is worth its points, partners share every hand."""
    for side in Side:
        card, other = score.cards[side], score.cards[side.other]
        counts = (card.euchred, card.failed_alone, card.revokes, card.marches, *card.loners, card.off)
        if min(counts) < 0:
            raise EventError(f"{side.word}: a count on the card is below 0.")
        if sum(card.loners) > card.marches:
            raise EventError(f"{side.word}: every lone hand with five tricks is a march too; count it under marches.")
        _check_points_behind(book, score, side, card, other)
    if result_of(book).personal:
        for side in Side:
            _check_personal(book, score, side)


def _check_points_behind(book: Rulebook, score: Score, side: Side, card: SideCard, other: SideCard) -> None:
    alone = sum(card.loners)
    euchre = min(_euchre_values(book.points))
    # Five tricks against the makers are a march and a euchre in one hand, so the two may overlap.
    plain = max((card.marches - alone) * min(book.points.march, euchre), other.euchred * euchre)
    least = alone * book.points.alone_march + plain
    if least > _most_made(book, score, side):
        raise EventError(
            f"{side.word} have {score.points[side]} points, but the marches, loners and euchres on the card are worth "
            f"{least}. Check the card."
        )


def _check_personal(book: Rulebook, score: Score, side: Side) -> None:
    card = score.cards[side]
    if card.personal is None:
        raise EventError("This book ranks by personal cards. Add the four personal totals to the score.")
    rules, points = book.personal_card, book.points
    bonus = rules.alone_march - rules.alone_march_partner
    first, second = (own - bonus * loners for own, loners in zip(card.personal, card.loners, strict=True))
    if first != second:
        raise EventError(
            f"{side.word} wrote {card.personal[0]} and {card.personal[1]} with {card.loners[0]} and {card.loners[1]} "
            f"lone marches. Partners' cards differ by {bonus} for each lone march and by nothing else."
        )
    same_table = (rules.made, rules.march, rules.alone_made, rules.alone_march_partner) == (
        points.made,
        points.march,
        points.alone_made,
        points.alone_march,
    ) and points.euchre == points.euchre_alone == "by tricks"
    if same_table and not _made(score, side) <= first <= _most_made(book, score, side):
        raise EventError(
            f"{side.word} have {score.points[side]} points in the game, so {first} on their cards isn't possible. "
            "Add the cards up again."
        )


def _most_made(book: Rulebook, score: Score, side: Side) -> int:
    """The most points that a side can really have made: the last hand may have gone past the target uncounted."""
    made = _made(score, side)
    if book.game.points and made >= book.game.points and book.game.over_target == "not counted":
        return book.game.points - 1 + hand_values(book)[-1]
    return made


def _shown(score: Score) -> str:
    return f"{score.ns} to {score.ew}"


def _listed(values: tuple[int, ...]) -> str:
    return " or ".join([", ".join(str(value) for value in values[:-1]), str(values[-1])])
