"""Points from rulings: asking if the table's score includes them, and adding them if it does not. Pure.

People keep the score. A side that gets two points in the middle of a game writes them down, and the score that it hands
in already includes them. So nothing is added automatically: once the score is in, the director is asked, and answers
with one tap.

What is added or taken off is kept apart from the table's own report: the score is always the last report and, in
order, every ruling in force. So a ruling that is overruled leaves the score as if it had never been given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from bowerbird.evening.facts import PointsRuled, Settlement
from bowerbird.event.errors import EventError
from bowerbird.event.facts import GameReopened, Score, ScoreCorrected, ScoreEntered, SideCard
from bowerbird.event.scores import asks_winner, card_fields, check_score
from bowerbird.event.state import Result, Round
from bowerbird.event.words import listed
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.irregularities import RemedyKind
from bowerbird.rulebook.rulings import points_words
from bowerbird.seats import Side

__all__ = [
    "OFF_THE_GAME",
    "ON_THE_SCORE",
    "Choice",
    "Penalty",
    "answered",
    "can_be",
    "choices",
    "ends_game",
    "in_force",
    "is_open",
    "offending_side",
    "overruled",
    "pair",
    "penalties_at",
    "question",
    "reminder",
    "report_of",
    "score_now",
    "score_without",
    "unanswered",
    "why_not",
    "winners",
    "with_ruled_off",
    "words",
]

#: Remedies that change the score of the table. Points off a person come off that person's own total, unless the
#: director takes them off the game.
ON_THE_SCORE: Final[frozenset[RemedyKind]] = frozenset({"points", "hand lost", "choice", "game lost"})
#: Points that a ruling takes off the score of the offending side.
OFF_THE_GAME: Final[RemedyKind] = "points off"
_CHANGES: Final[frozenset[Settlement]] = frozenset({"added", "taken off", "game lost"})
#: The answers that change the score, by remedy; the points of all others are added.
_ANSWERS: Final[Mapping[str, tuple[Settlement, ...]]] = {
    "choice": ("added", "taken off"),
    "game lost": ("game lost",),
    OFF_THE_GAME: ("taken off",),
}


class Penalty(msgspec.Struct, frozen=True):
    """The points of a ruling, and the director's answer about them.

    If the answer changed the score, `report` is the table's own score before all rulings, `made` the score in the end,
    and `order` the number of the answer. `overruled` is the reason, if the ruling no longer counts.
    """

    ruled: PointsRuled
    settled: Settlement | None = None
    report: Score | None = None
    made: Score | None = None
    order: int = 0
    overruled: str = ""


class Choice(msgspec.Struct, frozen=True):
    """One answer of the director, and the score that it produces; None if the score stays as it is.

    `lost_by` is the side that lost, where the answer says who has won. A game that `reopens` has no score any more.
    """

    how: Settlement
    words: str
    score: Score | None = None
    lost_by: Side | None = None
    reopens: bool = False


def penalties_at(penalties: Mapping[int, Penalty], current: Round, table: int) -> dict[int, Penalty]:
    """The penalties at a table, by the number of their ruling."""
    place = (current.number, table)
    return {number: each for number, each in penalties.items() if (each.ruled.round, each.ruled.table) == place}


def offending_side(ruled: PointsRuled, current: Round) -> Side:
    """The offending side where it sits now: somebody may have changed places with the other side since."""
    table = current.table(ruled.table)
    return table.side_of(ruled.offender) if ruled.offender in table.seats else ruled.side


def words(penalty: Penalty, current: Round) -> str:
    """`2 points for Ann & Cal`."""
    ruled, side = penalty.ruled, offending_side(penalty.ruled, current)
    worth, others = points_words(ruled.points), pair(current, ruled.table, side.other)
    match ruled.remedy:
        case "game lost":
            return f"{pair(current, ruled.table, side)} lost the game"
        case "points off":
            return f"{worth} off {pair(current, ruled.table, side)}"
        case "choice":
            return f"{worth} for {others} if they wish, added to their own score or taken off the other side's"
        case _:
            return f"{worth} for {others}"


# The score of a table: its own report, and the rulings in force.


def _reported(current: Round, table: int) -> Score | None:
    """The score that a table has, or the points of its game so far."""
    result = current.results.get(table)
    if result is not None:
        return result.score
    so_far = current.so_far.get(table)
    return None if so_far is None else Score(*so_far)


def _counts(penalty: Penalty, current: Round) -> bool:
    """True if the points of a ruling are put on the score as it is: no other score has come in since."""
    if penalty.overruled:
        return False
    result = current.results.get(penalty.ruled.table)
    if penalty.ruled.remedy == "game lost":
        return result is not None and result.score.lost_by is offending_side(penalty.ruled, current)
    if result is None:
        return penalty.report is not None and penalty.report.points == current.so_far.get(penalty.ruled.table)
    return penalty.made is not None and penalty.made.points == result.score.points


def in_force(penalties: Mapping[int, Penalty], current: Round, table: int) -> dict[int, Penalty]:
    """The rulings whose points are put on the score of a table, in the order in which they were."""
    here = (
        (number, each) for number, each in penalties_at(penalties, current, table).items() if _counts(each, current)
    )
    return dict(sorted(here, key=lambda item: item[1].order))


def report_of(penalties: Mapping[int, Penalty], current: Round, table: int) -> Score | None:
    """The table's own report behind its score: without the rulings in force."""
    score = _reported(current, table)
    return None if score is None else _own_report(in_force(penalties, current, table), score)


