"""Fair draws: the recipe, done again here from its description, and checks that find every change of a draw."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from typer.testing import CliRunner

from bowerbird.cards import Card
from bowerbird.cli.verify import verify
from bowerbird.hall.facts import (
    AddedWords,
    BotSat,
    Committed,
    DrawCommitted,
    DrawRevealed,
    HallFact,
    Happened,
    Left,
    Revealed,
    Sat,
    encode_hall_fact,
    made_with,
)
from bowerbird.hall.fair import ShownDraw, check_draw, deck_from, digest_of, draw_from, draw_shown
from bowerbird.hall.promises import Promises, is_draw_promise
from bowerbird.hall.replay import shown_deals, shown_draws
from bowerbird.hall.room import Room, Shuffled
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.rulebook.dealing import DrawRules, PackRules
from bowerbird.seats import Seat
from bowerbird.table import Cut, Draw, EndBell, Open, Phase, Shuffle, StartBell
from deals import ALL_BOOKS
from kit.amount import amount

NAMES = ("Ann", "Bo", "Cy", "Di")
app = typer.Typer()
app.command()(verify)

KINDS = [
    DrawRules("arranged", "lowest card"),
    DrawRules("arranged", "highest card"),
    DrawRules("arranged", "first jack"),
    DrawRules("highs against lows", "lowest card"),
    DrawRules("highs against lows", "highest card"),
    DrawRules("second jack", "first jack"),
]
WORDS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), max_size=12)
BOOKS = st.builds(
    lambda name, draw, pack: replace(load_rulebook(name), draw=draw, pack=pack),
    st.sampled_from(ALL_BOOKS),
    st.sampled_from(KINDS),
    st.builds(PackRules, st.sampled_from([7, 8, 9]), st.booleans()),
)


def by_the_recipe(secret: str, game: int, words: list[str]) -> list[str]:
    """The description in the docstring, with none of the code: 24 cards dealt face up until the first jack comes."""
    key = hashlib.sha256("\n".join([secret, f"draw {game}", *words]).encode()).digest()
    stream = b"".join(hmac.new(key, n.to_bytes(8, "big"), "sha256").digest() for n in range(20))
    numbers = [int.from_bytes(stream[place : place + 8], "big") for place in range(0, len(stream), 8)]
    deck = [rank + suit for suit in "cdhs" for rank in "9TJQKA"]
    drawn: list[str] = []
    while not drawn or "J" not in drawn[-1]:
        while (number := numbers.pop(0)) >= 2**64 // len(deck) * len(deck):
            pass
        drawn.append(f"{'NESW'[len(drawn) % 4]} {deck.pop(number % len(deck))}")
    return drawn


def with_draw(draw: DrawRules, pack: PackRules | None = None) -> Rulebook:
    return replace(load_rulebook("national"), draw=draw, pack=pack or PackRules())


def shown(
    book: Rulebook, secret: str = "5" * 64, game: int = 2, words: tuple[str, ...] = ("a", "", "c", "")
) -> ShownDraw:
    drawn = draw_from(secret, game, words, book)
    return draw_shown(game, Shuffled(digest_of(secret), secret, list(words)), book, drawn)


@pytest.mark.parametrize("game", range(1, 12))
def test_the_recipe_gives_the_same_draw(game: int) -> None:
    words = ["north's own", "", "süd", ""]
    drawn = draw_from("secret", game, words, with_draw(DrawRules("arranged", "first jack")))
    assert [f"{fact.seat.name} {fact.card}" for fact in drawn] == by_the_recipe("secret", game, words)


@pytest.mark.parametrize("draw", KINDS, ids=lambda draw: f"{draw.partners}, {draw.dealer}")
def test_everybody_deals_first_about_as_often_and_with_every_partner(draw: DrawRules) -> None:
    book = with_draw(draw)
    draws = [shown(book, game=game) for game in range(400)]
    dealers = Counter(each.dealer for each in draws)
    assert min(dealers[seat] for seat in "NESW") > 50
    if draw.dealer != "first jack":  # the first card goes to North, and may be a jack
        assert sum((dealers[seat] - 100) ** 2 / 100 for seat in "NESW") < 16.3, "one in a thousand"
    if draw.partners != "arranged":
        pairs = Counter(frozenset((each.dealer, each.partner)) for each in draws)
        assert len(pairs) == 6


def test_a_hand_and_a_draw_of_the_same_number_have_nothing_in_common() -> None:
    book = with_draw(DrawRules("arranged", "first jack"))
    same = 0
    for number in range(1, 40):
        deck, _ = deck_from("s", number, ["", "", "", ""], book.cards(), 4)
        same += draw_from("s", number, ["", "", "", ""], book)[0].card == deck[0]
    assert same < 8


@settings(deadline=None, max_examples=amount(15, full=60))
@given(
    BOOKS, st.text("0123456789abcdef", min_size=64, max_size=64), st.integers(1, 30), st.tuples(*[WORDS] * 4), st.data()
)
def test_a_fair_draw_passes_and_any_change_is_found(
    book: Rulebook, secret: str, game: int, words: tuple[str, ...], data: st.DataObject
) -> None:
    fair = shown(book, secret, game, words)
    assert check_draw(fair) == []
    assert check_draw(fair, fair.digest.upper()) == []
    assert check_draw(fair, "0" * 64) == ["the digest is not the one that you were shown"]
    place = data.draw(st.integers(0, len(fair.cards) - 1))
    other = data.draw(st.sampled_from([str(card) for card in book.cards() if str(card) != fair.cards[place][2:]]))
    seat = data.draw(st.sampled_from([seat.name for seat in Seat if seat.name != fair.dealer]))
    swapped = [*fair.cards[:place], f"{fair.cards[place][0]} {other}", *fair.cards[place + 1 :]]
    for changed in (
        replace(fair, cards=swapped),
        replace(fair, cards=fair.cards[:-1]),
        replace(fair, cards=[*fair.cards, fair.cards[0]]),
        replace(fair, dealer=seat),
        replace(fair, partner=seat if seat != fair.partner else ""),
        replace(fair, secret=secret[::-1] + "0"),
    ):
        assert check_draw(changed) != []


# The facts of a table.


def played(book: Rulebook, chance: random.Random, games: int = 2) -> list[HallFact]:
    """The facts of an honest table: each game is drawn for, and one hand of it is dealt and shown."""
    facts: list[HallFact] = [Sat(seat, f"p{seat.name}", name) for seat, name in zip(Seat, NAMES, strict=True)]
    for game in range(1, games + 1):
        facts.append(Happened(Open(names=NAMES)))
        secret = f"{chance.getrandbits(256):064x}"
        facts.append(DrawCommitted(game, digest_of(secret), secret))
        words = ["", "", "", ""]
        for seat in chance.sample(list(Seat), chance.randrange(5)):
            words[seat] = f"words {chance.random()}"
            facts.append(AddedWords(seat, words[seat]))
        facts += [Happened(fact) for fact in draw_from(secret, game, words, book)]
        facts.append(DrawRevealed(game))
        secret = f"{chance.getrandbits(256):064x}"
        facts.append(Committed(game, digest_of(secret), secret))
        deck, cut = deck_from(secret, game, ["", "", "", ""], book.cards(), book.deal.cut_leaves)
        dealer = Room.fold([(made_with("ann", book), 0), *((fact, 0) for fact in facts)]).table.state.dealer
        facts += [Happened(Shuffle(deck)), Happened(Cut(dealer.right, cut)), Revealed(game)]
    return [made_with("ann", book), *facts]


def found_out(facts: list[HallFact]) -> list[str]:
    """What `verify` reports about these facts."""
    timed = [(fact, at) for at, fact in enumerate(facts)]
    since = next((at for fact, at in timed if is_draw_promise(encode_hall_fact(fact))), None)
    room = Room.fold(timed)
    return [*Promises(timed, since).problems, *(problem for draw in shown_draws(room) for problem in check_draw(draw))]


def other_draws(book: Rulebook, facts: list[HallFact], chance: random.Random) -> Iterator[list[HallFact]]:
    """The same facts with another draw in one game, as a server would write it that draws until it likes the result."""
    game = chance.randint(1, 2)
    start = [place for place, fact in enumerate(facts) if isinstance(fact, DrawCommitted)][game - 1]
    end = [place for place, fact in enumerate(facts) if isinstance(fact, DrawRevealed)][game - 1]
    cards = [place for place in range(start, end) if isinstance(facts[place], Happened)]
    before, after = facts[: cards[0]], [DrawRevealed(game)]
    drawn = [Happened(fact) for fact in draw_from("liked better", game, ["", "", "", ""], book)]
    if drawn != facts[cards[0] : cards[-1] + 1]:
        yield [*before, *drawn, *after]
    promise = facts[start]
    assert isinstance(promise, DrawCommitted)
    again = DrawCommitted(game, digest_of("liked better"), "liked better")
    if all(not isinstance(fact, AddedWords) for fact in facts[start : cards[0]]):
        yield [*before, again, *drawn, *after]
    yield (
        [*facts[:start], *facts[start + 1 : end], *facts[end + 1 :]] if game == 2 else [*facts[:end], *facts[end + 1 :]]
    )
    yield [*facts[:start], *facts[start + 1 : cards[-1] + 1], promise, *after]
    yield [*facts[: end + 1], AddedWords(Seat.N, "later"), *facts[end + 1 :]]
    yield from tried_words(book, facts, promise, start)


def tried_words(book: Rulebook, facts: list[HallFact], promise: DrawCommitted, start: int) -> Iterator[list[HallFact]]:
    """A server tries words until it likes the draw: for a bot's chair, a chair that was left, or in place of others."""
    seat, words = Seat.W, ["", "", "", "tried until it fits"]
    drawn = [Happened(fact) for fact in draw_from(promise.secret, promise.game, words, book)]
    tried: list[HallFact] = [promise, AddedWords(seat, words[seat]), *drawn, DrawRevealed(promise.game)]
    nobody: HallFact
    for nobody in (BotSat(seat, "club"), Left(seat)):
        yield [*facts[:start], nobody, *tried]
    yield [*facts[:start], promise, AddedWords(seat, "what the person has sent"), *tried[1:]]


