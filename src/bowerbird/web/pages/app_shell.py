"""Bowerbird on a phone's home screen: the manifest, the service worker, and the page for when the server is away.

None of the three depends on who asks, so the worker can keep the page.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Response, Router, get
from litestar.response import Template

from bowerbird.web.security.headers import WORKER
from bowerbird.web.site_files import Site

__all__ = ["app_shell"]

_MANIFEST: Final[dict[str, Any]] = {
    "id": "/",
    "name": "Bowerbird",
    "short_name": "Bowerbird",
    "description": "Play euchre by the rules of real clubs, alone or with friends, and run events.",
    "lang": "en",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "background_color": "#efe6d0",
    "theme_color": "#12203a",
    "categories": ["games", "cards"],
    # Without a version: a phone that finds other addresses asks whether the app has changed.
    "icons": [
        {"src": "/static/shared/icons/192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "/static/shared/icons/512.png", "sizes": "512x512", "type": "image/png"},
        {"src": "/static/shared/icons/maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        {"src": "/static/shared/favicon.svg", "sizes": "any", "type": "image/svg+xml"},
    ],
    "shortcuts": [{"name": "Daily hand", "url": "/daily"}, {"name": "Run an event", "url": "/events"}],
}


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest() -> Response[bytes]:
    """Name, icons and colours for the home screen."""
    return Response(msgspec.json.encode(_MANIFEST), media_type="application/manifest+json")


@get("/offline", include_in_schema=False)
async def offline() -> Template:
    """The page that the worker shows if the server can't be reached."""
    return Template("offline.html")


def app_shell(site: Site) -> Router:
    """The routes, for the files of one version."""
    worker = f'const VERSION = "{site.version}";\n'.encode() + site.files["shared/service-worker.js"].content

    @get(WORKER, include_in_schema=False)
    async def service_worker() -> Response[bytes]:
        """The worker of this version. A browser that finds a changed one replaces the old one."""
        return Response(worker, media_type="text/javascript")

    return Router("/", route_handlers=[manifest, offline, service_worker])
