"""`bowerbird explain`: what each choice of one decision was worth, and why.

Prints what the teacher finds. Contains no rules.
"""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Final

import typer

from bowerbird.cli.common import AsJson, console, print_json
from bowerbird.cli.recorded import (
    File,
    Game,
    Judged,
    Strict,
    judged,
    option_data,
    plain,
    read,
    replayed,
    stop_about,
)

if TYPE_CHECKING:
    from bowerbird.notation import RecordedDecision, Replay
    from bowerbird.rulebook import Rulebook
    from bowerbird.table import View

__all__ = ["explain"]

_ABOUT: Final = (
    "Points are for the player's side. Made, march and euchre are the makers' results. How far a choice is behind "
    "counts the score of the game, too."
)


def explain(
    file: File,
    hand: Annotated[int, typer.Option(min=1, help="The hand, as `bowerbird replay` numbers them.")],
    decision: Annotated[
        int, typer.Option(min=0, help="The decision in that hand. Without it, the decisions are listed.")
    ] = 0,
    game: Game = 0,
    strict: Strict = False,
    as_json: AsJson = False,
) -> None:
    """Explain one decision of a recorded game: every choice with its figures, how sure they are, and the reason.

    Exit status 1: the game breaks a rule. Exit status 2: the file isn't EGN, or has no such decision.
    """
    from bowerbird.notation import decisions

    recorded = read(file)
    if not game and len(recorded.games) > 1:
        stop_about(file, f"this match has {len(recorded.games)} games. Choose one with --game.")
    [(_, _, played)] = replayed(file, recorded, game or 1, strict)
    found = [each for each in decisions(played) if each.deal == hand]
    if hand > len(played.deals):
        stop_about(file, f"there is no hand {hand}. Choose 1 to {len(played.deals)}.")
    if decision > len(found):
        stop_about(file, f"hand {hand} has {len(found)} decisions. Leave out --decision to list them.")
    if not decision:
        _print_list(played, found, as_json)
        return
    wanted = found[decision - 1]
    if wanted.unknown:
        stop_about(file, f"decision {decision} of hand {hand} can't be judged: {wanted.unknown}.")
    (each,) = judged(played.book, [wanted], lambda _done, _all: None)
    if each.found is None:
        stop_about(file, f"there was nothing to choose at decision {decision} of hand {hand}.")
    if as_json:
        _print_json(played, each)
    else:
        _print_decision(played, each)


# For programs.


def _print_json(played: Replay, each: Judged) -> None:
    assert each.found is not None
    assert each.chosen is not None
    print_json(
        {
            "hand": each.decision.deal,
            "decision": each.decision.number,
            "seat": each.decision.seat.name,
            "player": played.names[each.decision.seat],
            "did": each.did,
            "verdict": each.chosen.verdict,
            "options": [option_data(option) for option in each.found.options],
        }
    )


# For people.


def _print_list(played: Replay, found: list[RecordedDecision], as_json: bool) -> None:
    """The decisions of a hand with their numbers."""
    rows = [(each, played.names[each.seat], _did(played.book, each)) for each in found]
    if as_json:
        print_json(
            [
                {"decision": each.number, "seat": each.seat.name, "player": name, "did": did, "notJudged": each.unknown}
                for each, name, did in rows
            ]
        )
        return
    out = console()
    for each, name, did in rows:
        out.print(f"{each.number:>3}. {plain(name)}: {did}{f' (not judged: {each.unknown})' if each.unknown else ''}")
    if not all(each.unknown for each in found):
        out.print("Add --decision and a number to explain one of them.", style="dim")


def _did(book: Rulebook, each: RecordedDecision) -> str:
    """The choice in a few words. A card that may be a stand-in isn't named."""
    from bowerbird.players.says import says
    from bowerbird.table import Discard, Pass, Play

    if each.view is not None:
        return says(book, each.view, (each.fact,))
    match each.fact:
        case Pass():
            return "pass"
        case Discard():
            return "discard a card"
        case Play():
            return "play a card"
        case _:
            return "make trump"


def _print_decision(played: Replay, each: Judged) -> None:
    from bowerbird.players.explanation import render

    assert each.found is not None
    assert each.chosen is not None
    assert each.decision.view is not None
    out, name = console(), plain(played.names[each.decision.seat])
    out.print(f"Hand {each.decision.deal}, decision {each.decision.number}: {name}", style="bold")
    for line in _situation(each.decision.view):
        out.print(line)
    out.print(f"{name} chose: {each.did}.\n")
    for line in render(each.found).splitlines():
        # Rich would not indent what it wraps.
        out.print(fill(line, out.width, subsequent_indent=" " * 4, break_on_hyphens=False))
    out.print(f"\n{_ABOUT}", style="dim")


def _situation(view: View) -> list[str]:
    """The score, the deal, the cards, the trick so far."""
    from bowerbird.cards import sort_hand, trump_word

    assert view.seat is not None
    assert view.turn_up is not None
    own, other = view.score[view.seat.side], view.score[view.seat.side.other]
    score = f"{own} to {other}"
    lines = [f"{score}, {view.dealer.word} deals, {view.turn_up.sign} turned up. {view.seat.word} decides."]
    if view.maker is not None:
        alone = ", alone" if view.alone else ""
        lines.append(f"{trump_word(view.trump).capitalize()}, made by {view.maker.word}{alone}.")
    if view.trick.plays and view.trick.winner is None:
        lines.append("On the table: " + ", ".join(f"{seat.word} {card.sign}" for seat, card in view.trick.plays) + ".")
    lines.append("In hand: " + " ".join(card.sign for card in sort_hand(view.hand, view.trump)) + ".")
    return lines
