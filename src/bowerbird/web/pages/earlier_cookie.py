"""The question about a cookie from before this server was reached by https: continue as that person, or not.

It is asked because such a cookie could come from somebody else, such as a neighbouring site. The page shows the name.
"""

from __future__ import annotations

from typing import Any, Final

from litestar import Request
from litestar.response import Template

from bowerbird.web.security.sessions import Sessions

__all__ = ["ask_about_cookie"]

#: Addresses that are not pages.
_NO_PAGES: Final = ("/api/", "/static/", "/paper/", "/schema")


def ask_about_cookie(request: Request[Any, Any, Any], sessions: Sessions) -> Template | None:
    """The page that asks, in place of the page that was wanted; None if there is nothing to ask."""
    wants_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if not wants_page or request.url.path.startswith(_NO_PAGES):
        return None
    guest = sessions.left_behind(request)
    return Template("earlier_cookie.html", context={"name": guest.name}) if guest else None
