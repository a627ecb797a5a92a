"""Tables played by players, for tests of what players see and choose."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from bowerbird.players import Player, player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.explain import Explanation, explain
from bowerbird.players.judge import Judgement
from bowerbird.players.judge.opinion import opinion
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, Open, State, View, step, view

__all__ = ["EVERY_OPTION", "SMALL", "changed", "decisions", "explained", "play_game", "quick_judge", "small"]

#: Settings that make the thinking players quick; what they do does not change.
SMALL: dict[str, dict[str, int]] = {
    "sampler": {"samples": 8},
    "expert": {"call_worlds": 12, "card_worlds": 8},
    "champion": {"worlds": 24, "played": 8},
}

#: Every option of a hand that some house plays, beside the books as they are.
EVERY_OPTION: dict[str, dict[str, dict[str, Any]]] = {
    "farmer's hand exchanged": {"deal": {"exchange_for": ["farmer's hand"]}},
    "farmer's hand dealt again": {"deal": {"new_deal_for": ["farmer's hand"]}},
    "ace with no face": {"deal": {"new_deal_for": ["ace with no face"]}},
    "joker": {"pack": {"joker": True}},
    "32 cards and a joker": {"pack": {"lowest": 7, "joker": True}},
    "no trump": {"auction": {"no_trump": True}, "pack": {"joker": True}},
    "stick the dealer, naturals": {
        "auction": {"stick_the_dealer": True, "need_first_round": "natural", "need_second_round": "natural"}
    },
    "partner goes alone": {"auction": {"partner_orders_alone": True}, "alone": {"partners_best": True}},
    "defend alone": {"alone": {"defend_alone": "lone calls", "partners_best": True}},
    "defend alone against any call": {"alone": {"defend_alone": "any call"}},
    "left of the lone hand leads": {"lead": {"opening": "left of lone hand"}, "discard": {"turn_up": True}},
    "three hands, personal cards": {"game": {"points": 0, "hands": 3}, "personal_card": {"kept": True}},
}


def changed(name: str, changes: dict[str, dict[str, Any]], points: int = 4) -> Rulebook:
    """A book with some settings changed, and a short game."""
    book = load_rulebook(name)
    short = {"game": {"points": points, "hands": book.game.hands and 3}}
    for section, settings in {**short, **changes}.items():
        part = msgspec.structs.replace(getattr(book, section), **settings)
        book = msgspec.structs.replace(book, **{section: part})
    return book


def small(name: str, seed: int = 0) -> Player:
    """A player that thinks little."""
    return player(name, seed, **SMALL.get(name, {}))


def quick_judge(book: Rulebook, seen: View) -> Judgement:
    """Takes the place of the judge in tests that are not about its judgement."""
    return opinion(book, seen, ExpertPlayer(budget=20).outlooks(book, seen), "expert")


def decisions(book: Rulebook, players: tuple[Player, Player], seed: int, mode: Any = "guarded") -> Iterator[State]:
    """A whole game by two kinds of players: the state before each decision, and at the end the last one."""
    dice = Random(seed)
    state = step(book, State(), Open(dealer=Seat(seed % 4), mode=mode))
    while not state.is_over:
        fact: Fact | None = next_automatic(book, state, dice)
        if fact is None:
            yield state
            assert state.turn is not None
            seen = view(book, state, state.turn)
            fact = players[state.turn.side].choose(book, seen)
            assert fact in seen.legal
        state = step(book, state, fact)
    yield state


def play_game(book: Rulebook, players: tuple[Player, Player], seed: int) -> State:
    """The last state of a game."""
    *_, last = decisions(book, players, seed)
    return last


def explained(book: Rulebook, seen: View, chooser: Player) -> Explanation:
    """What a player says about a decision: it is the one that it takes, and nothing that may be done is left out."""
    found = explain(book, seen, chooser)
    assert found.chosen == chooser.choose(book, seen)
    if len(seen.legal) > 1:
        assert {option.fact for option in found.options} == set(seen.legal)
    return found
