"""Six people, two with a second cookie, do anything that can be asked for at a table; what they are sent is kept.

From the log alone follows which seat held which cards in each hand, and which of them everyone had seen. In one hand,
everything private that a person was sent must be one seat's, nobody else may have been sent that seat's, and nobody may
have acted for another seat. A card goes back to a hand only if everyone with cards in that hand has agreed, and the
game is marked.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import msgspec

from bowerbird.cards import Card
from bowerbird.client import card_facts
from bowerbird.desk.online import OnlineTables
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import (
    BellSet,
    BotSat,
    Expected,
    HallFact,
    Happened,
    Made,
    UndoAnswered,
    UndoAsked,
    Undone,
    decode_hall_fact,
)
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable
from bowerbird.hall.room import Room
from bowerbird.hall.setup import TableSetup
from bowerbird.rulebook import Rulebook, book_names
from bowerbird.seats import Seat
from bowerbird.store import Entry
from bowerbird.table import EndBell, Fact, InvalidActionError, Open, Play, StartBell, View, decode_fact, encode_fact
from bowerbird.table.facts import ClaimRest, Expose, Ruling
from bowerbird.table.state import cards_in
from hall.test_leaks_sent import named
from kit.clock import HandClock

__all__ = [
    "HOST",
    "KINDS",
    "PEOPLE",
    "STRANGER",
    "Command",
    "Company",
    "Kind",
    "Witness",
    "next_command",
    "quick_bots",
    "some_kinds",
]

#: Six people. Bob and Eve have opened the invitation in a second browser.
PEOPLE = ("ann", "bob", "bob's phone", "cy", "dee", "eve", "eve's phone", "fay")
HOST = "ann"
JOKER = '[pack]\njoker = true\n[alone]\npartners_best = true\n[deal]\nexchange_for = ["farmer\'s hand"]\n'
#: Somebody who only watches, without a cookie.
STRANGER = ""
_CARD = re.compile(rb'"([789TJQKA][cdhs]|B)"')
_DEALS = re.compile(r"\bdeals\b")
#: Parts of a view with cards of the draw, or of the hand before. That a claim is of an earlier hand is looked up.
_OF_EARLIER_HANDS = ("draws", "last_trick", "claimed")

#: Seconds in which a bot thinks now and then, and in which people do several things.
MOMENT = 0.003


class Kind(NamedTuple):
    """A kind of table. The chairs of an event's table are reserved for its players."""

    book: str
    extra: str = ""
    mode: Literal["guarded", "real"] = "guarded"
    private: bool = False
    event: bool = False

    @property
    def house_rules(self) -> str:
        """The rules of the table, with short games so that second ones are played."""
        points = "" if self.book == "trailer-estates" else "[game]\npoints = 2\n"
        return f'based_on = "{self.book}"\n{points}{self.extra}'


_MODES: tuple[Literal["guarded", "real"], ...] = ("guarded", "real")
#: Every book, guarded and real, private and public, with a joker, and as a table of an event.
KINDS = [
    *(Kind(book, "", mode, private) for book, mode, private in product(book_names(), _MODES, (False, True))),
    *(Kind("bicycle", JOKER, mode, private) for mode, private in product(_MODES, (False, True))),
    *(Kind(book, private=True, event=True) for book in book_names()),
]
#: From one kind to the next: few of them are of every sort, and many are all.
_STRIDE = 17


def some_kinds(number: int) -> list[Kind]:
    """The kinds of so many tables."""
    return [KINDS[place * _STRIDE % len(KINDS)] for place in range(number)]


class Command(NamedTuple):
    """A message of a person, as it is on the wire; `go`, `come`, `rename`, `link` and `bell` come by other ways."""

    person: str
    what: str
    rest: Mapping[str, Any] = MappingProxyType({})


