"""Deals in the packed form of EGN: one deal as bits, written as base64.

Cards are numbers in the deck without the cards that were played before. Forms 1 and 2 are read and written. Form 3 also
has the hands and the discard; it is read, and never written. Form 0 is not read: its description does not say how many
tricks it has.

The files that the notation's own programs write differ from its public description in the order of the suits and, in
form 1, in the bits for the dealer. Deals are read and written as in those files. Where that makes no sense, they are
read by the description, as Bowerbird 0.2.0 wrote them.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from msgspec import UnsetType

from bowerbird.notation._bits import BitReader, BitWriter, width_for
from bowerbird.notation.egn import (
    MOST_DEALS,
    AlternativeLine,
    Annotations,
    Bidding,
    EgnDeal,
    EgnError,
    Phase,
    Ruleset,
    TrickPlay,
)

__all__ = ["packed", "unpacked_deals"]

_RANKS: Final = "6789TJQKA"
_FOUR: Final = 4
_LOWEST: Final = (9, 8, 7, 6)
_END: Final = 0b1010
_BYTE: Final = 255


class _Layout(NamedTuple):
    """The order of the suits, and how many bits of form 1 are for the dealer."""

    suits: str
    dealer: int

    def deck(self, lowest: int) -> list[str]:
        return [rank + suit for rank in _RANKS[lowest - 6 :] for suit in self.suits]


#: As the notation's own programs write it, and as its description has it.
_WRITTEN, _DESCRIBED = _Layout("shcd", 2), _Layout("cdhs", 3)


class _Form(NamedTuple):
    """The head of a packed deal."""

    version: int
    players: int
    deck: list[str]
    up: str
    #: The suits that can be named in the second round.
    others: str

    def per_trick(self, alone: bool, defended: bool) -> int:
        return self.players - alone - (alone and defended)


# Write.


def packed(deal: EgnDeal, ruleset: Ruleset | UnsetType) -> str:
    """A deal in the packed form. Raises `EgnError` if it has something for which that form has no room."""
    players, lowest = _table(ruleset)
    lines = [] if isinstance(deal.alternative_lines, UnsetType) else deal.alternative_lines
    phases = [*deal.phases, *(phase for line in lines for phase in line.phases)]
    plain = players == _FOUR and lowest == _LOWEST[0] and not any(_defender(phase) is not None for phase in phases)
    up = deal.initial_state.up_card
    form = _Form(1 if plain else 2, players, _WRITTEN.deck(lowest), up, _WRITTEN.suits.replace(up[1:], ""))
    bits = BitWriter()
    bits.write(form.version, 4)
    _write(bits, deal.initial_state.dealer, _WRITTEN.dealer if plain else 3, "a dealer")
    if not plain:
        bits.write(players - 1, 3)
        bits.write(_LOWEST.index(lowest), 2)
    _write_card(bits, form.up, form.deck)
    bits.write(len(deal.phases), 3)
    main = _write_line(bits, form, deal.phases)
    bits.write(bool(lines), 1)
    if lines:
        _write(bits, len(lines), 8, "alternative lines")
        for line in lines:
            _write_branch(bits, form, line, main)
    bits.write(_END, 4)
    return base64.urlsafe_b64encode(bits.data()).decode().rstrip("=")


def _table(ruleset: Ruleset | UnsetType) -> tuple[int, int]:
    players, lowest = _FOUR, _LOWEST[0]
    if not isinstance(ruleset, UnsetType):
        players = ruleset.num_players if isinstance(ruleset.num_players, int) else players
        lowest = ruleset.min_rank if isinstance(ruleset.min_rank, int) else lowest
    if not 3 <= players <= 8 or lowest not in _LOWEST:
        raise EgnError("the packed form has no room for this ruleset")
    return players, lowest


class _Main(NamedTuple):
    """What an alternative line needs of the line that it leaves."""

    calls: int
    per_trick: int
    plays: list[str]

    def branch(self, index: int, deck: Sequence[str]) -> tuple[list[str], int]:
        """The deck and the cards of the first trick for a line that leaves at a card."""
        place = index - self.calls
        if not 0 <= place <= len(self.plays):
            raise EgnError("the packed form has no room for a line that leaves after the last card")
        gone = set(self.plays[:place])
        return [card for card in deck if card not in gone], self.per_trick - place % self.per_trick


def _write_line(
    bits: BitWriter, form: _Form, phases: Sequence[Phase], branch: int = 0, main: _Main | None = None
) -> _Main:
    """Write the phases of the deal, or of a line that leaves its `main` line at `branch`."""
    calls, alone, defended = 0, False, False
    within_play = main is not None and branch >= main.calls
    plays: list[str] = []
    for place, phase in enumerate(phases):
        if isinstance(phase, Bidding) == (place > 0 or within_play):
            raise EgnError("the packed form has no room for phases in this order")
        if isinstance(phase, Bidding):
            calls, alone, defended = len(phase.calls), phase.is_alone is True, _defender(phase) is not None
            _write_bidding(bits, form, phase, branch)
            continue
        deck, per_trick = list(form.deck), form.per_trick(alone, defended)
        first = per_trick
        if main is not None and within_play:
            deck, first = main.branch(branch, deck)
            per_trick = main.per_trick
        plays = _write_play(bits, phase, deck, per_trick, first)
    return _Main(calls, form.per_trick(alone, defended), plays)


def _write_bidding(bits: BitWriter, form: _Form, phase: Bidding, branch: int) -> None:
    bits.write(0, 1)
    if not isinstance(phase.discard, UnsetType) or not isinstance(phase.card_exchanges, UnsetType):
        raise EgnError("the packed form has no room for a discard or an exchange")
    last = 2 * form.players - 1
    for place, call in enumerate(phase.calls, start=branch):
        ends = place == branch + len(phase.calls) - 1
        if ends != (call != "Pass" or place == last) or place > last:
            raise EgnError("the packed form has no room for calls that stop before trump is made")
        if place < form.players and call in ("Pass", "Order"):
            bits.write(call == "Order", 1)
        elif place >= form.players and call in ("Pass", *form.others):
            bits.write(0 if call == "Pass" else 1 + form.others.index(call), 2)
        else:
            raise EgnError(f"the packed form has no room for the call {call}")
    if not phase.calls:
        raise EgnError("the packed form has no room for a deal without calls")
    bits.write(phase.is_alone is True, 1)
    defender = _defender(phase)
    if form.version > 1 and phase.is_alone is True:
        bits.write(defender is not None, 1)
        if defender is not None:
            _write(bits, defender, 3, "a lone defender")
    _write_notes(bits, phase.call_annotations)


def _defender(phase: Phase) -> int | None:
    if isinstance(phase, TrickPlay) or isinstance(phase.alone_defender, UnsetType) or phase.alone_defender < 0:
        return None
    return phase.alone_defender


def _write_play(bits: BitWriter, phase: TrickPlay, deck: list[str], per_trick: int, first: int) -> list[str]:
    bits.write(1, 1)
    _write(bits, len(phase.tricks), 3, "tricks")
    plays = []
    for place, trick in enumerate(phase.tricks):
        if len(trick) != (per_trick if place else first):
            raise EgnError("the packed form has no room for a trick that stops in the middle")
        for card in trick:
            _write_card(bits, card, deck)
            deck.remove(card)
            plays.append(card)
    _write_notes(bits, phase.play_annotations)
    return plays


def _write_branch(bits: BitWriter, form: _Form, line: AlternativeLine, main: _Main) -> None:
    _write(bits, line.branch_index, 16, "a line that leaves so late")
    _write(bits, len(line.phases), 4, "phases of a line")
    _write_line(bits, form, line.phases, line.branch_index, main)


def _write_card(bits: BitWriter, card: str, deck: Sequence[str]) -> None:
    if card not in deck:
        raise EgnError(f"the packed form has no room for the card {card}")
    bits.write(deck.index(card), width_for(len(deck)))


def _write_notes(bits: BitWriter, notes: Annotations | UnsetType) -> None:
    given = {} if isinstance(notes, UnsetType) else notes
    bits.write(bool(given), 1)
    if not given:
        return
    _write(bits, len(given), 8, "notes")
    for key, texts in given.items():
        # A long number is refused before it is read as one.
        _write(bits, int(key) if len(key) < 4 else _BYTE + 1, 8, "a note so late")
        _write(bits, len(texts), 8, "notes")
        for text in texts:
            body = text.encode()
            bits.write(len(body), 16)
            bits.write(int.from_bytes(body, "big"), 8 * len(body))


def _write(bits: BitWriter, value: int, width: int, what: str) -> None:
    if not 0 <= value < 1 << width:
        raise EgnError(f"the packed form has no room for {what} ({value})")
    bits.write(value, width)


# Read.


def unpacked_deals(texts: Sequence[str]) -> list[dict[str, Any]]:
    """The deals of a file as data for `EgnDeal`, numbered from 0. Raises `EgnError` if one can't be read."""
    if len(texts) > MOST_DEALS:
        raise EgnError(f"an EGN file has at most {MOST_DEALS} deals, and this one has {len(texts):,}")
    try:
        return [_Unpacked(number, text, _WRITTEN).deal() for number, text in enumerate(texts)]
    except EgnError as error:
        with suppress(EgnError):
            return [_Unpacked(number, text, _DESCRIBED).deal() for number, text in enumerate(texts)]
        raise error from None


