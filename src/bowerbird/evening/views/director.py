"""The view of the director and of a helper: everybody, every table, and the list of what needs attention."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypedDict

from msgspec import structs

from bowerbird.evening.announcing import desk_announcement
from bowerbird.evening.directors import active, by_name, shown_name
from bowerbird.evening.history import words_of
from bowerbird.evening.penalties import question, reminder, unanswered
from bowerbird.evening.rights import AllLinks
from bowerbird.evening.sign_ups import only_signed_up
from bowerbird.evening.state import Command, GivenRuling
from bowerbird.evening.undecided import ASKS_WINNER, given_up, undecided, why_undecided
from bowerbird.evening.views.common import Seen, next_move, score_needs, time_words
from bowerbird.evening.views.shapes import (
    BoardsDealt,
    DirectorPart,
    DirectorShown,
    DoorShown,
    EntryNeeds,
    LinksShown,
    NeedsAttention,
    NewsShown,
    NextStep,
    PastMeeting,
    PersonShown,
    PlanShown,
    PostingShown,
    PrizeShown,
    RoundShown,
    RulingShown,
    Step,
    TieShown,
    UndoOffered,
)
from bowerbird.evening.views.tables import stand_ins, state_of, table_tile
from bowerbird.event.cards import card_of
from bowerbird.event.cutting import missing_cuts
from bowerbird.event.money import (
    balances,
    draw_of_tickets,
    extra_prizes,
    fee_of,
    ledger,
    payouts,
    side_prizes,
    split_words,
    unpaid,
)
from bowerbird.event.movements import movement_of
from bowerbird.event.planning import plan_to_change
from bowerbird.event.prizes import SIDE_PRIZES, ordinal
from bowerbird.event.ranking import Due
from bowerbird.event.room import checklist
from bowerbird.event.state import Event, Person, Round
from bowerbird.event.words import listed
from bowerbird.shuffling import digest_of

__all__ = ["director_view", "next_step", "round_view"]

#: Above these numbers, past rounds and the ledger are left out, and pages request them separately.
_MOST_TABLES = 400
_MOST_POSTINGS = 400


def director_view(
    seen: Seen,
    links: AllLinks | None,
    *,
    helper: bool,
    origin: str,
    undo: Command | None,
    commands: Sequence[Command],
    me: str = "",
) -> DirectorPart:
    """The desk. A helper sees the same room, but no links and no money.

    `undo` is the command that an undo reverses, `commands` are all of them, the newest last. `me` is the name in the
    link of the director who looks.
    """
    event, current = seen.event, seen.current
    in_rounds = frozenset[str]().union(*(past.names() for past in event.rounds))
    entry = event.book.event.entry
    view = DirectorPart(
        standings=seen.standings(),
        role="helper" if helper else "director",
        people=[_person(seen, person, person.name in in_rounds) for person in event.people.values()],
        here=len(event.here()),
        only_signed_up=len(only_signed_up(seen.evening)),
        tables=[table_tile(seen, current, table) for table in current.tables] if current else [],
        sitting_out=current.sitting_out if current else (),
        list=list(_needs_a_person(seen)),
        next=next_step(seen),
        rounds=_rounds(seen),
        past=_past_meetings(event),
        needs=score_needs(event.book),
        ties=[TieShown(due.needs, due.entries, _due_words(seen, due)) for due in seen.due],
        undo=_undo(seen, undo, commands) if undo and not helper else None,
        news=_news(commands, event),
        plan_says=event.plan_says,
        checklist=checklist(event.book, max(1, len(event.here()) // 4)),
        rulings=_rulings(seen),
        links=LinksShown() if links is None else LinksShown(origin, **structs.asdict(links)),
        directors=[] if helper else _directors(seen, me),
        settings=seen.evening.settings,
        announcing=desk_announcement(seen.evening),
        season=seen.evening.season,
        choices=movement_of(event.book).open_choices(event),
        entry=EntryNeeds(
            entry.unit,
            entry.minimum_age,
            bool(entry.teams_per_zone) or movement_of(event.book).duplicate,
            entry.zone_word,
            event.book.event.sitting_players,
        ),
        plan=_plan(event),
        ranks=tuple(dict.fromkeys(card.sign[:-1] for card in event.book.cards() if not card.is_joker)),
        lines=movement_of(event.book).line_names or (),
        pivot=card_of(event.book).dealer_keeps,
        moves=next_move(event),
        boards=BoardsDealt(bool(event.board_seed), digest_of(event.board_seed) if event.board_seed else "")
        if movement_of(event.book).duplicate
        else None,
    )
    return view if helper else structs.replace(view, **_money(seen))


def _directors(seen: Seen, me: str) -> list[DirectorShown]:
    directors = seen.evening.directors
    return [DirectorShown(name, shown_name(directors, name), name == me) for name in active(directors)]


def _plan(event: Event) -> PlanShown | None:
    coming = plan_to_change(event)
    return None if coming is None else PlanShown(coming.tables, coming.sitting_out)


def _person(seen: Seen, person: Person, in_a_round: bool) -> PersonShown:
    event = seen.event
    where = ""
    if seen.open is not None and person.name in seen.places:
        table, seat = seen.places[person.name]
        where = f"Table {table.number}, {seat.word}"
    elif seen.open is not None and person.name in seen.open.sitting_out:
        where = "Sits out"
    entry = event.entry(person.name)
    return PersonShown(
        name=person.name,
        presence=event.presence(person.name),
        sub=event.sub_of(person.name),
        sitting=person.sitting,
        entry=entry.name,
        zone=entry.zone,
        where=where,
        phone=seen.phone(person.name),
        can_rename=not in_a_round and not event.finished,
        paid=event.attendance(person.name).paid if event.book.event.money.fee else None,
    )


def _needs_a_person(seen: Seen) -> Iterator[NeedsAttention]:
    current = seen.open
    if current is not None:
        yield from sorted(_tables_that_wait(seen, current), key=lambda item: not item.urgent)
    rounds = seen.event.rounds
    for penalty in unanswered(seen.evening.penalties.values(), rounds):
        number, past = penalty.ruled.table, rounds[penalty.ruled.round - 1]
        words = question(penalty, past, past.results[number])
        yield NeedsAttention(number, words, False, past.number)
    late = [name for name in seen.event.people if seen.event.presence(name) == "late"]
    if late and not seen.event.finished:
        yield NeedsAttention(None, f"Expected later: {listed(late)}.", False, names=tuple(late))
    for due in seen.due:
        yield NeedsAttention(None, f"{listed(due.entries)} {_due_words(seen, due)}.", True)


def _tables_that_wait(seen: Seen, current: Round) -> Iterator[NeedsAttention]:
    for table in current.tables:
        number, state = table.number, state_of(seen, current, table)
        result = current.results.get(number)
        gone = [name for name in table.seats if name in current.gone]
        if number in seen.unopened and (current.number, number) in seen.evening.online:
            words = f"Table {number} is not open online yet: {seen.unopened[number]} It is tried again by itself."
            yield NeedsAttention(number, words, True)
        for each in stand_ins(seen, current, table) if result is None else ():
            since = f"A bot has been playing for {each.name} at table {number} since {each.time}."
            words = f"{since} {each.name} can take over again."
            yield NeedsAttention(number, words, False)
        if state == "disputed" and result is not None:
            ask = "" if result.sides_differ else ". Ask them and enter the right one."
            yield NeedsAttention(number, f"Table {number}: {result.note}{ask}", True)
        elif (score := undecided(seen.evening, current, number)) is not None:
            yield NeedsAttention(number, f"{why_undecided(seen.evening, current, number, score)} {ASKS_WINNER}", True)
        elif state == "late":
            yield NeedsAttention(number, f"Table {number}: no score after the bell.", True)
        elif state == "stood down" and gone:
            words = f"Table {number} can't play: {current.stood_down[number]}."
            yield NeedsAttention(number, words, True)
        elif state == "waiting" and result is not None:
            words = f"Table {number}: {result.score.ns}–{result.score.ew} from {result.by}, not confirmed yet."
            yield NeedsAttention(number, words, False)


def _due_words(seen: Seen, due: Due) -> str:
    if due.needs == "coins":
        return "toss coins for the bye"
    places = [line.place for line in seen.lines if line.name in due.entries]
    return f"play an extra game for {ordinal(min(places))} place" if places else "play an extra game"


def next_step(seen: Seen) -> NextStep:
    """The step that the main button takes, and the effect of finishing now.

    `step` is the request, `last` says that it ends the event or its last round, `open` that the number of rounds is not
    planned, and `finish` what becomes of unfinished games.
    """
    event, current = seen.event, seen.current
    planned = event.planned_rounds
    last = bool(planned) and current is not None and current.number >= planned
    due = unanswered(seen.evening.penalties.values(), event.rounds)
    asks = reminder(each for each in due if last or (current is not None and each.ruled.round == current.number))
    step, words, why = _step(seen)
    return NextStep(
        step=step,
        can=step != "" and not why,
        why=why,
        words=words,
        last=last or step in ("", "finish"),
        asks=asks if current is not None and not event.finished else "",
        open=not planned,
        finish=() if event.finished else given_up(seen.evening),
    )


def _step(seen: Seen) -> tuple[Step, str, str]:
    """The next request, the words on its button, and the reason why it is not possible yet."""
    event, current = seen.event, seen.current
    match seen.phase:
        case "play-offs":
            return "", "Finished", "A tie is still to be settled, or left shared. The other places are final."
        case "over":
            return "", "Finished", "The places are final."
        case "closed":
            if event.meeting.number >= event.planned_meetings:
                return "finish", "Finish the event", ""
            return "open", f"Open {event.meeting_name(event.meeting.number + 1).lower()}", ""
        case "entry":
            here = len(event.here())
            four = f"Four people make a table, and {here} {'is' if here == 1 else 'are'} checked in."
            return "seat", f"Seat {_coming(event)}", "" if here >= 4 else four
        case "round" | "between":
            assert current is not None
            if event.sitting_is_all and not event.same_sitting():
                return "close", f"Close {event.meeting_name(event.meeting.number).lower()}", _lacks(seen, current)
            coming = f"seat {_coming(event)}"
            if current.closed:
                return "seat", f"{coming[0].upper()}{coming[1:]}", missing_cuts(event)
            why = _lacks(seen, current) or missing_cuts(event)
            return "next", f"Close {event.round_name(current).lower()} and {coming}", why


def _coming(event: Event) -> str:
    """The next round: `round 4`, or `week 2, game 1`."""
    if event.has_meetings or event.planned_meetings > 1:
        meeting = len(event.meetings) or 1
        return f"{event.meeting_name(meeting).lower()}, game {len(event.tonight) + 1}"
    return f"round {len(event.rounds) + 1}"


def _lacks(seen: Seen, current: Round) -> str:
    """The first table that keeps the round from being closed, and how many more there are."""
    missing = current.missing()
    if current.closed or not missing:
        return ""
    result = current.results.get(missing[0])
    words = "has no score" if undecided(seen.evening, current, missing[0]) is None else "has no winner yet"
    if result is not None:
        words = "has a disputed score" if result.status == "disputed" else "has a score that nobody has confirmed"
    more = f", and {len(missing) - 1} more {'is' if len(missing) == 2 else 'are'} missing" if len(missing) > 1 else ""
    return f"Table {missing[0]} {words}{more}."


def _undo(seen: Seen, command: Command, commands: Sequence[Command]) -> UndoOffered:
    words = words_of(command, commands, seen.event)
    by = by_name(seen.evening.directors, command.record.by)
    return UndoOffered(command.seq, by, words[0] if words else "")


def _news(commands: Sequence[Command], event: Event) -> NewsShown | None:
    if not commands:
        return None
    newest = commands[-1]
    words = " ".join(words_of(newest, commands, event))
    return NewsShown(newest.seq, time_words(newest.at, event.zone), newest.record.by, words, len(commands) - 1)


def _past_meetings(event: Event) -> list[PastMeeting]:
    """Meetings that can still be corrected: those before the one in progress."""
    past = event.meetings[:-1] if event.is_open else event.meetings
    return [PastMeeting(each.number, event.meeting_name(each.number), each.date) for each in past]


def _rounds(seen: Seen) -> list[RoundShown]:
    """The rounds so far, newest last; if there are too many tables, without them."""
    rounds = seen.event.rounds
    whole = sum(len(past.tables) for past in rounds) <= _MOST_TABLES
    return [round_view(seen, past) if whole else _round_without_tables(seen, past) for past in rounds]


def round_view(seen: Seen, past: Round) -> RoundShown:
    """One round with all its tables."""
    return RoundShown(
        number=past.number,
        name=seen.event.round_name(past),
        meeting=past.meeting,
        counts=past.counts,
        sitting_out=past.sitting_out,
        tables=[table_tile(seen, past, table) for table in past.tables],
    )


def _round_without_tables(seen: Seen, past: Round) -> RoundShown:
    return RoundShown(past.number, seen.event.round_name(past), past.meeting, None)


def _rulings(seen: Seen) -> list[RulingShown]:
    return [_ruling_shown(seen, number, given) for number, given in seen.evening.rulings.items()]


def _ruling_shown(seen: Seen, number: int, given: GivenRuling) -> RulingShown:
    if given.place is not None:
        round_, ruled = seen.event.rulings[given.place]
        return RulingShown(
            round_, ruled.name, ruled.action, ruled.reason, ruled.points, ruled.clause, number, given.overruled
        )
    assert given.note is not None
    where = f"Table {given.note.table}" if given.note.table else ""
    return RulingShown(given.round, where, "note", given.note.reason, 0, given.note.clause, number, given.overruled)


class _Money(TypedDict):
    prizes: list[PrizeShown]
    split: str
    fifty_fifty: int
    ledger: list[PostingShown]
    balances: dict[str, int]
    door: DoorShown | None


def _money(seen: Seen) -> _Money:
    event = seen.event
    postings = ledger(event)
    prizes = [PrizeShown(name, cents, "Prize") for name, cents in payouts(event).items()]
    for pot, shares in extra_prizes(event).items():
        prizes += [PrizeShown(name, cents, SIDE_PRIZES[pot]) for name, cents in shares.items()]
    for pot, shares in side_prizes(event).items():
        prizes += [PrizeShown(name, cents, f"Side pot, {pot}") for name, cents in shares.items()]
    if (drawn := draw_of_tickets(event)) is not None and event.raffle is not None:
        prizes.append(PrizeShown(event.raffle.winner, drawn.amounts[event.raffle.winner], "50-50 draw"))
    few = postings if len(postings) <= _MOST_POSTINGS else ()
    return {
        "prizes": prizes,
        "split": split_words(event),
        "fifty_fifty": event.book.event.money.fifty_fifty,
        "ledger": [PostingShown(each.round, each.why, each.amounts) for each in few],
        "balances": balances(postings),
        "door": _door(event),
    }


def _door(event: Event) -> DoorShown | None:
    if not event.book.event.money.fee:
        return None
    fee = fee_of(event.book)
    attendance = event.meeting.attendance if event.meetings else {}
    paid = sum(seen.paid for seen in attendance.values())
    short = fee * sum(len(unpaid(event, meeting.number)) for meeting in event.meetings)
    return DoorShown(fee=fee, paid=paid, till=paid * fee, owing=unpaid(event), short=short)
