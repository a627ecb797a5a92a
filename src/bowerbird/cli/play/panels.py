"""Draw the three parts of the table: trump, the cards in the middle, and the score.

Each takes a view and a size and gives text. Nothing here decides anything.
"""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from rich.text import Text

from bowerbird.cards import Card, Trump, trump_word
from bowerbird.cli.play.paint import (
    BIG_SIGNS,
    CARD_WIDTH,
    SMALL_CARD,
    Canvas,
    paint_back,
    paint_card,
    paint_number,
    style,
)
from bowerbird.cli.play.talk import does, side_word
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import Phase, View, markers
from bowerbird.table.words import Marker, MarkerCard

__all__ = ["felt", "score_panel", "small_felt", "status_line", "trump_panel"]

_AUCTION = (Phase.JOKER, Phase.FIRST_ROUND, Phase.SECOND_ROUND)
_WIDE_CALL, _NARROW_CALL = 30, CARD_WIDTH + 1


def felt(book: Rulebook, view: View, said: dict[Seat, str], width: int, height: int) -> Text:
    """The middle of the table: names, the trick with each card toward its player, calls, the turn-up."""
    canvas = Canvas(width, height)
    card_height = next((tall for tall in (7, 5) if height >= 2 * tall + 3), 3)
    top = max(0, (height - 2 * card_height - 3) // 2)
    places = _places(width, top, card_height)
    for seat, (x, y) in places.items():
        _paint_name(canvas, view, seat, x, y, card_height)
        card = _card_of(view, seat)
        if card is not None:
            won = seat is view.trick.winner
            paint_card(canvas, x, y, card, view.trump, card_height, shade=view.trick.winner is not None and not won)
            if won:
                canvas.put(x + CARD_WIDTH - 6, y + 1, " wins ", style("won", bold=True))
        elif view.phase in _AUCTION and seat in said:
            _paint_call(canvas, said[seat], seat, x, y, card_height)
    if view.phase in _AUCTION and view.turn_up is not None:
        _paint_turn_up(canvas, book, view, places[Seat.N][0], top + 1 + (card_height + 1) // 2, card_height)
    return canvas.text()


def _places(width: int, top: int, card_height: int) -> dict[Seat, tuple[int, int]]:
    """The position of each player's card. North and South share the middle column."""
    middle = (width - CARD_WIDTH) // 2
    reach = CARD_WIDTH + min(6, max(1, (width - 3 * CARD_WIDTH) // 4))
    half = (card_height + 1) // 2
    return {
        Seat.N: (middle, top + 1),
        Seat.W: (max(0, middle - reach), top + 1 + half),
        Seat.E: (min(width - CARD_WIDTH, middle + reach), top + 1 + half),
        Seat.S: (middle, top + 2 + card_height),
    }


def _card_of(view: View, seat: Seat) -> Card | None:
    if view.phase is Phase.DRAW:
        return next((card for who, card in reversed(view.draws) if who is seat), None)
    return view.trick.card_of(seat)


def _paint_name(canvas: Canvas, view: View, seat: Seat, x: int, y: int, card_height: int) -> None:
    """The name with the player's status: turn, dealer, maker, sitting out."""
    name, marks = _name(view, seat), _marks(view, seat)
    look = style("loud", bold=True) if view.turn is seat else style("table")
    middle = x + CARD_WIDTH // 2
    if seat in (Seat.N, Seat.S):
        canvas.put_centred(middle, y - 1 if seat is Seat.N else y + card_height, " · ".join([name, *marks]), look)
    else:
        canvas.put_centred(middle, y - 2 if marks else y - 1, name, look)
        canvas.put_centred(middle, y - 1, ", ".join(marks), look)


def _name(view: View, seat: Seat) -> str:
    """The name with an arrow if it is that player's turn."""
    # Reasons name seats, so a player with another name has the seat beside it.
    name = view.names[seat] if view.names[seat] == seat.word else f"{view.names[seat]} ({seat.word})"
    return f"▶ {name}" if view.turn is seat else name


def _marks(view: View, seat: Seat) -> list[str]:
    """The player's status in single words."""
    marks = ["dealer"] if seat is view.dealer and view.phase is not Phase.DRAW else []
    if seat in view.sitting_out:
        marks.append("out" if marks else "sits out")
    elif seat is view.lone_defender or (view.alone and seat is view.maker):
        marks.append("alone")
    return marks


def _paint_call(canvas: Canvas, said: str, seat: Seat, x: int, y: int, card_height: int) -> None:
    across = seat in (Seat.N, Seat.S)
    lines = wrap(f"“{said}”", _WIDE_CALL if across else _NARROW_CALL)[:card_height]
    start = y + card_height - len(lines) if seat is Seat.S else y
    for row, line in enumerate(lines):
        canvas.put_centred(x + CARD_WIDTH // 2, start + row, line, style("loud"))


def _paint_turn_up(canvas: Canvas, book: Rulebook, view: View, x: int, y: int, card_height: int) -> None:
    assert view.turn_up is not None
    down = view.turn_up_is == "turned down"
    if down and book.words.turned_down_lies == "face down":
        paint_back(canvas, x, y, card_height)
    else:
        paint_card(canvas, x, y, view.turn_up, height=card_height, shade=down)


# A small window.


def small_felt(book: Rulebook, view: View, said: dict[Seat, str], width: int, height: int) -> Text:
    """The middle of the table in six rows: each card is one row, beside its player's name."""
    canvas = Canvas(width, height)
    top, middle, reach = max(0, (height - 6) // 2), width // 2, min(16, width // 2 - 9)
    # The row of each player's name and of the card.
    places = {
        Seat.N: (middle, top, top + 1),
        Seat.W: (middle - reach, top + 2, top + 3),
        Seat.E: (middle + reach, top + 2, top + 3),
        Seat.S: (middle, top + 5, top + 4),
    }
    for seat, (x, name_row, card_row) in places.items():
        look = style("loud", bold=True) if view.turn is seat else style("table")
        canvas.put_centred(x, name_row, " · ".join([_name(view, seat), *_marks(view, seat)]), look)
        card = _card_of(view, seat)
        left = x - SMALL_CARD // 2
        if card is not None:
            won = seat is view.trick.winner
            shade = view.trick.winner is not None and not won
            paint_card(canvas, left, card_row, card, view.trump, 1, shade, SMALL_CARD)
            if won:
                canvas.put(left + SMALL_CARD, card_row, " wins ", style("won", bold=True))
        elif view.phase in _AUCTION and seat in said:
            canvas.put_centred(x, card_row, _short(f"“{said[seat]}”", 2 * reach - 2), style("loud"))
    if view.phase in _AUCTION and view.turn_up is not None:
        down = view.turn_up_is == "turned down"
        left, row = middle - SMALL_CARD // 2, top + 3
        if down and book.words.turned_down_lies == "face down":
            paint_back(canvas, left, row, 1, SMALL_CARD - 1)
        else:
            paint_card(canvas, left, row, view.turn_up, height=1, shade=down, width=SMALL_CARD)
    return canvas.text()


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def status_line(book: Rulebook, view: View) -> str:
    """Score, tricks and trump in one line."""
    score = ", ".join(f"{side_word(side)} {view.score[side]}" for side in Side)
    parts = [score, f"tricks {_tricks(view, Side.NS)}:{_tricks(view, Side.EW)}"]
    if view.maker is not None:
        sign = "" if view.trump is None else f"{view.trump.sign} "
        alone = ", alone" if view.alone else ""
        parts.append(f"{sign}{trump_word(view.trump)} by {_object(view.names[view.maker])}{alone}")
    else:
        parts.append(_until(book, view).lower())
    return " · ".join(parts)


# Trump.


def trump_panel(book: Rulebook, view: View, width: int, height: int) -> Text:
    """Trump as a large symbol with its word and maker, a lone player, and the turn-up."""
    canvas = Canvas(width, height)
    if view.maker is not None:
        _paint_sign(canvas, view.trump, (width - 14) // 2)
        lines = [f"{trump_word(view.trump).capitalize()}, made", f"by {_object(view.names[view.maker])}"]
        look = style("loud", bold=True)
    else:
        lines, look = ["Trump is not", "made yet"] if view.turn_up is not None else [], style("table")
    row = 6 if view.maker is not None else 1
    for line in lines:
        canvas.put_centred(width // 2, row, line, look)
        row += 1
    for sentence in _facts_to_know(book, view):
        for line in wrap(sentence, width - 1):
            canvas.put_centred(width // 2, row, line, style("table"))
            row += 1
    return canvas.text()


def _paint_sign(canvas: Canvas, trump: Trump, x: int) -> None:
    colour = "red" if trump is not None and trump.is_red else "black"
    for row, line in enumerate(("", *BIG_SIGNS[trump], "")):
        canvas.put(x, row, line.center(14), style(colour, bold=True))


def _facts_to_know(book: Rulebook, view: View) -> list[str]:
    known = []
    if view.alone and view.maker is not None:
        known.append(f"{does(view.names[view.maker], 'plays')} alone")
    if view.lone_defender is not None:
        known.append(f"{does(view.names[view.lone_defender], 'defends')} alone")
    turn_up = _turn_up(book, view)
    return [*known, turn_up] if turn_up else known


def _object(name: str) -> str:
    """A name in the middle of a sentence."""
    return "you" if name == "You" else name


def _turn_up(book: Rulebook, view: View) -> str:
    if view.turn_up is None:
        return ""
    card = book.card_sign(view.turn_up)
    stands = f", for {view.stands_for.word}" if view.stands_for is not None else ""
    match view.turn_up_is:
        case "shown":
            return f"Turned up: {card}{stands}"
        case "turned down":
            return f"{card}{stands} turned down, {book.words.turned_down_lies}"
        case "taken" if book.words.turn_up_stays and not any(
            view.turn_up in trick.cards for trick in (*view.tricks, view.trick)
        ):
            return f"{card} lies out for {_object(view.names[view.dealer])}"
        case "taken":
            return f"{does(view.names[view.dealer], 'has')} taken {card}"
        case "hidden" | "out of play":
            return ""


# The score.


def score_panel(book: Rulebook, view: View, width: int, height: int) -> Text:
    """Both scores as the club keeps them, the tricks of this hand, and when the game ends."""
    canvas = Canvas(width, height)
    apart = 5 if height >= 14 else 4
    for side in Side:
        row = apart * side
        mark = markers(book.game.markers[0], view.score[side])
        look = style("loud", bold=True)
        canvas.put(0, row, f"{side_word(side):<5}{view.score[side]:>2}" if mark.cards else side_word(side), look)
        if mark.style == "numbers":
            paint_number(canvas, 0, row + 1, view.score[side], look)
        elif mark.style == "peg board":
            canvas.put(0, row + 2, "●" * mark.pegs + "○" * (10 - mark.pegs), style("loud"))
        elif mark.crossed:
            _paint_crossed(canvas, mark, row + 1)
        elif mark.cards:
            _paint_overlapping(canvas, mark, row + 1)
    below = [f"Tricks {_tricks(view, Side.NS)} : {_tricks(view, Side.EW)}", _until(book, view)]
    if book.personal_card.kept:
        below.append(f"Your card {sum(result.personal[Seat.S] for result in view.results)}")
    for row, line in enumerate(below, start=2 * apart):
        canvas.put(0, row, line, style("table"))
    return canvas.text()


def _tricks(view: View, side: Side) -> int:
    return sum(trick.winner is not None and trick.winner.side is side for trick in view.tricks)


def _until(book: Rulebook, view: View) -> str:
    if book.game.hands:
        return f"Hand {min(view.hands_played + 1, book.game.hands)} of {book.game.hands}"
    return f"First to {book.game.points}" if book.game.points else "Until the bell"


_SPOTS: Final[dict[int, tuple[str, str, str]]] = {
    0: ("     ", "     ", "     "),
    1: ("     ", "  ●  ", "     "),
    2: ("  ●  ", "     ", "  ●  "),
    3: ("  ●  ", "  ●  ", "  ●  "),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
}
_MARKER_WIDTH: Final = 8


def _paint_overlapping(canvas: Canvas, mark: Marker, y: int) -> None:
    """Draw the lower card to the right, as far out as its pips show."""
    bottom, top = mark.cards
    if bottom.pips_shown:
        _paint_spots(canvas, _SPOTS[bottom.pips_shown], _MARKER_WIDTH - 1, y, "black in shade")
    _paint_marker_card(canvas, top, 0, y)


def _paint_crossed(canvas: Canvas, mark: Marker, y: int) -> None:
    """Draw the lower card across, behind the upper one."""
    bottom, top = mark.cards
    if bottom.face_up:
        canvas.put(0, y + 1, "● " * bottom.pips_shown + " " * (16 - 2 * bottom.pips_shown), style("black in shade"))
    else:
        paint_back(canvas, 0, y + 1, height=1, width=16)
    _paint_marker_card(canvas, top, _MARKER_WIDTH // 2, y)


def _paint_marker_card(canvas: Canvas, card: MarkerCard, x: int, y: int) -> None:
    if card.face_up:
        _paint_spots(canvas, _SPOTS[card.spots], x, y, "black")
    else:
        paint_back(canvas, x, y, height=3, width=_MARKER_WIDTH)


def _paint_spots(canvas: Canvas, spots: tuple[str, str, str], x: int, y: int, pair: str) -> None:
    for row, pips in enumerate(spots):
        canvas.put(x, y + row, f" {pips}  ", style(pair))
