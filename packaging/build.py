"""Build the bundle for this platform: `python packaging/build.py`, with the packages of requirements/bundle.txt.

    python packaging/build.py                       everything, into dist/
    python packaging/build.py --wheel dist/X.whl    with a wheel that was built before
    python packaging/build.py --no-pack             only the folder, into build/bundle/

Linux gives a tarball, and an AppImage if `appimagetool` is there. Windows gives an installer if Inno Setup is there
(`iscc`), otherwise a zip. macOS gives a disk image with Bowerbird.app. Prints the sizes as JSON, and fails if what
people download is larger than 120 MB.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
HERE: Final = ROOT / "packaging"
BUILD: Final = ROOT / "build" / "bundle"
DIST: Final = ROOT / "dist"
#: What people download must be smaller, in bytes.
LARGEST: Final = 120_000_000
#: Modules of the kernel that must be compiled: without them, the bots think hundreds of times slower.
COMPILED: Final = "import sys; from bowerbird.kernel.search import COMPILED; sys.exit(not COMPILED)"


def run(*command: str | Path, **environment: str) -> None:
    """Run something, or stop with its status."""
    words = [str(word) for word in command]
    print("+", *words, flush=True)
    done = subprocess.run(words, cwd=ROOT, env=os.environ | environment, check=False)
    if done.returncode:
        raise SystemExit(f"This failed with status {done.returncode}: {' '.join(words)}")


def version() -> str:
    """The version of the project."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def machine() -> str:
    """The kind of processor, as people who choose a download know it."""
    known = {"amd64": "x86_64", "aarch64": "arm64"}
    name = platform.machine().lower()
    return known.get(name, name)


def build_wheel() -> Path:
    """A compiled wheel for any processor of this kind, built in a copy: what lies around here doesn't get in."""
    copy, wheels = BUILD / "source", BUILD / "wheel"
    for folder in (copy, wheels):
        shutil.rmtree(folder, ignore_errors=True)
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", copy / "src", ignore=ignored)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    os.environ.pop("BOWERBIRD_NATIVE", None)  # it would run on processors like ours only
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "-w", wheels, copy)
    (found,) = wheels.glob("*.whl")
    return found


