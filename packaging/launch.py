"""The program of the bundle: without arguments the window, with arguments the commands of the terminal."""

import multiprocessing
import sys
from typing import NoReturn

# Bots and slow work run in processes that are this program again. Here they turn off, before anything else is loaded.
multiprocessing.freeze_support()


def main() -> NoReturn:
    """Run the window or a command."""
    from bowerbird.__main__ import main as run_command

    # The Finder of older Macs adds a number of its own.
    sys.argv[1:] = [word for word in sys.argv[1:] if not word.startswith("-psn_")] or ["window"]
    run_command()


if __name__ == "__main__":
    main()
