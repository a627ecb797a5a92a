"""`python -m bowerbird`: the same as the command `bowerbird`."""

from bowerbird.cli import app

if __name__ == "__main__":
    app()
