"""The files that `bowerbird export` writes. Each writer gets games one by one, and is closed at the end."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, Protocol

import msgspec

from bowerbird.cli.common import stop
from bowerbird.cli.files import DASH, is_device, stop_writing, write_data
from bowerbird.extras import require
from bowerbird.notation import EgnError, EgnGame, match_of, write_egn, write_egnb, write_emn
from bowerbird.notation.egn import as_written
from bowerbird.notation.rows import HandRow

if TYPE_CHECKING:
    from bowerbird.cli.export import Exported

__all__ = ["Writer", "writer_for"]

#: Hands that are gathered before they are packed for a Parquet file.
_BATCH: Final = 10_000


class Writer(Protocol):
    """A file or a folder being written."""

    written: int
    left_out: int

    def add(self, game: Exported) -> None:
        """Write a game. Raises `EgnError` if the format can't hold it."""

    def close(self) -> None:
        """Finish the file."""

    def drop(self) -> None:
        """Leave nothing half written behind."""


def writer_for(file_format: str, out: Path, title: str, replace: bool) -> Writer:
    """The writer for a format, or stop with one line if the file can't be written."""
    match file_format:
        case "egn":
            return _game_writer(out, "egn", lambda game: write_egn(game).encode(), replace)
        case "egnb":
            return _game_writer(out, "egnb", write_egnb, replace)
        case "emn":
            return _MatchFile(out, title, replace)
        case "jsonl":
            return _LineFile(out, replace)
        case _:
            return _ParquetFile(out, replace)


def _game_writer(out: Path, ending: str, write: Callable[[EgnGame], bytes], replace: bool) -> Writer:
    """A single file if the name is that of a file, otherwise a folder."""
    if out == DASH or is_device(out) or out.suffix == f".{ending}":
        return _GameFile(out, write, replace)
    return _GameFolder(out, ending, write, replace)


def _egn_of(game: Exported) -> EgnGame:
    if game.egn is None:
        raise EgnError(game.why)
    return game.egn


def _save(out: Path, data: bytes, replace: bool) -> None:
    """Write a file, completely or not at all."""
    from bowerbird.machine import replace_file

    if out == DASH or is_device(out):
        write_data(out, data)
        return
    _check_free(out, replace)
    try:
        replace_file(out.resolve(), data)
    except OSError as error:
        stop_writing(out, error)


def _check_free(out: Path, replace: bool) -> None:
    if out != DASH and out.exists() and not is_device(out) and not replace:
        stop(f"{out} exists. Choose another name, or add --replace.")


class _GameFile:
    """A file for the only game there is. It is written at the end: until then there may be another one."""

    def __init__(self, out: Path, write: Callable[[EgnGame], bytes], replace: bool) -> None:
        self.written, self.left_out = 0, 0
        self._out, self._make, self._replace = out, write, replace
        self._data = b""
        _check_free(out, replace)

    def add(self, game: Exported) -> None:
        data = self._make(_egn_of(game))
        if self.written:
            other = "Name a folder with --out, or write a match (.emn)"
            stop(f"A file in this format holds one game, and there are more. {other}. Nothing was written.")
        self.written, self._data = 1, data

    def close(self) -> None:
        if self.written:
            _save(self._out, self._data, self._replace)

    def drop(self) -> None:
        """Nothing is written before the end."""


class _GameFolder:
    """A folder with a file for each game. The files get their names at the end, all of them."""

    def __init__(self, out: Path, ending: str, write: Callable[[EgnGame], bytes], replace: bool) -> None:
        self.written, self.left_out = 0, 0
        self._out, self._ending, self._make, self._replace = out, ending, write, replace
        self._made: list[Path] = []
        #: Files by the names that they will have.
        self._parts: dict[Path, Path] = {}

    def add(self, game: Exported) -> None:
        from bowerbird.machine import private_part

        data = self._make(_egn_of(game))
        self._make_folder()
        name = re.sub(r"[^\w .()&'-]", "_", game.name).strip(" .") or "game"
        file = self._out / f"{self.written + 1:04} {name[:80]}.{self._ending}"
        _check_free(file, self._replace)
        try:
            self._parts[file] = private_part(file, data)
        except OSError as error:
            stop_writing(file, error)
        self.written += 1

    def _make_folder(self) -> None:
        folders = [self._out, *self._out.parents]
        try:
            for folder in reversed([folder for folder in folders if not folder.exists()]):
                folder.mkdir(exist_ok=True)
                self._made.append(folder)
            if not self._out.is_dir():
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        except OSError as error:
            stop(f"{self._out} can't be used as a folder: {error.strerror or error}")

    def close(self) -> None:
        for file, part in self._parts.items():
            try:
                part.replace(file)
            except OSError as error:
                stop_writing(file, error)

    def drop(self) -> None:
        for part in self._parts.values():
            part.unlink(missing_ok=True)
        for folder in reversed(self._made):
            with suppress(OSError):  # somebody else has put something there
                folder.rmdir()


