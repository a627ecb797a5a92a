"""What goes wrong, down the side; books, across. Each cell is what a live table does when it is claimed.

A cell names the remedy, its points and its clause. `director` alone is a silent book; with more, it is what the book
suggests to the director. A dash means that it is no offence at that club.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from bowerbird.cards import Card
from bowerbird.seats import Seat
from bowerbird.table import IllegalActionError, Phase, Table
from bowerbird.table import facts as f
from deals import random_deck, refuses, say, to_turn_up
from kit.rows import rows
from table.real_tables import REVOKE, claim, count, in_play, real, real_deal, replays

_deck = random_deck(real("ccc").book, random.Random(5))


def _dealt(
    book: str, packets: tuple[str, str, str, str] = ("3-2", "3-2", "3-2", "3-2"), by: Seat | None = None
) -> Table:
    table = real(book)
    table.push(f.Shuffle(_deck))
    if book in ("ccc", "st-joe"):
        table.push(next(fact for fact in table.legal))
    table.push(f.Deal(packets, by))
    return table


def _six_for_east(book: str) -> Table:
    return _dealt(book, ("3-3", "3-2", "3-2", "3-2"))


def _turned(table: Table) -> Table:
    if table.book.deal.after_start_bell:
        table.push(next(fact for fact in table.legal if type(fact).__name__ == "StartBell"))
    table.push(f.TurnUp())
    return table


def _auction_over(table: Table) -> Table:
    """Trump is made by whoever may, and the first card is led."""
    while not table.state.hand.card_led:
        lawful = [fact for fact in table.legal if type(fact).__name__ not in ("EndBell", "Pass")] or table.legal
        table.push(lawful[0])
    return table


def _first_trick_gone(table: Table) -> Table:
    while not table.state.hand.tricks:
        table.push(next(fact for fact in table.legal if type(fact).__name__ in ("Quit", "Play")))
    return table


# The rows. Each brings a table to the moment of the claim, and claims.


def exposed_in_the_deal(book: str) -> Table:
    return claim(_dealt(book), "E", "card exposed in the deal", "N")


def exposed_in_the_deal_again(book: str) -> Table:
    table = exposed_in_the_deal(book)
    if table.state.asked is not None:
        table.push(f.Ruling("new deal", "a card was seen"))
    assert table.state.dealer is Seat.N
    to_turn_up(table, _deck)
    return claim(table, "E", "card exposed in the deal", "N")


def faced_in_the_pack(book: str) -> Table:
    return claim(_turned(_dealt(book)), "E", "card faced in the pack", "N")


def imperfect_pack(book: str) -> Table:
    return claim(in_play(book, "E: 9s Ts As Tc, W: Kc"), "S", "imperfect pack", "N")


def wrong_dealer(book: str) -> Table:
    return claim(_dealt(book, by=Seat.E), "S", "wrong dealer", "E")


def wrong_dealer_after_the_turn_up(book: str) -> Table:
    return claim(_turned(_dealt(book, by=Seat.E)), "S", "wrong dealer", "E")


def turn_up_before_the_bell(book: str) -> Table:
    table = _dealt(book)
    table.push(f.TurnUp())
    return table if table.state.records else claim(table, "E", "turn-up before the bell", "N")


def six_cards_before_the_turn_up(book: str) -> Table:
    return claim(_six_for_east(book), "S", "wrong number of cards", "E")


def six_cards_in_the_auction(book: str) -> Table:
    return claim(_turned(_six_for_east(book)), "S", "wrong number of cards", "E")


def six_cards_in_the_first_trick(book: str) -> Table:
    return claim(_auction_over(_turned(_six_for_east(book))), "S", "wrong number of cards", "E")


def six_cards_after_the_first_trick(book: str) -> Table:
    return claim(_first_trick_gone(_auction_over(_turned(_six_for_east(book)))), "S", "wrong number of cards", "E")


ALL_PASS = "E: pass, S: pass, W: pass, N: pass"


def turned_down_suit(book: str) -> Table:
    return claim(say(real_deal(book), f"{ALL_PASS}, E: name hearts"), "S", "turned-down suit named", "E")


def turned_down_suit_after_the_lead(book: str) -> Table:
    return claim(say(real_deal(book), f"{ALL_PASS}, E: name hearts, E: 9s"), "S", "turned-down suit named", "E")


def order_out_of_turn(book: str) -> Table:
    return claim(say(real_deal(book), "S: order"), "E", "call out of turn", "S")


def pass_out_of_turn(book: str) -> Table:
    return claim(say(real_deal(book), "S: pass"), "E", "call out of turn", "S")


def turn_down_out_of_turn(book: str) -> Table:
    return claim(say(real_deal(book), "N: pass"), "E", "call out of turn", "N")


def order_without_a_heart(book: str) -> Table:
    table = say(real_deal(book, E="As Ad Kd Qd 9s", S="Kh Th 9d Td Ts"), "E: order")
    return claim(table, "S", "call without the card", "E")


def discard_forgotten(book: str) -> Table:
    return claim(say(real_deal(book), "E: order, E: 9s, S: Ts, W: As, N: Tc"), "E", "discard forgotten", "N")


def _false_lead(lines: str) -> Callable[[str], Table]:
    """South leads before East, and so many play to it."""
    return lambda book: claim(in_play(book, lines), "E", "lead out of turn", "S")


def lone_false_lead(book: str) -> Table:
    table = in_play(book, "E: 9s, S: Ts, N: Tc, E: Ah", alone=True)
    return claim(table, "N", "lead out of turn", "E")


def play_out_of_turn(book: str) -> Table:
    return claim(in_play(book, "E: 9s, W: As"), "N", "play out of turn", "W")


def play_out_of_turn_when_all_have_played(book: str) -> Table:
    return claim(in_play(book, "E: 9s, W: As, S: Ts, N: Tc"), "N", "play out of turn", "W")


def lone_play_out_of_turn(book: str) -> Table:
    return claim(in_play(book, "E: 9s, S: Ts, N: Tc, S: 9d, E: Kd", alone=True), "N", "play out of turn", "E")


def _shown(table: Table, who: Seat, card: str) -> Table:
    table.push(f.Expose(who, Card(card)))
    return table if table.state.records else claim(table, "N", "card exposed", who.name)


def card_exposed(book: str) -> Table:
    return _shown(in_play(book, "E: 9s"), Seat.W, "Ac")


def lone_card_exposed(book: str) -> Table:
    return _shown(in_play(book, "E: 9s", alone=True), Seat.E, "Kd")


def quitted_trick_turned_up(book: str) -> Table:
    table = in_play(book, "E: 9s Ts As Tc, W: Kc")
    table.push(f.LookAtQuitted(Seat.S))
    return table if table.state.records else claim(table, "E", "quitted trick turned up", "S")


def revoke_in_time(book: str) -> Table:
    return claim(in_play(book, f"{REVOKE}, W: As, N: Tc"), "W", "revoke", "S")


def revoke_in_time_alone(book: str) -> Table:
    return claim(in_play(book, REVOKE, alone=True), "E", "revoke", "S")


def _late(table: Table) -> Table:
    """The claim, and where it has to wait for the count of the tricks, that too."""
    claim(table, "W", "revoke", "S")
    return count(table) if table.state.hand.claims else table


def revoke_just_turned_down(book: str) -> Table:
    table = in_play(book, f"{REVOKE}, W: As, N: Tc")
    table.push(next(fact for fact in table.legal if type(fact).__name__ == "Quit"))
    return _late(table)


def revoke_too_late(book: str) -> Table:
    return _late(in_play(book, f"{REVOKE}, W: As, N: Tc, S: 9d"))


def revoke_too_late_alone(book: str) -> Table:
    return _late(in_play(book, f"{REVOKE}, N: Tc, S: 9d", alone=True))


def tricks_mixed(book: str) -> Table:
    table = count(in_play(book, "E: 9s Ts As Tc"))
    table.push(f.MixTricks(Seat.N))
    return claim(table, "W", "revoke", "S")


def not_played_singly(book: str) -> Table:
    return claim(in_play(book, "E: 9s"), "S", "card not played singly", "E")


def signal(book: str) -> Table:
    return claim(in_play(book, "E: 9s"), "S", "signal", "E")


D = "director"
TABLE: list[tuple[Callable[[str], Table], tuple[str, str, str, str, str]]] = [
    #                                       alberta, ccc, trailer-estates, national, st-joe
    (exposed_in_the_deal, ("new deal ALB-12a", D, D, "new deal NAT-D4", D)),
    (exposed_in_the_deal_again, ("new deal ALB-12a", D, D, "new deal NAT-D5", D)),
    (faced_in_the_pack, ("new deal ALB-12a", D, D, D, D)),
    (imperfect_pack, ("new deal ALB-12a", D, D, D, D)),
    (wrong_dealer, ("new deal ALB-12a", D, D, D, D)),
    (wrong_dealer_after_the_turn_up, ("stands ALB-12a", D, D, D, D)),
    (turn_up_before_the_bell, ("-", "-", "-", "new deal NAT-D1", "-")),
    (six_cards_before_the_turn_up, ("new deal ALB-12d", D, D, "new deal NAT-D4", "new deal STJ-4")),
    (six_cards_in_the_auction, ("new deal ALB-12d", D, D, "new deal NAT-D4", "new deal STJ-4")),
    (six_cards_in_the_first_trick, ("new deal ALB-12d", D, D, "new deal NAT-D4", D)),
    (six_cards_after_the_first_trick, ("play on without score ALB-12d", D, D, "new deal NAT-D4", D)),
    (turned_down_suit, ("void and barred ALB-12b", D, "void TE-5c", D, D)),
    (turned_down_suit_after_the_lead, (D, D, D, D, D)),
    (order_out_of_turn, ("void and barred ALB-12c", D, D, D, D)),
    (pass_out_of_turn, ("void ALB-12c", D, D, D, D)),
    (turn_down_out_of_turn, ("void and barred ALB-12c", D, D, D, D)),
    (order_without_a_heart, ("void and barred ALB-5e", D, "void TE-5b", "game lost NAT-P8a", "-")),
    (discard_forgotten, ("play the five dealt ALB-12d", D, D, D, D)),
    (_false_lead("S: 9d"), ("take it back and call a lead ALB-12f", D, D, "exposed card NAT-P4", D)),
    (_false_lead("S: 9d, W: Kc"), ("take it back and call a lead ALB-12f", D, D, "exposed card NAT-P4", D)),
    (_false_lead("S: 9d, W: Kc, N: Tc"), ("take it back and call a lead ALB-12f", D, D, "exposed card NAT-P4", D)),
    (_false_lead("S: 9d Kc Tc Kd"), ("stands ALB-12f", D, D, "director: stands ", D)),
    (lone_false_lead, ("correct it ALB-12e", D, D, "exposed card NAT-P4", D)),
    (play_out_of_turn, ("exposed card ALB-12g", D, D, "exposed card NAT-P4", D)),
    (play_out_of_turn_when_all_have_played, ("stands ", D, D, "stands ", D)),
    (lone_play_out_of_turn, ("correct it ALB-12e", D, D, "exposed card NAT-P4", D)),
    (card_exposed, ("exposed card ALB-12g", D, D, "exposed card NAT-P4", D)),
    (lone_card_exposed, ("correct it ALB-12e", D, D, "exposed card NAT-P4", D)),
    (quitted_trick_turned_up, ("call a lead ALB-12h", D, D, D, D)),
    (
        revoke_in_time,
        (
            "correct it ALB-12i",
            "hand lost 2 CCC-10",
            "director: hand lost 2 TE-X",
            "correct it, card face up NAT-P5",
            "hand lost 2 STJ-12",
        ),
    ),
    (
        revoke_in_time_alone,
        (
            "correct it ALB-12i",
            "hand lost 2 CCC-10",
            "director: hand lost 4 TE-X",
            "correct it, card face up NAT-P5",
            "hand lost 4 STJ-12",
        ),
    ),
    (
        revoke_just_turned_down,
        (
            "choice 2 ALB-12i",
            "hand lost 2 CCC-10",
            "director: hand lost 2 TE-X",
            "correct it, card face up NAT-P5",
            "hand lost 2 STJ-12",
        ),
    ),
    (
        revoke_too_late,
        (
            "choice 2 ALB-12i",
            "hand lost 2 CCC-10",
            "director: hand lost 2 TE-X",
            "hand lost 2 NAT-P5",
            "hand lost 2 STJ-12",
        ),
    ),
    (
        revoke_too_late_alone,
        (
            "choice 4 ALB-12i",
            "hand lost 2 CCC-10",
            "director: hand lost 4 TE-X",
            "hand lost 4 NAT-P5",
            "hand lost 4 STJ-12",
        ),
    ),
    (tricks_mixed, ("choice 2 ALB-12i", D, D, D, D)),
    (not_played_singly, ("director: exposed card ALB-12g", D, D, "points 2 NAT-P3", D)),
    (signal, (D, D, D, D, "director: points off 1 STJ-8")),
]


def cell(row: Callable[[str], Table], book: str) -> tuple[str, Table | None]:
    """What a live table under this book does."""
    try:
        table = row(book)
    except IllegalActionError as refused:
        return "-" if "nothing shows that" in str(refused) else str(refused), None
    asked = table.view(None).director_asked
    if asked is not None:
        if asked.kind == "director decides":
            assert (asked.clause, asked.points) == ("", 0)
            return D, table
        return f"director: {asked.kind} {asked.points or ''} {asked.clause}".replace("  ", " "), table
    ruled = table.state.records[-1]
    return f"{ruled.kind} {ruled.points or ''} {ruled.clause}".replace("  ", " "), table


#: The books of the columns.
ACROSS = ("alberta", "ccc", "trailer-estates", "national", "st-joe")

CELLS = [(row, book, expected) for row, across in TABLE for book, expected in zip(ACROSS, across, strict=True)]


@rows(("row", "book", "expected"), CELLS)
def test_every_book_rules_as_it_is_written(row: Callable[[str], Table], book: str, expected: str) -> None:
    said, table = cell(row, book)
    assert said == expected
    if table is not None:
        assert replays(table)


@rows(("row", "book", "expected"), [cell for cell in CELLS if cell[2] == D])
def test_where_a_book_is_silent_the_table_waits_for_the_director_and_then_goes_on(
    row: Callable[[str], Table], book: str, expected: str
) -> None:
    table = row(book)
    refuses(table, f.Pass(Seat.E), "the director decides first")
    assert (
        table.legal == []
        or table.state.phase is Phase.OVER
        or all(type(fact).__name__ in ("StartBell", "EndBell") for fact in table.legal)
    )
    asked = table.state.asked
    assert asked is not None
    assert table.view(Seat.E).director_asked is not None
    table.push(f.Ruling("as it stands", "no harm was done"))
    assert table.state.asked is None
    assert table.state.records[-1].by == "director"
    seen_by_all = ("card exposed in the deal", "card faced in the pack", "imperfect pack", "signal", "tricks mixed")
    if asked.irregularity not in (*seen_by_all, "card not played singly"):
        refuses(table, f.Claim(Seat.E, asked.irregularity, asked.seat), "nothing shows that")
