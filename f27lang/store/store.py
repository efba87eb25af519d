"""What was solved and simulated before: questions -> answers, kept in one SQLite file.

A store never stops a command. What is wrong with it is said once, and from then on nothing is looked up or kept.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, evolve, field, frozen

from f27lang.store import database
from f27lang.store.database import Undecodable
from f27lang.store.engine import engine

if TYPE_CHECKING:
    from f27lang.patience import Say
    from f27lang.solve.solution import Solution
    from f27lang.store.keys import Wanted

T = TypeVar("T")

_COLUMNS = (
    "id", "kind", "date", "engine", "variant", "changed", "digest", "play", "shoe", "knowledge", "wager",
    "edge_pct", "se_pct", "rounds", "seed", "seats",
)  # fmt: skip
_LOST = (sqlite3.Error, database.Foreign, OSError)


@frozen
class About:
    """What a list says of a game: its name, and what was changed of it."""

    variant: str
    changed: str
    digest: str
    wager: str


@frozen
class Kept:
    """One answer as a list shows it; `rounds`, `seed`, `seats` and `se_pct` are a simulation's, `date` is UTC."""

    id: int
    kind: str  # "solution" or "simulation"
    date: str
    engine: str
    variant: str
    changed: str
    digest: str
    play: str
    shoe: str
    knowledge: str
    wager: str
    edge_pct: float
    se_pct: float | None = None
    rounds: int | None = None
    seed: str | None = None  # a text: it may be larger than what SQLite takes for a number
    seats: int | None = None


@frozen
class Pruned:
    """What was taken away."""

    solutions: int
    simulations: int
    left: int


def _missing(path: Path) -> bool:
    """Return whether there is no such file; raises OSError where none can be there."""
    try:
        path.stat()
    except FileNotFoundError:
        return True
    return False


