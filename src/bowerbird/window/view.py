"""The window: one headline, one sentence, at most three large buttons, and the QR code for phones."""

from __future__ import annotations

import queue
import threading
import tkinter as tk
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from tkinter import font
from typing import Final, Literal

from bowerbird.machine import sharp_window
from bowerbird.window.control import Control, Shown, State, Wish
from bowerbird.window.drawing import qr_code, rounded

__all__ = ["Window", "open_window"]

NIGHT, STRAW, PAPER, INK, QUIET = "#12203a", "#efe6d0", "#fffdf7", "#191919", "#4c473a"
BLUE, BLUE_HIGH, RUST, HONEY, LEAF, EDGE = "#2456c7", "#1d47a8", "#b3372b", "#c98a1b", "#2c7a4b", "#c9bd9d"

#: The mark beside the headline. The words say the same.
_MARK: Final[dict[State, str]] = {
    "starting": HONEY,
    "open": LEAF,
    "elsewhere": LEAF,
    "failed": RUST,
    "asking": HONEY,
    "stopping": HONEY,
    "stopped": QUIET,
}
_WIDTH: Final = 460
_PAD: Final = 28
#: The sizes of the bird in the head, by `tools/icons.py`: tkinter can't make a picture smaller and keep it smooth.
_BIRDS: Final = (64, 96, 128)
#: Milliseconds between looks at what the other thread has said.
_LOOK_EVERY: Final = 60

Kind = Literal["main", "plain", "danger"]
_FILLS: Final[dict[Kind, tuple[str, str, str, str]]] = {  # usual, under the pointer, words, edge
    "main": (BLUE, BLUE_HIGH, "#ffffff", BLUE),
    "plain": (PAPER, STRAW, INK, "#7d7458"),
    "danger": (RUST, "#9a2a20", "#ffffff", RUST),
}


def buttons(shown: Shown) -> list[tuple[str, Wish, Kind]]:
    """The buttons in a state: words, what they do, and how they look."""
    match shown.state:
        case "open":
            phones: tuple[str, Wish, Kind] = (
                ("Close to phones", "phones off", "plain") if shown.phones else ("Let phones in", "phones on", "plain")
            )
            return [("Open", "open", "main"), phones, ("Stop", "stop", "plain")]
        case "elsewhere":
            return [("Open", "open", "main"), ("Close this window", "stop", "plain")]
        case "failed":
            return [("Try again", "again", "main"), ("Close", "stop", "plain")]
        case "asking":
            return [("Keep it open", "keep", "main"), ("Stop", "stop anyway", "danger")]
        case "starting":
            return [("Stop", "stop anyway", "plain")]
        case "stopping" | "stopped":
            return []


