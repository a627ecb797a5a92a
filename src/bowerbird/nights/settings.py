"""The settings of a night as answers to the set-up questions of an event."""

from __future__ import annotations

from typing import Any, Final

from bowerbird.evening.setup import NewEvent
from bowerbird.event import EventError
from bowerbird.nights.room import NotExpressibleError
from bowerbird.nights.text import Fact, Night
from bowerbird.rulebook.event import COINS

__all__ = ["event_of"]

#: Settings whose value is a number of the rulebook.
_NUMBERS: Final = {
    "weeks": "event.season.weeks",
    "fee in cents": "event.money.fee",
    "minutes a game": "event.calendar.minutes_per_game",
    "target": "game.points",
    "best weeks": "event.season.best_weeks",
}
#: Settings whose value is one of a few words.
_WORDS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "above target": ("game.over_target", {"count": "counted", "stop": "not counted"}),
    "payout": ("event.money.payout", dict(zip(COINS, COINS, strict=True))),
    "sit-out": (
        "event.sit_out",
        {"mean": "mean score", "rounded mean": "rounded mean score", "nothing": "nothing"},
    ),
}


def event_of(night: Night) -> tuple[NewEvent, int]:
    """The event that a night asks for, and the year in which ages count."""
    answers: dict[str, Any] = {}
    rounds, year = 0, 0
    for name, value in night.settings.items():
        if name in ("rounds", "games"):
            rounds = _number(name, value)
        elif name == "year":
            year = _number(name, value)
        elif name in _NUMBERS:
            answers[_NUMBERS[name]] = _number(name, value)
        elif name in _WORDS:
            key, words = _WORDS[name]
            answers[key] = _word(name, value, words)
        elif name == "dimes":
            answers["event.money.stake_each_game"] = 0 if value == "off" else _number(name, value)
        elif name.startswith("shares ") and name.endswith(" tables"):
            least = name.removeprefix("shares ").partition("-")[0]
            row = [_number(name, part) for part in value.split()]
            answers.setdefault("event.money.shares", {})[least] = row
        else:
            raise NotExpressibleError(f"{name} = {value} isn't a setting that this program knows")
    date = next((item.words[1] for item in night.items if isinstance(item, Fact) and item.words[0] == "meeting"), "")
    wanted = NewEvent(
        rules=night.book, key="night", title=night.name, date=date, start="18:30", rounds=rounds, settings=answers
    )
    return wanted, year or int(date[:4] or 0)


def _number(name: str, value: str) -> int:
    if not value.isdigit():
        raise EventError(f"{name} = {value}: a whole number is needed.")
    return int(value)


def _word(name: str, value: str, words: dict[str, Any]) -> Any:
    if value not in words:
        raise NotExpressibleError(f"{name} = {value} isn't one of {', '.join(words)}")
    return words[value]
