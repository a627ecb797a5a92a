"""Many hands at once in torch's memory: what `environment` compiles, with the tensors that it reads and writes."""
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor

from bowerbird.players.master_inputs import OUTCOMES, WORDS
from training.environment import HIDDEN_WORDS, Hand, library
from training.situations import Situations

__all__ = ["SWAP_SIDES", "Tables"]

#: Outcomes as the other side tells them: ours become theirs.
SWAP_SIDES: Final = (*range(8, 16), *range(8), 16)


class Tables:
    """So many hands, each at its next decision. After `play`, the tensors tell of the decision after that."""

    def __init__(self, count: int, situations: Situations, device: str, seed: int) -> None:
        """Deal."""
        self.count = count
        self.device = torch.device(device)
        self._library = library(for_gpu=self.device.type == "cuda")

        def memory(*shape: int, kind: torch.dtype) -> Tensor:
            return torch.zeros(*shape, dtype=kind, device=self.device)

        self._hands = memory(count, self._library.hand_size(), kind=torch.uint8)
        self._rules = torch.from_numpy(situations.rules.astype("int16")).to(self.device)
        #: What each outcome is worth, two rows a situation.
        self.worth = torch.from_numpy(situations.worth.reshape(-1, OUTCOMES).copy()).to(self.device)
        self.bits = memory(count, WORDS, kind=torch.int32)
        self.hidden = memory(count, HIDDEN_WORDS, kind=torch.int32)
        self.legal = memory(count, kind=torch.int64)
        self.row = memory(count, kind=torch.int32)
        self.side = memory(count, kind=torch.int8)
        self.outcome = memory(count, kind=torch.int8)
        self.shuffle(seed)

    def shuffle(self, seed: int) -> None:
        """Deal all hands anew: the same seed deals the same cards, dealers and situations."""
        self._library.shuffle(self._hands.data_ptr(), self.count, seed, self._stream())
        self._step(None)

    def play(self, actions: Tensor) -> None:
        """One decision in every hand."""
        self._step(actions.to(torch.int8).contiguous())

    def copy_from(self, other: Tables) -> None:
        """Set up the same hands as at other tables, to try something out."""
        self._hands.copy_(other._hands)

    def rows(self) -> Tensor:
        """What each outcome is worth to the side that decides."""
        return self.worth[self.row]

    def turns(self) -> Tensor:
        """The seat that decides, at every table."""
        return self._hands[:, Hand.turn.offset].long()

    def _step(self, actions: Tensor | None) -> None:
        self._library.step(
            self._hands.data_ptr(),
            self.count,
            None if actions is None else actions.data_ptr(),
            self._rules.data_ptr(),
            len(self._rules),
            self.bits.data_ptr(),
            self.hidden.data_ptr(),
            self.legal.data_ptr(),
            self.row.data_ptr(),
            self.side.data_ptr(),
            self.outcome.data_ptr(),
            self._stream(),
        )

    def _stream(self) -> int | None:
        return torch.cuda.current_stream(self.device).cuda_stream if self.device.type == "cuda" else None
