"""Who may do what: every role against everything that can be asked, other tables, older rounds, dead links."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from bowerbird.desk.links import ForbiddenError, Links, check_not_withdrawn
from bowerbird.evening.commands import _HANDLERS
from bowerbird.evening.facts import Role
from bowerbird.evening.requests import Do, Request
from bowerbird.evening.rights import Right
from bowerbird.event import EventError
from bowerbird.hall.errors import NotAllowedError
from bowerbird.keyring import Keyring
from desk.desks import DIRECTOR, HELPER, LINKS, PUBLIC, SIGN_UP, Room, player, role_link, table_card
from kit.rows import rows

#: What each role may ask for; the director for everything but what belongs to the people's own pages.
MAY: dict[Role, set[str]] = {
    "helper": {
        *("score", "stop", "accept", "dispute", "correct", "now"),
        *("hand", "no-hand", "deals", "trump-dealt", "mark"),
    },
    "player": {"score", "accept", "dispute", "claim"},
    "table": {"claim"},
    "sign-up": {"enter", "claim"},
    "public": set(),
    "season": set(),
    "season key": set(),
    "invitation": set(),
}
#: The least that makes each ask readable.
FIELDS: dict[str, dict[str, Any]] = {
    "enter": {"people": [{"name": "Newcomer"}]},
    "paste": {"text": "Newcomer"},
    "rename": {"name": "Ada", "to": "Adah"},
    "remove": {"name": "Ada"},
    "merge": {"name": "Ada", "into": "Al"},
    "pair": {"first": "Ada", "second": "Al"},
    "check-in": {"names": ["Ada"]},
    "late": {"name": "Ada"},
    "absent": {"name": "Ada"},
    "left": {"name": "Ada"},
    "sub": {"name": "Ada", "by": "Newcomer"},
    "sitting": {"name": "Ada"},
    "paid": {"names": ["Ada"]},
    "target": {"points": 7},
    "swap": {"first": "Ada", "second": "Al"},
    "plan": {"tables": [{"table": 1, "names": ["Ada", "Al", "Amy", "Ann"]}]},
    "place": {"tables": [{"table": 1, "names": ["Ada", "Al", "Amy", "Ann"]}]},
    "draw": {"table": 1, "cards": [["Ada", "Jh"], ["Al", "9c"]]},
    "clock": {"do": "start"},
    "cut": {"table": 1, "purpose": "deal", "cards": {"Ada": "Kh", "Al": "9c"}},
    "hand": {"table": 1, "maker": "Ada", "tricks": 3},
    "no-hand": {"table": 1, "why": "misdeal"},
    "deals": {"table": 1, "name": "Ada"},
    "trump-dealt": {"table": 1},
    "mark": {"table": 1, "happened": "march", "name": "Ada"},
    "stand-down": {"table": 1, "reason": "a spill"},
    "coins": {"coins": {"Ada": "heads"}},
    "play-off": {"winner": "Ada", "loser": "Al"},
    "share": {"entries": ["Ada", "Al"]},
    "fifty-fifty": {"taken": 0},
    "reveal": {"do": "hold"},
    "away": {"name": "Ada", "by": "Al"},
    "change": {"title": "Ours"},
    "now": {"table": 1, "ns": 3, "ew": 4},
    "overrule": {"ruling": 1, "reason": "seen again"},
    "score": {"table": 1, "ns": 10, "ew": 6},
    "stop": {"table": 1, "ns": 6, "ew": 4},
    "correct": {"table": 1, "round": 1, "ns": 10, "ew": 6, "reason": "typo"},
    "accept": {"table": 1},
    "dispute": {"table": 1},
    "rule": {"name": "Ada", "action": "note", "reason": "talking"},
    "ruling": {"irregularity": "revoke"},
    "settle": {"ruling": 1, "how": "added"},
    "foul-board": {"board": 1, "since": 1},
    "withdraw": {"role": "helper"},
    "remove-director": {"name": ""},
    "online": {"tables": "all"},
    "sit-in": {"tables": "all"},
    "claim": {"name": "Ada"},
}
WHATS = [str(kind.__struct_config__.tag) for kind in get_args(Do)]
NO_RIGHT = "This link does not give that right"


def test_every_ask_is_in_this_table() -> None:
    assert set(FIELDS) <= set(WHATS)
    assert set(_HANDLERS) == set(get_args(Do)), "a request that nothing carries out"
    assert all(issubclass(kind, Request) for kind in get_args(Do))


@rows("role", list(MAY))
@rows("what", WHATS)
def test_each_role_does_what_is_its_own_and_nothing_else(role: Role, what: str) -> None:
    room = Room()
    right = role_link(role, room)
    if what not in MAY[role]:
        room.refuses(NO_RIGHT, what, right, **FIELDS.get(what, {}))
        return
    said = ""
    try:
        room.do(what, right, **FIELDS.get(what, {}))
    except (NotAllowedError, EventError) as refusal:
        said = str(refusal)
    assert NO_RIGHT not in said


def test_a_player_enters_the_score_of_the_own_table_only() -> None:
    room = Room()
    first, other = room.at(1, 0), room.at(2, 0)
    room.refuses("You sit at table 1. Only the people at table 2", "score", first, table=2, ns=10, ew=6)
    room.refuses("You sit at table 2", "accept", other, table=1)
    room.refuses("You have no table in this round", "score", player("Nobody"), ns=10, ew=6)
    room.score(0, 10, 6, first)
    assert set(room.event.round.results) == {1}


def test_a_page_that_is_a_round_behind_changes_nothing() -> None:
    room = Room()
    somebody = room.at(1, 0)
    room.next_round()
    room.refuses("Round 1 is over; its score is in the director's hands", "score", somebody, round=1, ns=10, ew=6)
    room.refuses("Round 1 is over", "accept", somebody, round=1)
    room.refuses("Correct its score instead", "score", HELPER, round=1, table=1, ns=10, ew=6)
    room.play_round()
    room.do("finish")
    room.refuses("Round 2 is over", "score", somebody, round=2, ns=10, ew=6)


def test_a_helper_corrects_the_round_that_is_on_and_no_other() -> None:
    room = Room()
    room.score(1, 10, 6)
    room.do("correct", HELPER, round=1, table=1, ns=10, ew=7, reason="misread")
    assert room.result(1).score.points == (10, 7)
    room.next_round()
    room.refuses("Only the director corrects", "correct", HELPER, round=1, table=1, ns=10, ew=5, reason="again")
    room.do("correct", round=1, table=1, ns=10, ew=5, reason="again")
    assert room.event.rounds[0].results[1].score.points == (10, 5)


def test_phones_can_be_switched_off() -> None:
    room = Room()
    room.do("settings", phones=False)
    room.refuses("Scores go to the desk tonight", "score", room.at(1, 0), ns=10, ew=6)
    room.refuses("Scores go to the desk tonight", "claim", table_card(1), name=room.at(1, 0).name)
    room.score(1, 10, 6, HELPER)


def test_a_name_is_claimed_once_and_at_its_own_table() -> None:
    room = Room()
    first, stranger = room.at(1, 0).name, room.at(2, 0).name
    room.refuses("does not sit at table 1", "claim", table_card(1), name=stranger)
    room.do("claim", table_card(1), name=first.lower())
    room.refuses(f"{first} has a phone already. Ask the director", "claim", table_card(1), name=first)
    room.do("withdraw", role="player", name=first)
    room.do("claim", table_card(1), name=first)


def test_signing_up_enters_one_and_can_be_closed() -> None:
    room = Room("trailer-estates", 8, seat=False)
    said = room.do("enter", SIGN_UP, people=[{"name": "New  Comer"}])
    assert said == ("Welcome, New Comer. Please check in when you arrive.",)
    assert room.event.presence("New Comer") == "entered"
    room.refuses("Sign up one entry at a time", "enter", SIGN_UP, people=[{"name": "A"}, {"name": "B"}])
    room.do("settings", sign_up=False)
    room.refuses("Signing up is closed", "enter", SIGN_UP, people=[{"name": "Late Comer"}])


def test_a_link_says_its_event_role_and_name_and_nothing_else_fits_it() -> None:
    right = Right("night", "player", 3, "Zoë O’Neill & Söhne")
    token = LINKS.token(right)
    assert LINKS.read(token) == right
    assert token == LINKS.token(right)
    others = [
        Links(Keyring(b"another hall's secret, just as long")).token(right),
        token[:-1] + ("A" if token[-1] != "A" else "B"),
        token.replace("night", "evening"),
        token.replace(".p3.", ".d3."),
        token.replace(".p3.", ".p4."),
        "",
        "night.d0..",
        token + "x",
        LINKS.token(DIRECTOR).replace(".d0..", ".d0.QWRh."),
        "night.p0.\N{LATIN SMALL LETTER E WITH ACUTE}.AAAAAAAAAAAAAAAAAAAAAA",
    ]
    for forged in others:
        with pytest.raises(ForbiddenError, match="doesn't work"):
            LINKS.read(forged)


@rows(
    ("role", "name"),
    [("director", ""), ("helper", ""), ("public", ""), ("sign-up", ""), ("table", "1"), ("player", "Ada")],
)
def test_any_link_can_be_withdrawn_and_a_new_one_given(role: Role, name: str) -> None:
    room = Room()
    old = LINKS.read(LINKS.of("night", room.evening, role, name))
    check_not_withdrawn(old, room.evening)
    room.do("withdraw", role=role, name=name)
    with pytest.raises(ForbiddenError, match=r"This link was cancelled\. Ask the director for a new one"):
        check_not_withdrawn(old, room.evening)
    check_not_withdrawn(LINKS.read(LINKS.of("night", room.evening, role, name)), room.evening)
    other = LINKS.read(LINKS.of("night", room.evening, "player", "Al"))
    check_not_withdrawn(other, room.evening)


def test_a_link_given_out_before_an_undo_is_void_after_the_next_withdrawal() -> None:
    room = Room()
    room.do("withdraw", role="helper")
    between = LINKS.read(LINKS.of("night", room.evening, "helper"))
    room.do("undo")
    check_not_withdrawn(HELPER, room.evening)
    room.do("withdraw", role="helper")
    for old in (HELPER, between):
        with pytest.raises(ForbiddenError, match="cancelled"):
            check_not_withdrawn(old, room.evening)
    assert room.again().evening.generation == room.evening.generation


def test_withdrawing_wants_a_link_that_there_is() -> None:
    room = Room()
    room.refuses("Nobody called 'Nemo'", "withdraw", role="player", name="Nemo")
    room.refuses("has no name", "withdraw", role="helper", name="Ada")
    room.refuses("the number of the table", "withdraw", role="table", name="Ada")
    room.refuses("belongs to a season", "withdraw", role="season")
    room.refuses("belongs to a season", "withdraw", role="season key")
    assert PUBLIC.by == "public"
