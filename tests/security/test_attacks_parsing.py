"""Texts that take long to read: whoever sends them is answered at once, and nobody else waits for it."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib import resources
from typing import NamedTuple

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from bowerbird.evening.setup import house_text
from bowerbird.notation import match_of, write_emn
from bowerbird.notation._packed import packed
from bowerbird.rulebook import RulebookError, TooMuchToReadError, book_names, read_house_rules
from kit.amount import amount
from kit.rows import rows, some
from notation.games import deal, egn, game
from security.steps import A_STEP, SLOWER, Steps, steps_elsewhere
from web.conftest import in_a_thread

#: What takes a reader of TOML its time, to be repeated.
PIECES = (
    "a.",
    "[",
    "]",
    "{",
    "}",
    "a=1\n",
    "[a.b]\n",
    "[[a]]\n",
    "1,",
    "a={",
    '"',
    "'",
    '"""',
    "\\",
    "#\n",
    "1",
    " ",
    "é",
    "a.b.c.d.e.f.g=1\n",
)
#: As many characters as house rules may have.
ROOM = 20_000

#: What takes the reader longest, each as long as is allowed; the first is what was sent to us.
COSTLY = {
    "7,000 dotted keys": f"{'.'.join('a' * 7_000)} = 1",
    "as many dotted keys as fit": f"{'.'.join('a' * 9_990)} = 1",
    "dotted keys with spaces": f"{' . '.join('a' * 4_990)} = 1",
    "a dotted head": f"[{'.'.join('a' * 9_990)}]",
    "a dotted key in a value": f"a = {{{'.'.join('a' * 9_900)} = 1}}",
    "dotted keys in every line": "\n".join(f"{'.'.join('a' * 200)}.b{n} = 1" for n in range(48)),
    "heads in every line": "\n".join(f"[a{n:x}]" for n in range(2_500)),
    "ten thousand numbers": f"a = [{'1,' * 9_990}]",
    "a long number": f"a = {'1' * 19_990}",
    "values inside values": f"a = {'[' * 9_990}",
    "empty lines of remarks": "#\n" * 9_990,
    "a share for every number of tables": 'based_on = "alberta"\n[event.money.shares]\n'
    + "\n".join(f"{n} = [100]" for n in range(1, 1_600)),
    "one ruling a thousand times": 'based_on = "alberta"\n[irregularities]\nrevoke = ['
    + '{remedy = "void", clause = ""},' * 600
    + "]",
}
#: As deep and as much as is still read.
DEEPEST = "\n".join(f"{'.'.join('abcdefg')}{n} = 1" for n in range(360))


class Stranger(NamedTuple):
    """Somebody who has given a name and made an event, as anyone may, and the steps of the hall's loop."""

    http: httpx.Client
    steps: Steps
    token: str

    def come_again(self) -> None:
        """As somebody else, who has made nothing yet."""
        self.http.cookies.clear()
        self.http.post("/api/guest", json={"name": "Al"})

    def ask(self, method: str, path: str, **more: object) -> httpx.Response:
        """Ask for something, and see that nobody had to wait for it."""
        self.steps.forget()
        answer = self.http.request(method, path, **more)  # type: ignore[arg-type]
        assert self.steps.longest < A_STEP * SLOWER, f"{self.steps.longest:.3f} s for {method} {path[:40]}"
        assert answer.status_code < 500, answer.text
        return answer


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stranger]:
    with (
        in_a_thread(tmp_path_factory.mktemp("hall")) as address,
        steps_elsewhere() as steps,
        httpx.Client(base_url=address, headers={"X-Bowerbird": "1"}, timeout=60, trust_env=False) as http,
    ):
        http.post("/api/guest", json={"name": "Al"})
        # Pages are made ready when they are first asked for.
        for page in ("/", "/house-rules", "/house-rules?toml=x", "/rules/alberta", "/nowhere", "/events"):
            http.get(page, headers={"Accept": "text/html"})
        made = http.post("/api/events", json={"rules": "alberta", "key": "first", "trial": 8}).json()
        yield Stranger(http, steps, made["link"].rpartition("/")[2])


@rows("what", COSTLY)
def test_house_rules_that_take_long_to_read(stranger: Stranger, what: str) -> None:
    """By every way in: the page, the check, a table, an event. What cannot be used is refused in words."""
    stranger.come_again()
    text = COSTLY[what]
    assert len(text) <= ROOM, "within what is allowed"
    page = stranger.ask("GET", "/house-rules", params={"toml": text}, headers={"Accept": "text/html"})
    checked = stranger.ask("POST", "/api/rules/check", json={"toml": text}).json()
    table = stranger.ask("POST", "/api/tables", json={"house_rules": text})
    wanted = {"rules": "alberta", "house_rules": text, "key": what}
    event = stranger.ask("POST", "/api/events", json=wanted)
    changed = stranger.ask("POST", "/api/events", json={**wanted, "key": f"{what}!", "settings": {"game.points": 7}})
    assert not checked["ok"]
    assert {table.status_code, event.status_code, changed.status_code} == {409}
    for said in (checked["why"], table.json()["why"], event.json()["why"], changed.json()["why"]):
        assert said.startswith("house rules"), "what it is about"
        assert len(said) < 300
    assert page.status_code in (200, 400)
    assert "house rules: " in page.text
    if what.startswith("7,000"):
        assert page.status_code == 400
        assert "house rules: line 1 has too many words with dots between" in page.text


