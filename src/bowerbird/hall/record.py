"""The record of each person: a fact for every finished game, and one with the teacher's figures once there are any.

It is written when a game ends, by the process that leads the table, and read again before it is written, so that
nothing is in it twice. Games from before there were records are taken in when the page *My play* asks for it. What a
person has had erased is never taken in again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from bowerbird.clock import Now
from bowerbird.hall.bots import Bots
from bowerbird.hall.errors import NotFoundError, TryLaterError
from bowerbird.hall.facts import decode_hall_fact
from bowerbird.hall.kept import own_facts
from bowerbird.hall.rated import Ratings
from bowerbird.hall.replay import FinishedGame, facts_shown, finished_game
from bowerbird.hall.review import Decided, Review, Reviews
from bowerbird.hall.room import Room
from bowerbird.learn.habits import habit_of
from bowerbird.learn.statistics import Example, GameJudged, GamePlayed, KindCount, RecordFact, games_of
from bowerbird.players.says import says
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.store import ConflictError, Log, StoreError
from bowerbird.table import Fact, State, Table, View

__all__ = ["Records"]

log = logging.getLogger(__name__)

#: Examples that a game leaves in a record, the dearest.
_EXAMPLES: Final = 6
#: Games that the teacher is asked to look at when a person looks at their play.
_TO_JUDGE: Final = 2
#: Games and tables that are remembered as written.
_REMEMBERED: Final = 20_000
_decoder: msgspec.json.Decoder[RecordFact] = msgspec.json.Decoder(RecordFact)


class Records:
    """The records of all people."""

    def __init__(
        self,
        log: Log,
        clock: Now,
        bots: Bots,
        reviews: Reviews,
        ratings: Ratings,
        room_of: Callable[[str], Awaitable[Room]],
        tables_of: Callable[[str], Awaitable[list[str]]],
    ) -> None:
        """Use the server's log, the teacher, and the tables of people."""
        self._log = log
        self._clock = clock
        self._bots = bots
        self._reviews = reviews
        self._ratings = ratings
        self._room_of = room_of
        self._tables_of = tables_of
        self._noted: set[tuple[str, int]] = set()
        #: How far each table was read for a person's older games. Both are only to save work, and begin again.
        self._looked_at: dict[tuple[str, str], int] = {}
        self._at_work: set[asyncio.Task[None]] = set()

    async def of(self, person: str) -> list[RecordFact]:
        """The facts of a person's record."""
        _, facts = await own_facts(self._log, _stream(person))
        return await asyncio.to_thread(lambda: [_decoder.decode(fact.body) for fact in facts])

    async def catch_up(self, person: str) -> int:
        """Take in what is missing: games from before there were records, and the teacher's figures of the newest.

        Returns the number of games that are new in the record.
        """
        entries = await self._log.read(_stream(person))
        since = max((entry.at for entry in entries if entry.is_erased), default=0)
        known = games_of(_decoder.decode(entry.body) for entry in entries if not entry.is_erased)
        tables = {game.table for game, _ in known}
        others = [table for table in await self._tables_of(person) if table not in tables]
        heads = await self._log.heads([f"table:{table}" for table in others])
        for table in others:
            seen = heads.get(f"table:{table}", 0)
            if self._looked_at.get((person, table)) != seen:
                await self._take_in(table, person, since)
                self._looked_at[person, table] = seen
        unjudged = [game for game, figures in known if figures is None]
        for game in unjudged[-_TO_JUDGE:]:
            with suppress(NotFoundError):
                self.judged(game.table, await self._room_of(game.table), game.game, ())
        return len(games_of(await self.of(person))) - len(known)

    async def _take_in(self, table: str, person: str, since: int) -> None:
        entries = await self._log.read(f"table:{table}")
        if entries:
            facts = ((decode_hall_fact(entry.body), entry.at) for entry in entries)
            room = await asyncio.to_thread(Room.fold, facts)
            for game, at in room.ended_at.items():
                if at > since and person in room.players_in(game):
                    await self._note(table, room, game, at)

    # At the end of a game.

    def ended(self, table: str, room: Room) -> None:
        """Write a game that is over into the records of its players, and rate it. May be called more than once."""
        game = room.games_over
        if len(self._noted) + len(self._looked_at) > _REMEMBERED:
            self._noted.clear()
            self._looked_at.clear()
        if (table, game) not in self._noted:
            self._noted.add((table, game))
            self._start(self._note(table, room, game, room.ended_at[game]))

    def judged(self, table: str, room: Room, game: int, _decisions: Sequence[Decided]) -> None:
        """Write the teacher's figures for a finished game. Without a review, ask for one, which leads here again."""
        if room.made.daily or not room.players_in(game):
            return
        review = self._reviews.made(table, game)
        if review is not None:
            self._start(self._note_figures(table, room, game, review))
            return
        with suppress(TryLaterError, NotFoundError):
            self._reviews.keep(table, room, game)

    async def settled(self) -> None:
        """Wait until everything is written."""
        while self._at_work:
            await asyncio.gather(*self._at_work)

    async def close(self) -> None:
        """Finish what is being written."""
        await self.settled()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _note(self, table: str, room: Room, game: int, at: int) -> None:
        if room.made.daily:
            return  # one hand, which has a page of its own
        try:
            found = finished_game(room, game, closed=True)
            state = room.table.state if game == room.game else (await asyncio.to_thread(lambda: found.table)).state
            for person, seat in room.players_in(game).items():
                await self._write(person, _played(table, room, found, state, seat, at))
            players = room.four_of(game)
            # Boards are rated by the difference from other tables, not by the luck of their cards.
            if players is not None and room.is_rated(game) and not room.made.boards:
                await self._ratings.note(table, game, players, state.score)
        except StoreError as error:
            self._noted.discard((table, game))
            log.warning("game %s at table %s is not in the records yet: %s", game, table, error)

    async def _note_figures(self, table: str, room: Room, game: int, review: Review) -> None:
        try:
            found, people = finished_game(room, game), room.players_in(game)
            seats = list(people.values())
            figures = await self._bots.sum_up(_figures, table, found, review, seats, people=list(people))
            for person, seat in people.items():
                await self._write(person, figures[seats.index(seat)])
        except (StoreError, NotFoundError) as error:
            log.warning("the figures of game %s at table %s are not in the records: %s", game, table, error)

    async def _write(self, person: str, fact: RecordFact) -> None:
        """Add a fact to a record, unless one of its kind for its game is there, or was erased."""
        stream, body = _stream(person), msgspec.json.encode(fact)
        while True:
            entries = await self._log.read(stream)
            known = [_decoder.decode(entry.body) for entry in entries if not entry.is_erased]
            erased = max((entry.at for entry in entries if entry.is_erased), default=0)
            same = [each for each in known if (each.table, each.game) == (fact.table, fact.game)]
            if any(type(each) is type(fact) for each in same):
                return
            if fact.at <= erased if isinstance(fact, GamePlayed) else not same:
                return
            try:
                await self._log.append(stream, entries[-1].seq if entries else 0, [body], self._clock())
            except ConflictError:
                continue
            return