@define
class Store:
    """Answers by their keys; `opened` makes one. `path` is None for one that is forgotten with the process."""

    path: Path | None
    say: Say
    connection: sqlite3.Connection | None = field(repr=False)

    @classmethod
    def opened(cls, path: Path | None = None, say: Say = lambda _: None, *, make: bool = True) -> Store:
        """Return the store in a file, by default the user's; one that can't be used is said, and stays empty.

        Where the file is missing it is made, or else (`make` being False) nothing is in the store.
        """
        where = path
        try:
            where = database.place(path)
            if not make and _missing(where):
                return cls(where, say, database.in_memory())
            return cls(where, say, database.connected(where))
        except _LOST as error:
            say(database.trouble(where or Path("runs.sqlite"), error))
            return cls(where, say, None)

    @classmethod
    def forgotten(cls) -> Store:
        """Return a store that nothing else sees."""
        return cls(None, lambda _: None, database.in_memory())

    @property
    def usable(self) -> bool:
        """Whether anything can be looked up or kept."""
        return self.connection is not None

    def solution(self, wanted: Wanted) -> Solution | None:
        """Return what was found for a question, where it was asked before."""
        return next((found for key in wanted.keys if (found := self._solution(key, wanted.counted))), None)

    def _solution(self, key: str, counted: bool) -> Solution | None:
        row = self._row("SELECT id, body, checksum FROM run WHERE kind = 'solution' AND key = ?", key)
        if row is None:
            return None
        from f27lang.store.coding import solution_of  # noqa: PLC0415

        try:
            found = solution_of(_sound(key, row[1], row[2]))
        except Undecodable:
            self._do(lambda db: db.execute("DELETE FROM run WHERE id = ?", (row[0],)))
            return None
        return found if counted else evolve(found, frequencies=None)

    def keep(self, wanted: Wanted, found: Solution, about: About) -> None:
        """Keep a solution; one that is there already stays."""
        from f27lang.store.coding import solution_text  # noqa: PLC0415

        key, body = wanted.keys[0], solution_text(found)
        row = (
            *("solution", key, engine(), _now(), about.variant, about.changed, about.digest, found.play, found.shoe),
            *(found.knowledge, about.wager, found.edge_pct, None, None, None, None, body, _checksum(key, body)),
        )
        self._do(lambda db: _insert(db, row))

    def answer(self, key: str) -> str | None:
        """Return the text kept under a key of `keys.key_of`."""
        row = self._row("SELECT key, body, checksum FROM answer WHERE key = ?", key)
        try:
            return None if row is None else _sound(key, row[1], row[2])
        except Undecodable:
            self.drop_answer(key)
            return None

    def drop_answer(self, key: str) -> None:
        """Forget a text that means nothing."""
        self._do(lambda db: db.execute("DELETE FROM answer WHERE key = ?", (key,)))

    def keep_answer(self, key: str, body: str, wanted: Wanted) -> None:
        """Keep a text that follows from a solution; it goes when the solution does."""
        row = (key, body, _checksum(key, body))
        insert = "INSERT OR REPLACE INTO answer SELECT ?, id, ?, ? FROM run WHERE kind = 'solution' AND key IN (?, ?)"
        keys = (wanted.keys[0], wanted.keys[-1])
        self._do(lambda db: db.execute(insert, (*row, *keys)))

    def keep_simulation(self, key: str, body: str, row: Kept) -> None:
        """Keep what was played; `row` says what it was, its `id`, `date` and `engine` mean nothing."""
        values = (
            *("simulation", key, engine(), _now(), row.variant, row.changed, row.digest, row.play, row.shoe),
            *(row.knowledge, row.wager, row.edge_pct, row.se_pct, row.rounds, row.seed, row.seats),
            *(body, _checksum(key, body)),
        )
        self._do(lambda db: _insert(db, values))

    def simulation(self, key: str) -> tuple[str, str] | None:
        """Return the date and the text of the last simulation kept under a key."""
        query = "SELECT id, body, checksum, date FROM run WHERE kind = 'simulation' AND key = ? ORDER BY id DESC"
        row = self._row(query, key)
        try:
            return None if row is None else (row[3], _sound(key, row[1], row[2]))
        except Undecodable:
            self._do(lambda db: db.execute("DELETE FROM run WHERE id = ?", (row[0],)))
            return None

    def runs(self, last: int | None = None) -> tuple[Kept, ...]:
        """Return what is kept, the newest first, or so many of it."""
        query = f"SELECT {', '.join(_COLUMNS)} FROM run ORDER BY id DESC LIMIT ?"
        return tuple(self._do(lambda db: [Kept(*row) for row in db.execute(query, (last or -1,))], []))

    def run(self, number: int) -> tuple[Kept, str] | None:
        """Return one answer, with its text."""
        query = f"SELECT {', '.join(_COLUMNS)}, body FROM run WHERE id = ?"
        row = self._row(query, number)
        return None if row is None else (Kept(*row[:-1]), row[-1])

    def count(self) -> int:
        """Return how many answers are kept."""
        row = self._row("SELECT count(*) FROM run")
        return int(row[0]) if row else 0

    def prune(self, *, before: datetime | None = None, keep: int | None = None) -> Pruned:
        """Take away what is older than a moment, all but the last `keep`, or, where neither is said, everything."""
        which, value = _condition(before, keep)

        def take_away(db: sqlite3.Connection) -> Pruned:
            query = f"SELECT kind, count(*) FROM run WHERE {which} GROUP BY kind"
            gone = dict(db.execute(query, value))
            db.execute(f"DELETE FROM run WHERE {which}", value)
            (left,) = db.execute("SELECT count(*) FROM run").fetchone()
            return Pruned(gone.get("solution", 0), gone.get("simulation", 0), left)

        pruned = self._do(take_away, Pruned(0, 0, 0))
        self._do(lambda db: db.execute("VACUUM"))
        self._do(lambda db: db.execute("PRAGMA wal_checkpoint(TRUNCATE)"))
        return pruned

    def size(self) -> int:
        """Return the bytes that it takes on disk."""
        if self.path is None:
            return 0
        files = (self.path.with_name(self.path.name + end) for end in ("", "-wal"))
        return sum(file.stat().st_size for file in files if file.is_file())

    def _row(self, query: str, *values: object) -> Any:
        return self._do(lambda db: _first(db, query, values), None)

    def _do(self, work: Callable[[sqlite3.Connection], T], otherwise: T | None = None) -> T:
        """Do one transaction's work; where that fails give the store up, and return `otherwise`."""
        if self.connection is not None:
            try:
                with self.connection:
                    return work(self.connection)
            except _LOST as error:
                self._give_up(error)
        return otherwise  # type: ignore[return-value]

    def _give_up(self, error: Exception) -> None:
        assert self.connection is not None
        self.say(database.trouble(self.path or Path(":memory:"), error))
        broken, self.connection = self.connection, None
        with suppress(sqlite3.Error):
            broken.close()

    def close(self) -> None:
        """Let go of the file."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def _insert(db: sqlite3.Connection, row: Sequence[object]) -> None:
    names = "kind, key, engine, date, variant, changed, digest, play, shoe, knowledge, wager, edge_pct, se_pct, rounds"
    marks = ", ".join("?" * len(row))
    db.execute(f"INSERT OR IGNORE INTO run ({names}, seed, seats, body, checksum) VALUES ({marks})", row)


def _first(db: sqlite3.Connection, query: str, values: Sequence[object]) -> Any:
    with closing(db.execute(query, values)) as found:
        return found.fetchone()


def _condition(before: datetime | None, keep: int | None) -> tuple[str, tuple[object, ...]]:
    if before is not None:
        return "date < ?", (_moment(before),)
    if keep is not None:
        return "id NOT IN (SELECT id FROM run ORDER BY id DESC LIMIT ?)", (keep,)
    return "1", ()


def _sound(key: str, body: str, checksum: str) -> str:
    """Return a text that is as it was written; raises Undecodable."""
    if not isinstance(body, str) or _checksum(key, body) != checksum:
        raise Undecodable("the checksum is wrong")
    return body


def _checksum(key: str, body: str) -> str:
    return hashlib.sha256(f"{key}\0{body}".encode()).hexdigest()


def _now() -> str:
    return _moment(datetime.now(UTC))


def _moment(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
