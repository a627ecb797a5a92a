"""EGN in binary form: bit for bit as in published files, there and back, and refused in one line when it is none."""

from __future__ import annotations

import base64
import json
import random
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from bowerbird.notation import (
    EgnError,
    _packed,
    match_of,
    read_egn,
    read_egnb,
    read_emn,
    read_games,
    replay,
    to_egn,
    write_egn,
    write_egnb,
    write_emn,
)
from bowerbird.notation._protobuf import decoded
from bowerbird.notation.egn import Bidding, EgnDeal, EgnGame, as_written
from bowerbird.notation.egnb import _SMALL_FILE
from kit.amount import amount
from kit.rows import rows
from notation.games import HANDS, TRICKS, Data, at_random, deal, egn, game, samples
from notation.test_export import BOOKS

DECK = [rank + suit for rank in "9TJQKA" for suit in "shcd"]


def said(game: EgnGame) -> Any:
    """A game as data, without what the binary form may leave out because it says nothing."""
    return _bare(as_written(game))


def _bare(value: Any) -> Any:
    if isinstance(value, list):
        return [_bare(each) for each in value]
    if not isinstance(value, dict):
        return value
    held = {key: _bare(each) for key, each in value.items() if key != "phaseNumber"}
    return {key: each for key, each in held.items() if not _empty(key, each)}


def _empty(key: str, value: Any) -> bool:
    return (key, value) in (("isAlone", False), ("aloneDefender", -1)) or value in ([], {}, [[], [], [], []])


# Bit for bit.


def bits_of(tricks: list[list[str]], deck: list[str]) -> str:
    left, bits = list(deck), ""
    for card in (card for trick in tricks for card in trick):
        width = (len(left) - 1).bit_length()
        bits += f"{left.index(card):0{width}b}" if width else ""
        left.remove(card)
    return bits


def note_bits(place: int, text: str) -> str:
    body = text.encode()
    return f"1{1:08b}{place:08b}{1:08b}{len(body):016b}" + "".join(f"{byte:08b}" for byte in body)


def text_of(bits: str) -> str:
    bits += "0" * (-len(bits) % 8)
    return (
        base64.urlsafe_b64encode(bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))).decode().rstrip("=")
    )


SPLIT = [trick.split() for trick in TRICKS]
#: The sample deal after its dealer and turn-up: two phases; East orders; five tricks; no other line; the end.
AFTER = "010" + "0" + "1" + "0" + "0" + "1" + "101" + "{cards}" + "0" + "0" + "1010"
#: The whole of it: dealer 0, nine of hearts.
SAMPLE = "0001" + "00" + "00001" + AFTER.format(cards=bits_of(SPLIT, DECK))


def packed(bits: str) -> EgnGame:
    (one,) = read_games(json.dumps(egn(text_of(bits))).encode()).games
    return one


def test_a_deal_is_packed_as_in_published_files() -> None:
    data = write_egnb(game(egn(deal())))
    assert data[:1] == b"\x01"
    assert text_of(SAMPLE).encode() in data
    assert said(packed(SAMPLE)) == said(game(egn(deal())))


def test_a_deal_that_an_older_bowerbird_packed_by_the_description_is_read() -> None:
    # Three bits for the dealer, and the suits by the alphabet.
    deck = [rank + suit for rank in "9TJQKA" for suit in "cdhs"]
    one = packed("0001" + "000" + "00010" + AFTER.format(cards=bits_of(SPLIT, deck)))
    assert said(one) == said(packed(SAMPLE))
    named = packed("0001" + "001" + "00010" + "001" + "0" + "0000" + "00" + "11" + "0" + "0" + "0" + "1010")
    (bare,) = named.deals
    assert isinstance(bare, EgnDeal)
    assert bare.initial_state.dealer == 1
    assert [phase.calls for phase in bare.phases if isinstance(phase, Bidding)] == [["Pass"] * 5 + ["s"]]


