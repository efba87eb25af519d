"""Keeps the prefix of a run, so that a killed one goes on where it was: Rulebook, Policy, seed, Tally <-> file."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from attrs import asdict, define, field, frozen

from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate.shoe_tally import ShoeTally
from f27lang.simulate.tally import Tally
from f27lang.simulate.until import Until
from f27lang.whole import replace_whole

C = TypeVar("C", Tally, ShoeTally)
EVERY_SECONDS = 5.0
SUFFIX = ".checkpoint"
_SCHEMA = "f27.checkpoint/2"  # goes up when a seed deals other cards


class Unusable(Exception):
    """Raised where a checkpoint can't be gone on from; its text says why, `helps` what to do."""

    def __init__(self, path: Path, why: str, help_: str) -> None:
        self.path, self.why, self.help = path, why, help_
        super().__init__(f"{path}: {why}")


class OfAnother(Unusable):
    """Raised where that is so because it is of another run."""


@frozen
class Identity:
    """All that decides what the rounds of a run are: two runs that agree here play the same."""

    rulebook: str
    policy: str
    seed: int

    @property
    def name(self) -> str:
        """The name of its file."""
        text = f"{_SCHEMA} {self.rulebook} {self.policy} {self.seed}"
        return hashlib.sha256(text.encode()).hexdigest()[:32] + SUFFIX


def identity(rulebook: Rulebook, policy: Policy, seed: int, seats: int = 1, wager: int = 0) -> Identity:
    """Return what tells a run from others; the name of the policy means nothing, its moves and who makes them do.

    The wager is part of what is kept of worn shoes.
    """
    moves = ",".join(str(int(move)) for move in policy.play) + (f" at {seats} seats" if seats > 1 else "")
    moves += "".join(f" takes {','.join(map(str, accepts))}" for accepts in policy.accepts)
    moves += f" for wager {wager}" if rulebook.shuffling else ""
    return Identity(rulebook.digest, hashlib.sha256(moves.encode()).hexdigest(), seed)


@define
class Keeper:
    """Writes the prefix of one run now and then. What can't be written is told once, and the run goes on.

    What an earlier run has left, and this one does not go on from, stays there when this one is finished.
    `outcomes` is how many counts each of the `seats` of a tally has; `until` is that of the run, which sets it, and
    `of_none` its tally of no shoes where these are worn.
    With `lasting` the file of a finished run stays, so that a longer one may go on from it.
    """

    path: Path
    of: Identity
    outcomes: int
    lasting: bool
    seats: int = 1
    say: Callable[[str], None] = lambda text: None
    every: float = field(factory=lambda: EVERY_SECONDS)
    written: int = field(default=0, init=False)  # rounds in the file: no shorter prefix of the run takes their place
    others: bool = field(default=False, init=False)  # whether an earlier run left the file, and this one began afresh
    until: Until | None = field(default=None, init=False)
    of_none: ShoeTally | None = field(default=None, init=False)
    silent: bool = field(default=False, init=False)

    def watching(self, progress: Callable[[C], None], resumed: int) -> Callable[[C], None]:
        """Return a progress that also writes the prefix where it is time; raises Unusable where that is another's.

        So many rounds were taken over from the file.
        """
        if _is_foreign(self.path):
            raise Unusable(self.path, "the file is no checkpoint of f27lang", "name another file, or delete this one")
        self.written = self._there()
        self.others = self.written > 0 and not resumed
        due = time.monotonic() + self.every

        def watch(prefix: C) -> None:
            nonlocal due
            if time.monotonic() >= due:
                self.write(prefix)
                due = time.monotonic() + self.every
            progress(prefix)

        return watch

    def write(self, prefix: Tally | ShoeTally) -> None:
        """Write the prefix, unless the file has as many rounds."""
        if self.silent or prefix.rounds <= self.written:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            replace_whole(self.path, _text(self.of, prefix, self.until).encode())
            self.written = prefix.rounds
        except OSError as error:
            self.silent = True
            self.say(f"no checkpoint is kept: {self.path} can't be written ({error.strerror}); the run goes on")

    def finish(self, prefix: Tally | ShoeTally, interrupted: bool) -> None:
        """Leave what a later run may go on from, and nothing else of this one."""
        if interrupted or self.lasting:
            self.write(prefix)
        elif not self.others and 0 < self.written <= prefix.rounds:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)

    def _there(self) -> int:
        try:
            return self._kept()[1].rounds
        except OfAnother as another:
            raise Unusable(self.path, another.why, "name another file, or delete this one") from another
        except (FileNotFoundError, Unusable):
            return 0

    def read_shoes(self, shoes: int) -> ShoeTally | None:
        """Return what `read` does, of so many worn shoes."""
        kept = self.read(shoes)
        assert kept is None or isinstance(kept, ShoeTally)
        return kept

    def read_rounds(self, rounds: int) -> Tally | None:
        """Return what `read` does, of so many rounds from fresh shoes."""
        kept = self.read(rounds)
        assert kept is None or isinstance(kept, Tally)
        return kept

    def read(self, length: int) -> Tally | ShoeTally | None:
        """Return the prefix to go on from, or None where there is no file; raise Unusable where it can't be trusted.

        That is one that is damaged, of another run, longer than `length`, in rounds or in worn shoes, or of a run that
        did not look whether it could stop where this one would.
        """
        try:
            kept, tally = self._kept()
        except FileNotFoundError:
            return None
        if (tally.shoes if isinstance(tally, ShoeTally) else tally.rounds) > length:
            of = f" from {tally.shoes:,} shoes" if isinstance(tally, ShoeTally) else ""
            held = f"it holds {tally.rounds:,} rounds{of}, more than are asked for"
            raise Unusable(self.path, held, f"ask for more: -n, or {_AFRESH}")
        if self.until and not _looked(kept, self.until):
            raise Unusable(self.path, "that run did not look whether it could stop where this one would", _AFRESH)
        return tally

    def _kept(self) -> tuple[dict[str, Any], Tally | ShoeTally]:
        """Return what the file holds, and its tally; raises FileNotFoundError, Unusable where it is not of this run."""
        try:
            kept = _checked(self.path, _read(self.path))
        except FileNotFoundError:
            raise
        except OSError as error:
            raise Unusable(self.path, f"it can't be read ({error.strerror})", _AFRESH) from error
        for what, mine in asdict(self.of).items():
            if kept[what] != mine:
                raise OfAnother(self.path, f"it is of a run with another {_WORDS[what]}", _SAME)
        tally = self._tally(kept["counts"])
        if tally is None or tally.rounds != kept["rounds"]:
            raise Unusable(self.path, "its counts do not add up", _AFRESH)
        return kept, tally

    def _tally(self, numbers: Sequence[int]) -> Tally | ShoeTally | None:
        """Return a tally of what a file has; None where that is no tally of this run."""
        if self.of_none is None:
            fits = len(numbers) == self.outcomes * self.seats
            return Tally(tuple(numbers), self.seats) if fits else None
        try:
            tally = self.of_none.of(numbers)
        except ValueError:
            return None
        return tally if tally.flat().rounds == tally.rounds else None


