"""`bowerbird window`: run the server from a small window in place of the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bowerbird.cli.common import data_here, stop

__all__ = ["window"]


def window(
    data: Annotated[
        Path | None, typer.Option(help="The folder for games and the server's secret. Default: in your home.")
    ] = None,
) -> None:
    """Open a small window that starts the server, lets phones in, and stops it. Opens the home page in a browser."""
    import bowerbird.window  # noqa: F401  # says what to install, before tkinter is looked for

    try:
        import tkinter

        from bowerbird.window.view import open_window
    except ModuleNotFoundError as error:
        stop(f"The window needs {error.name}. On Debian and Ubuntu: sudo apt install python3-tk. Or: bowerbird serve")
    try:
        open_window(data_here(data))
    except tkinter.TclError as error:
        stop(f"The window can't be opened here: {error}. In a terminal, use: bowerbird serve --open")