def _own_report(rulings: Mapping[int, Penalty], score: Score) -> Score:
    """The table's own report behind a score."""
    known = next((each.report for each in rulings.values() if each.report is not None), None)
    return known or replace(score, lost_by=None)


def _with_rulings(book: Rulebook, current: Round, report: Score, rulings: Iterable[Penalty]) -> Score:
    revokes: Counter[Side] = Counter()
    for each in rulings:
        side = offending_side(each.ruled, current)
        revokes[side] += each.ruled.irregularity == "revoke"
        report = _put_on(book, current, each.ruled, report, each.settled or "game lost", revokes[side])
    return report


def score_now(book: Rulebook, penalties: Mapping[int, Penalty], current: Round, table: int) -> Score | None:
    """The score of a table with every ruling in force, also of a game that is not over; None if nothing is known."""
    report = _reported(current, table)
    if report is None or table in current.results:
        return report
    rulings = in_force(penalties, current, table)
    return _with_rulings(book, current, _own_report(rulings, report), rulings.values())


def with_ruled_off(book: Rulebook, penalties: Mapping[int, Penalty], current: Round, table: int, score: Score) -> Score:
    """A score as a table has written it, with what rulings took off a side that had won, marked on its card.

    A running card has that by itself.
    """
    marked = score
    for each in penalties_at(penalties, current, table).values() if table not in current.running else ():
        if each.ruled.remedy == OFF_THE_GAME and not each.overruled:
            side = offending_side(each.ruled, current)
            card = replace(marked.cards[side], off=marked.cards[side].off + each.ruled.points)
            marked = replace(marked, cards=_with_card(marked, side, card))
    return marked if asks_winner(book, replace(marked, lost_by=None)) else score


def score_without(
    book: Rulebook,
    penalties: Mapping[int, Penalty],
    current: Round,
    number: int,
    reason: str,
    lost_by: Side | None = None,
) -> ScoreCorrected | GameReopened | ScoreEntered | None:
    """The change of a score if a ruling is overruled: to the table's report with the other rulings in force.

    A game that only this ruling had ended goes on. In a closed round it counts as it was stopped, or is `lost_by` a
    side: people say so if the side that had won would win no more. A game that only this ruling had kept going is over.
    """
    table = penalties[number].ruled.table
    rulings, score = in_force(penalties, current, table), _reported(current, table)
    if number not in rulings or score is None:
        return None
    report = _own_report(rulings, score)
    wanted = _with_rulings(book, current, report, (each for other, each in rulings.items() if other != number))
    if table not in current.results:
        return ScoreEntered(table=table, score=wanted) if ends_game(book, wanted) else None
    if wanted == score:
        return None
    if not can_be(book, current, wanted):
        if not current.closed:
            return GameReopened(table=table, ns=report.ns, ew=report.ew, reason=reason)
        if lost_by is None and wanted.winner is not score.winner:
            raise EventError(
                f"Without that ruling nobody has won at table {table}: {wanted.ns}–{wanted.ew}, and round "
                f"{current.number} is closed. Who has won? Say which side lost."
            )
        wanted = replace(wanted, stopped=lost_by is None, lost_by=lost_by)
    return ScoreCorrected(round=current.number, table=table, score=wanted, reason=reason)


# What became of the points of a ruling.