def test_a_note_and_a_line_are_packed_as_in_published_files() -> None:
    # The line leaves at East's second card of the deal: one call, then card 4. All of trick 2 is new.
    other = [["Kh", "9s", "Js", "Th"]]
    left = [card for card in DECK if card not in SPLIT[0]]
    branch = f"{1:08b}" + f"{5:016b}" + f"{1:04b}" + "1" + "001" + bits_of(other, left) + note_bits(0, "Wait ♥")
    bits = SAMPLE.removesuffix("01010") + "1" + branch + "1010"
    one = deal()
    one["alternativeLines"] = [
        {"branchIndex": 5, "phases": [{"type": "TRICK_PLAY", "tricks": other, "playAnnotations": {"0": ["Wait ♥"]}}]}
    ]
    assert said(packed(bits)) == said(game(egn(one)))
    assert text_of(bits).encode() in write_egnb(game(egn(one)))


def test_a_lone_defender_is_packed_in_the_second_form() -> None:
    tricks = ["Ah Qh", "Jh Qc", "Kh Kc", "Ac 9s", "Td Ts"]
    one = game(egn(deal(*tricks, bidding={"isAlone": True, "aloneDefender": 2}), ruleset={"defend_alone": True}))
    cards = bits_of([trick.split() for trick in tricks], DECK)
    bits = (
        "0010"
        + "000"
        + "011"
        + "00"
        + "00001"
        + "010"
        + "0"
        + "1"
        + "1"
        + "1010"
        + "0"
        + "1"
        + "101"
        + cards
        + "001010"
    )
    assert text_of(bits).encode() in write_egnb(one)
    assert said(read_egnb(write_egnb(one))) == said(one)


def third_form(hands: str, calls: str, alone: str, discard: str, tricks: list[list[str]]) -> str:
    """The sample deal in the third form, with these bits."""
    head = "0011" + "000" + "011" + "00" + "00001" + hands + "010"
    return head + "0" + calls + alone + discard + "0" + "1" + "101" + bits_of(tricks, DECK) + "0" + "0" + "1010"


def test_the_third_form_is_read_with_hands_and_discard() -> None:
    hands = "1" + "".join(f"{5:04b}" + "".join(f"{DECK.index(card):05b}" for card in hand) for hand in HANDS)
    one = packed(third_form(hands, "1", "0", "1" + f"{DECK.index('9d'):05b}", SPLIT))
    assert said(one) == said(game(egn(deal(hands=True, bidding={"discard": "9d"}))))
    assert replay(one).score == (0, 2)


def test_the_third_form_is_read_without_hands_and_discard() -> None:
    named = packed(third_form("0", "0000" + "10", "0", "0", SPLIT))
    assert said(named) == said(game(egn(deal(calls="Pass Pass Pass Pass c"))))
    tricks = [trick[:3] for trick in SPLIT]
    lone = packed(third_form("0", "1", "1" + "0", "0", tricks))
    assert said(lone) == said(game(egn(deal(*map(" ".join, tricks), bidding={"isAlone": True}))))


@rows("text", ["AA!!##AA", "AAAA AAAA", "AA=AA", "é", "A"])
def test_a_packed_deal_that_is_not_base64_is_refused(text: str) -> None:
    with pytest.raises(EgnError, match="deal 1 is packed and can't be read: it isn't base64"):
        _packed.unpacked_deals([text])


def test_both_alphabets_of_base64_are_read() -> None:
    assert _packed._bytes(0, "-_-_") == _packed._bytes(0, "+/+/") == base64.b64decode("+/+/")
    assert _packed._bytes(0, "-_8") == _packed._bytes(0, "+/8=") == base64.b64decode("+/8=")


def test_hands_and_discards_make_it_the_large_form() -> None:
    one = game(egn(deal(hands=True, bidding={"discard": "9d"})))
    assert write_egnb(one)[:1] == b"\x00"
    assert said(read_egnb(write_egnb(one))) == said(one)


