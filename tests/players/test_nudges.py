"""Nudges: what a decision turns on, by the facts of the reason, and without the choice."""

from __future__ import annotations

from collections import defaultdict

import pytest

from bowerbird.players import explain as explaining
from bowerbird.players.explain import explain
from bowerbird.players.judge.reasons import Reasons, nudge
from bowerbird.players.judge.reasons.facts import lies
from bowerbird.players.knowledge import offered_by
from bowerbird.table import DefendAlone, Discard, Name, Order, Pass, Play, View
from kit.amount import amount
from players.slow_facts import lies_so, read
from players.test_reasons import BOOK, some_decisions

#: Decisions to look at.
COUNT = 3 * amount(6, full=20, soak=500)
_FAILS = "When a call fails, "


def before_a_call(seen: View) -> bool:
    return seen.maker is None


def test_a_nudge_names_no_card_of_yours_and_no_call() -> None:
    told = 0
    for seen, found in some_decisions(COUNT):
        said = Reasons(BOOK, seen, found).nudge()
        told += said not in (nudge.ALIKE, nudge.MANY_THINGS)
        for option in found.choices:
            match option.fact:
                case Play() | Discard():
                    assert BOOK.card_sign(option.fact.card) not in said, said
                case Order() | Name() | DefendAlone():
                    assert not any(word in said for word in ("order", "take it up", " name", " alone")), said
    assert told > COUNT / 10


def test_a_nudge_before_a_call_fits_both_a_call_and_a_pass() -> None:
    """Nobody can read the choice from the words."""
    best: defaultdict[str, set[bool]] = defaultdict(set)
    for seen, found in some_decisions(COUNT, 30, before_a_call):
        if found.choices:
            best[Reasons(BOOK, seen, found).nudge().split(_FAILS)[0].strip()].add(
                isinstance(found.choices[0].fact, Pass)
            )
    assert best[nudge.CALL_OR_PASS] == {True, False}


def test_how_the_cards_lie_when_a_call_fails_is_true_in_the_worlds() -> None:
    """Counted again, hand by hand."""
    checked = 0
    for seen, found in some_decisions(COUNT, wanted=before_a_call):
        said = Reasons(BOOK, seen, found).nudge()
        if _FAILS not in said or found.evidence is None:
            continue
        trump = offered_by(seen)
        assert trump is not None
        place = next(
            number for number, each in enumerate(found.choices) if isinstance(each.fact, Order) and not each.fact.alone
        )
        clause = said.split(_FAILS)[1].rstrip(".").removeprefix("nearly always ").removeprefix("mostly ")
        records = found.evidence.records[place]
        worlds, shares = found.evidence.worlds[: len(records)], found.evidence.shares[: len(records)]
        facts = tuple(each.fact for each in found.choices)
        key = next(lie.key for lie in lies(BOOK, seen, worlds, trump, facts) if lie.clause == clause)
        failed = [number for number, row in enumerate(records) if read(row).tricks < 3]
        holds = [number for number in failed if lies_so(seen, key, worlds[number], int(trump))]
        part = sum(shares[holds]) / sum(shares[failed])
        assert part >= (0.89 if "nearly always" in said else 0.64), said
        checked += 1
    assert checked


def test_the_explanation_has_the_nudge_of_its_own_judgement(monkeypatch: pytest.MonkeyPatch) -> None:
    for seen, found in some_decisions(4, worlds=40):
        monkeypatch.setattr(explaining, "judge", lambda _book, _view, found=found: found)
        assert explain(BOOK, seen).nudge == (Reasons(BOOK, seen, found).nudge() if found.choices else "")
