"""Reasons: each sentence is true in the worlds that it comes from, and says what a club player would."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import get_args

import numpy as np
import pytest
from msgspec.structs import replace

from bowerbird.cards import Card, Suit
from bowerbird.players.explain import Counting
from bowerbird.players.judge import Choice, Judgement, judge
from bowerbird.players.judge.judge import Bounds
from bowerbird.players.judge.reasons import Reason, Reasons, reason
from bowerbird.players.judge.reasons.facts import Event, events, lies
from bowerbird.players.judge.reasons.lines import Lines
from bowerbird.players.judge.reasons.outcomes import Kind
from bowerbird.players.judge.reasons.shares import HARDLY, both, often, rather, than, times
from bowerbird.players.judge.reasons.weigh import LEAST_CHANGE, LEAST_PART, Told
from bowerbird.players.outlook import Outlook
from bowerbird.players.worth import Stakes
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, Name, Order, Pass, Play, View, view
from deals import dealt, say
from kit.amount import amount
from kit.rows import rows
from players.slow_facts import Hand, happens, kind_of, lies_so, read, worth
from players.tables import EVERY_OPTION, changed, decisions, small
from players.tried import judged, tried

BOOK = load_rulebook("bicycle")
#: Decisions to look at.
COUNT = amount(8, full=20, soak=500)
#: No sentence is longer than this, in words.
LONGEST = 21
#: Numbers of times in a hundred.
HUNDREDTHS = re.compile(
    r"(?:(\d+) times? in 100)|(?:instead of|euchred|with partner|tricks) (\d+)\b(?! deal)|in (\d+) of them"
)
KINDS: tuple[Kind, ...] = get_args(Kind)


def some_decisions(
    count: int, worlds: int = 60, wanted: Callable[[View], bool] = lambda seen: True
) -> Iterator[tuple[View, Judgement]]:
    """Decisions of all kinds, or of the wanted ones, from games of beginners."""
    novice, seed, found = small("novice"), 0, 0
    while found < count:
        seed += 1
        for number, state in enumerate(decisions(BOOK, (novice, novice), seed)):
            if state.turn is None or (number + seed) % 7:
                continue
            seen = view(BOOK, state, state.turn)
            if len(seen.legal) > 1 and wanted(seen):
                yield seen, tried(BOOK, seen, worlds, seed)
                found += 1
                if found == count:
                    return


def trump_of(seen: View, facts: tuple[Fact, ...]) -> Suit:
    if seen.trump is not None:
        return seen.trump
    for fact in facts:
        if isinstance(fact, Name) and fact.trump is not None:
            return fact.trump
        if isinstance(fact, Order):
            assert seen.turn_up is not None
            return seen.turn_up.suit
    raise AssertionError("no trump")


def said_share(text: str, share: float) -> bool:
    """True if the text tells this share, in any of the ways that shares are told."""
    tenths = round(10 * share)
    ways = {often(share), times(share), f"instead of {tenths}", f"instead of {round(100 * share)}"}
    ways |= {f"{tenths} deals of 10", f"{tenths} deal of 10", f"in {tenths} after", f"and {round(100 * share)} after"}
    return any(way in text for way in ways) or share < HARDLY


class Recount:
    """A reason counted again, world by world, in plain Python."""

    def __init__(self, seen: View, judgement: Judgement, choice: Choice, found: Reason) -> None:
        assert judgement.evidence is not None
        assert found.other is not None
        self.seen, self.choice, self.found, self.evidence = seen, choice, found, judgement.evidence
        self.is_best = choice is judgement.choices[0]
        self.pair = (found.other, choice) if self.is_best else (choice, found.other)
        records = [self.evidence.records[judgement.choices.index(each)] for each in self.pair]
        self.count = min(map(len, records))
        #: The figures of a judgement come from all worlds, the facts from those in which both were tried.
        self.in_all_worlds = self.count == max(map(len, records))
        self.after, self.best = ([read(row) for row in rows[: self.count]] for rows in records)
        shares = self.evidence.shares[: self.count]
        self.shares: list[float] = (shares / shares.sum()).tolist()
        stakes = Stakes(BOOK, seen)
        self.gains = [worth(stakes, two) - worth(stakes, one) for one, two in zip(self.after, self.best, strict=True)]

    def mean(self, numbers: Sequence[float]) -> float:
        return float(sum(share * number for share, number in zip(self.shares, numbers, strict=True)))

    def lying(self, told: Told) -> list[bool]:
        trump = trump_of(self.seen, (self.pair[0].fact, self.pair[1].fact))
        return [lies_so(self.seen, told.key, world, trump) for world in self.evidence.worlds[: self.count].tolist()]

    def check_event(self, told: Told) -> None:
        """The event happens as often as told, and its worlds have their part of the difference."""
        assert isinstance(told.fact, Event)
        here, there = ([happens(self.seen, told.key, hand) for hand in hands] for hands in (self.after, self.best))
        assert told.share == pytest.approx(self.mean(here))
        assert told.best_share == pytest.approx(self.mean(there))
        if self.choice.is_as_good and not self.is_best:
            return
        assert (told.best_share > told.share) == told.fact.good
        assert abs(told.best_share - told.share) >= LEAST_CHANGE
        self._check_part(told, [one != two for one, two in zip(here, there, strict=True)])
        assert said_share(self.found.text, told.share), (self.found.text, told.share)
        assert said_share(self.found.text, told.best_share), (self.found.text, told.best_share)
        if "wins this trick" in self.found.text and told.key[0] != "now":
            played = self.pair[told.best_share > told.share].fact
            assert told.key == ("takes", played.card if isinstance(played, Play) else None)
            assert min(told.share, told.best_share) < HARDLY
            trick = len(self.seen.tricks) + (self.seen.trick.winner is not None)
            wins = [
                [hand.played[trick].winner is self.seen.seat for hand in hands] for hands in (self.after, self.best)
            ]
            assert self.mean(wins[1]) - self.mean(wins[0]) >= LEAST_CHANGE

    def check_lie(self, told: Told) -> None:
        """The cards lie so as often as told, and that is what the loss, or the euchres of a call, come from."""
        worlds = self.lying(told)
        assert told.share == pytest.approx(self.mean(worlds))
        if self.seen.maker is not None:
            self._check_part(told, worlds)
            assert said_share(self.found.text, told.share), (self.found.text, told.share)
            return
        fails = [hand.tricks < 3 for hand in self.after]
        both = [fail and held for fail, held in zip(fails, worlds, strict=True)]
        assert told.part == pytest.approx(self.mean(both) / self.mean(fails))
        assert told.part >= (0.9 if "nearly always when" in self.found.text else 0.65)

    def _check_part(self, told: Told, worlds: list[bool]) -> None:
        part = self.mean([gain * counts for gain, counts in zip(self.gains, worlds, strict=True)])
        assert told.part == pytest.approx(part / self.mean(self.gains))
        assert told.part >= LEAST_PART

    def check_results(self) -> None:
        """Results come as often as told."""
        mine, others = (self.best, self.after) if self.is_best else (self.after, self.best)
        for result in self.found.results if self.in_all_worlds else ():
            counted = [
                self.mean([result.kind in kind_of(self.seen, hand) for hand in hands]) for hands in (mine, others)
            ]
            assert [result.share, result.other] == pytest.approx(counted)
            assert said_share(self.found.text, result.share)
            assert said_share(self.found.text, result.other)

    def check_call(self) -> None:
        """Every number in a text about calls is a result of one of them."""
        allowed = {round(100 * share) for hands in (self.after, self.best) for share in self._figures(hands)}
        allowed |= {round(100 * choice.outlook.game) for choice in self.pair}
        numbers = [int(number) for match in HUNDREDTHS.findall(self.found.text) for number in match if number]
        assert numbers or re.search("no worse|Too close|every", self.found.text), self.found.text
        assert allowed.issuperset(numbers), (self.found.text, allowed)

    def _figures(self, hands: list[Hand]) -> list[float]:
        kinds = [kind_of(self.seen, hand) for hand in hands]
        shares = {kind: self.mean([kind in each for each in kinds]) for kind in KINDS}
        ours, theirs = shares["ours"], shares["theirs"]
        scored = [1 - shares["our euchre"], ours - shares["our euchre"], theirs - shares["their euchre"]]
        return [*shares.values(), *scored, 1 - ours - theirs]


def check(seen: View, judgement: Judgement, choice: Choice, found: Reason) -> None:
    """Count again what a reason tells."""
    if found.other is None:
        assert not found.told
        assert not found.results
        return
    again = Recount(seen, judgement, choice, found)
    for told in found.told:
        (again.check_event if isinstance(told.fact, Event) else again.check_lie)(told)
    again.check_results()
    if seen.maker is None and again.in_all_worlds:
        again.check_call()


def check_text(text: str) -> None:
    """Plain English, and no more than two sentences."""
    sentences = re.split(r"(?<=\.) ", text)
    assert 1 <= len(sentences) <= 2, text
    for each in sentences:
        assert each.endswith("."), text
        assert each[0].isupper() or each[0].isdigit(), text
        assert len(each.split()) <= LONGEST, text
    assert not re.search(r"  | ,|\.\.|\b1 times\b|\b1 deals\b|\bthe [AKQJ1]0?[♣♦♥♠]|nan|None|\ba a\b", text), text


def test_every_reason_is_true_in_its_worlds() -> None:
    kinds: set[str] = set()
    for seen, judgement in some_decisions(COUNT):
        reasons = Reasons(BOOK, seen, judgement)
        for choice in judgement.choices:
            found = reasons.of(choice)
            check_text(found.text)
            check(seen, judgement, choice, found)
            assert found.text == reason(BOOK, seen, judgement, choice)
            kinds.update(str(told.key[0]) for told in found.told)
            kinds.update(result.kind for result in found.results)
    assert len(kinds) >= 6, kinds


def test_all_facts_are_counted_as_by_hand() -> None:
    """Not only the facts that are told: each one, in each world."""
    for seen, judgement in some_decisions(max(2, COUNT // 4), 20):
        evidence = judgement.evidence
        assert evidence is not None
        chosen = tuple(choice.fact for choice in judgement.choices)
        calls = [fact for fact in chosen if not isinstance(fact, Pass)]
        trump = trump_of(seen, chosen)
        for number, choice in enumerate(judgement.choices):
            if choice.fact not in calls or (seen.maker is None and trump_of(seen, (choice.fact,)) is not trump):
                continue
            hands, lines = [read(row) for row in evidence.records[number]], Lines(evidence.records[number])
            for event in events(BOOK, seen, trump, chosen):
                assert event.test(lines).tolist() == [happens(seen, event.key, hand) for hand in hands], event.key
        for lie in lies(BOOK, seen, evidence.worlds, trump, chosen):
            slow = [lies_so(seen, lie.key, world, trump) for world in evidence.worlds.tolist()]
            assert lie.holds.tolist() == slow, lie.key


def only(seen: View, judgement: Judgement, facts: tuple[Fact, ...], worlds: list[int]) -> Judgement:
    """The judgement of some choices in some worlds, all alike, so that what makes the difference is known."""
    evidence = judgement.evidence
    assert evidence is not None
    records = {choice.fact: rows[worlds] for choice, rows in zip(judgement.choices, evidence.records, strict=True)}
    shares = np.full(len(worlds), 1 / len(worlds))
    return judged(BOOK, seen, evidence.worlds[worlds], shares, {fact: records[fact] for fact in facts})


def hands_after(judgement: Judgement, fact: Fact) -> list[Hand]:
    evidence = judgement.evidence
    assert evidence is not None
    place = next(number for number, choice in enumerate(judgement.choices) if choice.fact == fact)
    return [read(row) for row in evidence.records[place]]


def mixed(first: list[int], second: list[int]) -> list[int]:
    """Four worlds of the first kind and six of the second."""
    assert first
    assert second
    return [first[number % len(first)] for number in range(4)] + [second[number % len(second)] for number in range(6)]


def to_lead() -> View:
    """South is on lead, with an ace and a trump. North has made hearts trump, and East deals."""
    table = dealt("bicycle", "E", "9h", S="As 9s Th Kd 9d", W="Ks Qs Qh Jc Qc", N="Jh Ah Kh Ac Td", E="Ts Js Ad Kc 9c")
    say(table, "S: pass, W: pass, N: order, E: discard 9c")
    return table.view(Seat.S)


def test_an_ace_that_is_ruffed_is_told_so() -> None:
    seen, ace, trump = to_lead(), Play(Seat.S, Card("As")), Play(Seat.S, Card("Th"))
    judgement = tried(BOOK, seen, 300, 3)
    after, best = hands_after(judgement, ace), hands_after(judgement, trump)
    key = ("ruffed", int(ace.card))
    ruffed, later = ([happens(seen, key, hand) for hand in hands] for hands in (after, best))
    worlds = [n for n in range(300) if not later[n]]
    lost = [n for n in worlds if ruffed[n] and after[n].tricks < 3 <= best[n].tricks < 5]
    same = [n for n in worlds if not ruffed[n] and after[n].tricks == best[n].tricks == 3]
    found = only(seen, judgement, (ace, trump), mixed(lost, same))
    assert found.choices[0].fact == trump
    assert reason(BOOK, seen, found, found.choices[1]) == (
        "An opponent ruffs your A♠ in about 4 deals of 10. We're euchred 40 times in 100 instead of 0."
    )
    assert reason(BOOK, seen, found, found.choices[0]) == (
        "After leading A♠, an opponent ruffs it in about 4 deals of 10. We're euchred 0 times in 100 instead of 40."
    )


def test_a_call_that_fails_against_a_bower_is_told_so() -> None:
    table = dealt("bicycle", "W", "9h", N="Ah Kh 9s Kd 9d")
    seen, order, passing = table.view(Seat.N), Order(Seat.N), Pass(Seat.N)
    judgement = tried(BOOK, seen, 300, 3)
    evidence = judgement.evidence
    assert evidence is not None
    right = ("holds", int(Card("Jh")), "they")
    theirs = [lies_so(seen, right, world, Suit.HEARTS) for world in evidence.worlds.tolist()]
    after = hands_after(judgement, order)
    passed = [worth(Stakes(BOOK, seen), hand) for hand in hands_after(judgement, passing)]
    called = [worth(Stakes(BOOK, seen), hand) for hand in after]
    lost = [n for n in range(300) if theirs[n] and after[n].tricks < 3 and passed[n] > called[n]]
    made = [n for n in range(300) if not theirs[n] and after[n].tricks in (3, 4) and passed[n] == called[n]]
    found = only(seen, judgement, (order, passing), mixed(lost, made))
    assert found.choices[1].fact == order
    text = reason(BOOK, seen, found, found.choices[1])
    assert text.startswith("We're euchred 40 times in 100, nearly always when an opponent has the right bower. ")


def test_a_lone_hand_that_one_card_stops_is_told_so() -> None:
    table = dealt("bicycle", "E", "9h", S="Jh Jd Ah Ac Qs")
    seen, alone, together = table.view(Seat.S), Order(Seat.S, alone=True), Order(Seat.S)
    judgement = tried(BOOK, seen, 300, 3)
    after, best = hands_after(judgement, alone), hands_after(judgement, together)

    def stopped_by(hand: Hand, card: Card) -> bool:
        return any(trick.winner.side is not Seat.S.side and trick.card(trick.winner) == card for trick in hand.played)

    king = Card("Ks")
    stopped = [n for n in range(300) if after[n].tricks == 4 and best[n].tricks == 5 and stopped_by(after[n], king)]
    found = only(seen, judgement, (alone, together), stopped[:1] * 10)
    assert found.choices[1].fact == alone
    assert reason(BOOK, seen, found, found.choices[1]) == (
        "Alone you never take all five tricks, and K♠ stops it every time. "
        "With partner we take them every time, for 2 points."
    )


def test_a_guarded_left_bower_that_stops_a_lone_hand_is_told_so() -> None:
    """West plays hearts alone and leads the right bower. South keeps the left bower, or doesn't."""
    table = dealt("bicycle", "W", "Th", W="Jh Ah Kh Ac As", S="Jd 9h Ks Qs 9c", N="Tc Qc Ts 9s Qd", E="Kc Jc Js Td 9d")
    say(table, "N: pass, E: pass, S: pass, W: order alone, W: discard As, N: Ts, S: Qs, W: Th")
    table.push(Play(Seat.W, Card("Jh")))
    table.push(Play(Seat.N, Card("9s")))
    seen, left, guard = table.view(Seat.S), Play(Seat.S, Card("Jd")), Play(Seat.S, Card("9h"))
    judgement = tried(BOOK, seen, 100, 3)
    assert judgement.choices[0].fact == guard
    text = reason(BOOK, seen, judgement, judgement.choices[1])
    assert text.startswith("If you keep your left bower, it takes a trick"), text
    assert "Their lone hand takes all five tricks" in text
    assert judgement.choices[1].fact == left