class _MatchFile:
    """One match of all games."""

    def __init__(self, out: Path, title: str, replace: bool) -> None:
        self.written, self.left_out = 0, 0
        self._out, self._title, self._replace = out, title, replace
        self._games: list[EgnGame] = []
        _check_free(out, replace)

    def add(self, game: Exported) -> None:
        self._games.append(_egn_of(game))
        self.written += 1

    def close(self) -> None:
        if not self._games:
            return
        try:
            text = write_emn(match_of(self._games, self._title))
        except EgnError as error:
            stop(f"{error}.")
        _save(self._out, text.encode(), self._replace)

    def drop(self) -> None:
        """Nothing is written before the end."""


def _private(path: Path) -> IO[bytes]:
    """Open a new file that only its owner can read: it has people's names."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600), "wb")


class _LineFile:
    """A line of JSON for each game. A game that EGN can't hold has its hands all the same."""

    def __init__(self, out: Path, replace: bool) -> None:
        self.written, self.left_out = 0, 0
        _check_free(out, replace)
        self._out = out if out == DASH or is_device(out) else out.resolve()
        self._part = None if self._out is out else self._out.with_name(f"{out.name}.part")
        try:
            self._file: IO[bytes] = sys.stdout.buffer if out == DASH else _private(self._part or out)
        except OSError as error:
            stop_writing(out, error)

    def add(self, game: Exported) -> None:
        self._file.write(msgspec.json.encode(_game_data(game)) + b"\n")
        self.written += 1

    def close(self) -> None:
        self._file.flush()
        if self._out == DASH:
            return
        self._file.close()
        if self._part is None:
            return
        if self.written:
            self._part.replace(self._out)
        else:
            self._part.unlink()

    def drop(self) -> None:
        if self._out == DASH:
            return
        # What is left in memory may not fit on the disk.
        with suppress(OSError):
            self._file.close()
        if self._part is not None:
            self._part.unlink(missing_ok=True)


def _game_data(game: Exported) -> dict[str, Any]:
    fields = {key: value for key, value in game._asdict().items() if key not in ("name", "egn", "why", "number")}
    egn = None if game.egn is None else as_written(game.egn)
    return {"game": game.number, **fields, "egn": egn, "egn_lacks": game.why or None}


class _ParquetFile:
    """A row for each hand, with the columns of its game first."""

    def __init__(self, out: Path, replace: bool) -> None:
        require("parquet")
        import arro3.core

        self.written, self.left_out = 0, 0
        self._out, self._replace = out, replace
        self._rows: list[dict[str, Any]] = []
        self._batches: list[arro3.core.RecordBatch] = []
        _check_free(out, replace)

    def add(self, game: Exported) -> None:
        names = dict(zip(("player_n", "player_e", "player_s", "player_w"), game.players, strict=True))
        about = {
            "table": game.table,
            "game": game.number,
            "ended": game.ended,
            "rules": game.rules,
            "rated": game.rated,
        }
        result = {"final_ns": game.score[0], "final_ew": game.score[1], "winner": game.winner}
        self._rows += [{**about, **names, **result, **msgspec.structs.asdict(row)} for row in game.hands]
        self.written += 1
        if len(self._rows) >= _BATCH:
            self._pack()

    def _pack(self) -> None:
        from arro3.core import Array, DataType, RecordBatch

        types = {int: DataType.int32(), bool: DataType.bool(), str: DataType.string()}
        columns: dict[str, Any] = {
            name: Array([row[name] for row in self._rows], type=types[kind]) for name, kind in _column_types().items()
        }
        self._batches.append(RecordBatch.from_pydict(columns))
        self._rows = []

    def close(self) -> None:
        import io

        from arro3.core import Table
        from arro3.io import write_parquet

        if not self.written:
            return
        self._pack()
        data = io.BytesIO()
        write_parquet(Table.from_batches(self._batches), data, compression="zstd(3)")
        _save(self._out, data.getvalue(), self._replace)

    def drop(self) -> None:
        """Nothing is written before the end."""


def _column_types() -> dict[str, type]:
    """The kind of each column."""
    first = {"table": str, "game": int, "ended": str, "rules": str, "rated": bool}
    names = dict.fromkeys(("player_n", "player_e", "player_s", "player_w"), str)
    of_hand = {field.name: _plain_type(field.type) for field in msgspec.structs.fields(HandRow)}
    return {**first, **names, "final_ns": int, "final_ew": int, "winner": str, **of_hand}


def _plain_type(kind: Any) -> type:
    return next((each for each in (bool, int) if kind is each), str)
