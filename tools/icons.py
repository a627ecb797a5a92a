"""Draw the icons for home screens from our own favicon: `make icons`. A phone may cut a maskable one into any shape."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

SHARED: Final = Path(__file__).parents[1] / "src/bowerbird/web/static/shared"
ICONS: Final = SHARED / "icons"
CHROMIUM: Final = os.environ.get("CHROMIUM", "/usr/bin/chromium")
#: Name, size in pixels, and the part of the width that the drawing takes; with its own round corners if None.
WANTED: Final = (("192", 192, None), ("512", 512, None), ("apple", 180, 0.92), ("maskable", 512, 0.74))


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


def main() -> None:
    """Write all icons."""
    ICONS.mkdir(exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        for name, size, part in WANTED:
            draw(page, name, size, part)
        browser.close()


if __name__ == "__main__":
    main()
