"""The files and templates of the pages: read once, when the server starts, and served as one version.

Scripts and styles are asked for below the version (`/static/<version>/table/table.js`), and what they import is found
beside them, so a page never has files of two versions, and browsers can keep them. A server of another version doesn't
have them; `static/shared/site.js` then loads the page again. Without a version, files are for links and other programs.
An update of the installed files changes nothing before the server is started again.
"""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, Final
from zipfile import ZipFile

import msgspec
from litestar import HttpMethod, Request, Response, Router, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from bowerbird.web.scripts import SCRIPTS, without_comments

__all__ = ["STATIC", "Site", "SiteFile", "read_site", "site_files"]

STATIC: Final = Path(__file__).with_name("static")
_ARCHIVE: Final = "site.zip"
_TEMPLATES: Final = Path(__file__).with_name("templates")
#: Declarations are for type checkers.
_NOT_SERVED: Final = (".d.ts",)
#: The number of digits of a version, as it is in addresses.
_DIGITS: Final = 12


class SiteFile(msgspec.Struct, frozen=True):
    """A file as it is sent."""

    content: bytes
    kind: str
    tag: str


class Site(msgspec.Struct, frozen=True):
    """All files by their path below /static, all templates by name, and a version that changes with any of them."""

    version: str
    files: Mapping[str, SiteFile]
    templates: Mapping[str, str]

    @property
    def folder(self) -> str:
        """Where pages find their files."""
        return f"/static/{self.version}/"


@lru_cache(maxsize=2)
def read_site(static: Path = STATIC, templates: Path = _TEMPLATES) -> Site:
    """Read everything, once in a process."""
    files = {name: _file(name, content) for name, content in _below(static) if not name.endswith(_NOT_SERVED)}
    texts = {name: content.decode() for name, content in _below(templates) if name.endswith(".html")}
    version = _digest(*(f"{name} {file.tag}" for name, file in files.items()), *texts, *texts.values())
    # A page asks for the files of its own version.
    texts = {name: text.replace('"/static/', f'"/static/{version}/') for name, text in texts.items()}
    return Site(version, MappingProxyType(files), MappingProxyType(texts))


def _below(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files below a folder, by name. A wheel has an archive in place of the folders (`setup.py`)."""
    if folder.is_dir():
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                yield path.relative_to(folder).as_posix(), path.read_bytes()
        return
    with ZipFile(folder.with_name(_ARCHIVE)) as packed:
        for name in sorted(packed.namelist(), key=PurePosixPath):
            if name.startswith(f"{folder.name}/"):
                yield name.partition("/")[2], packed.read(name)


def _file(name: str, content: bytes) -> SiteFile:
    suffix = PurePosixPath(name).suffix
    if suffix in SCRIPTS:
        content = without_comments(content.decode(), suffix).encode()
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return SiteFile(content, _KINDS.get(suffix, kind), hashlib.sha256(content).hexdigest())


#: Not left to the machine: a registry may call a script plain text, and browsers then refuse it.
_KINDS: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png"}


def _digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:_DIGITS]


def site_files(site: Site) -> Router:
    """The routes of the files, for their version and without one."""

    @route("/{path:path}", http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False, sync_to_thread=False)
    def static_file(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
        name = path.lstrip("/")
        file = site.files.get(name.removeprefix(f"{site.version}/"))
        if file is None:
            raise NotFoundException
        tag = f'"{file.tag[:32]}"'
        # After compression a proxy may weaken it.
        known = request.headers.get("if-none-match", "").replace("W/", "")
        headers = {"etag": tag, "cache-control": "no-cache"}
        if tag in (each.strip() for each in known.split(",")):
            return Response(b"", status_code=304, headers=headers)
        return Response(file.content, media_type=file.kind, headers=headers)

    return Router("/static", route_handlers=[static_file])
