"""The levels of players by name, weakest first. Light, so that help texts and completion can list them at once."""

from __future__ import annotations

from typing import Final

__all__ = ["LEVELS", "LEVEL_WORDS"]

#: The class of every level, weakest first.
LEVELS: Final[dict[str, str]] = {
    "random": "bowerbird.players.random_player:RandomPlayer",
    "novice": "bowerbird.players.novice:NovicePlayer",
    "simple": "bowerbird.players.simple:SimplePlayer",
    "club": "bowerbird.players.club:ClubPlayer",
    "sampler": "bowerbird.players.sampler:SamplerPlayer",
    "expert": "bowerbird.players.expert:ExpertPlayer",
    "master": "bowerbird.players.master:MasterPlayer",
    "champion": "bowerbird.players.champion:ChampionPlayer",
}
#: The name of every level for people.
LEVEL_WORDS: Final[dict[str, str]] = {
    "random": "Plays any card",
    "novice": "Beginner",
    "simple": "Learner",
    "club": "Club player",
    "sampler": "Good club player",
    "expert": "Expert",
    "master": "Master",
    "champion": "Champion",
}
