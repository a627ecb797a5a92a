"""The paper of a duplicate event, read back: hands to make up boards from, slips to write on, records to take home."""

from __future__ import annotations

import re
from functools import cache

import pytest

from bowerbird.evening.boards import cards_of
from bowerbird.event import Event
from bowerbird.event.boards import results_of
from bowerbird.event.deals import dealer_of
from bowerbird.event.facts import BoardFouled, BoardScore, Score, ScoreCorrected
from bowerbird.event.totals import signed
from bowerbird.paper import SIZES, PaperError, print_sheet, sheets_for
from bowerbird.seats import Seat
from event.evenings import Night
from kit.rows import pairs, rows
from paper.evenings_on_paper import OF_BOARDS
from paper.reading import Sheet, links_of


def night(played: int = 3) -> Night:
    evening = Night("duplicate", 18, rounds=3, seed=7)
    for _ in range(played):
        evening.seat()
        evening.quick()
    return evening


@cache
def running() -> Event:
    """Nine pairs, in the third round, with all scores in."""
    return night().event


@cache
def over() -> Event:
    """The same at the end, with a ruling and a board that was mixed up."""
    evening = night()
    table = evening.event.round.tables[0]
    boards = [*evening.event.round.results[table.number].score.boards]
    boards[0] = BoardScore(boards[0].board, adjusted=(1, -1))
    score = Score(sum(each.ns for each in boards), sum(each.ew for each in boards), boards=tuple(boards))
    evening.do(ScoreCorrected(round=3, table=table.number, score=score, reason="a card was seen"))
    evening.do(BoardFouled(board=boards[1].board, since=3, reason="two hands in one pocket"))
    evening.end()
    return evening.event


def together(event: Event, board: int, seat: Seat) -> str:
    return " ".join(event.book.card_sign(card) for card in cards_of(event.book, event.board_seed, board).hands[seat])


def words_of(what: str, event: Event) -> list[str]:
    boards = range(1, 21)
    tables = event.round.tables
    match what:
        case "boards":
            return [
                "Nobody who plays may see this",
                *(together(event, board, seat) for board in boards for seat in Seat),
            ]
        case "hands":
            return [f"Board {board}" for board in boards] + [together(event, 1, seat) for seat in Seat]
        case "round-slips":
            names = [" & ".join(table.seats[::2]) for table in tables]
            return [*names, *(f"Boards {table.boards[0]} to {table.boards[-1]}" for table in tables), "North or South"]
        case "travellers":
            return [f"Board {board} {dealer_of(board).word} deals" for board in boards]
        case _:
            worths = [signed(each.worth[0]) for each in results_of(event, 1)]
            return [*worths, together(event, 1, Seat.W), "The master in all four seats", "(other cards)", "adj."]


@rows("what, size", pairs(OF_BOARDS, SIZES))
def test_a_sheet_of_boards_says_what_it_must_and_stays_on_the_page(what: str, size: str) -> None:
    event = over() if what == "hand-records" else running()
    sheet = Sheet(print_sheet(what, event, size=size, links=links_of(event)))
    for words in words_of(what, event):
        assert sheet.has(words), words
    assert not sheet.off_the_page()
    assert sheet.smallest() >= 12
    assert all(sheet.page(number) for number in range(len(sheet)))


def test_a_hand_slip_has_one_hand_and_nobody_elses() -> None:
    event = running()
    sheet = Sheet(print_sheet("hands", event))
    page = " ".join(sheet.page(0).split())
    # Eight slips to a page, in order: each has five cards between its head and its board.
    slips = re.split(re.escape(event.title), page)[1:]
    assert len(slips) == 8
    cards = [re.findall(r"(?:10|[9JQKA])[♠♥♣♦]", slip) for slip in slips]
    assert [len(each) for each in cards[:4]] == [5, 5, 5, 5]
    for seat in Seat:
        assert " ".join(cards[seat]) == together(event, 1, seat)


def test_every_card_of_a_board_is_dealt_once() -> None:
    event = running()
    for board in range(1, 21):
        cards = cards_of(event.book, event.board_seed, board)
        every = [*(card for hand in cards.hands for card in hand), cards.turn_up, *cards.kitty]
        assert sorted(map(str, every)) == sorted(map(str, event.book.cards()))


def test_sheets_are_offered_when_they_make_sense() -> None:
    before, other = night(played=0).event, Night("alberta", 16).event
    assert not set(OF_BOARDS) & set(sheets_for(other))
    assert set(OF_BOARDS) & set(sheets_for(before)) == {"round-slips", "travellers"}
    assert set(OF_BOARDS) - set(sheets_for(running())) == {"hand-records"}
    assert set(OF_BOARDS) <= set(sheets_for(over()))
    for what in OF_BOARDS:
        with pytest.raises(PaperError, match="not played with boards"):
            print_sheet(what, other)
    with pytest.raises(PaperError, match="Deal them first"):
        print_sheet("hands", before)
    with pytest.raises(PaperError, match="No board is open yet"):
        print_sheet("hand-records", running())
    assert Sheet(print_sheet("round-slips", before)).has("Table ____")


def test_everything_for_tonight_has_slips_and_no_cards() -> None:
    event = running()
    sheet = Sheet(print_sheet("all", event, links=links_of(event)))
    assert sheet.has("Score slip")
    assert not sheet.has(together(event, 1, Seat.N))
    assert Sheet(print_sheet("all", over())).has("Hand records")
