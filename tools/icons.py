"""Draw the icons from our own favicon: `python -m tools.icons`. For home screens, and for the program on each platform.

A phone may cut a maskable one into any shape. The files for Windows and macOS are simple containers of pictures.
"""

from __future__ import annotations

import base64
import os
import re
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

SHARED: Final = Path(__file__).parents[1] / "src/bowerbird/web/static/shared"
ICONS: Final = SHARED / "icons"
WINDOW: Final = Path(__file__).parents[1] / "src/bowerbird/window"
PROGRAM: Final = Path(__file__).parents[1] / "packaging/icons"
CHROMIUM: Final = os.environ.get("CHROMIUM", "/usr/bin/chromium")
#: Name, size in pixels, and the part of the width that the drawing takes; with its own round corners if None.
WANTED: Final = (("192", 192, None), ("512", 512, None), ("apple", 180, 0.92), ("maskable", 512, 0.74))
#: The sizes that Windows shows. Only the largest is a PNG there: older parts of it read nothing else below that.
WINDOWS: Final = (16, 20, 24, 32, 40, 48, 64, 256)
#: The names that macOS has for sizes, some of them twice: once for screens with small dots.
MACOS: Final = (
    (b"icp4", 16),
    (b"icp5", 32),
    (b"ic11", 32),
    (b"ic12", 64),
    (b"ic07", 128),
    (b"ic13", 256),
    (b"ic08", 256),
    (b"ic14", 512),
    (b"ic09", 512),
    (b"ic10", 1024),
)
#: The part of its square that a program's icon takes on macOS.
MACOS_PART: Final = 0.82
_PIXELS: Final = """async ([text, size]) => {
  const image = new Image();
  image.src = "data:image/svg+xml;base64," + btoa(text);
  await image.decode();
  const canvas = new OffscreenCanvas(size, size);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0, size, size);
  return Array.from(pen.getImageData(0, 0, size, size).data);
}"""


def drawing(part: float | None) -> str:
    """The favicon, or what is on it, on a ground that fills the square."""
    text = (SHARED / "favicon.svg").read_text("utf-8")
    if part is None:
        return text
    ground = re.search(r"<rect [^>]*/>", text)
    assert ground is not None, "the favicon begins with its ground"
    shapes = text[ground.end() : text.rindex("</svg>")]
    fill = ground.group().replace(' rx="14"', "")
    # What is drawn is not quite in the middle of the favicon: 4 to 57 across, 14 to 59 down.
    inner = f'<g transform="translate(32 32) scale({part}) translate(-31 -35.5)">{shapes}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{fill}{inner}</svg>'


def draw(page: Page, name: str, size: int, part: float | None) -> None:
    """Write one icon."""
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{drawing(part)}")
    page.screenshot(path=ICONS / f"{name}.png", omit_background=True)


def with_margin(part: float) -> str:
    """The favicon in the middle of a clear square, of which it takes this part."""
    side = 64 / part
    box = f'viewBox="{32 - side / 2:g} {32 - side / 2:g} {side:g} {side:g}"'
    return drawing(None).replace('viewBox="0 0 64 64"', box)


def as_png(page: Page, text: str, size: int) -> bytes:
    """A drawing as PNG, on a clear ground."""
    page.set_viewport_size({"width": size, "height": size})
    source = base64.b64encode(text.encode()).decode()
    page.set_content(
        f"<style>body {{ margin: 0 }} img {{ display: block; width: {size}px; height: {size}px }}</style>"
        f'<img src="data:image/svg+xml;base64,{source}">'
    )
    page.evaluate("document.images[0].decode()")
    return page.screenshot(omit_background=True)


def as_bitmap(pixels: bytes, size: int) -> bytes:
    """Red, green, blue and opacity of each dot, as Windows keeps it in an icon: from the bottom up, with a mask."""
    blue_first = bytearray(pixels)
    blue_first[0::4], blue_first[2::4] = pixels[2::4], pixels[0::4]
    rows = [bytes(blue_first[start : start + size * 4]) for start in range(0, len(pixels), size * 4)]
    head = struct.pack("<IiiHHIIiiII", 40, size, size * 2, 1, 32, 0, size * size * 4, 0, 0, 0, 0)
    mask = bytes((size + 31) // 32 * 4) * size  # nothing is hidden: the opacity says it
    return head + b"".join(reversed(rows)) + mask


def windows_icon(pictures: Mapping[int, bytes]) -> bytes:
    """An .ico file of pictures by their size."""
    head = struct.pack("<HHH", 0, 1, len(pictures))
    at = len(head) + 16 * len(pictures)
    entries = b""
    for size, picture in pictures.items():
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), at)
        at += len(picture)
    return head + entries + b"".join(pictures.values())


def macos_icon(pictures: Mapping[int, bytes]) -> bytes:
    """An .icns file of PNG pictures by their size."""
    parts = [name + struct.pack(">I", 8 + len(pictures[size])) + pictures[size] for name, size in MACOS]
    return b"icns" + struct.pack(">I", 8 + sum(map(len, parts))) + b"".join(parts)


def draw_program(page: Page) -> None:
    """Write the icons of the program."""
    PROGRAM.mkdir(exist_ok=True)
    plain, framed = drawing(None), with_margin(MACOS_PART)
    pictures = {
        size: as_png(page, plain, size)
        if size == WINDOWS[-1]
        else as_bitmap(bytes(page.evaluate(_PIXELS, [plain, size])), size)
        for size in WINDOWS
    }
    (PROGRAM / "bowerbird.ico").write_bytes(windows_icon(pictures))
    sizes = {size for _, size in MACOS}
    (PROGRAM / "bowerbird.icns").write_bytes(macos_icon({size: as_png(page, framed, size) for size in sizes}))
    (PROGRAM / "bowerbird.png").write_bytes(pictures[WINDOWS[-1]])


def draw_window(page: Page) -> None:
    """Write the bird in the head of the program's window, for screens with dots of three sizes."""
    for size in (64, 96, 128):
        (WINDOW / f"bird-{size}.png").write_bytes(as_png(page, drawing(1.05), size))


def main() -> None:
    """Write all icons."""
    ICONS.mkdir(exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        for name, size, part in WANTED:
            draw(page, name, size, part)
        draw_program(page)
        draw_window(page)
        browser.close()


if __name__ == "__main__":
    main()