_MOST_BYTES = 1_000_000  # a thousand outcomes take a fiftieth of it


def _read(path: Path) -> bytes:
    """Read a file, a device or a pipe no further than a checkpoint goes."""
    if path.exists() and not path.is_file():
        raise Unusable(path, "it is no file", _AFRESH)
    with path.open("rb") as file:
        return file.read(_MOST_BYTES)


_AFRESH = "leave out --resume to start afresh"
_SAME = "resume with the settings of that run, or leave out --resume to start afresh"
_WORDS = {"rulebook": "variant or other settings", "policy": "way to play", "seed": "seed"}
_KEYS = {"schema", "rulebook", "policy", "seed", "rounds", "until", "wager", "counts"}


def _text(of: Identity, prefix: Tally | ShoeTally, until: Until | None) -> str:
    kept = {
        "schema": _SCHEMA,
        "rulebook": of.rulebook,
        "policy": of.policy,
        "seed": of.seed,
        "rounds": prefix.rounds,
        "until": str(until.pct) if until else None,
        "wager": until.wager if until else None,
        "counts": prefix.numbers,
    }
    body = json.dumps(kept)
    return f"{body}\n{hashlib.sha256(body.encode()).hexdigest()}\n"


def _looked(kept: dict[str, Any], until: Until) -> bool:
    """Whether the run that was kept would have stopped no later than this one."""
    return kept["until"] is not None and kept["wager"] == until.wager and Fraction(kept["until"]) >= until.pct


def _checked(path: Path, text: bytes) -> dict[str, Any]:
    body, _, digest = text.partition(b"\n")
    damaged = hashlib.sha256(body).hexdigest().encode() != digest.strip()
    kept = None if damaged else json.loads(body)
    if isinstance(kept, dict) and kept.get("schema", _SCHEMA) != _SCHEMA:
        raise Unusable(path, "it is of another version of f27lang", _AFRESH)
    if not isinstance(kept, dict) or set(kept) != _KEYS:
        raise Unusable(path, "it is damaged, or no checkpoint of f27lang", _AFRESH)
    return kept


def _is_foreign(path: Path) -> bool:
    """Whether a file holds what no run of ours has written, whole or damaged."""
    try:
        if path.exists() and not path.is_file():
            return True
        with path.open("rb") as file:
            return file.read(len(_OURS)) not in (_OURS, b"")
    except OSError:
        return False  # what is not there, or can't be read, is told when it is written


_OURS = b'{"schema": "f27.checkpoint/'
