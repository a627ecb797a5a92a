"""A hall behind the very server that `bowerbird serve` runs."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from litestar import Litestar

from bowerbird.web.security.proxy import Deployment
from bowerbird.web.security.slow_connections import Patience
from bowerbird.web.server import WebServer
from web.conftest import running


def serving(
    app: Litestar, deployment: Deployment | None = None, patience: Patience | None = None
) -> AbstractAsyncContextManager[str]:
    """Serve an application; gives its address."""
    return running(WebServer(app, deployment, patience))
