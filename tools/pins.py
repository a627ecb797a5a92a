"""Read the pinned packages: requirements/*.txt as uv writes them, and package-lock.json."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

__all__ = ["ROOT", "Pin", "javascript_pins", "python_pins"]

ROOT: Final = Path(__file__).resolve().parents[1]
_PIN: Final = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)(?: ; ([^\\]+?))?(?: \\)?$")
_HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_VIA: Final = re.compile(r"^ +#(?: via| {2,})? *([A-Za-z0-9._-]+(?:\[[^\]]*\])?)(?: \(pyproject\.toml\))?$")


@dataclass
class Pin:
    """One package in one version."""

    name: str
    version: str
    #: The files that pin it, such as `run` and `dev`, each with the machines it is for, as pip reads it; "" for all.
    files: dict[str, str] = field(default_factory=dict)
    #: The digests of everything that may be installed, by algorithm.
    hashes: set[tuple[str, str]] = field(default_factory=set)
    #: The packages that need it.
    needed_by: set[str] = field(default_factory=set)
    licence: str = ""


def python_pins(folder: Path = ROOT / "requirements") -> list[Pin]:
    """Everything that is pinned in requirements/*.txt, by name."""
    found: dict[tuple[str, str], Pin] = {}
    for path in sorted(folder.glob("*.txt")):
        pin: Pin | None = None
        for line in path.read_text("utf-8").splitlines():
            if match := _PIN.match(line):
                name, version, marker = match.groups()
                pin = found.setdefault((name.lower(), version), Pin(name.lower(), version))
                pin.files[path.stem] = marker or ""
            elif pin is not None:
                pin.hashes |= {("SHA-256", digest) for digest in _HASH.findall(line)}
                if via := _VIA.match(line):
                    pin.needed_by.add(via[1].partition("[")[0].lower())
    return [found[key] for key in sorted(found)]


def javascript_pins(lock: Path = ROOT / "package-lock.json") -> list[Pin]:
    """The development tools for the pages. None of them is in a release."""
    packages = json.loads(lock.read_text("utf-8"))["packages"]
    pins = []
    for place, each in sorted(packages.items()):
        if not place:
            continue
        algorithm, _, digest = each.get("integrity", "").partition("-")
        hashes = {(algorithm.upper().replace("SHA", "SHA-"), base64.b64decode(digest).hex())} if digest else set()
        name = place.removeprefix("node_modules/")
        pins.append(Pin(name, each["version"], {"package-lock": ""}, hashes=hashes, licence=each.get("license", "")))
    return pins
