"""How the cost of a round grows with decks, seats, the length of hands and rules: games -> tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from f27lang import pipeline
from tests.benchmarks.games import ADDED, POKER, YARDSTICK, Played, adding, reaching, with_decks
from tests.benchmarks.speed import Effort, side_by_side
from tests.benchmarks.tables import Cell, Table

SEATS = range(1, 8)
DECKS = range(1, 9)
TARGETS = (17, 21, 25, 31, 41, 51)


def tables(effort: Effort) -> Iterator[Table]:
    """Yield all of them."""
    yield decks(effort)
    yield seats(effort)
    yield length(effort)
    yield rules(effort)


def decks(effort: Effort) -> Table:
    """Return the cost of a round of the yardstick with ever more decks."""
    found = [(number, with_decks(number)) for number in (DECKS if effort.whole else (1, 6))]
    return _grown("decks", f"{YARDSTICK}: decks", "decks", found, effort)


def length(effort: Effort) -> Table:
    """Return the cost of a round whose hands go up to ever larger totals."""
    found = [(target, reaching(target)) for target in (TARGETS if effort.whole else TARGETS[::3])]
    return _grown("length", "a plain game: hands up to a total", "total", found, effort, by_card=True)


def rules(effort: Effort) -> Table:
    """Return the cost of a round with one rule more, and of poker hands."""
    found = [(words, adding(lines)) for words, lines in (ADDED if effort.whole else ADDED[:3])]
    poker = POKER if effort.whole else POKER[:1]
    found += [(words, Played.by_strategy(pipeline.playable("poker-like", changes)[0])) for words, changes in poker]
    return _grown("rules", "one rule more", "rule", found, effort)


def seats(effort: Effort) -> Table:
    """Return the cost of a round with ever more seats."""
    game, numbers = with_decks(6), SEATS if effort.whole else (1, 2, 7)
    found = side_by_side([{"": game.kernel(number)} for number in numbers], effort)
    costs = ((number, 1e9 / rates[""]) for number, rates in zip(numbers, found, strict=True))
    rows = [(float(number), ns, ns / number) for number, ns in costs]
    return Table("seats", f"{YARDSTICK}: seats", ("seats", "ns a round", "ns a hand"), tuple(rows))


def _grown(
    name: str,
    title: str,
    what: str,
    found: Sequence[tuple[float | str, Played]],
    effort: Effort,
    *,
    by_card: bool = False,
) -> Table:
    rows: list[tuple[Cell, ...]] = []
    turns = side_by_side([game.ours() for _, game in found], effort)
    for (size, game), rates in zip(found, turns, strict=True):
        costs = {kernel: 1e9 / rate for kernel, rate in rates.items()}
        a_card = [ns / game.cards for ns in costs.values()] if by_card else []
        rows.append((size, float(len(game.tables.states)), game.cards, *costs.values(), *a_card))
        names = tuple(costs)
    columns = (what, "states", "cards", *(f"{each}: ns" for each in names))
    columns += tuple(f"{each}/card" for each in names) if by_card else ()
    return Table(name, title, columns, tuple(rows), "ns of thread CPU a round; cards of a round")
