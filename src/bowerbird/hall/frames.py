"""Build the JSON frame that each viewer of a table receives, in the shapes of `frame_shapes`.

Everything about the play comes from `Table.view`, which leaves out what a seat may not know. The parts for everyone are
encoded once and joined with the parts for one person.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from functools import cached_property
from typing import Final, Literal, TypeVar, cast, get_args

import msgspec
from msgspec import UNSET

from bowerbird.cards import Card, Suit, trump_letter
from bowerbird.hall.facts import EMOTES, NOT_FOR_SEATS, PHRASES, Pace
from bowerbird.hall.frame_shapes import (
    Action,
    AgainAsked,
    BellShown,
    BotDid,
    CallHeard,
    ChairShown,
    Claimed,
    DealShown,
    DrawShown,
    ExpectedShown,
    Fair,
    HandShown,
    HeldBack,
    OwedShown,
    OwnRoom,
    OwnView,
    PublicRoom,
    PublicView,
    SaidPhrase,
    UndoAskedFor,
    You,
)
from bowerbird.hall.hints import why_no_hints
from bowerbird.hall.room import Room
from bowerbird.hall.rulings import claimable, hands_lost, ruled
from bowerbird.players import LEVELS
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import (
    ClaimRest,
    DefendAlone,
    Discard,
    Fact,
    GiveBest,
    HandResult,
    Name,
    Order,
    Phase,
    Play,
    State,
    Table,
    View,
    markers,
    say,
)
from bowerbird.table.facts import Call, Decision, Expose, LookAtQuitted, MixTricks, Pass, TakeBack, card_to_text
from bowerbird.table.rest import can_claim, known_to, winning_order
from bowerbird.table.talk import Names, action_words, sentence, to_you, waits_for
from bowerbird.table.view import seen_from

__all__ = ["EncodedParts", "TableSnapshot", "calls_heard", "encode", "public_view"]

#: The number of lines of talk in a frame.
_TALK = 12
_START_BELL: Final = "The cards are dealt. Play starts with the start bell."
_DECISIONS: Final[tuple[Decision, ...]] = get_args(Decision)
_PACES: Final[tuple[Pace, ...]] = get_args(Pace)
_LEVELS: Final = tuple(LEVELS)


_encoder = msgspec.json.Encoder(enc_hook=card_to_text)


def encode(value: object) -> bytes:
    """Encode as JSON: cards as people write them, seats and sides as their numbers."""
    return _encoder.encode(value)


#: A viewer has no hand.
_NOTHING_OWN: Final = encode(OwnView())
Part = TypeVar("Part")


class EncodedParts:
    """A cache of encoded parts of a table's frames.

    Facts and states never change, so a part stays valid as long as it is made from the same objects.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._parts: dict[str, tuple[tuple[object, ...], msgspec.Raw]] = {}

    def part(self, name: str, content: Callable[[], Part], *sources: object) -> Part:
        """The part `name`. Calls `content` only if one of its `sources` is another object than last time.

        The result is already encoded, and its only use is to be put into a frame; hence the cast to the part's type.
        """
        known = self._parts.get(name)
        if known is None or any(old is not new for old, new in zip(known[0], sources, strict=True)):
            known = self._parts[name] = (sources, msgspec.Raw(encode(content())))
        return cast(Part, known[1])