@rows(
    "bits, why",
    [
        ("0000" + SAMPLE[4:], "a form that isn't known here"),
        (SAMPLE[:-4] + "1011", "doesn't end where it should"),
        (SAMPLE + "1", "doesn't end where it should"),
        (SAMPLE[:40], "ends too early"),
        (SAMPLE[:6] + "11111" + SAMPLE[11:], "a card that isn't in the deck"),
        (SAMPLE[:14] + "1" + SAMPLE[15:], "in another order"),
    ],
)
def test_a_packed_deal_that_is_damaged_is_refused(bits: str, why: str) -> None:
    with pytest.raises(EgnError, match=why):
        packed(bits)


# There and back.

#: Sample games that were also published in both binary forms.
IN_BOTH_FORMS = [path for path in samples() if path.with_suffix(".egnb").exists()]


@pytest.mark.skipif(not samples(), reason="the sample games are not beside the project")
@rows("path", samples())
def test_every_sample_goes_there_and_back_and_comes_to_the_same(path: Path) -> None:
    one = read_egn(path.read_bytes())
    data = write_egnb(one)
    back = read_egnb(data)
    assert len(data) * 5 < len(path.read_bytes())
    assert replay(back).score == replay(one).score
    assert [deal.tricks for deal in replay(back).deals] == [deal.tricks for deal in replay(one).deals]
    assert write_egnb(back) == data


@pytest.mark.skipif(not samples(), reason="the sample games are not beside the project")
@rows("path", IN_BOTH_FORMS)
def test_a_published_game_is_the_same_as_text_and_in_both_binary_forms(path: Path) -> None:
    text = read_egn(path.read_bytes())
    small = path.with_suffix(".egnb").read_bytes()
    large = path.with_suffix(".expanded.egnb").read_bytes()
    assert (small[0], large[0]) == (1, 0)
    games = [text, read_egnb(small), read_egnb(large)]
    # Saved by different versions of the notation's programs.
    first, *others = (said(replace(one, version="1.4")) for one in games)
    assert others == [first, first]
    assert {replay(one).score for one in games} == {replay(text).score}
    # Without what only the third form has, it is written as it was published.
    published = decoded(_SMALL_FILE, small[1:])[0]["deals"]
    plain = [(deal, bits) for deal, bits in zip(games[1].deals, published, strict=True) if bits[0] == "E"]
    assert all(isinstance(deal, EgnDeal) and _packed.packed(deal, UNSET) == bits for deal, bits in plain)


notes = st.dictionaries(
    st.integers(0, 300).map(str), st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), max_size=3)
)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=64)


@st.composite
def games(draw: st.DrawFn) -> EgnGame:
    """A game played at random, with or without hands, notes, lines and a whole last deal."""
    table = at_random(BOOKS[draw(st.sampled_from(sorted(BOOKS)))], draw(st.integers(0, 99)), deals=2)
    for _ in range(draw(st.integers(0, 9))):
        table.pop()
    data: Data = json.loads(write_egn(to_egn(table, title=draw(words))))
    bare = draw(st.booleans())
    for one in data["deals"]:
        _dress(draw, one, bare)
    data["metadata"]["players"] = draw(st.lists(words | words.map(lambda name: {"name": name}), max_size=4))
    return game(data)


def _dress(draw: st.DrawFn, one: Data, bare: bool) -> None:
    if bare:
        del one["initialState"]["playerCards"]
    whole = deepcopy(one["phases"])
    for phase in one["phases"]:
        if bare:
            phase.pop("discard", None)
            phase.pop("cardExchanges", None)
        phase["callAnnotations" if phase["type"] == "EUCHRE_BIDDING" else "playAnnotations"] = draw(notes)
    if len(whole) == 2 and draw(st.booleans()):
        calls, plays = len(whole[0]["calls"]), [card for trick in whole[1]["tricks"] for card in trick]
        at = draw(st.integers(0, len(plays) - 1))
        per_trick = len(whole[1]["tricks"][0])
        rest = random.Random(at).sample(plays[at:], len(plays) - at)
        first = per_trick - at % per_trick
        tricks = [rest[:first], *(rest[place : place + per_trick] for place in range(first, len(rest), per_trick))]
        line = {"type": "TRICK_PLAY", "tricks": tricks, "playAnnotations": draw(notes)}
        one["alternativeLines"] = [{"branchIndex": calls + at, "phases": [line]}]


