"""`bowerbird bench`: measure the speed of the kernel, and of OpenSpiel if it is installed.

Every figure is per second of processor time on one core, the best of a few runs of the same work.
"""

from __future__ import annotations

import random
import time
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from bowerbird.kernel.position import Trick
    from bowerbird.kernel.seen import Seen

__all__ = ["bench", "measure"]

_UNCOMPILED = (
    "The kernel is not compiled: the answers are right, but a few hundred times slower. "
    "To compile it, install a C compiler and then Bowerbird again."
)

_TITLES = {
    "solve_exact_per_s": "open hands solved, tricks",
    "solve_outcome_per_s": "open hands solved, outcome",
    "simulate_hands_per_s": "random hands played",
    "pimc_100_decisions_per_s": "cards chosen over 100 deals",
    "openspiel_hands_per_s": "random hands in OpenSpiel",
}


def bench(json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Measure the kernel on one core."""
    figures = measure()
    if json:
        from msgspec.json import encode, format

        typer.echo(format(encode(figures), indent=2))
        return
    for key, title in _TITLES.items():
        value = figures[key]
        typer.echo(f"{title:32}{'not installed' if value is None else f'{value:,.0f} a second'}")
    if figures["simulate_over_openspiel"] is not None:
        typer.echo(f"{'times OpenSpiel':32}{figures['simulate_over_openspiel']:,.0f}")
    if not figures["compiled"]:
        typer.echo(_UNCOMPILED, err=True)


def measure() -> dict[str, bool | float | None]:
    """Measure everything once. The ratios can be compared between machines."""
    from bowerbird.kernel.position import OUTCOME
    from bowerbird.kernel.sample import pimc
    from bowerbird.kernel.search import COMPILED
    from bowerbird.kernel.simulate import RANDOM, hands
    from bowerbird.kernel.solve import solve_many

    scale = 1.0 if COMPILED else 0.002
    deals = _deals(int(40_000 * scale))
    jobs = _decisions(int(200 * scale) + 1)
    many = int(400_000 * scale)

    def decide() -> None:
        for number, (seen, trick) in enumerate(jobs):
            pimc(seen, trick, 100, number, side=seen.seat & 1)

    exact = len(deals[1]) / _seconds(lambda: solve_many(*deals))
    outcome = len(deals[1]) / _seconds(lambda: solve_many(*deals, cuts=OUTCOME))
    simulated = many / _seconds(lambda: hands(many, 1, policies=(RANDOM, RANDOM)))
    decisions = len(jobs) / _seconds(decide)
    openspiel = _openspiel(2_000)
    return {
        "compiled": COMPILED,
        "solve_exact_per_s": round(exact),
        "solve_outcome_per_s": round(outcome),
        "simulate_hands_per_s": round(simulated),
        "pimc_100_decisions_per_s": round(decisions),
        "openspiel_hands_per_s": None if openspiel is None else round(openspiel),
        "outcome_over_exact": round(outcome / exact, 2),
        "simulate_over_openspiel": None if openspiel is None else round(simulated / openspiel, 1),
        "solve_exact_over_openspiel": None if openspiel is None else round(exact / openspiel, 1),
    }


def _seconds(work: Callable[[], object], runs: int = 3) -> float:
    """Processor time of the fastest run, as the slower ones were disturbed."""
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return max(best, 1e-9)


def _deals(count: int) -> tuple[array[int], array[int], array[int], array[int], array[int]]:
    """Random deals of the standard deck, with any trump and leader and four players."""
    from bowerbird.cards import Pack
    from bowerbird.kernel.position import mask_of

    chance = random.Random(1)
    deck = list(Pack().cards)
    hands, trumps, leaders = array("Q"), array("B"), array("B")
    for _ in range(count):
        chance.shuffle(deck)
        hands.extend(mask_of(deck[5 * seat : 5 * seat + 5]) for seat in range(4))
        trumps.append(chance.randrange(4))
        leaders.append(chance.randrange(4))
    return hands, trumps, leaders, array("B", bytes(count)), array("B", bytes(count))


def _decisions(count: int) -> list[tuple[Seen, Trick]]:
    """Every card of `count` random hands where the player had a choice, as that player saw it."""
    from bowerbird.cards import Pack
    from bowerbird.kernel.play import legal_cards, winning_place
    from bowerbird.kernel.position import Trick, cards_of, mask_of
    from bowerbird.kernel.seen import Seen

    chance = random.Random(2)
    pack = Pack()
    deck = list(pack.cards)
    found = []
    for number in range(count):
        chance.shuffle(deck)
        hands = [mask_of(deck[5 * seat : 5 * seat + 5]) for seat in range(4)]
        dealer, turn_up = number % 4, deck[20]
        trump = int(turn_up.suit)
        discard = chance.choice(cards_of(hands[dealer]))
        hands[dealer] ^= 1 << discard | 1 << turn_up
        plays: list[tuple[int, int]] = []
        leader, won = (dealer + 1) % 4, [0, 0]
        while hands[leader]:
            on_table: list[int] = []
            for seat in (leader, (leader + 1) % 4, (leader + 2) % 4, (leader + 3) % 4):
                cards = cards_of(legal_cards(hands[seat], on_table[0] if on_table else -1, trump))
                if len(cards) > 1:
                    seen = Seen.of_play(
                        pack.mask,
                        seat,
                        hands[seat],
                        dealer,
                        turn_up,
                        picked_up=True,
                        own_discard=discard if seat == dealer else None,
                        trump=trump,
                        plays=plays,
                    )
                    found.append((seen, Trick(trump, leader, tuple(on_table), won=(won[0], won[1]))))
                card = chance.choice(cards)
                hands[seat] ^= 1 << card
                on_table.append(card)
                plays.append((seat, card))
            leader = (leader + winning_place(on_table, trump)) % 4
            won[leader & 1] += 1
    return found


def _openspiel(count: int) -> float | None:
    """Random hands per second in OpenSpiel, stepped from Python; None if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    chance = random.Random(3)
    game = pyspiel.load_game("euchre")

    def play() -> None:
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))

    return count / _seconds(play)
