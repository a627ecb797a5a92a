"""The installer for Windows, as far as it can be read here: whom it asks for, and what it opens."""

from __future__ import annotations

import re
from pathlib import Path

from bowerbird.window.control import PORTS

ROOT = Path(__file__).parents[2]
CODE = (ROOT / "packaging" / "windows.iss").read_text("utf-8").partition("[Code]")[2]


def body_of(name: str) -> str:
    """The text of a function or procedure."""
    found = re.search(rf"^(?:function|procedure) {name}\b.*?^end;$", CODE, re.M | re.S)
    assert found, name
    return found[0]


def test_the_firewall_opens_the_ports_that_the_window_may_take() -> None:
    assert f"localport={PORTS[0]}-{PORTS[-1]} " in body_of("AddCommand")
    assert "profile=private" in body_of("AddCommand")


def test_an_administrator_is_asked_for_once_and_only_with_need() -> None:
    assert CODE.count("'runas'") == body_of("RunAsAdministrator").count("'runas'") == 1
    install, uninstall = body_of("CurStepChanged"), body_of("CurUninstallStepChanged")
    # A rule that is there already is not added again, and an old one is replaced by the same question.
    assert re.search(r"not RuleIsThere then\s+if RunAsAdministrator\(DeleteCommand \+ ' & ' \+ AddCommand\)", install)
    # A rule that was never added needs nobody to delete it.
    assert re.search(r"if RegValueExists\(HKA, NoteKey, NoteValue\) then begin\s+RunAsAdministrator\(", uninstall)
    assert install.count("RunAsAdministrator") == uninstall.count("RunAsAdministrator") == 1
    assert "RegWriteStringValue(HKA, NoteKey, NoteValue, TheProgram)" in install


def test_the_rules_of_another_installation_stay() -> None:
    for name in ("AddCommand", "DeleteCommand"):
        assert "program=\"' + TheProgram + '\"'" in body_of(name)
