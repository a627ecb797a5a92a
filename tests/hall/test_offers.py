"""A frame offers what the table takes: every choice it shows can be made, and at a guarded table no other."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any, Literal

import msgspec
import pytest

from bowerbird.cards import NO_TRUMP, Suit
from bowerbird.client import card_facts
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable
from bowerbird.hall.setup import TableSetup
from bowerbird.rulebook.weak_hands import WEAK_HANDS
from bowerbird.seats import Seat
from bowerbird.table import IllegalActionError, Phase, State, step
from bowerbird.table import facts as f
from deals import ALL_BOOKS, random_deck
from hall.test_live import PEOPLE, four_people

#: One that has every kind of call, beside the clubs' own.
EVERYTHING = (
    'based_on = "bicycle"\n[pack]\njoker = true\n[alone]\ndefend_alone = "lone calls"\npartners_best = true\n'
    '[auction]\nno_trump = true\n[deal]\nexchange_for = ["farmer\'s hand"]\nnew_deal_for = ["ace with no face"]'
)
#: How many facts of the play are looked at in each book.
FACTS = 100


async def table_without_a_driver(hall: Hall, book: str, mode: Literal["guarded", "real"]) -> LiveTable:
    """Four people sit down. The hall does nothing, so that every state can be looked at."""
    house_rules = "" if book in ALL_BOOKS else book
    rules = book if book in ALL_BOOKS else "bicycle"
    live = await hall.make_table("north", TableSetup(rules=rules, house_rules=house_rules, mode=mode))
    live._driver.close()
    for seat, person in PEOPLE.items():
        await live.came(person)
        await live.sit(person, person, seat)
    return live


def offered(live: LiveTable, person: str) -> list[f.Fact]:
    """Everything that this person's frame offers as a choice, in the order of the frame."""
    view: dict[str, Any] = msgspec.json.decode(live.snapshot().frame(person, person))["view"]
    facts = [action["fact"] for action in view["actions"]] + card_facts(view)
    facts += [{"fact": "expose", "seat": view["seat"], "card": card} for card in view["expose"]]
    return [f.decode_fact(msgspec.json.encode(fact)) for fact in facts]


def thinkable(live: LiveTable, seat: Seat) -> list[f.Fact]:
    """What a seat may come to think of, and what is the hall's to do."""
    table, cards = live.room.table, list(live.room.book.cards())
    facts: list[f.Fact] = [f.Pass(seat), f.DefendAlone(seat), f.Order(seat), f.Order(seat, alone=True)]
    facts += [f.Name(seat, trump, alone) for trump in (*Suit, NO_TRUMP) for alone in (False, True)]
    facts += [f.AskNewDeal(seat, name) for name in WEAK_HANDS]
    facts += [f.StandFor(seat, suit) for suit in Suit]
    facts += [f.Exchange(seat, three) for three in combinations(table.state.hand.cards(seat), 3)]
    facts += [kind(seat, card) for card in cards for kind in (f.Play, f.Discard, f.GiveBest, f.Draw)]
    facts += [f.Open(), f.Shuffle(tuple(cards)), f.Ruling("as it stands", "so it is"), *table.legal]
    return [fact for fact in facts if getattr(fact, "seat", seat) is seat]


def of_the_hall(live: LiveTable, chance: random.Random) -> f.Fact | None:
    """What happens without anybody's choice now."""
    phase = live.room.table.state.phase
    if phase is Phase.SHUFFLE:
        return f.Shuffle(random_deck(live.room.book, chance))
    if phase not in (Phase.DRAW, Phase.CUT, Phase.DEAL, Phase.TURN_UP):
        return None
    return chance.choice([fact for fact in live.room.table.legal if not isinstance(fact, f.EndBell)])


def after(live: LiveTable, fact: f.Fact) -> State | None:
    """The table as it would be then; None where the rules of this table do not let it happen."""
    try:
        return step(live.room.book, live.room.table.state, fact)
    except (IllegalActionError, f.InvalidActionError):
        return None


async def refuses(live: LiveTable, person: str, fact: f.Fact) -> bool:
    """Whether the table does not take it; nothing has happened then."""
    before = live.room.seq
    try:
        await live.act(person, fact)
    except (NotAllowedError, f.InvalidActionError):
        return live.room.seq == before
    return False


async def look_around(live: LiveTable, chance: random.Random) -> list[tuple[str, f.Fact]]:
    """What is offered can happen. What is not offered is refused: whatever the rules allow, and some of the rest."""
    choices: list[tuple[str, f.Fact]] = []
    for seat in Seat:
        person = live.room.chairs[seat].person
        shown = offered(live, person)
        outcomes = [after(live, fact) for fact in shown]
        assert None not in outcomes
        choices += [(person, fact) for fact in shown]
        if live.room.table.state.guarded:
            # A call that counts as alone anyway is the same call without that word.
            others = [(fact, after(live, fact)) for fact in thinkable(live, seat) if fact not in shown]
            unseen = [fact for fact, then in others if then is None or then not in outcomes]
            allowed = [fact for fact in unseen if live.room.table.allows(fact)]
            for fact in (*chance.sample(allowed, min(3, len(allowed))), *chance.sample(unseen, 3)):
                assert await refuses(live, person, fact), f"{fact} is taken, and not offered"
    return choices


@pytest.mark.parametrize("mode", ["guarded", "real"])
@pytest.mark.parametrize("book", [*ALL_BOOKS, EVERYTHING], ids=[*ALL_BOOKS, "everything"])
async def test_a_frame_offers_what_the_table_takes(hall: Hall, book: str, mode: Literal["guarded", "real"]) -> None:
    live = await table_without_a_driver(hall, book, mode)
    chance = random.Random(f"{book}, {mode}")
    phases = set()
    for _ in range(FACTS):
        if not live.room.is_on:
            await live.start("north")
        phases.add(live.room.table.state.phase)
        choices = await look_around(live, chance)
        fact = of_the_hall(live, chance)
        if live.room.table.state.asked is not None:
            assert not choices, "the director decides first"
            await live.rule("north", f.Ruling("as it stands", "so it is"))
        elif fact is not None:
            assert not choices, "what happens without people is nobody's choice"
            await live.play(fact)
        else:
            await live.act(*chance.choice(choices))
    assert {Phase.DRAW, Phase.SHUFFLE, Phase.CUT, Phase.DEAL, Phase.FIRST_ROUND, Phase.PLAY} <= phases


@pytest.mark.parametrize("mode", ["guarded", "real"])
async def test_nothing_is_offered_while_the_host_holds_the_play(hall: Hall, mode: Literal["guarded", "real"]) -> None:
    live = await four_people(hall, mode=mode)
    turn = live.room.table.state.turn
    assert turn is not None
    person = live.room.chairs[turn].person
    choices = offered(live, person)
    assert f.Pass(turn) in choices
    await live.pause("south", True)
    assert offered(live, person) == []
    for fact in choices:
        assert await refuses(live, person, fact)
    await live.pause("south", False)
    assert offered(live, person) == choices
