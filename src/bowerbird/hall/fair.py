"""Fair deals and draws that anyone can check.

Before a hand or a draw the server makes a secret and shows its digest. Each person may add words. The order of the
deck follows from the secret and the words alone, so the server cannot choose it once it has seen the words, and nobody
can predict it. After the hand the secret is shown, and anyone who noted the digest can check both. The draw for
partners and for the first deal has a secret of its own, which is shown as soon as the cards are drawn.

The recipe, so that other programs can check it too. The key is the SHA-256 of the secret (as hex text), the number of
the hand and the four words, one per line, North first. The stream is HMAC-SHA256 of that key over the counter 0, 1, 2,
… as eight bytes. A number below n is the next eight bytes of the stream, big end first, modulo n; values that would
favour some remainders are skipped. The deck (suit by suit, low to high) is shuffled from its last place to its second:
each card is swapped with one drawn from its own place or any before it. One more number places the cut.

For a draw the key has the text "draw N" in place of the number of the hand: the draw before game N at that table. Each
card is one number. It picks from all cards that may come next: for each seat that may draw, North first, the whole deck
in the same order as above. Cards that lie on the table since the deck was last complete are left out if cards are dealt
until the jacks come, and the joker in every other draw. `bowerbird.table.draw` decides which seats may draw next and
what the cards mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Protocol, TypeAlias

import msgspec

from bowerbird.cards import Pack
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.dealing import DrawRules, PackRules
from bowerbird.shuffling import below, deck_from, digest_of, numbers_from
from bowerbird.table import Draw, Open, Phase, State, legal, step
from bowerbird.table.draw import outcome, seats_move

__all__ = ["ShownDeal", "ShownDraw", "check", "check_draw", "deck_from", "digest_of", "draw_from", "draw_shown"]

FourWords: TypeAlias = Annotated[list[str], msgspec.Meta(min_length=4, max_length=4)]
#: The longest draw in a record. Jacks come within the first deck, and few draws have more than two ties.
_LONGEST = 400


class Promise(Protocol):
    """A commitment with its secret and the players' words."""

    @property
    def digest(self) -> str: ...
    @property
    def secret(self) -> str: ...
    @property
    def words(self) -> list[str]: ...


class ShownDeal(msgspec.Struct, frozen=True):
    """The shuffle of a past hand. `deck` is the order after the shuffle and before the cut, top card first."""

    hand: int
    digest: str
    secret: str
    words: FourWords
    lowest: Literal[7, 8, 9]
    joker: bool
    cut_leaves: Annotated[int, msgspec.Meta(ge=1, le=12)]
    deck: list[str]
    cut: int


class ShownDraw(msgspec.Struct, frozen=True):
    """The draw before a game. Each card is written after its seat, as "N Jc"; seats are those before the draw.

    `dealer_by` and `partners_by` are the rules of the draw. `partner` is the dealer's, empty if partners were arranged.
    """

    game: int
    digest: str
    secret: str
    words: FourWords
    lowest: Literal[7, 8, 9]
    joker: bool
    dealer_by: Literal["lowest card", "highest card", "first jack"]
    partners_by: Literal["arranged", "highs against lows", "second jack"]
    cards: Annotated[list[str], msgspec.Meta(max_length=_LONGEST)]
    dealer: str
    partner: str


def check(deal: ShownDeal, digest_seen: str = "") -> list[str]:
    """The problems with a deal; empty if it was fair. `digest_seen` is the digest that was noted before the hand."""
    problems = _digest_problems(deal, digest_seen)
    deck, cut = deck_from(deal.secret, deal.hand, deal.words, Pack(deal.lowest, deal.joker), deal.cut_leaves)
    if [str(card) for card in deck] != deal.deck:
        problems.append("the deck does not follow from the secret and the words")
    if cut != deal.cut:
        problems.append(f"the cut was at {deal.cut}, and should have been at {cut}")
    return problems


def check_draw(shown: ShownDraw, digest_seen: str = "") -> list[str]:
    """The problems with a draw; empty if it was fair. `digest_seen` is the digest that was noted before the draw."""
    problems = _digest_problems(shown, digest_seen)
    book = Rulebook(
        name="",
        title="",
        about="",
        pack=PackRules(shown.lowest, shown.joker),
        draw=DrawRules(shown.partners_by, shown.dealer_by),
    )
    fair = draw_shown(shown.game, shown, book, draw_from(shown.secret, shown.game, shown.words, book))
    if fair.cards != shown.cards:
        problems.append("the cards of the draw do not follow from the secret and the words")
    if fair.dealer != shown.dealer:
        problems.append(f"the first dealer was {shown.dealer}, and should have been {fair.dealer}")
    if fair.partner != shown.partner:
        problems.append(f"the dealer's partner was {shown.partner or 'arranged'}, and should have been {fair.partner}")
    return problems


def _digest_problems(shown: ShownDeal | ShownDraw, digest_seen: str) -> list[str]:
    problems = []
    if digest_of(shown.secret) != shown.digest:
        problems.append("the secret does not match the digest that was shown before")
    if digest_seen and digest_seen.strip().lower() != shown.digest:
        problems.append("the digest is not the one that you were shown")
    return problems


def draw_from(
    secret: str, game: int, words: Sequence[str], book: Rulebook, *, arranged: bool = False
) -> tuple[Draw, ...]:
    """All cards of the draw before a game. `arranged`: partners were arranged, whatever the rules say."""
    numbers = numbers_from(secret, f"draw {game}", words)
    state = step(book, State(), Open(partners_arranged=arranged))
    drawn: list[Draw] = []
    while state.phase is Phase.DRAW:
        possible = [fact for fact in legal(book, state) if isinstance(fact, Draw)]
        drawn.append(possible[below(numbers, len(possible))])
        state = step(book, state, drawn[-1])
    return tuple(drawn)


def draw_shown(
    game: int, promise: Promise, book: Rulebook, drawn: Sequence[Draw], *, arranged: bool = False
) -> ShownDraw:
    """The record of a draw: its commitment, the rules, the cards and what they decided."""
    found = outcome(book, tuple((fact.seat, fact.card) for fact in drawn), arranged)
    return ShownDraw(
        game=game,
        digest=promise.digest,
        secret=promise.secret,
        words=promise.words,
        lowest=book.pack.lowest,
        joker=book.pack.joker,
        dealer_by=book.draw.dealer,
        partners_by=book.draw.partners if seats_move(book, arranged) else "arranged",
        cards=[f"{fact.seat.name} {fact.card}" for fact in drawn],
        dealer="" if found is None else found.dealer.name,
        partner="" if found is None or found.partner is None else found.partner.name,
    )
