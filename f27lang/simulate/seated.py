"""How the strategies at a table answer whatever a vying game asks. VyingRulebook, line-ups of policies -> tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import define, field, frozen

from f27lang.emit.tables import pack
from f27lang.emit.vying_pots import declares
from f27lang.emit.vying_tables import CELL_BYTES
from f27lang.vying import ANY_SCENE, Act, AdviceRow, SayRow, Scene, StepKind, VyingPolicy, VyingRulebook, When

Lineup = tuple[VyingPolicy, ...]

CHECKS, FOLDS, CALLS, PUTS = 0, 1, 2, 3
_NOTHING_DUE, _ALL_OTHERS_CHECKED, _DUE, _NO_RAISE_LEFT = range(4)
_ASKED = (_NOTHING_DUE, _ALL_OTHERS_CHECKED, _DUE, _NO_RAISE_LEFT)
_ALLOWED = {
    _NOTHING_DUE: (Act.CHECK, Act.BET),
    _ALL_OTHERS_CHECKED: (Act.CHECK, Act.BET),
    _DUE: (Act.CALL, Act.FOLD, Act.RAISE),
    _NO_RAISE_LEFT: (Act.CALL, Act.FOLD),
}
_HOLDS = {
    _NOTHING_DUE: When.NOBODY_BET,
    _ALL_OTHERS_CHECKED: When.NOBODY_BET | When.ALL_OTHERS_CHECKED,
    _DUE: When.SOMEBODY_BET,
    _NO_RAISE_LEFT: When.SOMEBODY_BET,
}
_DRAWS = (StepKind.DRAW, StepKind.DRAW_TOGETHER, StepKind.DRAW_IF_ALL)
_PLAIN = {Act.CHECK: CHECKS, Act.FOLD: FOLDS, Act.CALL: CALLS}


@frozen
class Seated:
    """The tables that a kernel asks, and whether anybody may bet at all."""

    player: tuple[bytes, ...]
    loud: bool


@frozen(cache_hash=True)
class Line:
    """A line of advice: what it says while `scene` holds, and what `bet` has of SOMEBODY_BET and NOBODY_BET."""

    says: int
    scene: Scene = ANY_SCENE
    bet: int = When.ALWAYS

    @property
    def always(self) -> bool:
        """Whether it holds whatever is seen."""
        return self.scene == ANY_SCENE and not self.bet

    @property
    def as_last(self) -> Line:
        """The line as one that always holds."""
        return self if self.always else Line(self.says)

    @property
    def cells(self) -> tuple[int, ...]:
        """The line as an emitted module's `advised` reads it."""
        scene = self.scene
        return (*scene.rounds, *scene.live, scene.seats, self.bet, self.says)


Lines = tuple[Line, ...]


@define
class Book:
    """Lists of lines one behind another, each only once."""

    cells: list[int] = field(factory=list)
    places: dict[Lines, int] = field(factory=dict)

    def place(self, lines: Lines) -> int:
        """Return where in the cells a list of lines begins."""
        if lines not in self.places:
            self.places[lines] = len(self.cells)
            self.cells += (cell for line in lines for cell in line.cells)
        return self.places[lines]


def with_hero(hero: VyingPolicy, others: VyingPolicy, players: int) -> tuple[Lineup, ...]:
    """Return the line-ups in which a hero sits in each seat once: hand r has him in seat r mod `players`."""
    return tuple(tuple(hero if s == at else others for s in range(players)) for at in range(players))