def is_open(penalty: Penalty, current: Round) -> bool:
    """True if the director still has to answer.

    Points added by an answer are not on the table's own card: if another score comes in later, the question is open
    again.
    """
    if penalty.overruled:
        return False
    result = current.results.get(penalty.ruled.table)
    if penalty.ruled.remedy == "game lost" and result is not None:
        return not _counts(penalty, current) and penalty.settled != "as played"
    if penalty.settled in _CHANGES:
        return not _counts(penalty, current)
    return penalty.settled is None


def answered(
    penalties: Mapping[int, Penalty],
    number: int,
    how: Settlement,
    order: int,
    rounds: tuple[Round | None, Round | None],
) -> dict[int, Penalty]:
    """The penalties after one of them is answered. `rounds` are its round before the answer, and with it."""
    ruled, (before, after) = penalties[number].ruled, rounds
    score = _reported(before, ruled.table) if before else None
    if before is None or after is None or score is None or how not in _CHANGES:
        return {**penalties, number: Penalty(ruled, how)}
    rulings, made = in_force(penalties, before, ruled.table), _made(after, ruled.table)
    report = _own_report(rulings, score)
    return _now_made(penalties, rulings, report, made) | {number: Penalty(ruled, how, report, made, order)}


def overruled(
    penalties: Mapping[int, Penalty], number: int, reason: str, rounds: tuple[Round | None, Round | None]
) -> dict[int, Penalty]:
    """The penalties after one of them is overruled. `rounds` are its round before that, and with it."""
    (before, after), table = rounds, penalties[number].ruled.table
    score = _reported(before, table) if before else None
    changed = dict(penalties)
    if before is not None and after is not None and score is not None:
        rulings = in_force(penalties, before, table)
        if number in rulings:
            changed = _now_made(penalties, rulings, _own_report(rulings, score), _made(after, table))
    return changed | {number: replace(penalties[number], overruled=reason)}


def _made(after: Round, table: int) -> Score | None:
    result = after.results.get(table)
    return None if result is None else result.score


def _now_made(
    penalties: Mapping[int, Penalty], rulings: Mapping[int, Penalty], report: Score, made: Score | None
) -> dict[int, Penalty]:
    """Points that were put on the score before are on the new one too."""
    return {**penalties, **{number: replace(each, report=report, made=made) for number, each in rulings.items()}}


def unanswered(penalties: Iterable[Penalty], rounds: Sequence[Round]) -> Iterator[Penalty]:
    """Open penalties with a score, of any round: closing a round does not answer them."""
    known = {past.number: past for past in rounds}
    for penalty in penalties:
        # The seating of a ruling's round can be undone.
        past = known.get(penalty.ruled.round)
        result = past.results.get(penalty.ruled.table) if past else None
        if past and result and result.status == "accepted" and is_open(penalty, past):
            yield penalty


def reminder(penalties: Iterable[Penalty]) -> str:
    """Name the rulings that the director still has to answer; empty if there are none."""
    where = tuple(dict.fromkeys(f"table {each.ruled.table} of round {each.ruled.round}" for each in penalties))
    return f"Nobody has said yet whether the score includes what was ruled at {listed(where)}." if where else ""


def question(penalty: Penalty, current: Round, result: Result) -> str:
    """The question to the director once the score is in."""
    ruled = penalty.ruled
    clause = f" ({ruled.clause})" if ruled.clause else ""
    where = f"Round {current.number}, table {ruled.table}" if current.closed else f"Table {ruled.table}"
    # A director who has already answered learns why the question is back.
    score = f"{where}: {result.score.ns}–{result.score.ew} is in{' now' if penalty.settled else ''}."
    match ruled.remedy:
        case "game lost":
            return f"{score} By the ruling{clause} {words(penalty, current)}. Does the score say so?"
        case "choice":
            others = pair(current, ruled.table, offending_side(ruled, current).other)
            return f"{score} What did {others} choose after the ruling{clause}?"
        case _:
            return f"{score} Does this score include the {words(penalty, current)}{clause}?"


def choices(book: Rulebook, current: Round, penalties: Mapping[int, Penalty], number: int) -> tuple[Choice, ...]:
    """The director's answers now about one ruling."""
    penalty = penalties[number]
    table = penalty.ruled.table
    result = current.results.get(table)
    if not is_open(penalty, current):
        return ()
    score = score_now(book, penalties, current, table)
    if score is None or (result is not None and result.status != "accepted"):
        return tuple(_before_the_score(penalty))
    side = offending_side(penalty.ruled, current)
    revokes = sum(
        each.ruled.irregularity == "revoke" and not each.overruled and offending_side(each.ruled, current) is side
        for each in penalties_at(penalties, current, table).values()
    )
    return tuple(_with_the_score(book, current, penalty, score, revokes))


