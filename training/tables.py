"""Many hands at once in torch's memory: the compiled environment with the tensors that it reads and writes."""
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor

from bowerbird.players.net.inputs import OUTCOMES, PASS, WORDS
from training.environment import HIDDEN_WORDS, Hand, Told, library
from training.situations import Situations

__all__ = ["SWAP_SIDES", "Notes", "Tables"]

#: Outcomes as seen from the other side.
SWAP_SIDES: Final = (*range(8, 16), *range(8), 16)
#: The most calls before the last one.
_MOST_PASSES: Final = 7


class Notes:
    """Memory for the results of many hands."""

    def __init__(self, count: int, device: torch.device) -> None:
        """Start empty."""
        self.bits = torch.zeros(count, WORDS, dtype=torch.int32, device=device)
        self.hidden = torch.zeros(count, HIDDEN_WORDS, dtype=torch.int32, device=device)
        self.legal = torch.zeros(count, dtype=torch.int64, device=device)
        self.row = torch.zeros(count, dtype=torch.int32, device=device)
        self.side = torch.zeros(count, dtype=torch.int8, device=device)
        self.outcome = torch.zeros(count, dtype=torch.int8, device=device)

    def pointers(self) -> Told:
        """The addresses to write to."""
        parts = (self.bits, self.hidden, self.legal, self.row, self.side, self.outcome)
        return Told(*(part.data_ptr() for part in parts))


class Tables(Notes):
    """Hands, each at its next decision. After `play`, the tensors describe the decision after that."""

    def __init__(self, count: int, situations: Situations, device: str, seed: int) -> None:
        """Deal."""
        self.count = count
        self.device = torch.device(device)
        super().__init__(count, self.device)
        self.library = library(for_gpu=self.device.type == "cuda")
        #: The hands themselves, as bytes of `Hand`.
        self.hands = torch.zeros(count, self.library.hand_size(), dtype=torch.uint8, device=self.device)
        self.rules = torch.from_numpy(situations.rules.astype("int16")).to(self.device)
        #: The worth of each outcome, two rows per situation.
        self.worth = torch.from_numpy(situations.worth.reshape(-1, OUTCOMES).copy()).to(self.device)
        #: The share of hands that begin with passes by chance, for each situation.
        self.passes = torch.from_numpy(situations.passes).to(self.device)
        self._passes_left = torch.zeros(count, dtype=torch.int8, device=self.device)
        self.shuffle(seed)

    def shuffle(self, seed: int) -> None:
        """Deal all hands again: the same seed gives the same cards, dealers and situations."""
        self.library.shuffle(self.count, self.hands.data_ptr(), seed, self.stream())
        self.step(self.hands, None, self)
        self._draw_passes(torch.ones(self.count, dtype=torch.bool, device=self.device))

    def play(self, actions: Tensor) -> None:
        """One decision in every hand."""
        self.step(self.hands, actions, self)
        self._draw_passes(self.outcome >= 0)

    def _draw_passes(self, dealt: Tensor) -> None:
        """Draw for new hands with how many passes by chance they begin."""
        begins = torch.rand(self.count, device=self.device) < self.passes[self.row.long() // 2]
        drawn = torch.randint(1, _MOST_PASSES + 1, (self.count,), dtype=torch.int8, device=self.device) * begins
        self._passes_left = torch.where(dealt, drawn, self._passes_left)

    def rows(self) -> Tensor:
        """The worth of each outcome to the side that decides."""
        return self.worth[self.row]

    def take_passes(self) -> Tensor:
        """True where this call is a pass by chance. Once a seat has decided for itself, all others do."""
        passes = (self.legal & 1 << PASS > 0) & (self._passes_left > 0)
        self._passes_left = torch.where(passes, self._passes_left - 1, 0)
        return passes

    def turns(self) -> Tensor:
        """The seat that decides, at every table."""
        return self.hands[:, Hand.turn.offset].long()

    def step(self, hands: Tensor, actions: Tensor | None, notes: Notes) -> None:
        """One decision in each of some hands under these rules, these tables' or others; none before the first."""
        made = None if actions is None else actions.to(torch.int8).contiguous()
        self.library.step(
            len(hands),
            hands.data_ptr(),
            None if made is None else made.data_ptr(),
            self.rules.data_ptr(),
            len(self.rules),
            notes.pointers(),
            self.stream(),
        )

    def stream(self) -> int | None:
        """The GPU stream; None on a CPU."""
        return torch.cuda.current_stream(self.device).cuda_stream if self.device.type == "cuda" else None
