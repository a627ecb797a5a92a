"""The payout sheet: prizes with a line to sign, and the ledger to the cent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bowerbird.event.money import (
    Posting,
    balances,
    draw_of_tickets,
    extra_prizes,
    ledger,
    payers,
    payouts,
    pot_of,
    side_prizes,
    split_words,
)
from bowerbird.event.prizes import SIDE_PRIZES
from bowerbird.event.standings import due_play_offs, standings
from bowerbird.event.state import Event
from bowerbird.event.totals import dollars
from bowerbird.event.words import written_places
from bowerbird.paper.blocks import Block, Cell, Column, Grid, Heading, Page, Signatures, Words
from bowerbird.paper.job import Job

__all__ = ["payout"]

_PLACES_WITHOUT_MONEY = 3


def payout(job: Job) -> tuple[Page, ...]:
    """The current prizes, the ledger, and lines to sign."""
    event = job.event
    prizes = list(_prizes(event))
    postings = ledger(event)
    blocks: list[Block] = [Words(text=_opening(event, bool(prizes or postings)), look="lead")]
    if event.book.event.money.fee and (prizes or postings):
        blocks.append(Words(text=_pot(event)))
    blocks += [Heading(text="Prizes"), _prize_grid(prizes)] if prizes else []
    if not prizes and not postings:
        blocks += [Heading(text="Prizes"), _form(event)]
    blocks += [Heading(text="Ledger"), _ledger_grid(event, postings)] if postings else []
    blocks.append(Signatures(names=("Director", "Witness")))
    title = "Payout" if _is_settled(event) or not prizes else "Payout, provisional"
    return (Page(title=title, blocks=tuple(blocks)),)


def _opening(event: Event, money: bool) -> str:
    if not money:
        return f"{event.book.title}: no money has been paid in, so there is none to pay out. Prizes can be noted here."
    if _is_settled(event):
        return "Final."
    rest = "ties are settled" if event.finished else "the event is finished"
    return f"Provisional: as things stand. Prizes are paid when {rest}."


def _is_settled(event: Event) -> bool:
    """True if no place can change any more, by a play-off or otherwise."""
    return event.finished and not due_play_offs(event)


def _pot(event: Event) -> str:
    fee = event.book.event.money.fee
    people = len(payers(event))
    return f"{people} fees of ${dollars(fee)} make a pot of ${dollars(pot_of(event))}. {split_words(event)}".rstrip()


def _prizes(event: Event) -> Iterator[tuple[str, str, int]]:
    """Reason, person and cents of each prize."""
    lines = standings(event)
    written = zip(written_places(lines), lines, strict=True)
    place_of = {name: place for place, line in written for name in line.players}
    for name, cents in payouts(event).items():
        yield f"Place {place_of[name]}", name, cents
    for kind, how in ((extra_prizes(event), ""), (side_prizes(event), ", side pot")):
        for pot, prizes in kind.items():
            for name, cents in prizes.items():
                yield f"{SIDE_PRIZES[pot]}{how}", name, cents
    if (drawn := draw_of_tickets(event)) is not None and event.raffle is not None:
        yield "50-50 draw", event.raffle.winner, drawn.amounts[event.raffle.winner]


def _prize_grid(prizes: list[tuple[str, str, int]]) -> Grid:
    rows: list[tuple[str | Cell, ...]] = [(why, name, f"${dollars(cents)}", "") for why, name, cents in prizes]
    paid = sum(cents for _, _, cents in prizes)
    rows.append((Cell("Together", bold=True), "", Cell(f"${dollars(paid)}", bold=True), ""))
    return Grid(columns=_columns(), rows=tuple(rows), height=30, lines="all")


def _form(event: Event) -> Grid:
    """The first places with the amount left open."""
    lines = [line for line in standings(event) if line.place <= _PLACES_WITHOUT_MONEY] if event.rounds else []
    written = zip(written_places(lines), lines, strict=True)
    rows = [(f"Place {place}", name, "", "") for place, line in written for name in line.players]
    blank = [("", "", "", "")] * max(0, _PLACES_WITHOUT_MONEY - len(rows))
    return Grid(columns=_columns(), rows=(*rows, *blank), height=30, lines="all")


def _columns() -> tuple[Column, ...]:
    return Column("For", 2), Column("Name", 3), Column("Amount", align="right"), Column("Received (signature)", 3)


def _ledger_grid(event: Event, postings: tuple[Posting, ...]) -> Grid:
    """Everyone's payments and receipts, the contents of the pots, and the proof that all of it adds up to zero."""
    paid: Counter[str] = Counter()
    got: Counter[str] = Counter()
    for posting in postings:
        for account, cents in posting.amounts.items():
            (got if cents > 0 else paid)[account] += abs(cents)
    people = sorted({*paid, *got} & event.people.keys(), key=str.casefold)
    rows: list[tuple[str | Cell, ...]] = [
        (name, dollars(paid[name]), dollars(got[name]), dollars(got[name] - paid[name])) for name in people
    ]
    sums = [sum(paid[name] for name in people), sum(got[name] for name in people)]
    together = (dollars(sums[0]), dollars(sums[1]), dollars(sums[1] - sums[0]))
    rows.append((Cell("Everybody", bold=True), *(Cell(amount, bold=True) for amount in together)))
    held = {account: cents for account, cents in balances(postings).items() if account not in event.people and cents}
    rows += [(account, "", "", dollars(cents)) for account, cents in held.items()]
    if held:
        rows.append((Cell("All together", bold=True), "", "", Cell(dollars(got.total() - paid.total()), bold=True)))
    right = (Column(word, align="right") for word in ("Paid", "Received", "Balance"))
    return Grid(columns=(Column("Account", 1), *right), rows=tuple(rows))
