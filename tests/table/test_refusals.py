"""What may not happen is refused with a clear word, and nothing changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from bowerbird.cards import Card, Pack, Suit
from bowerbird.errors import BowerbirdError
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import IllegalActionError, Phase, Table, step
from bowerbird.table import facts as f
from bowerbird.table.checks.common import waits_for
from deals import ALL_BOOKS, dealt, opened, say
from kit.rows import rows

ALL_PASS = "E: pass, S: pass, W: pass, N: pass"
HANDS = {"E": "Jh Ah Kd Qd 9s", "S": "Kh Th 9d Td Ts", "W": "Qh Ac Kc Qs As", "N": "9c Tc Jc Qc Jd"}


def refused(table: Table, fact: f.Fact, why: str, kind: type[ValueError] = IllegalActionError) -> None:
    """The fact is refused with these words; table and facts are what they were."""
    state, facts, legal = table.state, table.facts, table.legal
    with pytest.raises(kind) as error:
        table.push(fact)
    assert why in str(error.value)
    assert table.state is state
    assert table.facts == facts
    assert table.legal == legal
    assert fact not in legal
    with pytest.raises(kind):
        step(table.book, state, fact)
    if kind is IllegalActionError:
        assert not table.allows(fact)
        assert table.why_not(fact) == str(error.value)


def in_play(book: str) -> Table:
    """Hearts are trump, East ordered it up, East is to lead."""
    return say(dealt(book, "N", "9h", **HANDS), "E: order, N: discard 9c")


# Calls.


@rows("book", ALL_BOOKS)
def test_calls_that_are_refused(book: str) -> None:
    table = dealt(book, "N", "9h", **HANDS)
    refused(table, f.Pass(Seat.S), "it is East's turn to call, not South's")
    refused(table, f.Order(Seat.N), "it is East's turn to call, not North's")
    refused(table, f.Name(Seat.E, Suit.DIAMONDS), "the first round is about hearts only: order it up or pass")
    refused(table, f.Play(Seat.E, Card("Jh")), "not now: the table waits for East to call")
    refused(table, f.Discard(Seat.N, Card("9c")), "not now: the table waits for East to call")
    refused(table, f.DefendAlone(Seat.S), "not now: the table waits for East to call")
    refused(table, f.GiveBest(Seat.W, Card("Qh")), "not now: the table waits for East to call")
    refused(table, f.StandFor(Seat.N, Suit.HEARTS), f"the {table.book.words.joker} was not turned up")
    refused(table, f.TurnUp(), "not now: the table waits for East to call")
    refused(table, f.Cut(Seat.W, 12), "not now: the table waits for East to call")
    refused(table, f.Open(), "this table is open already")
    refused(table, f.Draw(Seat.N, Card("9c")), "partners and dealer are settled: there is nothing to draw for")
    say(table, ALL_PASS)
    refused(table, f.Name(Seat.E, Suit.HEARTS), "hearts were turned down and cannot be named; name clubs or diamonds")
    refused(table, f.Order(Seat.E), "hearts were turned down; name clubs or diamonds or spades")
    refused(table, f.Name(Seat.S, Suit.CLUBS), "it is East's turn to call, not South's")


def test_a_call_without_the_required_card_is_refused() -> None:
    natural = dealt("alberta", "N", "9h", E="Jd Ad Kd Qd 9s")
    refused(natural, f.Order(Seat.E), "East needs a card printed in hearts in hand to make hearts trump")
    trump = dealt("national", "N", "9h", E="As Ad Kd Qd 9s")
    refused(trump, f.Order(Seat.E, alone=True), "East needs a trump: one of the hearts, or the left bower in hand")
    say(trump, ALL_PASS)
    refused(trump, f.Name(Seat.E, Suit.CLUBS), "East needs a trump: one of the clubs, or the left bower in hand")


def test_alone_after_the_call_is_refused() -> None:
    table = in_play("bicycle")
    refused(table, f.Order(Seat.E, alone=True), '"alone" is said with the call; it is too late now')


# Play.


@rows("book", ALL_BOOKS)
def test_cards_that_are_refused(book: str) -> None:
    table = in_play(book)
    refused(table, f.Play(Seat.S, Card("Kh")), "it is East's turn to lead, not South's")
    refused(table, f.Play(Seat.E, Card("Kh")), "East does not hold Kh; East's cards are Qd Kd Jh Ah 9s")
    refused(table, f.Play(Seat.E, Card("7h")), "East does not hold 7h")
    refused(table, f.Pass(Seat.E), "trump is made: the calls are over")
    say(table, "E: 9s")
    refused(table, f.Play(Seat.S, Card("Kh")), "South must follow spades: Ts")
    refused(table, f.Play(Seat.W, Card("Qs")), "it is South's turn to play, not West's")
    refused(table, f.Play(Seat.E, Card("9s")), "East does not hold 9s")
    say(table, "S: Ts, W: As, N: Tc, W: Qh")
    refused(table, f.Play(Seat.N, Card("Jc")), "North must follow hearts: Jd or 9h")


@rows("book", ALL_BOOKS)
def test_discards_that_are_refused(book: str) -> None:
    table = say(dealt(book, "N", "9h", **HANDS), "E: order")
    refused(table, f.Discard(Seat.E, Card("9s")), "North discards, not East")
    refused(table, f.Discard(Seat.N, Card("As")), "North does not hold As")
    refused(table, f.Play(Seat.E, Card("Jh")), "not now: the table waits for North to discard")


# Before the cards are out.


@rows("book", ALL_BOOKS)
def test_a_pack_that_is_not_whole_is_refused(book: str) -> None:
    table = opened(book, "N")
    pack = table.book.cards().cards
    nines = (*pack[1:], Card("As"))
    why = f"this isn't a deck of {len(pack)} cards (doubled: As; missing: 9c)"
    refused(table, f.Shuffle(nines), why, f.InvalidActionError)
    refused(table, f.Shuffle(pack[1:]), f"this isn't a deck of {len(pack)} cards (missing: 9c)", f.InvalidActionError)
    refused(table, f.Shuffle((*pack, Card("8s"))), "not in this deck: 8s", f.InvalidActionError)
    refused(table, f.Shuffle((*pack[1:], Card("7c"))), "not in this deck: 7c; missing: 9c", f.InvalidActionError)
    refused(table, f.Shuffle(()), "missing: 9c Tc", f.InvalidActionError)


def test_dealing_out_of_order_is_refused() -> None:
    table = Table("ccc")
    refused(table, f.Shuffle(Pack().cards), "nobody sits at this table yet: it must be opened first")
    refused(table, f.Pass(Seat.N), "nobody sits at this table yet: it must be opened first")
    table.push(f.Open(dealer=Seat.N))
    plan = f.Deal(("3-2", "3-2", "3-2", "3-2"))
    refused(table, plan, "not now: the table waits for North to shuffle")
    refused(table, f.Cut(Seat.W, 12), "not now: the table waits for North to shuffle")
    refused(table, f.Pass(Seat.E), "not now: the table waits for North to shuffle")
    table.push(f.Shuffle(Pack().cards))
    refused(table, plan, "West must cut first")
    refused(table, f.Cut(Seat.N, 12), "West cuts, not North")
    refused(table, f.Cut(Seat.W, 3), "a cut leaves at least 4 cards in each packet: lift 4 to 20")
    for at in (-1, 0, 24, 10**6):
        why = f"a deck of 24 cannot be cut at {at}: lift 1 to 23 cards"
        refused(table, f.Cut(Seat.W, at), why, f.InvalidActionError)
    table.push(f.Cut(Seat.W, 12))
    table.push(plan)
    refused(table, plan, "not now: the table waits for North to turn up a card")
    refused(table, f.Shuffle(Pack().cards), "not now: the table waits for North to turn up a card")


def test_what_the_table_waits_for_in_words() -> None:
    table = Table("bicycle")
    assert waits_for(table.state) == "people to sit down"
    waiting = {
        Phase.DRAW: "a card in the draw",
        Phase.SHUFFLE: "North to shuffle",
        Phase.CUT: "West to cut",
        Phase.DEAL: "North to deal",
        Phase.TURN_UP: "North to turn up a card",
        Phase.FIRST_ROUND: "East to call",
    }
    table = dealt("bicycle", "N", "9h", **HANDS)
    while table.facts:
        assert waits_for(table.state) == waiting.get(table.state.phase, "people to sit down")
        table.pop()
    table = say(dealt("bicycle", "N", "9h", **HANDS), "E: order")
    assert waits_for(table.state) == "North to discard"
    say(table, "N: discard 9c")
    assert waits_for(table.state) == "East to play"


def test_an_opening_score_that_no_game_can_have_is_refused() -> None:
    for score in ((-1, 0), (10, 3), (0, 11)):
        why = f"no game starts at {score[0]} to {score[1]}: each side has 0 to 9 points"
        refused(Table("alberta"), f.Open(dealer=Seat.N, score=score), why, f.InvalidActionError)
    why = "no game starts at 0 to -2: each side has 0 or more points"
    refused(Table("trailer-estates"), f.Open(dealer=Seat.N, score=(0, -2)), why, f.InvalidActionError)
    assert Table("trailer-estates", [f.Open(dealer=Seat.N, score=(12, 3))]).state.score == (12, 3)


# Facts as text.

FACTS: list[f.Fact] = [
    f.Open(names=("Ann", "Bob", "Cy", "Dee"), dealer=Seat.S, score=(3, 4)),
    f.Draw(Seat.N, Card("Th")),
    f.Shuffle(Pack(9, joker=True).cards),
    f.Cut(Seat.W, 5),
    f.Deal(("3-2", "2-3", "3-2", "2-3")),
    f.TurnUp(),
    f.StandFor(Seat.N, Suit.CLUBS),
    f.Pass(Seat.E),
    f.Order(Seat.E, alone=True),
    f.Name(Seat.S, Suit.SPADES),
    f.Name(Seat.S, None, alone=True),
    f.Discard(Seat.N, Card("B")),
    f.DefendAlone(Seat.W),
    f.GiveBest(Seat.N, Card("As")),
    f.Play(Seat.N, Card("7c")),
]


@rows("fact", FACTS)
def test_facts_travel_as_json_and_come_back_equal(fact: f.Fact) -> None:
    back = f.decode_fact(f.encode_fact(fact))
    assert back == fact
    assert type(back) is type(fact)
    assert f.encode_fact(back) == f.encode_fact(fact)


def test_cards_in_json_are_cards_again() -> None:
    assert b'"card":"Jh"' in f.encode_fact(f.Play(Seat.E, Card("Jh")))
    back = f.decode_fact(f.encode_fact(f.Play(Seat.E, Card("Jh"))))
    assert isinstance(back, f.Play)
    assert isinstance(back.card, Card)
    assert isinstance(back.seat, Seat)


@rows("fact", FACTS)
def test_a_fact_cut_short_anywhere_is_refused(fact: f.Fact) -> None:
    text = f.encode_fact(fact)
    for end in range(len(text)):
        with pytest.raises(f.InvalidActionError, match="this isn't a fact of a table"):
            f.decode_fact(text[:end])


@rows(
    "text",
    [
        "",
        "null",
        "[]",
        '"pass"',
        "{}",
        '{"fact":"sneeze","seat":1}',
        '{"fact":"pass"}',
        '{"fact":"pass","seat":4}',
        '{"fact":"pass","seat":"East"}',
        '{"fact":"pass","seat":1,"alone":true}',
        '{"fact":"play","seat":1,"card":"1h"}',
        '{"fact":"play","seat":1,"card":20}',
        '{"fact":"play","seat":1,"card":null}',
        '{"fact":"deal","packets":["3-2","3-2","3-2"]}',
        '{"fact":"deal","packets":["3-2","3-2","3-2","five"]}',
        '{"fact":"cut","seat":3,"at":"twelve"}',
        '{"fact":"cut","seat":3,"at":1e400}',
        '{"fact":"shuffle","deck":["9c","xx"]}',
        '{"fact":"pass","seat":1}{"fact":"pass","seat":2}',
        b"\xff\xfe\x00",
        b'{"fact":"pass","seat":\xff}',
        "\ud800",  # half a character
        '{"x":' + "[" * 100_000,  # too deep
    ],
)
def test_text_that_is_no_fact_is_refused(text: str | bytes) -> None:
    with pytest.raises(f.InvalidActionError, match="this isn't a fact of a table"):
        f.decode_fact(text)


# What is no fact at all.

WHERE: dict[str, Callable[[], Table]] = {
    "empty": lambda: Table("bicycle"),
    "opened": lambda: opened("bicycle", "N"),
    "dealt": lambda: dealt("bicycle", "N", "9h", **HANDS),
}
BADLY_MADE: list[tuple[Any, ...]] = [
    *((f.Pass, "E"), (f.Pass, 4), (f.Pass, None), (f.Order, Seat.E, None), (f.Name, Seat.E, "h")),
    *((f.Play, Seat.E, "zz"), (f.Play, Seat.E, object()), (f.Cut, Seat.S, 1.5)),
    *((f.Open, None), (f.Deal, ("five",) * 4), (f.Shuffle, None)),
]
NO_FACTS: list[Any] = [
    *(None, "zzz", 7, ("play",), {"fact": "pass", "seat": 1}, f.Pass, object()),
    *(kind(*given) for kind, *given in BADLY_MADE),
]


@rows("where", WHERE)
@rows("place", range(len(NO_FACTS)))
def test_what_is_no_fact_is_refused_at_every_table_and_says_what_is_wanted(place: int, where: str) -> None:
    table, nothing = WHERE[where](), NO_FACTS[place]
    state, facts = table.state, table.facts
    for asked in (table.push, table.allows, table.takes, table.why_not):
        with pytest.raises(f.InvalidActionError) as error:
            asked(nothing)
        if isinstance(nothing, f.Base):
            assert re.search(rf"^{type(nothing).__name__} takes `[a-z]+: .+`, not ", str(error.value))
        else:
            assert "isn't a fact. Use one such as Open(), Pass(Seat.W)" in str(error.value)
    assert table.state is state
    assert table.facts == facts


def test_a_step_by_what_is_no_fact_is_refused() -> None:
    for where in WHERE.values():
        table = where()
        with pytest.raises(BowerbirdError):
            step(table.book, table.state, None)  # type: ignore[arg-type]


def test_what_is_pushed_is_kept_as_every_fact_is() -> None:
    table = Table("bicycle", [f.Open(dealer=2)])  # type: ignore[arg-type]
    table.push(f.Shuffle(list(table.book.cards())))  # type: ignore[arg-type]
    assert table.state.dealer is Seat.S
    assert table == Table("bicycle", [f.Open(dealer=Seat.S), f.Shuffle(tuple(table.book.cards()))])


def test_errors_come_from_the_book_that_is_played() -> None:
    assert Table(load_rulebook("alberta")).book is Table("alberta").book
