"""The rules that an EGN file names, as a rulebook."""

from __future__ import annotations

from bowerbird.notation import rulebook_for, ruleset_of
from bowerbird.notation.egn import Ruleset
from bowerbird.rulebook import load_rulebook
from deals import house
from kit.rows import rows


def test_a_file_that_names_no_rules_is_the_plain_game_with_a_stuck_dealer() -> None:
    book, plain = rulebook_for(), load_rulebook("bicycle")
    assert book == rulebook_for(Ruleset())
    assert book.auction.stick_the_dealer
    assert book.discard.turn_up
    assert book.game.over_target == "counted"
    assert (book.points, book.pack, book.lead, book.alone) == (plain.points, plain.pack, plain.lead, plain.alone)


def test_every_rule_of_egn_that_is_played_here_has_its_setting() -> None:
    rules = Ruleset(
        std=False,
        canadian=True,
        loner_lead="LEFT_OF_LONER",
        loner_march_score=5,
        loner_euchred_score=4,
        defend_alone=True,
        partners_best=True,
        farmers=True,
        joker=True,
        min_rank=7,
        allow_no_trump=True,
        winning_score=15,
    )
    book = rulebook_for(rules)
    assert not book.auction.stick_the_dealer
    assert book.auction.partner_orders_alone
    assert book.auction.no_trump
    assert book.lead.opening == "left of lone hand"
    assert (book.points.alone_march, book.points.euchre_alone) == (5, 4)
    assert book.alone.defend_alone == "lone calls"
    assert book.alone.partners_best
    assert book.deal.exchange_for == ("farmer's hand",)
    assert len(book.cards()) == 33
    assert (book.game.points, book.game.hands) == (15, 0)


def test_a_game_of_so_many_deals_has_no_target() -> None:
    book = rulebook_for(Ruleset(num_deals=8))
    assert (book.game.points, book.game.hands) == (0, 8)


@rows(
    "changes",
    [
        "[auction]\nstick_the_dealer = true\npartner_orders_alone = true\nno_trump = true",
        "[pack]\nlowest = 7\njoker = true",
        "[alone]\ndefend_alone = 'lone calls'\npartners_best = true",
        "[lead]\nopening = 'left of lone hand'",
        "[points]\nalone_march = 5\neuchre_alone = 4",
        "[game]\npoints = 7",
        "[game]\npoints = 0\nhands = 12",
        '[deal]\nexchange_for = ["farmer\'s hand"]',
    ],
)
def test_a_rulebook_goes_out_and_comes_back(changes: str) -> None:
    book = house(changes)
    back = rulebook_for(ruleset_of(book))
    for section in ("pack", "auction", "alone", "lead", "points"):
        assert getattr(back, section) == getattr(book, section)
    assert (back.game.points, back.game.hands) == (book.game.points, book.game.hands)
    assert back.deal.exchange_for == book.deal.exchange_for


def test_a_game_to_the_bell_alone_has_no_target_either() -> None:
    by_time = house("[game]\npoints = 0\nminutes = 20\nbell = 'finish the hand'")
    assert rulebook_for(ruleset_of(by_time)).game.points == 0
