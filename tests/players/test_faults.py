"""The mistakes of beginners: each is one that people make, and there are no others."""

from __future__ import annotations

from random import Random

import msgspec

from bowerbird.cards import Card
from bowerbird.players.automatic import next_automatic
from bowerbird.players.faults import MISTAKES, Faults, FaultyPlayer
from bowerbird.players.novice import NovicePlayer
from bowerbird.players.simple import SimplePlayer
from bowerbird.players.thumb import ThumbPlayer
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Discard, Fact, Open, Order, Pass, Play, State, Table, step, view
from deals import dealt, say
from kit.rows import rows

BOOK = load_rulebook("bicycle")


def choice(table: Table, **faults: float) -> Fact:
    """What a player with these faults does now."""
    chooser = FaultyPlayer(1)
    chooser.faults = Faults(**faults)
    assert table.state.turn is not None
    return chooser.choose(table.book, table.view(table.state.turn))


def test_without_faults_the_rules_of_thumb_are_followed() -> None:
    plain, faultless = ThumbPlayer(1), FaultyPlayer(1)
    decisions = 0
    for number in range(60):
        dice = Random(f"faults {number}")
        state = step(BOOK, State(), Open(dealer=Seat(number & 3)))
        while not state.results:
            fact = next_automatic(BOOK, state, dice)
            if fact is None:
                assert state.turn is not None
                seen = view(BOOK, state, state.turn)
                fact = faultless.choose(BOOK, seen)
                assert fact == plain.choose(BOOK, seen)
                decisions += len(seen.legal) > 1
            state = step(BOOK, state, fact)
    assert decisions > 500


def test_a_novice_makes_every_mistake_and_a_learner_fewer() -> None:
    novice, learner = (msgspec.structs.asdict(kind.faults) for kind in (NovicePlayer, SimplePlayer))
    assert all(0 < share < 1 for share in novice.values())
    assert all(learner[name] <= novice[name] / 2 for name in novice)
    assert MISTAKES.keys() <= novice.keys()


def made(*done: str, **hands: str) -> Table:
    """Hearts are trump, made by North, and West has dealt."""
    table = dealt("bicycle", "W", "9h", **hands)
    say(table, ", ".join(done))
    return table


def test_the_partners_trick_is_taken() -> None:
    table = made(
        "N: order", "W: discard 9c", "N: Ac", "E: 9d", N="AhThAcKcAs", E="9dTdQdKdAd", S="JhKhQh9sTs", W="9cTcQcJsQs"
    )
    assert choice(table) == Play(Seat.S, Card("9s"))
    assert choice(table, takes_partners_trick=1.0) == Play(Seat.S, Card("Jh"))


def test_the_makers_do_not_lead_trump() -> None:
    table = made("N: order", "W: discard 9c", N="JhAhThKcAs", W="9cTcQcKsTd")
    assert choice(table) == Play(Seat.N, Card("Jh"))
    assert choice(table, skips_trump_lead=1.0) == Play(Seat.N, Card("As"))


def test_a_defender_leads_trump() -> None:
    table = made("N: pass", "E: order", "W: discard 9c", N="KhQhAs9s9d", E="JhJdAhThAc", W="9cTcQcKsTd")
    assert choice(table) == Play(Seat.N, Card("As"))
    assert choice(table, leads_trump_in_defence=1.0) == Play(Seat.N, Card("Kh"))


def test_the_bower_is_kept_for_later() -> None:
    table = made("N: order", "W: discard 9c", "N: Jd", N="JdAhThKcAs", E="JhQh9dTdKd", W="9cTcQcKsJs")
    assert choice(table) == Play(Seat.E, Card("Jh"))
    assert choice(table, holds_bower=1.0) == Play(Seat.E, Card("Qh"))


def test_a_high_card_is_thrown_under_a_higher_one() -> None:
    table = made("N: order", "W: discard 9c", "N: As", N="JhAhThKcAs", E="9sKs9dTdKd", W="9cTcQcQsJs")
    assert choice(table) == Play(Seat.E, Card("9s"))
    assert choice(table, throws_high=1.0) == Play(Seat.E, Card("Ks"))


def test_the_left_bower_is_played_as_a_plain_jack() -> None:
    table = made("N: order", "W: discard 9c", "N: Ks", N="JhAhThKcKs", E="JdKh9dTdKd", W="9cTcQcQsJs")
    assert choice(table) == Play(Seat.E, Card("Kh"))
    assert choice(table, plays_left_early=1.0) == Play(Seat.E, Card("Jd"))


def test_the_lowest_card_is_discarded_and_no_void_is_made() -> None:
    table = dealt("bicycle", "W", "9h", W="JhAhTc9cKs")
    say(table, "N: pass, E: pass, S: pass, W: order")
    assert choice(table) == Discard(Seat.W, Card("Ks"))
    assert choice(table, discards_lowest=1.0) == Discard(Seat.W, Card("9c"))


def test_it_is_forgotten_who_deals_and_which_jack_is_a_bower() -> None:
    against = dealt("bicycle", "W", "Jh", N="AhKhQhTs9s")
    assert choice(against) == Pass(Seat.N)
    assert choice(against, misses_dealer=1.0) == Order(Seat.N)
    left = dealt("bicycle", "W", "9h", N="JdAhThAs9s")
    assert choice(left) == Order(Seat.N)
    assert choice(left, misses_left=1.0) == Pass(Seat.N)


def test_nobody_who_forgets_the_ace_knows_that_the_king_is_high() -> None:
    hands = {"N": "JhAhThAsKc", "E": "9sQsKs9dAc", "S": "TsTdQdKd9c", "W": "JsAdTcJcQc"}
    table = made("N: order", "W: discard Jc", "N: As 9s Ts Js", "N: Kc Ac 9c Tc", **hands)
    assert choice(table) == Play(Seat.E, Card("Qs")), "or the king: both are high"
    assert choice(table, forgets=1.0) == Play(Seat.E, Card("9d"))


@rows("kind", [NovicePlayer, SimplePlayer])
def test_mistakes_come_from_the_seed(kind: type[FaultyPlayer]) -> None:
    views = [dealt("bicycle", "W", "Jh", N="AhKhQhTs9s").view(Seat.N)]
    for seed in range(40):
        assert [kind(seed).choose(BOOK, seen) for seen in views] == [kind(seed).choose(BOOK, seen) for seen in views]
    novice = {NovicePlayer(seed).choose(BOOK, views[0]) for seed in range(40)}
    assert len(novice) > 1, "and differ between seeds"
