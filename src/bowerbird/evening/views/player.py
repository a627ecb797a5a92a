"""A player's phone: one sentence, the player's table, and what the two buttons may do."""

from __future__ import annotations

from msgspec.structs import asdict

from bowerbird.evening.announcing import announcement
from bowerbird.evening.commands.scores import PLAYED_ONLINE
from bowerbird.evening.undecided import ASKS_DIRECTOR, undecided, why_undecided
from bowerbird.evening.views.common import Seen, score_needs
from bowerbird.evening.views.shapes import GameWith, May, OwnTile, PlayerPart, StandingLine, YouShown
from bowerbird.evening.views.tables import table_tile
from bowerbird.event.boards import boards_told
from bowerbird.event.cards import card_of
from bowerbird.event.facts import Table
from bowerbird.event.movements import movement_of
from bowerbird.event.state import Result, Round
from bowerbird.seats import Seat

__all__ = ["player_view", "standing_part"]

#: In a large event a phone gets the first places, and the places near its owner.
_MOST_LINES, _BEST, _NEAR = 100, 20, 5


def player_view(seen: Seen, name: str, token: str) -> PlayerPart:
    """The phone of one person. `name` may be a sub, who has a chair but no line."""
    replaced = seen.open is not None and name in seen.open.subs
    place = seen.places.get(name) if seen.open and not replaced else None
    presence = seen.event.presence(name) if name in seen.event.people else "here"
    table = _own_table(seen, *place) if place and seen.open else None
    movement = movement_of(seen.event.book)
    sentence = _sentence(seen, name, place)
    return PlayerPart(
        standings=seen.standings(standing_part(seen, name)),
        you=YouShown(name, presence),
        sentence=sentence,
        table=table,
        may=_may(seen, name, place[0] if place else None),
        needs=score_needs(seen.event.book),
        your_line=next((line for line in seen.public_lines if name in line.players), None),
        rules_link=f"/sheet/{token}",
        online=f"/play/{token}" if table and table.online else None,
        yours=_yours(sentence, place),
        note=movement.line_notes[place[1].side] if place and table else "",
        room=[each.number for each in seen.open.tables] if seen.open else [],
        line=movement.line_names[place[1].side] if place and table and movement.line_names else "",
        pivot=_sub(seen, place[0].seats[place[0].dealer]) if place and table and movement.pivot else "",
        games=_games(seen, *place) if place and table and movement.pivot else [],
        prize=_prize(seen, name),
        boards=f"/boards/{token}" if movement.duplicate and seen.event.rounds else "",
    )


def _prize(seen: Seen, name: str) -> str:
    """The prize for this person's place, once it is announced."""
    final = announcement(seen.evening) if seen.phase == "over" else None
    return next((line.prize for line in final.places if name in line.players), "") if final else ""


def _yours(sentence: str, place: tuple[Table, Seat] | None) -> str:
    """The part of the sentence that tells this player from all others."""
    chair = f"Table {place[0].number}, {place[1].word}." if place else ""
    final = sentence.partition("It is over. ")[2] if " place " in sentence else ""
    known = (chair, final, "You sit out this game.", "Please check in at the desk.", "You are checked in.")
    return next((part for part in known if part and part in sentence), "")


def _games(seen: Seen, table: Table, seat: Seat) -> list[GameWith]:
    """The games of a sitting from the one in progress on, with the partner in each."""
    event, current = seen.event, seen.open
    assert current is not None
    player, games = table.seats[seat], event.book.event.games_per_round
    played = sum(past.counts for past in event.tonight if past.sitting == current.sitting and past is not current)
    movement, found = movement_of(event.book), []
    for at in range(games - played):
        chair = next(each for each in Seat if table.seats[each] == player)
        name = f"Game {current.game + at}"
        found.append(GameWith(name, _sub(seen, table.seats[chair.partner]), at == 0))
        table = movement.next_game(table)
    return found


def _sub(seen: Seen, name: str) -> str:
    """The player in this chair: the sub where there is one."""
    return seen.open.subs.get(name, name) if seen.open else name


def standing_part(seen: Seen, name: str) -> list[StandingLine]:
    """The standings, or of a long list the first places and the places near this person."""
    lines = seen.public_lines
    if len(lines) <= _MOST_LINES:
        return lines
    own = next((at for at, line in enumerate(lines) if name in line.players), 0)
    return [line for at, line in enumerate(lines) if at < _BEST or abs(at - own) <= _NEAR]


