"""Compare the levels with people: how often each level chooses what the person chose, in recorded games.

    python bench/human.py FOLDER [--levels novice club …] [--hands 1000] [--seeds 3] [--workers 2] [--rules bicycle]

FOLDER has games in Euchre Game Notation. The first table counts decisions in which the person's cards are known and
there was more than one choice. A card counts as the same if no other player can hold one between them. The second table
shows how often people and levels make trump, go alone and are euchred; there, each level plays its own hands, under the
first game's rules unless `--rules` gives others.

Errors are one standard error. They take decisions as independent, which those of one person are not. A few games show
what is far off, and no more: don't fit a player to them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import Final

import msgspec

from bowerbird.cards import STRENGTH, SUIT_AS_PLAYED, Card, trump_index
from bowerbird.machine import one_core_each
from bowerbird.notation import EgnError, KnownDeal, Replay, ReplayedDeal, read_egn, replay
from bowerbird.notation.deal_text import deal_facts
from bowerbird.players import LEVELS, player
from bowerbird.players.sim import simulate
from bowerbird.players.spread import spread
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Discard, Fact, Name, Order, Phase, Play, State, View, step, view
from bowerbird.table.state import cards_in
from common import parser_for  # type: ignore[import-not-found]  # beside this file

KINDS: Final = ("first-round call", "second-round call", "alone or not", "discard", "lead", "follow")
_CARDS: Final = 5


class Decision(msgspec.Struct, frozen=True):
    """One decision of a person."""

    kind: str
    book: Rulebook
    view: View
    chosen: Fact


class Made(msgspec.Struct, frozen=True):
    """How people made trump in some deals."""

    deals: int
    ordered: int
    named: int
    alone: int
    euchred: int


def games(folder: Path) -> list[Replay]:
    """The games of a folder that can be replayed."""
    found = []
    for path in sorted(folder.glob("*.egn")):
        try:
            found.append(replay(read_egn(path.read_bytes())))
        except EgnError as error:
            print(f"{path.name} is left out: {error}")
    return found


def decisions(game: Replay) -> Iterator[Decision]:
    """Every decision with a choice whose cards are known."""
    score = game.start
    for deal in game.deals:
        yield from _decisions(game.book, deal, score)
        score = deal.score


def _decisions(book: Rulebook, deal: ReplayedDeal, score: tuple[int, int]) -> Iterator[Decision]:
    known = _filled_up(book, deal)
    if known is None:
        return
    state = State(score=score, phase=Phase.SHUFFLE, dealer=deal.dealer, hands_played=deal.number - 1)
    for fact in deal_facts(book, known):
        state = step(book, state, fact)
    for fact in deal.facts:
        seat = state.turn
        if seat is not None and _is_known(deal, state, seat):
            seen = view(book, state, seat)
            kind = _kind(seen, fact)
            if kind and len(seen.legal) > 1:
                yield Decision(kind, book, seen, fact)
        state = step(book, state, fact)


def _filled_up(book: Rulebook, deal: ReplayedDeal) -> KnownDeal | None:
    """The deal with any cards where the record has none. No decision with such a card in hand is counted."""
    turn_up = deal.hand.turn_up
    if turn_up is None:
        return None
    hands = list(deal.hand.dealt)
    for seat, card in deal.hand.discards:
        if card != turn_up:
            hands[seat] |= 1 << card
    taken = hands[0] | hands[1] | hands[2] | hands[3] | 1 << turn_up
    spare = [card for card in book.cards() if not taken >> card & 1]
    for seat in Seat:
        while hands[seat].bit_count() < _CARDS:
            hands[seat] |= 1 << spare.pop()
    cards = tuple(tuple(cards_in(hand)) for hand in hands)
    return KnownDeal(deal.dealer, turn_up, cards, tuple(spare))


def _is_known(deal: ReplayedDeal, state: State, seat: Seat) -> bool:
    """True if the record shows the whole hand of the seat. A dealer who plays has discarded what it doesn't show."""
    return state.phase is Phase.PLAY or deal.hand.dealt[seat].bit_count() == _CARDS


def _kind(seen: View, fact: Fact) -> str:
    match seen.phase:
        case Phase.FIRST_ROUND:
            return KINDS[0]
        case Phase.SECOND_ROUND:
            return KINDS[1]
        case Phase.DISCARD if isinstance(fact, Discard):
            return KINDS[3]
        case Phase.PLAY if isinstance(fact, Play):
            return KINDS[5] if seen.trick.plays and seen.trick.winner is None else KINDS[4]
    return ""


def agree(decision: Decision, chosen: Fact) -> Iterator[tuple[str, bool]]:
    """The kinds of a decision, and whether this is the person's choice. To go alone is a decision of its own."""
    human = decision.chosen
    if isinstance(human, Play | Discard) and isinstance(chosen, Play | Discard):
        yield decision.kind, _alike(decision, human.card, chosen.card)
        return
    same = type(human) is type(chosen) and getattr(human, "trump", None) == getattr(chosen, "trump", None)
    yield decision.kind, same
    if same and isinstance(human, Order | Name) and isinstance(chosen, Order | Name):
        yield KINDS[2], human.alone == chosen.alone