def test_a_choice_that_brings_points_and_loses_games_is_told_so() -> None:
    seen = replace(to_lead(), score=(9, 7))
    best, other = (
        Choice(Play(Seat.S, Card(card)), Outlook(points, game, game, 0.6, 0.1, euchre, 0, 1), behind, 0.01, -behind)
        for card, points, game, euchre, behind in (("Th", 0.2, 0.81, 0.3, 0.0), ("As", 0.4, 0.72, 0.4, 0.2))
    )
    judgement = Judgement((best, other), "net")
    assert reason(BOOK, seen, judgement, other) == (
        "We're euchred 40 times in 100 instead of 30. At 9–7 leading A♠ wins the game 72 times in 100 instead of 81."
    )
    told = "At 9–7 leading 10♥ wins the game 81 times in 100 instead of 72."
    assert reason(BOOK, seen, judgement, best).endswith(told)


@rows(
    "points_behind, win, told",
    [
        (0.12, 0.72, "It brings 0.12 points less than leading 10♥."),
        (-0.2, 0.81, "At this score it is worth 0.15 points less than leading 10♥."),
        (-0.2, 0.72, "At 9–7 leading A♠ wins the game 72 times in 100 instead of 81."),
    ],
)
def test_points_are_told_only_as_they_are(points_behind: float, win: float, told: str) -> None:
    seen = replace(to_lead(), score=(9, 7))
    best = Choice(Play(Seat.S, Card("Th")), Outlook(0.2, 0.81, 0.81, 0.6, 0.1, 0.3, 0, 1))
    outlook = replace(best.outlook, points=0.2 - points_behind, game=win, value=win)
    other = Choice(Play(Seat.S, Card("As")), outlook, 0.15, 0.01, points_behind)
    assert reason(BOOK, seen, Judgement((best, other), "net"), other) == told


