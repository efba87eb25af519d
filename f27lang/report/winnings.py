"""What a counter wins at worn shoes, for the terminal and for JSON: Winnings -> text or an object."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from attrs import frozen

from f27lang import model
from f27lang.counting.counts import Judged
from f27lang.counting.gain import Gain
from f27lang.counting.winnings import Counter, Row, Winnings
from f27lang.normal import NORMAL_95
from f27lang.report.heading import heading
from f27lang.report.text import bound, columns, count, labelled

_SELDOM = 0.002  # of the rounds: further counts stand in one line
_FEW_SHOES = 100  # of fewer the standard error can't be trusted


@frozen
class Money:
    """The table minimum, and what the player brings, in dollars."""

    minimum: float
    bank: float


def as_text(game: model.Game, found: Winnings, money: Money) -> str:
    """Return how he counts and bets, what each count and all of them bring, and a verdict."""
    return "\n".join(
        (
            heading(game, found.tables),
            *_how(found),
            "",
            _counts_text(found),
            "",
            _gains_text(found),
            "",
            *_against_fresh(found),
            *_standing(found, money),
            labelled("verdict", verdict(found)),
        )
    )


def as_json(found: Winnings, money: Money) -> dict[str, Any]:
    """Return the part `winnings` of the answer `f27.count/1`."""
    counter, tally = found.counter, found.tally
    return {
        "method": "simulated",
        "count": counter.count.name,
        "rounding": counter.rounding,
        "unit_decks": float(counter.unit),
        "cut_cards": found.tables.shuffling.cut if found.tables.shuffling else None,
        "leave_below": counter.leave_below,
        "shuffle_above": counter.shuffle_above,
        "ramp": [{"count": step.count, "bet": step.bet} for step in found.ramp.steps],
        "ramp_chosen": found.chosen,
        "beside_from": [
            {"wager": side.name, "count": start} for side, start in zip(found.tables.sides, found.beside, strict=True)
        ],
        "rounds": tally.rounds,
        "shoes": tally.shoes,
        "seed": found.run.seed,
        "seats": tally.seats,
        "by_count": [
            {
                "count": row.count,
                "share": row.share,
                "edge_pct": row.flat.edge_pct,
                "se_pct": 100 * row.flat.error,
                "expected_edge_pct": -100 * row.expected,
                "bet": row.bet,
            }
            for row in found.rows
        ],
        "flat": _gain_json(found.flat, money),
        "ramped": _gain_json(found.ramped, money),
        "share_with_edge": found.share_with_edge,
        "share_seen_to_win": found.share_seen_to_win,
        "fresh_edge_pct": -100 * found.value,
        "interrupted": found.run.interrupted,
        "minimum": money.minimum,
        "bank": money.bank,
        "verdict": verdict(found),
        "tally_digest": tally.digest,
    }


def _gain_json(gain: Gain, money: Money) -> dict[str, Any]:
    return {
        "win_per_round": gain.win,
        "se_per_round": gain.error,
        "sd_per_round": gain.deviation,
        "mean_bet": gain.bet,
        "edge_pct": gain.edge_pct,
        "win_per_100_dollars": 100 * gain.win * money.minimum,
        "score": gain.score,
        "n0": gain.n0,
        "risk_of_ruin": gain.ruin(money.bank / money.minimum),
    }


def count_words(judged: Judged) -> str:
    """Return a count as one would type it, ranks with the same tag together: `best1: A -1, 7..K 1`."""
    ranks, values = judged.tags.ranks, judged.tags.values
    runs: list[tuple[int, int]] = []
    for at, value in enumerate(values):
        if runs and values[runs[-1][0]] == value:
            runs[-1] = runs[-1][0], at
        else:
            runs.append((at, at))
    said = (f"{_span(ranks, *run)} {values[run[0]]}" for run in runs if values[run[0]])
    return f"{judged.name}: {', '.join(map(bound, said))}"


def _span(ranks: Sequence[str], first: int, last: int) -> str:
    if first == last:
        return ranks[first]
    return f"{ranks[first]} {ranks[last]}" if last == first + 1 else f"{ranks[first]}..{ranks[last]}"


def _how(found: Winnings) -> list[str]:
    counter, tally = found.counter, found.tally
    follows = bound(f"betting correlation {counter.count.correlation:.3f}")
    measures = [
        *([f"he leaves the table below {counter.leave_below}"] if counter.leave_below is not None else []),
        *([f"the house shuffles above {counter.shuffle_above}"] if counter.shuffle_above is not None else []),
    ]
    per_shoe = tally.rounds / tally.shoes
    several = f", the first of {count(tally.seats, 'seat')}" if tally.seats > 1 else ""
    return [
        labelled("counts", f"{count_words(counter.count)}; {follows}"),
        labelled("true count", "; ".join((rounding_words(counter), *measures))),
        labelled("bets", _bets_words(found)),
        *(
            labelled(side.name, _beside_words(start))
            for side, start in zip(found.tables.sides, found.beside, strict=True)
        ),
        labelled(
            "played",
            f"{count(tally.rounds, 'round')} in {count(tally.shoes, 'shoe')}, {per_shoe:.1f} a shoe, by the chart"
            f"{several}; seed {found.run.seed}",
        ),
    ]


def rounding_words(counter: Counter) -> str:
    """Say how true counts are rounded, and what they are per."""
    return f"{counter.rounding}, per {'deck' if counter.unit == 1 else 'half deck'}"


def _bets_words(found: Winnings) -> str:
    steps = found.ramp.steps
    whence = {
        "given": "a ramp",
        "best": f"the best ramp within {found.counter.spread.words}",
        "even": f"no count has an edge; rising evenly within {found.counter.spread.words} all the same",
    }[found.chosen]
    if len(steps) == 1:
        return f"{whence}: {steps[0].bet} at every count"
    rises = ", ".join(f"{step.bet} from {step.count} on" for step in steps[1:])
    return f"{whence}, in table minimums: {steps[0].bet}, {rises}"


def _beside_words(start: int | None) -> str:
    return "never worth taking" if start is None else f"taken at a true count of {start} and more"


@frozen
class _Line:
    """Neighbouring counts in one line."""

    rows: tuple[Row, ...]
    open: str = ""  # "below" or "above" where all further counts stand here

    @property
    def words(self) -> str:
        """The counts, with an open end where further ones stand here too: `..-16`, `3`, `15..`."""
        first, last = self.rows[0].count, self.rows[-1].count
        return {"": f"{first}", "below": f"..{last}", "above": f"{first}.."}[self.open]

    @property
    def share(self) -> float:
        return sum(row.share for row in self.rows)

    def mean(self, values: Sequence[float]) -> float:
        return sum(row.share * value for row, value in zip(self.rows, values, strict=True)) / self.share

    @property
    def error(self) -> float:
        return sqrt(sum((row.share * row.flat.error) ** 2 for row in self.rows)) / self.share

    @property
    def bets(self) -> str:
        low, high = self.rows[0].bet, self.rows[-1].bet
        return str(low) if low == high else f"{low}..{high}"


def _lines(rows: Sequence[Row]) -> list[_Line]:
    """Return a line for each count; rare ones at both ends stand together."""
    ordered = sorted(rows, key=lambda row: row.count)
    often = [row.count for row in ordered if row.share >= _SELDOM] or [ordered[0].count]
    ends = (often[0], often[-1])
    low = tuple(row for row in ordered if row.count < ends[0])
    high = tuple(row for row in ordered if row.count > ends[1])
    middle = [_Line((row,)) for row in ordered if ends[0] <= row.count <= ends[1]]
    return [*([_Line(low, "below")] if low else []), *middle, *([_Line(high, "above")] if high else [])]


def _counts_text(found: Winnings) -> str:
    lines = _lines(found.rows)
    head = ["true count", "rounds", "house edge", "95 %", "by the effects", "bet"]
    body = [
        [
            line.words,
            f"{line.share:.2%}".replace("%", " %"),
            f"{-100 * line.mean([row.flat.win for row in line.rows]):z.3f} %",
            f"± {100 * NORMAL_95 * line.error:.3f}",
            f"{-100 * line.mean([row.expected for row in line.rows]):z.3f} %",
            line.bets,
        ]
        for line in lines
    ]
    return columns([head, *body], right=frozenset(range(6)))


def _gains_text(found: Winnings) -> str:
    head = ["table minimums", "bet", "won in 100", "95 %", "st. dev.", "house edge"]
    rows = [(name, gain) for name, gain in (("flat bets", found.flat), ("by the count", found.ramped))]
    body = [
        [
            name,
            f"{gain.bet:.3f}",
            f"{100 * gain.win:+z.3f}",
            f"± {100 * NORMAL_95 * gain.error:.3f}" if gain.error else "none",
            f"{gain.deviation:.3f}",
            f"{gain.edge_pct:z.4f} %",
        ]
        for name, gain in rows
    ]
    return columns([head, *body], right=frozenset(range(1, 6)))


def _always_fresh(found: Winnings) -> bool:
    shuffling = found.tables.shuffling
    return shuffling is None or shuffling.hands == 1


def _against_fresh(found: Winnings) -> list[str]:
    """Say how flat bets do beside the exact edge of a fresh shoe: the number of cards dealt does not move it."""
    if _always_fresh(found):
        return []
    change, error = found.flat.edge_pct + 100 * found.value, 100 * found.flat.error
    shuffling = found.tables.shuffling
    name = "cut card" if shuffling and shuffling.cut is not None else "worn shoe"
    return [
        labelled(
            name,
            f"flat bets lose {change:+z.4f} ± {NORMAL_95 * error:.4f} points beside the {-100 * found.value:.4f} % "
            "of a fresh shoe",
        )
    ]


def _standing(found: Winnings, money: Money) -> list[str]:
    """Say what it comes to in dollars, and how long and how safely it is won."""
    gain = found.ramped
    won, flat = (_signed(100 * each.win * money.minimum) for each in (gain, found.flat))
    lines = [
        labelled(
            "in dollars",
            f"{won} in 100 rounds, about an hour, at a minimum of ${money.minimum:,.10g}; flat {flat}",
        )
    ]
    if gain.n0 is None or not _surely_wins(found):
        return lines
    return [
        *lines,
        labelled("SCORE", f"${gain.score:.2f} in 100 rounds with $10,000, bets sized for 13.5 % risk of ruin"),
        labelled("N0", f"{gain.n0:,.0f} rounds until the win in the mean is one standard deviation"),
        labelled("risk of ruin", f"{gain.ruin(money.bank / money.minimum):.2%} of ${money.bank:,.10g}, some day"),
    ]


def _surely_wins(found: Winnings) -> bool:
    return found.tally.shoes >= _FEW_SHOES and found.ramped.win > 2 * found.ramped.error


def _signed(amount: float) -> str:
    return f"{'-' if amount < 0 else '+'}${abs(amount):,.2f}"


def verdict(found: Winnings) -> str:
    """Say in words what the figures come to."""
    gain, flat = found.ramped, found.flat
    if _always_fresh(found):
        return "The shoe is shuffled before every hand: there is nothing to count. All rounds are at count 0."
    had = (
        f"The player is expected to win at counts that come in {found.share_with_edge:.2%} of the rounds."
        if found.share_with_edge
        else "At no count that came is the player expected to win."
    )
    if found.tally.shoes < _FEW_SHOES:
        return f"Whether counting wins can't be told from so few shoes. {had}"
    if flat.win > 2 * flat.error:
        return (
            f"The player wins without counting: flat bets bring {100 * flat.win:.2f} table minimums in 100 rounds, "
            f"with a SCORE of {flat.score:.2f}; those by the count {100 * gain.win:.2f}, with one of {gain.score:.2f}."
        )
    if _surely_wins(found):
        return (
            f"Counting wins {100 * gain.win:.2f} table minimums in 100 rounds, with a SCORE of {gain.score:.2f}. {had}"
        )
    if gain.win < -2 * gain.error:
        return (
            f"Counting does not win: the house keeps {gain.edge_pct:.3f} % of what is bet by the count, "
            f"{flat.edge_pct:.3f} % of flat bets. {had}"
        )
    return f"Whether counting wins can't be told from so few rounds. {had}"
