"""The bill of materials lists everything that is pinned, and the look-up of known problems is never silent."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tools.audit import verdict
from tools.pins import javascript_pins, python_pins

ROOT = Path(__file__).resolve().parents[2]


def made(*wheels: Path) -> dict[str, Any]:
    from tools.sbom import bill, installed_licences, written  # here, because it imports much

    found: dict[str, Any] = json.loads(written(bill(python_pins(), javascript_pins(), installed_licences(), wheels)))
    return found


def test_every_pinned_package_is_in_it_with_its_digests() -> None:
    """The files are read a second time here, by other means."""
    listed = {part["purl"]: part for part in made()["components"]}
    wanted: set[str] = set()
    for path in (ROOT / "requirements").glob("*.txt"):
        text = re.sub(r"\s+#.*", "", path.read_text("utf-8")).replace("\\\n", " ")
        for line in filter(None, text.splitlines()):
            name, version = re.split(r"==|[ ;]", line)[:2]
            purl = f"pkg:pypi/{name}@{version}"
            wanted.add(purl)
            digests = {f"SHA-256:{digest}" for digest in re.findall(r"sha256:(\w+)", line)}
            assert digests, line
            properties = listed[purl]["properties"]
            assert digests <= {each["value"] for each in properties if each["name"] == "bowerbird:accepted-digest"}
            assert {"name": "bowerbird:pinned-in", "value": path.stem} in properties
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    for place, each in lock.items():
        if place:
            name = place.removeprefix("node_modules/").replace("@", "%40")
            wanted.add(f"pkg:npm/{name}@{each['version']}")
    assert set(listed) == wanted
    assert len(wanted) > 100


def test_what_is_installed_for_everyone_has_a_licence_and_says_who_needs_it() -> None:
    found = made()
    needed = {ref for each in found["dependencies"] for ref in each.get("dependsOn", ())}
    required = [part for part in found["components"] if part["scope"] == "required"]
    assert len(required) > 20
    for part in required:
        assert part["licenses"], part["name"]
        assert part["bom-ref"] in needed, part["name"]
    assert {part["scope"] for part in found["components"] if part["purl"].startswith("pkg:npm/")} == {"excluded"}


@pytest.mark.full
def test_the_same_pins_and_wheels_give_the_same_file(tmp_path: Path) -> None:
    wheel = tmp_path / "bowerbird-1-py3-none-any.whl"
    wheel.write_bytes(b"a wheel")
    from tools.sbom import bill, written

    assert made(wheel) == made(wheel)
    assert written(bill(python_pins(), [], {}, [])) == written(bill(reversed(python_pins()), [], {}, []))
    main = made(wheel)["metadata"]["component"]
    assert main["licenses"] == [{"license": {"id": "Apache-2.0"}}]
    (reference,) = main["externalReferences"]
    assert reference["url"] == wheel.name
    assert reference["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256(b"a wheel").hexdigest()}]


def test_a_look_up_that_did_not_happen_is_no_good_news() -> None:
    good = {"name": "a", "version": "1", "vulns": []}
    bad = {"name": "b", "version": "2", "vulns": [{"id": "CVE-1", "fix_versions": ["3"]}]}
    skipped = {"name": "c", "skip_reason": "Dependency not found"}
    assert verdict({"run.txt": {"dependencies": [good]}}) == (0, ["1 packages looked up, 0 known problems."])
    status, lines = verdict({"run.txt": {"dependencies": [good, bad]}, "dev.txt": {"dependencies": [bad]}})
    assert (status, lines[0]) == (1, "b 2: CVE-1, corrected in 3.")
    for unanswered in (None, {"dependencies": [good, skipped]}):
        status, lines = verdict({"run.txt": unanswered})
        assert status == 2
        assert lines[0].startswith("NOT CHECKED")
    assert verdict({})[0] == 2
