"""What a person hears who does not see the table, over whole hands: every fact once, in order, and no secret.

Games are played by chance under several books. The sentences come from the page's own script; what they must say
follows from the facts.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest

from bowerbird.cards import Card, Rank, trump_word
from bowerbird.hall.facts import Happened, Sat, Undone, made_with
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.room import Room
from bowerbird.rulebook import load_rulebook, read_rulebook
from bowerbird.seats import Seat
from bowerbird.table import (
    Claim,
    DefendAlone,
    Discard,
    Fact,
    Name,
    Open,
    Order,
    Phase,
    Play,
    StandFor,
    State,
    Table,
    TurnUp,
    say,
)
from bowerbird.table.facts import Expose, Pass, TakeBack
from bowerbird.table.state import mask_of
from hall.by_chance import next_facts
from hall.worlds import hidden_from
from kit.rows import rows, some

SCRIPT: Final = Path(__file__).parents[1] / "js" / "heard.mjs"
NAMES: Final = ("Nan", "Ed", "Sue", "Walt")
#: A book, what is changed in it, how the table plays, and how many hands.
TABLES: Final = [
    ("national", "", "guarded", 25),
    ("alberta", "", "guarded", 25),
    ("bicycle", "", "guarded", 20),
    (
        "bicycle",
        'based_on = "bicycle"\n[pack]\njoker = true\nlowest = 7\n[alone]\ndefend_alone = "lone calls"\n'
        'partners_best = true\n[auction]\nno_trump = true\n[deal]\nexchange_for = ["farmer\'s hand"]',
        "guarded",
        20,
    ),
    ("st-joe", "", "real", 20),
    ("ccc", "", "real", 20),
]
Event = tuple[str, ...]


@dataclass
class Moment:
    """One frame: what it brought, what was secret then, and whether the table waits for the person."""

    frame: dict[str, Any]
    events: list[Event]
    hidden: frozenset[str]
    asked: bool


@dataclass
class Listener:
    """A person, or a watcher, with everything that came to them."""

    seat: Seat | None
    moments: list[Moment] = field(default_factory=list)
    undid: bool = False

    def name(self, seat: Seat, names: tuple[str, str, str, str]) -> str:
        return "You" if seat is self.seat else names[seat]

    def sides(self, figures: tuple[int, int]) -> Event:
        own = 0 if self.seat is None else self.seat.side
        return str(figures[own]), str(figures[1 - own])


def card_words(card: Card | str, joker: str) -> str:
    """A card as people say it."""
    card = Card(str(card))
    if str(card) == "B":
        return joker
    return f"{Rank(card.rank).name.lower()} of {card.suit.word}"


class Game:
    """A game that chance plays. The frames go to one listener, who sits in one of the seats or watches."""

    def __init__(self, rules: str, changes: str, mode: str, seat: Seat | None, seed: int) -> None:
        self.chance = random.Random(seed)
        self.undoes = 0.03 * (seed % 2)
        book = read_rulebook(changes) if changes else load_rulebook(rules)
        self.room = Room(made_with("p-2", book, mode=mode))
        for each in Seat:
            self.room.apply(Sat(each, f"p-{int(each)}", NAMES[each]), 0)
        self.person, self.name = ("w", "Wim") if seat is None else (f"p-{int(seat)}", NAMES[seat])
        self.listener = Listener(seat)
        self.all_cards = mask_of(list(book.cards()))
        self.joker = book.words.joker

    @property
    def table(self) -> Table:
        return self.room.table

    def play(self, hands: int) -> int:
        self.happen(Open(names=self.room.names, mode=self.room.made.mode))
        while not self.table.state.is_over and len(self.table.state.results) < hands:
            for fact in next_facts(self.room, self.chance, slips=0.08):
                self.happen(fact)
            if self.table.state.phase is Phase.PLAY and self.table.state.guarded and self.chance.random() < self.undoes:
                self.undo()
        return len(self.table.state.results)

    def undo(self) -> None:
        """Take the last card back. Everyone has seen it, so it may be named."""
        if not isinstance(self.table.facts[-1], Play):
            return
        self.listener.undid = True
        known = self.listener.moments[-1].hidden
        self.room.apply(Undone(len(self.room.talk) - 1), 0)
        self.send([("taken back",)])
        self.listener.moments[-1].hidden &= known

    def happen(self, fact: Fact) -> None:
        before, names = self.table.state, self.room.names
        self.room.apply(Happened(fact), 0)
        self.send(list(self.events(before, fact, names)))
        if isinstance(fact, Expose | TakeBack):
            self.listener.moments[-1].hidden -= {card_words(fact.card, self.joker)}

    def send(self, events: list[Event]) -> None:
        frame = json.loads(TableSnapshot("t", self.room, (True,) * 4, True).frame(self.person, self.name))
        # The draw for partners moves people.
        self.listener.seat = seat = self.room.seat_of(self.person)
        hidden = frozenset(card_words(card, self.joker) for card in hidden_from(self.all_cards, self.table.state, seat))
        asked = seat is not None and self.table.state.turn is seat and not self.table.state.is_over
        self.listener.moments.append(Moment(frame, events, hidden, asked))

    def events(self, before: State, fact: Fact, names: tuple[str, str, str, str]) -> Iterator[Event]:
        """What somebody has to hear about a fact, apart from being asked."""
        after, who = self.table.state, self.listener
        match fact:
            case TurnUp():
                assert after.hand.turn_up is not None
                turned = card_words(after.hand.turn_up, self.joker)
                yield "deal", str(after.hands_played + 1), who.name(after.dealer, names), turned
                if who.seat is not None:
                    held = self.table.view(who.seat).hand
                    yield "hand", *(card_words(card, self.joker) for card in held)
            case Pass() if before.phase is Phase.DEFEND:
                pass
            case Pass() | Order() | Name():
                yield "call", who.name(fact.seat, names), say(self.room.book, before, fact)
                if isinstance(fact, Order):
                    assert before.hand.offered is not None
                    yield "trump", trump_word(before.hand.offered)
            case DefendAlone():
                yield "defends", who.name(fact.seat, names)
            case Claim():
                yield "claim", who.name(fact.seat, names), who.name(fact.offender, names).replace("You", "you")
            case StandFor():
                yield "joker", fact.suit.word
            case Discard() if fact.seat is who.seat:
                yield "discard", card_words(fact.card, self.joker)
            case Play():
                yield "card", who.name(fact.seat, names), card_words(fact.card, self.joker)
                yield from self.trick_won(before, names)
            case _:
                pass
        out = [seat for seat in Seat if after.hand.is_out(seat) and not before.hand.is_out(seat)]
        yield from (("out", who.name(seat, names)) for seat in out)
        yield from (("ruling", record.sentence) for record in after.records[len(before.records) :])
        yield from self.scored(before)

    def trick_won(self, before: State, names: tuple[str, str, str, str]) -> Iterator[Event]:
        after = self.table.state
        tricks = (*after.hand.tricks, after.hand.trick)
        if len(after.results) > len(before.results) and after.last_hand is not None:
            tricks = after.last_hand.tricks
        won = [trick.winner for trick in tricks if trick.winner is not None]
        if len(won) > len(before.hand.tricks) + (before.hand.trick.winner is not None):
            counts = tuple(sum(winner.side == side for winner in won) for side in (0, 1))
            yield "trick", self.listener.name(won[-1], names), *self.listener.sides(counts)  # type: ignore[arg-type]

    def scored(self, before: State) -> Iterator[Event]:
        after, who = self.table.state, self.listener
        for result in after.results[len(before.results) :]:
            if result.outcome in ("thrown in", "new deal"):
                yield (result.outcome,)
            else:
                yield "points", *who.sides(result.points)
        if after.result is not None and before.result is None:
            yield "over", *sorted(map(str, after.result.score), key=int, reverse=True)
        elif after.score != before.score:
            yield "score", *who.sides(after.score)


_CARD: Final = r"(?:(?:seven|eight|nine|ten|jack|queen|king|ace) of (?:clubs|diamonds|hearts|spades)|joker|benny)"
_ALL_CARDS: Final = re.compile(_CARD)
_WHO: Final = rf"(You|{'|'.join(NAMES)})"
_SIDES: Final = r"(?:we|North and South) (\d+), (?:they|East and West) (\d+)"
_SIDE: Final = "(We|They|North and South|East and West)"
_BOWER: Final = "(?:, (?:right|left) bower)?"
#: What each sentence tells; the groups are the rest of the event.
_HEARD: Final = [
    ("deal", rf"Hand (\d+)\. {_WHO} deals?\. Turned up: ({_CARD})\."),
    ("hand", r"Your hand: (.*)\."),
    ("trick", rf"{_WHO} wins? the trick: {_SIDES}\."),
    ("card", rf"{_WHO}(?::| leads?(?: the)?) ({_CARD}){_BOWER}\."),
    ("claim", rf"{_WHO} claims?: (you|{'|'.join(NAMES)}), .*\."),
    ("trump call", rf"{_WHO}: (.*?)\. (?:(\w+) are trump|(No trump))\."),
    ("call", rf"{_WHO}: (.*)\."),
    ("out", rf"{_WHO} sits? out\."),
    ("defends", rf"{_WHO} defends? alone\."),
    ("joker", r"The (?:joker|benny) stands for (\w+)\."),
    ("discard", rf"You discard the ({_CARD})\."),
    ("score", rf"Score: {_SIDES}\."),
    ("over", r"The game is over\. .*? (\d+) to (\d+)\."),
    ("thrown in", r"The hand is thrown in\."),
    ("new deal", r"New deal\."),
    ("points", rf"{_SIDE} score (\d+)\.(?: {_SIDE} score (\d+)\.)?"),
    ("taken back", r".* taken back\.|.* takes? back .*"),
    ("asked", r"(?:Your (?:lead|turn|trick|call)|Do you defend|You can't|The claim|You may name|Count the).*"),
    ("asked", r"Turn it down\.|.*[Yy]our call\?.*|.*Choose (?:a card|the suit).*"),
]
#: Heard, and shown by other tests: the seating, and what is said at a real table.
_BESIDES: Final = re.compile(
    r"You are (?:North|East|South|West|watching).*|Everyone passed\.|You get .*|.* lies face up\.|.*exchanges? .*"
    r"|.* (?:makes?|is|are) .*(?:tricks?|march|euchred in .*)\.|Cards are drawn .*"
    rf"|{_WHO} wins? the draw .*|{_WHO} asks? for .*|{_WHO} chooses?:.*"
    rf"|{_WHO} (?:shows?|calls?|turns?|mix(?:es)?|takes?) .*|.* must lead .*|The start bell rings\.|Waiting for .*"
    r"|The hand was decided by a ruling\.|(?:Renege|Revoke): .*"
)


def parsed(sentence: str, frame: dict[str, Any]) -> list[Event]:
    """What a sentence tells. One that nobody expects is a fault."""
    ruled = next((each["sentence"] for each in frame["view"]["rulings"] if each["sentence"] in sentence), None)
    if ruled is not None:
        return [("ruling", ruled)]
    for kind, pattern in _HEARD:
        found = re.fullmatch(pattern, sentence)
        if found:
            groups = tuple(each for each in found.groups() if each is not None)
            return list(_event(kind, groups, frame))
    assert _BESIDES.fullmatch(sentence), sentence
    return []


def _event(kind: str, groups: tuple[str, ...], frame: dict[str, Any]) -> Iterator[Event]:
    if kind == "hand":
        yield "hand", *(card for group in groups[0].split("; ") for card in _spelled(group))
    elif kind == "trump call":
        yield "call", *groups[:2]
        yield "trump", groups[2].lower()
    elif kind == "points":
        points = dict(zip(groups[::2], groups[1::2], strict=True))
        own, other = ("North and South", "East and West") if frame["you"]["seat"] is None else ("We", "They")
        yield "points", points.get(own, "0"), points.get(other, "0")
    elif kind == "asked":
        yield ("asked",)
    else:
        yield kind, *groups


def _spelled(group: str) -> list[str]:
    """`ace and king of spades` as two cards."""
    ranks, of, suit = group.partition(" of ")
    return [f"{rank}{of}{suit}" for rank in re.split(", | and ", ranks)]


def heard(games: list[list[dict[str, Any]]]) -> list[tuple[list[list[str]], list[list[str]]]]:
    """The sentences of the page's script for each frame of each game, and with many frames left out."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is missing: what is heard at a table isn't tested. Install nodejs (18 or newer).")
    lines = "\n".join(json.dumps(frames) for frames in games)
    done = subprocess.run([node, SCRIPT], input=lines, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def played(rules: str, changes: str, mode: str, hands: int) -> list[Listener]:
    """Games with somebody in each seat, and a watcher, until there are this many hands for all of them together."""
    listeners = []
    seats = [*Seat, None]
    done = seed = 0
    while done < hands or seed < len(seats):
        game = Game(rules, changes, mode, seats[seed % len(seats)], seed)
        done += game.play(-(-hands // len(seats)))
        listeners.append(game.listener)
        seed += 1
    return listeners


def without_question(events: list[Event]) -> list[Event]:
    """Events without being asked; a result without points is heard by other words."""
    return [event for event in events if event not in (("asked",), ("points", "0", "0"))]


@rows(("rules", "changes", "mode", "hands"), some(TABLES, 3))
def test_every_fact_is_heard_once_and_in_order_and_no_secret(rules: str, changes: str, mode: str, hands: int) -> None:
    listeners = played(rules, changes, mode, hands)
    told = heard([[moment.frame for moment in listener.moments] for listener in listeners])
    kinds: set[str] = set()
    for listener, (conducted, few) in zip(listeners, told, strict=True):
        if mode == "guarded" and not listener.undid:
            _check_in_order(listener, [sentence for said in few for sentence in said])
        for place, (moment, said) in enumerate(zip(listener.moments, conducted, strict=True)):
            events = [event for sentence in said for event in parsed(sentence, moment.frame)]
            kinds |= {event[0] for event in events}
            _check(moment, said, events, guarded=mode == "guarded", before=listener.moments[place - 1])
    assert {"deal", "hand", "call", "trump", "card", "trick", "points", "score", "asked"} <= kinds


def _check_in_order(listener: Listener, said: list[str]) -> None:
    """Nothing is lost where frames are. What goes with a call may be told a little later than the call."""
    frame = listener.moments[-1].frame
    told = [event for sentence in said for event in parsed(sentence, frame)]
    wanted = [event for moment in listener.moments for event in moment.events]
    told, wanted = (
        # The cards are sorted by the trump of the latest frame.
        [(event[0], *sorted(event[1:])) if event[0] == "hand" else event for event in without_question(events)]
        for events in (told, wanted)
    )
    assert sorted(told) == sorted(wanted)
    with_calls = ("discard", "out", "defends")
    assert [event for event in told if event[0] not in with_calls] == [
        event for event in wanted if event[0] not in with_calls
    ]


def _check(moment: Moment, said: list[str], events: list[Event], guarded: bool, before: Moment) -> None:
    text = "\n".join(said)
    assert not moment.hidden & set(_ALL_CARDS.findall(text)), f"a secret was told: {text}"
    if guarded:
        assert without_question(events) == without_question(moment.events), text
        asked = ("asked",) in events
        assert asked == moment.asked, text
        assert not asked or events.index(("asked",)) == len(events) - 1, text
        assert events.count(("asked",)) <= 1
        return
    # Rulings move cards and points at a real table; what is certain must be heard all the same.
    for event in moment.events:
        if event[0] in ("deal", "hand", "call", "trump", "card", "trick", "claim", "ruling"):
            assert events.count(event) == 1, (event, text)
    if moment.asked and not before.asked and moment.frame["view"]["director_asked"] is None:
        assert ("asked",) in events, text
