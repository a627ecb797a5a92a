"""A browser in a few words, so that people recognise their own in a list. Nothing else is read from its name."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request

__all__ = ["browser_words"]

#: What a browser's own name contains, and what people call it. The first that fits counts: many name others as well.
_BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
_MACHINES: Final = {
    "iPhone": "an iPhone",
    "iPad": "an iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS X": "a Mac",
    "CrOS": "a Chromebook",
    "Linux": "Linux",
}


def browser_words(request: Request[Any, Any, Any]) -> str:
    """The browser of a request, such as "Firefox on Windows"."""
    name = request.headers.get("user-agent", "")
    browser = next((words for part, words in _BROWSERS.items() if part in name), "A browser")
    machine = next((words for part, words in _MACHINES.items() if part in name), "")
    return f"{browser} on {machine}" if machine else browser
