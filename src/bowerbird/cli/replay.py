"""`bowerbird replay`: show a recorded game deal by deal, and check it against the rules.

Prints what `bowerbird.notation` finds. Contains no rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from bowerbird.cli.common import console
from bowerbird.cli.recorded import File, plain, read, replayed

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

    from bowerbird.notation import EgnGame, Replay, ReplayedDeal
    from bowerbird.notation.replay import ShownTrick
    from bowerbird.seats import Seat

__all__ = ["card_sign", "replay"]


def replay(
    file: File,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check a recorded game against the rules, and show it deal by deal.

    Exit status 1: the game breaks a rule. Exit status 2: the file isn't EGN, or isn't a game that Bowerbird can play.
    """
    game = read(file)
    played = replayed(file, game)
    if as_json:
        _print_json(played)
    else:
        _print_game(console(), game, played)


# For programs.


def _print_json(played: Replay) -> None:
    import msgspec

    winner = None if played.result is None or played.result.winner is None else played.result.winner.name
    data = {
        "score": played.score,
        "start": played.start,
        "players": played.names,
        "winner": winner,
        "deals": [_deal_data(deal) for deal in played.deals],
    }
    typer.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def _deal_data(deal: ReplayedDeal) -> dict[str, Any]:
    from bowerbird.cards import trump_letter

    hand = deal.hand
    return {
        "deal": deal.number,
        "dealer": deal.dealer.name,
        "turnUp": deal.turn_up,
        "maker": None if hand.maker is None else hand.maker.name,
        "trump": None if hand.maker is None else trump_letter(hand.trump),
        "alone": hand.alone,
        "outcome": deal.outcome,
        "points": deal.points,
        "tricks": deal.taken(),
        "winners": [None if trick.winner is None else trick.winner.name for trick in deal.tricks],
        "score": deal.score,
        "open": deal.open or None,
    }


# For people.


def _print_game(out: Console, game: EgnGame, played: Replay) -> None:
    from bowerbird.seats import Side

    if isinstance(game.metadata.title, str) and game.metadata.title:
        out.print(plain(game.metadata.title), style="bold")
    for side in Side:
        out.print(f"{side.word}: {' and '.join(plain(played.names[seat]) for seat in side.seats)}")
    if any(played.start):
        out.print(f"The record starts at {_score(played.start)}.", style="dim")
    for deal in played.deals:
        out.print()
        _print_deal(out, deal)
    out.print()
    out.print(_ending(played), style="bold")


def _print_deal(out: Console, deal: ReplayedDeal) -> None:
    from rich.padding import Padding

    calls = " · ".join(f"{seat.word}: {words}" for seat, words in deal.said)
    out.print(_heading(deal))
    for part in (calls, _trump_line(deal), _tricks(deal) if deal.tricks else "", _outcome(deal)):
        if part:
            out.print(Padding(part, (0, 0, 0, 2), expand=False))


def _heading(deal: ReplayedDeal) -> Text:
    from rich.text import Text

    heading = Text.assemble((f"Deal {deal.number}", "bold"), f"  {deal.dealer.word} deals and turns up ")
    return heading.append_text(card_sign(deal.turn_up))


def _trump_line(deal: ReplayedDeal) -> str:
    from bowerbird.cards import trump_word

    hand = deal.hand
    if hand.maker is None:
        return ""
    line = f"{trump_word(hand.trump).capitalize()}, made by {hand.maker.word}{', alone' if hand.alone else ''}"
    if hand.lone_defender is not None:
        line += f"; {hand.lone_defender.word} defends alone"
    if deal.discard is not None:
        line += f"; {deal.discard.sign} discarded"
    return line


def _tricks(deal: ReplayedDeal) -> RenderableType:
    from rich.table import Table

    rows = Table.grid(padding=(0, 3, 0, 0))
    for number, trick in enumerate(deal.tricks, start=1):
        cells = [_play(seat, card, trick) for seat, card in trick.plays]
        gaps = [""] * (4 - len(cells))
        rows.add_row(str(number), *cells, *gaps, "" if trick.winner is None else f"{trick.winner.word} wins")
    return rows


def _play(seat: Seat, card: str, trick: ShownTrick) -> Text:
    from rich.text import Text

    cell = Text(f"{seat.name} ", style="dim").append_text(card_sign(card))
    if seat is trick.winner:
        cell.stylize("bold")
    return cell


def card_sign(text: str) -> Text:
    """A card with its symbol, in red if it is red. An unknown card is shown as recorded."""
    from rich.text import Text

    from bowerbird.cards import Card, CardError

    try:
        card = Card(text)
    except CardError:
        return Text(f"{text} (unknown)", style="not bold not dim")
    red = not card.is_joker and card.suit.is_red
    return Text(card.sign, style="red not dim" if red else "not dim")


def _outcome(deal: ReplayedDeal) -> str:
    from bowerbird.seats import Side

    if deal.open:
        return f"Not counted: {deal.open}."
    match deal.outcome:
        case "thrown in":
            return f"Everyone passed. The cards are thrown in. Score {_score(deal.score)}"
        case "made":
            what = "make it"
        case "march":
            what = "march"
        case "euchre":
            what = "euchre the makers"
        case "new deal" | "ruled" | None:
            what = "score"
    side = Side.NS if deal.points[Side.NS] else Side.EW
    tricks, points = deal.taken()[side], deal.points[side]
    worth = f"{points} point{'' if points == 1 else 's'}"
    return f"{side.word} {what} with {tricks} tricks: {worth}. Score {_score(deal.score)}"


def _score(score: tuple[int, int]) -> str:
    """A score with North–South first, as in the file."""
    return f"{score[0]}–{score[1]}"


def _ending(played: Replay) -> str:
    if played.result is None:
        return f"The record ends at {_score(played.score)}."
    if played.result.winner is None:
        return f"The game ends in a tie: {_score(played.score)}."
    return f"{played.result.winner.word} win: {_score(played.score)}."
