"""`python -m bowerbird.web`: the same as `bowerbird serve`."""

import typer

from bowerbird.cli.serve import serve

if __name__ == "__main__":
    typer.run(serve)
