"""Film strips of the table: `make film`. A deal, a trick and a lone march, twenty frames each, as pictures for the guide.

The page is the real one in a real browser; what the hall would send is written here, and time goes on by steps, so that a
strip is the same on every machine. Nothing here is a test.
"""

from __future__ import annotations

import tempfile
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bowerbird.hall.facts import BotSat, Happened, Sat, made_with
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.room import Room
from bowerbird.seats import Seat
from bowerbird.table import Table
from deals import dealt, say
from web.browsing import open_browser, open_hall
from web.pictures import PICTURES, Camera

FRAMES: Final = 20
SIZE: Final = {"width": 820, "height": 640}
#: A strip is five frames wide.
_SHEET: Final = """<style>
  body {{ margin: 0; display: grid; grid-template-columns: repeat(5, 280px); gap: 4px; background: #efe6d0; width: 1416px }}
  figure {{ margin: 0; position: relative }} img {{ display: block; width: 280px }}
  figcaption {{ position: absolute; left: 0; bottom: 0; padding: 1px 6px; background: #fffdf7; color: #191919;
    font: 600 13px Inter, "Noto Sans", sans-serif }}
</style>{}"""
#: Every animation stands where it would be at this time of the film.
_AT: Final = """(now) => {
  window.starts ??= new WeakMap();
  for (const each of document.getAnimations()) {
    if (!window.starts.has(each)) { window.starts.set(each, now); each.pause(); }
    const at = now - window.starts.get(each);
    if (at >= each.effect.getComputedTiming().endTime) each.finish(); else each.currentTime = at;
  }
}"""
#: Everybody's cards in a hand that South plays alone, and takes.
_HANDS: Final = {"S": "Jh Jd Ah Kh As", "W": "9h Ts 9d Tc Qc", "N": "9c Kc Jc Td Qd", "E": "Th Ks Qs Kd Ac"}
_CALLS: Final = "S: order alone, E: discard Qs"
_TRICKS: Final = ", S: Jh 9h Th, S: Jd 9d Qh, S: Ah Ts Ks, S: Kh Tc Kd"
_TOGETHER: Final = "S: order, E: discard Qs"


class Film(Camera):
    """A table whose frames come when they are sent from here."""

    def __init__(self, browser: Any, hall: str) -> None:
        """Open a table; the hall's own frames stay away."""
        self.sockets: list[Any] = []
        super().__init__(browser, hall, SIZE, "/")
        self.post("/api/guest", {"name": "Ruth"})
        path = str(self.post("/api/tables", {"rules": "alberta"})["link"])
        chosen = '{"pace":"normal","motion":"system","sound":"off","played":9}'
        self.context.add_init_script(f"localStorage.setItem('bowerbird', '{chosen}')")
        self.page.route_web_socket("**/ws/*", lambda socket: self.sockets.append(socket))
        self.page.clock.install(time=0)
        self.go(path)
        self.now = 0

    def send(self, frame: str) -> None:
        """What the hall sends."""
        while not self.sockets:
            self.page.wait_for_timeout(20)
        self.sockets[-1].send(frame)
        self.page.wait_for_timeout(300)

    def pass_time(self, milliseconds: int) -> None:
        """Let so much time go by on the page."""
        self.page.clock.run_for(milliseconds)
        self.now += milliseconds
        self.page.evaluate(_AT, self.now)

    def strip(self, every: int) -> bytes:
        """Twenty frames as one picture."""
        pictures = []
        for place in range(FRAMES):
            pictures.append((place * every, self.page.screenshot(type="jpeg", quality=80)))
            self.pass_time(every)
        images = [
            f"<figure><img src='data:image/jpeg;base64,{b64encode(data).decode()}'>"
            f"<figcaption>{at / 1000:.2f} s</figcaption></figure>"
            for at, data in pictures
        ]
        sheet = self.context.new_page()
        sheet.set_viewport_size({"width": 1416, "height": 400})
        sheet.set_content(_SHEET.format("".join(images)))
        taken: bytes = sheet.screenshot(type="jpeg", quality=44, full_page=True)
        sheet.close()
        return taken


def frames(table: Table) -> Iterator[str]:
    """What South gets after every fact of this table, from the first turn-up on."""
    room = Room(made_with("p-1", table.book))
    room.apply(Sat(Seat.S, "p-1", "Ruth"), 0)
    for seat in (Seat.W, Seat.N, Seat.E):
        room.apply(BotSat(seat, "club"), 0)
    for fact in table.facts:
        room.apply(Happened(fact), 0)
        yield TableSnapshot("film", room, [False, False, True, False], True).frame("p-1", "Ruth").decode()


def hand(calls: str, *, upto: int = 0) -> list[str]:
    """The frames of the hand with these calls and cards; without the last `upto`."""
    table = dealt("alberta", "E", "Qh", **_HANDS)
    if calls:
        say(table, calls)
    found = list(frames(table))
    return found[: len(found) - upto]


def deal(film: Film) -> bytes:
    """The cards go round, the turn-up is turned over and lies alone, the first call is heard."""
    sent = hand("S: pass")
    film.send(sent[0])
    film.pass_time(3000)
    film.send(sent[-1])
    return film.strip(140)


def trick(film: Film) -> bytes:
    """Four cards, one after the other; the trick lies, and goes to its winner."""
    sent = hand(f"{_TOGETHER}, S: Jh 9h 9c Th")
    film.send(sent[-5])
    film.pass_time(3000)
    film.send(sent[-1])
    return film.strip(200)


def lone_march(film: Film) -> bytes:
    """The last trick of a lone hand that takes all five."""
    sent = hand(f"{_CALLS}{_TRICKS}, S: As Qc Ac")
    film.send(sent[-3])
    film.pass_time(3000)
    film.send(sent[-1])
    return film.strip(190)


STRIPS: Final = {"film-deal": deal, "film-trick": trick, "film-lone-march": lone_march}


def main() -> None:
    """Write every strip to docs/pictures."""
    with tempfile.TemporaryDirectory() as folder, open_hall(Path(folder)) as hall, open_browser() as browser:
        for name, takes in STRIPS.items():
            film = Film(browser, hall)
            (PICTURES / f"{name}.jpg").write_bytes(takes(film))
            film.close()


if __name__ == "__main__":
    main()
