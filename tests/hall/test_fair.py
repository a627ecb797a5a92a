"""Fair deals: the recipe, done again here from its description, and checks that find every kind of cheating."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest
import typer
from typer.testing import CliRunner

from bowerbird.cards import Pack
from bowerbird.cli.verify import verify
from bowerbird.hall.fair import ShownDeal, check, deck_from, digest_of

app = typer.Typer()
app.command()(verify)


def by_the_recipe(secret: str, hand: int, words: list[str], leave: int) -> tuple[list[str], int]:
    """The description in the docstring, word by word, with none of the code."""
    key = hashlib.sha256("\n".join([secret, str(hand), *words]).encode()).digest()
    stream = b"".join(hmac.new(key, n.to_bytes(8, "big"), "sha256").digest() for n in range(20))
    numbers = [int.from_bytes(stream[place : place + 8], "big") for place in range(0, len(stream), 8)]

    def below(limit: int) -> int:
        while (number := numbers.pop(0)) >= 2**64 // limit * limit:
            pass
        return number % limit

    deck = [rank + suit for suit in "cdhs" for rank in "9TJQKA"]
    for place in range(23, 0, -1):
        other = below(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck, leave + below(24 - 2 * leave + 1)


def shown(secret: str = "5" * 64, hand: int = 3, words: tuple[str, ...] = ("a", "", "c", "d")) -> ShownDeal:
    deck, cut = deck_from(secret, hand, words, Pack(), 4)
    return ShownDeal(hand, digest_of(secret), secret, list(words), 9, False, 4, [str(card) for card in deck], cut)


@pytest.mark.parametrize("hand", [1, 2, 77])
def test_the_recipe_gives_the_same_pack(hand: int) -> None:
    words = ["north's own", "", "süd", ""]
    deck, cut = deck_from("secret", hand, words, Pack(), 4)
    assert ([str(card) for card in deck], cut) == by_the_recipe("secret", hand, words, 4)


def test_every_card_comes_to_every_place_about_as_often() -> None:
    deals = 6000
    first: Counter[str] = Counter()
    last: Counter[str] = Counter()
    for hand in range(deals):
        deck, cut = deck_from("one secret", hand, ["", "", "", ""], Pack(), 4)
        assert 4 <= cut <= 20
        first[str(deck[0])] += 1
        last[str(deck[23])] += 1
    for counts in (first, last):
        expected = deals / 24
        chi_square = sum((counts[str(card)] - expected) ** 2 / expected for card in Pack())
        assert chi_square < 49.7, "23 degrees of freedom, one in a thousand"


def test_anybodys_words_change_the_pack() -> None:
    plain = shown(words=("", "", "", "")).deck
    for seat in range(4):
        words = ["", "", "", ""]
        words[seat] = "mine"
        assert shown(words=tuple(words)).deck != plain


def test_a_fair_deal_passes_and_every_kind_of_cheating_is_found() -> None:
    deal = shown()
    assert check(deal) == []
    assert check(deal, deal.digest.upper()) == []
    deck = [deal.deck[1], deal.deck[0], *deal.deck[2:]]
    for cheated, problem in [
        (msgspec.structs.replace(deal, secret="6" * 64), "does not match the digest"),
        (msgspec.structs.replace(deal, deck=deck), "deck does not follow"),
        (msgspec.structs.replace(deal, words=["a", "b", "c", "d"]), "deck does not follow"),
        (msgspec.structs.replace(deal, cut=deal.cut + 1), "cut was at"),
    ]:
        assert any(problem in found for found in check(cheated)), problem
    assert check(deal, "0" * 64) == ["the digest is not the one that you were shown"]


def test_verify_reads_a_file(tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    file.write_bytes(msgspec.json.encode(shown()))
    answer = CliRunner().invoke(app, [str(file)])
    assert answer.exit_code == 0
    assert "hand.json: fair" in answer.output
    wrong = json.loads(file.read_text()) | {"cut": 5 if shown().cut != 5 else 6}
    file.write_text(json.dumps(wrong))
    answer = CliRunner().invoke(app, [str(file)])
    assert answer.exit_code == 1
    assert "should have been" in answer.output


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"hand": 1}', "\x00"])
def test_verify_says_what_it_cannot_read(tmp_path: Path, text: str) -> None:
    file = tmp_path / "hand.json"
    file.write_text(text)
    answer = CliRunner().invoke(app, [str(file)])
    assert answer.exit_code == 2
    assert "isn't a record of a hand" in answer.output
    assert CliRunner().invoke(app, [str(tmp_path / "nothing")]).exit_code == 2
    assert CliRunner().invoke(app, [str(tmp_path)]).exit_code == 2
