"""Many hands, counted: the figures add up, follow the book, and do not depend on who did the work."""

from __future__ import annotations

import re
from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from bowerbird.cli.sim_picture import draw
from bowerbird.kernel.options import BY_TRICKS, Need
from bowerbird.kernel.simulate import HandRecord, hand_records, hands
from bowerbird.players import cluster
from bowerbird.players.kernel_options import left_out, options_of
from bowerbird.players.provenance import provenance
from bowerbird.players.sim import KERNEL_POLICIES, SimError, policies, simulate, table_hand
from bowerbird.players.spread import SpreadError, spread
from bowerbird.players.statistics import Estimate, Line, count_up
from bowerbird.rulebook import load_rulebook
from bowerbird.rulebook.model import AloneRules, AuctionRules, PackRules
from bowerbird.rulebook.points import hand_points
from bowerbird.seats import Seat
from cli.running import printed, refused, told
from deals import ALL_BOOKS, house
from kit.contrast import contrast
from kit.rows import rows

BICYCLE = load_rulebook("bicycle")


def hand(**known: int) -> HandRecord:
    """North deals, East orders spades up and makes it, unless something else is known."""
    usual = {"dealer": 0, "round": 1, "caller": 1, "trump": 3, "alone": 0, "tricks": 3, "turned": 3}
    return HandRecord(**{"points_ns": 0, "points_ew": 1, **usual, **known})


THROWN_IN = hand(round=0, caller=-1, trump=-1, tricks=0, points_ew=0)


# Counting.


def test_shares_are_of_what_they_say() -> None:
    euchre = hand(tricks=2, points_ns=2, points_ew=0)
    lone_march = hand(alone=1, tricks=5, points_ew=4)
    found = count_up({hand(): 5, euchre: 2, lone_march: 1, THROWN_IN: 2})
    assert found.hands == 10
    assert found.thrown_in == Estimate(0.2, sqrt(0.2 * 0.8 / 10))
    assert found.all.hands == 8
    assert found.all.share.value == 0.8
    assert found.all.made == Estimate(5 / 8, sqrt(5 / 8 * 3 / 8 / 8))
    assert found.all.euchred is not None
    assert found.all.euchred.value == 2 / 8
    assert found.all.alone is not None
    assert found.all.alone.value == 1 / 8
    assert found.all.alone_march == Estimate(1.0, 0.0)
    assert found.all.alone_made == Estimate(0.0, 0.0)


def test_points_are_means_with_their_standard_error() -> None:
    found = count_up({hand(): 3, hand(tricks=2, points_ns=2, points_ew=0): 1})
    assert found.dealer_points.value == 2 / 4
    assert found.other_points.value == 3 / 4
    assert found.dealer_gain.value == -1 / 4
    # The four gains of the dealer's side are -1, -1, -1 and 2.
    assert found.dealer_gain.stderr == pytest.approx(1.5 / sqrt(4))
    assert found.all.points is not None
    assert found.all.points.value == 1 / 4


@rows(
    "record, seat, call",
    [
        (hand(dealer=2, caller=3), "first seat", "order"),
        (hand(dealer=2, caller=0), "dealer's partner", "assist"),
        (hand(dealer=2, caller=1), "third seat", "order"),
        (hand(dealer=2, caller=2), "dealer", "take"),
        (hand(dealer=2, caller=2, round=2, turned=3, trump=0), "dealer", "next"),
        (hand(dealer=2, caller=0, round=2, turned=1, trump=2), "dealer's partner", "next"),
        (hand(dealer=2, caller=3, round=2, turned=1, trump=3), "first seat", "crossing"),
        (hand(dealer=2, caller=3, round=2, turned=1, trump=4), "first seat", "no trump"),
    ],
)
def test_a_call_is_counted_by_its_seat_and_its_name(record: HandRecord, seat: str, call: str) -> None:
    found = count_up({record: 3})
    assert {line.name: line.hands for line in found.by_seat if line.hands} == {seat: 3}
    assert {line.name: line.hands for line in found.by_call if line.hands} == {call: 3}
    assert [line.hands for line in found.by_round] == ([3, 0] if record.round == 1 else [0, 3])


def test_nothing_is_said_of_no_hands() -> None:
    found = count_up({THROWN_IN: 4})
    assert found.thrown_in.value == 1
    assert found.all.made is None
    assert found.all.points is None
    assert found.dealer_gain == Estimate(0.0, 0.0)


# Playing.


