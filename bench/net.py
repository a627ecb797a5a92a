"""Print what the net's decisions cost in the compiled pass, and beside it in numpy: `python bench/net.py --width 128`.

Times are those of the processor. Exits with 1 if a decision of the small net takes longer than the goal.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time

import numpy as np

from bowerbird import Seat, load_rulebook
from bowerbird.kernel.play import legal_cards, winning_place
from bowerbird.kernel.play_on import BY_NET, RECORD, play_on
from bowerbird.kernel.position import Trick
from bowerbird.kernel.sample import deals
from bowerbird.kernel.solve import WORLD
from bowerbird.kernel.story import Story, follow
from bowerbird.players.automatic import next_automatic
from bowerbird.players.knowledge import seen_by
from bowerbird.players.net.compiled import prepared, story_of
from bowerbird.players.net.inputs import ACTIONS, INPUTS, worth_row
from bowerbird.players.net.weights import Net, shipped
from bowerbird.players.worth import Stakes
from bowerbird.table import Fact, Open, Pass, Phase, State, View, step, view
from common import at_most, parser_for, tell  # type: ignore[import-not-found]  # beside this file

#: Microseconds for a decision of the small net.
GOAL = 5.0
SLIP = 0.02
#: Points of the hand at which worlds are played out: the phase, and the cards played before.
POINTS = (
    ("first_call", Phase.FIRST_ROUND, 0),
    ("first_lead", Phase.PLAY, 0),
    ("third_lead", Phase.PLAY, 8),
)


def small_net(width: int, blocks: int) -> Net:
    """A net by chance."""
    dice = np.random.default_rng(1)
    shapes = {"trunk.first": (width, INPUTS), "policy": (ACTIONS, width)}
    norms = ["trunk.norm"]
    for block in range(blocks):
        shapes |= {f"trunk.blocks.{block}.{layer}": (width, width) for layer in ("into", "out")}
        norms.append(f"trunk.blocks.{block}.norm")
    weights = {name + ".weight": dice.normal(size=shape) / width**0.5 for name, shape in shapes.items()}
    weights |= {name + ".bias": np.zeros(shape[0]) for name, shape in shapes.items()}
    # After training, few units of a block are active at a time.
    weights |= {name + ".bias": np.full(width, -1.3) for name in shapes if name.endswith("into")}
    for name in norms:
        weights |= {name + ".weight": np.ones(width), name + ".bias": np.zeros(width)}
    return Net(weights, {})


def views(phase: Phase, played: int, count: int) -> list[View]:
    """Views of decisions in hands played by chance."""
    book, dice = load_rulebook("bicycle"), Random(1)
    found: list[View] = []
    while len(found) < count:
        state = step(book, State(), Open(dealer=Seat(dice.randrange(4))))
        while not state.results:
            fact: Fact | None = next_automatic(book, state, dice)
            if fact is None:
                assert state.turn is not None
                seen = view(book, state, state.turn)
                before = sum(len(trick.plays) for trick in (*seen.tricks, seen.trick))
                if state.phase is phase and before == played and len(seen.legal) > 1 and not seen.alone:
                    found.append(seen)
                    break
                passes = [fact for fact in seen.legal if isinstance(fact, Pass)]
                fact = passes[0] if passes and dice.random() < 0.6 else dice.choice(seen.legal)
            state = step(book, state, fact)
    return found


def story_and_worlds(seen: View, count: int) -> tuple[Story, array[int]]:
    book = load_rulebook("bicycle")
    assert seen.seat is not None
    row = worth_row(Stakes(book, seen), seen.seat)
    return story_of(book, seen, row, tuple(-worth for worth in row)), deals(seen_by(book, seen), count, 1)


def choices_in(records: bytes, worlds: array[int]) -> int:
    """The cards with an alternative in hands that were played from the first card on."""
    found = 0
    for place in range(0, len(records), RECORD):
        trump, leader, cards = records[place + 3], records[place + 5], records[place + 8 : place + RECORD]
        hands = list(worlds[WORLD * (place // RECORD) :][:4])
        out = 1 << (records[place] ^ 2) if records[place + 1] else 0
        size = 3 if out else 4
        for start in range(0, 5 * size, size):
            trick = cards[start : start + size]
            seats = Trick(trump, leader, (), out).seats
            for seat, card in zip(seats, trick, strict=True):
                led = -1 if seat == leader else trick[0]
                found += legal_cards(hands[seat], led, trump).bit_count() > 1
                hands[seat] &= ~(1 << card)
            leader = seats[winning_place(list(trick), trump)]
    return found


def seconds(work: Callable[[], object]) -> float:
    """The quickest of three."""
    times = []
    for _ in range(3):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def figures(net: Net, hands: int, worlds: int) -> dict[str, float]:
    """Microseconds: for a decision, for a row in numpy, and for a world from three points of the hand."""
    weights, found = prepared(net), {}

    def played(cases: list[tuple[Story, array[int]]]) -> list[bytes]:
        return [play_on(weights, story, drawn, [BY_NET]) for story, drawn in cases]

    def followed(cases: list[tuple[Story, array[int]]]) -> list[array[float]]:
        return [follow(weights, story, drawn, SLIP) for story, drawn in cases]

    for name, phase, before in POINTS:
        cases = [story_and_worlds(seen, worlds) for seen in views(phase, before, hands)]
        spent = seconds(partial(played, cases))
        found[f"world_played_out_from_{name}"] = 1e6 * spent / hands / worlds
        found[f"world_followed_up_to_{name}"] = 1e6 * seconds(partial(followed, cases)) / hands / worlds
        if name == "first_lead":
            asked = sum(choices_in(records, drawn) for records, (_, drawn) in zip(played(cases), cases, strict=True))
            found["decision"] = 1e6 * spent / asked
    rows = np.random.default_rng(1).integers(0, 2, (512, INPUTS)).astype(np.float32)
    found["decision_in_numpy_512_at_once"] = 1e6 * seconds(lambda: net.policies(rows)) / len(rows)
    return found


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--blocks", type=int, default=2)
    parser.add_argument("--hands", type=int, default=10)
    parser.add_argument("--worlds", type=int, default=300)
    given = parser.parse_args()
    small = figures(small_net(given.width, given.blocks), given.hands, given.worlds)
    named = {
        "small_net": small,
        "shipped_net": figures(shipped(), given.hands, given.worlds),
    }
    told = {f"{of}_of_{name}_us": round(cost, 2) for name, row in named.items() for of, cost in row.items()}
    tell(told, at_most("decision_of_small_net_us", GOAL))


if __name__ == "__main__":
    main()
