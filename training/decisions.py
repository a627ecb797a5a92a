"""Decisions of players and people, for the referee: hands as the environment keeps them, from views of a table.

    python -m training.decisions decisions.npz --count 1000 --games ../games/*.egn

A third each comes from games of `club`, of `novice`, and from recorded games, if there are any; with `--levels master`
all come from the master. The same command gives the same decisions, so that what the referee finds can be compared with
what the judge finds (`bench/judge.py`). Needs no torch.
"""

from __future__ import annotations

import argparse
import ctypes
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from bowerbird import Card, load_rulebook
from bowerbird.cards import Suit, suit_as_played
from bowerbird.kernel.position import cards_of
from bowerbird.kernel.sample import deals
from bowerbird.notation import EgnError, KnownDeal, ReplayedDeal, RuleBrokenError, read_egn, replay
from bowerbird.notation.deal_text import deal_facts
from bowerbird.players import player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.kernel_options import options_of
from bowerbird.players.knowledge import seen_by
from bowerbird.players.net.inputs import OUTCOMES, knows, rule_bits, seen_by_master, worth_row
from bowerbird.players.worth import Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Discard, Fact, Open, Phase, Play, State, Table, View, step, view
from bowerbird.table.state import cards_in
from training.environment import Hand

__all__ = ["Decision", "decisions", "hand_of"]

_BOOKS: Final = ("bicycle", "alberta", "national", "st-joe", "trailer-estates", "ccc")
#: One decision in so many is taken, so that no hand counts for much.
_EVERY: Final = 5
#: Recorded games are few, so of these it is one in two.
_EVERY_RECORDED: Final = 2
_PHASES: Final = (Phase.FIRST_ROUND, Phase.SECOND_ROUND, Phase.DISCARD, Phase.PLAY)
_NONE: Final = -1


class Decision(NamedTuple):
    """A view, and what its seat did."""

    by: str
    book: Rulebook
    view: View
    fact: Fact


def decisions(levels: Sequence[str], games: Iterable[Path], count: int, seed: int = 1) -> list[Decision]:
    """`count` decisions, as many from each source."""
    files = sorted(games)
    sources = [(_of_level(level, seed), _EVERY) for level in levels]
    if files:
        sources.append((_of_people(files), _EVERY_RECORDED))
    dice = Random(seed)
    found: list[Decision] = []
    for place, (source, every) in enumerate(sources):
        wanted = count * (place + 1) // len(sources) - len(found)
        some = (each for each in source if _is_open(each) and dice.randrange(every) == 0)
        found += [each for each, _ in zip(some, range(wanted), strict=False)]
    return found


def _is_open(decision: Decision) -> bool:
    """True if there was a choice that the net knows."""
    seen = decision.view
    out = seen.phase is Phase.DISCARD and seen.seat in seen.sitting_out
    return len(seen.legal) > 1 and not out and knows(decision.book, seen) and decision.fact in seen.legal


def _of_level(level: str, seed: int) -> Iterator[Decision]:
    """Decisions of four players of a level, under all rulebooks and at many scores, without end."""
    number = 0
    while True:
        book = load_rulebook(_BOOKS[number % len(_BOOKS)])
        dice = Random(f"{seed}/{level}/{number}")
        four = player(level, dice.getrandbits(60))
        target = book.game.points or 1
        state = step(
            book, State(), Open(dealer=Seat(number & 3), score=(dice.randrange(target), dice.randrange(target)))
        )
        while not state.results:
            fact = next_automatic(book, state, dice)
            if fact is None:
                assert state.turn is not None
                seen = view(book, state, state.turn)
                fact = four.choose(book, seen)
                yield Decision(level, book, seen, fact)
            state = step(book, state, fact)
        number += 1


def _of_people(files: Sequence[Path]) -> Iterator[Decision]:
    """Decisions in recorded games, of seats whose five cards are known."""
    for file in files:
        try:
            played = replay(read_egn(file.read_bytes()))
        except (EgnError, RuleBrokenError):
            continue
        score = played.start
        for deal in played.deals:
            yield from _of_deal(played.book, deal, score)
            score = deal.score


