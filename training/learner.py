"""Self-play and learning: one actor plays all four seats, and improves by PPO on the results of its decisions.

The critic sees all cards and predicts the outcome of the hand. The advantage of a decision is the worth of the
difference between the result and the critic's expectation, mixed over the following decisions (lambda).
"""
# mypy: disable-error-code="no-any-return,misc,untyped-decorator,no-untyped-call"

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, log_softmax, one_hot

from bowerbird.players.net.inputs import CARDS, LEVELS, OUTCOMES, PASS, START
from bowerbird.players.net.weights import OUTLOOKS
from training.nets import Actor, Critic, actor_inputs, critic_inputs, is_legal, unpacked
from training.tables import SWAP_SIDES, Tables

__all__ = ["Learner", "Settings", "gumbel", "outlook_loss"]


@dataclass(frozen=True)
class Settings:
    """The settings of a run. The defaults are for one large GPU."""

    seed: int = 1
    minutes: float = 7.0
    tables: int = 32_768
    steps: int = 32
    minibatch: int = 65_536
    width: int = 480
    blocks: int = 3
    critic_width: int = 512
    critic_blocks: int = 2
    rate: float = 6e-4
    entropy: float = 0.04
    last_entropy: float = 0.003
    clip: float = 0.2
    keep: float = 0.9  # lambda
    beliefs: float = 0.05
    outlooks: float = 0.05
    gradient: float = 0.5
    average: float = 0.9995
    measured: int = 16_384  # hands of a measurement
    compiled: bool = True


@dataclass
class _Batch:
    """Decisions, one per row."""

    bits: Tensor
    hidden: Tensor
    legal: Tensor
    row: Tensor
    action: Tensor
    chance: Tensor
    free: Tensor
    advantage: Tensor
    target: Tensor