def _own_table(seen: Seen, table: Table, seat: Seat) -> OwnTile:
    assert seen.open is not None
    tile = table_tile(seen, seen.open, table)
    pivot = card_of(seen.event.book).dealer_keeps and table.dealer is seat
    return OwnTile(**asdict(tile), your_seat=seat.name, pivot=pivot)


def _sentence(seen: Seen, name: str, place: tuple[Table, Seat] | None) -> str:
    event, current = seen.event, seen.current
    number = event.round_name(seen.open) if seen.open is not None else ""
    presence = event.presence(name) if name in event.people else "here"
    if seen.phase in ("play-offs", "over"):
        line = next((line for line in seen.public_lines if name in line.players), None)
        if line is None and seen.evening.holds_back:
            return "It is over. The places are announced soon."
        if line is None:
            return "It is over. Thank you for playing."
        shared = sum(other.place == line.place for other in seen.public_lines) > 1
        place_words = f"You share place {line.place}" if shared else f"You are in place {line.place}"
        return f"It is over. {place_words} of {len(seen.lines)}."
    if place is None and name not in event.people:
        return "You are not on the list of this event. See the director."
    if presence == "removed":
        return "You are out of this event by the director's decision."
    if place is not None and seen.open is not None:
        table, seat = place
        if table.number in seen.open.stood_down:
            return f"{number}. Table {table.number} does not play: {seen.open.stood_down[table.number]}."
        partner = table.seats[seat.partner]
        partner = seen.open.subs.get(partner, partner)
        note = movement_of(event.book).line_notes[seat.side]
        boards = f"You play {boards_told(table.boards)}. " if table.boards else ""
        score = undecided(seen.evening, seen.open, table.number)
        if score is not None:
            why = why_undecided(seen.evening, seen.open, table.number, score)
            note = f"{why} {ASKS_DIRECTOR}"
        return f"{number}. Table {table.number}, {seat.word}. Your partner is {partner}. {boards}{note}".rstrip()
    if seen.open is not None and name in seen.open.sitting_out:
        return f"{number}. You sit out this game. Please go to the sit-out table."
    if seen.phase == "closed":
        return f"{event.meeting_name(event.meeting.number)} is over. See you next time."
    if presence in ("entered", "late"):
        return "You are on the list. Please check in at the desk."
    if presence in ("absent", "left"):
        return f"You are marked {presence}. If you are here, see the director."
    if current is None:
        return "You are checked in. Your seat comes up here."
    if seen.open is None:
        return f"{event.round_name(current)} is over. Your next seat comes up here."
    return "You have no place in this round. See the director."


def _may(seen: Seen, name: str, table: Table | None) -> May:
    """The phone's permissions now, and the reason if it has none."""
    current = seen.open
    if current is None or table is None:
        return May()
    if not seen.evening.settings.phones:
        return May(why="Scores go to the desk tonight, not by phone.")
    if table.number in current.stood_down:
        return May(why="Your table does not play this round.")
    if seen.evening.online.get((current.number, table.number)):
        return May(why=PLAYED_ONLINE)
    player = _chair(current, table, name)
    result = current.results.get(table.number)
    keeper = table.seats[table.dealer]
    pivot_only = card_of(seen.event.book).dealer_keeps and player != keeper
    if result is None:
        keeper = current.subs.get(keeper, keeper)
        why = f"The pivot, {keeper}, enters the score. Then you confirm it." if pivot_only else ""
        return May(enter=not pivot_only, why=why)
    if result.status == "accepted":
        return May(dispute=True)
    theirs = _from_the_other_side(table, result, player)
    enter = not pivot_only
    if not theirs and result.status == "waiting":
        return May(enter=enter, why="Someone on the other side confirms it.")
    return May(enter=enter, accept=theirs, dispute=theirs and result.status == "waiting")


def _chair(current: Round, table: Table, name: str) -> str:
    """The player whose chair this is: a sub sits in another's."""
    return next(player for player in table.seats if current.subs.get(player, player) == name or player == name)


def _from_the_other_side(table: Table, result: Result, player: str) -> bool:
    """True if this person can accept a score: it comes from the other side, or from neither side."""
    givers = [claim.by for claim in result.claims] or [result.by]
    return any(giver not in table.seats or table.side_of(giver) != table.side_of(player) for giver in givers)
