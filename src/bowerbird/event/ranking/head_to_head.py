"""Rank two entries by the games they played against each other."""

from __future__ import annotations

from bowerbird.event.ranking.base import Contest, Group, RankingStep


class HeadToHead(RankingStep):
    """Who won more of their games against each other."""

    name = "head to head"
    rule = "head-to-head games"
    for_two = True

    def split(self, contest: Contest, tied: Group) -> list[Group]:
        """Both in order, or still tied if they did not meet or won equally often."""
        one, other = tied.names
        met = contest.encounters(one, other)
        wins = {name: [each.game for each in met if each.winner == name] for name in tied.names}
        if not met:
            return [tied.because("They did not meet.")]
        if len(wins[one]) == len(wins[other]):
            return [tied.because(f"They met {_times(len(met))} and won equally often.")]
        better, worse = (one, other) if len(wins[one]) > len(wins[other]) else (other, one)
        if len(met) == 1:
            reason = f"{better} beat {worse} in game {wins[better][0]}."
        else:
            reason = f"{better} won {len(wins[better])} of the {len(met)} games against {worse}."
        return tied.because(reason).ranked(better, worse)


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


KIND = HeadToHead()