def next_command(chance: random.Random, frames: Mapping[str, dict[str, Any]]) -> Command:
    """Somebody does what their frame offers, or tries anything else, allowed or not."""
    if chance.random() < 0.6:
        wanted = _wanted(chance, frames)
        if wanted is not None:
            return wanted
    person, seat = chance.choice(list(frames)), chance.randrange(4)
    tries: list[tuple[int, Callable[[], Command]]] = [
        (12, lambda: Command(person, "sit", {"seat": seat})),
        (5, lambda: Command(person, "link", {"seat": seat})),
        (4, lambda: Command(person, "stand")),
        (3, lambda: Command(chance.choice((HOST, person)), "remove", {"seat": seat})),
        (4, lambda: Command(chance.choice((HOST, person)), "give-back", {"seat": seat})),
        (2, lambda: Command(chance.choice((HOST, person)), "bot", {"seat": seat, "level": "simple"})),
        (4, lambda: Command(chance.choice((HOST, person)), "start")),
        (1, lambda: Command(chance.choice((HOST, person)), "pause", {"paused": chance.random() < 0.3})),
        (1, lambda: Command(HOST, "pause", {"paused": False})),
        (1, lambda: Command(person, "pace", {"pace": "at once"})),
        (2, lambda: Command(person, "words", {"words": f"words {chance.random()}"})),
        (1, lambda: Command(person, "say", {"phrase": "Hello"})),
        (3, lambda: Command(person, "undo")),
        (6, lambda: Command(person, "answer-undo", {"agrees": chance.random() < 0.9})),
        (1, lambda: Command(HOST, "rule", {"ruling": {"fact": "ruling", "decision": "as it stands", "reason": "so"}})),
        (2, lambda: Command(person, "act", {"fact": _somebody_elses(chance, frames, seat)})),
        (2, lambda: Command(person, "rename", {"name": f"{person} {chance.randrange(9)}"})),
        (3, lambda: Command(person, "go")),
        (5, lambda: Command(person, "come")),
        (1, lambda: Command(person, "bell")),
    ]
    (found,) = chance.choices([make for _, make in tries], [weight for weight, _ in tries])
    return found()


def _wanted(chance: random.Random, frames: Mapping[str, dict[str, Any]]) -> Command | None:
    """What takes the play further: an answer, an action, a fourth player, the start."""
    asked = [person for person, frame in frames.items() if (frame["room"]["undo"] or {}).get("asks_you")]
    if asked and chance.random() < 0.8:
        return Command(chance.choice(asked), "answer-undo", {"agrees": True})
    able = [(person, facts) for person, frame in frames.items() if (facts := _offered(frame))]
    if able:
        person, facts = chance.choice(able)
        if chance.random() < 0.08:
            return Command(person, "undo")
        return Command(person, "act", {"fact": chance.choice(facts)})
    frame = frames[HOST]
    if frame["room"]["paused"]:
        return Command(HOST, "pause", {"paused": False})
    empty = [seat for seat, chair in enumerate(frame["room"]["chairs"]) if chair["kind"] == "empty"]
    if empty:
        person, seat = chance.choice(list(frames)), chance.choice(empty)
        return Command(person, "link" if frame["room"]["expected"] else "sit", {"seat": seat})
    return Command(HOST, "start") if not frame["view"] or frame["view"]["result"] else None


def _offered(frame: dict[str, Any]) -> list[dict[str, Any]]:
    view = frame["view"]
    if not view or view["seat"] is None or view["result"]:
        return []
    return [*card_facts(view), *(action["fact"] for action in view["actions"])]


def _somebody_elses(chance: random.Random, frames: Mapping[str, dict[str, Any]], seat: int) -> dict[str, Any]:
    offered = [fact for frame in frames.values() for fact in _offered(frame)]
    return {**chance.choice(offered), "seat": seat} if offered else {"fact": "pass", "seat": seat}