class TableSnapshot:
    """A table at one moment. `frame` builds one person's frame. Never waits, and never changes the table."""

    def __init__(
        self,
        name: str,
        room: Room,
        here: Sequence[bool],
        host_here: bool,
        encoded: EncodedParts | None = None,
        *,
        now: int = 0,
        turn_ends_at: int | None = None,
    ) -> None:
        """Take the room as it is `now`, who is present, the end of the turn, and the cache of encoded parts."""
        self.name = name
        self._room = room
        self.here = here
        self.host_here = host_here
        self.now = now
        self._turn_ends_at = turn_ends_at
        self._encoded = encoded or EncodedParts()

    @cached_property
    def people(self) -> frozenset[str]:
        """Everyone who has a chair."""
        return frozenset(self._room.chairs[seat].person for seat in self._room.people())

    def frame(self, person: str, name: str, blocked: Set[str] = frozenset(), blocking: Set[str] = frozenset()) -> bytes:
        """The frame for this person; without a chair, only what everyone may see.

        They have `blocked` these people, and these are `blocking` them.
        """
        chair, seat = self._room.seat_of(person), self._room.holds(person)
        host = person == self._room.made.host or (chair is not None and not self.host_here)
        waits = None if chair is seat else chair
        you = encode(You(person, name, seat, host, self._room.owned_by(person), waits))
        own = encode(self._own_room(person, chair, host, blocked, blocking))
        if chair is None and self._room.boards_closed:
            return self._outside(you, own)
        room = _joined(self._public_room, own)
        view = b"null"
        if self._room.started:
            view = self._watchers_view if seat is None else self._seat_view(seat)
        return b'{"type":"table","seq":%d,"you":%s,"room":%s,"view":%s,"talk":%s,"told":%d,"now":%d}' % (
            self._room.seq,
            you,
            room,
            view,
            self._talk,
            sum(map(len, self._room.talk)),
            self.now,
        )

    def _outside(self, you: bytes, own: bytes) -> bytes:
        """The frame for somebody without a chair, who may still have to play these boards: nothing of the play."""
        public = encode(msgspec.structs.replace(self._room_shown, started=False, hand_on=False, said=[]))
        return b'{"type":"table","seq":%d,"you":%s,"room":%s,"view":null,"talk":[],"told":0,"now":%d}' % (
            self._room.seq,
            you,
            _joined(public, own),
            self.now,
        )

    # Around the play.

    @cached_property
    def _public_room(self) -> bytes:
        return encode(self._room_shown)

    @cached_property
    def _room_shown(self) -> PublicRoom:
        room = self._room
        expected = None
        if room.expected is not None and not room.started:
            expected = ExpectedShown(room.expected.names, room.expected.bots_at, room.closed)
        return PublicRoom(
            id=self.name,
            daily=room.made.daily,
            rules=room.book.named,
            mode=room.made.mode,
            private=room.made.private,
            pace=room.pace,
            paused=room.paused,
            started=room.started,
            expected=expected,
            event=room.expected is not None or bool(room.made.boards),
            boards_closed=room.boards_closed,
            games=room.games_over,
            undos=room.undos,
            undone_after_cards=room.undone_after_cards,
            hinted=room.hinted,
            coached=room.coached,
            hand_on=bool(room.owners),
            chairs=[_chair(room, seat, here) for seat, here in zip(Seat, self.here, strict=True)],
            said=[SaidPhrase(seat, phrase) for seat, phrase in room.said],
            phrases=PHRASES,
            emotes=EMOTES,
            bots_at=None if room.gathers is None or room.started else room.gathers.bots_at,
            kept_for=None if room.kept_for is None or room.started else room.kept_for.names,
            turn_clock=room.turn_clock,
            turn_ends_at=self._turn_ends_at,
            paces=_PACES,
            levels=_LEVELS,
        )

    def _own_room(self, person: str, seat: Seat | None, host: bool, blocked: Set[str], blocking: Set[str]) -> OwnRoom:
        room, deal = self._room, self._room.deal
        kept = None if room.kept_for is None or room.started else room.kept_for.people
        again = None if seat is None else room.again
        undo = None
        if room.undo_by is not None:
            asks = seat is not None and seat not in room.undo and person in room.must_agree(room.undo_by)
            undo = UndoAskedFor(room.undo_by, [who for who, yes in room.undo.items() if yes], asks)
        wanted = seat is not None and room.wants_words(seat)
        return OwnRoom(
            undo=undo,
            can_undo=seat is not None and not room.waits(seat) and room.undo_to(seat) is not None,
            can_ask=not why_no_hints(room, person),
            hushed=[place for place, held in room.chairs.items() if held.person in blocked] if blocked else [],
            chair_kept=Seat(kept.index(person)) if kept is not None and person and person in kept else None,
            again=None if again is None else AgainAsked(again.seat, again.table, again.swapped),
            fair=Fair(room.dealt, "" if deal is None else deal.digest, self._last_deal, wanted, self._draw),
            code=room.made.code if host or seat is not None else UNSET,
            done_for_you=UNSET if seat is None else _counted(room.done_for(seat)),
            no_seat=True if seat is None and not host and self._is_closed_to(person, blocking) else UNSET,
        )

    def _is_closed_to(self, person: str, blocking: Set[str]) -> bool:
        """True if this person would be refused, as in `Hall.sit`. The frame doesn't tell why."""
        room = self._room
        return (
            not room.made.private
            and not blocking.isdisjoint(self.people)
            and not any(chair.before == person for chair in room.chairs.values())
        )

    @cached_property
    def _draw(self) -> DrawShown | None:
        """The commitment to the draw of this game, with its secret once it is shown."""
        draw = self._room.draw
        if draw is None:
            return None
        secret, words = (draw.secret, draw.words) if draw.revealed else ("", [])
        return DrawShown(self._room.game, draw.digest, secret, words)

    @cached_property
    def _last_deal(self) -> DealShown | None:
        """The newest deal whose secret was shown."""
        for number in (self._room.dealt, self._room.dealt - 1):
            deal = self._room.deals.get(number)
            if deal is not None and deal.revealed:
                return DealShown(number, deal.digest, deal.secret, deal.words)
        return None

    @cached_property
    def _talk(self) -> bytes:
        lines: list[str] = []
        for told in reversed(self._room.talk):
            lines[:0] = told
            if len(lines) >= _TALK:
                break
        return encode(lines[-_TALK:])

    # The play.

    @cached_property
    def _watched(self) -> View:
        return self._room.table.view(None)

    @cached_property
    def _public_view(self) -> bytes:
        room = self._room
        return encode(public_view(room.table, self._watched, room.names, room.ends_at, self._encoded))

    @cached_property
    def _watchers_view(self) -> bytes:
        return _joined(self._public_view, _NOTHING_OWN)

    def _seat_view(self, seat: Seat) -> bytes:
        table = self._room.table
        view = seen_from(self._watched, table.book, table.state, seat)
        plays, why = self._cards_to_choose(view)
        own = OwnView(
            seat=seat,
            hand=view.hand,
            discards=view.discards,
            given=view.given,
            actions=self._actions(view),
            plays=plays,
            why=why,
            held_back=self._calls_held_back(view),
            expose=self._cards_to_expose(view, seat),
        )
        return _joined(self._public_view, encode(own))

    def _cards_to_expose(self, view: View, seat: Seat) -> list[Card]:
        if view.guarded or self._room.paused:
            return []
        return [card for card in view.hand if self._room.table.allows(Expose(seat, card))]

    def _actions(self, view: View) -> list[Action]:
        room = self._room
        if room.paused:
            return []
        no_buttons = (Play, Discard, GiveBest, *NOT_FOR_SEATS)
        buttons: list[Fact] = [fact for fact in view.legal if not isinstance(fact, no_buttons)]
        if view.seat is not None and can_claim(room.table.state, view.seat):
            order = winning_order(known_to(room.book, room.table.state, view.seat))
            buttons += [] if order is None else [ClaimRest(view.seat, order)]
        if not view.guarded:
            buttons += [fact for fact in _slips(view) if room.table.allows(fact)]
        return [Action(fact, action_words(room.book, room.table.state, fact)) for fact in buttons]

    def _cards_to_choose(self, view: View) -> tuple[list[Card], dict[str, str]]:
        """Cards that may be played or discarded now, and the reasons against all other cards.

        A table that plays like a real one allows mistakes: a card out of turn, or a revoke.
        """
        if self._room.paused:
            return [], {}
        if not view.guarded and view.phase is Phase.PLAY and view.seat is not None:
            return [card for card in view.hand if self._room.table.takes(Play(view.seat, card))], {}
        kinds: dict[Phase, type[Play] | type[Discard] | type[GiveBest]]
        kinds = {Phase.PLAY: Play, Phase.DISCARD: Discard, Phase.BEST: GiveBest}
        kind = kinds.get(view.phase)
        if kind is None or view.seat is None or view.turn is not view.seat:
            return [], {}
        allowed = [fact.card for fact in view.legal if isinstance(fact, Play | Discard | GiveBest)]
        seat = view.seat
        held_back = {str(card): self._why_not(kind(seat, card)) for card in view.hand if card not in allowed}
        return allowed, held_back

    def _why_not(self, fact: Play | Discard | GiveBest | Call) -> str:
        return sentence(to_you(self._room.table.why_not(fact), fact.seat))

    def _calls_held_back(self, view: View) -> list[HeldBack]:
        """Calls of this round that the player may not make, with the reasons, in the words of the rulebook."""
        seat, room = view.seat, self._room
        calling = view.phase in (Phase.FIRST_ROUND, Phase.SECOND_ROUND) and room.table.state.asked is None
        if seat is None or view.turn is not seat or not calling:
            return []
        first = view.phase is Phase.FIRST_ROUND
        to_name = (suit for suit in Suit if suit is not room.table.state.hand.offered)
        expected: list[Call] = [Pass(seat), *([Order(seat)] if first else (Name(seat, suit) for suit in to_name))]
        may = {_not_alone(fact) for fact in view.legal if isinstance(fact, Pass | Order | Name)}
        return [
            HeldBack(call, action_words(room.book, room.table.state, call), self._why_not(call))
            for call in expected
            if call not in may
        ]


