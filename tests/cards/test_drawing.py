"""Draws: ace high, no bowers, level draws again, and the first jacks; whoever draws, a chair or a name."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bowerbird.cards import Card
from bowerbird.drawing import first_jacks, standing

PEOPLE = ("Ann", "Bob", "Cy", "Dee")


def shown(text: str) -> list[tuple[str, Card]]:
    """`Ann 9h, Bob As`"""
    return [(name, Card(card)) for name, card in (part.split() for part in text.split(","))]


def test_the_ace_is_high_and_a_jack_is_only_a_jack() -> None:
    drawn = standing(PEOPLE, shown("Ann As, Bob 9d, Cy Jc, Dee Qh"))
    assert drawn.low_to_high == ("Bob", "Cy", "Dee", "Ann")
    assert not drawn.awaited


def test_those_who_are_level_draw_again_and_keep_their_place_among_the_others() -> None:
    draws = shown("Ann Ks, Bob 9d, Cy Kc, Dee 9h")
    assert standing(PEOPLE, draws).awaited == PEOPLE
    draws += shown("Ann 9s, Cy Tc, Bob Ad")
    assert standing(PEOPLE, draws).awaited == ("Dee",)
    draws += shown("Dee Qd")
    assert standing(PEOPLE, draws).low_to_high == ("Dee", "Bob", "Ann", "Cy")
    assert not standing(PEOPLE, draws).awaited


def test_nobody_has_drawn_yet() -> None:
    assert standing(PEOPLE, ()).awaited == PEOPLE


def test_the_second_jack_is_another_players() -> None:
    assert first_jacks(shown("Ann 9c, Bob Jh, Cy B, Dee 9d, Ann Tc, Bob Jd")) == ("Bob",)
    assert first_jacks(shown("Bob Jh, Bob Jd, Bob Jc, Bob Js, Cy 9c, Dee Jd, Ann Jh")) == ("Bob", "Dee")
    assert first_jacks(()) == ()


@given(st.lists(st.tuples(st.sampled_from(PEOPLE), st.sampled_from(["9c", "Td", "Ah"])), max_size=30))
def test_a_draw_is_over_exactly_when_no_two_are_level(draws: list[tuple[str, str]]) -> None:
    """However people draw, as long as only those draw who are asked to."""
    taken: list[tuple[str, Card]] = []
    for name, card in draws:
        if name in standing(PEOPLE, taken).awaited:
            taken.append((name, Card(card)))
    cards = {name: [card.rank for who, card in taken if who == name] for name in PEOPLE}
    level = len({tuple(ranks) for ranks in cards.values()}) < len(PEOPLE)
    drawn = standing(PEOPLE, taken)
    assert sorted(drawn.low_to_high) == sorted(PEOPLE)
    if not drawn.awaited:
        assert not level
        assert [cards[name] for name in drawn.low_to_high] == sorted(cards.values())
