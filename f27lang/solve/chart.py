"""The best strategy chart: one move for each reading of the player's hand and each name of what the dealer shows.

Faces of one column -> Search -> moves, cells
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from attrs import define, field

from f27lang.rulebook import Move
from f27lang.solve.averaged import chart_views
from f27lang.solve.deals import cell_keys, cell_names
from f27lang.solve.faces import ASKED, Column, Number, Played, allowed, tied, worth_hitting
from f27lang.solve.solution import Cell, Spot

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook


@define
class Tally:
    """How often a cell is reached, and what its moves are worth in sum; `places` are its (player state, view)."""

    reach: Number = 0
    hit: Number = 0
    stand: Number = 0
    places: list[tuple[int, int]] = field(factory=list)

    @property
    def better(self) -> Move:
        """The move that is worth more."""
        return Move.HIT if worth_hitting(self.hit, self.stand, self.reach) else Move.STAND

    @property
    def tied(self) -> bool:
        """Whether both moves come to the same."""
        return tied(self.hit, self.stand, self.reach)


Results = list[tuple[int, Played]]  # per view of a column
Spare = Callable[[int, int], tuple[Number, Number]]  # (player state, view) -> what hit and stand are worth there
AnyCell = TypeVar("AnyCell", Cell, Spot)


@define
class Search:
    """The search for the best moves of one column, from the moves it is given."""

    rulebook: Rulebook
    column: Column
    choice: dict[str, int]  # per name of a cell
    names: tuple[str, ...] = field(init=False)  # of the cell of each player state
    results: Results = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.names = cell_names(self.rulebook)
        self.results = self._try(self.choice)

    @property
    def value(self) -> Number:
        """The value of the moves chosen, per round of all rounds."""
        return sum(played.value for _, played in self.results)

    def run(self) -> None:
        """Find cells of which none is better turned, and stand where both moves come to the same.

        Standing in such a cell alters how often others are reached, so these are looked at again; it is done once.
        """
        self._climb()
        settled: set[str] = set()
        while ties := [name for name in self._ties() if name not in settled]:
            settled.update(ties)
            self.choice = self.choice | dict.fromkeys(ties, int(Move.STAND))
            self.results = self._try(self.choice)
            self._climb()

    def _climb(self) -> None:
        """Turn cells to their better move, all at once or else the one that gains most, while that raises the value."""
        while better := self._better():
            most = max(better, key=lambda name: better[name])
            if not (self._turn(list(better)) or self._turn([most])):
                return

    def _asked(self) -> dict[str, Tally]:
        """Return the sums of the cells where the player is asked."""
        tallies = tallied(self.rulebook, self.names, self.results)
        return {name: tally for (name, bits), tally in tallies.items() if bits == ASKED}

    def _better(self) -> dict[str, Number]:
        """Return the cells where the other move is worth more, and how much in sum."""
        return {
            name: tally.hit - tally.stand if tally.better == Move.HIT else tally.stand - tally.hit
            for name, tally in self._asked().items()
            if not tally.tied and tally.better != self.choice[name]
        }

    def _ties(self) -> list[str]:
        """Return the cells where he hits although that comes to the same as standing."""
        asked = self._asked()
        return [name for name in asked if asked[name].reach and asked[name].tied and self.choice[name] == Move.HIT]

    def _turn(self, names: list[str]) -> bool:
        """Take the other move in some cells if that raises the value."""
        choice = self.choice | {name: ASKED - self.choice[name] for name in names}
        results = self._try(choice)
        if sum(played.value for _, played in results) <= self.value:
            return False
        self.choice, self.results = choice, results
        return True

    def _try(self, choice: dict[str, int]) -> Results:
        return [(face.state, face.played(self.moves(face.state, choice))) for face in self.column]

    def moves(self, view: int, choice: dict[str, int] | None = None) -> tuple[int, ...]:
        """Return the move for every player state against a view."""
        chosen = choice or self.choice
        bits = allowed(self.rulebook, view)
        return tuple(chosen[name] if bit == ASKED else bit for name, bit in zip(self.names, bits))


def tallied(rulebook: Rulebook, names: Sequence[str], results: Results) -> dict[tuple[str, int], Tally]:
    """Sum turns against the views of a column into cells: a reading of the player's hand, and the moves he has."""
    size = len(rulebook.states)
    tallies: defaultdict[tuple[str, int], Tally] = defaultdict(Tally)
    for view, played in results:
        for p, name in enumerate(names):
            if bits := rulebook.moves[p * size + view]:
                tally = tallies[name, bits]
                tally.reach += played.reach[p]
                tally.hit += played.hit[p]
                tally.stand += played.stand[p]
                tally.places.append((p, view))
    return dict(tallies)


def spots(rulebook: Rulebook) -> tuple[Spot, ...]:
    """Return where the chart has its cells; nothing is solved for it."""
    size = len(rulebook.states)
    asked: defaultdict[tuple[str, str, int | None], bool] = defaultdict(bool)
    for view, dealer in chart_views(rulebook).items():
        for p, (cards, player) in enumerate(cell_keys(rulebook)):
            if bits := rulebook.moves[p * size + view]:
                asked[player, dealer, cards] |= bits == ASKED
    return worth_printing([Spot(player, dealer, not asks, cards) for (player, dealer, cards), asks in asked.items()])


def worth_printing(cells: Sequence[AnyCell]) -> tuple[AnyCell, ...]:
    """Return the cells but those of a number of cards with which the player is never asked."""
    asked = {cell.cards for cell in cells if not cell.forced}
    return tuple(cell for cell in cells if cell.cards is None or cell.cards in asked)


def chart_cells(
    rulebook: Rulebook, name: str, results: Results, moves: dict[int, tuple[int, ...]], spare: Spare
) -> list[Cell]:
    """Return the cells of a column by cards, soft and total, one for each name; asked ones win over forced ones.

    `moves` holds the move per view and player state. Where the player never gets, `spare` tells what moves are worth.
    """
    names, keys = cell_names(rulebook), cell_keys(rulebook)
    tallies = tallied(rulebook, names, results)
    chosen: dict[str, int] = {}
    for named, bits in sorted(tallies, key=lambda key: (key[1] == ASKED, tallies[key].reach)):
        chosen[named] = bits

    def by_total(named: str) -> tuple[int, bool, object]:
        p = tallies[named, chosen[named]].places[0][0]
        return keys[p][0] or 0, rulebook.states[p].soft, rulebook.states[p].total

    def cell(named: str) -> Cell:
        tally = tallies[named, chosen[named]]
        p, view = tally.places[0]
        hit, stand = (tally.hit / tally.reach, tally.stand / tally.reach) if tally.reach else spare(p, view)
        values = {Move.HIT: float(hit), Move.STAND: float(stand)}
        move = Move(moves[view][p])
        forced = chosen[named] != ASKED
        return Cell(
            player=keys[p][1],
            dealer=name,
            move=move.name.lower(),
            values=tuple((m.name.lower(), value) for m, value in values.items() if chosen[named] & m),
            gain=0.0 if forced or tied(hit, stand) else values[move] - values[Move(ASKED - move)],
            reach=float(tally.reach),
            forced=forced,
            cards=keys[p][0],
        )

    return [cell(named) for named in sorted(chosen, key=by_total)]
