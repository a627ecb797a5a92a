"""The interface of players: a player gets a view and chooses one of its legal actions. It gets nothing else.

A seed is set when the player is made. A decision depends on the seed and the view only, so the same view gives the same
answer, however many decisions went before.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final, Protocol

from bowerbird.errors import BowerbirdError
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, IllegalActionError, View

__all__ = ["BotError", "Player", "ask", "decision_seed"]


#: Characters of a choice in an error: what isn't legal can be anything.
_LONGEST: Final = 100


class BotError(BowerbirdError, ValueError):
    """A bot that can't be made, or that raised or chose something illegal.

    `__cause__` is what it raised, or an `IllegalActionError`. To ask it again, give it `view`.
    """

    #: The bot as it was given, such as `my_bots:Bold`.
    bot: str = ""
    #: The seat that it decided for; None if it couldn't be made.
    seat: Seat | None = None
    #: The number of the deal, from 1.
    hand: int = 0
    #: What it was shown.
    view: View | None = None


class Player(Protocol):
    """Anything that can play: a level, or a class of your own. A class takes a seed as its first argument."""

    #: The name of its level.
    level: str

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`, which is never empty here. The same seed and view should give the same answer."""
        ...


def decision_seed(seed: int, view: View) -> int:
    """A 63-bit seed for one decision, different for every view and seed."""
    seen = (
        seed,
        view.seat,
        view.phase.value,
        view.dealer,
        view.score,
        view.hands_played,
        view.hand,
        view.counts,
        view.turn_up,
        view.calls,
        view.discards,
        [trick.plays for trick in view.tricks],
        view.trick.plays,
    )
    return int.from_bytes(blake2b(repr(seen).encode(), digest_size=8).digest(), "big") >> 1


def ask(bot: Player, given: str, book: Rulebook, view: View, hand: int, game: int = 0) -> Fact:
    """What a bot chooses. Raises `BotError` if it raises, or chooses something illegal.

    Args:
        bot: The bot.
        given: Its name as it was given.
        book: The rules.
        view: What it may see. Its legal actions are those it may choose.
        hand: The number of the deal, from 1.
        game: The number of the game; 0 if there is only one.
    """
    said = "raised"
    try:
        chosen = bot.choose(book, view)
        said = "chose"
        if chosen not in view.legal:
            legal = ", ".join(map(repr, view.legal))
            raise IllegalActionError(f"{repr(chosen)[:_LONGEST]} isn't legal here. What is: {legal}")
    except Exception as cause:
        what = "something illegal" if said == "chose" else type(cause).__name__
        assert view.seat is not None
        where = f"deal {hand} of game {game}" if game else f"deal {hand}"
        error = BotError(f"{given} {said} {what} as {view.seat.word}, in {where}: {cause}")
        error.bot, error.seat, error.hand, error.view = given, view.seat, hand, view
        raise error from cause
    return view.legal[view.legal.index(chosen)]  # with its parts of the right kinds