def seated(rulebook: VyingRulebook, lineups: Sequence[Lineup]) -> Seated:
    """Return the tables of line-ups. Raises ValueError where a strategy has no answer, or one that is not allowed.

    So it does where one looks round, and the rulebook was lowered with none that does.
    """
    policies = list(dict.fromkeys(policy for lineup in lineups for policy in lineup))
    if any(policy.looks_round for policy in policies) and not rulebook.looks_round:
        raise ValueError("a strategy looks round, and these tables were made for none that does")
    numbers = {policy: number for number, policy in enumerate(policies)}
    rows = [row for policy in policies for row in policy.bet if row.act in _MORE] if rulebook.betting else []
    amounts = sorted({_chips(rulebook, row) for row in rows})
    takes = [lines for policy in policies for lines in _takes(rulebook, policy)]
    bets = [lines for policy in policies for lines in _bets(rulebook, policy, amounts)]
    says = [lines for policy in policies for lines in _says(rulebook, policy)] if declares(rulebook) else []
    lineup = _packed(numbers[policy] for lineup in lineups for policy in lineup)
    chips = _large(amounts)
    loud = any(line.says >= PUTS for lines in bets for line in lines)
    if rulebook.looks_round:
        book = Book()
        places = [_large(map(book.place, asked)) for asked in (takes, bets, says)]
        tables = (*places[:2], lineup, chips, *(places[2:] if says else ()), _packed(book.cells))
    else:
        draw, bet, say = ([lines[0].says for lines in asked] for asked in (takes, bets, says))
        tables = (bytes(draw), _packed(bet), lineup, chips, *([_packed(say)] if says else ()))
    return Seated(tables, loud)


_MORE = (Act.BET, Act.RAISE)


def _packed(cells: Iterable[int]) -> bytes:
    return pack(list(cells), CELL_BYTES)


def _large(numbers: Iterable[int]) -> bytes:
    """Return numbers of two cells each, the low one first."""
    return _packed(half for number in numbers for half in divmod(number, 1 << 16)[::-1])


def _chips(rulebook: VyingRulebook, row: AdviceRow) -> int:
    assert rulebook.betting is not None
    return row.chips or rulebook.betting.least


def _takes(rulebook: VyingRulebook, policy: VyingPolicy) -> Iterator[Lines]:
    """Yield when a strategy takes a card, 1, or none, by hand; nothing is asked where nobody draws."""
    if all(step.kind not in _DRAWS for step in rulebook.steps):
        yield from ((Line(0),) for _ in rulebook.states)
        return
    rows = [(row, int(row.act is Act.TAKE)) for row in policy.draw]
    yield from _decisive(rulebook, policy, rows, When.ALWAYS)


def _bets(rulebook: VyingRulebook, policy: VyingPolicy, amounts: Sequence[int]) -> Iterator[Lines]:
    """Yield what a strategy says, by what it is asked and the hand; nothing is asked where there is no betting."""
    if rulebook.betting is None:
        yield from ((Line(CHECKS),) for _ in _ASKED for _ in rulebook.states)
        return

    def answer(row: AdviceRow) -> int:
        return PUTS + amounts.index(_chips(rulebook, row)) if row.act in _MORE else _PLAIN[row.act]

    for asked in _ASKED:
        rows = [(row, answer(row)) for row in policy.bet if row.act in _ALLOWED[asked]]
        yield from _decisive(rulebook, policy, rows, _HOLDS[asked], bets_known=True)


def _says(rulebook: VyingRulebook, policy: VyingPolicy) -> Iterator[Lines]:
    """Yield what a strategy declares, by hand."""
    yield from _decisive(rulebook, policy, [(row, row.says) for row in policy.say], When.ALWAYS)


def _decisive(
    rulebook: VyingRulebook,
    policy: VyingPolicy,
    rows: Iterable[tuple[AdviceRow | SayRow, int]],
    holds: int,
    *,
    bets_known: bool = False,
) -> Iterator[Lines]:
    """Yield the lines of advice that may decide, by hand: one that holds whatever is seen is the last.

    `holds` is what is so of bets; where they are not known somebody may have bet or not. Where several lines leave
    nothing open between them, as checks make sure, the last of them is taken for one that always holds.
    """
    open_ = When.ALWAYS if bets_known else When.SOMEBODY_BET | When.NOBODY_BET
    possible = ((row, says) for row, says in rows if not row.when & ~(holds | open_))
    made = [(row.fits, Line(says, row.scene, row.when & open_)) for row, says in possible]
    lines = [(fits, line, line.always) for fits, line in made]
    for state in range(len(rulebook.states)):
        found: list[Line] = []
        for fits, line, always in lines:
            if fits[state]:
                found.append(line)
                if always:
                    break
        if not found:
            raise ValueError(f"policy {policy.name}: no advice for hand state {state}")
        yield (*found[:-1], found[-1].as_last)