@settings(max_examples=amount(15, full=60), deadline=None)
@given(games())
def test_any_game_goes_there_and_back(one: EgnGame) -> None:
    assert said(read_egnb(write_egnb(one))) == said(one)


@settings(max_examples=amount(10, full=40), deadline=None)
@given(st.lists(games(), min_size=1, max_size=2))
def test_any_game_with_notes_and_lines_is_the_same_as_text_and_in_a_match(some: list[EgnGame]) -> None:
    assert [read_egn(write_egn(one)) for one in some] == some
    made = match_of(some)
    assert read_emn(write_emn(made)) == made
    assert [one.game_data for one in made.games] == some


def test_both_forms_are_used() -> None:
    bare = egn(deal(), deal(dealer=1, number=1))
    assert write_egnb(game(bare))[0] == 1
    gap = egn(deal(), deal(dealer=1, number=5))
    assert write_egnb(game(gap))[0] == 0


@settings(max_examples=amount(50, full=200), deadline=None)
@given(st.binary(max_size=80), st.sampled_from([b"\x00", b"\x01", b"\x01\x0a\x14Euchre Game Notation"]))
def test_any_bytes_are_a_game_or_refused(body: bytes, head: bytes) -> None:
    with suppress(EgnError):
        read_egnb(head + body)


@settings(max_examples=amount(25, full=100), deadline=None)
@given(st.data())
def test_a_damaged_file_is_a_game_or_refused(data: st.DataObject) -> None:
    whole = bytearray(write_egnb(game(egn(deal(hands=data.draw(st.booleans()))))))
    whole[data.draw(st.integers(1, len(whole) - 1))] ^= data.draw(st.integers(1, 255))
    with suppress(EgnError):
        read_egnb(bytes(whole))


@rows(
    "change, lost",
    [
        ({"players": [{"name": "Ann", "id": "7"}]}, "no field for id"),
        ({"initialScore": [1 << 40, 0]}, "the number 1099511627776"),
    ],
)
def test_what_has_no_room_is_named(change: Data, lost: str) -> None:
    data = egn(deal())
    data["metadata"] |= change
    with pytest.raises(EgnError, match=f"can't be written in binary form: .*{lost}"):
        write_egnb(game(data))


def test_leftover_cards_have_no_room() -> None:
    with pytest.raises(EgnError, match="no field for kitty"):
        write_egnb(game(egn(deal(start={"kitty": ["Jc"]}))))


@rows(
    "data, why",
    [
        (b"\x02\x0a", "Save it as plain EMN"),
        (b"\x01", "its kind isn't"),
        (b"\x00\xff\xff", "isn't complete"),
        (b"hello", "the first byte must be 0 or 1"),
        (b"\x01\x0a\x01\xff", "isn't UTF-8"),
    ],
)
def test_what_is_no_binary_egn_is_refused_in_one_line(data: bytes, why: str) -> None:
    with pytest.raises(EgnError, match=why):
        read_egnb(data)


def test_an_unknown_field_is_left_out_with_a_line() -> None:
    lines: list[str] = []
    read_egnb(write_egnb(game(egn(deal()))) + b"\xa2\x06\x01x", lines.append)
    assert lines == ["field 100 of EgnFile isn't known here and was left out."]


def test_a_file_without_the_first_byte_is_read() -> None:
    data = write_egnb(game(egn(deal())))
    assert read_egnb(data[1:]) == read_egnb(data)
