"""Scores: which ones a book makes possible, what they are worth, who enters and who accepts them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.event import EventError, Score, SideCard
from bowerbird.event import facts as f
from bowerbird.event.results import worth
from bowerbird.event.scores import check_score, hand_values
from bowerbird.event.simulate import Pace, quick_game
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat, Side
from event.evenings import CLUBS, house, sat, scored, seated
from kit.rows import rows


def refused(rules: str, ns: int, ew: int, because: str, *, bell: bool = False) -> None:
    book = load_rulebook(rules)
    with pytest.raises(EventError, match=because):
        check_score(book, scored(book, ns, ew), bell)


def allowed(rules: str, ns: int, ew: int, *, bell: bool = False) -> None:
    book = load_rulebook(rules)
    check_score(book, scored(book, ns, ew), bell)


@pytest.mark.clause("ALB-10", "CCC-13a")
@rows(
    ("rules", "too_many"),
    [("alberta", r"points above 10 are not counted\. Enter 10 at most"), ("ccc", "no hand takes a side beyond 13")],
)
def test_a_game_ends_when_one_side_has_ten(rules: str, too_many: str) -> None:
    allowed(rules, 10, 9)
    allowed(rules, 0, 10)
    refused(rules, 10, 10, "10 to 10 isn't possible. The game ends when one side reaches 10")
    refused(rules, 14, 6, too_many)
    refused(rules, 9, 8, "9 to 8 isn't finished: nobody has 10 points")
    refused(rules, 10, -1, "Points are 0 or more")


@pytest.mark.clause("NAT-P2", "NAT-C1")
def test_eleven_points_or_the_bell_whichever_is_first() -> None:
    allowed("national", 11, 10)
    allowed("national", 14, 10)
    refused("national", 15, 3, "no hand takes a side beyond 14")
    refused("national", 11, 12, "The game ends when one side reaches 11")
    refused("national", 6, 5, "nobody has 11 points. If the time is up, ring the bell first".replace(".", r"\."))
    allowed("national", 6, 5, bell=True)
    allowed("national", 5, 5, bell=True)
    allowed("national", 0, 0, bell=True)


@pytest.mark.clause("NAT-P2")
def test_an_unfinished_game_is_scored_after_the_bell_of_its_round_only() -> None:
    night = seated("national", 4)
    night.refuses(f.ScoreEntered(table=1, score=Score(6, 5)), "ring the bell first")
    night.do(f.Bell())
    night.refuses(f.Bell(), "has rung")
    night.score(1, 6, 5)
    night.seat()
    night.refuses(f.ScoreEntered(table=1, score=Score(6, 5)), "ring the bell first")


@pytest.mark.clause("NAT-D6")
def test_at_the_bell_a_hand_is_played_out_only_if_its_turn_up_is_dealt() -> None:
    book = house("national", "[game]\nminutes = 1")
    stops_in_the_deal = Pace(deal=61, play=30)
    assert quick_game(book, Seat.N, random.Random(3), stops_in_the_deal).points == (0, 0)
    plays_one_hand_out = Pace(deal=60, play=300)
    for seed in range(30):
        score = quick_game(book, Seat.N, random.Random(seed), plays_one_hand_out)
        assert max(score.points) in (1, 2, 4)
        assert min(score.points) == 0


@pytest.mark.clause("NAT-D6")
def test_a_quick_hand_thrown_in_after_the_bell_is_dealt_again_until_one_is_completed() -> None:
    def scores(bell: str) -> list[Score]:
        book = house("national", f'[game]\nminutes = 1\nbell = "{bell}"')
        return [quick_game(book, Seat.N, random.Random(seed), Pace(deal=60, play=300)) for seed in range(200)]

    completed, thrown_in = scores("finish the hand"), scores("finish or throw in")
    assert all(sum(score.points) for score in completed)
    assert {score.last_dealer for score in completed} >= {Seat.N, Seat.E}
    assert [score.last_dealer for score in thrown_in if not sum(score.points)] == [None] * sum(
        score.last_dealer is not Seat.N for score in completed
    )


@pytest.mark.clause("TE-7")
def test_eight_hands_are_totalled_and_nobody_needs_to_win() -> None:
    allowed("trailer-estates", 4, 4)
    allowed("trailer-estates", 32, 0)
    allowed("trailer-estates", 12, 3)
    refused("trailer-estates", 4, 3, "cannot be the points of 8 hands, which score 1, 2 or 4 each")
    refused("trailer-estates", 31, 0, "cannot be the points of 8 hands")
    refused("trailer-estates", 30, 3, "cannot be the points of 8 hands")


@pytest.mark.clause("TE-7")
def test_a_game_of_eight_hands_does_not_end_at_ten() -> None:
    scores = [quick_game(load_rulebook("trailer-estates"), Seat.N, random.Random(seed)) for seed in range(60)]
    assert max(max(score.points) for score in scores) > 10
    assert all(sum(score.points) >= 8 for score in scores)
    assert any(score.winner is None for score in scores)
    assert {score.last_dealer for score in scores} == {Seat.W}  # each of the four has dealt twice


def test_books_without_a_bell_have_none_to_ring() -> None:
    night = seated("alberta", 4)
    night.refuses(f.Bell(), "plays without a bell")


@pytest.mark.clause("CCC-13b")
@rows(("ns", "ew", "winner", "loser"), [(10, 6, 14, 6), (10, 0, 20, 0), (10, 9, 11, 9), (3, 10, 17, 3)])
def test_the_winners_write_their_score_plus_the_margin(ns: int, ew: int, winner: int, loser: int) -> None:
    book = load_rulebook("ccc")
    cards = sorted({worth(book, Score(ns, ew), seat) for seat in Seat})
    assert cards == [loser, winner]


@pytest.mark.clause("CCC-13b")
def test_points_above_the_target_count_unless_a_setting_stops_there() -> None:
    allowed("ccc", 11, 6)
    assert [worth(load_rulebook("ccc"), Score(11, 6), seat) for seat in (Seat.N, Seat.E)] == [16, 6]
    stops = house("ccc", '[game]\nover_target = "not counted"')
    with pytest.raises(EventError, match="points above 10 are not counted"):
        check_score(stops, Score(11, 6), bell=False)


@pytest.mark.clause("CCC-13c")
def test_the_pivot_enters_the_score_and_one_opponent_confirms() -> None:
    night = seated("ccc", 4)
    table = night.event.round.table(1)
    pivot, partner = table.seats[table.dealer], table.seats[table.dealer.partner]
    opponent = table.seats[table.dealer.left]
    night.refuses(f.ScoreEntered(table=1, score=Score(10, 6), by=opponent), f"The pivot, {pivot}, keeps the card")
    night.do(f.ScoreEntered(table=1, score=Score(10, 6), by=pivot))
    night.refuses(f.RoundClosed(), "a score that nobody has accepted")
    night.refuses(f.ScoreAccepted(table=1, by=partner), "Someone on the other side confirms it")
    assert night.line(pivot).games == 0
    night.do(f.ScoreAccepted(table=1, by=opponent))
    assert night.line(pivot).games == 1
    night.do(f.RoundClosed())


def test_a_disputed_score_waits_for_the_director() -> None:
    night = seated("st-joe", 4)
    north, east = night.at(1, "N"), night.at(1, "E")
    night.do(f.ScoreEntered(table=1, score=scored(night.book, 10, 6), by=north))
    night.do(f.ScoreDisputed(table=1, by=east, reason="we had 7"))
    assert night.event.round.results[1].note == f"{east}: we had 7"
    night.refuses(f.RoundClosed(), "a disputed score")
    night.do(f.ScoreEntered(table=1, score=scored(night.book, 10, 7)))
    result = night.event.round.results[1]
    assert result.status == "accepted"
    assert [old.points for old, _ in result.replaced] == [(10, 6)]


def test_scores_come_from_people_at_the_table() -> None:
    night = seated("st-joe", 8)
    stranger = night.at(2, "N")
    night.refuses(f.ScoreEntered(table=1, score=scored(night.book, 10, 6), by=stranger), "does not play at table 1")
    night.refuses(
        f.ScoreEntered(table=7, score=scored(night.book, 10, 6)), "Round 1 has no table 7. Its tables are 1 to 2"
    )
    night.refuses(f.ScoreAccepted(table=1), "Table 1 has no score in round 1 yet")
    night.score(1, 10, 6)
    night.refuses(f.ScoreEntered(table=1, score=scored(night.book, 10, 5)), "10 to 5 is different, and not saved")
    night.refuses(f.ScoreAccepted(table=1), "Table 1 has 10 to 6 already")


def test_a_table_that_stands_down_owes_no_score() -> None:
    night = seated("st-joe", 8)
    night.refuses(f.StoodDown(table=1, reason=" "), "Say why")
    night.do(f.StoodDown(table=1, reason="somebody is ill"))
    night.refuses(f.ScoreEntered(table=1, score=scored(night.book, 10, 6)), "does not play this round: somebody is ill")
    night.score(2, 10, 6)
    night.refuses(f.StoodDown(table=2, reason="too late"), "has played")
    night.seat()
    assert len(night.event.rounds) == 2


@pytest.mark.clause("NAT-P8a")
def test_a_game_lost_by_a_ruling_gives_the_win_to_the_others_who_move() -> None:
    night = sat("national", "n1 e1 s1 w1", "n2 e2 s2 w2")
    night.score(1, 6, 2, lost_by=Side.NS)
    night.score(2, 11, 2)
    assert [night.line(name).total for name in ("e1", "n1")] == [2, 0]
    night.seat()
    assert (night.table_of("n1"), night.table_of("e1")) == (1, 2)


@pytest.mark.clause("STJ-10")
def test_personal_cards_count_five_for_the_maker_and_four_for_the_partner() -> None:
    night = sat("st-joe", "n e s w")
    lone = SideCard(marches=1, loners=(1, 0), personal=(11, 10))
    night.score(1, 10, 6, lone, SideCard(personal=(6, 6)))
    assert [night.line(name).total for name in "nesw"] == [11, 6, 10, 6]
    assert night.line("n").loners == 1


@pytest.mark.clause("STJ-10")
def test_personal_cards_must_fit_the_score_and_each_other() -> None:
    book = house("st-joe", '[game]\nover_target = "not counted"')

    def card(own: tuple[int, int], loners: tuple[int, int] = (0, 0)) -> SideCard:
        return SideCard(marches=sum(loners), loners=loners, personal=own)

    def check(north_south: SideCard, east_west: SideCard) -> None:
        check_score(book, Score(10, 6, (north_south, east_west)), bell=False)

    check(card((10, 10)), card((6, 6)))
    check(card((14, 13), (1, 0)), card((6, 6)))  # at nine, then a lone march: thirteen points made, ten counted
    with pytest.raises(EventError, match="Partners' cards differ by 1 for each lone march"):
        check(card((11, 10)), card((6, 6)))
    with pytest.raises(EventError, match="so 7 on their cards isn't possible"):
        check(card((10, 10)), card((7, 7)))
    with pytest.raises(EventError, match="so 14 on their cards isn't possible"):
        check(card((14, 14)), card((6, 6)))
    with pytest.raises(EventError, match="Add the four personal totals"):
        check_score(book, Score(10, 6), bell=False)
    made = Score(13, 6, (card((14, 13), (1, 0)), card((6, 6))))
    check_score(load_rulebook("st-joe"), made, bell=False)
    with pytest.raises(EventError, match="points above 10 are not counted"):
        check_score(book, made, bell=False)


@pytest.mark.clause("STJ-10")
def test_quick_players_keep_personal_cards_by_the_book() -> None:
    book = load_rulebook("st-joe")
    lone = 0
    for seed in range(200):
        score = quick_game(book, Seat.N, random.Random(seed))
        check_score(book, score, bell=False)
        for side in Side:
            card = score.cards[side]
            assert card.personal is not None
            assert card.personal[0] - card.personal[1] == card.loners[0] - card.loners[1]
            lone += sum(card.loners)
    assert lone > 20


def test_what_is_on_the_card_is_not_worth_more_than_the_score() -> None:
    book = load_rulebook("ccc")
    with pytest.raises(EventError, match="are worth 8. Check the card".replace(".", r"\.")):
        check_score(book, Score(10, 7, (SideCard(), SideCard(marches=2, loners=(1, 1)))), bell=False)
    with pytest.raises(EventError, match="count it under marches"):
        check_score(book, Score(10, 7, (SideCard(loners=(1, 0)), SideCard())), bell=False)
    with pytest.raises(EventError, match="below 0"):
        check_score(book, Score(10, 7, (SideCard(euchred=-1), SideCard())), bell=False)
    check_score(book, Score(10, 8, (SideCard(), SideCard(marches=2, loners=(1, 1)))), bell=False)


@rows("rules", CLUBS)
@given(seed=st.integers(0, 100_000))
def test_every_quick_game_is_possible_under_its_book(rules: str, seed: int) -> None:
    book = load_rulebook(rules)
    check_score(book, quick_game(book, Seat(seed % 4), random.Random(seed)), bell=bool(book.game.minutes))


def test_a_hand_is_worth_what_the_book_says() -> None:
    assert hand_values(load_rulebook("alberta")) == (1, 2, 4)
    assert hand_values(load_rulebook("st-joe")) == (1, 2, 4)
    assert hand_values(house("alberta", "[points]\nalone_march = 5")) == (1, 2, 4, 5)
    assert (
        hand_values(house("alberta", "[alone]\ndefend_alone = 'lone calls'\n[points]\neuchre_by_lone_defender = 6"))[-1]
        == 6
    )


def test_corrections_name_a_game_that_was_played_and_a_reason() -> None:
    night = seated("alberta", 4)
    fixed = Score(10, 7)
    night.refuses(f.ScoreCorrected(round=1, table=1, score=fixed, reason="typo"), "has no score in round 1 yet")
    night.score(1, 10, 6)
    night.refuses(f.ScoreCorrected(round=2, table=1, score=fixed, reason="typo"), "There is no round 2")
    night.refuses(f.ScoreCorrected(round=1, table=1, score=fixed, reason=""), "Say why")
    night.refuses(f.ScoreCorrected(round=1, table=1, score=Score(10, 6), reason="typo"), "has this score already")
    night.refuses(f.ScoreCorrected(round=1, table=1, score=Score(10, 10), reason="typo"), "10 to 10 isn't possible")
    night.do(f.ScoreCorrected(round=1, table=1, score=fixed, reason="typo"))
    assert night.event.round.results[1].replaced == ((Score(10, 6), "typo"),)