class Witness:
    """Keeps which cards each person was sent, and for which seat each person acted, by hand.

    The log alone says which of the cards lay on the table at that moment. `STRANGER` is somebody without a seat.
    """

    def __init__(self) -> None:
        self._heard: list[tuple[int, int, str, set[Card]]] = []
        self._claimed: set[tuple[int, tuple[str, ...]]] = set()
        self.acted: dict[tuple[int, str], set[Seat]] = defaultdict(set)
        self.frames = 0

    @property
    def hands(self) -> int:
        """The number of hands in which people were sent cards."""
        return len({hand for _, hand, person, _ in self._heard if person != STRANGER})

    def hear(self, frame: dict[str, Any], person: str, everyone: dict[str, Any] | None = None) -> None:
        """A frame as it goes to a person. What `everyone`, the stranger's frame of that moment, has too is left out."""
        self.frames += 1
        view = frame["view"]
        if not view or view["result"] or not any(view["counts"]):
            return
        if view["claimed"]:
            self._claimed.add((frame["room"]["fair"]["hand"], tuple(view["claimed"]["cards"])))
        known = everyone["view"] if everyone else dict.fromkeys(_OF_EARLIER_HANDS, ...)
        shown = {
            name: value
            for name, value in view.items()
            if name not in known or (everyone is not None and value != known[name])
        }
        talk = [line for line in frame["talk"] if everyone is None or line not in everyone["talk"]]
        cards = _named([shown, frame["you"], frame["room"]]) | named("\n".join(_of_this_hand(talk)))
        if cards:
            self._heard.append((frame["seq"], frame["room"]["fair"]["hand"], person, cards))

    def breaches(self, entries: Sequence[Entry]) -> list[str]:
        """Everything that the rule forbids, in words."""
        held, on_the_table = _held(entries)
        sent: dict[tuple[int, str], set[Card]] = defaultdict(set)
        for seq, hand, person, cards in self._heard:
            if cards - on_the_table[seq]:
                sent[hand, person] |= cards - on_the_table[seq]
        found: list[str] = []
        seats: dict[int, dict[str, set[Seat]]] = defaultdict(dict)
        for (hand, person), cards in sent.items():
            seats[hand][person] = {seat for seat in Seat if cards <= held[hand][seat]}
            if person == STRANGER:
                found.append(f"hand {hand}: everyone was sent hidden cards: {sorted(map(str, cards))}")
            elif not seats[hand][person]:
                found.append(f"hand {hand}: {person} was sent cards of several seats: {sorted(map(str, cards))}")
        for hand, people in seats.items():
            for one, two in combinations(people, 2):
                if people[one] & people[two]:
                    found.append(f"hand {hand}: {one} and {two} were sent the same seat's cards")
        for (hand, person), acted in self.acted.items():
            if not acted <= seats[hand].get(person, set()):
                found.append(f"hand {hand}: {person} acted for {acted}, and saw {seats[hand].get(person)}")
        claims = _claims(entries)
        for hand, laid in self._claimed:
            if not any(laid == claim and earlier < hand for earlier, claim in claims):
                found.append(f"hand {hand}: cards were shown that nobody had laid down to claim the rest: {laid}")
        return found + _taken_back_in_secret(entries)


def _claims(entries: Iterable[Entry]) -> set[tuple[int, tuple[str, ...]]]:
    """From the log: the cards that were laid down to claim the rest, and in which hand."""
    found: set[tuple[int, tuple[str, ...]]] = set()
    for room, fact, at in _folded(entries):
        if isinstance(fact, Happened) and isinstance(fact.fact, ClaimRest):
            found.add((room.dealt, tuple(map(str, fact.fact.cards))))
        room.apply(fact, at)
    return found


def _named(part: object) -> set[Card]:
    return {Card(name.decode()) for name in _CARD.findall(msgspec.json.encode(part))}


def _of_this_hand(talk: Sequence[str]) -> Sequence[str]:
    """The lines since the last deal."""
    deals = [place for place, line in enumerate(talk) if _DEALS.search(line)]
    return talk[deals[-1] if deals else 0 :]


def _folded(entries: Iterable[Entry]) -> Iterator[tuple[Room, HallFact, int]]:
    """The room of a log before each fact, with the fact and its time. The reader applies it."""
    facts = iter(entries)
    made = decode_hall_fact(next(facts).body)
    assert isinstance(made, Made)
    room = Room(made)
    for entry in facts:
        yield room, decode_hall_fact(entry.body), entry.at


def _taken_back_in_secret(entries: Iterable[Entry]) -> list[str]:
    """The undos of an action after which all had seen a new card, if several people had cards in this hand.

    Everyone who ever held cards in it must have agreed, and the game must have got a mark.
    """
    found: list[str] = []
    agreed: set[str] = set()
    hands: dict[int, set[str]] = defaultdict(set)
    for room, fact, at in _folded(entries):
        seen, marks = _seen_by_all(room), room.undone_after_cards
        room.apply(fact, at)
        if room.table.state.hands_are_up:
            hands[room.dealt] |= _holders(room)
        match fact:
            case UndoAsked(seat=seat):
                agreed = {room.chairs[seat].person}
            case UndoAnswered(seat=seat, agrees=True):
                agreed.add(room.chairs[seat].person)
            case Undone() if seen - _seen_by_all(room) and len(hands[room.dealt]) > 1:
                if hands[room.dealt] - agreed:
                    found.append(f"hand {room.dealt}: undone without {sorted(hands[room.dealt] - agreed)}")
                if room.undone_after_cards == marks:
                    found.append(f"hand {room.dealt}: undone without a mark")
    return found