def freeze(wheel: Path) -> Path:
    """The folder with the program; on macOS the app."""
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall", wheel)
    run(sys.executable, "-I", "-c", COMPILED)
    out = BUILD / "out"
    shutil.rmtree(out, ignore_errors=True)
    run(
        sys.executable,
        *("-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
        *("--distpath", out, "--workpath", BUILD / "work"),
        HERE / "bowerbird.spec",
        BOWERBIRD_VERSION=version(),
        **version_file(),
    )
    return out / ("Bowerbird.app" if sys.platform == "darwin" else "bowerbird")


def version_file() -> dict[str, str]:
    """The details that Windows shows about a program, as the file that PyInstaller reads."""
    if sys.platform != "win32":
        return {}
    numbers = (*(int(part) for part in version().split(".")[:3]), 0)
    texts = {
        "CompanyName": "Bowerbird",
        "FileDescription": "Bowerbird",  # the name in the task manager and in the firewall's question
        "FileVersion": version(),
        "LegalCopyright": "Apache License 2.0",
        "ProductName": "Bowerbird",
        "ProductVersion": version(),
    }
    strings = ", ".join(f"StringStruct({name!r}, {text!r})" for name, text in texts.items())
    file = BUILD / "version.txt"
    file.write_text(
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0, OS=0x40004, "
        f"fileType=1, subtype=0, date=(0, 0)), kids=[StringFileInfo([StringTable('040904B0', [{strings}])]), "
        "VarFileInfo([VarStruct('Translation', [1033, 1200])])])",
        encoding="utf-8",
    )
    return {"BOWERBIRD_VERSION_FILE": str(file)}


def pack(folder: Path) -> list[Path]:
    """The files for people to download."""
    DIST.mkdir(exist_ok=True)
    if sys.platform == "win32":
        return [pack_for_windows(folder)]
    if sys.platform == "darwin":
        return [pack_for_macos(folder)]
    return pack_for_linux(folder)


def pack_for_windows(folder: Path) -> Path:
    """The installer, or a zip where Inno Setup isn't installed."""
    usual = Path(os.environ.get("PROGRAMFILES(X86)", "C:\\Program Files (x86)")) / "Inno Setup 6" / "ISCC.exe"
    compiler = shutil.which("iscc") or (str(usual) if usual.exists() else "")
    if not compiler:
        print("Inno Setup isn't here, so this is a zip and not an installer.")
        made = shutil.make_archive(str(DIST / f"bowerbird-{version()}-windows"), "zip", folder.parent, folder.name)
        return Path(made)
    run(compiler, "/Qp", f"/DVersion={version()}", f"/DSource={folder}", f"/DOutput={DIST}", HERE / "windows.iss")
    return DIST / f"bowerbird-{version()}-windows-setup.exe"


def pack_for_macos(app: Path) -> Path:
    """A disk image with the app and a link to the folder for programs."""
    room, image = BUILD / "image", DIST / f"bowerbird-{version()}-macos-{machine()}.dmg"
    shutil.rmtree(room, ignore_errors=True)
    room.mkdir()
    run("ditto", app, room / app.name)
    (room / "Applications").symlink_to("/Applications")
    image.unlink(missing_ok=True)
    run("hdiutil", "create", "-quiet", "-volname", "Bowerbird", "-srcfolder", room, "-format", "ULMO", image)
    return image


def pack_for_linux(folder: Path) -> list[Path]:
    """A tarball; and an AppImage, if its tool is here. The tool brings the part that mounts the image."""
    for name in ("bowerbird.desktop", "add-to-menu.sh"):
        shutil.copy(HERE / name, folder)
    shutil.copy(HERE / "icons" / "bowerbird.png", folder)
    shutil.copy(ROOT / "LICENSE", folder)
    name = f"bowerbird-{version()}-linux-{machine()}"
    made = DIST / f"{name}.tar.xz"
    with tarfile.open(made, "w:xz") as archive:
        archive.add(folder, "bowerbird", filter=_owned_by_nobody)
    tool = shutil.which("appimagetool")
    if tool is None:
        print("appimagetool isn't here, so there is no AppImage. The tarball has the same program.")
        return [made]
    room = BUILD / "AppDir"
    shutil.rmtree(room, ignore_errors=True)
    shutil.copytree(folder, room / "usr" / "lib" / "bowerbird", symlinks=True)
    for each in ("bowerbird.desktop", "bowerbird.png"):
        shutil.copy(folder / each, room)
    (room / "AppRun").symlink_to("usr/lib/bowerbird/bowerbird")
    image = DIST / f"{name}.AppImage"
    run(tool, "--no-appstream", room, image, ARCH=platform.machine())
    return [made, image]


def _owned_by_nobody(each: tarfile.TarInfo) -> tarfile.TarInfo:
    each.uid = each.gid = 0
    each.uname = each.gname = ""
    return each


def size(path: Path) -> int:
    """Bytes of a file, or of everything in a folder."""
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file() and not each.is_symlink()]
    return sum(each.stat().st_size for each in files)


def main() -> None:
    """Build, pack, and say how large it is."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--wheel", type=Path, help="a compiled wheel of this version for this platform")
    options.add_argument("--no-pack", action="store_true", help="stop when the folder is there")
    given = options.parse_args()
    began = time.monotonic()
    BUILD.mkdir(parents=True, exist_ok=True)
    folder = freeze(given.wheel.resolve() if given.wheel else build_wheel())
    unpacked = size(folder)
    packed = [] if given.no_pack else pack(folder)
    figures = {
        "version": version(),
        "platform": f"{sys.platform} {machine()}",
        "unpacked_mb": round(unpacked / 1e6, 1),
        "packed_mb": {path.name: round(size(path) / 1e6, 1) for path in packed},
        "seconds": round(time.monotonic() - began),
    }
    print(json.dumps(figures))
    if large := [path.name for path in packed if size(path) > LARGEST]:
        raise SystemExit(f"Larger than {LARGEST // 1_000_000} MB: {', '.join(large)}.")


if __name__ == "__main__":
    main()
