"""The classic decisions of docs/known-hands.md: every one is a real decision, and the page tells of all of them."""

from __future__ import annotations

from pathlib import Path

from bowerbird import Card, Seat
from bowerbird.players import player
from bowerbird.table import Order, Pass, Play
from kit.rows import rows
from training.known_hands import KNOWN, Known, table_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "known-hands.md"


def test_there_are_ten() -> None:
    assert len(KNOWN) == 10
    assert len({known.title for known in KNOWN}) == 10


@rows("known", KNOWN)
def test_south_has_to_choose_and_the_page_tells_of_it(known: Known) -> None:
    for score in known.scores:
        view = table_of(known, score).view(Seat.S)
        assert len(view.legal) > 1
        assert view.score == score
    assert f". {known.title}\n" in PAGE.read_text("utf-8")


def by_title(words: str) -> Known:
    return next(known for known in KNOWN if words in known.title)


def test_the_master_donates_at_nine_to_six_and_not_at_nothing_all() -> None:
    known = by_title("Donating")
    chosen = [
        player("master").choose(table.book, table.view(Seat.S))
        for table in (table_of(known, score) for score in known.scores)
    ]
    assert chosen == [Order(Seat.S), Pass(Seat.S)]


def test_the_master_leads_trump_to_a_partner_who_has_made_it() -> None:
    known = by_title("The partner has made trump")
    table = table_of(known, (0, 0))
    assert player("master").choose(table.book, table.view(Seat.S)) == Play(Seat.S, Card("9h"))
