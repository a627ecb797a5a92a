"""What bots notice at a real table: they see what the cards show, and report it as a person would.

A revoke shows when its player later plays, exposes or is known to hold a card of the suit led. A lead or a card out of
turn is seen by everyone. Everything comes from the view, so a bot never sees more than a person in its seat, and a
claim is always true. Chance comes from a seed: the same seed and view give the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

import msgspec

from bowerbird.cards import Card, trump_index
from bowerbird.kernel.play import legal_cards
from bowerbird.kernel.position import cards_of, mask_of
from bowerbird.players.knowledge import opening_leader, seen_by
from bowerbird.rulebook.irregularities import Irregularity
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Claim, Phase, Play, Trick, View

__all__ = ["ATTENTION", "Attention", "Offence", "offences", "points_out", "slip"]


class Attention(msgspec.Struct, frozen=True):
    """The attention of a level, as chances from 0 to 1."""

    #: To notice a mistake at once.
    at_once: float
    #: To notice it a trick later.
    late: float
    #: To make one, at each card where it has to follow suit and could fail to.
    slips: float


#: The attention of every level.
ATTENTION: Final[dict[str, Attention]] = {
    "random": Attention(0.0, 0.0, 0.12),
    "novice": Attention(0.2, 0.2, 0.08),
    "simple": Attention(0.4, 0.25, 0.06),
    "club": Attention(0.6, 0.25, 0.05),
    "sampler": Attention(0.75, 0.2, 0.04),
    "expert": Attention(0.9, 0.1, 0.03),
    "master": Attention(1.0, 0.0, 0.03),
    "champion": Attention(1.0, 0.0, 0.03),
}


class Offence(msgspec.Struct, frozen=True):
    """An irregularity that the cards show."""

    irregularity: Irregularity
    seat: Seat
    #: The trick in which it happened, from 0.
    trick: int
    #: The trick that showed it.
    shown: int


def points_out(level: str, seed: int, book: Rulebook, view: View, offenders: frozenset[Seat]) -> Claim | None:
    """The claim of a bot of this level against one of `offenders`; None if it has noticed nothing."""
    assert view.seat is not None
    for offence in offences(book, view):
        against = offence.seat in offenders and offence.seat.side is not view.seat.side
        if against and _notices(ATTENTION[level], seed, view, offence):
            return Claim(view.seat, offence.irregularity, offence.seat)
    return None


def _notices(attention: Attention, seed: int, view: View, offence: Offence) -> bool:
    luck = _chance(seed, offence.irregularity, int(offence.seat), offence.trick)
    if luck < attention.at_once:
        return True
    # A card out of turn is pointed out at once or never. A revoke may also be noticed when the next trick is down.
    later = offence.irregularity == "revoke" and (len(view.tricks) > offence.shown + 1 or view.phase is Phase.COUNT)
    return later and luck < attention.at_once + attention.late


def _chance(seed: int, *about: str | int) -> float:
    """A number from 0 to 1 that depends on the seed and on what it is about, and on nothing else."""
    return int.from_bytes(blake2b(repr((seed, *about)).encode(), digest_size=6).digest(), "big") / 2**48


# What the cards show.


def offences(book: Rulebook, view: View) -> list[Offence]:
    """Everything that the cards show to this seat and nobody has reported yet."""
    if view.guarded or view.phase not in (Phase.PLAY, Phase.COUNT) or view.director_asked is not None:
        return []
    return [*_out_of_turn(book, view), *_revokes(book, view)]


def _revokes(book: Rulebook, view: View) -> Iterator[Offence]:
    tricks, row = _tricks(view), trump_index(view.trump)
    known = seen_by(book, view).holds
    waiting = {found.seat for found in view.reported if found.irregularity == "revoke" and found.trick is None}
    for place, trick in enumerate(tricks):
        for seat, card in trick.plays[1:]:
            if seat in waiting or _is_reported(view, "revoke", seat, place, card):
                continue
            shown = _shown_in(tricks, place, seat, card, row)
            if shown is None and _failed_to_follow(trick, card, known[seat], row):
                shown = place
            if shown is not None:
                yield Offence("revoke", seat, place, shown)


def _shown_in(tricks: list[Trick], place: int, seat: Seat, card: Card, row: int) -> int | None:
    """The first trick after this one in which the seat played a card that it should have played here."""
    for later in range(place + 1, len(tricks)):
        played = tricks[later].card_of(seat)
        if played is not None and _failed_to_follow(tricks[place], card, 1 << played, row):
            return later
    return None


def _failed_to_follow(trick: Trick, card: Card, held: int, row: int) -> bool:
    """True if a card does not follow the trick and its player held one that does."""
    return not legal_cards(held | 1 << card, trick.led, row) >> card & 1


def _is_reported(view: View, irregularity: Irregularity, seat: Seat, trick: int, card: Card) -> bool:
    about = (irregularity, seat, trick, card)
    settled = (found for found in view.reported if not found.taken_back)
    return any((found.irregularity, found.seat, found.trick, found.card) == about for found in settled)


def _tricks(view: View) -> list[Trick]:
    return [*view.tricks, view.trick] if view.trick.plays else list(view.tricks)


def _out_of_turn(book: Rulebook, view: View) -> Iterator[Offence]:
    """Cards out of turn in the trick on the table, while somebody still has to play to it."""
    trick, place = view.trick, len(view.tricks)
    if not trick.plays or trick.winner is not None:
        return
    leader, card = trick.plays[0]
    if leader is not _rightful_leader(book, view) and not _is_reported(view, "lead out of turn", leader, place, card):
        yield Offence("lead out of turn", leader, place, place)
    if any(found.irregularity == "play out of turn" and found.trick == place for found in view.reported):
        return  # a card was taken out of this trick, so the order in which the others lie shows nothing any more
    for number, (seat, _) in enumerate(trick.plays[1:], 1):
        played = {who for who, _ in trick.plays[:number]}
        waiting = [who for who in leader.round_from() if _had_cards(view, who) and who not in played]
        if waiting and seat is not waiting[0]:
            yield Offence("play out of turn", seat, place, place)


def _rightful_leader(book: Rulebook, view: View) -> Seat:
    assert view.maker is not None
    if view.tricks:
        leader = view.tricks[-1].winner
        assert leader is not None
    else:
        leader = opening_leader(book, view.dealer, view.maker, view.alone, mask_of(view.sitting_out))
    while not _had_cards(view, leader):
        leader = leader.left
    return leader


def _had_cards(view: View, seat: Seat) -> bool:
    """True if a seat plays in this hand and had a card for the trick on the table."""
    return seat not in view.sitting_out and (view.counts[seat] > 0 or view.trick.card_of(seat) is not None)


# Slips of their own.


def slip(level: str, seed: int, view: View) -> Play | None:
    """A card that does not follow suit, if the bot overlooks its suit now; None if it pays attention."""
    lawful = [fact.card for fact in view.legal if isinstance(fact, Play)]
    if view.guarded or view.seat is None or not lawful or not view.trick.plays or view.trick.winner is not None:
        return None
    held = mask_of(view.hand)
    wrong = cards_of(held & ~legal_cards(held, view.trick.led, trump_index(view.trump)))
    place = len(view.tricks)
    if not wrong or _chance(seed, "slip", place) >= ATTENTION[level].slips:
        return None
    return Play(view.seat, wrong[int(_chance(seed, "card", place) * len(wrong))])
