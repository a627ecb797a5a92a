"""One place for a setting: its type, label, sentence and question stand beside its field, and nowhere else."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest
from msgspec import inspect

import bowerbird
from bowerbird.rulebook import Rulebook, book_names, load_rulebook, read_rulebook
from bowerbird.rulebook.settings import chosen_by_name, parts, settings, tables, value_of
from bowerbird.rulebook.sheet import full_sheet
from bowerbird.web.pages.house_rules_form import form_parts, toml_from
from kit.rows import rows

SOURCE = Path(bowerbird.__file__).parent
#: These name a book, or hold rulings and clauses; they aren't settings.
NO_SETTINGS = {"name", "title", "about", "source", "irregularities", "unusual", "clauses", "document"}
#: A house where everything matters.
LIVELY = read_rulebook(
    'based_on = "alberta"\n[pack]\njoker = true\n[discard]\nturn_up = true\n[alone]\ndefend_alone = "any call"\n'
    '[personal_card]\nkept = true\n[game]\nbell = "finish the hand"\n[event]\nresult = "match points"\n'
)


def fields(node: inspect.Type, prefix: str = "") -> dict[str, inspect.Type]:
    """Every field of the model that isn't a section, however it is annotated."""
    assert isinstance(node, inspect.StructType)
    found: dict[str, inspect.Type] = {}
    for field in node.fields:
        key = f"{prefix}{field.encode_name}"
        is_section = isinstance(field.type, inspect.StructType)
        found |= fields(field.type, f"{key}.") if is_section else {key: field.type}
    return found


def test_every_field_of_the_model_has_a_type_a_label_and_a_sentence() -> None:
    model = fields(inspect.type_info(Rulebook))
    assert set(settings()) == set(model) - NO_SETTINGS
    for key, (kind, setting, _) in settings().items():
        assert (kind == model[key]) == (key not in chosen_by_name()), "only names of another package's kinds differ"
        assert setting.label[0].isupper() or setting.label[0] == "“", key
        assert not setting.label.endswith("."), key
        assert (setting.says is None) == bool(setting.said_with), key
    assert all(part.label for part in parts().values())


def test_no_two_settings_of_a_section_have_the_same_label() -> None:
    labels = Counter((key.rpartition(".")[0], field.setting.label) for key, field in settings().items())
    assert [label for label, times in labels.items() if times > 1] == []


def test_every_setting_is_on_the_sheet_in_its_own_sentence_or_in_that_of_another() -> None:
    lines = [line for section in full_sheet(LIVELY) for line in section.lines]
    for key, (_, setting, _) in settings().items():
        spoken_of = {line.key for line in lines if key == line.key or key in line.also}
        assert spoken_of, key
        assert not setting.said_with or setting.said_with in spoken_of, key


def test_values_are_read_by_the_names_of_the_file() -> None:
    national = load_rulebook("national")
    assert value_of(national, "words.pass") == national.words.pass_ == "Away"
    assert value_of(national, "event.money.fee") == national.event.money.fee
    assert tables() == {"event.money.shares", "event.money.extra_prizes", "event.money.side_pots"}
    with pytest.raises(KeyError):
        value_of(national, "words.pass_")


@rows("name", book_names())
def test_what_is_asked_at_the_set_up_can_be_answered(name: str) -> None:
    book = load_rulebook(name)
    for key, (kind, setting, _) in settings().items():
        if setting.ask is not None and setting.ask.where(book):
            assert setting.ask.words
            assert setting.ask.choices or isinstance(kind, inspect.IntType), key


# Nowhere else.


def texts(tree: ast.AST) -> set[str]:
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def outside(kind: str = "*.py") -> list[Path]:
    return [file for file in sorted(SOURCE.rglob(kind)) if SOURCE / "rulebook" not in file.parents]


def test_nothing_else_has_a_table_by_setting() -> None:
    for file in outside():
        text = file.read_text(encoding="utf-8")
        if sum(f'"{key}"' in text for key in settings()) < 2:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Dict):
                keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
                assert len(keys & set(settings())) < 2, f"{file}:{node.lineno}"


def test_nothing_else_has_a_label_of_a_setting() -> None:
    labels = {field.setting.label for field in settings().values() if " " in field.setting.label}
    for file in outside():
        text = file.read_text(encoding="utf-8")
        assert not any(label in text for label in labels) or not labels & texts(ast.parse(text)), file
    for pattern in ("*.html", "*.js", "*.toml"):
        for file in outside(pattern):
            text = file.read_text(encoding="utf-8")
            assert not [label for label in labels if len(label) > 20 and label in text], file


# The form of house rules.


def test_a_list_of_names_is_a_yes_or_no_for_each_in_the_form() -> None:
    book = load_rulebook("north-american")
    (deal,) = (part for part in form_parts(book, {}) if part.title == "The deal")
    said = {field.key: field.in_book.words for field in deal.fields if ":" in field.key}
    assert said["deal.new_deal_for:ace with no face"] == said["deal.exchange_for:farmer's hand"] == "yes"
    assert said["deal.new_deal_for:farmer's hand"] == "no"


def test_a_name_put_on_or_off_in_the_form_leaves_the_others_as_they_are() -> None:
    more = {"deal.new_deal_for:farmer's hand": "true", "deal.exchange_for:farmer's hand": "false"}
    house = read_rulebook(toml_from("north-american", "", more))
    assert house.deal.new_deal_for == ("farmer's hand", "ace with no face")
    assert house.deal.exchange_for == ()
