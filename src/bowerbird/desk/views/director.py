"""What the director and a helper see: everybody, every table, and the list of what needs a person."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from bowerbird.desk.evening import Command
from bowerbird.desk.history import words_of
from bowerbird.desk.links import Links
from bowerbird.desk.penalties import question, reminder, unanswered
from bowerbird.desk.views.common import Seen, View, score_needs
from bowerbird.desk.views.tables import state_of, table_tile
from bowerbird.event.money import balances, ledger, payouts, side_prizes, split_words
from bowerbird.event.room import checklist, unfinished
from bowerbird.event.state import Person, Round
from bowerbird.event.step_rounds import same_sitting
from bowerbird.event.words import listed

__all__ = ["director_view", "round_view"]

#: Beyond so many tables the rounds that are over, and beyond so many postings the ledger, are asked for on their own.
_MOST_TABLES = 400
_MOST_POSTINGS = 400


def director_view(seen: Seen, event_id: str, links: Links, *, helper: bool, origin: str, undo: Command | None) -> View:
    """The desk. A helper sees the same room, but no links and no money. `undo` is what an undo would take back."""
    event, current = seen.event, seen.current
    in_rounds = frozenset[str]().union(*(past.names() for past in event.rounds))
    view = {
        **seen.head(),
        "standings": seen.standings(),
        "role": "helper" if helper else "director",
        "people": [_person(seen, person, person.name in in_rounds) for person in event.people.values()],
        "here": len(event.here()),
        "tables": [table_tile(seen, current, table) for table in current.tables] if current else [],
        "sitting_out": current.sitting_out if current else (),
        "list": list(_needs_a_person(seen)),
        "next": _next(seen),
        "rounds": _rounds(seen),
        "needs": score_needs(event.book),
        "prizes": [],
        "split": "",
        "ledger": [],
        "balances": {},
        "ties": [{"needs": due.needs, "entries": due.entries, "words": _due_words(due.needs)} for due in seen.due],
        "undo": _undo(undo) if undo and not helper else None,
        "plan_says": event.plan_says,
        "checklist": checklist(event.book, max(1, len(event.here()) // 4)),
        "rulings": _rulings(seen),
        "links": {},
        "settings": seen.evening.settings,
        "season": seen.evening.season,
        "choices": _choices(seen),
        "entry": {
            "unit": event.book.event.entry.unit,
            "minimum_age": event.book.event.entry.minimum_age,
            "zones": bool(event.book.event.entry.teams_per_zone),
            "sitting_players": event.book.event.sitting_players,
        },
    }
    if not helper:
        view |= _money(seen)
        view["links"] = {"origin": origin, **structs.asdict(links.all(event_id, seen.evening))}
    return view


def _person(seen: Seen, person: Person, in_a_round: bool) -> View:
    event = seen.event
    where = ""
    if seen.open is not None and person.name in seen.places:
        table, seat = seen.places[person.name]
        where = f"Table {table.number}, {seat.word}"
    elif seen.open is not None and person.name in seen.open.sitting_out:
        where = "Sits out"
    entry = event.entry(person.name)
    return {
        "name": person.name,
        "presence": person.presence,
        "sub": person.sub,
        "sitting": person.sitting,
        "entry": entry.name,
        "zone": entry.zone,
        "where": where,
        "phone": seen.phone(person.name),
        "can_rename": not in_a_round and not event.finished,
    }


def _needs_a_person(seen: Seen) -> Iterator[View]:
    current = seen.open
    if current is not None:
        yield from sorted(_tables_that_wait(seen, current), key=lambda item: not item["urgent"])
    rounds = seen.event.rounds
    for penalty in unanswered(seen.evening.penalties.values(), rounds):
        number, past = penalty.ruled.table, rounds[penalty.ruled.round - 1]
        words = question(penalty, past, past.results[number])
        yield {"round": past.number, "table": number, "words": words, "urgent": False}
    late = [person.name for person in seen.event.people.values() if person.presence == "late"]
    if late and not seen.event.finished:
        yield {"table": None, "words": f"Expected later: {listed(late)}.", "urgent": False}
    for due in seen.due:
        yield {"table": None, "words": f"{listed(due.entries)} {_due_words(due.needs)}.", "urgent": True}


def _tables_that_wait(seen: Seen, current: Round) -> Iterator[View]:
    for table in current.tables:
        number, state = table.number, state_of(seen, current, table)
        result = current.results.get(number)
        gone = [name for name in table.seats if name in current.gone]
        if number in seen.unopened and (current.number, number) in seen.evening.online:
            words = f"Table {number} is not open online yet: {seen.unopened[number]} It is tried again by itself."
            yield {"table": number, "words": words, "urgent": True}
        if state == "disputed" and result is not None:
            ask = "" if result.sides_differ else ". Ask them and enter the right one."
            yield {"table": number, "words": f"Table {number}: {result.note}{ask}", "urgent": True}
        elif state == "late":
            yield {"table": number, "words": f"Table {number}: no score after the bell.", "urgent": True}
        elif state == "stood down" and gone:
            words = f"Table {number} cannot play: {current.stood_down[number]}."
            yield {"table": number, "words": words, "urgent": True}
        elif state == "waiting" and result is not None:
            words = f"Table {number}: {result.score.ns}–{result.score.ew} from {result.by}, not accepted yet."
            yield {"table": number, "words": words, "urgent": False}


def _due_words(needs: str) -> str:
    return "toss coins for the bye" if needs == "coins" else "play an extra game"


def _next(seen: Seen) -> View:
    """The step that the main button takes, and what finishing now would mean.

    `open` says that nobody has planned how many rounds there are: each of them may be the last one.
    """
    event = seen.event
    ends = {"open": not event.planned_rounds, "finish": () if event.finished else unfinished(event)}
    return _next_step(seen) | ends


def _next_step(seen: Seen) -> View:
    event, current = seen.event, seen.current
    planned = event.planned_rounds
    last = bool(planned) and current is not None and current.number >= planned
    if event.finished:
        why = "The places stand when the tie is settled." if seen.due else "The places stand."
        return {"can": False, "why": why, "words": "Finished", "last": True, "asks": ""}
    if current is None:
        here = len(event.here())
        why = "" if here >= 4 else f"Four people make a table, and {here} {'is' if here == 1 else 'are'} checked in."
        return {"can": not why, "why": why, "words": "Seat round 1", "last": False, "asks": ""}
    due = unanswered(seen.evening.penalties.values(), event.rounds)
    asks = reminder(each for each in due if last or each.ruled.round == current.number)
    coming = f"seat round {current.number + 1}"
    if current.closed:
        return {"can": True, "why": "", "words": coming.capitalize(), "last": last, "asks": asks}
    missing = current.missing()
    why = ""
    if missing:
        state = {number: current.results.get(number) for number in missing}
        first = missing[0]
        result = state[first]
        lacks = "has no score" if result is None else "is disputed" if result.status == "disputed" else "waits"
        words = {"waits": "has a score that nobody has accepted", "is disputed": "has a disputed score"}
        why = f"Table {first} {words.get(lacks, lacks)}."
        if len(missing) > 1:
            why = f"{why[:-1]}, and {len(missing) - 1} more {'is' if len(missing) == 2 else 'are'} missing."
    closes = f"Close round {current.number} and {coming}"
    return {"can": not missing, "why": why, "words": closes, "last": last, "asks": asks}


def _undo(command: Command) -> View:
    words = words_of(command.did)
    return {"seq": command.seq, "by": command.did.by, "words": words[0] if words else ""}


def _rounds(seen: Seen) -> list[View]:
    """The rounds so far, newest last; where there are too many tables, only their numbers."""
    rounds = seen.event.rounds
    whole = sum(len(past.tables) for past in rounds) <= _MOST_TABLES
    return [round_view(seen, past) if whole else {"number": past.number, "tables": None} for past in rounds]


def round_view(seen: Seen, past: Round) -> View:
    """One round with all its tables."""
    return {
        "number": past.number,
        "week": past.week,
        "counts": past.counts,
        "sitting_out": past.sitting_out,
        "tables": [table_tile(seen, past, table) for table in past.tables],
    }


def _rulings(seen: Seen) -> list[View]:
    rows = [
        {
            "round": number,
            "name": ruling.name,
            "action": ruling.action,
            "reason": ruling.reason,
            "points": ruling.points,
            "clause": ruling.clause,
        }
        for number, ruling in seen.event.rulings
    ]
    rows += [
        {
            "round": number,
            "name": f"Table {given.table}" if given.table else "",
            "action": "note",
            "reason": given.reason,
            "points": 0,
            "clause": given.clause,
        }
        for number, given in seen.evening.rulings
    ]
    return sorted(rows, key=lambda row: int(str(row["round"])))


def _money(seen: Seen) -> View:
    event = seen.event
    postings = ledger(event)
    prizes = [{"name": name, "cents": cents, "why": "Prize"} for name, cents in payouts(event).items()]
    for pot, shares in side_prizes(event).items():
        prizes += [{"name": name, "cents": cents, "why": f"Side pot, {pot}"} for name, cents in shares.items()]
    few = postings if len(postings) <= _MOST_POSTINGS else ()
    return {
        "prizes": prizes,
        "split": split_words(event),
        "ledger": [{"round": each.round, "why": each.why, "amounts": each.amounts} for each in few],
        "balances": balances(postings),
    }


def _choices(seen: Seen) -> View:
    event = seen.event
    movement = event.book.event.movement
    began = seen.current is not None and not event.finished
    whole = began and movement == "pivot rotation" and event.book.event.games_per_round > 1 and not same_sitting(event)
    return {
        "lines": began and movement == "teams up the line",
        "shifts": began and movement == "losers move on",
        "extra": whole,
        "absent_weeks": _absent_weeks(seen),
        "in_order": not began and movement not in ("pivot rotation", "new partners"),
    }


def _absent_weeks(seen: Seen) -> tuple[int, ...]:
    """The weeks for which an absence can still be entered, where a week away counts as zero."""
    rules = seen.event.book.event
    if seen.current is None or seen.event.finished or rules.games_per_round == 1 or rules.season.absent != "zero":
        return ()
    return tuple(range(1, seen.current.week + 1))
