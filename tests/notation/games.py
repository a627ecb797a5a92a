"""Games for the notation tests: played at random at our table, and records of our own making as EGN data."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from bowerbird.notation import EgnGame, Replay, read_egn, replay
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import DefendAlone, EndBell, Exchange, Open, Phase, Shuffle, StartBell, Table

__all__ = [
    "HANDS",
    "SAMPLES",
    "TRICKS",
    "Data",
    "again",
    "at_random",
    "changed",
    "deal",
    "egn",
    "game",
    "nested",
    "samples",
]

Data = dict[str, Any]

#: Games that people played, where they lie beside the project.
SAMPLES = Path(__file__).parents[3] / "shared" / "egn"


def samples() -> list[Path]:
    """The sample games, if they are here."""
    return sorted(SAMPLES.glob("*.egn"))


def at_random(book: Rulebook | str, seed: int, deals: int = 4) -> Table:
    """A game in which everyone does something legal, whatever it is."""
    dice = random.Random(seed)
    table = Table(book, [Open(dealer=Seat(dice.randrange(4)), partners_arranged=True)])
    if table.book.deal.after_start_bell:
        table.push(StartBell())
    while not table.state.is_over and len(table.state.results) < deals:
        if table.state.phase is Phase.SHUFFLE:
            deck = list(table.book.cards())
            dice.shuffle(deck)
            table.push(Shuffle(tuple(deck)))
            continue
        choices = [fact for fact in table.legal if not isinstance(fact, EndBell)]
        rare = [fact for fact in choices if isinstance(fact, Exchange | DefendAlone)]
        table.push(dice.choice(rare if rare and dice.random() < 0.7 else choices))
    return table


#: Our own sample deal: North deals, the nine of hearts is turned up, East orders it, and East and West take all five.
HANDS = tuple(hand.split() for hand in ("Th As Ks 9d 9c", "Jh Ah Kh Ac Td", "Qh Ts 9s Kc Qc", "Jd Qs Js Ad Kd"))
TRICKS = ("Jh Qh Jd 9h", "Ah 9s Js Th", "Ac Qc Kd 9c", "Td Kc Ad Ks", "Qs As Kh Ts")


def deal(
    *tricks: str,
    calls: str = "Order",
    dealer: int = 0,
    up: str = "9h",
    number: int = 0,
    hands: bool = False,
    bidding: Data | None = None,
    start: Data | None = None,
) -> Data:
    """A deal as EGN data; without tricks, those of the sample. `hands` records the four hands too."""
    state = {"dealer": dealer, "upCard": up, **({"playerCards": [list(hand) for hand in HANDS]} if hands else {})}
    first = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": calls.split(), **(bidding or {})}
    second = {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": [trick.split() for trick in tricks or TRICKS]}
    phases = [first] if tricks == ("",) else [first, second]
    return {"dealNumber": number, "initialState": {**state, **(start or {})}, "phases": phases}


def egn(*deals: Data | str, score: tuple[int, int] = (0, 0), ruleset: Data | None = None, **metadata: Any) -> Data:
    """A whole game as EGN data."""
    about = {"players": ["Ann", "Ben", "Cas", "Dot"], "initialScore": list(score), "ruleset": ruleset or {}, **metadata}
    return {"fileType": "Euchre Game Notation", "version": "1.4", "metadata": about, "deals": list(deals)}


def game(data: Data) -> EgnGame:
    """EGN data as a game."""
    return read_egn(json.dumps(data))


def nested(notation: str, depth: int) -> bytes:
    """A file of this notation with lists in each other, so many deep, where its older form is looked for."""
    one = {**egn(deal()), "fileType": notation, "games": [{"gameData": egn("DEEP")}], "calls_annotations": "DEEP"}
    return json.dumps(one).replace('"DEEP"', "[" * depth + "]" * depth).encode()


def again(*deals: Data | str, **about: Any) -> Replay:
    """These deals, replayed."""
    return replay(game(egn(*deals, **about)))


def changed(tricks: tuple[str, ...], place: int, trick: str) -> tuple[str, ...]:
    """The tricks with one of them (from 1) told otherwise."""
    return (*tricks[: place - 1], trick, *tricks[place:])
