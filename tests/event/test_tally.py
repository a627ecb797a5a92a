"""The running card of a table: points, counts, the deal and the end of a game, hand by hand and against the engine."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.event.facts import Score, SideCard
from bowerbird.event.results import result_of
from bowerbird.event.scores import check_score, completed
from bowerbird.event.tally import Award, Dealt, Entry, Marked, Played, Rang, Tally, TurnedUp, Void, tally
from bowerbird.players.automatic import next_automatic
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import EndBell, Open, Pass, Phase, Table
from event.evenings import CLUBS, house
from kit.amount import amount
from kit.rows import rows

N, E, S, W = Seat


def card(rules: str, *entries: Entry, dealer: Seat = N) -> Tally:
    return tally(load_rulebook(rules), dealer, entries)


# Points and what the cards count.


@rows(
    ("hand", "points", "personal"),
    [
        (Played(N, 3), (1, 0), (1, 0, 1, 0)),
        (Played(N, 5), (2, 0), (2, 0, 2, 0)),
        (Played(E, 4, alone=True), (0, 2), (0, 2, 0, 2)),
        (Played(W, 5, alone=True), (0, 4), (0, 4, 0, 5)),
        (Played(N, 2), (0, 1), (0, 1, 0, 1)),
        (Played(N, 0, alone=True), (0, 2), (0, 2, 0, 2)),
    ],
)
@pytest.mark.clause("STJ-10", "STJ-11")
def test_a_hand_at_the_church_goes_to_whoever_takes_the_tricks(
    hand: Played, points: tuple[int, int], personal: tuple[int, int, int, int]
) -> None:
    found = card("st-joe", hand)
    assert (found.points, found.personal) == (points, personal)


@rows(
    ("hand", "points"),
    [
        (Played(N, 4), (1, 0)),
        (Played(E, 5), (0, 2)),
        (Played(N, 2), (0, 2)),
        (Played(N, 1, alone=True), (0, 2)),
        (Played(S, 4, alone=True), (1, 0)),
        (Played(S, 5, alone=True), (4, 0)),
    ],
)
@rows("rules", ["alberta", "ccc", "trailer-estates", "national"])
@pytest.mark.clause("ALB-9", "CCC-11", "TE-3", "NAT-S")
def test_a_hand_elsewhere_goes_to_the_makers_or_is_a_euchre(rules: str, hand: Played, points: tuple[int, int]) -> None:
    found = card(rules, hand)
    assert found.points == points
    assert found.personal == (0, 0, 0, 0), "nobody keeps a card of their own"


@pytest.mark.clause("CCC-12", "CCC-15d")
def test_the_card_counts_what_is_paid_and_credited() -> None:
    found = card("ccc", Played(N, 2), Played(E, 1, alone=True), Played(S, 5, alone=True), Played(W, 5), Played(N, 0))
    assert found.cards == (
        SideCard(euchred=2, marches=1, loners=(0, 1)),
        SideCard(euchred=1, failed_alone=1, marches=2),
    )


@pytest.mark.clause("CCC-12")
def test_what_is_marked_counts_without_points() -> None:
    marks = (
        Marked("euchred", E),
        Marked("failed alone", E),
        Marked("revoke", N),
        Marked("march", S),
        Marked("loner", W),
    )
    found = card("ccc", *marks)
    assert found.points == (0, 0)
    assert found.hands == 0
    assert found.cards == (
        SideCard(revokes=1, marches=1),
        SideCard(euchred=1, failed_alone=1, marches=1, loners=(0, 1)),
    )


# The deal.


@pytest.mark.clause("TE-7")
def test_a_misdeal_is_dealt_again_by_the_same_dealer_and_everybody_deals_twice() -> None:
    hands: list[Entry] = [Played(N, 3)] * 7
    found = card("trailer-estates", *hands[:3], Void("misdeal"), Void("misdeal"), *hands[3:])
    assert (found.dealer, found.hands, found.over) == (W, 7, False)
    last = card("trailer-estates", *hands, Void("misdeal"), Played(E, 5, alone=True))
    assert (last.deals, last.over) == ((2, 2, 2, 2), True)


@pytest.mark.clause("NAT-D5")
def test_a_second_misdeal_in_the_same_turn_passes_the_deal() -> None:
    misdeal = Void("misdeal")
    assert card("national", misdeal).dealer is N
    assert card("national", misdeal, misdeal).dealer is E
    assert card("national", misdeal, Played(N, 3), misdeal).dealer is E, "not in the same turn"
    assert card("national", misdeal, misdeal, misdeal).dealer is E, "the next dealer's first"


@pytest.mark.clause("CCC-7d", "ALB-5d", "NAT-X")
def test_a_hand_that_is_thrown_in_passes_the_deal_and_is_no_hand() -> None:
    for rules in ("ccc", "alberta", "national"):
        found = card(rules, Void("thrown in"))
        assert (found.dealer, found.hands) == (E, 0)


def test_somebody_else_has_the_deal_when_the_table_says_so() -> None:
    found = card("national", Played(N, 3), Dealt(W), Played(E, 3), dealer=S)
    assert (found.dealer, found.last_dealer, found.deals) == (N, W, (0, 0, 1, 1))


# The end.


@pytest.mark.clause("STJ-11", "STJ-14")
def test_the_church_counts_what_was_made_and_ccc_can_stop_at_the_target() -> None:
    loners: list[Entry] = [Played(N, 5, alone=True)] * 3
    assert card("st-joe", *loners).points == (12, 0)
    assert card("alberta", *loners).points == (10, 0)
    assert card("st-joe", *loners[:2]).over is False
    assert card("st-joe", *loners).over is True


@pytest.mark.clause("NAT-D6")
def test_the_bell_ends_the_game_unless_the_trump_card_is_on_the_table() -> None:
    assert card("national", Played(N, 3), Rang()).over, "the trump card was not dealt"
    assert card("national", TurnedUp(), Void("misdeal"), Rang()).over, "it was, but of the misdeal before"
    playing: tuple[Entry, ...] = (TurnedUp(), Rang())
    assert not card("national", *playing).over
    assert card("national", *playing, Played(N, 3)).over
    assert not card("national", *playing, Void("misdeal")).over, "a hand is played to completion"
    assert not card("national", *playing, Void("thrown in")).over, "that was no completed hand"
    assert card("national", *playing, Void("thrown in"), Void("misdeal"), Played(E, 5)).over


@pytest.mark.clause("NAT-P2")
def test_eleven_ends_a_national_game_before_the_bell() -> None:
    eleven: tuple[Entry, ...] = (*[Played(N, 5, alone=True)] * 2, Played(N, 5), Played(N, 3))
    assert card("national", *eleven[:3]).over is False
    assert (card("national", *eleven).points, card("national", *eleven).over) == ((11, 0), True)


# Rulings.


@pytest.mark.clause("STJ-12", "NAT-P5", "CCC-10")
def test_a_renege_ends_the_hand_and_counts_on_own_cards() -> None:
    found = card("st-joe", Award(Side.EW, 4, "the hand", Side.NS))
    assert (found.points, found.personal, found.hands, found.dealer) == ((0, 4), (0, 4, 0, 4), 1, E)
    assert found.cards[0].revokes == 1
    assert card("ccc", Award(Side.EW, 2, "the hand", Side.NS)).personal == (0, 0, 0, 0)


@pytest.mark.clause("NAT-P3", "NAT-P8a")
def test_a_penalty_of_points_ends_no_hand_and_a_lost_game_is_over() -> None:
    found = card("national", Award(Side.EW, 2))
    assert (found.points, found.hands, found.dealer, found.over) == ((0, 2), 0, N, False)
    assert card("national", Played(N, 5), Award(Side.EW, ends="the game")).over
    nine: list[Entry] = [Played(N, 5, alone=True), Played(N, 5, alone=True), Played(N, 3)]
    assert card("national", *nine, Award(Side.NS, 2)).over, "it has eleven"


@pytest.mark.clause("STJ-8")
def test_points_come_off_the_game_and_not_off_the_cards_and_never_below_zero() -> None:
    found = card("st-joe", Award(Side.NS, -3), Played(N, 5), Award(Side.NS, -3), Played(S, 3))
    assert found.points == (1, 0)
    assert found.personal == (3, 0, 3, 0)
    assert found.cards[0].off == 2, "what really came off"


HANDS = st.builds(Played, st.sampled_from(Seat), st.integers(0, 5), st.booleans())
VOIDS = st.builds(Void, st.sampled_from(["misdeal", "thrown in"]))
RENEGES = st.builds(Award, st.sampled_from(Side), st.sampled_from([2, 4]), st.just("the hand"))
SIGNALS = st.builds(Award, st.sampled_from(Side), st.integers(-4, -1))
#: What can stand on a card. Eight hands of Trailer Estates have no points but those of hands.
LINES = {"trailer-estates": HANDS | VOIDS, "st-joe": HANDS | VOIDS | RENEGES | SIGNALS}


@given(st.data(), st.sampled_from(CLUBS))
def test_what_is_added_up_is_a_score_that_the_rules_allow(data: st.DataObject, rules: str) -> None:
    """The card of a game, over or stopped, can be handed in as it is, whatever was played and ruled."""
    book = load_rulebook(rules)
    kept: list[Entry] = []
    for entry in data.draw(st.lists(LINES.get(rules, HANDS | VOIDS | RENEGES), max_size=25)):
        if tally(book, N, kept).over:
            break
        kept.append(entry)
    found = tally(book, N, kept)
    cards = found.side_cards(result_of(book).personal)
    check_score(book, completed(book, Score(*found.points, cards, stopped=not found.over)), bell=False)
    assert min(found.points) >= 0
    assert found.hands == sum(not isinstance(entry, Void) and getattr(entry, "points", 1) > 0 for entry in kept)


# Against the engine, which sees every card.


def random_game(book: Rulebook, seed: int, bell_after: int, *, shy: bool = False) -> tuple[Table, list[Entry]]:
    """A game of random legal actions, and the card that somebody beside the table would keep.

    `shy` people mostly pass, so that many hands are thrown in.
    """
    dice = random.Random(seed)
    table = Table(book)
    table.push(Open(dealer=Seat(seed % 4)))
    entries: list[Entry] = []
    pushed = 0
    while not table.state.is_over and pushed < 3000:
        known = len(table.state.results)
        if bell_after and pushed == bell_after and book.game.bell != "none":
            shown = table.state.phase not in (Phase.SHUFFLE, Phase.CUT, Phase.DEAL, Phase.TURN_UP)
            entries += [TurnedUp(), Rang()] if shown else [Rang()]
            table.push(EndBell())
        else:
            choices = [fact for fact in table.legal if not isinstance(fact, EndBell)]
            passes = [fact for fact in choices if isinstance(fact, Pass)] if shy and dice.random() < 0.9 else []
            table.push(next_automatic(book, table.state, dice) or dice.choice(passes or choices))
        pushed += 1
        for result in table.state.results[known:]:
            if result.outcome in ("made", "march", "euchre"):
                assert result.maker is not None
                entries.append(Played(result.maker, result.tricks[result.maker.side], result.alone))
            elif result.outcome == "thrown in":
                entries.append(Void("thrown in"))
    return table, entries


@rows("seed", range(amount(4, full=12)))
@rows("rules", CLUBS)
@pytest.mark.clause("ALB-9", "CCC-11", "TE-3", "TE-7", "NAT-S", "STJ-10", "STJ-11")
def test_the_card_of_a_random_game_is_what_the_engine_counted(rules: str, seed: int) -> None:
    check_card(load_rulebook(rules), seed, *random_game(load_rulebook(rules), seed, bell_after=seed * 37))


@rows("bell", ["finish the hand", "finish or throw in"])
@pytest.mark.clause("NAT-D6")
def test_hands_thrown_in_after_the_bell_are_to_the_card_what_they_are_to_the_engine(bell: str) -> None:
    book = house("national", f'[game]\nbell = "{bell}"')
    last = []
    for seed in range(60):
        table, entries = random_game(book, seed, bell_after=20 + seed, shy=True)
        check_card(book, seed, table, entries)
        last.append((Rang() in entries, entries[-1] == Void("thrown in")))
    assert ((True, True) in last) is (bell == "finish or throw in")


def check_card(book: Rulebook, seed: int, table: Table, entries: list[Entry]) -> None:
    """The card adds up to what the engine counted, and the game is over with its last line and not before."""
    state = table.state
    found = tally(book, Seat(seed % 4), entries)
    assert found.points == state.score
    assert found.over
    hands = [hand for hand in state.results if hand.counts]
    assert found.hands == len(hands)
    assert found.personal == tuple(sum(hand.personal[seat] for hand in hands) for seat in Seat)
    assert found.last_dealer == (hands[-1].dealer if hands else None)
    played_on = tally(book, Seat(seed % 4), entries[:-1])
    assert not played_on.over, "the game was not over one line earlier"
