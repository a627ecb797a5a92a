"""`bowerbird bench`: measure the speed of the kernel beside plain C, and beside OpenSpiel if it is installed.

Every figure is per second of processor time on one core, the best of a few rounds of the same work. The ratio to plain
C is the middle one of the rounds.
"""

from __future__ import annotations

import random
import time
from array import array
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bowerbird.cli.common import AsJson, print_json, say_if_uncompiled, stop

if TYPE_CHECKING:
    from bowerbird.cli.plain_c import Deals, Measured
    from bowerbird.kernel.position import Trick
    from bowerbird.kernel.seen import Seen

__all__ = ["bench", "measure", "random_deals"]

_TITLES = {
    "solve_exact_per_s": "open hands solved, tricks",
    "solve_outcome_per_s": "open hands solved, outcome",
    "simulate_hands_per_s": "random hands played",
    "pimc_100_decisions_per_s": "cards chosen over 100 deals",
    "openspiel_hands_per_s": "random hands in OpenSpiel",
}
#: What plain C does too: the figure, and the ratio.
_OVER_C = {
    "solve_exact_per_s": "solve_exact_over_c",
    "solve_outcome_per_s": "solve_outcome_over_c",
    "simulate_hands_per_s": "simulate_over_c",
}


def bench(
    as_json: AsJson = False,
    seed: Annotated[int, typer.Option(help="The seed of the deals.", min=0)] = 1,
    rounds: Annotated[int, typer.Option(help="Rounds of each piece of work.", min=1)] = 5,
) -> None:
    """Measure the kernel on one core, beside the same work in plain C."""
    from bowerbird.cli.plain_c import DifferentResultsError, NoPlainCError

    say_if_uncompiled()
    try:
        figures = measure(seed, rounds)
    except (DifferentResultsError, NoPlainCError) as error:
        stop(str(error), 1)
    if as_json:
        print_json(figures)
        return
    for key, title in _TITLES.items():
        value = figures[key]
        rate = "not installed" if value is None else f"{value:,.0f} a second"
        typer.echo(f"{title:32}{rate:24}{_told_over_c(figures, key)}".rstrip())
    if figures["simulate_over_openspiel"] is not None:
        typer.echo(f"{'times OpenSpiel':32}{figures['simulate_over_openspiel']:,.0f}")
    if figures["no_plain_c"] is not None:
        typer.echo(f"No comparison with plain C. {figures['no_plain_c']}", err=True)


def _told_over_c(figures: dict[str, Any], key: str) -> str:
    ratio = figures[_OVER_C[key]] if key in _OVER_C else None
    if ratio is None:
        return ""
    lowest, highest = figures[f"{_OVER_C[key]}_range"]
    return f"{ratio:.2f} of plain C ({lowest:.2f} to {highest:.2f})"


def measure(seed: int = 1, rounds: int = 5) -> dict[str, Any]:
    """Measure everything once. The ratios can be compared between machines."""
    from bowerbird.cli.plain_c import NoPlainCError, compare, plain_c
    from bowerbird.kernel.position import EXACT, OUTCOME
    from bowerbird.kernel.sample import pimc
    from bowerbird.kernel.search import COMPILED
    from bowerbird.kernel.simulate import RANDOM, hands
    from bowerbird.kernel.solve import solve_many
    from bowerbird.players.provenance import provenance

    scale = 1.0 if COMPILED else 0.002
    deals = random_deals(int(40_000 * scale), seed)
    jobs = _decisions(int(200 * scale) + 1)
    many = int(400_000 * scale)
    no_plain_c = None

    def decide() -> None:
        for number, (seen, trick) in enumerate(jobs):
            pimc(seen, trick, 100, number, side=seen.seat & 1)

    with ExitStack() as stack:
        try:
            program = stack.enter_context(plain_c(deals))
        except NoPlainCError as error:
            program, no_plain_c = None, str(error)
        exact = compare(lambda: solve_many(*deals), f"solve {EXACT}", program, rounds)
        outcome = compare(lambda: solve_many(*deals, cuts=OUTCOME), f"solve {OUTCOME}", program, rounds)
        policies = (RANDOM, RANDOM)
        simulated = compare(lambda: hands(many, seed, policies=policies), f"random {many} {seed}", program, rounds)
    decisions = len(jobs) / _seconds(decide)
    openspiel = _openspiel(2_000)
    solved, played = len(deals[1]) / exact.seconds, many / simulated.seconds
    return {
        **provenance(),
        "seed": seed,
        "solve_exact_per_s": round(solved),
        "solve_outcome_per_s": round(len(deals[1]) / outcome.seconds),
        "simulate_hands_per_s": round(played),
        "pimc_100_decisions_per_s": round(decisions),
        "openspiel_hands_per_s": None if openspiel is None else round(openspiel),
        **_over_c("solve_exact_over_c", exact),
        **_over_c("solve_outcome_over_c", outcome),
        **_over_c("simulate_over_c", simulated),
        "no_plain_c": no_plain_c,
        "outcome_over_exact": round(exact.seconds / outcome.seconds, 2),
        "simulate_over_openspiel": None if openspiel is None else round(played / openspiel, 1),
        "solve_exact_over_openspiel": None if openspiel is None else round(solved / openspiel, 1),
    }


def _over_c(key: str, found: Measured) -> dict[str, Any]:
    if found.ratio is None or found.lowest is None or found.highest is None:
        return {key: None, f"{key}_range": None}
    return {key: round(found.ratio, 3), f"{key}_range": [round(found.lowest, 3), round(found.highest, 3)]}


def _seconds(work: Callable[[], object], runs: int = 3) -> float:
    """Processor time of the fastest run, as the slower ones were disturbed."""
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return max(best, 1e-9)


def random_deals(count: int, seed: int) -> Deals:
    """Random deals of the standard deck, with any trump and leader and four players."""
    from bowerbird.cards import Pack
    from bowerbird.kernel.position import mask_of

    chance = random.Random(seed)
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