@rows(
    "euchres, told",
    [
        ((0.31, 0.33), "Either way, we're euchred in about 3 deals of 10."),
        ((0.0, 0.01), "Either way, we make it nearly every time."),
        ((0.24, 0.36), ""),
        ((0.01, 0.04), ""),
    ],
)
def test_a_card_that_is_as_good_comes_to_the_same(euchres: tuple[float, float], told: str) -> None:
    seen = to_lead()
    best, other = (
        Choice(Play(Seat.S, Card(card)), Outlook(0.2, 0.8, 0.8, 0.9 - euchre, 0.1, euchre, 0, 1))
        for card, euchre in zip(("Th", "As"), euchres, strict=True)
    )
    text = reason(BOOK, seen, Judgement((best, other), "net"), other)
    assert text == f"It's no better and no worse than leading 10♥. {told}".rstrip()


def without_worlds(judgement: Judgement) -> Judgement:
    return replace(judgement, evidence=None)


def test_without_worlds_only_figures_are_told() -> None:
    for seen, judgement in some_decisions(8, 20):
        bare = without_worlds(judgement)
        for choice in bare.choices:
            found = Reasons(BOOK, seen, bare).of(choice)
            check_text(found.text)
            assert not found.told
            assert not found.stopper
            for result in found.results:
                assert said_share(found.text, result.share)


