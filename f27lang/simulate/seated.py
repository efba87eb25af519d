"""How the strategies at a table answer whatever a vying game asks. VyingRulebook, line-ups of policies -> tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from f27lang.emit.tables import pack
from f27lang.emit.vying_steps import declares
from f27lang.emit.vying_tables import CELL_BYTES
from f27lang.vying import Act, AdviceRow, StepKind, VyingPolicy, VyingRulebook, When

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
_DRAWS = (StepKind.DRAW, StepKind.DRAW_TOGETHER, StepKind.DRAW_IF_ALL)
_PLAIN = {Act.CHECK: CHECKS, Act.FOLD: FOLDS, Act.CALL: CALLS}


@frozen
class Seated:
    """The tables that a kernel asks, and whether anybody may bet at all."""

    player: tuple[bytes, ...]
    loud: bool


def with_hero(hero: VyingPolicy, others: VyingPolicy, players: int) -> tuple[Lineup, ...]:
    """Return the line-ups in which a hero sits in each seat once: hand r has him in seat r mod `players`."""
    return tuple(tuple(hero if s == at else others for s in range(players)) for at in range(players))


def seated(rulebook: VyingRulebook, lineups: Sequence[Lineup]) -> Seated:
    """Return the tables of line-ups. Raises ValueError where a strategy has no answer, or one that is not allowed."""
    policies = list(dict.fromkeys(policy for lineup in lineups for policy in lineup))
    numbers = {policy: number for number, policy in enumerate(policies)}
    rows = [row for policy in policies for row in policy.bet if row.act in _MORE] if rulebook.betting else []
    amounts = sorted({_chips(rulebook, row) for row in rows})
    bets = [answer for policy in policies for answer in _bets(rulebook, policy, amounts)]
    tables = [
        bytes(answer for policy in policies for answer in _takes(rulebook, policy)),
        _packed(bets),
        _packed(numbers[policy] for lineup in lineups for policy in lineup),
        _packed(half for chips in amounts for half in divmod(chips, 1 << 16)[::-1]),
    ]
    if declares(rulebook):
        tables.append(_packed(says for policy in policies for says in _says(rulebook, policy)))
    return Seated(tuple(tables), any(answer >= PUTS for answer in bets))


_MORE = (Act.BET, Act.RAISE)


def _packed(cells: Iterator[int] | Sequence[int]) -> bytes:
    return pack(list(cells), CELL_BYTES)


def _chips(rulebook: VyingRulebook, row: AdviceRow) -> int:
    assert rulebook.betting is not None
    return row.chips or rulebook.betting.least


def _takes(rulebook: VyingRulebook, policy: VyingPolicy) -> Iterator[int]:
    """Return where a strategy takes a card, by hand; nothing is asked where nobody draws."""
    if all(step.kind not in _DRAWS for step in rulebook.steps):
        yield from (0 for _ in rulebook.states)
        return
    for state in range(len(rulebook.states)):
        yield int(_first(policy, policy.draw, state, (Act.TAKE, Act.PASS), When.ALWAYS).act is Act.TAKE)


def _bets(rulebook: VyingRulebook, policy: VyingPolicy, amounts: Sequence[int]) -> Iterator[int]:
    """Return what a strategy says, by what it is asked and the hand; nothing is asked where there is no betting."""
    if rulebook.betting is None:
        yield from (CHECKS for _ in _ASKED for _ in rulebook.states)
        return
    for asked in _ASKED:
        holds = When.ALL_OTHERS_CHECKED if asked == _ALL_OTHERS_CHECKED else When.ALWAYS
        for state in range(len(rulebook.states)):
            row = _first(policy, policy.bet, state, _ALLOWED[asked], holds)
            yield PUTS + amounts.index(_chips(rulebook, row)) if row.act in _MORE else _PLAIN[row.act]


def _first(
    policy: VyingPolicy, rows: Sequence[AdviceRow], state: int, allowed: Sequence[Act], holds: When
) -> AdviceRow:
    """Return the first line of advice that fits and is allowed; `holds` is what it may wait for and is so."""
    for row in rows:
        if row.fits[state] and row.act in allowed and not row.when & ~holds:
            return row
    raise ValueError(f"policy {policy.name}: no advice for hand state {state} where {allowed} are allowed")


def _says(rulebook: VyingRulebook, policy: VyingPolicy) -> Iterator[int]:
    for state in range(len(rulebook.states)):
        said = next((row.says for row in policy.say if row.fits[state]), None)
        if said is None:
            raise ValueError(f"policy {policy.name}: hand state {state} declares nothing")
        yield said
