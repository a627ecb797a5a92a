"""The director's decisions: where the rulebook has no answer, or in place of a ruling. Both stay in the record.

A ruling that is overruled at once is undone as if it had never been made. Once play has continued, the cards played
stay as they are: the score is added up again without the old ruling, and penalties that have not taken effect are
lifted.
"""

from __future__ import annotations

from msgspec.structs import replace

from bowerbird.rulebook.irregularities import Case
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.rulings import points_words, remedy_words
from bowerbird.seats import Side
from bowerbird.table import flow
from bowerbird.table.facts import Ruling
from bowerbird.table.flow import swap, with_hand
from bowerbird.table.points import added_up, worth
from bowerbird.table.remedies import back_to, carry_out, on_record
from bowerbird.table.state import Hand, LeadCall, Past, Phase, Record, Scored, Slip, State

__all__ = ["ruling", "set_aside"]


def ruling(book: Rulebook, state: State, fact: Ruling) -> State:
    """The table after the director's decision."""
    before, slip = set_aside(book, state, fact)
    side = slip.seat.side if fact.offender is None and slip is not None else fact.offender
    after = _settled(book, _decided(book, before, fact, side, slip))
    clause = " ".join(book.sources("director"))
    words = _sentence(fact, side)
    record = Record(fact.decision, words, clause, "director", side, fact.points, Past(before), slip=slip)
    return on_record(after, record)


def _decided(book: Rulebook, state: State, fact: Ruling, side: Side | None, slip: Slip | None) -> State:
    match fact.decision:
        case "as it stands" | "warning" | "removal":
            return state
        case "take it back":
            assert slip is not None
            return back_to(state, slip.past.state)
        case _:
            # A new deal and an exposed card give nobody points, so any side will do if none is named.
            return carry_out(book, state, fact.decision, side or Side.NS, points=fact.points, slip=slip)


def _sentence(fact: Ruling, side: Side | None) -> str:
    worth = points_words(fact.points)
    one, other = ("that side", "the other side") if side is None else (side.word, side.other.word)
    match fact.decision:
        case "as it stands":
            words = "it stands"
        case "take it back":
            words = "it is taken back"
        case "points off":
            words = f"{worth} off {one}"
        case "warning":
            words = f"{one} are warned"
        case "removal":
            words = f"removal from {one}"
        case remedy:
            words = remedy_words(Case(remedy=remedy, points=fact.points), worth, side=one, others=other)
    return f"{words[0].upper()}{words[1:]}: {fact.reason.strip()}"


# Setting an old ruling aside.


def set_aside(book: Rulebook, state: State, fact: Ruling) -> tuple[State, Slip | None]:
    """The table that a decision is about, and the slip: as they are, or without the overruled ruling.

    `state` is the table one fact after the last: its age counts the decision itself.
    """
    if not fact.overrules:
        return replace(state, asked=None), state.asked
    place = fact.overrules - 1
    old = state.records[place]
    records = (*state.records[:place], replace(old, overruled=True), *state.records[place + 1 :])
    if place == len(records) - 1 and old.age == state.age - 1:
        return replace(old.past.state, age=state.age, records=records, asked=None), old.slip
    if len(old.past.state.results) == len(state.results):
        state = _lifted(state, place)
    return _settled(book, _counted_again(book, _resumed(replace(state, records=records, asked=None), old))), None


def _counted_again(book: Rulebook, state: State) -> State:
    """Count the score and the result of each hand without the overruled rulings."""
    void = {place for place, record in enumerate(state.records) if record.overruled}
    results = list(state.results)
    for line in state.sheet:
        if isinstance(line, Scored):
            results[line.place] = worth(line, void)
    return replace(state, score=added_up(book, state.sheet, void), results=tuple(results))


def _resumed(state: State, old: Record) -> State:
    """Restore a game that only this ruling had lost. Nothing is played after the end, so nothing else changes."""
    if old.kind != "game lost" or any(other.kind == old.kind and not other.overruled for other in state.records):
        return state
    if old.past.state.result is not None:
        return replace(state, result=old.past.state.result)
    return replace(state, phase=state.stopped[0], turn=state.stopped[1], result=None)


def _lifted(state: State, place: int) -> State:
    """Lift the penalties of a ruling in this hand that have not taken effect."""
    old, hand = state.records[place], state.hand
    match old.kind:
        case "play on without score":
            return with_hand(state, unscored=_without(hand.unscored, old.offender))
        case "void and barred":
            return with_hand(state, barred=_without(hand.barred, old.offender))
        case "exposed card":
            return _picked_up(state, old)
        case "call a lead":
            return _uncalled(state, old)
        case "take it back and call a lead":
            return _uncalled(_picked_up(state, old), old)
        case "choice":
            return with_hand(
                state,
                owed=tuple(owed for owed in hand.owed if owed.record != place),
                choices=tuple(chosen for chosen in hand.choices if chosen.owed.record != place),
            )
        case _:
            return state


def _without(sides: tuple[Side, ...], side: Side | None) -> tuple[Side, ...]:
    """Remove one mention of a side only, because another ruling may have named it too."""
    rest = list(sides)
    if side in rest:
        rest.remove(side)
    return tuple(rest)


def _picked_up(state: State, old: Record) -> State:
    slip, exposed = old.slip, state.hand.exposed
    if slip is None or slip.card is None:
        return state
    return with_hand(state, exposed=swap(exposed, slip.seat, exposed[slip.seat] & ~(1 << slip.card)))


def _uncalled(state: State, old: Record) -> State:
    calls: list[LeadCall] = list(state.hand.lead_calls)
    latest = next((call for call in reversed(calls) if call.side is old.offender), None)
    if latest is not None:
        calls.remove(latest)
    return with_hand(state, lead_calls=tuple(calls))


def _settled(book: Rulebook, state: State) -> State:
    """Set the winner of a finished game by the score now, or resume the game if nobody has reached the end."""
    result = state.result
    if result is None:
        return flow.end_by_points(book, state) or state
    if result.ended_by == "ruling":
        return flow.game_over(state, replace(result, score=state.score))
    state = replace(state, result=None)
    if result.ended_by != "points" or not any(state.hand.dealt):
        completed = result.ended_by == "bell" or not state.results or state.results[-1].counts
        return flow.end_of_game(book, replace(state, phase=Phase.SHUFFLE, hand=Hand()), completed=completed)
    by_points = flow.end_by_points(book, state)
    if by_points is not None:
        return by_points
    # A ruling ended the game in the middle of a hand, which now continues.
    return replace(state, phase=state.stopped[0], turn=state.stopped[1])
