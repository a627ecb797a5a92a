"""Worlds in bulk, for a search on top of a net: deal the hidden cards again, weigh a world, and play it out.

A world is a hand that looks the same to the seat that decides. `likelihood` evaluates a net for every choice that the
other seats had on the way there; `play_out` plays worlds to their end. The C source deals and recalls.
"""
# mypy: disable-error-code="no-any-return,misc,untyped-decorator"

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import torch
from torch import Tensor
from torch.nn.functional import log_softmax

from bowerbird.players.judge.worlds import SLIP
from training.duel import Chooser
from training.nets import Actor, actor_inputs, is_legal
from training.tables import Notes, Tables

__all__ = ["imagine", "likelihood", "log_chances", "play_out"]

#: Positions evaluated together; more would only fill memory.
_AT_ONCE: Final = 1 << 18


def log_chances(actor: Actor) -> Callable[[Tensor, Tensor, Tensor], Tensor]:
    """The log-probability of each action: bits, worth rows and legal actions in, logarithms out."""

    def look(bits: Tensor, row: Tensor, legal: Tensor) -> Tensor:
        with torch.autocast(bits.device.type, torch.bfloat16, enabled=bits.device.type == "cuda"):
            return log_softmax(actor.choose(actor_inputs(bits, row), legal), dim=1)

    return look


def imagine(tables: Tables, places: Tensor, beliefs: Tensor, each: int, seed: int) -> tuple[Tensor, Tensor]:
    """`each` worlds of the hands at some tables, in sequence, as bytes of hands.

    `beliefs` are log-probabilities, for each table 24 cards by left, partner, right and nobody: worlds are dealt by
    them. The second tensor is the log-probability of dealing each world.
    """
    worlds = tables.hands[places].repeat_interleave(each, dim=0)
    density = torch.zeros(len(worlds), device=worlds.device)
    held = beliefs.float().contiguous()
    tables.library.imagine(
        len(worlds),
        worlds.data_ptr(),
        each,
        held.data_ptr(),
        tables.rules.data_ptr(),
        seed,
        density.data_ptr(),
        tables.stream(),
    )
    return worlds, density


@torch.no_grad()
def likelihood(tables: Tables, worlds: Tensor, look: Callable[[Tensor, Tensor, Tensor], Tensor]) -> Tensor:
    """The log-likelihood of the other seats' actions, world by world."""
    found = torch.zeros(len(worlds), device=worlds.device)
    past = torch.empty_like(worlds)
    tables.library.rewind_to_deal(len(worlds), past.data_ptr(), worlds.data_ptr(), tables.stream())
    place = torch.arange(len(worlds), device=worlds.device)
    first = True
    while len(place):
        notes = Notes(len(place), worlds.device)
        actions = torch.zeros(len(place), dtype=torch.int8, device=worlds.device)
        tables.library.recall(
            len(place),
            past.data_ptr(),
            worlds.data_ptr(),
            int(not first),
            tables.rules.data_ptr(),
            notes.pointers(),
            actions.data_ptr(),
            tables.stream(),
        )
        first = False
        found[place[actions == -2]] = float("-inf")
        on = (actions >= 0).nonzero().squeeze(1)
        past, worlds, place = past[on], worlds[on], place[on]
        for some in torch.arange(len(on), device=on.device).split(_AT_ONCE):
            at = on[some]
            legal = notes.legal[at]
            chances = look(notes.bits[at], tables.worth[notes.row[at]], legal)
            taken = chances.gather(1, actions[at].long().unsqueeze(1)).squeeze(1).exp()
            slip = SLIP / is_legal(legal).sum(1)
            found[place[some]] += ((1 - SLIP) * taken + slip).log()
    return found


@torch.no_grad()
def play_out(tables: Tables, worlds: Tensor, actions: Tensor, choose: Chooser) -> Tensor:
    """The end of each world after an action, North–South's makers first, if all seats choose this way."""
    found = torch.full((len(worlds),), -1, dtype=torch.int64, device=worlds.device)
    place = torch.arange(len(worlds), device=worlds.device)
    worlds = worlds.clone()
    while len(place):
        notes = Notes(len(place), worlds.device)
        tables.step(worlds, actions, notes)
        ended = notes.outcome >= 0
        found[place[ended]] = notes.outcome[ended].long()
        on = (~ended).nonzero().squeeze(1)
        worlds, place = worlds[on], place[on]
        if len(on):
            rows = notes.row[on]
            parts = torch.arange(len(on), device=on.device).split(_AT_ONCE)
            actions = torch.cat([choose(notes.bits[on[p]], tables.worth[rows[p]], notes.legal[on[p]]) for p in parts])
    return found
