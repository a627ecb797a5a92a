"""The two nets: the actor, which sees what a seat may see and is shipped, and the critic, which sees all cards.

Both are a linear layer, some residual blocks (layer norm, linear, ReLU, linear) and linear heads. The critic predicts
the outcome of the hand; the worth row turns that into a value, so one critic serves all points and scores.
"""
# Torch is not a dependency of the package, and may not be installed where types are checked.
# mypy: disable-error-code="misc,no-any-return"

from __future__ import annotations

from typing import Any, Final

import torch
from torch import Tensor, nn

from bowerbird.players.net.inputs import ACTIONS, CARDS, OUTCOMES, WORDS
from bowerbird.players.net.weights import BELIEFS, OUTLOOKS
from training.environment import HIDDEN_WORDS

__all__ = ["Actor", "Critic", "actor_inputs", "critic_inputs", "is_legal", "unpacked"]

#: Tensor cores prefer round sizes. Padding inputs are always zero.
_ROUND: Final = 32


def unpacked(words: Tensor) -> Tensor:
    """32-bit words as rows of zeros and ones."""
    shifts = torch.arange(32, device=words.device, dtype=torch.int32)
    return (words.unsqueeze(-1) >> shifts & 1).flatten(1)


def is_legal(legal: Tensor) -> Tensor:
    """The legal actions as booleans."""
    return (legal.unsqueeze(-1) >> torch.arange(ACTIONS, device=legal.device) & 1).bool()


def actor_inputs(bits: Tensor, row: Tensor) -> Tensor:
    """The actor's input: its bits, and the worth of each outcome."""
    padding = torch.zeros(len(row), _ROUND - OUTCOMES, device=row.device)
    return torch.cat([unpacked(bits).to(row.dtype), row, padding], dim=1)


def critic_inputs(bits: Tensor, row: Tensor, hidden: Tensor) -> Tensor:
    """The critic's input: the same, and the places of all other cards."""
    return torch.cat([actor_inputs(bits, row), unpacked(hidden).to(row.dtype)], dim=1)


class _Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.into = nn.Linear(width, width)
        self.out = nn.Linear(width, width)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.out(torch.relu(self.into(self.norm(x))))


class _Trunk(nn.Module):
    def __init__(self, inputs: int, width: int, blocks: int) -> None:
        super().__init__()
        self.first = nn.Linear(inputs, width)
        self.blocks = nn.ModuleList(_Block(width) for _ in range(blocks))
        self.norm = nn.LayerNorm(width)

    def forward(self, x: Tensor) -> Tensor:
        x = self.first(x)
        for block in self.blocks:
            x = block(x)
        return self.norm(x)


def _head(width: int, outputs: int, gain: float) -> nn.Linear:
    made = nn.Linear(width, outputs)
    nn.init.orthogonal_(made.weight, gain)
    nn.init.zeros_(made.bias)
    return made


class Actor(nn.Module):
    """Predicts the action, the holders of cards, and the results of each action."""

    def __init__(self, width: int, blocks: int) -> None:
        """A fresh net."""
        super().__init__()
        self.trunk = _Trunk(32 * WORDS + _ROUND, width, blocks)
        self.policy = _head(width, ACTIONS, 0.01)
        self.beliefs = _head(width, BELIEFS, 0.1)
        self.outlooks = _head(width, OUTLOOKS, 0.1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of actions, of holders (cards by left, partner, right, nobody), and of outcomes by action."""
        x = self.trunk(x)
        return self.policy(x), self.beliefs(x).view(-1, CARDS, 4), self.outlooks(x)

    def choose(self, x: Tensor, legal: Tensor) -> Tensor:
        """Logits of the legal actions; the rest are masked."""
        return self.policy(self.trunk(x)).float().masked_fill(~is_legal(legal), float("-inf"))


class Critic(nn.Module):
    """Predicts the outcome of the hand for the side that decides, with all cards visible."""

    def __init__(self, width: int, blocks: int) -> None:
        """A fresh net."""
        super().__init__()
        self.trunk = _Trunk(32 * (WORDS + 1 + HIDDEN_WORDS), width, blocks)
        self.outcomes = _head(width, OUTCOMES, 0.1)

    def forward(self, x: Tensor) -> Any:
        """Logits of the outcomes."""
        return self.outcomes(self.trunk(x))
