"""Write a CycloneDX bill of materials: everything that is pinned, with digests and licences, and the wheels in dist/.

    python -m tools.sbom dist/bowerbird.cdx.json
    python -m tools.sbom --check dist/bowerbird.cdx.json

The same pins and wheels give the same file: it has no date and no random number. Licences are read from the installed
packages. `--check` reads a file by the strict schema; it needs what requirements/audit.txt installs.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Final

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, Property, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

from tools.pins import ROOT, Pin, javascript_pins, python_pins

__all__ = ["bill", "main", "written"]

_LICENCES: Final = LicenseFactory()
_LONGEST_LICENCE: Final = 60
#: What is in every installation, and what is in some.
_ALWAYS, _SOMETIMES = "run", "postgres"


def bill(python: Iterable[Pin], javascript: Iterable[Pin], licences: dict[str, str], wheels: Iterable[Path]) -> Bom:
    """The bill of materials."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    bom = Bom()
    bom.serial_number = None  # type: ignore[assignment]  # a random one would differ each time
    bom.metadata.timestamp = None  # type: ignore[assignment]
    main = Component(
        name=project["name"],
        version=project["version"],
        type=ComponentType.APPLICATION,
        bom_ref=project["name"],
        description=project["description"],
        licenses=[_LICENCES.make_from_string(project["license"])],
        purl=PackageURL("pypi", None, project["name"], project["version"]),
        external_references=[_wheel(path) for path in sorted(wheels)],
    )
    bom.metadata.component = main
    parts = [(pin, _component("pypi", pin, licences.get(pin.name, ""))) for pin in python]
    needs: dict[str, list[Component]] = {}
    for pin, part in parts:
        bom.components.add(part)
        for name in pin.needed_by:
            needs.setdefault(name, []).append(part)
    for _, part in parts:
        bom.register_dependency(part, needs.get(part.name, []))
    bom.register_dependency(main, needs.get(main.name, []))
    for pin in javascript:
        bom.components.add(_component("npm", pin, pin.licence))
    return bom


def _component(kind: str, pin: Pin, licence: str) -> Component:
    scope = ComponentScope.EXCLUDED
    if pin.files.get(_ALWAYS) == "":
        scope = ComponentScope.REQUIRED
    elif {_ALWAYS, _SOMETIMES} & set(pin.files):
        scope = ComponentScope.OPTIONAL
    group, _, name = pin.name.rpartition("/")
    properties = [Property(name="bowerbird:pinned-in", value=file) for file in sorted(pin.files)]
    properties += [
        Property(name=f"bowerbird:only-where:{file}", value=marker)
        for file, marker in sorted(pin.files.items())
        if marker
    ]
    return Component(
        name=name,
        group=group or None,
        version=pin.version,
        type=ComponentType.LIBRARY,
        bom_ref=f"{kind}:{pin.name}@{pin.version}",
        purl=PackageURL(kind, group or None, name, pin.version),
        scope=scope,
        hashes=_only_digest(pin),
        licenses=[_LICENCES.make_from_string(licence)] if licence else (),
        properties=[*properties, *_digests(pin)],
    )


def _only_digest(pin: Pin) -> list[HashType]:
    """The digest of a package that comes as one file. Of several files, each is a property: they are not one thing."""
    if len(pin.hashes) != 1:
        return []
    return [HashType(alg=HashAlgorithm(algorithm), content=digest) for algorithm, digest in pin.hashes]


def _digests(pin: Pin) -> list[Property]:
    return [
        Property(name="bowerbird:accepted-digest", value=f"{algorithm}:{digest}")
        for algorithm, digest in sorted(pin.hashes)
    ]


def _wheel(path: Path) -> ExternalReference:
    digest = HashType(alg=HashAlgorithm.SHA_256, content=hashlib.sha256(path.read_bytes()).hexdigest())
    return ExternalReference(type=ExternalReferenceType.DISTRIBUTION, url=XsUri(path.name), hashes=[digest])


def installed_licences() -> dict[str, str]:
    """The licence of each installed package, as an SPDX expression if it has one."""
    sites = [*sys.path, *map(str, (ROOT / "build" / "audit").glob("lib/python*/site-packages"))]
    found = ((each.metadata["Name"], _licence(each)) for each in distributions(path=sites))
    return {name.lower().replace("_", "-").replace(".", "-"): licence for name, licence in found if licence}


def _licence(package: Distribution) -> str:
    for said in package.metadata.get_all("License-Expression") or ():
        return str(said)
    first, *more = "\n".join(package.metadata.get_all("License") or ()).strip().splitlines() or [""]
    if not more and 0 < len(first) <= _LONGEST_LICENCE:
        return first
    classifiers = [line for line in package.metadata.get_all("Classifier") or () if line.startswith("License ::")]
    names = {line.rpartition(" :: ")[2] for line in classifiers} - {"OSI Approved"}
    return " and ".join(sorted(names)) or first[:_LONGEST_LICENCE]


def written(bom: Bom) -> str:
    """The file."""
    output = make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6)
    return output.output_as_string(indent=2) + "\n"


def check(path: Path) -> str:
    """The first problem of a file, or an empty text."""
    from cyclonedx.validation.json import JsonStrictValidator

    problem = JsonStrictValidator(SchemaVersion.V1_6).validate_str(path.read_text("utf-8"))
    return str(problem or "")


def main(arguments: list[str] | None = None) -> int:
    """Write or check a file."""
    parser = argparse.ArgumentParser(description="Write a bill of materials.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--check", action="store_true", help="read the file by the strict schema")
    given = parser.parse_args(arguments)
    if given.check:
        problem = check(given.file)
        print(problem[:2000] if problem else f"{given.file} is a valid CycloneDX file.")
        return 1 if problem else 0
    licences = installed_licences()
    python, javascript = python_pins(), javascript_pins()
    bom = bill(python, javascript, licences, (ROOT / "dist").glob("*.whl"))
    given.file.parent.mkdir(parents=True, exist_ok=True)
    given.file.write_text(written(bom), "utf-8")
    unknown = [pin.name for pin in python if pin.name not in licences]
    print(f"{given.file}: {len(python)} Python packages, {len(javascript)} JavaScript tools for development.")
    if unknown:
        print(f"Not installed here, or silent about it, so without a licence: {', '.join(unknown)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
