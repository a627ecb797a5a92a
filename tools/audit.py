"""Look up every pinned package in the public database of known vulnerabilities, with pip-audit.

    python -m tools.audit build/audit/bin/pip-audit

pip-audit skips a package that its database does not know, and calls the rest good. If the database can't be reached, or
only a mirror without this data, that may be every package. Here a package that was not looked up is a failure.
Exit status 0: nothing known. 1: something is known. 2: not everything could be looked up.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.pins import ROOT

__all__ = ["main", "verdict"]


def verdict(answers: dict[str, dict[str, Any] | None]) -> tuple[int, list[str]]:
    """The exit status and the lines for people, from pip-audit's answers for each file; None if there is none."""
    known: dict[str, str] = {}
    skipped: set[str] = set()
    looked_up: set[str] = set()
    for answer in answers.values():
        for package in (answer or {}).get("dependencies", ()):
            name = f"{package['name']} {package.get('version', '')}".strip()
            if "skip_reason" in package:
                skipped.add(name)
                continue
            looked_up.add(name)
            for each in package["vulns"]:
                fixed = ", ".join(each["fix_versions"]) or "nothing yet"
                known[f"{name}: {each['id']}"] = f"{name}: {each['id']}, corrected in {fixed}."
    lines = [known[key] for key in sorted(known)]
    silent = sorted(name for name, answer in answers.items() if answer is None)
    if silent:
        lines.append(f"NOT CHECKED: the database could not be reached for {', '.join(silent)}.")
    if skipped:
        lines.append(f"NOT CHECKED: the database that was reached doesn't know {len(skipped)} packages.")
    if silent or skipped:
        lines.append("Run it again where the internet can be reached, or look up each version by hand.")
    lines.append(f"{len(looked_up)} packages looked up, {len(known)} known problems.")
    return (1 if known else 2 if silent or skipped or not looked_up else 0), lines


def _asked(program: str, file: Path) -> dict[str, Any] | None:
    command = [program, "--require-hashes", "--disable-pip", "--progress-spinner", "off", "-f", "json", "-r", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        print(done.stderr.strip().rpartition("\n")[2][:300], file=sys.stderr)
        return None
    return answer


def main(arguments: list[str]) -> int:
    """Look up all files in requirements/."""
    files = sorted((ROOT / "requirements").glob("*.txt"))
    status, lines = verdict({file.name: _asked(arguments[0], file) for file in files})
    print("\n".join(lines))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
