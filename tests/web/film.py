"""Film strips of the table: `make pictures ONLY=film`. A deal, a trick and a lone march, twenty frames each.

The page is the real one in a real browser; what the hall would send is written here, and time goes on by steps, so that
a strip is the same on every machine. Nothing here is a test.
"""

from __future__ import annotations

import json
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
SIZE: Final = {"width": 390, "height": 760}
#: A strip is ten frames wide.
_SHEET: Final = """<style>
  body {{ margin: 0; display: grid; grid-template-columns: repeat(10, 140px); gap: 4px; background: #efe6d0 }}
  figure {{ margin: 0; position: relative }} img {{ display: block; width: 140px }}
  figcaption {{ position: absolute; right: 0; bottom: 0; padding: 1px 5px; background: #fffdf7; color: #191919;
    font: 600 12px Inter, "Noto Sans", sans-serif }}
</style>{}"""
#: What moves stands still, and goes on with the time of the film.
_STILL: Final = """(() => {
  const moving = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const found = animate.apply(this, how);
    found.pause();
    moving.push([found, Date.now()]);
    return found;
  };
  window.filmAt = () => {
    for (const [each, start] of moving) {
      const at = Date.now() - start;
      if (at >= each.effect.getComputedTiming().endTime) each.finish();
      else each.currentTime = at;
    }
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  };
})()"""
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
        self.page.emulate_media(reduced_motion="no-preference")
        self.page.route_web_socket("**/ws/*", self._answered)
        self.context.add_init_script(_STILL)
        self.page.clock.install(time=0)
        self.go(path)
        while not self.sockets:
            self.page.wait_for_timeout(20)
        self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000") + 3)

    def _answered(self, socket: Any) -> None:
        """A line whose every message is answered."""
        socket.on_message(
            lambda text: socket.send(json.dumps({"type": "reply", "id": json.loads(text)["id"], "ok": True}))
        )
        self.sockets.append(socket)

    def send(self, frame: str) -> None:
        """What the hall sends."""
        self.sockets[-1].send(frame)
        self.page.wait_for_timeout(300)

    def pass_time(self, milliseconds: int) -> None:
        """Let so much time go by on the page."""
        self.page.clock.run_for(milliseconds)
        self.page.evaluate("filmAt()")

    def strip(self, every: int) -> bytes:
        """Twenty frames as one picture."""
        pictures = []
        for place in range(FRAMES):
            self.pass_time(every if place else 0)
            pictures.append((place * every, self.page.screenshot(type="jpeg", quality=80)))
        images = [
            f"<figure><img src='data:image/jpeg;base64,{b64encode(data).decode()}'>"
            f"<figcaption>{at / 1000:.2f} s</figcaption></figure>"
            for at, data in pictures
        ]
        sheet = self.context.new_page()
        sheet.set_viewport_size({"width": 1436, "height": 400})
        sheet.set_content(_SHEET.format("".join(images)))
        taken: bytes = sheet.screenshot(type="jpeg", quality=50, full_page=True)
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
