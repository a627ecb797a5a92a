"""The help of each field of a request, for arguments and options that are made from it. A test finds a missing one.

A field that means something else in one request has a line of its own, as in `reveal.place`.
"""

from __future__ import annotations

from typing import Final

from bowerbird.cli.files import DASH_IN

__all__ = ["FIELD_HELP", "field_help"]

FIELD_HELP: Final[dict[str, str]] = {
    "action": "What the director does.",
    "alone": "The maker played alone.",
    "board": "The number of the board.",
    "bots": "Let bots play for people who don't come to online tables.",
    "by": "The player who sits in.",
    "claim": "The side whose score is right, where the two differ.",
    "clause": "The clause of the rules, such as ALB-5b.",
    "date": "The day, such as 2026-01-05.",
    "do": "What to do.",
    "entries": "The entries that share the place.",
    "first": "The first player.",
    "happened": "What happened.",
    "here": "Check them in at once.",
    "holds": "A condition that was met. May be repeated.",
    "how": "How the points are settled.",
    "into": "The entry that stays.",
    "irregularity": "What went wrong, such as revoke.",
    "loser": "The entry that lost.",
    "loser_points": "The loser's points.",
    "lost_by": "The side that lost a game, where nobody has won it by points.",
    "maker": "The player who made trump.",
    "meeting": "An older meeting, by its number. 0 is the one in progress.",
    "minutes": "How many minutes to add.",
    "name": "A player's name.",
    "names": "Players' names.",
    "ns": "Points of North and South.",
    "ew": "Points of East and West.",
    "of_age": "They have confirmed their age.",
    "off": "What the points come off.",
    "offender": "The player who did it.",
    "overruled": "The director's own remedy, in place of the one in the rules.",
    "paid": "They have paid the fee.",
    "phone": "The number that a phone drew for itself.",
    "phones": "Players use their phones for scores.",
    "place": "The location.",
    "points": "How many points.",
    "reason": "Why, for the record.",
    "reveal.place": "With next, announce everything from this place down.",
    "round": "The round, counted from the first of the event.",
    "ruling": "The number of the ruling.",
    "season": "The season that the event counts for.",
    "second": "The second player.",
    "seq": "The number of the command, as `history` shows it. 0 is the last one.",
    "sign_up": "People can sign up by a link.",
    "since": "The first round that had other cards. 0 if the board was right after all.",
    "sitting": "The player keeps one seat.",
    "start": "The time of the start, such as 18:30.",
    "sure": "Yes, although somebody then sees two hands of a board.",
    "table": "The number of the table.",
    "taken": "The money that the tickets brought, in cents.",
    "text": f"The list: one name on each line, A & B for a team, or CSV. {DASH_IN}",
    "to": "The right name.",
    "tricks": "How many tricks that side took.",
    "unfinished": "The fate of games without a settled score.",
    "until": "How long the sub plays.",
    "why": "Why there was no hand.",
    "winner": "The entry or player who won.",
    "winner_points": "The winner's points.",
    "worth": "What the missed games count.",
    "zone": "The zone that they play for.",
    "born": "The year of birth.",
}


def field_help(what: str, field: str) -> str:
    """The help of a field in the request of this name."""
    return FIELD_HELP.get(f"{what}.{field}") or FIELD_HELP[field]
