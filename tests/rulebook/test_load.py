"""Rulebooks are read whole or not at all, and a bad file is refused with the file, the key and what would be right."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from bowerbird.rulebook import Rulebook, RulebookError, book_names, load_rulebook, read_rulebook, with_settings
from bowerbird.rulebook.kinds import MOVEMENTS
from kit.rows import rows

BOOKS = ", ".join(book_names())


def refused(text: str) -> RulebookError:
    """What the reader of house rules says to this text."""
    with pytest.raises(RulebookError) as caught:
        read_rulebook(text, "friday.toml")
    assert str(caught.value).startswith("friday.toml: ")
    return caught.value


def house(changes: str, base: str = "alberta") -> Rulebook:
    return read_rulebook(f'based_on = "{base}"\n{changes}', "friday.toml")


def test_the_books_of_the_folder_come_along_the_plain_game_last() -> None:
    assert book_names()[-1] == "bicycle"
    assert {"alberta", "cornwall", "north-american"} <= set(book_names())
    assert [load_rulebook(name).name for name in book_names()] == list(book_names())


def test_a_house_rule_file_is_read_from_disk(tmp_path: Path) -> None:
    file = tmp_path / "friday.toml"
    file.write_text('based_on = "alberta"\ntitle = "Friday at Zoë\'s"\n[game]\npoints = 7\n', "utf-8")
    book = load_rulebook(str(file))
    assert (book.title, book.game.points) == ("Friday at Zoë's", 7)
    assert load_rulebook(file) == book


# What cannot be read at all.


@rows("name", ["alberta2", "Alberta", "", "rules.json"])
def test_an_unknown_name_is_refused_with_the_names_there_are(name: str) -> None:
    with pytest.raises(RulebookError) as caught:
        load_rulebook(name)
    assert caught.value.problem == f"no such rulebook; use {BOOKS}, or a file that ends in .toml"


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "gone.toml"
    with pytest.raises(RulebookError) as caught:
        load_rulebook(file)
    assert str(caught.value) == f"{file}: cannot be read: No such file or directory"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    with pytest.raises(RulebookError, match="cannot be read"):
        load_rulebook(folder)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "photo.toml"
    file.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    with pytest.raises(RulebookError) as caught:
        load_rulebook(file)
    assert str(caught.value) == f"{file}: this isn't a text file; save it as plain text (UTF-8)"


@rows("text", ['based_on = "alb', 'based_on = "alberta"\n[game]\npoints =', "[game", "game points 10"])
def test_a_truncated_file_is_refused(text: str) -> None:
    assert "TOML" in refused(text).problem


def test_a_file_cut_off_anywhere_meets_a_clear_refusal_or_is_complete_in_itself() -> None:
    text = 'based_on = "alberta"\n[game]\npoints = 15\n[auction]\nstick_the_dealer = true\n'
    whole = []
    for length in range(len(text) + 1):
        with suppress(RulebookError):
            whole.append((read_rulebook(text[:length], "friday.toml"), text[:length]))
    assert whole[-1][1].rstrip() == text.rstrip()
    assert [part for book, part in whole if book.auction.stick_the_dealer] == [text.rstrip(), text]


# What is read and makes no sense.


@rows(
    ("changes", "key", "allowed"),
    [
        ("[auction]\nstick_dealer = true", "auction.stick_dealer", "stick_the_dealer"),
        ("[bidding]\nrounds = 2", "bidding", "auction"),
        (
            "[event.money]\nprize = 5",
            "event.money.prize",
            "extra_prizes, payout, fifty_fifty, side_pots, one_prize_each, stake_each_game",
        ),
        ("[auction]\nstick_the_dealer = 1", "auction.stick_the_dealer", "true, false"),
        ("[game]\npoints = -1", "game.points", "a whole number from 0 to 100"),
        ("[game]\npoints = 9.5", "game.points", "a whole number from 0 to 100"),
        ("[pack]\nlowest = 6", "pack.lowest", "7, 8, 9"),
        ("[deal]\ncut_leaves = 13", "deal.cut_leaves", "a whole number from 1 to 12"),
        ("[words]\npass = 5", "words.pass", "text"),
        ("game = 10", "game", "points, hands, minutes"),
    ],
)
def test_an_unknown_key_or_value_is_refused_with_the_key_and_what_is_allowed(
    changes: str, key: str, allowed: str
) -> None:
    error = refused(f'based_on = "alberta"\n{changes}')
    assert error.key == key
    assert f": {key}: " in str(error)
    assert "allowed" in error.problem
    assert allowed in error.problem.partition("allowed")[2]


@rows(("key", "value", "says"), [("game.pionts", 7, "no such setting"), ("game.points", "ten", "allowed")])
def test_a_changed_setting_that_is_unknown_or_wrong_is_refused(key: str, value: object, says: str) -> None:
    with pytest.raises(RulebookError, match=says) as refused:
        with_settings(load_rulebook("alberta"), {key: value})
    assert refused.value.key == key


@rows("base", ['"texas"', "5", '["alberta"]', '"Alberta"', '"other.toml"'])
def test_an_unknown_base_is_refused_with_the_rulebooks(base: str) -> None:
    error = refused(f"based_on = {base}")
    assert (error.key, error.problem.partition("; ")[2]) == ("based_on", f"allowed: {BOOKS}")


@rows(("text", "key"), [("", "name"), ('name = "x"\ntitle = "X"', "about")])
def test_a_book_without_a_base_must_give_its_name_and_title(text: str, key: str) -> None:
    assert (refused(text).key, refused(text).problem) == (key, "must be given")


def test_a_game_that_never_ends_is_refused() -> None:
    error = refused('based_on = "alberta"\n[game]\npoints = 0')
    assert (error.key, error.problem) == ("game", "the game would never end: give points, hands or minutes")


@rows("ends", ["hands = 8", "points = 5", 'minutes = 7\nbell = "finish the hand"'])
def test_any_one_of_the_three_ends_is_enough(ends: str) -> None:
    assert house(f"[game]\npoints = 0\n{ends}".replace("points = 0\npoints", "points")).name == "alberta-house"


def test_a_timed_game_needs_a_bell() -> None:
    error = refused('based_on = "alberta"\n[game]\nminutes = 7')
    assert error.key == "game.bell"
    assert '"finish the hand"' in error.problem


@rows("key", ["deal.packets", "game.markers"])
def test_a_list_of_ways_cannot_be_empty(key: str) -> None:
    section, name = key.split(".")
    assert refused(f'based_on = "alberta"\n[{section}]\n{name} = []').key == key


@rows(
    ("draw", "allowed"),
    [
        ('partners = "second jack"', '"first jack"'),
        ('dealer = "first jack"', '"lowest card" or "highest card"'),
    ],
)
def test_a_draw_that_cannot_find_both_partners_and_dealer_is_refused(draw: str, allowed: str) -> None:
    error = refused(f'based_on = "alberta"\n[draw]\n{draw}')
    assert error.key == "draw.dealer"
    assert allowed in error.problem


# House rules by difference.


def test_house_rules_are_the_base_with_the_differences() -> None:
    book = house("[auction]\nstick_the_dealer = true")
    base = load_rulebook("alberta")
    assert book.auction.stick_the_dealer
    assert book.auction.need_first_round == base.auction.need_first_round == "natural"
    assert (book.points, book.words, book.irregularities, book.event) == (
        base.points,
        base.words,
        base.irregularities,
        base.event,
    )
    assert (book.name, book.title) == ("alberta-house", "Alberta 55 Plus, house rules")


def test_the_base_is_not_changed_by_the_house_rules_on_it() -> None:
    before = load_rulebook("alberta")
    house("[game]\npoints = 5\n[words]\npass = 'No'")
    after = load_rulebook("alberta")
    assert after == before
    assert after.game.points == 10
    assert after.sources("game.points") == ("ALB-10", "ALB-T5")


def test_house_rules_may_have_a_name_of_their_own() -> None:
    book = house('name = "friday"\ntitle = "Friday"\nabout = "Ours."')
    assert (book.name, book.title, book.about) == ("friday", "Friday", "Ours.")


def test_a_changed_setting_loses_its_clause_and_its_neighbours_keep_theirs() -> None:
    book = house("[auction]\npartner_orders_alone = false\n[points]\nmarch = 3")
    assert book.sources("auction.partner_orders_alone") == ()
    assert book.sources("auction.need_first_round") == ("ALB-5e",)
    assert book.sources("points.march") == ()
    assert book.sources("points.made") == load_rulebook("alberta").sources("points.made") != ()


def test_a_changed_setting_may_name_a_clause_of_another_book() -> None:
    book = house('[auction]\nstick_the_dealer = true\n[clauses]\n"auction.stick_the_dealer" = ["TE-5d"]')
    assert book.sources("auction.stick_the_dealer") == ("TE-5d",)
    assert book.sources("auction.need_first_round") == ("ALB-5e",)


def test_a_changed_ruling_replaces_all_cases_of_that_irregularity() -> None:
    book = house('[[irregularities."revoke"]]\nremedy = "hand lost"\npoints = 3\nclause = ""')
    assert [case.points for case in book.irregularities["revoke"]] == [3]
    assert book.irregularities["lead out of turn"] == load_rulebook("alberta").irregularities["lead out of turn"]


def test_a_setting_without_a_clause_has_those_of_its_section() -> None:
    book = load_rulebook("alberta")
    assert book.sources("discard.turn_up") == ("ALB-5c",)
    assert book.sources("no.such.setting") == ()


def test_house_rules_may_change_a_setting_that_is_a_table() -> None:
    book = read_rulebook('based_on = "trailer-estates"\n[event.money.shares]\n"5" = [60, 40]')
    assert book.event.money.shares == {"5": (60, 40)}, "it is given whole, as every setting is"
    assert book.sources("event.money.shares") == ()


WORDS = [
    (
        '[auction]\nneed_first_round = "two"',
        "auction.need_first_round: 'two' is not known here; allowed: \"natural\", ",
    ),
    (
        "[auction]\nlow = 1",
        "auction.low: no such setting; allowed: need_first_round, need_second_round, dealer_needs, ",
    ),
    ('[deal]\npackets = ["5-0"]', 'deal.packets[0]: \'5-0\' is not known here; allowed: "1-1-1-1-1", "1-4", "2-3", '),
    ('[deal]\npackets = "3-2"', 'deal.packets: this value cannot be used; allowed: a list of "1-1-1-1-1", '),
    ('[event]\nmovement = "up"', f"event.movement: 'up' is not known here; allowed: \"{min(MOVEMENTS.all())}\", "),
    (
        '[event]\nranking = ["total", "luck"]',
        'event.ranking: \'luck\' is not known here; allowed: a list of "head to head", "loners", ',
    ),
    ("[irregularities]\nfoo = []", "irregularities: 'foo' is not known here; allowed: \"call out of turn\", "),
    (
        '[[irregularities.revoke]]\nremedy = "x"\nclause = ""',
        "irregularities.revoke[0].remedy: 'x' is not known here; allowed: \"call a lead\", ",
    ),
    (
        '[[irregularities.signal]]\nremedy = "stands"\nclause = ""\nwhen = ["late"]',
        "irregularities.signal[0].when[0]: 'late' is not known here; allowed: ",
    ),
    ("[game]\npoints = 101", "game.points: this value cannot be used; allowed: a whole number from 0 to 100"),
    (
        '[points]\neuchre = "z"',
        "points.euchre: 'z' is not known here; allowed: a whole number from 0 to 100, or \"by tricks\"",
    ),
    (
        '[event.calendar]\nstart = "25:00"',
        'event.calendar.start: this value cannot be used; allowed: a time such as "18:30"',
    ),
    ("[event.money.shares]\nx = [1]", "event.money.shares: this value cannot be used; allowed: a number of tables"),
    ("[event]\nmatch_points = 3", "event.match_points: this value cannot be used; allowed: a list of 3: "),
    ('[auction]\nno_trump = "yes"', "auction.no_trump: this value cannot be used; allowed: true, false"),
    ('[clauses]\n"foo" = ["ALB-1"]', "clauses.foo: no such setting"),
    ('[[irregularities."revoke"]]\nremedy = "stands"\nclause = "ALB-99"', "irregularities.revoke: "),
    ('[clauses]\n"pack" = ["ALB-99"]', "clauses.pack: ALB-99 isn't a clause; add it under [document], or"),
]


@rows(("text", "said"), WORDS)
def test_a_refusal_names_file_key_and_what_is_allowed(text: str, said: str) -> None:
    with pytest.raises(RulebookError) as refused:
        read_rulebook(f'based_on = "alberta"\n{text}', "ours.toml")
    assert str(refused.value).startswith(f"ours.toml: {said}")


TOP = [
    ("pack = 3", "pack: this value cannot be used; allowed: lowest, joker"),
    ("name = 3", "name: this value cannot be used; allowed: text"),
    ("clauses = 3", "clauses: this value cannot be used; allowed: a table with the keys text"),
    ("irregularities = 2", "irregularities: this value cannot be used; allowed: a table with the keys "),
]


@rows(("text", "said"), TOP)
def test_a_section_must_be_one(text: str, said: str) -> None:
    with pytest.raises(RulebookError) as refused:
        read_rulebook(f'{text}\nbased_on = "alberta"', "ours.toml")
    assert str(refused.value).startswith(f"ours.toml: {said}")


def test_a_wrong_remedy_is_refused_with_the_remedies() -> None:
    error = refused('based_on = "alberta"\n[[irregularities."revoke"]]\nremedy = "shout"\nclause = ""')
    assert error.key.startswith("irregularities")
    assert error.key.endswith("remedy")
    assert '"hand lost"' in error.problem


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ('[clauses]\n"game.point" = ["ALB-9"]', "clauses.game.point"),
        ('[clauses]\n"game.points" = ["ALB-99"]', "clauses.game.points"),
        ('[[irregularities."revoke"]]\nremedy = "stands"\nclause = "ALB-99"', "irregularities.revoke"),
    ],
)
def test_a_clause_that_does_not_exist_is_refused(changes: str, key: str) -> None:
    assert refused(f'based_on = "alberta"\n{changes}').key == key