def _seen_by_all(room: Room) -> set[Card]:
    hand = room.table.state.hand
    played = {card for trick in (*hand.tricks, hand.trick) for _, card in trick.plays}
    return played.union(
        *(cards_in(exposed) for exposed in hand.exposed), () if hand.turn_up is None else [hand.turn_up]
    )


def _holders(room: Room) -> set[str]:
    """The people who may see and play cards now."""
    return {person for person in PEOPLE if room.holds(person) is not None}


def _held(entries: Iterable[Entry]) -> tuple[dict[int, dict[Seat, set[Card]]], dict[int, set[Card]]]:
    """From the log: every card that a seat ever had, by hand, and the cards that everyone has seen, by moment."""
    held: dict[int, dict[Seat, set[Card]]] = defaultdict(lambda: defaultdict(set))
    seen: dict[int, set[Card]] = defaultdict(set)
    on_the_table: dict[int, set[Card]] = {}
    for room, fact, at in _folded(entries):
        room.apply(fact, at)
        hand = room.table.state.hand
        for seat in Seat if hand.deck else ():
            held[room.dealt][seat].update(cards_in(hand.held[seat] | hand.dealt[seat]))
        if isinstance(fact, Happened) and isinstance(fact.fact, Play | Expose):
            seen[room.dealt].add(fact.fact.card)
        if hand.turn_up is not None:
            seen[room.dealt].add(hand.turn_up)
        on_the_table[room.seq] = set(seen[room.dealt])
    return held, on_the_table


class Company:
    """The people at one table, which one or several processes have; each of them uses any of these."""

    def __init__(self, halls: Sequence[Hall], tables: Sequence[LiveTable], kind: Kind, chance: random.Random) -> None:
        self.halls, self.tables, self.kind, self.chance = halls, tables, kind, chance
        self.witness = Witness()
        self.frames: dict[str, dict[str, Any]] = {}
        self.refusals: set[str] = set()
        self.done = 0
        self._here: list[tuple[LiveTable, str]] = []
        for live in tables:
            live.listen(self.hear)
            self.hear(live.snapshot())

    @classmethod
    async def at(cls, halls: Sequence[Hall], kind: Kind, chance: random.Random) -> Company:
        """A new table of a kind, with everybody around it."""
        host = "event e" if kind.event else HOST
        made = await halls[0].make_table(
            host, TableSetup(house_rules=kind.house_rules, mode=kind.mode, private=kind.private, pace="at once")
        )
        company = cls(halls, [await hall.table(made.name) for hall in halls], kind, chance)
        if kind.event:
            await made.came(host)
            await made.change(lambda _: [Expected(("Ann", "Bob", "Cy", "Dee"), 1)])
        for person in PEOPLE:
            await company.carry_out(Command(person, "come"))
        return company

    @property
    def live(self) -> LiveTable:
        """The table, as any of the processes has it."""
        return self.chance.choice(self.tables)

    def hear(self, snapshot: TableSnapshot) -> None:
        """After every change, everybody gets a frame from every process."""
        everyone = msgspec.json.decode(snapshot.frame(STRANGER, STRANGER))
        self.witness.hear(everyone, STRANGER)
        for person in PEOPLE:
            self.frames[person] = msgspec.json.decode(snapshot.frame(person, person))
            self.witness.hear(self.frames[person], person, everyone)

    async def go_on(self, number: int) -> None:
        """So many commands."""
        for _ in range(number):
            await self.carry_out(self._out_of_place() or next_command(self.chance, self.frames))
            self.done += 1
            room = self.tables[0].room
            waits_for_bots = room.is_on and not room.paused and not any(map(_offered, self.frames.values()))
            if waits_for_bots or len(self.tables) > 1:
                await self._let_time_pass()
            else:
                await asyncio.sleep(0)

    async def _let_time_pass(self) -> None:
        clock = self.halls[0].clock
        if isinstance(clock, HandClock):
            await clock.advance(MOMENT)
        else:
            await clock.sleep(MOMENT / 6)

    def _out_of_place(self) -> Command | None:
        """Now and then somebody does what is right for a seat, if it were theirs."""
        legal = [fact for fact in self.tables[0].room.table.legal if getattr(fact, "seat", None) is not None]
        if not legal or self.chance.random() > 0.1:
            return None
        fact = self.chance.choice(legal)
        chair = self.tables[0].room.chairs[Seat(getattr(fact, "seat"))]  # noqa: B009
        person = self.chance.choice([chair.person or HOST, *PEOPLE])
        return Command(person, "act", {"fact": msgspec.json.decode(encode_fact(fact))})

    async def carry_out(self, command: Command) -> None:
        """Do what is asked for, if it is allowed."""
        try:
            await self._carry_out(command)
        except (NotAllowedError, InvalidActionError) as error:
            self.refusals.add(str(error))

    async def _carry_out(self, command: Command) -> None:
        person, what, rest = command
        live = self.live
        match what:
            case "act":
                await self._act(live, person, rest["fact"])
            case "come":
                self._here.append((live, person))
                await live.came(person)
            case "go":
                self._leave(person)
            case "rename":
                await self.chance.choice(self.halls).rename(person, rest["name"])
                await live.rename(person, rest["name"])
            case "rule":
                await live.rule(person, Ruling("as it stands", "so it is"))
            case "link" | "bell" | "start" if self.kind.event:
                await self._at_an_event(live, command)
            case "link" | "bell":
                pass
            case _:
                await _asked(live, what, person, rest)

    async def _act(self, live: LiveTable, person: str, fact: dict[str, Any]) -> None:
        done = decode_fact(msgspec.json.encode(fact))
        hand = live.room.dealt
        await live.act(person, done)
        if live.room.dealt == hand:
            self.witness.acted[hand, person].add(Seat(getattr(done, "seat")))  # noqa: B009

    def _leave(self, person: str) -> None:
        here = [came for came in self._here if came[1] == person]
        if here:
            self._here.remove(here[0])
            here[0][0].went(person)

    async def _at_an_event(self, live: LiveTable, command: Command) -> None:
        """A player opens their link; the round's bell rings; the game begins when all are there, or bots for them."""
        if command.what == "link":
            seat = Seat(command.rest["seat"])
            old = live.room.seat_of(command.person)
            leaving = "" if old is None or self.chance.random() < 0.5 else live.room.chairs[old].name
            player = ("Ann", "Bob", "Cy", "Dee")[seat]
            await OnlineTables(self.halls[0])._seat(live, seat, player, command.person, leaving)
        elif command.what == "bell":
            bell = EndBell() if self.chance.random() < 0.05 else StartBell()
            await live.change(lambda room: [Happened(bell)] if room.table.allows(bell) else [])
        else:
            await live.change(_opened)