def public_view(table: Table, view: View, names: Names, ends_at: int | None, encoded: EncodedParts) -> PublicView:
    """The play as everyone sees it, from the view of a viewer."""
    book, state = table.book, table.state
    style = book.game.markers[0]
    return PublicView(
        phase=view.phase,
        names=names,
        draws=view.draws,
        dealer=view.dealer,
        turn=view.turn,
        score=view.score,
        target=book.game.points,
        hands=book.game.hands,
        hands_played=view.hands_played,
        counts=view.counts,
        turn_up=view.turn_up,
        turn_up_is=view.turn_up_is,
        turned_down_lies=book.words.turned_down_lies,
        stands_for=None if view.stands_for is None else view.stands_for.letter,
        offered=None if state.hand.offered is None else state.hand.offered.letter,
        calls=encoded.part("calls", lambda: calls_heard(book, state, view), view.calls),
        maker=view.maker,
        trump=None if view.maker is None else trump_letter(view.trump),
        alone=view.alone,
        lone_defender=view.lone_defender,
        sitting_out=view.sitting_out,
        tricks=encoded.part("tricks", lambda: view.tricks, view.tricks),
        trick=view.trick,
        last_trick=view.last_trick,
        claimed=None if view.claimed is None else Claimed(view.claimed.seat, view.claimed.cards),
        results=encoded.part("results", lambda: _results(view, state), view.results, state.records),
        result=view.result,
        bell=BellShown(view.started, view.bell_rung, ends_at),
        guarded=view.guarded,
        exposed=view.exposed,
        barred=view.barred,
        unscored=view.unscored,
        lead_call=view.lead_calls[0] if view.lead_calls else None,
        owed=[OwedShown(owed.side, owed.points, owed.clause) for owed in view.owed],
        rulings=encoded.part("rulings", lambda: ruled(book, state.records), state.records),
        director_asked=view.director_asked,
        claims=[] if view.guarded else claimable(book, view.phase),
        decisions=() if view.director_asked is None else _DECISIONS,
        markers=encoded.part("markers", lambda: [markers(style, view.score[side]) for side in Side], view.score),
        waits=_START_BELL if _before_start_bell(table) else waits_for(state, names),
        joker=book.words.joker,
        tip=book.words.tip,
    )