def _before_the_score(penalty: Penalty) -> Iterator[Choice]:
    if penalty.ruled.remedy == "choice":
        yield Choice("as played", "They keep the score as played")
    if penalty.ruled.remedy != "game lost":
        yield Choice("in the score", "The table has written the points down")


def _with_the_score(book: Rulebook, current: Round, penalty: Penalty, score: Score, revokes: int) -> Iterator[Choice]:
    ruled = penalty.ruled
    if ruled.remedy == "game lost":
        side = offending_side(ruled, current)
        lost = _put_on(book, current, ruled, score, "game lost")
        if ruled.table in current.results and can_be(book, current, lost):
            yield Choice("game lost", f"{pair(current, ruled.table, side)} lost the game: add it to the score", lost)
        yield Choice("as played", "The score stays as it is")
    elif ruled.remedy == "choice":
        yield Choice("as played", "The score as played")
        offered = tuple(_put(book, current, ruled, score, "added", "The points: add", revokes))
        impossible = _impossible(book, current, ruled, score, "added")
        first = "" if offered else f". If it doesn't, correct it first: {impossible}"
        yield Choice("in the score", f"The points, and the score includes them{first}")
        yield from offered
        yield from _put(book, current, ruled, score, "taken off", "The points: take", revokes)
    elif ruled.remedy == OFF_THE_GAME:
        yield Choice("in the score", "Yes, they are off")
        yield from _put(book, current, ruled, score, "taken off", "No, take", revokes)
    else:
        yield Choice("in the score", "Yes, it includes them")
        offered = tuple(_put(book, current, ruled, score, "added", "No, add", revokes))
        yield from offered or (Choice("as played", f"No, and {_too_late(book, current, ruled, score)}"),)


def _too_late(book: Rulebook, current: Round, ruled: PointsRuled, score: Score) -> str:
    """Say what can be done where points cannot be added: both sides would have won."""
    return (
        f"the score stays {score.ns}–{score.ew}: {_impossible(book, current, ruled, score, 'added')}. "
        "If they came before the last hand, correct the score instead"
    )


def _impossible(book: Rulebook, current: Round, ruled: PointsRuled, score: Score, how: Settlement) -> str:
    wanted = _put_on(book, current, ruled, score, how)
    return f"with them it would be {wanted.ns}–{wanted.ew}, which isn't possible"


def why_not(book: Rulebook, current: Round, penalties: Mapping[int, Penalty], number: int, how: Settlement) -> str:
    """Say why this isn't an answer about a ruling now, and what to do next. `choices` has the answers."""
    penalty = penalties[number]
    ruled, result = penalty.ruled, current.results.get(penalty.ruled.table)
    score = score_now(book, penalties, current, ruled.table)
    if penalty.overruled:
        return "That ruling was overruled, so there is nothing to settle."
    if not is_open(penalty, current):
        return "That ruling is settled already. Undo that answer first, then give another."
    if how not in _ANSWERS.get(ruled.remedy, ("added",)):
        offered = listed([f'"{each.how}"' for each in choices(book, current, penalties, number)])
        return f'"{how}" isn\'t an answer to this ruling now. Choose one of these: {offered}.'
    if result is not None and result.status != "accepted":
        lacks = "is disputed" if result.status == "disputed" else "isn't confirmed yet"
        return f"The score of table {ruled.table} {lacks}. Settle the score first, then the ruling."
    if score is None or (result is None and how == "game lost"):
        return f"Table {ruled.table} has no score yet. Enter it first, then settle the ruling."
    return (
        f"Table {ruled.table} has {score.ns}–{score.ew}, and {_impossible(book, current, ruled, score, how)}. "
        "Correct the score first: leave out the hand that doesn't count, and put the points in. "
        'Then settle the ruling as "in the score".'
    )


