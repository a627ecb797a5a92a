"""Deals and play as text, for tests that read as the rule reads.

A deal names the hands that matter and the card turned up; the rest of the pack fills what was left open, in the order
of the pack. What happens is written as people would say it:

    table = dealt("alberta", "S", "9h", E="Jh Ah Kd Qd 9s", N="Jd As Ks Qs Ts")
    say(table, "E: order alone, S: discard 9c, E: Jh 9d Th")

A line is a seat, a colon and what it does; several cards after the colon are a trick from that seat on, clockwise.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import pytest

from bowerbird.cards import Card, Suit, Trump, parse_cards
from bowerbird.rulebook import Rulebook, book_names, load_rulebook, read_rulebook
from bowerbird.rulebook.weak_hands import WeakHand
from bowerbird.seats import Seat
from bowerbird.table import IllegalActionError, Phase, Table
from bowerbird.table import facts as f

__all__ = [
    "ALL_BOOKS",
    "cards",
    "deal",
    "dealt",
    "deck_of",
    "house",
    "no_lone_defence",
    "opened",
    "play_hand",
    "play_on",
    "random_deck",
    "refuses",
    "say",
    "seat",
    "the_facts",
    "to_turn_up",
]

ALL_BOOKS = book_names()
#: Where the tests lift the pack when a book asks for a cut.
_CUT_AT = 10


def seat(letter: str) -> Seat:
    """`N`, `E`, `S` or `W`."""
    return Seat[letter]


def cards(text: str) -> tuple[Card, ...]:
    """Cards from text."""
    return tuple(parse_cards(text))


def house(changes: str, based_on: str = "bicycle") -> Rulebook:
    """House rules: a book with some changes, as TOML."""
    return read_rulebook(f'based_on = "{based_on}"\n{changes}')


def book_of(book: Rulebook | str) -> Rulebook:
    """A book, or the one with this name."""
    return load_rulebook(book) if isinstance(book, str) else book


def opened(book: Rulebook | str, dealer: str, score: tuple[int, int] = (0, 0)) -> Table:
    """A table whose first dealer is known."""
    return Table(book, [f.Open(dealer=seat(dealer), score=score)])


def deck_of(book: Rulebook | str, dealer: Seat, up: str, hands: dict[str, str], kitty: str = "") -> tuple[Card, ...]:
    """The pack, top card first, that gives these hands when it is dealt three and two."""
    given = {seat(letter): parse_cards(text) for letter, text in hands.items()}
    turned, under = Card(up), parse_cards(kitty)
    spoken_for = {turned, *under, *(card for hand in given.values() for card in hand)}
    rest = [card for card in book_of(book).cards() if card not in spoken_for]
    for who in Seat:
        hand = given.setdefault(who, [])
        while len(hand) < 5:
            hand.append(rest.pop(0))
        assert len(hand) == 5, f"{who.word} has {len(hand)} cards"
    order = dealer.left.round_from()
    first, second = ([card for who in order for card in given[who][part]] for part in (slice(0, 3), slice(3, 5)))
    return (*first, *second, turned, *under, *rest)


def to_turn_up(table: Table, deck: tuple[Card, ...], packets: str = "3-2") -> None:
    """Shuffle, cut where the book asks for it, and deal this pack, up to where the card is turned."""
    cut = table.book.deal.cut == "required"
    table.push(f.Shuffle(deck[-_CUT_AT:] + deck[:-_CUT_AT] if cut else deck))
    if cut:
        table.push(f.Cut(table.state.dealer.right, _CUT_AT))
    table.push(f.Deal((packets, packets, packets, packets)))


def deal(table: Table, up: str, kitty: str = "", **hands: str) -> Table:
    """Deal these hands at a table that waits for the shuffle, and turn the card up."""
    to_turn_up(table, deck_of(table.book, table.state.dealer, up, hands, kitty))
    if table.book.deal.after_start_bell and not table.state.started:
        table.push(f.StartBell())
    table.push(f.TurnUp())
    return table


def dealt(book: Rulebook | str, dealer: str, up: str, kitty: str = "", **hands: str) -> Table:
    """A new table with these hands dealt and the card turned up."""
    return deal(opened(book, dealer), up, kitty, **hands)


def _trump(word: str) -> Trump:
    return None if word == "no trump" else Suit[word.upper()]


def _doing(who: Seat, what: str) -> f.Fact | None:
    """The fact that a phrase stands for, or None for cards that are played."""
    verb, _, rest = what.partition(" ")
    alone = rest.endswith("alone")
    match verb:
        case "pass":
            return f.Pass(who)
        case "order":
            return f.Order(who, alone)
        case "name":
            return f.Name(who, _trump(rest.removesuffix("alone").strip()), alone)
        case "discard":
            return f.Discard(who, Card(rest))
        case "give":
            return f.GiveBest(who, Card(rest))
        case "defend":
            return f.DefendAlone(who)
        case "exchange":
            one, two, three = parse_cards(rest)
            return f.Exchange(who, (one, two, three))
        case "ask":
            return f.AskNewDeal(who, msgspec.convert(rest, WeakHand))
        case "stand":
            return f.StandFor(who, Suit[rest.removeprefix("for ").upper()])
        case _:
            return None


def the_facts(table: Table, lines: str) -> Iterator[f.Fact]:
    """The facts of some lines. A trick written with four cards passes over the cards that were laid away."""
    for line in lines.replace("\n", ",").split(","):
        if not line.strip():
            continue
        letter, _, what = line.partition(":")
        who = seat(letter.strip())
        fact = _doing(who, what.strip())
        if fact is not None:
            yield fact
            continue
        yield from no_lone_defence(table)
        trick = parse_cards(what)
        seats = who.round_from() if len(trick) == 4 else _playing_from(table, who)
        for player, card in zip(seats, trick, strict=False):
            if len(trick) == 1 or not table.state.hand.is_out(player):
                yield f.Play(player, card)


def no_lone_defence(table: Table) -> Iterator[f.Fact]:
    """Where somebody may defend alone, nobody does: cards fall."""
    while table.state.phase is Phase.DEFEND:
        assert table.state.turn is not None
        yield f.Pass(table.state.turn)


def _playing_from(table: Table, who: Seat) -> list[Seat]:
    return [who, *(player for player in who.round_from()[1:] if not table.state.hand.is_out(player))]


def say(table: Table, lines: str) -> Table:
    """Let these lines happen."""
    for fact in the_facts(table, lines):
        table.push(fact)
    return table


def refuses(table: Table, what: f.Fact | str, because: str) -> None:
    """A fact, or the last of some lines, is refused for this reason."""
    with pytest.raises(IllegalActionError, match=because):
        say(table, what) if isinstance(what, str) else table.push(what)


def play_on(table: Table) -> Table:
    """Play the hand to its end, everyone the first legal card."""
    deals = len(table.state.results)
    for fact in no_lone_defence(table):
        table.push(fact)
    while table.state.phase is Phase.PLAY and len(table.state.results) == deals:
        table.push(next(fact for fact in table.legal if isinstance(fact, f.Play)))
    return table


def random_deck(book: Rulebook, chance: random.Random) -> tuple[Card, ...]:
    """The pack, shuffled."""
    deck = list(book.cards())
    chance.shuffle(deck)
    return tuple(deck)


class Outcome(NamedTuple):
    """A deal with North as dealer in which East names hearts, and the cards that fall."""

    hands: dict[str, str]
    tricks: str


#: By the number of tricks that East takes. West never takes one, so East alone takes as many.
OUTCOMES = {
    5: Outcome(
        {"E": "Jh Jd Ah Kh Qh", "S": "Ac Kc Ad Kd As", "W": "9c Tc Jc 9d Td", "N": "Qc Qd Ks Qs Js"},
        "E: Jh As 9c Js, E: Jd Kd Tc Qs, E: Ah Kc Jc Ks, E: Kh Ad 9d Qd, E: Qh Ac Td Qc",
    ),
    4: Outcome(
        {"E": "Jh Jd Ah Kh 9c", "S": "Ac Kc Ad Kd As", "W": "Tc Jc 9d Td Ts", "N": "Qc Qd Ks Qs Js"},
        "E: Jh As Ts Js, E: Jd Kd 9d Qs, E: Ah Kc Td Ks, E: Kh Ad Tc Qd, E: 9c Ac Jc Qc",
    ),
    3: Outcome(
        {"E": "Jh Jd Ah 9c 9d", "S": "Ac Kc Ad Kd As", "W": "9h Tc Jc Td Ts", "N": "Qc Qd Ks Qs Js"},
        "E: Jh As 9h Js, E: Jd Kc Ts Qs, E: Ah Kd Tc Ks, E: 9c Ac Jc Qc, S: Ad Td Qd 9d",
    ),
    2: Outcome(
        {"E": "Jh Jd 9c 9d Tc", "S": "Ac Kc Ad Kd As", "W": "9h Th Jc Td Ts", "N": "Qc Qd Ks Qs Js"},
        "E: Jh As 9h Js, E: Jd Kd Th Qs, E: 9c Ac Jc Qc, S: Kc Ts Ks Tc, S: Ad Td Qd 9d",
    ),
    0: Outcome(
        {"E": "9h 9c 9d Tc Td", "S": "Jh Ac Kc Ad Kd", "W": "Jc Ts Js Qs Th", "N": "Ah Qc Qd As Ks"},
        "E: 9c Ac Jc Qc, S: Jh Th Ah 9h, S: Kc Ts Ks Tc, S: Ad Js Qd 9d, S: Kd Qs As Td",
    ),
}


def _turned(letter: str, dealer: Seat) -> str:
    return Seat((Seat[letter] + dealer) % 4).name


def play_hand(table: Table, tricks: int, alone: bool = False) -> Table:
    """A whole hand in which the player on the dealer's left names hearts and takes so many tricks."""
    dealer = table.state.dealer
    outcome = OUTCOMES[tricks]
    deal(table, "9s", **{_turned(letter, dealer): text for letter, text in outcome.hands.items()})
    lines = f"E: pass, S: pass, W: pass, N: pass, E: name hearts{' alone' if alone else ''}, {outcome.tricks}"
    return say(table, re.sub(r"[NESW](?=:)", lambda found: _turned(found[0], dealer), lines))