@given(st.lists(st.tuples(st.sampled_from(PIECES), st.integers(1, 3_000)), min_size=1, max_size=4))
@settings(max_examples=amount(15, full=60), deadline=None)
def test_house_rules_of_costly_pieces(pieces: list[tuple[str, int]]) -> None:
    """Whatever is put together: it is read or refused in the time of a step, or a little more."""
    text = "".join(piece * times for piece, times in pieces)[:ROOM]
    begun = time.thread_time()
    with suppress(RulebookError):
        read_house_rules(text)
    assert time.thread_time() - begun < A_STEP * SLOWER


def test_house_rules_as_long_as_a_whole_club_book() -> None:
    """Whatever people write is read: each of our own books, also as one line for each section, as the set-up writes."""
    for name in book_names():
        text = (resources.files("bowerbird.rulebook") / "books" / f"{name}.toml").read_text("utf-8")
        assert read_house_rules(text).name == name
        assert read_house_rules(house_text("bicycle", text.replace("based_on", "# based_on"), {"game.points": 7})).title
    with pytest.raises(TooMuchToReadError, match="line 3 has too many words"):
        read_house_rules(f"# a.b.c.d\n\n{DEEPEST.replace('a.', 'a.b.c.')}")
    with pytest.raises(RulebookError, match="no such setting") as read:
        read_house_rules(DEEPEST)
    assert not isinstance(read.value, TooMuchToReadError)


def test_an_event_as_large_as_a_trial_may_be(stranger: Stranger) -> None:
    """Made, looked at and taken away by somebody who has given a name: nobody else waits for any of it."""
    stranger.come_again()
    stranger.http.post("/api/guest", json={"name": "Al with a large event"})
    stranger.http.post("/api/account", json={"passphrase": "a short sentence will do"})
    made = stranger.ask("POST", "/api/events", json={"rules": "ccc", "key": "large", "trial": 1200})
    token = made.json()["link"].rpartition("/")[2]
    asks: dict[str, dict[str, object]] = {"check-in": {"names": "all"}, "seat": {}, "trial-scores": {}}
    for what, more in asks.items():
        assert (
            stranger.ask("POST", f"/api/desk/{token}/do", json={"what": what, "key": what, **more}).status_code == 200
        )
    for name in ("standings.csv", "results.csv", "ledger.csv", "view", "history", "round/1"):
        assert stranger.ask("GET", f"/api/desk/{token}/{name}").status_code == 200
    longest = stranger.ask("GET", f"/api/desk/{token}/qr.svg", params={"to": f"/{'x' * 599}"})
    assert longest.status_code == 200
    paper = stranger.ask("GET", f"/paper/{token}/standings.pdf")
    assert paper.content.startswith(b"%PDF")
    assert "content-encoding" not in paper.headers, "packed already"


@rows("paste", some(["\n", "&", "x&", "A & B\n", "\u0316", "\ufdfa", "name,a\n", '"', ",\n"], 5))
def test_lists_of_people_that_take_long_to_read(stranger: Stranger, paste: str) -> None:
    for head in ("", "name\n"):
        text = (head + paste * 200_000)[: 160_000 if paste.isascii() else 70_000]
        asked = {"what": "paste", "key": f"{head}{paste}", "text": text}
        answer = stranger.ask("POST", f"/api/desk/{stranger.token}/do", json=asked)
        assert answer.status_code in (400, 409, 413)
        assert answer.json()["why"]


def test_recorded_games_that_take_long_to_play(stranger: Stranger) -> None:
    """Each deal and each line is played at the table, in another process. Of a great many, the first are."""
    played = deal()
    line = {"branchIndex": 1, "phases": [{"type": "TRICK_PLAY", "tricks": played["phases"][1]["tricks"]}]}
    lines = json.dumps(egn(*[{**played, "alternativeLines": [line] * 50}] * 20)).encode()
    small = packed(game(egn(played)).deals[0], UNSET)  # type: ignore[arg-type]  # a plain deal
    match = write_emn(match_of([game(egn(*[small] * 100))] * 50)).encode()
    for file, said in ((lines, "200 of 1,000 alternative lines"), (match, "6 of 50 games")):
        answer = stranger.ask("POST", "/api/recorded", json={"file": base64.b64encode(file).decode()})
        assert any(said in each for each in answer.json()["told"]), answer.json()


def test_headers_that_take_long_to_read(stranger: Stranger) -> None:
    for cookie in (";" * 60_000, ";".join(f"a{n:x}=1" for n in range(7_000)), f'a="{chr(92)}101{"0" * 50_000}"'):
        answer = stranger.ask("GET", "/api/rules", headers={"Cookie": cookie})
        assert answer.status_code in (200, 400, 431)
    for path in ("/" + "a/" * 30_000, "/t/" + "%2e" * 20_000, "/desk/a.b.c." + "d" * 60_000):
        assert stranger.ask("GET", path).status_code in (400, 403, 404, 414)


def test_a_link_with_thousands_of_choices(stranger: Stranger) -> None:
    for query in (
        "&".join(f"{n:x}=" for n in range(9_000)),
        "&".join(f"{n:x}=1" for n in range(8_000)),
        "game.points=1&" * 4_000,
    ):
        answer = stranger.ask("GET", f"/house-rules?{query}")
        assert answer.status_code == 400
        assert "Ask for a new one" in answer.json()["why"]
    long = stranger.ask("GET", "/house-rules", params={"title": "x" * 60_000, "game.points": "9" * 300})
    assert long.status_code in (200, 302)
