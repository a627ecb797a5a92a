"""The birds of the table: every bot is one, and a person may choose one as a picture. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final

import msgspec

from bowerbird.hall.errors import NotAllowedError
from bowerbird.players.figures import Figures, Manner
from bowerbird.players.style import PLAIN, style_named
from bowerbird.rulebook.phrases import listed

__all__ = [
    "BIRDS",
    "BOTS",
    "BOT_NAMES",
    "BirdShown",
    "LevelShown",
    "check_bird",
    "check_bot_bird",
    "figures_file",
    "manner_of",
    "measured",
    "shown_birds",
]


class BotBird(msgspec.Struct, frozen=True):
    """A bird that plays: its style, and what people notice about it."""

    style: str
    habit: str


#: The birds that play, by name. The first four have a seat of their own.
BOTS: Final[Mapping[str, BotBird]] = {
    "wren": BotBird("patient", "Wren counts trumps and never hurries."),
    "robin": BotBird(PLAIN, "Robin hums while sorting the cards."),
    "heron": BotBird("careful", "Heron stands still, and then plays at once."),
    "finch": BotBird("bold", "Finch likes a quick hand and a full pile of tricks."),
    "plover": BotBird("exact", "Plover keeps a very straight hand of cards."),
    "magpie": BotBird("loner", "Magpie has an eye for jacks."),
    "curlew": BotBird("trump-happy", "Curlew looks long at every lead."),
}
#: The birds that have a portrait.
BIRDS: Final = (*BOTS, "lark", "jay", "owl")
#: Names of bots; no two at a table share one. A seat has four to choose from, beginning with its own, so seven will do.
BOT_NAMES: Final = tuple(bird.capitalize() for bird in BOTS)


def check_bird(bird: str) -> str:
    """A bird that a person may choose, or none. Refuses anything else with the list."""
    if bird and bird not in BIRDS:
        raise NotAllowedError(
            f"There is no picture of that name. Choose {listed(BIRDS, 'or')}, or none to keep your initials."
        )
    return bird


def check_bot_bird(bird: str) -> str:
    """A bird that plays, or none. Refuses anything else with the list."""
    if bird and bird not in BOTS:
        raise NotAllowedError(f"No bot is called that. Choose {listed(BOT_NAMES, 'or')}.")
    return bird


def manner_of(level: str, bird: str = "") -> Manner:
    """How a bot of a level plays as this bird; without one, as a bot that plays for a person."""
    return Manner.among_people(level, BOTS[bird].style if bird else PLAIN)


def figures_file() -> str:
    """The path of the measured figures in the package."""
    return str(files(__package__) / "bird_figures.json")


@lru_cache(maxsize=1)
def measured() -> dict[str, dict[str, Figures]]:
    """The figures of each bird by level. `bench/birds.py` measures them."""
    text = (files(__package__) / "bird_figures.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, dict[str, Figures]])


class LevelShown(msgspec.Struct, frozen=True):
    """A bird's figures at one level, in words and for a drawing: shares of hands, of hands and of calls.

    `usual` are those of the plain bird at this level.
    """

    words: str
    shares: tuple[float, float, float]
    usual: tuple[float, float, float]


class BirdShown(msgspec.Struct, frozen=True):
    """A bird as a page shows it: what people notice, its style, and its figures by level."""

    bird: str
    habit: str
    style: str
    levels: dict[str, LevelShown]


@lru_cache(maxsize=1)
def shown_birds() -> tuple[BirdShown, ...]:
    """Every bird that plays."""
    found = measured()
    usual = found[next(bird for bird, bot in BOTS.items() if bot.style == PLAIN)]
    return tuple(
        BirdShown(
            bird,
            bot.habit,
            style_named(bot.style).words,
            {
                level: LevelShown(_words(figures), _shares(figures), _shares(usual[level]))
                for level, figures in found[bird].items()
            },
        )
        for bird, bot in BOTS.items()
    )


def _shares(figures: Figures) -> tuple[float, float, float]:
    """Calls and lone hands of all hands, euchres of all calls."""
    shares = figures.of_hands(figures.calls), figures.of_hands(figures.alone), figures.of_calls(figures.euchred)
    calls, alone, euchred = (round(share, 3) for share, _ in shares)
    return calls, alone, euchred


def _words(figures: Figures) -> str:
    (calls, _), (euchred, _) = figures.of_hands(figures.calls), figures.of_calls(figures.euchred)
    alone = f"once in {round(figures.hands / figures.alone)}" if figures.alone else f"in none of {figures.hands}"
    return (
        f"Calls {round(100 * calls)} of 100 hands, goes alone {alone}, "
        f"and is euchred on {round(100 * euchred)} of 100 calls."
    )
