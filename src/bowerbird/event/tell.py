"""Every fact as one plain sentence, for the history that people read. Depends only on the fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bowerbird.event import facts as f
from bowerbird.event.totals import dollars
from bowerbird.event.words import listed
from bowerbird.rulebook.settings import settings
from bowerbird.seats import Seat, Side

__all__ = ["points_told", "score_says", "score_told", "told"]

_MARKS: Final[dict[f.CardMark, str]] = {
    "euchred": "{name} was euchred",
    "failed alone": "{name} went alone and missed a trick",
    "revoke": "{name} did not follow suit",
    "march": "{name}'s side took all five tricks",
    "loner": "{name} took all five tricks alone",
}


def told(fact: f.Fact, round_name: str = "") -> str:
    """The fact in one sentence. A round is called by its name, such as `Round 3`, if the caller knows it."""
    match fact:
        case f.EventCreated(title=title, book=book):
            return f"{title} was made, by the rules of {book.title}."
        case f.TargetSet(points=points):
            return f"Games go to {points}."
        case f.EventChanged():
            return _changed(fact)
        case f.TicketsDrawn(taken=taken, winner=winner):
            return f"50-50 draw: {winner} won, of {dollars(taken)} taken." if taken else "There was no 50-50 draw."
        case f.Ruled():
            return _ruling(fact)
        case f.CoinsTossed(coins=coins):
            return f"Coins: {each_told(coins)}."
        case f.PlayOffPlayed():
            score = f" {fact.winner_points} to {fact.loser_points}" if fact.winner_points else ""
            return f"{fact.winner} won the play-off game against {fact.loser}{score}."
        case f.TieShared(entries=entries):
            return f"{listed(entries)} share the place."
        case f.Finished():
            return "The event was finished."
        case f.MeetingOpened(date=date):
            return f"A meeting was opened{f' on {date}' if date else ''}."
        case f.MeetingClosed():
            return "The meeting was closed."
        case f.RulingOverruled(name=name, ruled=ruled):
            return f"{name}: overruled{_why(fact.reason)}: {ruled}"
        case f.ScoreEntered() | f.ScoreAccepted() | f.ScoreDisputed() | f.ScoreCorrected():
            return _about_score(fact)
        case f.PointsSoFar(table=table):
            return f"Table {table}: {fact.ns} to {fact.ew} so far."
        case f.GameReopened(table=table):
            return f"Table {table}: the game is open again at {fact.ns} to {fact.ew}{_why(fact.reason)}."
        case f.HandPlayed() | f.HandVoided() | f.DealGiven() | f.TrumpDealt() | f.CardMarked():
            return _on_card(fact)
        case f.BoardsDealt():
            return "The boards were dealt."
        case f.BoardsSeen(table=table):
            return f"Table {table} has looked at its cards."
        case f.BoardFouled(board=board, since=since):
            fouled = f"had other cards from round {since} on" if since else "was right after all"
            return f"Board {board} {fouled}{_why(fact.reason)}."
        case (
            f.PartnersDrawn() | f.Planned() | f.SeasonSoFar() | f.RoundStarted() | f.RoundClosed() | f.RoundCalledOff()
        ):
            return _about_round(fact, round_name)
        case f.Placed() | f.CardsShown() | f.Bell() | f.Cut() | f.StoodDown():
            return _about_round(fact, round_name)
        case _:
            return _about_people(fact)


def points_told(score: f.Score) -> str:
    """`10 to 6`, and the winner if it is not the side with more points."""
    ruled = "" if score.lost_by is None else f", {score.lost_by.other.word} win by a ruling"
    return f"{score.ns} to {score.ew}{ruled}{', stopped' if score.stopped else ''}"


def score_says(table: int, score: f.Score) -> str:
    """Tell those who entered a score what counts."""
    if score.stopped:
        return f"Table {table}: stopped at {score.ns} to {score.ew}. The hands played so far count."
    return f"Table {table}: {points_told(score)}."


def score_told(score: f.Score) -> str:
    """`10 to 6`, and everything else on the cards."""
    parts = [points_told(score)]
    for side in Side:
        card = score.cards[side]
        counts = {
            "euchred": card.euchred,
            "failed alone": card.failed_alone,
            "reneged": card.revokes,
            "marches": card.marches,
        }
        parts += [f"{side.word} {word} {times}" for word, times in counts.items() if times]
        parts += [f"{seat.word} {times} alone" for seat, times in zip(side.seats, card.loners, strict=True) if times]
        if card.personal is not None:
            parts.append(f"{side.word} have {card.personal[0]} and {card.personal[1]} on their cards")
    return ", ".join(parts)


def _entered(by: str) -> str:
    return "played online" if by == f.HALL else f"entered by {by or 'the director'}"


def _about_score(fact: f.ScoreEntered | f.ScoreAccepted | f.ScoreDisputed | f.ScoreCorrected) -> str:
    match fact:
        case f.ScoreEntered(table=table, score=score, by=by):
            return f"Table {table}: {score_told(score)}, {_entered(by)}."
        case f.ScoreAccepted(table=table, by=by):
            return f"Table {table}: accepted by {by or 'the director'}."
        case f.ScoreDisputed(table=table, by=by):
            return f"Table {table}: disputed by {by or 'the director'}{_why(fact.reason)}."
        case f.ScoreCorrected(table=table, score=score):
            return f"Round {fact.round}, table {table}: corrected to {score_told(score)}{_why(fact.reason)}."


def _on_card(fact: f.HandPlayed | f.HandVoided | f.DealGiven | f.TrumpDealt | f.CardMarked) -> str:
    match fact:
        case f.HandPlayed(table=table, maker=maker, tricks=tricks):
            alone = " alone" if fact.alone else ""
            return f"Table {table}: {maker} made trump{alone} and took {tricks} trick{'' if tricks == 1 else 's'}."
        case f.HandVoided(table=table, why=why):
            return f"Table {table}: {'a misdeal' if why == 'misdeal' else 'a hand was thrown in'}."
        case f.DealGiven(table=table, dealer=dealer):
            return f"Table {table}: {dealer} has the deal."
        case f.TrumpDealt(table=table):
            return f"Table {table}: the trump card is dealt."
        case f.CardMarked(table=table, what=what, name=name):
            return f"Table {table}: {_MARKS[what].format(name=name)}."


def _about_round(
    fact: f.PartnersDrawn
    | f.Planned
    | f.SeasonSoFar
    | f.RoundStarted
    | f.RoundClosed
    | f.RoundCalledOff
    | f.Placed
    | f.CardsShown
    | f.Bell
    | f.Cut
    | f.StoodDown,
    round_name: str,
) -> str:
    match fact:
        case f.PartnersDrawn(teams=teams, cards=cards):
            pairs = listed([" & ".join(team) for team in teams], len(teams))
            return f"Partners were drawn: {pairs}; cards: {_cards(cards)}." if cards else f"Partners: {pairs}."
        case f.Planned(rounds=rounds, says=says):
            return f"{len(rounds)} rounds were planned. {says}".strip()
        case f.SeasonSoFar(weeks=weeks):
            return f"The plan continues from {len(weeks)} {'week' if len(weeks) == 1 else 'weeks'} of the season."
        case f.RoundStarted():
            return f"{round_name or 'A round'} began{'' if fact.counts else ' for fun'} {_seating(fact)}."
        case f.Placed():
            return f"The director placed people by hand {_seating(fact)}."
        case f.CardsShown(table=table, cards=cards):
            return f"Table {table} showed cards: {_cards(cards)}."
        case f.RoundClosed():
            return f"{round_name or 'The round'} was closed."
        case f.RoundCalledOff():
            return f"{round_name or 'The round'} was called off: nothing was played."
        case f.Bell():
            return "The bell rang."
        case f.Cut(table=table, purpose=purpose, cards=cut):
            where = f"{f'Round {fact.round}, table' if fact.round else 'Table'} {table}"
            how = "the cards to {} were drawn by Bowerbird" if fact.drawn else "cut to {}"
            return f"{where}{',' if fact.drawn else ''} {how.format(purpose)}: {each_told(cut)}{_why(fact.reason)}."
        case f.StoodDown(table=table):
            return f"Table {table} does not play{_why(fact.reason)}."


def _about_people(fact: f.Fact) -> str:
    match fact:
        case f.Entered(players=players, zone=zone):
            return f"{' & '.join(player.name for player in players)} entered{f' for {zone}' if zone else ''}."
        case f.Renamed(name=name, to=to):
            return f"The name {name} was corrected to {to}."
        case f.EntryRemoved(name=name):
            return f"{name} was taken off the list."
        case f.EntriesMerged(name=name, into=into):
            return f"{name} is {into}: the two entries are one now."
        case f.CheckedIn(name=name, meeting=meeting):
            return f"{name} {'checked in' if fact.here else 'is not here after all'}{_at(meeting)}."
        case f.Late(name=name, meeting=meeting):
            return f"{name} comes later{_at(meeting)}."
        case f.Absent(name=name, meeting=meeting):
            return f"{name} is absent{_at(meeting)}."
        case f.Left(name=name, meeting=meeting, rest=rest):
            return f"{name} left{_at(meeting)}{', and the games missed count as sitting out' if rest else ''}."
        case f.MissedRound(name=name):
            return f"{name} missed the round, which is worth nothing to them."
        case f.Substituted(name=name, by=by, meeting=meeting):
            return f"{by} plays for {name}{_at(meeting)}."
        case f.FeePaid(name=name, paid=paid, meeting=meeting):
            return f"{name} {'paid' if paid else 'has not paid'} the fee{_at(meeting)}."
        case f.SittingPlayerNamed(name=name, sitting=sitting):
            return f"{name} keeps one chair." if sitting else f"{name} no longer keeps one chair."
        case f.Moved(first=first, second=second):
            return f"{first} and {second} changed places{_why(fact.reason)}."
        case _:
            raise TypeError(f"there are no words for {type(fact).__name__}")


def _changed(fact: f.EventChanged) -> str:
    told = [f"title: {fact.title}"] if fact.title is not None else []
    told += [f"rounds: {fact.rounds or 'not planned'}"] if fact.rounds is not None else []
    told += [f"date: {fact.date}"] if fact.date is not None else []
    told += [f"{settings()[key].setting.label}: {_value(value)}" for key, value in fact.settings.items()]
    return f"The event was changed: {'; '.join(told)}."


def _value(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case dict():
            return ", ".join(f"{key} = {_value(inner)}" for key, inner in value.items()) or "none"
        case tuple() | list():
            return " and ".join(map(str, value)) or "none"
        case _:
            return str(value)


def _ruling(fact: f.Ruled) -> str:
    what = {
        "note": "a note",
        "warning": "a warning",
        "points off": f"{fact.points} points off",
        "removed": "removed from the event",
    }[fact.action]
    return f"{fact.name}: {what}{_why(fact.reason)}{f' [{fact.clause}]' if fact.clause else ''}."


def _seating(fact: f.RoundStarted | f.Placed) -> str:
    tables = "; ".join(
        f"table {table.number} {', '.join(table.seats)}, {Seat(table.dealer).word} deals" for table in fact.tables
    )
    resting = f"; sitting out {', '.join(fact.sitting_out)}" if fact.sitting_out else ""
    where = f"at {len(fact.tables)} tables" if len(fact.tables) > 1 else "at one table"
    return f"{where}: North East South West, {tables}{resting}"


def each_told(shown: Mapping[str, str]) -> str:
    """What each person showed: `Ann Kh, Bob 9c`."""
    return _cards(list(shown.items()))


def _cards(shown: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{name} {what}" for name, what in shown)


def _at(meeting: int) -> str:
    return f", at meeting {meeting}" if meeting else ""


def _why(reason: str) -> str:
    return f" ({reason.strip()})" if reason.strip() else ""
