"""Ten classic decisions, what each level does, and what the teacher says: writes docs/known-hands.md. Needs no torch.

    python -m training.known_hands > docs/known-hands.md

South decides; North is the partner. The other hands are made up: no player sees them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

import msgspec

from bowerbird import Card, Seat, Table, load_rulebook
from bowerbird.cards import Suit, sort_hand
from bowerbird.notation.deal_text import deal_facts, parse_deal
from bowerbird.players import player
from bowerbird.players.explain import Option, explain
from bowerbird.players.says import says
from bowerbird.table import Discard, Fact, Name, Open, Order, Pass, Play

__all__ = ["KNOWN", "Known", "page", "table_of"]

_LEVELS: Final = ("novice", "club", "sampler", "expert", "master", "champion")
_SHOWN: Final = 4


class Known(msgspec.Struct, frozen=True):
    """A decision: the deal as text, the events since, and the scores (ours first) at which to ask."""

    title: str
    about: str
    deal: str
    happened: str = ""
    scores: tuple[tuple[int, int], ...] = ((0, 0),)


KNOWN: Final = (
    Known(
        "First to speak, three trumps and an ace",
        "The dealer, on the right, would get the turn-up. Order it up, or wait?",
        "E:Th KsQsTdKdAc TsJs9sJhQh JdKh9hAsTc AdJcQcQd9c",
    ),
    Known(
        "Next",
        "Hearts were turned down. The first player to speak needs less to name the other red suit than a black one.",
        "E:9h AsKsTdAdKh AcKcJcThQh JhKd9dTsQd AhQcTc9cQs",
        "S pass, W pass, N pass, E pass",
    ),
    Known(
        "Crossing",
        "Your partner has turned hearts down and is likely to be strong in black. Clubs, next, or a pass?",
        "N:9h AsQsTsQhKd AcQcTcThJh JsKc9cAdTd AhKhQdJdKs",
        "E pass, S pass, W pass, N pass, E pass",
    ),
    Known(
        "The partner turns up a bower",
        "One small trump and an ace. Is that enough to assist?",
        "N:Jh AhTcJcQcKd JsQsTs9sAc QhAsKs9cTd KhThAdQd9d",
        "E pass",
    ),
    Known(
        "Donating at nine to six",
        "The dealer would get a bower, and your hand couldn't stop a lone hand. Its four points would end the game. "
        "Ordering up gives two points away, but prevents the lone hand.",
        "E:Jc AdKdJdAsKh JsAcKcTcJh 9dTd9hQhTs AhKsQcQsTh",
        scores=((9, 6), (0, 0)),
    ),
    Known(
        "The partner has made trump, and the lead is yours",
        "A trump to help draw trumps, or the ace while it may still win?",
        "E:Qh JhAhKhKcQs 9sJdThKsAc 9hAsKd9dTc JsQdTsQcAd",
        "S pass, W pass, N order, E discard 9s",
    ),
    Known(
        "The lead against a lone hand",
        "The dealer plays alone. One trick is all you need.",
        "E:9h TdKsJc9s9c JhJdAhAcKd KhAsQd9dTc QhThAdQcKc",
        "S pass, W pass, N pass, E order alone, E discard Kd",
    ),
    Known(
        "What to keep against a lone hand",
        "The dealer has taken three tricks. Your partner threw off the nine and ten of spades. Which king do you keep?",
        "E:9h Td9sTsAcQs JhJdAhAs9c KdQdKcKsTc QhThAdQcKh",
        "S pass, W pass, N pass, E order alone, E discard 9c, "
        "S Kd, N Td, E 9h, E Jh, S Qd, N 9s, E Jd, S Tc, N Ts, E Ah",
    ),
    Known(
        "The dealer's discard",
        "Discard the only card of a suit, or the lower of two?",
        "S:Qh AhAdKdTsQc JsJdQdJcAc Jh9hKc9cQs ThKsAsTcTd",
        "W pass, N pass, E pass, S order",
    ),
    Known(
        "Alone, or with the partner?",
        "Three high trumps and the turn-up to come, an ace and a small card. At nine points, one more is enough.",
        "S:9h ThKsAcTsTc JdAdKdQc9c JhAhKhAsTd QhKcQsJc9d",
        "W pass, N pass, E pass",
        scores=((0, 0), (9, 8)),
    ),
)


def table_of(known: Known, score: tuple[int, int]) -> Table:
    """A table at which South must decide."""
    book = load_rulebook("bicycle")
    deal = parse_deal(known.deal)
    table = Table(book, [Open(dealer=deal.dealer, score=score)])
    for fact in (*deal_facts(book, deal), *_facts(known.happened)):
        table.push(fact)
    assert table.state.turn is Seat.S, f"{known.title}: it is not South's turn"
    return table


def _facts(happened: str) -> Iterator[Fact]:
    for words in filter(None, happened.split(", ")):
        letter, what, *rest = words.split()
        seat = Seat[letter]
        match what:
            case "pass":
                yield Pass(seat)
            case "order":
                yield Order(seat, alone=rest == ["alone"])
            case "discard":
                yield Discard(seat, Card(rest[0]))
            case "name":
                yield Name(seat, Suit[rest[0].upper()], alone="alone" in rest)
            case _:
                yield Play(seat, Card(what))


def page() -> str:
    """The whole page."""
    lines = [
        "# Known hands",
        "",
        "Ten classic decisions in the standard game, for players who wonder what is right: what each of Bowerbird's",
        "levels does, and what the teacher says in reviews and hints. South decides, North is the partner, and only",
        "South's cards are visible. The tables show the expected points of each choice, and the chance to win a game",
        "to ten. Every choice is tried in the same deals. The uncertainty is that of its distance from the best.",
        "",
        "Written by `python -m training.known_hands > docs/known-hands.md`.",
    ]
    for number, known in enumerate(KNOWN, 1):
        lines += ["", f"## {number}. {known.title}", "", known.about]
        for score in known.scores:
            lines += _decision(table_of(known, score), score)
    return "\n".join(lines)


def _decision(table: Table, score: tuple[int, int]) -> Iterator[str]:
    view = table.view(Seat.S)
    assert view.turn_up is not None
    hand = " ".join(card.sign for card in sort_hand(view.hand, view.trump))
    yield ""
    yield f"**{score[0]} to {score[1]}, {view.dealer.word} deals, {view.turn_up.sign} turned up.** South holds {hand}."
    told = _story(table)
    if told:
        yield f"So far: {told}."
    said = {level: says(table.book, view, (player(level, 1).choose(table.book, view),)) for level in _LEVELS}
    yield ""
    yield "| " + " | ".join(_LEVELS) + " |"
    yield "|" + "---|" * len(_LEVELS)
    yield "| " + " | ".join(said[level] for level in _LEVELS) + " |"
    yield ""
    found = explain(table.book, view)
    yield "| the teacher's choices | points | uncertainty | wins the game | |"
    yield "|---|---|---|---|---|"
    for option in found.options[:_SHOWN]:
        doubt = "" if option.doubt is None else f"± {option.doubt:.2f}"
        yield f"| {option.says} | {option.points:+.2f} | {doubt} | {option.win:.0%} | {_verdict(option)} |"
    yield ""
    yield found.options[0].why


def _verdict(option: Option) -> str:
    """The verdict, with the distance from the best in points as they count at this score."""
    return f"{option.verdict}, {option.cost:.2f} behind" if option.cost else option.verdict


def _story(table: Table) -> str:
    """The calls and plays so far, in few words."""
    return "; ".join(_told(fact) for fact in table.facts if isinstance(fact, Pass | Order | Name | Play))


def _told(fact: Pass | Order | Name | Play) -> str:
    match fact:
        case Pass():
            return f"{fact.seat.word} passes"
        case Play():
            return f"{fact.seat.word} {fact.card.sign}"
    return f"{fact.seat.word} makes trump{' alone' * fact.alone}"


def main() -> None:
    """Read the command line and print the page."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    print(page())


if __name__ == "__main__":
    main()