def _stream(person: str) -> str:
    return f"record:{person}"


def _played(table: str, room: Room, game: FinishedGame, state: State, seat: Seat, at: int) -> GamePlayed:
    """A finished game as it was for one seat."""
    side = seat.side
    results = [result for result in state.results if result.counts and result.maker is not None]
    own = [result for result in results if result.maker is seat]
    theirs = [result for result in results if result.maker is not None and result.maker.side is not side]
    winner = None if state.result is None else state.result.winner
    return GamePlayed(
        table=table,
        game=game.number,
        at=at,
        book=game.book.title,
        seat=seat.word,
        partner=room.player_of(game.number, seat.partner),
        partner_name=state.names[seat.partner],
        opponents=(room.player_of(game.number, seat.left), room.player_of(game.number, seat.right)),
        score=(state.score[side], state.score[side.other]),
        won=None if winner is None else winner is side,
        hands=sum(result.counts for result in state.results),
        called=len(own),
        euchred=sum(result.outcome == "euchre" for result in own),
        marched=sum(result.outcome == "march" for result in own),
        alone=sum(result.alone for result in own),
        alone_made=sum(result.alone and result.outcome == "march" for result in own),
        defended=len(theirs),
        stopped=sum(result.outcome == "euchre" for result in theirs),
        rated=game.rated and room.four_of(game.number) is not None,
    )


def _figures(table: str, game: FinishedGame, review: Review, seats: Sequence[Seat]) -> list[GameJudged]:
    """The teacher's figures for some seats. Runs in the teacher's process: it plays the game again."""
    whole = game.table
    places = facts_shown(whole)
    decided = {places[each.step]: each for each in review.decisions if not each.stood_in}
    kinds: dict[int, str] = {}
    again = Table(game.book)
    for place, fact in enumerate(whole.facts):
        if place in decided:
            view = again.view(decided[place].seat)
            kinds[place] = habit_of(view, fact, _best(game.book, view, decided[place].best) or fact)
        again.push(fact)
    return [_figures_of(table, game, review, seat, decided, kinds) for seat in seats]


def _best(book: Rulebook, view: View, words: str) -> Fact | None:
    """The choice that the teacher calls best; only calls are told apart by more than their kind."""
    return next((fact for fact in view.legal if says(book, view, (fact,)) == words), None)


def _figures_of(
    table: str, game: FinishedGame, review: Review, seat: Seat, decided: dict[int, Decided], kinds: dict[int, str]
) -> GameJudged:
    own = [(kinds[place], each) for place, each in decided.items() if each.seat is seat]
    counts = {}
    for kind in dict.fromkeys(kind for kind, _ in own):
        some = [each for of, each in own if of == kind]
        mistakes = sum(each.verdict == "mistake" for each in some)
        counts[kind] = KindCount(kind, len(some), mistakes, round(sum(each.cost for each in some), 3))
    dearest = sorted((each for each in own if each[1].verdict == "mistake"), key=lambda each: -each[1].cost)
    assert review.fortune is not None
    whole, sign = review.fortune.game, 1 if seat.side == 0 else -1
    skill = whole.skill[seat]
    deal, fall, points = sign * whole.deal.value, sign * whole.fall.value, sign * float(whole.points)
    return GameJudged(
        table=table,
        game=game.number,
        hands=max(1, len(review.fortune.hands)),
        points=points,
        deal=round(deal, 3),
        fall=round(fall, 3),
        skill=round(skill.value, 3),
        error=round(skill.error, 3),
        others=round(points - deal - fall - skill.value, 3),
        kinds=tuple(counts.values()),
        examples=tuple(
            Example(kind, each.step, each.hand, each.cost, each.did, each.best, tuple(map(str, each.scene.hand)))
            for kind, each in dearest[:_EXAMPLES]
        ),
    )