class _Unpacked:
    """One packed deal, being read."""

    def __init__(self, number: int, text: str, layout: _Layout) -> None:
        self._number = number
        self._bits = BitReader(_bytes(number, text))
        self._layout = layout
        self._form = _Form(1, _FOUR, [], "", "")

    def deal(self) -> dict[str, Any]:
        """The whole deal."""
        read = self._bits.read
        version = read(4)
        if not 1 <= version <= 3:
            raise self._wrong("it is in a form that isn't known here")
        dealer = read(3 if version > 1 else self._layout.dealer)
        players, lowest = (read(3) + 1, _LOWEST[read(2)]) if version > 1 else (_FOUR, _LOWEST[0])
        if players < 3:
            raise self._wrong(f"it is for {players} players")
        deck = self._layout.deck(lowest)
        up = self._card(deck)
        self._form = _Form(version, players, deck, up, self._layout.suits.replace(up[1], ""))
        start: dict[str, Any] = {"dealer": dealer, "upCard": self._form.up}
        if version == 3 and self._bits.flag():
            start["playerCards"] = [[self._card(deck) for _ in range(read(4))] for _ in range(players)]
        phases, main = self._line(read(3))
        deal: dict[str, Any] = {"dealNumber": self._number, "initialState": start, "phases": phases}
        if self._bits.flag():
            deal["alternativeLines"] = [self._branch(main) for _ in range(read(8))]
        if read(4) != _END or not self._bits.ends_here():
            raise self._wrong("it doesn't end where it should")
        return deal

    def _branch(self, main: _Main) -> dict[str, Any]:
        index, count = self._bits.read(16), self._bits.read(4)
        phases, _ = self._line(count, index, main)
        return {"branchIndex": index, "phases": phases}

    def _line(self, count: int, branch: int = 0, main: _Main | None = None) -> tuple[list[dict[str, Any]], _Main]:
        calls, per_trick = 0, self._form.players
        within_play = main is not None and branch >= main.calls
        plays: list[str] = []
        phases: list[dict[str, Any]] = []
        for place in range(count):
            is_play = self._bits.flag()
            if is_play != (place > 0 or within_play):
                raise self._wrong("its phases are in another order")
            if not is_play:
                phases.append(self._bidding(branch))
                calls = len(phases[-1]["calls"])
                per_trick = self._form.per_trick(phases[-1]["isAlone"], "aloneDefender" in phases[-1])
                continue
            deck, first = list(self._form.deck), per_trick
            if main is not None and within_play:
                deck, first = main.branch(branch, deck)
                per_trick = main.per_trick
            phases.append(self._play(deck, per_trick, first))
            plays = [card for trick in phases[-1]["tricks"] for card in trick]
        return phases, _Main(calls, per_trick, plays)

    def _bidding(self, branch: int) -> dict[str, Any]:
        calls = list(self._calls(branch))
        phase: dict[str, Any] = {
            "phaseNumber": 0,
            "type": "EUCHRE_BIDDING",
            "calls": calls,
            "isAlone": self._bits.flag(),
        }
        if self._form.version > 1 and phase["isAlone"] and self._bits.flag():
            phase["aloneDefender"] = self._bits.read(3)
        if self._form.version > 2 and self._bits.flag():
            phase["discard"] = self._card(self._form.deck)
        return phase | self._notes("callAnnotations")

    def _calls(self, branch: int) -> Iterator[str]:
        players, suits = self._form.players, self._form.others
        for place in range(branch, 2 * players):
            call = self._bits.read(1 if place < players else 2)
            if call:
                yield "Order" if place < players else suits[call - 1]
                return
            yield "Pass"

    def _play(self, deck: list[str], per_trick: int, first: int) -> dict[str, Any]:
        tricks = []
        for place in range(self._bits.read(3)):
            tricks.append([self._taken(deck) for _ in range(per_trick if place else first)])
        return {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": tricks} | self._notes("playAnnotations")

    def _taken(self, deck: list[str]) -> str:
        card = self._card(deck)
        deck.remove(card)
        return card

    def _card(self, deck: Sequence[str]) -> str:
        place = self._bits.read(width_for(len(deck)))
        if place >= len(deck):
            raise self._wrong("it has a card that isn't in the deck")
        return deck[place]

    def _notes(self, key: str) -> dict[str, dict[str, list[str]]]:
        if not self._bits.flag():
            return {}
        return {key: dict(self._note() for _ in range(self._bits.read(8)))}

    def _note(self) -> tuple[str, list[str]]:
        place = self._bits.read(8)
        return str(place), [self._text() for _ in range(self._bits.read(8))]

    def _text(self) -> str:
        length = self._bits.read(16)
        try:
            return self._bits.read(8 * length).to_bytes(length, "big").decode()
        except UnicodeError:
            raise self._wrong("a note isn't UTF-8") from None

    def _wrong(self, why: str) -> EgnError:
        return EgnError(f"deal {self._number + 1} is packed and can't be read: {why}")


def _bytes(number: int, text: str) -> bytes:
    plain = text.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (ValueError, binascii.Error):
        raise EgnError(f"deal {number + 1} is packed and can't be read: it isn't base64") from None
