"""Replay a recorded game at the table: check every rule that can be checked, and count the score again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec
from msgspec import UnsetType
from msgspec.structs import replace

from bowerbird.cards import Card
from bowerbird.notation._card_text import sole
from bowerbird.notation._record import DealRecord, RuleBrokenError, record_of
from bowerbird.notation._ruleset import rulebook_for
from bowerbird.notation._turns import Fall
from bowerbird.notation._walk import Walk, walk
from bowerbird.notation.egn import Bidding, EgnDeal, EgnError, EgnGame, Metadata
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import Fact, Hand, Phase, State
from bowerbird.table.state import GameResult, Outcome

__all__ = ["Replay", "ReplayedDeal", "ShownTrick", "names_of", "replay", "replay_alone"]


#: The calls of a deal that is thrown in: each of the four passes twice.
_ALL_PASS: Final = 8


class ShownTrick(msgspec.Struct, frozen=True):
    """A trick as recorded. An unknown card stays as the record writes it."""

    plays: tuple[tuple[Seat, str], ...]
    winner: Seat | None = None


class ReplayedDeal(msgspec.Struct, frozen=True):
    """One deal, replayed. Pairs are North–South first."""

    #: Its number, from 1.
    number: int
    dealer: Seat
    #: The turn-up as it is written.
    turn_up: str
    #: Every call, in the club's own words.
    said: tuple[tuple[Seat, str], ...]
    discard: Card | None
    tricks: tuple[ShownTrick, ...]
    #: How it ended; None if the record stops before.
    outcome: Outcome | None
    points: tuple[int, int]
    #: The score after it.
    score: tuple[int, int]
    #: The hand at the table, with stand-ins for cards that the record does not show.
    hand: Hand
    #: Everything from the first call on.
    facts: tuple[Fact, ...]
    #: Why the record does not finish it. Then it counts no points.
    open: str = ""
    #: True if the game was already over.
    after_end: bool = False

    def taken(self) -> tuple[int, int]:
        """The number of tricks that each side took."""
        winners = [trick.winner for trick in self.tricks if trick.winner is not None]
        north_south = sum(winner.side is Side.NS for winner in winners)
        return north_south, len(winners) - north_south


class Replay(msgspec.Struct, frozen=True):
    """A recorded game, replayed by the rules. Pairs are North–South first."""

    book: Rulebook
    #: North first.
    names: tuple[str, str, str, str]
    #: The score before the first deal.
    start: tuple[int, int]
    #: The score at the end of the game, even if more deals follow.
    score: tuple[int, int]
    deals: tuple[ReplayedDeal, ...]
    #: None if the record stops before the end.
    result: GameResult | None
    #: Lines for a person to read.
    warnings: tuple[str, ...] = ()


def replay(game: EgnGame, *, strict: bool = False) -> Replay:
    """Play a recorded game by its rules.

    Raises `RuleBrokenError` if it breaks one, and `EgnError` if it can't be replayed here. Deals after the end of the
    game are a warning, or with `strict` an error.
    """
    book = _as_dealt(rulebook_for(game.metadata.ruleset), game)
    start = _start_score(game.metadata, book)
    state = State(names=names_of(game.metadata), score=start, phase=Phase.SHUFFLE)
    deals: list[ReplayedDeal] = []
    ended: State | None = None
    follows = -1
    for number, deal in enumerate(game.deals, start=1):
        if isinstance(deal, str):
            raise EgnError(f"deal {number} can't be replayed: it is packed. Unpack the file to plain EGN first")
        try:
            record = record_of(deal, book.cards())
            if ended is None and state.is_over:
                ended = _ended(state, strict)
            if deals and ended is None:
                _check_turn_to_deal(state, record, deal.deal_number == follows, deals[-1])
            done, state = _played(book, state, record, number, last=number == len(game.deals))
        except RuleBrokenError as broken:
            raise broken.in_deal(number) from None
        deals.append(replace(done, after_end=ended is not None))
        follows = deal.deal_number + 1
    end = state if ended is None else ended
    complete = not any(deal.open for deal in deals)
    _check_final_score(game.metadata, book, (end.score, state.score), complete)
    return Replay(book, end.names, start, end.score, tuple(deals), end.result, tuple(_warnings(deals, end)))


def replay_alone(played: Replay, number: int, deal: EgnDeal) -> ReplayedDeal:
    """Replay a deal in place of the one of that number in a replayed game. Raises `RuleBrokenError`."""
    score = played.deals[number - 2].score if number > 1 else played.start
    before = State(names=played.names, score=score, phase=Phase.SHUFFLE)
    done, _ = _played(played.book, before, record_of(deal, played.book.cards()), number, last=True)
    return done


def _ended(state: State, strict: bool) -> State:
    if strict:
        raise RuleBrokenError(f"the game was over at {_score(state.score)}, so nothing more is dealt")
    return state


def _warnings(deals: Sequence[ReplayedDeal], end: State) -> Iterator[str]:
    after = [deal.number for deal in deals if deal.after_end]
    if not after:
        return
    which = f"deal {after[0]} doesn't" if len(after) == 1 else f"deals {after[0]} to {after[-1]} don't"
    yield f"the game was over at {_score(end.score)} after deal {after[0] - 1}, so {which} count."


def _as_dealt(book: Rulebook, game: EgnGame) -> Rulebook:
    """EGN does not state who deals after everyone has passed, but its deals show it."""
    plain = [deal for deal in game.deals if not isinstance(deal, str)]
    same = any(
        _thrown_in(deal)
        and after.deal_number == deal.deal_number + 1
        and after.initial_state.dealer == deal.initial_state.dealer
        for deal, after in pairwise(plain)
    )
    return replace(book, auction=replace(book.auction, all_pass="same dealer")) if same else book


def _thrown_in(deal: EgnDeal) -> bool:
    calls = [call for phase in deal.phases if isinstance(phase, Bidding) for call in phase.calls]
    return len(calls) == _ALL_PASS and set(calls) == {"Pass"}


def names_of(metadata: Metadata) -> tuple[str, str, str, str]:
    """The four names. A seat without one is called by its direction."""
    given = [player if isinstance(player, str) else player.name for player in metadata.players]
    if len(given) > 4:
        raise EgnError(f"this game can't be replayed: it is for {len(given)} players, but a table here has four")
    names = [given[seat] if len(given) > seat and given[seat] else seat.word for seat in Seat]
    return (names[0], names[1], names[2], names[3])


def _start_score(metadata: Metadata, book: Rulebook) -> tuple[int, int]:
    """The starting score of the record."""
    first, second = [*metadata.initial_score, 0, 0][:2]
    if min(first, second) < 0:
        raise EgnError("this game can't be replayed: initialScore is below zero")
    if book.game.points and max(first, second) >= book.game.points:
        raise EgnError(f"this game can't be replayed: initialScore has already reached {book.game.points}")
    return first, second


def _check_turn_to_deal(state: State, record: DealRecord, next_in_file: bool, last: ReplayedDeal) -> None:
    # A gap in the numbers means a selection of deals. After a deal without a result, either player may deal.
    if next_in_file and last.outcome != "new deal" and record.dealer is not state.dealer:
        raise RuleBrokenError(f"{state.dealer.word} deals, not {record.dealer.word}: the deal passes to the left")


def _check_final_score(
    metadata: Metadata, book: Rulebook, scores: tuple[tuple[int, int], tuple[int, int]], complete: bool
) -> None:
    """Check the final score of the file: the one at the end of the game, or the one after every deal that follows."""
    if isinstance(metadata.final_score, UnsetType) or len(metadata.final_score) < 2:
        return
    written = (metadata.final_score[0], metadata.final_score[1])
    if not any(_fits(written, score, book, complete) for score in scores):
        raise RuleBrokenError(f"the deals add up to {_score(scores[0])}, but the file ends with {_score(written)}")


def _fits(written: tuple[int, int], score: tuple[int, int], book: Rulebook, complete: bool) -> bool:
    target = book.game.points or max(score)
    # Some count points beyond the target and some don't.
    capped = (min(score[0], target), min(score[1], target))
    return written in (score, capped) if complete else written[0] >= capped[0] and written[1] >= capped[1]


def _score(score: tuple[int, int]) -> str:
    return f"{score[0]}–{score[1]}"


def _played(book: Rulebook, before: State, record: DealRecord, number: int, last: bool) -> tuple[ReplayedDeal, State]:
    done = walk(book, before, record)
    ended = len(done.state.results) > len(before.results)
    if ended:
        return _shown(done, record, number, ""), done.state
    if record.is_blank and not last:
        again = replace(before, dealer=record.dealer)
        return replace(_shown(done, record, number, "it had no result"), outcome="new deal"), again
    if not last and not done.lost:
        raise RuleBrokenError(f"the record stops after {_last_thing(record)}, but another deal follows")
    why = done.lost or "the record stops here"
    passed_on = replace(before, dealer=record.dealer.left, hands_played=before.hands_played + 1)
    return _shown(done, record, number, why), passed_on


def _last_thing(record: DealRecord) -> str:
    if record.tricks:
        return f"{sum(map(len, record.tricks))} cards"
    return f"{len(record.calls)} calls"


def _shown(done: Walk, record: DealRecord, number: int, why_open: str) -> ReplayedDeal:
    result = None if why_open else done.state.results[-1]
    hand = done.state.hand if result is None else done.state.last_hand
    assert hand is not None
    winners = [trick.winner for trick in hand.tricks]
    return ReplayedDeal(
        number=number,
        dealer=record.dealer,
        turn_up=_as_known(record, record.up),
        said=done.said,
        discard=_discard(record, hand),
        tricks=tuple(_trick(falls, winners) for falls in done.falls.tricks),
        outcome=None if result is None else result.outcome,
        points=(0, 0) if result is None else result.points,
        score=done.state.score,
        hand=hand,
        facts=done.facts,
        open=why_open,
    )


def _discard(record: DealRecord, hand: Hand) -> Card | None:
    """The dealer's discard, if it is recorded, or if all six cards are known and five of them were played."""
    if record.discard:
        return sole(record.options(record.discard))
    if not record.ordered or not hand.discards or hand.turn_up is None:
        return None
    seat, card = hand.discards[0]
    six = hand.dealt[seat] | 1 << hand.turn_up
    return card if six.bit_count() == 6 and len(hand.tricks) == 5 and not hand.is_out(seat) else None


def _as_known(record: DealRecord, text: str) -> str:
    card = sole(record.options(text))
    return text if card is None else str(card)


def _trick(falls: tuple[Fall, ...], winners: list[Seat | None]) -> ShownTrick:
    plays = tuple((fall.seat, fall.text if fall.card is None else str(fall.card)) for fall in falls)
    number = falls[0].trick
    return ShownTrick(plays, winners[number - 1] if number <= len(winners) else None)