def _opened(room: Room) -> list[HallFact]:
    if room.is_on:
        return []
    empty = [seat for seat, chair in room.chairs.items() if chair.is_empty]
    if empty:
        return [BotSat(seat, "simple") for seat in empty]
    bell: list[HallFact] = [BellSet()] if room.book.deal.after_start_bell else []
    return [*bell, Happened(Open(names=room.names, dealer=Seat.N, partners_arranged=True))]


async def _asked(live: LiveTable, what: str, person: str, rest: Mapping[str, Any]) -> None:
    seat = Seat(rest.get("seat", 0))
    does: dict[str, Callable[[], Awaitable[None]]] = {
        "sit": lambda: live.sit(person, person, seat),
        "stand": lambda: live.stand(person),
        "remove": lambda: live.remove(person, seat),
        "give-back": lambda: live.give_back(person, seat),
        "bot": lambda: live.seat_bot(person, seat, rest["level"]),
        "start": lambda: live.start(person),
        "pause": lambda: live.pause(person, rest["paused"]),
        "pace": lambda: live.set_pace(person, rest["pace"]),
        "words": lambda: live.add_words(person, rest["words"]),
        "say": lambda: live.say(person, rest["phrase"]),
        "undo": lambda: live.ask_undo(person),
        "answer-undo": lambda: live.answer_undo(person, rest["agrees"]),
    }
    await does[what]()


def quick_bots(hall: Hall, chance: random.Random) -> None:
    """Let the bots of a hall choose at random, now and then after a moment."""

    async def choose(
        level: str, seed: int, book: Rulebook, view: View, people: Collection[str], bird: str = ""
    ) -> Fact:
        if chance.random() < 0.3:
            await hall.clock.sleep(MOMENT)  # time for people to do something meanwhile
        return chance.choice(view.legal)

    hall.bots.choose = choose  # type: ignore[method-assign]