class Learner:
    """The nets, the tables and the optimiser. `opponent`, if given, plays East and West and does not learn."""

    def __init__(self, settings: Settings, tables: Tables, opponent: Actor | None = None) -> None:
        """Fresh nets."""
        torch.manual_seed(settings.seed)
        self.settings = settings
        self.tables = tables
        self.device = tables.device
        self.actor = Actor(settings.width, settings.blocks).to(self.device)
        self.critic = Critic(settings.critic_width, settings.critic_blocks).to(self.device)
        self.opponent = opponent
        self.averaged = copy.deepcopy(self.actor)
        self.decisions = 0
        self.hands = 0
        on_gpu = self.device.type == "cuda"
        nets = [*self.actor.parameters(), *self.critic.parameters()]
        self.optimiser = torch.optim.Adam(nets, lr=settings.rate, eps=1e-5, fused=on_gpu)
        self._swap = torch.tensor(SWAP_SIDES, device=self.device)
        self._choose: Callable[..., Tensor] = self._compiled(_choose)
        self._expect: Callable[..., Tensor] = self._compiled(_expect)
        self._loss: Callable[..., tuple[Tensor, Tensor]] = self._compiled(_loss)

    def _compiled(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return torch.compile(function, dynamic=False) if self.settings.compiled else function

    def carry_on_from(self, actor: Actor, critic: Critic | None = None) -> None:
        """Start from trained nets."""
        self.actor.load_state_dict(actor.state_dict())
        self.averaged.load_state_dict(actor.state_dict())
        if critic is not None:
            self.critic.load_state_dict(critic.state_dict())

    def iterate(self, progress: float) -> dict[str, float]:
        """Play, then learn from it once. `progress` goes from 0 to 1 over the run."""
        batch = self._play()
        fade = 0.5 * (1 + math.cos(math.pi * min(progress, 1.0)))
        warm = min(1.0, progress / 0.01 + 0.05)
        for group in self.optimiser.param_groups:
            group["lr"] = self.settings.rate * (warm * fade + 0.01)
        entropy = self.settings.last_entropy + (self.settings.entropy - self.settings.last_entropy) * fade
        return self._learn(batch, torch.tensor(entropy, device=self.device))

    def _casting(self) -> Any:
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda")

    @torch.no_grad()
    def _play(self) -> _Batch:
        """`steps` decisions at every table, and what is needed to judge them."""
        tables, steps = self.tables, self.settings.steps
        told: list[tuple[Tensor, ...]] = []
        outcomes, actions, chances, free = [], [], [], []
        for _ in range(steps):
            with self._casting():
                action, chance = self._choose(self.actor, tables.bits, tables.rows(), tables.legal)
                if self.opponent is not None:
                    other = self.opponent.choose(actor_inputs(tables.bits, tables.rows()), tables.legal).argmax(1)
                    action = torch.where(tables.side == 1, other, action)
            passes = tables.take_passes()
            action = action.masked_fill(passes, PASS)
            free.append(~passes)
            told.append(tuple(part.clone() for part in _seen(tables)))
            tables.play(action)
            outcomes.append(tables.outcome.clone())
            actions.append(action)
            chances.append(chance)
        bits, hidden, legal, row, side = (torch.stack(part) for part in zip(*told, strict=True))
        outcome, action = torch.stack(outcomes), torch.stack(actions)
        target, advantage = self._judge(bits, hidden, row, side, outcome)
        self.decisions += action.numel()
        self.hands += int((outcome >= 0).sum())
        batch = _Batch(
            bits.flatten(0, 1),
            hidden.flatten(0, 1),
            legal.flatten(),
            row.flatten(),
            action.flatten(),
            torch.stack(chances).flatten(),
            torch.stack(free).flatten(),
            advantage.flatten(),
            target.flatten(0, 1),
        )
        if self.opponent is None:
            return batch
        ours = (side == 0).flatten().nonzero().squeeze(1)
        return _Batch(*(getattr(batch, name)[ours] for name in batch.__dataclass_fields__))

    def _judge(self, bits: Tensor, hidden: Tensor, row: Tensor, side: Tensor, outcome: Tensor) -> tuple[Tensor, Tensor]:
        """The continuation of each hand after each decision (as chances of outcomes), and the decision's advantage."""
        last = [part.unsqueeze(0) for part in _seen(self.tables)]
        steps = len(outcome)
        bits, hidden = torch.cat([bits, last[0]]), torch.cat([hidden, last[1]])
        row, side = torch.cat([row, last[3]]), torch.cat([side, last[4]])
        with self._casting():
            expected = torch.stack(
                [self._expect(self.critic, bits[t], self.tables.worth[row[t]], hidden[t]) for t in range(steps + 1)]
            )
        is_ours = (side == 0).unsqueeze(-1)
        # Seen from North–South, one decision's expectation follows on another's, for either side.
        expected = torch.where(is_ours, expected, expected[..., self._swap])
        target = expected[steps]
        targets = torch.empty_like(expected[:steps])
        keep = self.settings.keep
        for t in range(steps - 1, -1, -1):
            ended = outcome[t].long()
            target = (1 - keep) * expected[t + 1] + keep * target
            came = one_hot(ended.clamp(min=0), OUTCOMES).to(target.dtype)
            target = torch.where((ended >= 0).unsqueeze(1), came, target)
            targets[t] = target
        gain = targets - expected[:steps]
        gain = torch.where(is_ours[:steps], gain, gain[..., self._swap])
        advantage = (gain * self.tables.worth[row[:steps]]).sum(-1)
        targets = torch.where(is_ours[:steps], targets, targets[..., self._swap])
        return targets, advantage

    def _learn(self, batch: _Batch, entropy: Tensor) -> dict[str, float]:
        settings = self.settings
        # A partial minibatch would be compiled again, so those few decisions are left out.
        size = min(settings.minibatch, len(batch.action))
        order = torch.randperm(len(batch.action), device=self.device)
        batch.advantage = (batch.advantage - batch.advantage.mean()) / (batch.advantage.std() + 1e-6)
        told: list[Tensor] = []
        for start in range(0, len(order) - size + 1, size):
            some = order[start : start + size]
            rows = [getattr(batch, name)[some] for name in batch.__dataclass_fields__]
            rows[3] = self.tables.worth[rows[3]]
            with self._casting():
                loss, figures = self._loss(self.actor, self.critic, *rows, entropy, settings)
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            for net in (self.actor, self.critic):
                nn.utils.clip_grad_norm_(net.parameters(), settings.gradient)
            self.optimiser.step()
            self._follow()
            told.append(figures)
        names = ("policy", "entropy", "critic", "beliefs", "outlooks", "divergence")
        return dict(zip(names, torch.stack(told).mean(0).tolist(), strict=True))

    @torch.no_grad()
    def _follow(self) -> None:
        """Move the averaged net towards the one that learns."""
        ours, theirs = list(self.averaged.parameters()), list(self.actor.parameters())
        torch._foreach_lerp_(ours, theirs, 1 - self.settings.average)


def _seen(tables: Tables) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    return tables.bits, tables.hidden, tables.legal, tables.row, tables.side


def gumbel(logits: Tensor) -> Tensor:
    """A random action by its probability."""
    noise = -torch.log(torch.rand_like(logits).clamp_(1e-9, 1 - 1e-7))
    return (logits - torch.log(noise)).argmax(1)


def _choose(actor: Actor, bits: Tensor, row: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
    """A random action by its probability, and the logarithm of that probability."""
    logits = log_softmax(actor.choose(actor_inputs(bits, row), legal), dim=1)
    action = gumbel(logits)
    return action, logits.gather(1, action.unsqueeze(1)).squeeze(1)


def _expect(critic: Critic, bits: Tensor, row: Tensor, hidden: Tensor) -> Tensor:
    return torch.softmax(critic(critic_inputs(bits, row, hidden)).float(), dim=1)


def _loss(
    actor: Actor,
    critic: Critic,
    bits: Tensor,
    hidden: Tensor,
    legal: Tensor,
    row: Tensor,
    action: Tensor,
    chance: Tensor,
    free: Tensor,
    advantage: Tensor,
    target: Tensor,
    entropy_weight: Tensor,
    settings: Settings,
) -> tuple[Tensor, Tensor]:
    """The loss to minimize, and its parts."""
    policy, beliefs, outlooks = actor(actor_inputs(bits, row))
    logits = log_softmax(policy.float().masked_fill(~is_legal(legal), -1e9), dim=1)
    now = logits.gather(1, action.unsqueeze(1)).squeeze(1)
    ratio = (now - chance).exp()
    clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
    # A pass by chance was not the net's choice, so it is neither praised nor blamed for it.
    policy_loss = -(torch.minimum(ratio * advantage, clipped * advantage) * free).mean()
    entropy = -(logits.exp() * logits).sum(1).mean()
    critic_loss = cross_entropy(critic(critic_inputs(bits, row, hidden)).float(), target)
    belief_loss = _belief_loss(beliefs.float(), bits, hidden)
    outlooks_loss = outlook_loss(outlooks.float(), action, target)
    loss = (
        policy_loss
        - entropy_weight * entropy
        + critic_loss
        + settings.beliefs * belief_loss
        + settings.outlooks * outlooks_loss
    )
    divergence = ((chance - now) * free).mean()
    figures = torch.stack([policy_loss, entropy, critic_loss, belief_loss, outlooks_loss, divergence])
    return loss, figures.detach()


def _belief_loss(beliefs: Tensor, bits: Tensor, hidden: Tensor) -> Tensor:
    """The holder of each unseen card: one of the three other seats, or nobody."""
    seen = unpacked(bits)
    may_hold = seen[:, START["may_hold"] : START["may_hold"] + 3 * CARDS].view(-1, 3, CARDS).amax(1)
    held = unpacked(hidden[:, :3].reshape(-1, 1)).view(-1, 3, 32)[:, :, :CARDS]
    holder = torch.where(held.amax(1) > 0, held.argmax(1), 3)
    each = cross_entropy(beliefs.reshape(-1, 4), holder.flatten(), reduction="none").view(-1, CARDS)
    return (each * may_hold).sum() / may_hold.sum()


def outlook_loss(outlooks: Tensor, action: Tensor, target: Tensor) -> Tensor:
    """The result of the action taken: the makers' tricks once the contract is settled, or any outcome."""
    start = OUTLOOKS - OUTCOMES
    after_pass = cross_entropy(outlooks[:, start:], target, reduction="none")
    places = len(LEVELS) * (action.clamp(min=1) - 1).unsqueeze(1) + torch.arange(len(LEVELS), device=action.device)
    levels = target[:, : OUTCOMES - 1].view(-1, 4, len(LEVELS)).sum(1)
    levels = levels / levels.sum(1, keepdim=True).clamp(min=1e-6)
    after_other = cross_entropy(outlooks.gather(1, places), levels, reduction="none")
    return torch.where(action == PASS, after_pass, after_other).mean()