@rows("policy", [*KERNEL_POLICIES, "simple"])
def test_every_hand_is_counted_once_in_each_way(policy: str) -> None:
    count = 40 if policy == "simple" else 4_000
    found = simulate(BICYCLE, count, seed=5, policy=policy)
    played = count - round(found.thrown_in.value * count)
    assert found.hands == count
    for lines in ((found.all,), found.by_seat, found.by_round, found.by_call):
        assert sum(line.hands for line in lines) == played
    for line in (found.all, *found.by_seat, *found.by_round, *found.by_call):
        assert _whole(line)


def _whole(line: Line) -> bool:
    parts = (line.euchred, line.made, line.march)
    return not line.hands or sum(part.value for part in parts if part is not None) == pytest.approx(1)


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of a thousand hands, so that an uncompiled kernel gets through several of them."""
    monkeypatch.setattr("bowerbird.players.sim._BULK", 1_000)


@pytest.mark.usefixtures("small_pieces")
def test_the_seed_alone_decides() -> None:
    one, again = simulate(BICYCLE, 2_008, seed=1), simulate(BICYCLE, 2_008, seed=1, workers=3)
    assert one == again
    assert simulate(BICYCLE, 2_008, seed=2) != one


def test_players_in_processes_give_the_same_hands() -> None:
    alone = simulate(BICYCLE, 30, seed=1, policy="simple")
    assert simulate(BICYCLE, 30, seed=1, policy="simple", workers=2) == alone


@pytest.mark.usefixtures("small_pieces")
def test_pieces_of_work_do_not_repeat_each_other() -> None:
    piece = simulate(BICYCLE, 1_000, seed=1)
    both = simulate(BICYCLE, 2_000, seed=1)
    assert both.dealer_points.value != piece.dealer_points.value


@pytest.mark.usefixtures("small_pieces")
def test_progress_is_told_up_to_the_end() -> None:
    told: list[int] = []
    simulate(BICYCLE, 2_500, progress=told.append)
    assert told == [1_000, 2_000, 2_500]


def test_dealing_is_an_advantage() -> None:
    found = simulate(BICYCLE, 8_000, seed=3)
    assert found.dealer_gain.value > 5 * found.dealer_gain.stderr
    calls = {line.name: line.hands for line in found.by_call}
    assert calls["take"] > max(calls["order"], calls["next"], calls["crossing"])


@rows("policy", ["thumb", "random", "simple"])
def test_the_book_is_followed(policy: str) -> None:
    count = 60 if policy == "simple" else 4_000
    stuck = house("[auction]\nstick_the_dealer = true")
    assert simulate(stuck, count, policy=policy).thrown_in.value == 0
    partner_alone = house("[auction]\npartner_orders_alone = true")
    (assist,) = (line for line in simulate(partner_alone, count, policy=policy).by_call if line.name == "assist")
    assert assist.alone in (None, Estimate(1.0, 0.0))
    assert policy == "simple" or assist.hands


@rows("name", ALL_BOOKS)
def test_bulk_play_scores_by_the_book(name: str) -> None:
    book = load_rulebook(name)
    random = KERNEL_POLICIES["random"]
    seen = set(hand_records(hands(4_000, 1, options_of(book), (random, random))))
    assert {record.tricks for record in seen} == set(range(6))
    for record in seen:
        if record.round:
            makers, others = hand_points(book.points, record.tricks, bool(record.alone), defended_alone=False)
            points = (makers, others) if record.caller % 2 == 0 else (others, makers)
            assert (record.points_ns, record.points_ew) == points


def test_a_book_becomes_numbers() -> None:
    options = options_of(
        house(
            '[pack]\nlowest = 7\n[auction]\nneed_first_round = "natural"\nneed_second_round = "trump or left bower"\n'
            'dealer_needs = false\n[points]\neuchre_alone = "by tricks"\n[lead]\nopening = "left of lone hand"'
        )
    )
    assert (options.need_round_one, options.need_round_two) == (Need.NATURAL, Need.TRUMP_OR_LEFT)
    assert options.dealer_exempt
    assert options.euchre_alone == BY_TRICKS
    assert options.lead_left_of_lone
    assert len(options.pack) == 32


def test_what_bulk_play_leaves_out_is_said() -> None:
    assert left_out(BICYCLE) == ()
    more = replace(
        BICYCLE,
        pack=PackRules(joker=True),
        auction=AuctionRules(no_trump=True),
        alone=AloneRules(defend_alone="lone calls"),
    )
    assert left_out(more) == (
        "no trump is never named",
        "nobody defends alone",
        "a joker turned up is dealt again",
    )


def test_a_table_record_tells_what_happened_at_the_table() -> None:
    book = house(
        "[pack]\njoker = true\n[auction]\nno_trump = true\n[alone]\ndefend_alone = 'lone calls'\npartners_best = true"
    )
    seen = Counter(table_hand(book, "random", f"record/{place}", Seat(place % 4)) for place in range(80))
    for record in seen:
        assert 0 <= record.turned <= 3
        if not record.round:
            assert (record.caller, record.trump, record.points_ns, record.points_ew) == (-1, -1, 0, 0)
            continue
        assert (record.trump == record.turned) == (record.round == 1)
        side = record.caller % 2
        assert (record.points_ns, record.points_ew)[side if record.tricks >= 3 else 1 - side] > 0
    assert {record.round for record in seen} == {0, 1, 2}


def test_what_cannot_be_simulated_is_refused() -> None:
    with pytest.raises(SimError, match="1 or more"):
        simulate(BICYCLE, 0)
    with pytest.raises(SimError, match=r"'genius' isn't a policy\. Use thumb, random, open"):
        simulate(BICYCLE, 10, policy="genius")
    assert len(set(policies())) == len(policies())


# Spreading the work.


@rows("using", ["threads", "processes"])
def test_results_come_in_order(using: Literal["threads", "processes"]) -> None:
    pieces = list(range(7))
    assert list(spread(abs, pieces, 2, using)) == pieces


def test_a_cluster_gives_the_same_hands() -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster:
        found = simulate(BICYCLE, 30, seed=1, policy="simple", dask=cluster.scheduler_address)
    assert found == simulate(BICYCLE, 30, seed=1, policy="simple")


def test_no_cluster_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 0.2)
    with pytest.raises(SpreadError, match="dask"):
        list(spread(abs, [1], dask="tcp://127.0.0.1:1"))


# The command and the picture.

ALONE = ("--workers", "1")


def test_the_command_prints_a_table_and_bars() -> None:
    text = printed("sim", "--rules", "st-joe", "--hands", "4000", "--seed", "2", *ALONE)
    assert text.startswith(load_rulebook("st-joe").title)
    for word in ("first seat", "second round", "assist", "crossing", "▒", "The dealer's side scores"):
        assert word in text


def test_json_is_the_same_for_the_same_seed() -> None:
    found, again = (told("sim", "--hands", "4000", "--seed", "2", *ALONE) for _ in range(2))
    assert found == again
    assert (found["rules"], found["policy"], found["seed"], found["hands"]) == ("bicycle", "thumb", 2, 4000)
    assert [line["name"] for line in found["by_seat"]] == ["first seat", "dealer's partner", "third seat", "dealer"]
    assert 0 < found["all"]["euchred"]["value"] < 1
    assert found["dealer_gain"]["stderr"] > 0
    assert {key: found[key] for key in ("version", "commit", "compiled")} == provenance()


@rows(
    "words, said",
    [
        (("--policy", "genius"), "'genius' isn't a policy"),
        (("--hands", "0"), "Use 1 or more"),
        (("--rules", "nobody"), "nobody"),
        (("--picture", "drawing.png"), "Name it drawing.svg"),
    ],
)
def test_what_is_wrong_is_one_line_and_status_2(words: tuple[str, ...], said: str) -> None:
    assert said in refused("sim", *words, *ALONE)


def test_a_picture_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    assert "can't be written" in refused("sim", "--hands", 100, "--picture", tmp_path / "nowhere" / "p.svg", *ALONE)


def test_the_picture_is_whole_and_says_what_it_shows(tmp_path: Path) -> None:
    file = tmp_path / "hands.svg"
    printed("sim", "--hands", 400, "--picture", file, *ALONE)
    svg = ElementTree.parse(file).getroot()
    words = [text.text or "" for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert {"First seat", "Dealer's partner", "Third seat", "Dealer", "Next", "Crossing"} <= set(words)
    box = [float(number) for number in svg.attrib["viewBox"].split()]
    for part in svg.iter("{http://www.w3.org/2000/svg}rect"):
        assert float(part.get("x", 0)) + float(part.attrib["width"]) <= box[2] + 0.1
        assert float(part.get("y", 0)) + float(part.attrib["height"]) <= box[3] + 0.1


def test_the_picture_can_be_drawn_of_nothing_and_of_odd_words() -> None:
    svg = ElementTree.fromstring(draw(count_up({THROWN_IN: 2}), "Us <& them>", "2 hands"))
    assert svg[0].text == "Us <& them>"


def test_words_in_the_picture_can_be_read() -> None:
    style = draw(count_up({hand(): 1}), "", "")
    colours = dict(re.findall(r"\.(euchred|made|march) \{ fill: (#\w{6})", style))
    assert all(contrast(colour, "#fffdf7") >= 4.5 for colour in colours.values())
    assert len(colours) == 3
