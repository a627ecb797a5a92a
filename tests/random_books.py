"""Random rulebooks and random play, for tests of what must hold under any rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st
from msgspec.structs import replace

from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.rulebook.model import (
    AloneRules,
    AuctionRules,
    DealRules,
    DiscardRules,
    GameRules,
    LeadRules,
    PackRules,
    PersonalCard,
    PointRules,
)
from bowerbird.rulebook.weak_hands import WEAK_HANDS
from bowerbird.seats import Seat
from bowerbird.table import EndBell, Fact, Open, Phase, Shuffle, Table
from deals import ALL_BOOKS, random_deck

__all__ = ["any_book", "played_on", "random_books", "random_fact"]

_NEEDS = st.sampled_from(["nothing", "natural", "trump or left bower"])
_YES_NO = st.booleans()
_POINTS = st.integers(0, 9)
_WEAK_HANDS = st.lists(st.sampled_from(list(WEAK_HANDS)), max_size=2, unique=True).map(tuple)


def _sections() -> dict[str, st.SearchStrategy[object]]:
    """Every setting of a hand and a game that the table asks for, with any of its values."""
    euchre = _POINTS | st.just("by tricks")
    return {
        "pack": st.builds(PackRules, lowest=st.sampled_from([7, 8, 9, 9]), joker=_YES_NO),
        "deal": st.builds(
            DealRules,
            cut=st.sampled_from(["required", "optional"]),
            cut_leaves=st.integers(1, 12),
            packets=st.lists(st.sampled_from(["3-2", "2-3", "1-1-1-1-1"]), min_size=1, max_size=3, unique=True).map(
                tuple
            ),
            plan=st.sampled_from(["each player", "all alike"]),
            after_start_bell=_YES_NO,
            new_deal_for=_WEAK_HANDS,
            exchange_for=_WEAK_HANDS,
        ),
        "auction": st.builds(
            AuctionRules,
            need_first_round=_NEEDS,
            need_second_round=_NEEDS,
            dealer_needs=_YES_NO,
            partner_orders_alone=_YES_NO,
            stick_the_dealer=_YES_NO,
            all_pass=st.sampled_from(["next dealer", "same dealer"]),
            no_trump=_YES_NO,
        ),
        "discard": st.builds(DiscardRules, turn_up=_YES_NO, keep_turn_up_in_a_flush=_YES_NO),
        "alone": st.builds(
            AloneRules, defend_alone=st.sampled_from(["off", "lone calls", "any call"]), partners_best=_YES_NO
        ),
        "lead": st.builds(LeadRules, opening=st.sampled_from(["left of dealer", "left of lone hand"])),
        "points": st.builds(
            PointRules,
            made=_POINTS,
            march=_POINTS,
            alone_made=_POINTS,
            alone_march=_POINTS,
            euchre=euchre,
            euchre_alone=euchre,
            euchre_by_lone_defender=_POINTS,
        ),
        "personal_card": st.builds(PersonalCard, kept=_YES_NO),
        "game": st.builds(
            GameRules,
            points=st.sampled_from([0, 5, 10, 11]),
            hands=st.integers(1, 4),
            bell=st.sampled_from(["none", "finish the hand", "finish or throw in"]),
            level_at_bell=st.sampled_from(["draw", "one more hand"]),
            over_target=st.sampled_from(["counted", "not counted"]),
        ),
    }


#: The plain game with every setting of the table drawn anew.
random_books: st.SearchStrategy[Rulebook] = st.fixed_dictionaries(_sections()).map(
    lambda changes: replace(load_rulebook("bicycle"), **changes)
)
#: One of the books as it is, or one with every setting drawn anew.
any_book: st.SearchStrategy[Rulebook] = st.sampled_from(ALL_BOOKS).map(load_rulebook) | random_books


def random_fact(table: Table, chance: random.Random) -> Fact:
    """Something that may happen now. The end bell rings now and then."""
    if table.state.phase is Phase.OPENING:
        return Open(dealer=chance.choice(list(Seat)))
    legal = table.legal
    if EndBell() in legal and chance.random() > 0.02:
        legal.remove(EndBell())
    if table.state.phase is Phase.SHUFFLE:
        return Shuffle(random_deck(table.book, chance))
    assert legal, f"nothing is legal in the phase {table.state.phase.value}"
    return chance.choice(legal)


def played_on(book: Rulebook, seed: int, facts: int) -> Iterator[Table]:
    """A table under random play, after each of at most so many facts, to the end of the game."""
    chance = random.Random(seed)
    table = Table(book)
    for _ in range(facts):
        if table.state.is_over:
            return
        table.push(random_fact(table, chance))
        yield table
