"""`bowerbird night`: nights as text, taken through the desk's own requests and held against what they expect."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from bowerbird.nights import Report

__all__ = ["night"]


def night(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Nights as text, as in docs/nights.md.")],
    as_json: Annotated[bool, typer.Option("--json", help="For other programs.")] = False,
) -> None:
    """Check nights that are written as text: run them, and say of every expectation whether it holds."""
    import msgspec

    reports = [_report(path) for path in files]
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(reports)).decode())
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
        return run_night(read_night(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        typer.echo(f"{path} can't be read: {error}.", err=True)
    except NightError as error:
        typer.echo(f"{path}: {error}", err=True)
    raise typer.Exit(2)


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
