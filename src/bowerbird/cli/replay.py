"""`bowerbird replay`: show a recorded game deal by deal, and check it against the rules.

Prints what `bowerbird.notation` finds. Contains no rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bowerbird.cli.common import AsJson, console, print_json
from bowerbird.cli.recorded import File, Game, NumberedGame, Strict, plain, read, replayed
from bowerbird.cli.replay_notes import notes_data, print_notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console, RenderableType
    from rich.text import Text

    from bowerbird.notation import DealNotes, ReplayedDeal
    from bowerbird.notation.replay import ShownTrick
    from bowerbird.seats import Seat

__all__ = ["card_sign", "replay", "trick_table"]


def replay(
    file: File,
    game: Game = 0,
    strict: Strict = False,
    as_json: AsJson = False,
) -> None:
    """Check a recorded game or match against the rules, and show it deal by deal with its notes.

    Exit status 1: the game breaks a rule. Exit status 2: the file isn't EGN, or isn't a game that Bowerbird can play.
    """
    found = read(file)
    games = list(replayed(file, found, game, strict))
    if as_json:
        data = [_game_data(each) for each in games]
        print_json(data[0] if found.match is None else {"title": found.title, "games": data})
        return
    out = console()
    if found.match is not None and found.title:
        out.print(plain(found.title), style="bold")
    for each in games:
        if found.match is not None:
            out.print(f"\nGame {each.number}", style="bold")
        _print_game(out, each)


# For programs.


def _game_data(each: NumberedGame) -> dict[str, Any]:
    from bowerbird.notation import notes_of

    played = each.played
    winner = None if played.result is None or played.result.winner is None else played.result.winner.name
    noted = zip(played.deals, notes_of(each.game, played), strict=True)
    return {
        "score": played.score,
        "start": played.start,
        "players": played.names,
        "winner": winner,
        "deals": [_deal_data(deal) | notes_data(notes) for deal, notes in noted],
        "warnings": played.warnings,
    }


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
        "afterEnd": deal.after_end,
    }


# For people.


def _print_game(out: Console, each: NumberedGame) -> None:
    from bowerbird.notation import notes_of
    from bowerbird.notation.words import ending_words, score_words
    from bowerbird.seats import Side

    game, played = each.game, each.played
    if isinstance(game.metadata.title, str) and game.metadata.title:
        out.print(plain(game.metadata.title), style="bold")
    for side in Side:
        out.print(f"{side.word}: {' and '.join(plain(played.names[seat]) for seat in side.seats)}")
    if any(played.start):
        out.print(f"The record starts at {score_words(played.start)}.", style="dim")
    for deal, notes in zip(played.deals, notes_of(game, played), strict=True):
        out.print()
        _print_deal(out, deal, notes)
    out.print()
    out.print(ending_words(played), style="bold")


def _print_deal(out: Console, deal: ReplayedDeal, notes: DealNotes) -> None:
    from rich.padding import Padding

    from bowerbird.notation.words import outcome_words, trump_words

    calls = " · ".join(f"{seat.word}: {words}" for seat, words in deal.said)
    out.print(_heading(deal))
    for part in (calls, trump_words(deal), trick_table(deal.tricks) if deal.tricks else "", outcome_words(deal)):
        if part:
            out.print(Padding(part, (0, 0, 0, 2), expand=False))
    print_notes(out, notes)


def _heading(deal: ReplayedDeal) -> Text:
    from rich.text import Text

    heading = Text.assemble((f"Deal {deal.number}", "bold"), f"  {deal.dealer.word} deals and turns up ")
    return heading.append_text(card_sign(deal.turn_up))


def trick_table(tricks: Sequence[ShownTrick], first: int = 1) -> RenderableType:
    """Tricks, one in a row. `first` is the number of the first."""
    from rich.table import Table

    rows = Table.grid(padding=(0, 3, 0, 0))
    for number, trick in enumerate(tricks, start=first):
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
