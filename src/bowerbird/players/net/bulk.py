"""Many positions of one hand at once, in numpy: legal actions, inputs of the net, and the effect of a card.

All positions are at the same point of the hand and differ in who holds what; after a card has been tried, also in whose
turn it is. Cards are slots, as in `bowerbird.players.net.inputs`, so a lower number beats a higher one of its group.
The search uses this to evaluate hundreds of worlds at a time.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from bowerbird.cards import Suit
from bowerbird.players.net.inputs import (
    CARDS,
    FIELDS,
    FIRST_DISCARD,
    FIRST_NAME,
    FIRST_NAME_ALONE,
    FIRST_PLAY,
    GROUPS,
    INPUTS,
    ORDER,
    ORDER_ALONE,
    OUTCOMES,
    PASS,
    START,
    card_in_slot,
)

__all__ = ["AUCTION", "DISCARDING", "PLAYING", "Floats", "Ints", "Positions", "Setting", "low_slot", "slots_of"]

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float32]

#: The two rounds of calling, then the dealer's discard, then the play.
AUCTION: Final = (0, 1)
DISCARDING: Final = 2
PLAYING: Final = 3

_NOBODY: Final = -1
_FULL: Final = (1 << CARDS) - 1
_GROUP_OF: Final = np.array([group for group, (start, end) in enumerate(GROUPS) for _ in range(start, end)])
_GROUP_BITS: Final = np.array([(1 << end) - (1 << start) for start, end in GROUPS])
#: By label (trump, next, the other two): the cards with that suit printed on them, and its left bower.
_PRINTED: Final = (0b1111101, 0b111110000010, 0x3F000, 0xFC0000)
_LEFT: Final = (1 << 1, 1 << 0, 1 << 21, 1 << 15)
#: Bits of the rules, as `rule_bits` writes them.
_STICK, _PARTNER_ALONE, _NEED_ONE, _NEED_TWO, _EXEMPT, _TURN_UP_GOES, _KEEP_FLUSH = 0, 1, 2, 4, 6, 7, 8


class Setting(NamedTuple):
    """The data that all positions share. `turn_up` is a slot; `maker` and `out` are -1 if there is none."""

    dealer: int
    rules: int
    phase: int
    turn_up: int
    second: bool
    maker: int = _NOBODY
    alone: bool = False
    out: int = _NOBODY

    @property
    def taken(self) -> bool:
        """True if the dealer took the turn-up."""
        return self.phase >= DISCARDING and not self.second

    def has(self, rule: int) -> bool:
        """True if a bit of the rules is set."""
        return bool(self.rules >> rule & 1)


def _slot_tables() -> dict[Suit, npt.NDArray[np.int64]]:
    """For each base suit, the slots of any cards of one printed suit: four rows of 256."""
    tables = {}
    for base in Suit:
        table = np.zeros((4, 256), np.int64)
        for slot in range(CARDS):
            card = card_in_slot(slot, base)
            holds = np.arange(256) >> (card % 8) & 1
            table[card // 8] |= holds << slot
        tables[base] = table
    return tables


_SLOTS: Final = _slot_tables()


def slots_of(cards: npt.NDArray[np.uint64], base: Suit) -> Ints:
    """Convert sets of cards from the kernel to sets of slots."""
    found = np.zeros(cards.shape, np.int64)
    for suit in range(4):
        found |= _SLOTS[base][suit][(cards >> np.uint64(8 * suit)) & np.uint64(255)]
    return found


def low_slot(slots: Ints) -> Ints:
    """The lowest slot of each set."""
    found: Ints = np.bitwise_count((slots & -slots) - 1).astype(np.int64)
    return found


class Positions:
    """Positions of one hand, one per column."""

    def __init__(self, setting: Setting, hands: Ints, turn: int, discard: Ints | None = None) -> None:
        """Start before the first card. `hands` has four rows, `discard` the discarded card, all as sets of slots."""
        count = hands.shape[1]
        self.setting = setting
        self.hands = hands
        self.discard = np.zeros(count, np.int64) if discard is None else discard
        self.turn = np.full(count, turn)
        self.leader = self.turn.copy()
        self.played = np.zeros((4, count), np.int64)
        self.on_table = np.full((4, count), _NOBODY)
        self.leads = np.zeros((4, count), np.int64)
        self.voids = np.zeros((4, count), np.int64)
        self.won = np.zeros((2, count), np.int64)
        self.placed = 0
        self.trick = 0

    def __len__(self) -> int:
        return len(self.turn)

    def take(self, columns: Ints) -> Positions:
        """Select some of the positions, with repetition."""
        found = Positions.__new__(Positions)
        found.setting, found.placed, found.trick = self.setting, self.placed, self.trick
        for name in ("hands", "discard", "turn", "leader", "played", "on_table", "leads", "voids", "won"):
            setattr(found, name, getattr(self, name)[..., columns])
        return found

    def own(self) -> Ints:
        """The private knowledge of the seat to decide: its cards, followed by its discard."""
        discard = np.where(self.turn == self.setting.dealer, self.discard, 0)
        own: Ints = self.hands[self.turn, np.arange(len(self))] | discard << CARDS
        return own

    def legal(self) -> Ints:
        """The legal actions of the seat to decide, one bit each."""
        held = self.hands[self.turn, np.arange(len(self))]
        if self.setting.phase in AUCTION:
            return self._legal_calls(held)
        discarding = self.setting.phase == DISCARDING
        legal: Ints = self._legal_discards(held) << FIRST_DISCARD if discarding else self.legal_slots() << FIRST_PLAY
        return legal

    def legal_slots(self) -> Ints:
        """The cards that may be played."""
        columns = np.arange(len(self))
        held: Ints = self.hands[self.turn, columns]
        if self.placed:
            follows = held & _GROUP_BITS[_GROUP_OF[self.on_table[self.leader, columns]]]
            held = np.where(follows, follows, held)
        return held

    def _legal_calls(self, held: Ints) -> Ints:
        setting, seat = self.setting, int(self.turn[0])
        free = seat == setting.dealer and setting.has(_EXEMPT)
        if not setting.second:
            must_go_alone = setting.has(_PARTNER_ALONE) and seat == (setting.dealer + 2) % 4
            calls = 1 << ORDER_ALONE | (0 if must_go_alone else 1 << ORDER)
            able = free | _holds(held, 0, setting.rules >> _NEED_ONE & 3)
            return np.where(able, 1 << PASS | calls, 1 << PASS)
        stuck = seat == setting.dealer and setting.has(_STICK)
        holds = [_holds(held, label, setting.rules >> _NEED_TWO & 3) for label in (1, 2, 3)]
        helpless = stuck & ~(holds[0] | holds[1] | holds[2])
        legal = np.full(len(held), 0 if stuck else 1 << PASS)
        for place, able in enumerate(holds):
            calls = 1 << (FIRST_NAME + place) | 1 << (FIRST_NAME_ALONE + place)
            legal |= np.where(free | helpless | able, calls, 0)
        return legal

    def _legal_discards(self, held: Ints) -> Ints:
        others = held & ~(1 << self.setting.turn_up)
        if not self.setting.has(_TURN_UP_GOES):
            return others
        flush = (others & ~_PRINTED[0]) == 0
        return np.where(flush & self.setting.has(_KEEP_FLUSH), others, held)

    def inputs(self, legal: Ints, ours: Floats, theirs: Floats, us: int) -> Floats:
        """The inputs of the net, one row per position. The worth rows are those of the side `us` and of the other."""
        x = np.zeros((len(self), INPUTS), np.float32)
        self._tell_cards(x)
        self._tell_play(x)
        setting = self.setting
        _mark(x, "dealer", setting.dealer - self.turn & 3)
        _mark(x, "phase", np.full(len(self), setting.phase))
        if setting.maker != _NOBODY:
            _mark(x, "maker", setting.maker - self.turn & 3)
        x[:, START["alone"]] = setting.alone
        _put(x, "legal_calls", legal & (1 << FIRST_PLAY) - 1)
        _put(x, "legal_cards", legal >> FIRST_PLAY & _FULL | legal >> FIRST_DISCARD)
        _put(x, "rules", np.full(len(self), setting.rules))
        x[:, INPUTS - OUTCOMES :] = np.where((self.turn % 2 == us)[:, None], ours, theirs)
        return x

    def _tell_cards(self, x: Floats) -> None:
        setting, columns = self.setting, np.arange(len(self))
        turn_up = 1 << setting.turn_up
        hand = self.hands[self.turn, columns]
        own_discard = self.own() >> CARDS
        unseen = _FULL & ~(hand | own_discard | (0 if setting.taken else turn_up))
        for other in range(4):
            played = self.played[self.turn + other & 3, columns]
            unseen &= ~played
            _put(x, "played", played, other)
        _put(x, "hand", hand)
        x[:, START["turn_up"] + setting.turn_up] = 1
        x[:, START["turn_up_is"]] = setting.taken
        x[:, START["turn_up_is"] + 1] = setting.second
        _put(x, "discarded", own_discard)
        for other in range(1, 4):
            seat = self.turn + other & 3
            voids = self.voids[seat, columns]
            lacks = np.where(setting.taken & (seat != setting.dealer), turn_up, 0)
            for group in range(4):
                lacks |= np.where(voids >> group & 1, _GROUP_BITS[group], 0)
            _put(x, "voids", voids, other - 1)
            _put(x, "may_hold", unseen & ~lacks, other - 1)
        top = np.zeros(len(self), np.int64)
        for bits in _GROUP_BITS:
            rivals = unseen & bits
            top |= hand & bits & np.where(rivals, (rivals & -rivals) - 1, _FULL)
        _put(x, "top", top)
        _mark(x, "trumps_unseen", np.bitwise_count(unseen & _GROUP_BITS[0]))

    def _tell_play(self, x: Floats) -> None:
        columns = np.arange(len(self))
        for other in range(4):
            _put(x, "leads", self.leads[self.turn + other & 3, columns], other)
        _mark(x, "our_tricks", self.won[self.turn & 1, columns])
        _mark(x, "their_tricks", self.won[self.turn + 1 & 1, columns])
        if self.setting.phase != PLAYING:
            return
        x[:, START["trick"] + self.trick] = 1
        x[:, START["place"] + self.placed] = 1
        if not self.placed:
            return
        led = _GROUP_OF[self.on_table[self.leader, columns]]
        _mark(x, "led", led)
        best, winner = np.full(len(self), CARDS), np.zeros(len(self), np.int64)
        for other in range(1, 4):
            slot = self.on_table[self.turn + other & 3, columns]
            there = slot >= 0
            x[columns[there], START["on_table"] + CARDS * (other - 1) + slot[there]] = 1
            group = _GROUP_OF[slot]
            wins = there & (slot < best) & ((group == 0) | (group == led))
            best, winner = np.where(wins, slot, best), np.where(wins, other, winner)
        _mark(x, "winning", best)
        _mark(x, "winner", winner - 1)

    def play(self, slots: Ints) -> None:
        """Play a card in every position."""
        columns, turn = np.arange(len(self)), self.turn
        cards, groups = np.left_shift(1, slots), _GROUP_OF[slots]
        self.hands[turn, columns] &= ~cards
        self.played[turn, columns] |= cards
        if self.placed:
            led = _GROUP_OF[self.on_table[self.leader, columns]]
            self.voids[turn, columns] |= np.where(groups != led, np.left_shift(1, led), 0)
        else:
            self.leads[turn, columns] |= np.left_shift(1, groups)
        self.on_table[turn, columns] = slots
        self.placed += 1
        if self.placed == (4 if self.setting.out == _NOBODY else 3):
            self._finish_trick()
        else:
            following = turn + 1 & 3
            self.turn = np.where(following == self.setting.out, following + 1 & 3, following)

    def _finish_trick(self) -> None:
        columns = np.arange(len(self))
        groups = _GROUP_OF[self.on_table]
        led = groups[self.leader, columns]
        counts = (self.on_table >= 0) & ((groups == 0) | (groups == led))
        winner = np.where(counts, self.on_table, CARDS).argmin(axis=0)
        self.won[winner & 1, columns] += 1
        self.on_table[:] = _NOBODY
        self.leader = self.turn = winner
        self.placed = 0
        self.trick += 1


def _holds(held: Ints, label: int, need: int) -> npt.NDArray[np.bool_]:
    """True for each hand with what a call of this suit needs: nothing, a card of the suit, or the left bower too."""
    wanted = (_FULL, _PRINTED[label], _PRINTED[label] | _LEFT[label])[need]
    found: npt.NDArray[np.bool_] = (held & wanted) != 0
    return found


def _put(x: Floats, field: str, masks: Ints, place: int = 0) -> None:
    """Sets of slots, groups or actions as zeros and ones; `place` counts the parts of a field that has several."""
    width = {"played": CARDS, "may_hold": CARDS, "leads": 4, "voids": 4}.get(field, FIELDS[field])
    start = START[field] + width * place
    x[:, start : start + width] = masks[:, None] >> np.arange(width) & 1


def _mark(x: Floats, field: str, places: npt.NDArray[np.integer]) -> None:
    """Set one bit in each row."""
    x[np.arange(len(x)), START[field] + places.astype(np.int64)] = 1