def test_reasons_of_the_judge_are_true() -> None:
    """Choices that were soon clear were tried in fewer worlds."""
    novice, looked = small("novice"), 0
    for number, state in enumerate(decisions(BOOK, (novice, novice), 5)):
        if state.turn is None or number % 5 or looked == 6:
            continue
        seen = view(BOOK, state, state.turn)
        judgement = judge(BOOK, seen, Bounds((16, 32)))
        looked += len(judgement.choices) > 1
        for choice in judgement.choices:
            found = Reasons(BOOK, seen, judgement).of(choice)
            check_text(found.text)
            check(seen, judgement, choice, found)
            for result in found.results:
                if result.kind.endswith("euchre") and seen.maker is not None:
                    assert result.share == pytest.approx(choice.outlook.euchre)
    assert looked == 6


@rows("option", EVERY_OPTION)
def test_what_the_expert_judges_has_reasons_by_its_figures(option: str) -> None:
    book = changed("bicycle", EVERY_OPTION[option])
    expert, chance = small("expert"), small("random", 3)
    for number, state in enumerate(decisions(book, (chance, chance), 3)):
        if state.turn is None or number % 3 or number > 60:
            continue
        seen = view(book, state, state.turn)
        outlooks = expert.outlooks(book, seen) if isinstance(expert, Counting) else {}
        ranked = sorted(outlooks, key=lambda fact: -outlooks[fact].points)
        choices = [
            Choice(fact, outlooks[fact], behind := outlooks[ranked[0]].points - outlooks[fact].points, 0.01, behind)
            for fact in ranked
        ]
        judgement = Judgement(tuple(choices), "expert")
        for choice in choices if len(choices) > 1 else ():
            found = Reasons(book, seen, judgement).of(choice)
            check_text(found.text)
            assert not found.told


