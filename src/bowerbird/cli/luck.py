"""Luck and skill of a recorded game, for `bowerbird review`. Contains no rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bowerbird.cli.common import grid

if TYPE_CHECKING:
    from rich.console import Console

    from bowerbird.cli.recorded import Judged
    from bowerbird.notation import Replay, ReplayedDeal
    from bowerbird.players.luck.fortune import Breakdown
    from bowerbird.table import State

__all__ = ["luck_of", "print_luck"]


def luck_of(played: Replay, hands: Iterable[tuple[ReplayedDeal, Sequence[Judged]]]) -> list[Breakdown]:
    """Luck and skill of each hand that the record shows in full."""
    from bowerbird.players.luck.fortune import Cost, played_hand
    from bowerbird.players.luck.par import dealt

    found = []
    scores = (played.start, *(deal.score for deal in played.deals))
    before = {deal.number: score for deal, score in zip(played.deals, scores, strict=False)}
    for deal, looked in hands:
        if deal.open or any(each.decision.unknown for each in looked):
            continue
        costs = [
            Cost(each.decision.seat, each.found.options[0].points - each.chosen.points, (each.chosen.doubt or 0) / 2)
            for each in looked
            if each.found is not None and each.chosen is not None
        ]
        points = deal.points[0] - deal.points[1]
        found.append(played_hand(points, dealt(played.book, _start(deal, before[deal.number])), costs))
    return found


def _start(deal: ReplayedDeal, score: tuple[int, int]) -> State:
    """The table before the first call of a recorded deal, at this score."""
    from bowerbird.table import Hand, Phase, State

    hand = Hand(held=deal.hand.dealt, dealt=deal.hand.dealt, turn_up=deal.hand.turn_up, turn_up_is="shown")
    return State(phase=Phase.FIRST_ROUND, dealer=deal.dealer, turn=deal.dealer.left, score=score, hand=hand)


def print_luck(out: Console, names: Sequence[str], hands: Sequence[Breakdown], of: int) -> None:
    """Print where the points came from, if any hand is known well enough."""
    from bowerbird.players.luck.fortune import total
    from bowerbird.players.luck.told import pair, told

    if not hands:
        return
    out.print()
    out.print("Luck and skill" if len(hands) == of else f"Luck and skill in {len(hands)} of {of} hands", style="bold")
    table = grid()
    for row in told(total(hands), names):
        table.add_row(*row)
    out.print(table)
    out.print("Decisions are measured against the teacher's choices. ± is the margin of error.", style="dim")
    out.print(f"Plus is good for {pair(names)}, so an opponent's mistake is a plus.", style="dim")
