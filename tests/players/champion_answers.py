"""Second looks of a champion that is given all the worlds it likes, for a kernel that has no time for so many."""

from __future__ import annotations

from time import process_time

from bowerbird import load_rulebook
from bowerbird.players.champion import ChampionPlayer
from bowerbird.table import Phase, view
from players.tables import decisions, small

#: Seconds for a second look. Most take a fifth of one.
LIMIT = 2.0


def answers() -> str:
    book, champion = load_rulebook("bicycle"), ChampionPlayer(2)
    told: list[bool] = []
    for state in decisions(book, (small("club"), small("club")), seed=5):
        if state.phase is not Phase.PLAY or state.turn is None:
            continue
        seen = view(book, state, state.turn)
        began = process_time()
        again = champion._look_again(book, seen)
        if again is not None:
            told.append(again.facts[again.chosen] in seen.legal and process_time() - began < LIMIT)
        if len(told) == 4:
            break
    return str(told)
