"""The WebSocket of one person at one table: frames out after every change, messages in.

A message that is unreadable, too frequent or not allowed gets an answer in words, and never harms the table.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from typing import Any, TypeAlias

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketException
from litestar.params import FromPath

from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.frames import TableSnapshot, encode
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable
from bowerbird.hall.people import Guest
from bowerbird.store import StoreError
from bowerbird.table import InvalidActionError, decode_fact
from bowerbird.table.facts import Ruling
from bowerbird.web.dependencies import TheHall, TheLimiter, TheSessions
from bowerbird.web.security.callers import check_admitted
from bowerbird.web.security.limits import Bucket, RateLimiter, TooManyRequestsError
from bowerbird.web.security.origin import is_same_origin
from bowerbird.web.security.sessions import Sessions
from bowerbird.web.wire import (
    Act,
    AnswerUndo,
    Block,
    ComeBack,
    Do,
    GiveBack,
    Pause,
    Ping,
    PlayAgain,
    Remove,
    Reply,
    ReportPerson,
    Rule,
    Say,
    SeatBot,
    SetPace,
    SetTurnClock,
    Sit,
    Stand,
    Start,
    Trouble,
    Undo,
    Words,
)

__all__ = ["table_socket"]

log = logging.getLogger(__name__)

Socket: TypeAlias = WebSocket[Any, Any, Any]
_decoder: msgspec.json.Decoder[Do] = msgspec.json.Decoder(Do)


class _Numbered(msgspec.Struct):
    """Any message, for its number only."""

    id: int


_numbers: msgspec.json.Decoder[_Numbered] = msgspec.json.Decoder(_Numbered)

#: Frames that wait for a slow connection. Beyond that, only the newest is sent.
_WAITING = 64
#: Unsent answers after which the connection is closed.
_WAITING_TOO_LONG = 1000
_FRAME = b'{"type":"table"'
#: Answers that are remembered for repeated messages.
_ANSWERS = 256
#: Close codes after which a client must not reconnect.
_NO_TABLE, _NOT_ALLOWED, _TOO_MANY, _FLOOD = 4404, 4403, 4409, 4429
#: The close code after which it should.
_LATER = 1013
#: Seconds after which a database may be back.
_STORE_AGAIN = 2
#: Refused messages after which the connection is closed.
_PATIENCE = 200
#: Seconds of pause after each of those.
_SLOWER = 0.01
_SIGNED_OUT = "You have been signed out in this browser. To play on, sign in again or enter your name."
_NOT_NOW = "Bowerbird can't reach its database. Everything already saved is safe. This page will try again."


@websocket("/ws/{table:str}")
async def table_socket(
    socket: Socket, table: FromPath[str], hall: TheHall, sessions: TheSessions, limiter: TheLimiter
) -> None:
    """Follow a table, and play at it."""
    await socket.accept()
    guest = sessions.guest(socket) or Guest("", "")
    if not is_same_origin(socket):
        await _refuse(socket, _NOT_ALLOWED, "This page isn't one of ours.")
        return
    try:
        check_admitted(socket)
        live = await hall.table(table)
        await _follow(socket, hall, live, guest, sessions, limiter)
    except TooManyRequestsError as error:
        await _refuse(socket, _LATER, str(error), error.retry_after)
    except NotAllowedError as error:
        await _refuse(socket, _NO_TABLE, str(error))
    except StoreError as error:
        log.warning("a connection to table %s has to wait: %s", table[:40], error)
        await _refuse(socket, _LATER, _NOT_NOW, _STORE_AGAIN)


async def _follow(
    socket: Socket, hall: Hall, live: LiveTable, guest: Guest, sessions: Sessions, limiter: RateLimiter
) -> None:
    with limiter.connection(socket) as allowed:
        if allowed:
            await _Connection(socket, hall, live, guest, sessions, limiter).run()
        else:
            await _refuse(socket, _TOO_MANY, "You have too many tables open. Close some and reload this page.")


async def _refuse(socket: Socket, code: int, why: str, retry_after: int = 0) -> None:
    await socket.send_data(encode(Trouble(why, retry_after)), mode="text")
    await socket.close(code=code, reason=why[:120])


class _Connection:
    def __init__(
        self, socket: Socket, hall: Hall, live: LiveTable, guest: Guest, sessions: Sessions, limiter: RateLimiter
    ) -> None:
        self._socket = socket
        self._hall = hall
        self._live = live
        self._guest = guest
        self._sessions = sessions
        self._limiter = limiter
        self._bucket = Bucket(limiter.limits.frames, limiter.clock.steady)
        self._outbox: deque[bytes] = deque()
        self._something = asyncio.Event()
        self._answers: OrderedDict[int, bytes] = OrderedDict()
        self._patience = _PATIENCE
        self._blocked: frozenset[str] = frozenset()
        self._blocking: frozenset[str] = frozenset()
        self._at_table: frozenset[str] = frozenset()
        self._looking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Serve until either side closes."""
        writer = asyncio.create_task(self._write())
        self._live.listen(self._heard)
        self._sessions.people.listen(self._guest.person, self._signed_out_somewhere)
        try:
            await self._know_blocked()
            self._heard(self._live.snapshot())
            if await self._came():
                await self._read()
        except (WebSocketException, RuntimeError, OSError):
            log.debug("a connection to table %s broke", self._live.name)
        finally:
            self._sessions.people.unlisten(self._guest.person, self._signed_out_somewhere)
            self._live.unlisten(self._heard)
            self._live.went(self._guest.person)
            writer.cancel()
            if self._looking is not None:
                self._looking.cancel()

    async def _came(self) -> bool:
        """Tell the table that this person is here, so a bot gives their chair back. False if the database is down."""
        try:
            await self._live.came(self._guest.person)
        except StoreError as error:
            log.warning("a connection to table %s has to wait: %s", self._live.name, error)
            await _refuse(self._socket, _LATER, _NOT_NOW, _STORE_AGAIN)
            return False
        return True

    async def _know_blocked(self) -> None:
        """Read whom this person has blocked, and who of the people here them.

        If the database is down, everybody is heard until they come back.
        """
        try:
            if self._guest.person:
                self._blocked = frozenset(each.person for each in await self._hall.blocks.of(self._guest.person))
                if self._may_sit:
                    await self._know_blocking()
        except StoreError as error:
            log.warning("blocked people at table %s are not known: %s", self._live.name, error)

    @property
    def _may_sit(self) -> bool:
        """True if this person has no seat at a table where anyone may sit down."""
        room = self._live.room
        return bool(self._guest.person) and not room.made.private and room.seat_of(self._guest.person) is None

    async def _know_blocking(self) -> None:
        """Read who of the people at the table has blocked this person: they are offered no seat here."""
        self._at_table = self._live.snapshot().people
        self._blocking = await self._hall.blocks.lately_blocking(self._guest.person, self._at_table)

    async def _look_again(self) -> None:
        """Somebody has sat down or left."""
        before = self._blocking
        try:
            while self._live.snapshot().people != self._at_table:
                await self._know_blocking()
        except StoreError as error:
            log.warning("blocks at table %s are not known: %s", self._live.name, error)
        if self._blocking != before:
            self._heard(self._live.snapshot())

    def _heard(self, snapshot: TableSnapshot) -> None:
        looks = self._looking is not None and not self._looking.done()
        if not looks and self._may_sit and snapshot.people != self._at_table:
            self._looking = asyncio.create_task(self._look_again())
        if len(self._outbox) >= _WAITING:
            # A slow connection: older frames are out of date, answers are not.
            self._outbox = deque(message for message in self._outbox if not message.startswith(_FRAME))
        self._send(snapshot.frame(self._guest.person, self._guest.name, self._blocked, self._blocking))

    def _signed_out_somewhere(self) -> None:
        self._something.set()  # the writer finds out if it was here

    def _send(self, message: bytes) -> None:
        self._outbox.append(message)
        self._something.set()

    async def _write(self) -> None:
        try:
            while self._sessions.knows(self._guest):
                if self._outbox:
                    await self._socket.send_data(self._outbox.popleft(), mode="text")
                else:
                    self._something.clear()
                    await self._something.wait()
            # With a code that lets it reconnect: this may be another tab of the same browser.
            await _refuse(self._socket, _LATER, _SIGNED_OUT, 1)
        except (WebSocketException, RuntimeError, OSError):
            return  # the reader notices too

    async def _read(self) -> None:
        while self._patience > 0 and len(self._outbox) < _WAITING_TOO_LONG:
            event = await self._socket.receive()
            if event["type"] != "websocket.receive":
                return
            patience = self._patience
            self._send(await self._answer(event.get("text") or event.get("bytes") or ""))
            if self._patience < patience:
                await self._limiter.clock.sleep(_SLOWER)  # slow down only the sender
        await _refuse(self._socket, _FLOOD, "Too many refused messages. Come back later.")

    async def _answer(self, text: str | bytes) -> bytes:
        try:
            self._bucket.take()
            self._limiter.count_message(self._guest.person)
            longest = self._limiter.limits.frame_bytes
            if len(text) > longest:
                raise InvalidActionError(f"A message has at most {longest} characters. Nothing was done.")
            message = _decoder.decode(text)
        except (TooManyRequestsError, InvalidActionError) as error:
            return self._refused(text, str(error))
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            return self._refused(text, f"This message can't be read: {error}")
        if message.id in self._answers:
            return self._answers[message.id]
        answer = encode(await self._do(message))
        self._answers[message.id] = answer
        if len(self._answers) > _ANSWERS:
            self._answers.popitem(last=False)
        return answer

    def _refused(self, text: str | bytes, why: str) -> bytes:
        """The answer to a message that is not done, with its number if it has a readable one.

        It isn't remembered: the same message sent again later is judged again.
        """
        self._patience -= 1
        try:
            return encode(Reply(_numbers.decode(text).id, False, why))
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return encode(Trouble(why))

    async def _do(self, message: Do) -> Reply:
        try:
            if not self._sessions.knows(self._guest):
                raise NotAllowedError(_SIGNED_OUT)
            await self._carry_out(message)
        except (NotAllowedError, InvalidActionError) as error:
            return Reply(message.id, False, str(error))
        except StoreError as error:
            log.warning("table %s: %s", self._live.name, error)
            return Reply(message.id, False, "Bowerbird can't save right now. Check what happened, then try again.")
        return Reply(message.id, True)

    async def _carry_out(self, message: Do) -> None:
        live, person = self._live, self._guest.person
        if isinstance(message, Ping):
            return
        if not person:
            raise NotAllowedError("Enter your name on the first page first.")
        match message:
            case Act():
                await live.act(person, decode_fact(bytes(message.fact)))
            case Sit():
                await self._hall.sit(live, person, self._guest.name, message.seat)
            case Stand():
                await live.stand(person)
            case Start():
                await live.start(person)
            case Pause():
                await live.pause(person, message.paused)
            case SetPace():
                await live.set_pace(person, message.pace)
            case SeatBot():
                await live.seat_bot(person, message.seat, message.level, message.bird)
            case Remove():
                await live.remove(person, message.seat)
            case GiveBack():
                await live.give_back(person, message.seat)
            case Words():
                await live.add_words(person, message.words, message.draw)
            case Say():
                await live.say(person, message.phrase)
            case SetTurnClock():
                await live.set_turn_clock(person, message.seconds)
            case ComeBack():
                await live.come_back(person)
            case Block():
                await self._hall.company.block(live, person, message.seat)
                await self._know_blocked()
                self._heard(live.snapshot())
            case ReportPerson():
                await self._hall.company.report(live, self._guest, message.seat, message.reason)
            case PlayAgain():
                await self._hall.company.again(live, self._guest, swapped=message.swapped)
            case Undo():
                await live.ask_undo(person)
            case AnswerUndo():
                await live.answer_undo(person, message.agrees)
            case Rule():
                await live.rule(person, _ruling(bytes(message.ruling)))


def _ruling(text: bytes) -> Ruling:
    fact = decode_fact(text)
    if not isinstance(fact, Ruling):
        raise InvalidActionError("a ruling is needed here")
    return fact
