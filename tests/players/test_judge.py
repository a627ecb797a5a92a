"""The judge: the same worlds for every choice, figures that can be compared, and no more said than is known."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from bowerbird import Rulebook, Seat, load_rulebook
from bowerbird.kernel.play_on import BY_NET
from bowerbird.players import player
from bowerbird.players.decisions import decisions_of_hand
from bowerbird.players.judge import Choice, Judgement, judge
from bowerbird.players.judge.compared import Compared, Doubt
from bowerbird.players.judge.judge import Bounds, _Trial
from bowerbird.players.judge.judgement import RECORD
from bowerbird.players.judge.opinion import opinion
from bowerbird.players.judge.results import Results
from bowerbird.players.judge.sample import Sample
from bowerbird.players.net.compiled import story_of
from bowerbird.players.net.inputs import knows, seen_by_master, worth_rows
from bowerbird.players.net.weights import shipped
from bowerbird.players.outlook import Outlook
from bowerbird.players.worth import Stakes
from bowerbird.table import Fact, Pass, Phase, Play, View
from deals import ALL_BOOKS, cards, dealt, say, seat
from kit.amount import amount
from kit.rows import rows

FEW = Bounds((16, 48), confirmed=48)
NOTHING = Outlook(0, 0, 0, 0, 0, 0, 0, 0)


def decisions(book: Rulebook, hands: int, seed: int) -> Iterator[tuple[View, Fact]]:
    """Open decisions of beginners, at many scores."""
    for number in range(hands):
        beginner, dice = player("novice", number), Random(f"{seed}/{number}")
        for _, seen, fact in decisions_of_hand(book, beginner.choose, dice, Seat(number & 3), any_score=True):
            yield seen, fact


@rows("name", ALL_BOOKS)
def test_every_choice_is_judged_once_and_figures_can_be_compared(name: str) -> None:
    book = load_rulebook(name)
    for seen, _ in decisions(book, amount(1, full=2), seed=3):
        found = judge(book, seen, FEW)
        if not found.choices:
            continue
        facts = [fact for choice in found.choices for fact in (choice.fact, *choice.same)]
        assert sorted(map(repr, facts)) == sorted(map(repr, seen.legal))
        best = found.choices[0]
        assert (best.behind, best.error, best.points_behind) == (0, 0, 0)
        behind = [choice.behind for choice in found.choices]
        assert behind == sorted(behind), "best first"
        for choice in found.choices[1:]:
            assert choice.error > 0
            assert best.outlook.points - choice.outlook.points == pytest.approx(choice.points_behind, abs=1e-9)
            if book.game.points and not book.personal_card.kept and found.by == "net":
                assert choice.outlook.game <= best.outlook.game, "nothing wins more often than the best"
            for chance in (choice.outlook.made, choice.outlook.march, choice.outlook.euchre, choice.outlook.ours):
                assert 0 <= chance <= 1


def test_the_same_view_gets_the_same_judgement() -> None:
    book = load_rulebook("bicycle")
    for seen, _ in decisions(book, 2, seed=5):
        one, other = judge(book, seen, FEW), judge(book, seen, FEW)
        assert one.choices == other.choices


def test_every_choice_was_tried_in_the_first_of_the_same_worlds() -> None:
    book = load_rulebook("alberta")
    for seen, _ in decisions(book, 2, seed=7):
        if not knows(book, seen):
            continue
        found = judge(book, seen, FEW)
        if not found.choices:
            continue
        evidence = found.evidence
        assert evidence is not None
        assert len(evidence.shares) == len(evidence.worlds)
        assert float(evidence.shares.sum()) == pytest.approx(1)
        assert len(evidence.records) == len(found.choices)
        assert all(0 < len(records) <= len(evidence.worlds) for records in evidence.records)
        own = sum(1 << card for card in seen.hand)
        assert np.all(evidence.worlds[:, seen.seat] == own)


def test_a_choice_that_is_in_question_again_is_tried_in_the_worlds_between() -> None:
    book = load_rulebook("bicycle")
    seen = next(seen for seen, _ in decisions(book, 2, seed=7) if seen.phase is Phase.PLAY and len(seen.legal) > 2)
    trial = _Trial(book, seen, FEW)
    for count, in_question in ((8, [0, 1]), (20, [0]), (30, [0, 1])):
        trial._worlds.more(count)
        trial._try(in_question)
    worlds = trial._worlds.worlds
    for place in (0, 1):
        assert np.array_equal(trial._records[place], trial._worlds.play(worlds, [trial._actions[place]])[0])


#: Records: West takes all five, South just makes it, South is euchred.
LOST, MADE, EUCHRED = (bytes([maker, 0, tricks]) for maker, tricks in ((Seat.W, 5), (Seat.S, 3), (Seat.S, 2)))


def records(*results: bytes) -> npt.NDArray[np.uint8]:
    """Records of hands that came to these results."""
    return np.array([[*each, *[0] * (RECORD - len(each))] for each in results], np.uint8)


def compared(*choices: npt.NDArray[np.uint8], by_chance: bool = True) -> Compared:
    """Choices of South at the start of a game, of which the net likes only the first, and what came of each."""
    table = dealt("bicycle", "S", "9h", S="Jh Jd Ah Kh As")
    worlds = len(choices[0])
    results = Results(Stakes(table.book, table.view(Seat.S)), Seat.S)
    gaps = [0.0, *[10.0] * (len(choices) - 1)]
    return Compared(results, choices, np.full(worlds, 1 / worlds), gaps, Doubt(by_chance, 0.01))


def test_the_nets_own_choice_is_tried_as_long_as_others_are_in_question() -> None:
    mixed = [MADE, MADE, MADE, EUCHRED] * 16
    some = compared(records(*[LOST] * 64), records(*mixed), records(*mixed[::-1]))
    behind, error = some.behind(some.ranked()[0], 0)
    assert behind > 5 * error, "the net's own is clearly a mistake"
    assert some.in_question() == [0, 1, 2], "the others are measured by it"
    assert compared(records(*[LOST] * 64), records(*[MADE] * 64)).in_question() == []


def test_what_the_large_net_says_is_as_doubtful_as_its_worlds_are_few() -> None:
    own, other = records(*[MADE] * 1600), records(*[*[MADE] * 1200, *[EUCHRED] * 400])
    some = compared(own, other, records(*[EUCHRED, MADE] * 800))
    before = [some.behind(0, place) for place in (1, 2)]
    some.confirm(1, own[:60], other[1185:1245])
    assert some.is_confirmed(1)
    assert some.behind(0, 1)[0] > before[0][0], "three in four of them are lost there"
    assert some.behind(0, 1)[1] > 3 * before[0][1]
    assert some.points_behind(0, 1)[1] > 3 * before[0][1]
    assert some.behind(0, 2) == before[1], "nothing was confirmed about that"


def test_what_was_tried_in_all_worlds_is_not_doubtful_by_chance() -> None:
    own, other = records(*[MADE] * 40), records(*[EUCHRED] * 2, *[MADE] * 38)
    assert compared(own, other).behind(0, 1)[1] > 0.05
    assert compared(own, other, by_chance=False).behind(0, 1)[1] <= 0.01
    assert compared(own, other[:30], by_chance=False).behind(0, 1)[1] > 0.05, "not in all of them"


def test_the_last_worlds_are_for_what_may_be_a_grave_mistake() -> None:
    # Both may or may not be mistakes: one costs about 0.08, the other 0.15, and it may be twice as much.
    own = [MADE] * 400
    small = compared(records(*own), records(*own[:389], *[EUCHRED] * 11))
    large = compared(records(*own[:100]), records(*own[:94], *[EUCHRED] * 6))
    assert small.in_question() == large.in_question() == [0, 1]
    assert small.in_question(only_grave=True) == []
    assert large.in_question(only_grave=True) == [0, 1]


def test_another_choice_is_first_only_if_it_is_clearly_ahead() -> None:
    lucky = compared(records(*[MADE] * 62, *[EUCHRED] * 2), records(*[MADE] * 64))
    assert lucky.ranked() == [0, 1], "two hands of 64 may be chance"
    assert lucky.behind(0, 1)[0] == 0
    better = compared(records(*[EUCHRED] * 32, *[MADE] * 32), records(*[MADE] * 64))
    assert better.ranked() == [1, 0]
    assert better.behind(1, 0)[0] > 0.5


def sampled(seen: View, book: Rulebook, carefully: bool = False, late: bool = False) -> Sample:
    ours, theirs = worth_rows(book, seen)
    holders = shipped()(seen_by_master(book, seen).bits, ours).holders
    return Sample(book, seen, story_of(book, seen, ours, theirs), holders, 5, carefully=carefully, late=late)


def test_worlds_come_in_batches_that_count_by_what_they_tell() -> None:
    book = load_rulebook("bicycle")
    seen = next(seen for seen, _ in decisions(book, 9, seed=7) if len(seen.tricks) == 1)
    sample = sampled(seen, book)
    sample.more(24)
    first, alone = sample.worlds, sample.shares()
    assert len(first) == 24
    assert not sample.is_careful, "the quick net is enough for a first look"
    sample.more(96)
    assert np.array_equal(sample.worlds[:24], first), "what was tried stays"
    assert sample.is_careful
    assert not sample.is_all
    shares = sample.shares()
    assert len(shares) == len(sample.worlds) == 96
    assert shares.sum() == pytest.approx(1)
    # A world is picked as often as it is likely, so that most of them count.
    assert 1 / float(alone @ alone) > 12
    assert 1 / float(shares @ shares) > 48
    assert 0.1 < shares[:24].sum() < 0.4, "a quarter of the worlds, about a quarter of the weight"


def test_late_in_a_hand_the_masters_net_takes_over_after_a_first_look() -> None:
    book = load_rulebook("bicycle")
    actions = [BY_NET]
    differed = 0
    for seen in [seen for seen, _ in decisions(book, amount(5, full=12), seed=3) if len(seen.hand) == 3]:
        late, quick, careful = (
            sampled(seen, book, each == "careful", each == "late") for each in ("late", "", "careful")
        )
        for sample in (late, quick):
            sample.more(16)
        assert np.array_equal(late.play(late.worlds, actions), quick.play(late.worlds, actions))
        late.more(48)
        by_master = careful.play(late.worlds, actions)
        assert np.array_equal(late.play(late.worlds, actions), by_master)
        differed += not np.array_equal(quick.play(late.worlds, actions), by_master)
    assert differed


def test_when_few_deals_are_left_all_of_them_are_tried() -> None:
    book = load_rulebook("bicycle")
    late = [seen for seen, _ in decisions(book, amount(5, full=12), seed=3) if len(seen.tricks) == 3]
    samples = [sampled(seen, book, carefully=True) for seen in late]
    for sample in samples:
        sample.more(16)
        sample.more(600)
    found = [sample for sample in samples if sample.is_all]
    assert found
    for sample in found:
        assert len(np.unique(sample.worlds, axis=0)) == len(sample.worlds)
        before = len(sample.worlds)
        sample.more(5000)
        assert len(sample.worlds) == before


def test_an_opinion_says_whose_it_is() -> None:
    table = dealt("bicycle", "S", "9h", S="Jh Jd Ah Kh As")
    say(table, "W: pass, N: pass, E: pass")
    seen = table.view(seat("S"))
    facts = dict.fromkeys(seen.legal, NOTHING)
    assert opinion(table.book, seen, facts, "sampler").by == "sampler"
    assert opinion(table.book, seen, {}, "sampler").by == "sampler"


def test_a_trump_on_partners_sure_trick_is_a_mistake() -> None:
    table = dealt("bicycle", "S", "9h", S="Jh Jd Ah 9d Tc", N="Kh Qh As Ks Kd", W="Ac Kc Qc 9c Qd", E="Ad Td Jc Js Ts")
    say(table, "W: pass, N: pass, E: pass, S: order, S: discard Tc")
    say(table, "W: Ac, N: Kh, E: Jc")
    seen = table.view(seat("S"))
    wasted, low = (next(f for f in seen.legal if isinstance(f, Play) and f.card == c) for c in cards("Jh 9d"))
    found = judge(table.book, seen)
    assert found.verdict(wasted) in ("mistake", "behind")
    assert found.verdict(low) in ("best", "as good")


def test_passing_with_five_sure_tricks_is_a_mistake_and_the_loner_is_best() -> None:
    table = dealt("bicycle", "S", "9h", S="Jh Jd Ah Kh As")
    say(table, "W: pass, N: pass, E: pass")
    seen = table.view(seat("S"))
    found = judge(table.book, seen)
    assert getattr(found.choices[0].fact, "alone", False)
    assert found.verdict(Pass(seat("S"))) == "mistake"


def test_cards_with_nothing_between_them_are_one_choice() -> None:
    table = dealt("bicycle", "S", "9h", W="9c Tc Qc As Ks", S="Jh Jd Ah Kh Qh")
    say(table, "W: pass, N: pass, E: pass, S: order, S: discard Qh")
    found = judge(table.book, table.view(seat("W")), FEW)
    groups = [(choice.fact, *choice.same) for choice in found.choices]
    together = [{str(fact.card) for fact in group if isinstance(fact, Play)} for group in groups]
    assert {"9c", "Tc"} in together, "no card lies between the nine and the ten"
    assert {"As", "Ks"} in together
    assert {"Qc"} in together, "the jack of clubs may be with anyone"


def test_a_card_on_the_table_lies_between() -> None:
    table = dealt("bicycle", "S", "9h", W="Kc 9d Td Qd Js", N="Ac Qc 9s Ts Qs", S="Jh Jd Ah Kh Qh")
    say(table, "W: pass, N: pass, E: pass, S: order, S: discard Qh")
    say(table, "W: Kc")
    found = judge(table.book, table.view(seat("N")), FEW)
    assert len(found.choices) == 2, "the ace wins the trick, the queen doesn't"


def test_what_the_net_was_not_trained_for_is_judged_by_the_expert() -> None:
    book = next(each for each in map(load_rulebook, ALL_BOOKS) if each.pack.joker or each.pack.lowest != 9)
    seen = next(seen for seen, _ in decisions(book, 3, seed=2) if seen.phase is Phase.PLAY)
    found = judge(book, seen)
    assert found.by == "expert"
    assert found.evidence is None
    assert found.choices


@rows(
    "behind, error, verdict",
    [
        (0.04, 0.001, "as good"),
        (0.3, 0.2, "as good"),
        (0.07, 0.01, "behind"),
        (0.1, 0.01, "behind"),
        (0.11, 0.01, "mistake"),
        (0.2, 0.11, "as good"),
        (0.15, 0.06, "behind"),
        (0.5, 0.1, "mistake"),
    ],
)
def test_a_mistake_is_clear_and_large_enough(behind: float, error: float, verdict: str) -> None:
    west = seat("W")
    first, second = (Play(west, card) for card in cards("As Ks"))
    found = Judgement((Choice(first, NOTHING), Choice(second, NOTHING, behind, error)))
    assert found.verdict(second) == verdict
    assert found.verdict(first) == "best"


def test_the_ways_in_which_a_hand_ends_add_up_to_one_also_where_an_estimate_is_below_nothing() -> None:
    """What the net says is corrected by deals, which may leave 7 marches and 97 euchres in 100."""
    seen = dealt("bicycle", "W", "9h", N="Ah Kh 9s Kd 9d").view(Seat.N)
    results = Results(Stakes(load_rulebook("bicycle"), seen), Seat.N)
    found = results.outlook(np.array([-2.5, 0.8, -2.5, -0.04, 0.07, 0.97, 0.0, 1.0]))
    assert (found.made, round(found.march, 3), round(found.euchre, 3)) == (0.0, 0.067, 0.933)
    assert found.march + found.euchre == pytest.approx(1.0)
    assert found.points == -2.5
