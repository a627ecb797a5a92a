"""Rank two or three entries by games after the last round; more than three share the place."""

from __future__ import annotations

from bowerbird.event.facts import CoinsTossed, PlayOffPlayed
from bowerbird.event.ranking.base import Contest, Due, Group, RankingStep
from bowerbird.event.words import listed


class PlayOff(RankingStep):
    """Two play one game. Three toss coins for a bye, and the winner of the others plays the one who had it."""

    name = "play-off"
    rule = "a play-off"
    after_play = True

    def split(self, contest: Contest, tied: Group) -> list[Group]:
        """The entries in order as far as they have played."""
        if len(tied.names) == 2:
            return _extra_game(contest, tied)
        if len(tied.names) == 3:
            return _bye_and_final(contest, tied)
        return [tied.because(f"A play-off is for two or three, and {len(tied.names)} are tied.")]


def _extra_game(contest: Contest, tied: Group) -> list[Group]:
    game = _game_between(contest, tied.names)
    if game is None:
        contest.due.append(Due("game", tied.names))
        return [_waits(tied, f"{listed(tied.names)} play one extra game for it.")]
    return tied.because(f"{game.winner} won the extra game against {game.loser}.").ranked(game.winner, game.loser)


def _bye_and_final(contest: Contest, tied: Group) -> list[Group]:
    """Toss coins until one is odd; the other two play; the winner plays the one who had the bye."""
    tosses = (toss for toss in contest.coins if set(toss.coins) == set(tied.names))
    bye = next(filter(None, map(_odd, tosses)), None)
    if bye is None:
        contest.due.append(Due("coins", tied.names))
        return [_waits(tied, f"{listed(tied.names)} toss coins until one is odd and has the bye.")]
    others = tuple(name for name in tied.names if name != bye)
    tied = tied.because(f"{bye} had the odd coin and the bye.")
    semi = _game_between(contest, others)
    if semi is None:
        contest.due.append(Due("game", others))
        return [_waits(tied, f"{listed(others)} play; the winner plays {bye}.")]
    tied = tied.because(f"{semi.winner} beat {semi.loser}.")
    finalists = (semi.winner, bye)
    final = _game_between(contest, finalists, contest.play_offs.index(semi) + 1)
    if final is None:
        contest.due.append(Due("game", finalists))
        waiting = Group(finalists, tied.reasons)
        return [_waits(waiting, f"{semi.winner} and {bye} play for the higher place."), *tied.ranked(semi.loser)]
    tied = tied.because(f"{final.winner} beat {final.loser} in the last game.")
    return tied.ranked(final.winner, final.loser, semi.loser)


def _waits(group: Group, reason: str) -> Group:
    return Group(group.names, (*group.reasons, reason), waits=True)


def _odd(toss: CoinsTossed) -> str:
    """The person whose coin differs from the other two, if any."""
    sides = list(toss.coins.values())
    return next((name for name, side in toss.coins.items() if sides.count(side) == 1), "")


def _game_between(contest: Contest, two: tuple[str, ...], after: int = 0) -> PlayOffPlayed | None:
    return next((game for game in contest.play_offs[after:] if {game.winner, game.loser} == set(two)), None)


KIND = PlayOff()