def _put(
    book: Rulebook, current: Round, ruled: PointsRuled, score: Score, how: Settlement, verb: str, revokes: int
) -> Iterator[Choice]:
    """The answer that puts the points on the score, unless no game can end like that."""
    wanted = _put_on(book, current, ruled, score, how, revokes)
    over = ruled.table in current.results
    taken = over and score.lost_by is None and ends_game(book, score) and not ends_game(book, wanted)
    goes_on = over and wanted.points != score.points and (taken or not can_be(book, current, wanted))
    side = offending_side(ruled, current)
    worth, whose = points_words(ruled.points), pair(current, ruled.table, side.other if how == "added" else side)
    told = f"{verb} {worth} {'to' if how == 'added' else 'off'} {whose}: "
    if goes_on and current.closed:
        yield from winners(current, ruled.table, how, wanted, told) if taken else ()
        return
    if not can_be(book, current, wanted, over=over and not goes_on):
        return
    ends = not over and ends_game(book, wanted)
    stays = "stays " if wanted.points == score.points else ""
    then = ", which ends the game" if ends else ", and the game goes on" if goes_on else ""
    if taken:
        then = ", and nobody has won until you say who"
    elif over and not goes_on and book.game.points and wanted.winner is not score.winner:
        then = ", a tie" if wanted.winner is None else f", and {pair(current, ruled.table, wanted.winner)} win"
    yield Choice(how, f"{told}{stays}{wanted.ns}–{wanted.ew}{then}", wanted, reopens=goes_on)


def winners(current: Round, table: int, how: Settlement, score: Score, told: str = "") -> Iterator[Choice]:
    """The answers to who has won a game that nobody has won by points any more."""
    for side in Side:
        words = f"{told}{score.ns}–{score.ew}, and {pair(current, table, side)} have won"
        yield Choice(how, words, replace(score, lost_by=side.other), side.other)


def ends_game(book: Rulebook, score: Score) -> bool:
    """True if a side has reached the points that a game goes to."""
    return 0 < book.game.points <= max(score.points)


def _put_on(
    book: Rulebook, current: Round, ruled: PointsRuled, score: Score, how: Settlement, revokes: int = 1
) -> Score:
    """The score with the points of a ruling: never under zero, nor past the target if more does not count.

    `revokes` is how many were ruled on that side's card, this one included.
    """
    offenders = offending_side(ruled, current)
    if how == "game lost":
        return replace(score, lost_by=offenders)
    side, change = (offenders.other, ruled.points) if how == "added" else (offenders, -ruled.points)
    if ruled.remedy == OFF_THE_GAME:
        return _taken_off(score, side, ruled.points)
    wanted = _moved(book, score, side, change)
    return _with_revoke(book, wanted, offenders, revokes) if ruled.irregularity == "revoke" else wanted


def _taken_off(score: Score, side: Side, points: int) -> Score:
    """The score with points off a side, never below zero. The personal cards stay as they were written."""
    left = max(0, score.points[side] - points)
    card = replace(score.cards[side], off=score.cards[side].off + score.points[side] - left)
    changed = replace(score, cards=_with_card(score, side, card))
    return replace(changed, ns=left) if side is Side.NS else replace(changed, ew=left)


def _moved(book: Rulebook, score: Score, side: Side, change: int) -> Score:
    """The score with more or fewer points for a side, also on the personal cards of its two players."""
    points = max(0, score.points[side] + change)
    if book.game.points and book.game.over_target == "not counted":
        points = min(points, book.game.points)
    card = score.cards[side]
    if card.personal is not None:
        first, second = (max(0, own + change) for own in card.personal)
        card = replace(card, personal=(first, second))
    changed = replace(score, cards=_with_card(score, side, card))
    return replace(changed, ns=points) if side is Side.NS else replace(changed, ew=points)


def _with_revoke(book: Rulebook, score: Score, side: Side, revokes: int) -> Score:
    """Count the revoke on the card, if cards count them and this one does not have all that were ruled."""
    card = score.cards[side]
    if "revokes" not in card_fields(book) or card.revokes >= revokes:
        return score
    return replace(score, cards=_with_card(score, side, replace(card, revokes=card.revokes + 1)))


def _with_card(score: Score, side: Side, card: SideCard) -> tuple[SideCard, SideCard]:
    return (card, score.cards[1]) if side is Side.NS else (score.cards[0], card)


def can_be(book: Rulebook, current: Round, score: Score, *, over: bool = True) -> bool:
    """True if a game can have this score: at its end, or else while it goes on."""
    if over and asks_winner(book, score):
        return False
    try:
        check_score(book, score if over else replace(score, stopped=True), current.bell)
    except EventError:
        return False
    return True


def pair(current: Round, table: int, side: Side) -> str:
    """`Ann & Cal`: the two people of a side; subs by their own names."""
    return " & ".join(current.subs.get(name, name) for name in current.table(table).pair(side))
