"""The boards of a duplicate event: what every table made of each, and its cards once nobody has to play it.

The desk sees results at once, since it enters them. Nobody sees cards before a board is open, directors included.
"""

from __future__ import annotations

import msgspec

from bowerbird.evening.boards import cards_of
from bowerbird.evening.views.common import Seen
from bowerbird.event.boards import Compared, boards_in_play, opened, results_of, seed_for_everybody
from bowerbird.event.deals import dealer_of
from bowerbird.event.facts import HALL
from bowerbird.event.state import Event
from bowerbird.event.totals import signed
from bowerbird.seats import Side
from bowerbird.shuffling import digest_of

__all__ = ["AllBoards", "BoardHands", "BoardResult", "BoardShown", "boards_view"]


class BoardHands(msgspec.Struct, frozen=True):
    """The cards of a board as people read them, North first; the turn-up, and the cards under it."""

    hands: tuple[tuple[str, ...], ...]
    turn_up: str
    kitty: tuple[str, ...]


class BoardResult(msgspec.Struct, frozen=True):
    """A board at one table. `worth` is the difference for North-South and for East-West, as people write it.

    `adjusted` are averages without a hand that counts. `fouled` if the cards were not those that were dealt.
    """

    round: int
    table: int
    names: tuple[str, str]
    ns: int
    ew: int
    adjusted: tuple[int, int] | None
    worth: tuple[str, str]
    others: int
    fouled: bool
    online: bool


class BoardShown(msgspec.Struct, frozen=True):
    """One board. Before it is `open`, only the desk sees its results. `since` is the round from which it was fouled."""

    board: int
    dealer: str
    open: bool
    played: int
    of: int
    since: int
    results: tuple[BoardResult, ...]
    cards: BoardHands | None


class AllBoards(msgspec.Struct, frozen=True):
    """Every board so far. `digest` commits to all of them; the `seed` is shown when the event is finished."""

    total_is: str
    digest: str
    seed: str
    rounds: int
    desk: bool
    boards: tuple[BoardShown, ...]


def boards_view(seen: Seen, *, desk: bool) -> AllBoards:
    """All boards, for the desk or for everybody."""
    event = seen.event
    boards, open_boards = boards_in_play(event), opened(event)
    # Once places are held back, so is everything that they could be worked out from.
    told = {board: desk or (board in open_boards and not seen.evening.holds_back) for board in boards}
    return AllBoards(
        total_is="points against the other tables",
        digest=digest_of(event.board_seed) if event.board_seed else "",
        seed=seed_for_everybody(event),
        rounds=len(event.rounds),
        desk=desk,
        boards=tuple(_board(event, board, board in open_boards, told[board]) for board in boards),
    )


def _board(event: Event, board: int, is_open: bool, told: bool) -> BoardShown:
    results = results_of(event, board)
    seated = sum(board in table.boards for past in event.rounds for table in past.tables)
    return BoardShown(
        board=board,
        dealer=dealer_of(board).word,
        open=is_open,
        played=len(results),
        of=seated,
        since=event.fouled.get(board, 0) if told else 0,
        results=tuple(_result(event, each) for each in results) if told else (),
        cards=_hands(event, board) if is_open and event.board_seed else None,
    )


def _result(event: Event, each: Compared) -> BoardResult:
    past = event.rounds[each.round - 1]
    table = past.table(each.table)
    names = [" & ".join(past.subs.get(name, name) for name in table.pair(side)) for side in Side]
    return BoardResult(
        round=each.round,
        table=each.table,
        names=(names[0], names[1]),
        ns=each.score.ns,
        ew=each.score.ew,
        adjusted=each.score.adjusted,
        worth=(signed(each.worth[0]), signed(each.worth[1])),
        others=each.others,
        fouled=each.fouled,
        online=past.results[each.table].by == HALL,
    )


def _hands(event: Event, board: int) -> BoardHands:
    cards = cards_of(event.book, event.board_seed, board)
    sign = event.book.card_sign
    return BoardHands(
        tuple(tuple(map(sign, hand)) for hand in cards.hands), sign(cards.turn_up), tuple(map(sign, cards.kitty))
    )