@settings(deadline=None, max_examples=amount(10, full=40))
@given(BOOKS, st.integers(0, 2**32))
def test_honest_tables_are_clean_and_every_other_draw_is_found_out(book: Rulebook, seed: int) -> None:
    chance = random.Random(seed)
    facts = played(book, chance)
    room = Room.fold((fact, 0) for fact in facts)
    assert len(shown_draws(room)) == len(shown_deals(room)) == 2
    assert found_out(facts) == []
    for place, changed in enumerate(other_draws(book, facts, chance)):
        assert found_out(changed) != [], place


def test_words_wait_for_the_hand_that_the_end_bell_put_off() -> None:
    """A hand is committed to, and the bell rings before it is dealt: it is the first one of the next game."""
    book = load_rulebook("national")
    facts: list[HallFact] = [
        made_with("ann", book),
        *(Sat(seat, name, name) for seat, name in zip(Seat, NAMES, strict=True)),
    ]
    facts += _drawn(book, facts, 1)
    facts += [Committed(1, digest_of("s"), "s"), *(AddedWords(seat, f"first {seat.name}") for seat in Seat)]
    facts += [Happened(StartBell()), Happened(EndBell())]
    facts += [Left(Seat.S), Sat(Seat.S, "Ed", "Ed")]
    facts += _drawn(book, facts, 2)
    room = Room.fold((fact, 0) for fact in facts)
    ed = room.seat_of("Ed")
    assert ed is not None
    assert room.wants_words(ed), "the words of somebody who has left keep nobody from adding theirs"
    facts.append(AddedWords(ed, "Ed's"))
    room = Room.fold((fact, 0) for fact in facts)
    assert room.deals[1].words[ed] == "Ed's"
    assert [seat for seat in room.people() if room.wants_words(seat)] == [], "the others have added theirs"
    assert found_out(facts) == [], "the server was honest"
    assert found_out([*facts, AddedWords(ed, "again")]) == [f"the words of {ed.word} were added twice"]