def test_one_choice_is_told_as_such() -> None:
    seen = to_lead()
    alone = Judgement((Choice(seen.legal[0], Outlook(0, 0, 0, 0, 0, 0, 0, 1)),))
    assert reason(BOOK, seen, alone, alone.choices[0]) == "It's the only choice."
    equal = Judgement((replace(alone.choices[0], same=(seen.legal[1],)),))
    check_text(reason(BOOK, seen, equal, equal.choices[0]))


@rows(
    "share, told",
    [
        (0.0, "0 times in 100"),
        (0.01, "1 time in 100"),
        (0.06, "6 times in 100"),
        (0.08, "in about 1 deal of 10"),
        (0.36, "in about 4 deals of 10"),
        (0.5, "in about half the deals"),
        (0.91, "in about 9 deals of 10"),
        (0.95, "95 times in 100"),
        (0.99, "nearly every time"),
        (1.0, "every time"),
    ],
)
def test_shares_are_rounded_honestly(share: float, told: str) -> None:
    assert often(share) == told


def test_two_shares_are_told_so_that_they_differ() -> None:
    assert rather(0.4, 0.1) == "in about 4 deals of 10 instead of 1"
    assert rather(0.43, 0.37) == "43 times in 100 instead of 37"
    assert rather(0.4, 0.001) == "in about 4 deals of 10"
    assert rather(1.0, 0.4) == "every time instead of 40 times in 100"
    assert both(0.4, 0.1, "leading A♠") == "in about 4 deals of 10, and in 1 after leading A♠"
    assert both(0.04, 0.19, "leading A♠") == "4 times in 100, and 19 after leading A♠"
    assert than(0.31, 0.12) == "31 times in 100 instead of 12"


