"""`bowerbird review`: the mistakes in a recorded game, what was better, and why.

Prints what the teacher finds. Contains no rules.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from bowerbird.cli.backup import bar
from bowerbird.cli.common import AsJson, Cores, Dask, console, print_json, processes
from bowerbird.cli.luck import luck_of, print_luck
from bowerbird.cli.recorded import (
    File,
    Game,
    Judged,
    NumberedGame,
    Strict,
    judged,
    option_data,
    plain,
    read,
    replayed,
    stop_about,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from rich.console import Console

    from bowerbird.notation import RecordedDecision, Replay, ReplayedDeal
    from bowerbird.rulebook import Rulebook

    _Look: TypeAlias = Callable[[Rulebook, Sequence[RecordedDecision]], list[Judged]]

__all__ = ["review"]


def review(
    file: File,
    hand: Annotated[int, typer.Option(min=0, help="Review only this hand, as `bowerbird replay` numbers them.")] = 0,
    game: Game = 0,
    strict: Strict = False,
    as_json: AsJson = False,
    workers: Cores = 0,
    dask: Dask = "",
) -> None:
    """Review a recorded game: the mistakes in each hand, what was better and why, and a summary for each player.

    A decision is judged by what its player saw, so other players' hands can be missing. What can't be judged is said.
    Exit status 1: the game breaks a rule. Exit status 2: the file isn't EGN, or isn't a game that Bowerbird can play.
    """
    found = read(file)
    of_match = found.match is not None
    # All games are checked before the first is looked at: that takes a while.
    games = list(replayed(file, found, game, strict))
    if of_match and found.title and not as_json:
        console().print(plain(found.title), style="bold")

    def look(book: Rulebook, wanted: Sequence[RecordedDecision]) -> list[Judged]:
        with bar("Reviewing") as progress:
            return judged(book, wanted, progress, processes(workers, len(wanted)), dask)

    data = [_reviewed(file, each, hand, of_match, as_json, look) for each in games]
    if as_json:
        from bowerbird.players.provenance import provenance

        print_json({**provenance(), **({"title": found.title, "games": data} if of_match else data[0])})


def _reviewed(file: Path, each: NumberedGame, hand: int, of_match: bool, as_json: bool, look: _Look) -> dict[str, Any]:
    """Review one game, and print it unless the data is wanted."""
    from bowerbird.notation import decisions

    played = each.played
    if hand > len(played.deals):
        which = f"in game {each.number} " if of_match else ""
        stop_about(file, f"{which}there is no hand {hand}. Choose 1 to {len(played.deals)}.")
    wanted = [decision for decision in decisions(played) if not hand or decision.deal == hand]
    looked = look(played.book, wanted)
    hands = [
        (deal, [found for found in looked if found.decision.deal == deal.number])
        for deal in played.deals
        if not hand or deal.number == hand
    ]
    if as_json:
        return _game_data(played, hands, looked)
    about = each.game.metadata.title if isinstance(each.game.metadata.title, str) else ""
    title = " ".join(filter(None, (f"Game {each.number}." if of_match else "", about)))
    _print_review(console(), title, played, hands, looked)
    return {}


# For programs.


def _game_data(played: Replay, hands: list[tuple[ReplayedDeal, list[Judged]]], looked: list[Judged]) -> dict[str, Any]:
    return {
        "players": [_summary(played, seat, looked) for seat in range(4)],
        "hands": [
            {
                "hand": deal.number,
                "dealer": deal.dealer.name,
                "turnUp": deal.turn_up,
                "decisions": [_decision_data(each) for each in found if each.found is not None],
                "notJudged": [
                    {
                        "decision": each.decision.number,
                        "seat": each.decision.seat.name,
                        "why": each.decision.unknown,
                    }
                    for each in found
                    if each.decision.unknown
                ],
            }
            for deal, found in hands
        ],
    }


def _decision_data(each: Judged) -> dict[str, Any]:
    assert each.found is not None
    assert each.chosen is not None
    return {
        "decision": each.decision.number,
        "seat": each.decision.seat.name,
        "did": each.did,
        "verdict": each.chosen.verdict,
        "cost": round(each.chosen.cost, 4),
        "best": each.found.options[0].says,
        "options": [option_data(option) for option in each.found.options],
    }


def _summary(played: Replay, seat: int, looked: list[Judged]) -> dict[str, Any]:
    own = [each for each in looked if each.decision.seat == seat]
    chosen = [each.chosen for each in own if each.chosen is not None]
    return {
        "player": played.names[seat],
        "decisions": len(chosen),
        "mistakes": sum(option.verdict == "mistake" for option in chosen),
        "cost": round(sum(option.cost for option in chosen), 4),
        "notJudged": sum(bool(each.decision.unknown) for each in own),
    }


# For people.


def _print_review(
    out: Console, title: str, played: Replay, hands: list[tuple[ReplayedDeal, list[Judged]]], looked: list[Judged]
) -> None:
    from rich.table import Table

    if title:
        out.print(plain(title), style="bold")
    for deal, found in hands:
        out.print()
        out.print(f"Hand {deal.number}", style="bold", end="")
        out.print(f"  {deal.dealer.word} deals and turns up {_sign(deal.turn_up)}")
        _print_hand(out, played, found)
    out.print()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Player")
    for heading in ("Decisions", "Mistakes", "Points lost", "Not judged"):
        table.add_column(heading, justify="right")
    for seat in range(4):
        about = _summary(played, seat, looked)
        figures = (about["decisions"], about["mistakes"], f"{about['cost']:.2f}", about["notJudged"])
        table.add_row(plain(about["player"]), *map(str, figures))
    out.print(table)
    out.print("Points lost are by clearly worse choices, and count the score of the game.", style="dim")
    print_luck(out, [plain(name) for name in played.names], luck_of(played, hands), len(hands))


def _print_hand(out: Console, played: Replay, found: list[Judged]) -> None:
    from rich.padding import Padding

    mistakes = [each for each in found if each.chosen is not None and each.chosen.verdict == "mistake"]
    for each in mistakes:
        assert each.found is not None
        assert each.chosen is not None
        best, name = each.found.options[0], plain(played.names[each.decision.seat])
        behind = f"{each.chosen.behind:.2f} ± {2 * each.chosen.error:.2f} points"
        line = f"{each.decision.number:>2}. {name}: {each.did}. Better: {best.says}, by {behind}."
        out.print(Padding(line, (0, 0, 0, 2), expand=False))
        out.print(Padding(each.chosen.why, (0, 0, 0, 6), expand=False), style="dim")
    if not mistakes and any(each.found is not None for each in found):
        out.print(Padding("No mistakes.", (0, 0, 0, 2), expand=False))
    unknown = Counter((each.decision.seat, each.decision.unknown) for each in found if each.decision.unknown)
    for (seat, why), count in unknown.items():
        decisions = f"{count} decision{'' if count == 1 else 's'}"
        line = f"Not judged: {decisions} of {plain(played.names[seat])}, because {why}."
        out.print(Padding(line, (0, 0, 0, 2), expand=False), style="dim")


def _sign(text: str) -> str:
    from bowerbird.cli.replay import card_sign

    return card_sign(text).plain
