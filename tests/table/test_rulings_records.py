"""What a ruling leaves behind: the result of a lost hand, the record of a claim, and penalties that are lifted."""

import pytest

from bowerbird.cards import Card, Suit
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import Claim, Expose, MixTricks, Ruling
from bowerbird.table.state import HandResult
from deals import refuses, say
from kit.rows import rows
from table.real_tables import REVOKE, claim, count, in_play, last, real_deal, replays


@pytest.mark.clause("CCC-10")
@rows("alone", [False, True])
def test_a_lost_hand_is_remembered_whole(alone: bool) -> None:
    rest = "N: Tc, S: 9d" if alone else "W: As, N: Tc, S: 9d"
    table = claim(in_play("ccc", f"{REVOKE}, {rest}", alone=alone), "E", "revoke", "S")
    assert table.state.results[-1] == HandResult(
        dealer=Seat.N,
        outcome="ruled",
        maker=Seat.E,
        trump=Suit.HEARTS,
        alone=alone,
        lone_defender=None,
        tricks=(1, 0),
        points=(0, 2),
        personal=(0, 0, 0, 0),
    )


def test_a_hand_lost_by_the_makers_goes_to_the_others_and_says_so_on_their_cards() -> None:
    table = in_play("st-joe", "E: Ah Kh Qh Jd, N: Jc, E: 9s")
    table.push(Ruling("hand lost", "a signal across the table", Side.EW, points=2))
    result = table.state.results[-1]
    assert (result.points, result.personal, result.tricks) == ((2, 0), (2, 0, 2, 0), (1, 0))
    assert (result.maker, result.trump, result.dealer) == (Seat.E, Suit.HEARTS, Seat.N)


@pytest.mark.clause("ALB-12i")
def test_a_claim_that_the_tricks_do_not_show_is_on_record_with_its_clause() -> None:
    table = claim(in_play("alberta", "E: 9s Ts As Tc, W: Ac"), "W", "revoke", "S")
    table.push(MixTricks(Seat.E))
    count(table)
    record = last(table)
    assert (record.kind, record.sentence) == ("stands", "The tricks show no revoke by South.")
    assert (record.clause, record.by, record.offender, record.points) == ("ALB-12i", "book", Side.NS, 0)
    assert record.past.state.phase is table.state.phase
    assert replays(table)


def test_in_the_clubs_own_word() -> None:
    book = load_rulebook("ccc")
    refuses(in_play(book, "E: 9s, S: Ts"), Claim(Seat.E, "revoke", Seat.S), "South, re")


SHOWN = [
    ("E", "9c", "East does not hold 9c"),
    ("N", "9s", "North does not hold 9s"),
]


@pytest.mark.clause("ALB-12g")
@rows(("who", "card", "why"), SHOWN)
def test_only_a_card_that_is_held_can_be_shown(who: str, card: str, why: str) -> None:
    table = in_play("alberta")
    refuses(table, Expose(Seat[who], Card(card)), why)


def test_nothing_is_shown_before_the_cards_are_out_or_from_a_hand_laid_away_or_twice() -> None:
    refuses(count(in_play("alberta")), Expose(Seat.E, Card("9s")), "not now: the table waits for the tricks")
    alone = in_play("alberta", alone=True)
    refuses(alone, Expose(Seat.W, Card("Ac")), "West is sitting out this hand")
    table = in_play("alberta")
    table.push(Expose(Seat.W, Card("Ac")))
    refuses(table, Expose(Seat.W, Card("Ac")), "Ac is already face up")
    table.push(Expose(Seat.W, Card("Kc")))
    assert table.state.hand.face_up(Seat.W).bit_count() == 2


@rows("said", ["", "E: order", "E: pass, S: pass, W: pass, N: pass"])
def test_a_card_can_be_shown_during_the_calls_and_the_discard(said: str) -> None:
    table = real_deal("alberta")
    if said:
        say(table, said)
    table.push(Expose(Seat.W, Card("Ac")))
    assert table.state.hand.face_up(Seat.W) == 1 << Card("Ac")


@pytest.mark.clause("ALB-12f", "ALB-T9")
def test_both_penalties_of_a_false_lead_are_lifted_when_play_has_gone_on() -> None:
    table = claim(in_play("alberta", "S: 9d"), "E", "lead out of turn", "S")
    say(table, "E: 9s")
    assert table.state.hand.face_up(Seat.S)
    assert [call.side for call in table.state.hand.lead_calls] == [Side.NS]
    table.push(Ruling("as it stands", "East had told South to lead", overrules=1))
    assert table.state.hand.face_up(Seat.S) == 0
    assert table.state.hand.lead_calls == ()
    assert table.state.hand.trick.plays == ((Seat.E, Card("9s")),)
    assert replays(table)


@pytest.mark.clause("ALB-12g")
@rows(("who", "card"), [("E", "Kd"), ("S", "9d"), ("W", "Ac"), ("N", "Qc")])
def test_an_open_card_stays_open_when_a_revoke_goes_back(who: str, card: str) -> None:
    table = in_play("alberta", "E: 9s")
    table.push(Expose(Seat[who], Card(card)))
    claim(say(table, "S: Kh"), "E", "revoke", "S")
    assert [seat for seat in Seat if table.state.hand.face_up(seat)] == [Seat[who]]
    assert table.state.hand.face_up(Seat[who]) == 1 << Card(card)