def _drawn(book: Rulebook, facts: list[HallFact], game: int) -> list[HallFact]:
    names = Room.fold((fact, 0) for fact in facts).names
    draw = draw_from("d", game, ["", "", "", ""], book)
    opened: list[HallFact] = [Happened(Open(names=names)), DrawCommitted(game, digest_of("d"), "d")]
    return [*opened, *(Happened(fact) for fact in draw), DrawRevealed(game)]


def test_draws_from_before_they_were_committed_to_are_named_and_not_wrong() -> None:
    book = load_rulebook("national")
    new = played(book, random.Random(1), games=1)
    old = [fact for fact in new if not isinstance(fact, DrawCommitted | DrawRevealed | AddedWords)]
    timed = [(fact, at) for at, fact in enumerate(old)]
    assert Room.fold(timed).table.state.phase is Phase.DEAL
    for since in (None, len(old)):
        promises = Promises(timed, since)
        assert (promises.problems, promises.draws_before) == ([], [1])
    assert Promises(timed, 0).problems == ["the draw of game 1 was not committed to"]


def test_verify_reads_the_file_of_a_draw(tmp_path: Path) -> None:
    file = tmp_path / "draw.json"
    fair = shown(with_draw(DrawRules("second jack", "first jack")))
    file.write_bytes(msgspec.json.encode(fair))
    answer = CliRunner().invoke(app, [str(file)])
    assert answer.exit_code == 0
    assert "draw.json: fair" in answer.output
    assert "1 draw checked, none wrong." in answer.output
    wrong = json.loads(file.read_text()) | {"dealer": "N" if fair.dealer != "N" else "S"}
    file.write_text(json.dumps(wrong))
    answer = CliRunner().invoke(app, [str(file)])
    assert answer.exit_code == 1
    assert f"should have been {fair.dealer}" in answer.output


def test_cards_of_a_draw_are_cards_of_the_deck() -> None:
    joker = with_draw(DrawRules("highs against lows", "highest card"), PackRules(9, True))
    jacks = with_draw(DrawRules("second jack", "first jack"), PackRules(9, True))
    by_rank = [fact for game in range(80) for fact in draw_from("s", game, ["", "", "", ""], joker)]
    assert all(isinstance(fact, Draw) and not fact.card.is_joker for fact in by_rank)
    dealt = [[fact.card for fact in draw_from("s", game, ["", "", "", ""], jacks)] for game in range(80)]
    assert any(Card("B") in cards for cards in dealt)
    assert all(len(set(cards)) == len(cards) for cards in dealt if len(cards) <= 25)
