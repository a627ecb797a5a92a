"""A hall behind the very server that `bowerbird serve` runs."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from litestar import Litestar

from bowerbird.web.outside import Outside
from bowerbird.web.run import HallServer
from bowerbird.web.sweep import Patience
from web.conftest import running


def serving(
    app: Litestar, outside: Outside | None = None, patience: Patience | None = None
) -> AbstractAsyncContextManager[str]:
    """Serve an application; gives its address."""
    return running(HallServer(app, outside, patience))