def test_one_explanation_gives_one_figure_for_what_comes_after_a_pass() -> None:
    """Calls that are soon clear are tried in fewer worlds; the pass that they are compared with is one pass."""
    told = re.compile(r"fter a pass,? ([a-z' ]*?)(?: only)? (\d+) times in 100")
    several = 0
    for seen, found in auctions(12):
        reasons = Reasons(BOOK, seen, found)
        figures: dict[str, set[str]] = {}
        for choice in found.choices:
            for clause, figure in told.findall(reasons.of(choice).text):
                figures.setdefault(clause.replace("still ", ""), set()).add(figure)
                several += 1
        assert all(len(each) == 1 for each in figures.values()), figures
    assert several > 12, "more than one reason speaks of the pass"


def auctions(count: int) -> Iterator[tuple[View, Judgement]]:
    """Calls with choices that were tried in different numbers of worlds."""
    novice, seed = small("novice"), 0
    while count:
        seed += 1
        for state in decisions(BOOK, (novice, novice), seed):
            if state.turn is None or state.hand.maker is not None or not count:
                continue
            seen = view(BOOK, state, state.turn)
            found = judge(BOOK, seen, Bounds((16, 64, 192)))
            if found.evidence is not None and len({len(rows) for rows in found.evidence.records}) > 1:
                count -= 1
                yield seen, found
