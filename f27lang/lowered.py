"""A game by a named strategy as tables, kept for the next run: variant, changes, strategy -> Begun, Lowered.

Checking and lowering a game takes fifty times as long as reading what came of it. What is kept holds only while the
texts that it came from are the same, found in the same places, and the program is.
"""

from __future__ import annotations

import pickle
import re
import sys
from contextlib import suppress
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path

from attrs import define, field, frozen

from f27lang import model, pipeline, program
from f27lang.asking import BUILT_IN, strategy_tables
from f27lang.changes import Changes
from f27lang.diagnostics import Report
from f27lang.files import beside, read, takes_the_name_of_another
from f27lang.regular import read_regular
from f27lang.rulebook import Policy, Rulebook
from f27lang.source import SourceFile
from f27lang.syntax.load import cache_folder, without_collector
from f27lang.syntax.parse import parse
from f27lang.whole import replace_whole

NAMED = re.compile(r"game-[0-9a-f]{32}(\.\d+)?")  # the name of a file that holds one, or is to hold it
MOST_KEPT = 256
_DIGEST_BYTES = 32


@frozen
class Lowered:
    """The tables of a game for a strategy, and its play."""

    tables: Rulebook
    policy: Policy


@frozen
class _Source:
    """A text, and the name by which it was found: the variant as typed, or what the text before it extends."""

    name: str
    text: SourceFile

    @property
    def what(self) -> tuple[type[SourceFile], str, str]:
        """What makes it another."""
        return type(self.text), self.text.path, self.text.text


@frozen
class _Entry:
    sources: tuple[_Source, ...]
    game: model.Game
    warnings: Report
    lowered: Lowered


@define
class Begun:
    """A game that can be played, the warnings about it, and where its tables are kept."""

    game: model.Game
    warnings: Report
    _place: Path | None = None
    _name: str = ""
    _kept: Lowered | None = field(default=None, repr=False)

    def lowering(self, game: model.Game, strategy: str) -> Lowered:
        """Return `lowered` of the game for the strategy that was named at the beginning."""
        if self._kept is not None:
            return self._kept
        found = lowered(game, strategy)
        if self._place is not None and (sources := _sources(self._name, self.game)):
            _keep(_Entry(sources, self.game, self.warnings, found), self._place)
        return found


def lowered(game: model.Game, strategy: str) -> Lowered:
    """Lower a game for a strategy that it names; raises Misasked where there is none."""
    return Lowered(*strategy_tables(game, strategy))


def begin(variant: str, changes: Changes, play: str | None) -> Begun:
    """Return a game to play, like `pipeline.playable`: with its tables where a named strategy was played before."""
    folder = cache_folder()
    if folder is None or play is None or play in BUILT_IN or variant == "-":
        return Begun(*pipeline.playable(variant, changes))
    name, house = pipeline.split_house(variant)
    key = (name, house, changes, play, sys.version, program.stamp())
    place = folder / f"game-{sha256(repr(key).encode()).hexdigest()[:32]}"
    found = _load(place)
    if found is not None and _still_there(found.sources):
        return Begun(found.game, found.warnings, None, name, found.lowered)
    return Begun(*pipeline.playable(variant, changes), place, name)


def about(path: Path) -> str:
    """Return what a kept game is, for a list; of one that can't be read that it can't."""
    try:
        return read_regular(path)[_DIGEST_BYTES:].partition(b"\n")[0].decode("utf-8", "replace")
    except OSError as error:
        return f"can't be read ({error.strerror})"


def _sources(name: str, game: model.Game) -> tuple[_Source, ...]:
    """Return the texts that a game comes from, its own first; nothing where it is not a chain of games."""
    texts = game.files[::-1]
    files = (parse(text, Report()) for text in texts)
    names = (name, *(file.extends.parent.text for file in files if file and file.extends))
    return tuple(map(_Source, names, texts)) if len(names) == len(texts) else ()


def _still_there(sources: tuple[_Source, ...]) -> bool:
    found = read(sources[0].name, Report())
    for source, parent in zip_longest(sources, sources[1:]):
        if found is None or (type(found), found.path, found.text) != source.what:
            return False
        if parent:
            found = beside(found, parent.name, Report())
            if found and takes_the_name_of_another(found, parent.name):
                return False
    return True


def _load(place: Path) -> _Entry | None:
    """Read what was kept; the digest in front of it finds a damaged file before it is read."""
    try:
        stored = read_regular(place)
        if sha256(stored[_DIGEST_BYTES:]).digest() != stored[:_DIGEST_BYTES]:
            return None
        with without_collector():
            found = pickle.loads(stored[stored.index(b"\n", _DIGEST_BYTES) + 1 :])
    except Exception:  # whatever is wrong with a cache, the texts themselves are at hand
        return None
    return found if isinstance(found, _Entry) else None


def _keep(entry: _Entry, place: Path) -> None:
    """Keep an entry for other runs, where that is possible, and no more than the newest ones."""
    words = f"{entry.game.name} by {entry.lowered.policy.name}"
    data = words.encode() + b"\n" + pickle.dumps(entry, 5)
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        replace_whole(place, sha256(data).digest() + data)
        games = (path for path in place.parent.iterdir() if NAMED.fullmatch(path.name) and path.is_file())
        for old in sorted(games, key=lambda path: path.stat().st_mtime)[:-MOST_KEPT]:
            old.unlink()