class Window:
    """The window. It draws what it is told, and passes on what is pressed."""

    def __init__(self, do: Callable[[Wish], None]) -> None:
        """`do` is called with what a person wishes."""
        sharp_window()
        self.root = tk.Tk(className="Bowerbird")
        self._do = do
        self._shown: Shown | None = None
        self._drawn: tuple[object, ...] = ()
        self._pictures: list[tk.PhotoImage] = []
        root = self.root
        # Windows and X count dots, macOS counts points of which each is sharp already.
        self._scale = max(1.0, root.winfo_fpixels("1i") / 96)
        self._family = font.nametofont("TkDefaultFont").actual("family")
        root.title("Bowerbird")
        root.configure(background=PAPER)
        root.resizable(False, False)
        icon = tk.PhotoImage(data=(files("bowerbird") / "window" / "bird-128.png").read_bytes())
        self._icon = icon
        root.iconphoto(True, icon)
        bird = min(_BIRDS, key=lambda size: abs(size - self._px(64)))
        self._logo = tk.PhotoImage(data=(files("bowerbird") / "window" / f"bird-{bird}.png").read_bytes())
        root.protocol("WM_DELETE_WINDOW", lambda: do("stop"))
        root.bind("<Escape>", lambda _: self._escape())
        if root.tk.call("tk", "windowingsystem") == "aqua":
            root.createcommand("tk::mac::Quit", lambda: do("stop"))
        self._head()
        self._body = tk.Frame(root, background=PAPER)
        self._body.pack(fill="both", expand=True, padx=self._px(_PAD), pady=(self._px(22), self._px(_PAD)))

    def _px(self, dots: float) -> int:
        return round(dots * self._scale)

    def _font(self, size: int, *, bold: bool = False) -> tuple[str, int, str]:
        return (self._family, -self._px(size), "bold" if bold else "normal")

    def _head(self) -> None:
        head = tk.Frame(self.root, background=NIGHT, width=self._px(_WIDTH))
        head.pack(fill="x")
        tk.Label(head, image=self._logo, background=NIGHT).pack(
            side="left", padx=(self._px(_PAD - 6), self._px(12)), pady=self._px(14)
        )
        words = tk.Frame(head, background=NIGHT)
        words.pack(side="left")
        tk.Label(words, text="Bowerbird", font=self._font(28, bold=True), background=NIGHT, foreground=STRAW).pack(
            anchor="w"
        )
        tk.Label(
            words, text="Euchre on your own computer", font=self._font(15), background=NIGHT, foreground="#c9cfdd"
        ).pack(anchor="w")
        tk.Frame(self.root, background=HONEY, height=self._px(3)).pack(fill="x")

    def show(self, shown: Shown) -> None:
        """Draw a state. What hasn't changed stays as it is, and so does the focus."""
        self._shown = shown
        drawn = (shown.state, shown.title, shown.says, shown.more, shown.address, shown.phones)
        if drawn == self._drawn:
            return
        focus = self._focused() if self._drawn[:1] == drawn[:1] else 0
        self._drawn = drawn
        for child in self._body.winfo_children():
            child.destroy()
        self._pictures.clear()
        self._words(shown)
        if shown.phones:
            self._phones(shown.phones)
        made = [self._button(*button) for button in buttons(shown)]
        if made:
            made[min(focus, len(made) - 1)].focus_set()

    def _focused(self) -> int:
        found = [child for child in self._body.winfo_children() if isinstance(child, tk.Canvas)]
        now = self.root.focus_get()
        return next((place for place, child in enumerate(found) if child is now), 0)

    def _words(self, shown: Shown) -> None:
        line = tk.Frame(self._body, background=PAPER)
        line.pack(fill="x")
        dot = self._px(16)
        mark = self._picture(rounded(dot, dot, dot // 2, _MARK[shown.state], PAPER))
        tk.Label(line, image=mark, background=PAPER, borderwidth=0).pack(side="left", padx=(0, self._px(10)))
        tk.Label(line, text=shown.title, font=self._font(22, bold=True), background=PAPER, foreground=INK).pack(
            side="left"
        )
        self._text(shown.says, 18, INK, above=8)
        if shown.address and shown.state != "asking":
            self._text(f"This computer: {shown.address.removeprefix('http://').rstrip('/')}", 16, QUIET, above=4)
        if shown.more:
            self._text(shown.more, 16, QUIET, above=10)
        tk.Frame(self._body, background=PAPER, height=self._px(10)).pack()

    def _text(self, words: str, size: int, ink: str, above: int) -> None:
        tk.Label(
            self._body,
            text=words,
            font=self._font(size),
            background=PAPER,
            foreground=ink,
            justify="left",
            anchor="w",
            padx=0,
            borderwidth=0,
            wraplength=self._px(_WIDTH - 2 * _PAD),
        ).pack(fill="x", pady=(self._px(above), 0))

    def _phones(self, address: str) -> None:
        box = tk.Frame(self._body, background=STRAW)
        box.pack(fill="x", pady=(self._px(6), self._px(4)))
        code = self._picture(qr_code(f"{address}/", self._px(150), NIGHT, "#ffffff"))
        tk.Label(box, image=code, background=STRAW, borderwidth=0).pack(
            side="left", padx=self._px(14), pady=self._px(14)
        )
        words = tk.Frame(box, background=STRAW)
        words.pack(side="left", fill="both", expand=True, padx=(0, self._px(12)))
        for text, size, bold in (
            ("Phones are welcome.", 18, True),
            ("On the same wi-fi, scan this with the camera, or type:", 15, False),
            (address.removeprefix("http://"), 18, True),
        ):
            tk.Label(
                words,
                text=text,
                font=self._font(size, bold=bold),
                background=STRAW,
                foreground=INK,
                justify="left",
                anchor="w",
                wraplength=self._px(_WIDTH - 2 * _PAD - 196),
            ).pack(fill="x", pady=(self._px(10 if size == 18 else 4), 0))

    def _picture(self, data: bytes) -> tk.PhotoImage:
        made = tk.PhotoImage(data=data)
        self._pictures.append(made)  # tkinter drops what nobody holds
        return made

    def _button(self, words: str, wish: Wish, kind: Kind) -> tk.Canvas:
        width, height = self._px(_WIDTH - 2 * _PAD), self._px(56)
        usual, high, ink, edge = _FILLS[kind]
        radius = self._px(12)
        pictures = {
            name: self._picture(rounded(width, height, radius, fill, PAPER, around, self._px(line)))
            for name, fill, around, line in (
                ("usual", usual, edge, 2),
                ("high", high, high if kind != "plain" else edge, 2),
                ("focus", usual, NIGHT, 4),
            )
        }
        button = tk.Canvas(
            self._body, width=width, height=height, background=PAPER, highlightthickness=0, takefocus=1, cursor="hand2"
        )
        ground = button.create_image(0, 0, image=pictures["usual"], anchor="nw")
        button.create_text(width // 2, height // 2, text=words, fill=ink, font=self._font(20, bold=True))
        button.pack(pady=(self._px(8), 0))

        def press(_: object) -> None:
            self._do(wish)

        def look(name: str) -> Callable[[object], object]:
            return lambda _: button.itemconfigure(ground, image=pictures[name])

        for event in ("<ButtonRelease-1>", "<Return>", "<space>", "<KP_Enter>"):
            button.bind(event, press)
        button.bind("<Enter>", look("high"))
        button.bind("<Leave>", look("usual"))
        button.bind("<FocusIn>", look("focus"))
        button.bind("<FocusOut>", look("usual"))
        return button

    def _escape(self) -> None:
        if self._shown is not None and self._shown.state == "asking":
            self._do("keep")

    def close(self) -> None:
        """Close the window."""
        self.root.destroy()


def open_window(folder: Path) -> None:
    """Open the window, and run the server until somebody stops it."""
    news: queue.Queue[Shown] = queue.Queue()
    control = Control(folder, news.put)
    window = Window(control.do)
    running = threading.Thread(target=control.run, daemon=True)
    running.start()

    def look() -> None:
        while not news.empty():
            shown = news.get()
            if shown.state == "stopped":
                window.close()
                return
            window.show(shown)
        window.root.after(_LOOK_EVERY, look)

    look()
    window.root.mainloop()
    control.do("stop anyway")
    running.join()
