"""What happened in a hand, step by step, as the emitted module tells it and as the referee saw it, in the same words.

A hand's number and seed -> lines; VyingRound -> lines
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from attrs import evolve, field, frozen

from f27lang.build import plain
from f27lang.emit.vying import emit_teller
from f27lang.referee.cards import Card
from f27lang.referee.vying_rounds import VyingRound
from f27lang.rulebook import CardClass
from f27lang.simulate.seated import Lineup
from f27lang.simulate.table_tally import TableTally
from f27lang.simulate.vying import TableKernel, load_plain_table_kernel
from f27lang.vying import StepKind, VyingRulebook

_SAYS = ("checks", "folds", "calls")
_DRAWS = ("takes", "passes")
_UNTOLD = ("is not asked", "shows")  # of which tables know nothing: why a seat is passed over, cards turned up


@frozen
class Teller:
    """The emitted module of a table, as plain Python that tells what happens."""

    kernel: TableKernel
    rulebook: VyingRulebook

    def play(self, hand: int, seed: int) -> tuple[TableTally, tuple[str, ...]]:
        """Return what is counted in one hand, and what happened in it."""
        told: list[tuple[str, *tuple[int, ...]]] = self.kernel.module.TOLD
        told.clear()
        tally = self.kernel.play(hand, 1, seed)
        lines = tuple(_Telling(self.rulebook, self.kernel.player[3]).lines(told))
        return tally, _by_seat(self.rulebook, lines)


def teller(rulebook: VyingRulebook, lineup: Lineup) -> Teller:
    """Return what plays hands of a table and tells of them; even seats that never bet are asked whether they do."""
    kernel = load_plain_table_kernel(rulebook, [lineup])
    module = emit_teller(rulebook)
    tables = {**kernel.tables, "loud": 1}
    return Teller(evolve(kernel, module=plain(module.name, module.text), tables=tables), rulebook)


def seen(hand: VyingRound, rulebook: VyingRulebook) -> tuple[str, ...]:
    """Return what the referee saw happen in a hand, as a Teller tells it."""
    found, states = [], dict.fromkeys(range(len(hand.hands)), rulebook.start)
    for event in hand.events:
        what, detail = event.what.removesuffix(", face down,"), event.detail
        if what in _UNTOLD or (what == "is dealt" and event.card is None):
            continue
        if event.card is not None:
            seat = int(event.who.removeprefix("seat "))
            states[seat] = rulebook.step[states[seat] * len(rulebook.classes) + _class(rulebook.classes, event.card)]
            detail = str(states[seat])
        found.append(_line(event.who, what, detail))
    return _by_seat(rulebook, found)


def first_apart(told: Sequence[str], seen: Sequence[str]) -> str:
    """Return where two accounts of one hand part, in words; nothing where they are one."""
    for one, other in zip((*told, "nothing more"), (*seen, "nothing more"), strict=False):
        if one != other:
            return f"`{one}` for `{other}`"
    return ""


@frozen
class _Telling:
    """Puts what a module tells of a hand into words."""

    rulebook: VyingRulebook
    amounts: bytes
    winners: dict[int, list[int]] = field(factory=dict)

    def lines(self, told: Iterable[tuple[str, *tuple[int, ...]]]) -> Iterator[str]:
        shares = self.rulebook.shares
        for what, *numbers in told:
            match what, numbers:
                case "goes", (share, *winner):
                    self.winners.setdefault(share, []).extend(winner)
                    continue
                case _ if what == "rakes":
                    for share, seats in self.winners.items():
                        names = " and ".join(f"seat {seat}" for seat in seats) or "nobody"
                        yield _line(f"share {shares[share].name}", "goes to", names)
            yield from self._line(what, *numbers)

    def _line(self, what: str, first: int, *more: int) -> Iterator[str]:
        match what:
            case "says":
                said, due = more
                bet = int.from_bytes(self.amounts[4 * (said - 3) :][:4], "little") if said > 2 else 0
                yield _line(f"seat {first}", _SAYS[said] if said < 3 else "raises" if due else "bets", str(bet or ""))
            case "declares":
                named = sorted(share.name for i, share in enumerate(self.rulebook.shares) if more[0] >> i & 1)
                if more[0]:
                    yield _line(f"seat {first}", what, " and ".join(named))
            case "rakes" if first:
                yield _line("the house", what, self._chips(first))
            case "wins" if more[0]:
                yield _line(f"seat {first}", what, self._chips(more[0]))
            case "antes" | "is dealt" | "takes" | "passes":
                yield _line(f"seat {first}", what, *map(str, more))

    def _chips(self, parts: int) -> str:
        return str(Fraction(parts, self.rulebook.unit))


def _line(*words: str) -> str:
    return " ".join(filter(None, words))


def _by_seat(rulebook: VyingRulebook, lines: Iterable[str]) -> tuple[str, ...]:
    """Return what happened with each run of draws seat by seat, where all draw together: nobody sees who was first."""
    if all(step.kind is not StepKind.DRAW_TOGETHER for step in rulebook.steps):
        return tuple(lines)
    found: list[str] = []
    run: list[str] = []
    for line in (*lines, ""):
        if line.split(" ")[2:3] and line.split(" ")[2] in _DRAWS:
            run.append(line)
            continue
        found += [*sorted(run, key=lambda each: int(each.split(" ")[1])), line]
        run = []
    return tuple(found[:-1])


def _class(classes: Sequence[CardClass], card: Card) -> int:
    return next(c for c, each in enumerate(classes) if card.rank in each.ranks and each.suit in (None, card.suit))
