"""`bowerbird night`: nights as text, taken through the desk's own requests and held against what they expect."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bowerbird.cli.common import AsJson, print_json
from bowerbird.cli.files import DASH_IN, name_of, read_text

if TYPE_CHECKING:
    from bowerbird.nights import Report

__all__ = ["night"]


def night(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help=f"Nights as text, as in docs/nights.md. {DASH_IN}")
    ],
    as_json: AsJson = False,
) -> None:
    """Check nights that are written as text: run them, and say of every expectation whether it holds."""
    reports = [_report(path) for path in files]
    if as_json:
        print_json(reports)
    else:
        for report in reports:
            _show(report)
        if len(reports) > 1:
            held = sum(report.holds for report in reports)
            typer.echo(f"{held} of {len(reports)} nights hold.")
    if not all(report.holds for report in reports):
        raise typer.Exit(1)


def _report(path: Path) -> Report:
    from bowerbird.nights import NightError, read_night, run_night

    try:
        return run_night(read_night(read_text(path)))
    except NightError as error:
        typer.echo(f"{name_of(path)}: {error}", err=True)
        raise typer.Exit(2) from None


def _show(report: Report) -> None:
    wrong = [finding for finding in report.findings if finding.verdict != "holds"]
    counts = f"{report.count('holds')} hold"
    if wrong:
        counts += f", {report.count('differs')} differ, {report.count('not expressible')} not expressible"
    typer.echo(f"{report.night}: {counts}")
    for finding in wrong:
        why = f" ({finding.because})" if finding.because else ""
        typer.echo(f"  line {finding.line}, {finding.verdict}, {finding.kind}: {finding.expected}{why}")
        typer.echo(f"    found: {finding.found}")
