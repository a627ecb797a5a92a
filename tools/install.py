"""Install packages into the environment that runs this, as pip would, with uv where it can be had: many times as fast.

    .venv/bin/python tools/install.py --require-hashes -r requirements/run.txt

It takes options that pip and uv have in common. uv itself comes by pip, pinned with hashes: by the pip of the Python
that the environment was made with, as it takes seconds to put one into the environment. uv then uses what pip is set to
use, by its files or by the environment: an index, a mirror, a folder of wheels, certificates, a proxy. If uv can't be
had or doesn't succeed, pip does the same. Settings of uv's own (`UV_…`) come first.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import ssl
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

__all__ = ["as_uv_reads_it", "main", "pip_settings"]

_UV_PIN: Final = Path(__file__).resolve().parents[1] / "requirements" / "uv.txt"
_QUIETLY: Final = ("--quiet", "--disable-pip-version-check")
#: What pip calls it, and what uv does. uv takes lists with the separator that is given.
_SAME: Final = {
    "index-url": ("UV_DEFAULT_INDEX", ""),
    "extra-index-url": ("UV_EXTRA_INDEX_URL", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "trusted-host": ("UV_INSECURE_HOST", " "),
    "cert": ("SSL_CERT_FILE", ""),
    "client-cert": ("SSL_CLIENT_CERT", ""),
    "proxy": ("ALL_PROXY", ""),
    "default-timeout": ("UV_HTTP_TIMEOUT", ""),
    "timeout": ("UV_HTTP_TIMEOUT", ""),
}


def pip_settings(told: str) -> dict[str, str]:
    """Read what `pip config list` prints. For `install` beats for all commands, and the environment beats both."""
    found: dict[str, tuple[int, str]] = {}
    for line in told.splitlines():
        place, _, value = line.partition("=")
        section, _, name = place.rpartition(".")
        rank = {"global": 0, "install": 1, ":env:": 2}.get(section)
        if rank is not None and rank >= found.get(name, (0, ""))[0]:
            found[name] = (rank, str(ast.literal_eval(value)))
    return {name: value for name, (_, value) in found.items()}


def as_uv_reads_it(settings: Mapping[str, str]) -> dict[str, str]:
    """The same settings as variables of the environment for uv."""
    given = {}
    for name, value in settings.items():
        if name in _SAME and value.strip():
            variable, separator = _SAME[name]
            given[variable] = separator.join(value.split()) if separator else value.strip()
    if "UV_EXTRA_INDEX_URL" in given:
        # As pip chooses: the hashes say what is right, wherever it comes from.
        given["UV_INDEX_STRATEGY"] = "unsafe-best-match"
    if settings.get("no-index", "").lower() in ("1", "true", "yes", "on"):
        given["UV_NO_INDEX"] = "1"
    if "SSL_CERT_FILE" not in given and ssl.create_default_context().cert_store_stats()["x509_ca"]:
        given["UV_SYSTEM_CERTS"] = "1"
    return given


def _pip() -> list[str]:
    """A pip for this environment: its own, or that of the Python below, or a new one."""
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    below = [getattr(sys, "_base_executable", sys.executable), "-m", "pip", "--python", sys.executable]
    if _succeeds([*below, "--version"]):
        return below
    subprocess.run([sys.executable, "-m", "ensurepip"], stdout=subprocess.DEVNULL, check=False)
    return [sys.executable, "-m", "pip"]


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _have_uv(pip: list[str]) -> bool:
    pinned = ("--only-binary", ":all:", "--require-hashes", "-r", str(_UV_PIN))
    return _succeeds([sys.executable, "-m", "uv", "--version"]) or _succeeds([*pip, "install", *_QUIETLY, *pinned])


def _by_uv(pip: list[str], options: list[str]) -> bool:
    told = subprocess.run([*pip, "config", "list"], capture_output=True, text=True, check=False).stdout
    environment = as_uv_reads_it(pip_settings(told)) | os.environ
    without_index = ["--no-index"] if environment.get("UV_NO_INDEX") else []
    command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", sys.executable, *without_index]
    return subprocess.run([*command, *options], env=environment, check=False).returncode == 0


def main(options: list[str]) -> int:
    """Install; the status is pip's where uv did not do it."""
    pip = _pip()
    if _have_uv(pip):
        if _by_uv(pip, options):
            return 0
        print("uv did not succeed, so pip does it. This takes longer.", flush=True)
    return subprocess.run([*pip, "install", *_QUIETLY, *options], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