def _of_deal(book: Rulebook, deal: ReplayedDeal, score: tuple[int, int]) -> Iterator[Decision]:
    """Decisions of one deal. Cards that nobody wrote down lie anywhere: nobody whose decision counts has seen them."""
    assert deal.hand.turn_up is not None
    known = [seat for seat in Seat if deal.hand.dealt[seat].bit_count() == 5]
    shown = {deal.hand.turn_up, *(card for mask in deal.hand.dealt for card in cards_in(mask))}
    left = [card for card in book.cards() if card not in shown]
    hands = []
    for seat in Seat:
        cards = [card for card in cards_in(deal.hand.dealt[seat]) if card in shown]
        hands.append(tuple(cards + [left.pop() for _ in range(5 - len(cards))]))
    table = Table(book, [Open(dealer=deal.dealer, score=score)])
    for fact in (*deal_facts(book, KnownDeal(deal.dealer, deal.hand.turn_up, tuple(hands), tuple(left))), *deal.facts):
        who = getattr(fact, "seat", None)
        if isinstance(fact, Discard) and fact.seat not in known:
            unplayed = set(hands[fact.seat]) - {each.card for each in deal.facts if isinstance(each, Play)}
            fact = Discard(fact.seat, unplayed.pop() if unplayed else deal.hand.turn_up)
        if who in known and table.state.turn is who:
            yield Decision("people", book, table.view(who), fact)
        table.push(fact)


def hand_of(book: Rulebook, seen: View, seed: int = 1) -> Hand:
    """The hand of a view for the environment. Hidden cards lie anywhere that fits: the referee deals them again."""
    assert seen.seat is not None
    assert seen.turn_up is not None
    world = deals(seen_by(book, seen), 1, seed)
    base = seen.turn_up.suit if seen.trump is None else seen.trump
    hand = Hand(
        dealer=seen.dealer,
        turn=seen.seat,
        phase=_PHASES.index(seen.phase),
        base=base,
        turn_up=_index(seen.turn_up),
        discard=_NONE,
        maker=_NONE if seen.maker is None else seen.maker,
        alone=seen.alone,
        second=seen.turn_up_is == "turned down",
        out=seen.sitting_out[0] if seen.sitting_out else _NONE,
        leader=_NONE,
    )
    for seat in Seat:
        hand.held[seat] = _mask(cards_of(world[seat]))
        hand.on_table[seat] = _NONE
    laid_away = [*seen.discards, *cards_of(world[4])]
    if laid_away:
        hand.discard = _index(Card(laid_away[0]))
    if seen.phase is Phase.PLAY:
        _play(hand, seen, base)
    return hand


def _play(hand: Hand, seen: View, base: Suit) -> None:
    tricks = [trick for trick in (*seen.tricks, seen.trick) if trick.plays]
    place = 0
    for trick in tricks:
        led = suit_as_played(trick.plays[0][1], base)
        assert led is not None
        hand.leads[trick.plays[0][0]] |= 1 << led
        for seat, card in trick.plays:
            hand.played[seat] |= 1 << _index(card)
            hand.order[place] = _index(card)
            place += 1
            if suit_as_played(card, base) is not led:
                hand.voids[seat] |= 1 << led
        if trick.winner is not None:
            hand.won[trick.winner & 1] += 1
            hand.trick += 1
    assert seen.seat is not None
    hand.leader = seen.seat
    if tricks and tricks[-1].winner is None:
        hand.leader = tricks[-1].plays[0][0]
        hand.placed = len(tricks[-1].plays)
        for seat, card in tricks[-1].plays:
            hand.on_table[seat] = _index(card)


def _index(card: Card) -> int:
    return 6 * card.suit + card.rank - 9


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << _index(Card(card)) for card in cards)


def main() -> None:
    """Read the command line and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--levels", nargs="+", default=["club", "novice"])
    parser.add_argument("--games", nargs="*", type=Path, default=[])
    parser.add_argument("--count", type=int, default=1000)
    given = parser.parse_args()
    found = decisions(given.levels, given.games, given.count)
    hands = np.zeros((len(found), ctypes.sizeof(Hand)), np.uint8)
    worth = np.zeros((len(found), 2, OUTCOMES), np.float32)
    for place, (_, book, seen, _) in enumerate(found):
        hand = hand_of(book, seen)
        hand.situation = place
        hands[place] = np.frombuffer(bytes(hand), np.uint8)
        assert seen.seat is not None
        for side, seat in enumerate((seen.dealer, seen.dealer.left)):
            worth[place, side] = worth_row(Stakes(book, replace(seen, seat=seat), "game"), seat)
    np.savez(
        given.out,
        hands=hands,
        worth=worth,
        rules=np.array([rule_bits(options_of(each.book)) for each in found], np.uint16),
        legal=np.array([sum(1 << action for action in seen_by_master(b, s).legal) for _, b, s, _ in found], np.int64),
    )


if __name__ == "__main__":
    main()
