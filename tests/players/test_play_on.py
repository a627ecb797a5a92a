"""The compiled net and its play-outs: it sees, rates, follows and plays as the master does at a table."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import inf
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from bowerbird import Rulebook, Seat, load_rulebook
from bowerbird.kernel.net import logits
from bowerbird.kernel.play_on import BY_NET, RECORD, Four, play_on, seen_in
from bowerbird.kernel.position import PositionError
from bowerbird.kernel.sample import deals
from bowerbird.kernel.search import COMPILED
from bowerbird.kernel.story import Story, follow
from bowerbird.players.automatic import next_automatic
from bowerbird.players.decisions import decisions_of_hand
from bowerbird.players.judge.worlds import SLIP
from bowerbird.players.kernel_options import left_out
from bowerbird.players.knowledge import seen_by
from bowerbird.players.net.compiled import prepared, story_of
from bowerbird.players.net.inputs import ACTIONS, INPUTS, OUTCOMES, knows, seen_by_master, worth_row, worth_rows
from bowerbird.players.net.weights import Net, shipped
from bowerbird.players.worth import Stakes
from bowerbird.table import Discard, Fact, Name, Open, Order, Pass, Phase, Play, State, Table, View, step, view
from deals import ALL_BOOKS, dealt
from kit.amount import amount
from kit.rows import rows
from players.tables import EVERY_OPTION, changed

NOTHING = (0.0,) * OUTCOMES
BOOKS = [book for book in ALL_BOOKS if not left_out(load_rulebook(book))]


def some_net(width: int, blocks: int, seed: int = 0) -> Net:
    """A net that knows nothing, but has its likings."""
    dice = np.random.default_rng(seed)

    def linear(name: str, outputs: int, inputs: int) -> dict[str, Any]:
        return {name + ".weight": dice.normal(size=(outputs, inputs)) / 8, name + ".bias": dice.normal(size=outputs)}

    def norm(name: str) -> dict[str, Any]:
        return {name + ".weight": dice.normal(1, 0.2, width), name + ".bias": dice.normal(size=width)}

    weights = linear("trunk.first", width, INPUTS) | norm("trunk.norm") | linear("policy", ACTIONS, width)
    for block in range(blocks):
        name = f"trunk.blocks.{block}."
        weights |= norm(name + "norm") | linear(name + "into", width, width) | linear(name + "out", width, width)
    return Net(weights, {})


def decisions(book: Rulebook, count: int, seed: int, share: float = 1.0) -> Iterator[tuple[State, View]]:
    """Decisions in hands that are played by chance; passing most of the time brings all seats and rounds into play."""
    dice = Random(seed)

    def by_chance(_: Rulebook, seen: View) -> Fact:
        passes = [fact for fact in seen.legal if isinstance(fact, Pass)]
        return passes[0] if passes and dice.random() < 0.6 else dice.choice(seen.legal)

    for number in range(count):
        for state, seen, _ in decisions_of_hand(book, by_chance, dice, Seat(number % 4)):
            if knows(book, seen) and dice.random() < share:
                yield state, seen


def true_world(state: State, seat: Seat) -> array[int]:
    """The cards as they lie, as the kernel deals a world."""
    hidden = [card for who, card in state.hand.discards if who is not seat]
    return array("Q", [*state.hand.held, sum(1 << card for card in hidden)])


def inputs_of(bits: int, row: tuple[float, ...]) -> npt.NDArray[np.float32]:
    return np.array([[*(bits >> place & 1 for place in range(INPUTS - OUTCOMES)), *row]], np.float32)


OPTIONS = ["stick the dealer, naturals", "left of the lone hand leads"]


@rows("name", [*BOOKS, *OPTIONS])
def test_a_seat_sees_what_it_sees_at_the_table(name: str) -> None:
    book = changed("bicycle", EVERY_OPTION[name]) if name in OPTIONS else load_rulebook(name)
    looked = 0
    for state, seen in decisions(book, 12, seed=len(name)):
        assert seen.seat is not None
        bits, legal = seen_in(story_of(book, seen, NOTHING, NOTHING), true_world(state, seen.seat))
        expected = seen_by_master(book, seen)
        assert [action for action in range(ACTIONS) if legal >> action & 1] == sorted(expected.legal)
        assert bits == expected.bits
        looked += 1
    assert looked > 100


@rows("net", [shipped(), some_net(128, 2), some_net(40, 1), some_net(16, 0)])
def test_the_logits_are_those_of_the_net(net: Net) -> None:
    book = load_rulebook("bicycle")
    weights = prepared(net)
    for _, seen in decisions(book, 3, seed=5, share=0.5):
        ours, _ = worth_rows(book, seen)
        bits = seen_by_master(book, seen).bits
        assert logits(weights, bits, ours) == pytest.approx(net.policies(inputs_of(bits, ours))[0], abs=1e-4)


def liked_best(book: Rulebook, seen: View) -> Fact:
    """What the net likes best: a master tries a lone call both ways, and takes care where the net learned little."""
    if len(seen.legal) == 1 or (seen.phase is Phase.DISCARD and seen.seat in seen.sitting_out):
        return seen.legal[0]
    inputs = seen_by_master(book, seen)
    policy = shipped()(inputs.bits, worth_rows(book, seen)[0]).policy
    return inputs.legal[max(inputs.legal, key=lambda action: float(policy[action]))]


def by_net(book: Rulebook, state: State, first: Fact | None) -> bytes:
    """The record of a hand that the net plays out at a table after the first fact."""
    discards = [card for _, card in state.hand.discards]
    tricks = (*state.hand.tricks, *([state.hand.trick] if state.hand.trick.plays else []))
    plays = [play for trick in tricks for play in trick.plays]
    while not state.results:
        assert state.turn is not None
        fact = first or liked_best(book, view(book, state, state.turn))
        first = None
        if isinstance(fact, Discard):
            discards.append(fact.card)
        elif isinstance(fact, Play):
            plays.append((fact.seat, fact.card))
        trump = state.hand.trump
        state = step(book, state, fact)
    result = state.results[-1]
    if result.maker is None:
        return bytes([255, 0, 0, 255, 255, 255, 0, 0]).ljust(RECORD, b"\xff")
    assert trump is not None
    made = [result.maker, result.alone, result.tricks[result.maker.side], trump]
    told = [discards[0] if discards else 255, plays[0][0], 0, 0]
    return bytes([*made, *told, *(card for _, card in plays)]).ljust(RECORD, b"\xff")


def comparable(record: bytes) -> bytes:
    """Without the discard of a lone hand: a dealer who sits out may discard any card."""
    return record[:4] + record[5:] if record[1] else record


@rows("name", ["bicycle", "alberta", "st-joe", "national"])
def test_it_plays_on_as_the_net_would_at_a_table(name: str) -> None:
    book = load_rulebook(name)
    weights = prepared(shipped())
    compared = 0
    for state, seen in decisions(book, amount(8, full=16), seed=3, share=0.12):
        assert seen.seat is not None
        world = true_world(state, seen.seat)
        choices = sorted(seen_by_master(book, seen).legal.items())
        tried = play_on(
            weights, story_of(book, seen, *worth_rows(book, seen)), world, [action for action, _ in choices]
        )
        for place, (_, fact) in enumerate(choices):
            found = tried[RECORD * place : RECORD * (place + 1)]
            assert comparable(found) == comparable(by_net(book, state, fact))
            compared += 1
    assert compared > amount(20, full=40)


def test_a_dealt_hand_is_played_from_the_first_call() -> None:
    book = load_rulebook("bicycle")
    for number in range(12):
        state = step(book, State(), Open(dealer=Seat.W))
        dice = Random(number)
        while (fact := next_automatic(book, state, dice)) is not None:
            state = step(book, state, fact)
        assert state.turn is not None
        seen = view(book, state, state.turn)
        story = story_of(book, seen, *worth_rows(book, seen))
        world = true_world(state, state.turn)
        found = play_on(prepared(shipped()), story, world, [BY_NET])
        assert comparable(found) == comparable(by_net(book, state, None))


def test_it_chooses_among_what_it_likes_nearly_as_well() -> None:
    """Each as often as it is liked. Nothing else, and always the same with the same numbers."""
    book, net, share = load_rulebook("bicycle"), some_net(32, 1), 0.3
    mixed = 0
    for state, seen in decisions(book, 12, seed=5):
        if seen.phase is not Phase.PLAY or len(seen.hand) != 5:
            continue
        assert seen.seat is not None
        looked = seen_by_master(book, seen)
        rows = worth_rows(book, seen)
        policy = net.policies(inputs_of(looked.bits, rows[0]))[0]
        liked = {
            action: float(np.exp(policy[action] - max(policy[each] for each in looked.legal)))
            for action in looked.legal
        }
        near = {action: chance for action, chance in liked.items() if chance >= share}
        worlds = array("Q", list(true_world(state, seen.seat)) * 600)
        records = play_on(prepared(net), story_of(book, seen, *rows), worlds, [BY_NET], share)
        assert play_on(prepared(net), story_of(book, seen, *rows), worlds, [BY_NET], share) == records
        fell = len(seen.trick.plays)
        cards = [records[place + 8 + fell] for place in range(0, len(records), RECORD)]
        for action, fact in looked.legal.items():
            assert isinstance(fact, Play)
            expected = near.get(action, 0.0) / sum(near.values())
            assert cards.count(int(fact.card)) / 600 == pytest.approx(expected, abs=0.1)
        mixed += len(near) > 1
    assert mixed > 5


def chance_of(book: Rulebook, seen: View, fact: Fact, net: Net) -> float:
    """The logarithm of the chance that the net does this."""
    assert seen.seat is not None
    looked = seen_by_master(book, seen)
    policy = net.policies(inputs_of(looked.bits, worth_row(Stakes(book, seen), seen.seat)))[0]
    weights = {action: float(np.exp(policy[action])) for action in looked.legal}
    (action,) = [action for action, legal in looked.legal.items() if legal == fact]
    return float(np.log((1 - SLIP) * weights[action] / sum(weights.values()) + SLIP / len(weights)))


def was_asked(seen: View) -> bool:
    """Whether this was a real choice: a dealer who sits out may discard anything."""
    return len(seen.legal) > 1 and not (seen.phase is Phase.DISCARD and seen.seat in seen.sitting_out)


@rows("name", BOOKS)
def test_the_past_is_as_likely_as_its_choices(name: str) -> None:
    book, net, dice = load_rulebook(name), some_net(32, 1), Random(4)
    phases = set()
    for number in range(10):
        state = step(book, State(), Open(dealer=Seat(number % 4)))
        past: list[tuple[Seat, float]] = []
        while not state.results:
            fact: Fact | None = next_automatic(book, state, dice)
            if fact is None:
                assert state.turn is not None
                seen = view(book, state, state.turn)
                story = story_of(book, seen, *worth_rows(book, seen))
                (found,) = follow(prepared(net), story, true_world(state, state.turn), SLIP)
                assert found == pytest.approx(sum(log for seat, log in past if seat is not state.turn), abs=1e-4)
                phases.add(state.phase)
                passes = [fact for fact in seen.legal if isinstance(fact, Pass)]
                fact = passes[0] if passes and dice.random() < 0.6 else dice.choice(seen.legal)
                if was_asked(seen):
                    past.append((state.turn, chance_of(book, seen, fact, net)))
            state = step(book, state, fact)
    assert phases == {Phase.FIRST_ROUND, Phase.SECOND_ROUND, Phase.DISCARD, Phase.PLAY}


def told_again(book: Rulebook, seen: View, world: Sequence[int]) -> tuple[Table, list[Fact]]:
    """A table where the cards of a world are dealt, and everything that was called, discarded and played since."""
    assert seen.turn_up is not None
    plays = [Play(seat, card) for trick in (*seen.tricks, seen.trick) for seat, card in trick.plays]
    held = list(world[:4])
    for play in plays:
        held[play.seat] |= 1 << play.card
    facts: list[Fact] = [*seen.calls, *plays]
    if seen.turn_up_is == "taken":
        for card in seen.discards or [card for card in book.cards() if world[4] >> card & 1]:
            held[seen.dealer] |= 1 << card
            facts.insert(len(seen.calls), Discard(seen.dealer, card))
        held[seen.dealer] &= ~(1 << seen.turn_up)
    hands = {seat.name: " ".join(str(card) for card in book.cards() if held[seat] >> card & 1) for seat in Seat}
    return dealt(book, seen.dealer.name, str(seen.turn_up), **hands), facts


def likelihoods(book: Rulebook, seen: View, world: Sequence[int], net: Net) -> list[float]:
    """The logarithm of the likelihood after each thing that the others did, as far as it could be done."""
    table, facts = told_again(book, seen, world)
    found = [0.0]
    for fact in facts:
        assert isinstance(fact, Pass | Order | Name | Discard | Play)
        looked = table.view(fact.seat)
        if fact not in looked.legal:
            return found
        if fact.seat is not seen.seat:
            found.append(found[-1] + (chance_of(book, looked, fact, net) if was_asked(looked) else 0.0))
        table.push(fact)
    return found


@rows("name", ["bicycle", "alberta"])
def test_a_world_is_as_likely_as_what_the_others_would_have_done_in_it(name: str) -> None:
    book, net, weighed, dropped = load_rulebook(name), some_net(32, 1), 0, 0
    for number, (_, seen) in enumerate(decisions(book, 10, seed=9, share=0.1)):
        drawn = deals(seen_by(book, seen), 20, number)
        worlds = [drawn[5 * place : 5 * place + 5] for place in range(20)]
        told = (likelihoods(book, seen, world, net) for world in worlds)
        steps = np.array(list(zip_longest(*told, fillvalue=-inf)))
        story = story_of(book, seen, *worth_rows(book, seen))
        assert follow(prepared(net), story, drawn, SLIP) == pytest.approx(steps[-1], abs=1e-3)
        near = np.full(20, True)
        for logs in steps:
            near &= logs > logs[near].max() - 3.0
        found = follow(prepared(net), story, drawn, SLIP, behind=3.0)
        assert [log > -inf for log in found] == near.tolist()
        weighed += int(near.sum())
        dropped += int((~near).sum())
    assert weighed > 80
    assert dropped > 20


def test_a_world_does_not_depend_on_its_neighbours() -> None:
    book, weights = load_rulebook("alberta"), prepared(some_net(48, 1))
    lone = 0
    for number, (_, seen) in enumerate(decisions(book, 20, seed=11, share=0.2)):
        worlds = deals(seen_by(book, seen), 40, number)
        story = story_of(book, seen, *worth_rows(book, seen))
        actions = list(seen_by_master(book, seen).legal)
        together = play_on(weights, story, worlds, actions)
        logs = follow(weights, story, worlds, SLIP)
        assert len(together) == RECORD * 40 * len(actions)
        for place in (0, 7, 39):
            alone = worlds[5 * place : 5 * place + 5]
            one_by_one = [play_on(weights, story, alone, [action]) for action in actions]
            starts = range(RECORD * place, len(together), RECORD * 40)
            assert [together[start : start + RECORD] for start in starts] == one_by_one
            # Uncompiled, numpy forms its sums in another order when there are more of them.
            exact = logs[place] if COMPILED else pytest.approx(logs[place], abs=1e-4)
            assert follow(weights, story, alone, SLIP)[0] == exact
        lone += seen.alone
    assert lone > 3


def test_a_start_is_added_and_the_far_behind_are_given_up() -> None:
    book, weights = load_rulebook("bicycle"), prepared(shipped())
    (seen,) = [seen for _, seen in decisions(book, 1, seed=2) if len(seen.tricks) == 2][:1]
    story, worlds = story_of(book, seen, *worth_rows(book, seen)), deals(seen_by(book, seen), 50, 3)
    plain = follow(weights, story, worlds, SLIP)
    start = [-0.1 * place for place in range(50)]
    assert follow(weights, story, worlds, SLIP, logs=start) == pytest.approx(
        [log + more for log, more in zip(plain, start, strict=True)]
    )
    kept = follow(weights, story, worlds, SLIP, behind=1.0)
    assert 0 < sum(log > -inf for log in kept) < 50
    assert all(log == -inf or log == pytest.approx(before, abs=1e-4) for log, before in zip(kept, plain, strict=True))


#: A suit for each seat, nine to king.
FINE = [*(sum(1 << 8 * suit + rank for rank in range(2, 7)) for suit in range(4)), 0]


def refused() -> dict[str, tuple[dict[str, Any], list[int], list[int]]]:
    """Changes of a story of the first call, the worlds and the actions, none of which can be."""
    return {
        "a card that is not there": ({"turn_up": 0}, FINE, [0]),
        "a seat whose turn it is not": ({"seat": 2}, FINE, [0]),
        "out of turn": ({"seat": 2, "done": ((3, 0),)}, FINE, [0]),
        "a card before the calls": ({"seat": 2, "done": ((1, 20),)}, FINE, [0]),
        "no such action": ({"seat": 2, "done": ((1, ACTIONS),)}, FINE, [0]),
        "after the end": ({"seat": 1, "done": tuple((number & 3, 0) for number in range(1, 9))}, FINE, [0]),
        "a hand too short": ({}, [FINE[0] & FINE[0] - 1, *FINE[1:]], [0]),
        "a hand with a seven": ({}, [FINE[0] & FINE[0] - 1 | 1, *FINE[1:]], [0]),
        "a card twice": ({}, [FINE[0], FINE[0], *FINE[2:]], [0]),
        "the turn-up in a hand": ({"turn_up": 2}, FINE, [0]),
        "half a world": ({}, FINE[:3], [0]),
        "an action of another phase": ({}, FINE, [3]),
        "an action that is none": ({}, FINE, [-2]),
        "a worth row too short": ({"ours": (0.0,)}, FINE, [0]),
    }


@rows("what", refused())
def test_what_cannot_be_is_refused(what: str) -> None:
    changes, world, actions = refused()[what]
    given: dict[str, Any] = {
        "dealer": 0,
        "turn_up": 7,
        "rules": 0,
        "seat": 1,
        "done": (),
        "ours": NOTHING,
        "theirs": NOTHING,
    }
    weights = prepared(some_net(16, 0))
    assert len(play_on(weights, Story(**given), array("Q", FINE), [0])) == RECORD
    with pytest.raises(PositionError):
        play_on(weights, Story(**given | changes), array("Q", world), actions)


def test_what_the_net_remembers_changes_nothing() -> None:
    book, net = load_rulebook("bicycle"), some_net(32, 1)
    for number, (_, seen) in enumerate(decisions(book, 4, seed=11, share=0.1)):
        story = story_of(book, seen, *worth_rows(book, seen))
        drawn = deals(seen_by(book, seen), 60, number)
        four = Four(prepared(net), story, 60)
        in_parts = [four.play_on(drawn[start : start + 100], [BY_NET]) for start in range(0, 300, 100)]
        assert b"".join(in_parts) == play_on(prepared(net), story, drawn, [BY_NET])


def test_a_second_net_has_the_word_where_the_first_is_not_sure() -> None:
    book, net = load_rulebook("bicycle"), some_net(32, 1)
    unsure = Net({name: 0 * weight for name, weight in net.weights.items()}, {})
    sure = Net(net.weights | {"policy.weight": 1000 * net.weights["policy.weight"]}, {})
    for number, (_, seen) in enumerate(decisions(book, 6, seed=5, share=0.1)):
        story = story_of(book, seen, *worth_rows(book, seen))
        drawn = deals(seen_by(book, seen), 60, number)
        alone = {each: follow(prepared(each), story, drawn, SLIP) for each in (net, sure)}
        assert follow(prepared(unsure), story, drawn, SLIP, second=prepared(net)) == alone[net]
        assert follow(prepared(sure), story, drawn, SLIP, second=prepared(unsure)) == pytest.approx(
            alone[sure], abs=0.1
        )
