"""A correction tells everything that it changes: each total, each place, however many there are."""

from __future__ import annotations

from bowerbird.event import standings
from bowerbird.event.totals import shown
from desk.desks import Room
from kit.rows import rows


@rows(("rules", "people"), [("st-joe", 64), ("national", 64), ("alberta", 32), ("trailer-estates", 40)])
def test_every_changed_total_and_place_is_named(rules: str, people: int) -> None:
    room = Room(rules, people)
    room.next_round()
    room.do("trial-scores")
    before = {line.name: line for line in standings(room.event)}
    old = room.event.rounds[0].results[1].score
    most = room.event.book.game.points or 20
    # The other side wins, by as much as possible: many change places.
    ns, ew = (0, most) if old.ns > old.ew else (most, 0)
    says = room.do("correct", round=1, table=1, ns=ns, ew=ew, reason="read the wrong way round")
    changed = [line for line in standings(room.event) if (was := before[line.name]) and was.total != line.total]
    moved = [line for line in standings(room.event) if before[line.name].place != line.place]
    assert changed
    for line in changed:
        total = f"(total {shown(before[line.name].total)}, now {shown(line.total)})"
        assert any(said.startswith(f"{line.name} ") and total in said for said in says), line.name
    for line in moved:
        words = f"{line.name} goes from place {before[line.name].place} to place {line.place}"
        assert any(said.startswith(words) for said in says), line.name
    assert len(moved) > 12 or people < 40, "more than fit into a few sentences"
