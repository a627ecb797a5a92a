"""EGN files of the older form: give their keys the names of today, and leave out what isn't part of the game.

Version 1.0 wrote some keys with underscores, and counted phases from 1. The program that wrote it put the times and the
layout of a video into the same file. `kitty` and `initialLead` stay, because they tell something about the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

__all__ = ["upgraded"]

#: Old names that are read as they are: alone, they do not make a file an old one.
_STILL_READ: Final = {"matchId": "gameId", "player_cards": "playerCards"}
_RENAMED: Final = {
    **_STILL_READ,
    "match_id": "gameId",
    "initial_score": "initialScore",
    "final_score": "finalScore",
    "deal_number": "dealNumber",
    "initial_state": "initialState",
    "up_card": "upCard",
    "phase_number": "phaseNumber",
    "is_alone": "isAlone",
    "alone_defender": "aloneDefender",
    "card_exchanges": "cardExchanges",
    "calls_annotations": "callAnnotations",
    "tricks_annotations": "playAnnotations",
    "initial_lead": "initialLead",
    "alternative_lines": "alternativeLines",
    "branch_index": "branchIndex",
}
#: What a program for videos wrote beside the game.
_OF_A_VIDEO: Final = ("timings", "views", "viewSwitches", "videoUrl")
_PHASES: Final = {"EUCHRE_BIDDING": 0, "TRICK_PLAY": 1}
_NOW: Final = "1.4"


def upgraded(raw: Any, tell: Callable[[str], None]) -> Any:
    """The data of a file in today's form. A file that is in it already is returned as it is, and nothing is told."""
    if not isinstance(raw, dict):
        return raw
    found: dict[str, None] = {}
    kept = {key: value for key, value in raw.items() if key not in _OF_A_VIDEO}
    renamed = _renamed(kept, found)
    left_out = [key for key in raw if key not in kept]
    if not left_out and not set(found) - set(_STILL_READ):
        return raw
    for deal in _dicts(renamed.get("deals")):
        for phases in (deal, *_dicts(deal.get("alternativeLines"))):
            _count_from_0(_dicts(phases.get("phases")))
    version = raw.get("version")
    if isinstance(version, str) and version.startswith(("1.0", "1.1")) and not _tells_more(renamed):
        renamed["version"] = _NOW
    tell(_line(version, list(found), left_out))
    return renamed


def _renamed(value: Any, found: dict[str, None]) -> Any:
    """The value with new names for old keys. The ruleset keeps its underscores."""
    if isinstance(value, list):
        return [_renamed(each, found) for each in value]
    if not isinstance(value, dict):
        return value
    named = {}
    for key, each in value.items():
        new = _RENAMED.get(key, key)
        if new != key and new not in value:
            found[key] = None
            key = new
        named[key] = each if key == "ruleset" else _renamed(each, found)
    return named


def _count_from_0(phases: list[dict[str, Any]]) -> None:
    for phase in phases:
        kind = phase.get("type")
        if "phaseNumber" in phase and isinstance(kind, str) and kind in _PHASES:
            phase["phaseNumber"] = _PHASES[kind]


def _tells_more(renamed: dict[str, Any]) -> bool:
    """True if the file has a key that tells something about the game, and that today's form lacks."""
    deals = _dicts(renamed.get("deals"))
    starts = [start for deal in deals if isinstance(start := deal.get("initialState"), dict)]
    phases = [phase for deal in deals for phase in _dicts(deal.get("phases"))]
    return any("kitty" in start for start in starts) or any("initialLead" in phase for phase in phases)


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _line(version: Any, renamed: list[str], left_out: list[str]) -> str:
    named = ", ".join(f"{key} is now {_RENAMED[key]}" for key in renamed)
    dropped = f"{', '.join(left_out)} left out, because that is about a video" if left_out else ""
    what = "; ".join(filter(None, (named, dropped)))
    return f"this is the older form of EGN ({str(version)[:12]}), upgraded on reading: {what}."