def _before_start_bell(table: Table) -> bool:
    """True if the cards are dealt and the start bell hasn't rung."""
    state = table.state
    return state.phase is Phase.TURN_UP and table.book.deal.after_start_bell and not state.started


def _counted(done: list[Fact]) -> BotDid:
    """Count the calls a bot made for a player, and the cards it played or discarded."""
    cards = sum(isinstance(fact, Play | Discard | GiveBest) for fact in done)
    return BotDid(sum(isinstance(fact, Pass | Order | Name | DefendAlone) for fact in done), cards)


def _not_alone(call: Call) -> Call:
    return call if isinstance(call, Pass) else msgspec.structs.replace(call, alone=False)


def _slips(view: View) -> list[Fact]:
    """Other things people do at real tables, allowed or not."""
    assert view.seat is not None
    played = [TakeBack(seat, card) for seat, card in view.trick.plays if seat is view.seat]
    return [*played, LookAtQuitted(view.seat), MixTricks(view.seat)]


def _joined(one: bytes, two: bytes) -> bytes:
    """Two JSON objects as one; neither is empty."""
    return one[:-1] + b"," + two[1:]


def _chair(room: Room, seat: Seat, here: bool) -> ChairShown:
    chair = room.chairs[seat]
    kind: Literal["person", "bot", "empty"] = "person" if chair.person else "bot" if chair.bot else "empty"
    before = "" if chair.person and room.owners.get(seat) != chair.before else chair.before_name
    return ChairShown(kind, chair.name, chair.bot, before, chair.away, here, chair.bird, room.waits(seat))


def _results(view: View, state: State) -> list[HandShown]:
    lost = hands_lost(state.records)
    return [_result(result, lost.get(place)) for place, result in enumerate(view.results)]


def _result(result: HandResult, ruling: int | None) -> HandShown:
    trump = None if result.maker is None else trump_letter(result.trump)
    return HandShown(
        result.dealer,
        result.outcome,
        result.maker,
        trump,
        result.alone,
        result.lone_defender,
        result.tricks,
        result.points,
        result.personal,
        ruling,
    )


def calls_heard(book: Rulebook, state: State, view: View) -> list[CallHeard]:
    """The calls of this hand in the club's words. The dealer's first pass turns the card down."""
    told: list[CallHeard] = []
    passed: set[Seat] = set()
    for call in view.calls:
        words = say(book, _when_said(state, call, passed), call)
        told.append(CallHeard(call.seat, words, call))
        if isinstance(call, Pass):
            passed.add(call.seat)
    return told


def _when_said(state: State, call: Call, passed: set[Seat]) -> State:
    first = call.seat not in passed
    return msgspec.structs.replace(state, phase=Phase.FIRST_ROUND if first else Phase.SECOND_ROUND)
