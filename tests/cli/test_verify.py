"""`bowerbird verify --json`: what was checked, and which Bowerbird has checked it."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
from typer.testing import CliRunner

from bowerbird.cards import Pack
from bowerbird.cli import app
from bowerbird.hall.fair import ShownDeal, deck_from, digest_of
from bowerbird.players.provenance import provenance


def test_programs_are_told_which_bowerbird_has_checked(tmp_path: Path) -> None:
    deck, cut = deck_from("5" * 64, 3, ("a", "", "c", "d"), Pack(), 4)
    cards = [str(card) for card in deck]
    shown = ShownDeal(3, digest_of("5" * 64), "5" * 64, ["a", "", "c", "d"], 9, False, 4, cards, cut)
    for name, deal, wrong in (("fair", shown, 0), ("other", msgspec.structs.replace(shown, deck=cards[::-1]), 1)):
        file = tmp_path / f"{name}.json"
        file.write_bytes(msgspec.json.encode(deal))
        done = CliRunner().invoke(app, ["verify", str(file), "--json"])
        assert done.exit_code == wrong
        found = json.loads(done.stdout)
        assert found["wrong"] == wrong
        assert {key: found[key] for key in provenance()} == provenance()
