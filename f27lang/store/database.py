"""The SQLite file of a store: a path -> a connection whose tables are there, or what is wrong with it in words."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

from platformdirs import user_data_path

WAIT_SECONDS = 5.0
_EDITION = 1
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_TABLES = """
CREATE TABLE IF NOT EXISTS run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL, key TEXT NOT NULL, engine TEXT NOT NULL, date TEXT NOT NULL,
  variant TEXT NOT NULL, changed TEXT NOT NULL, digest TEXT NOT NULL,
  play TEXT NOT NULL, shoe TEXT NOT NULL, knowledge TEXT NOT NULL, wager TEXT NOT NULL,
  edge_pct REAL NOT NULL, se_pct REAL, rounds INTEGER, seed TEXT, seats INTEGER,
  body TEXT NOT NULL, checksum TEXT NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS solved ON run (key) WHERE kind = 'solution';
CREATE INDEX IF NOT EXISTS played ON run (key) WHERE kind = 'simulation';
CREATE TABLE IF NOT EXISTS answer (
  key TEXT PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  body TEXT NOT NULL, checksum TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS answered ON answer (run);
"""


class Foreign(Exception):
    """Raised where a file was made by a later version of f27lang."""


class Undecodable(Exception):
    """Raised where a text is none of ours, whatever is wrong with it."""


def place(path: Path | None = None) -> Path:
    """Return the file of the store: the one named, $F27_STORE, or that in the user's data folder.

    Raises OSError where there is no home folder.
    """
    if path is not None:
        return path
    if named := os.environ.get("F27_STORE", "").strip():
        return Path(named)
    try:
        return user_data_path("f27lang") / "runs.sqlite"
    except (RuntimeError, KeyError) as error:
        raise OSError(errno.ENOENT, "there is no home folder") from error


def connected(path: Path) -> sqlite3.Connection:
    """Return a connection to the file, which is made, for its owner's eyes only, where it is missing.

    Raises OSError, sqlite3.Error and Foreign.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no regular file")
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    connection = sqlite3.connect(path, timeout=WAIT_SECONDS)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        return _prepared(connection)
    except BaseException:
        connection.close()
        raise


def in_memory() -> sqlite3.Connection:
    """Return a connection to a store that is forgotten."""
    return _prepared(sqlite3.connect(":memory:"))


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.execute("PRAGMA foreign_keys = ON")
    (edition,) = connection.execute("PRAGMA user_version").fetchone()
    if edition > _EDITION:
        raise Foreign(f"it is of edition {edition}, this f27lang knows {_EDITION}")
    if edition < _EDITION:
        connection.executescript(f"BEGIN IMMEDIATE;{_TABLES}PRAGMA user_version = {_EDITION};COMMIT;")
    return connection


def trouble(path: Path, error: Exception) -> str:
    """Say what is wrong with a store, and the way out."""
    said = error.strerror or str(error) if isinstance(error, OSError) else str(error)
    return f"the run store {path} {_what(said, error)}; the command goes on without it"


def _what(said: str, error: Exception) -> str:
    if isinstance(error, Foreign):
        return f"is a later version's ({said}): name another file in F27_STORE"
    if "locked" in said:
        return f"is in use by another program ({said}): nothing more is looked up or kept"
    if "disk is full" in said or (isinstance(error, OSError) and error.errno in _NO_ROOM):
        return f"has no room ({said}): make some, or name a file elsewhere in F27_STORE"
    if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
        return f"is damaged ({said}): move it away, and a new one is made"
    return f"can't be used ({said}): name another file in F27_STORE, or say --no-store"