def _alike(decision: Decision, one: Card, two: Card) -> bool:
    """True for the same card, or for two of a suit without another player's card between them."""
    if one == two:
        return True
    seen = decision.view
    row = trump_index(seen.trump)
    if SUIT_AS_PLAYED[row][one] != SUIT_AS_PLAYED[row][two]:
        return False
    gone = {card for trick in seen.tricks for _, card in trick.plays} | {*seen.hand, *seen.discards}
    low, high = sorted(STRENGTH[row][card] for card in (one, two))
    suit = [card for card in decision.book.cards() if SUIT_AS_PLAYED[row][card] == SUIT_AS_PLAYED[row][one]]
    return all(card in gone for card in suit if low < STRENGTH[row][card] < high)


class _Work(msgspec.Struct, frozen=True):
    level: str
    seeds: int
    folder: str


def _compare(work: _Work) -> dict[str, tuple[int, int]]:
    """The decisions of each kind, and the share of them that are the person's, over all seeds."""
    same: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    for seed in range(work.seeds):
        chooser = player(work.level, seed)
        for game in games(Path(work.folder)):
            for decision in decisions(game):
                for kind, is_same in agree(decision, chooser.choose(decision.book, decision.view)):
                    counted[kind] += 1
                    same[kind] += is_same
    return {kind: (counted[kind], same[kind]) for kind in KINDS}


def made_by_people(played: Sequence[Replay]) -> Made:
    """How often people ordered, named, went alone and were euchred."""
    deals = [deal for game in played for deal in game.deals if deal.outcome not in (None, "new deal")]
    calls = [next((fact for fact in deal.facts if isinstance(fact, Order | Name)), None) for deal in deals]
    return Made(
        deals=len(deals),
        ordered=sum(isinstance(call, Order) for call in calls),
        named=sum(isinstance(call, Name) for call in calls),
        alone=sum(call is not None and call.alone for call in calls),
        euchred=sum(deal.outcome == "euchre" for deal in deals),
    )


def _share(part: float, whole: int) -> str:
    if not whole:
        return "–"
    share = part / whole
    return f"{100 * share:.1f} ± {100 * sqrt(share * (1 - share) / whole):.1f}"


def _choices(levels: Sequence[str], seeds: int, folder: Path, workers: int) -> None:
    found = list(spread(_compare, [_Work(level, seeds, str(folder)) for level in levels], workers))
    print("Choices that are the person's, of 100, and the number of decisions\n")
    print(f"| level | {' | '.join(KINDS)} |\n" + "|---" * (len(KINDS) + 1) + "|")
    for level, kinds in zip(levels, found, strict=True):
        # The seeds decide the same decisions again, so they add nothing to the number of decisions.
        counts = [(same / seeds, round(counted / seeds)) for counted, same in (kinds[kind] for kind in KINDS)]
        cells = [f"{_share(min(same, counted), counted)} ({counted})" for same, counted in counts]
        print(f"| {level} | {' | '.join(cells)} |", flush=True)


def _rates(levels: Sequence[str], hands: int, book: Rulebook, played: Sequence[Replay], workers: int) -> None:
    print("\nOf 100 hands\n")
    print("| | hands | ordered | named | alone | euchred, of 100 calls |\n|---|---|---|---|---|---|")
    people = made_by_people(played)
    calls = people.ordered + people.named
    cells = [_share(count, people.deals) for count in (people.ordered, people.named, people.alone)]
    print(f"| people | {people.deals} | " + " | ".join([*cells, _share(people.euchred, calls)]) + " |", flush=True)
    for level in levels:
        seen = simulate(book, hands, 1, level, workers)
        first, second = seen.by_round
        alone = 0.0 if seen.all.alone is None else seen.all.alone.value * seen.all.hands
        euchred = 0.0 if seen.all.euchred is None else seen.all.euchred.value * seen.all.hands
        cells = [_share(count, seen.hands) for count in (first.hands, second.hands, alone)]
        print(f"| {level} | {hands} | " + " | ".join([*cells, _share(euchred, seen.all.hands)]) + " |", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print both tables."""
    parser = parser_for(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--levels", nargs="+", default=[level for level in LEVELS if level != "champion"])
    parser.add_argument("--hands", type=int, default=1000, help="hands that each level plays for the second table")
    parser.add_argument("--seeds", type=int, default=3, help="seeds of each level for the first table")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--rules", default="", help="the rules of the second table")
    options = parser.parse_args(arguments)
    one_core_each()
    played = games(options.folder)
    if not played:
        parser.error(f"there are no games in {options.folder}. Name a folder with .egn files")
    deals = sum(len(game.deals) for game in played)
    print(f"{len(played)} games with {deals} deals: a small sample, which shows only what is far off.\n")
    _choices(options.levels, options.seeds, options.folder, options.workers)
    if options.hands:
        book = load_rulebook(options.rules) if options.rules else played[0].book
        _rates(options.levels, options.hands, book, played, options.workers)


if __name__ == "__main__":
    main()
