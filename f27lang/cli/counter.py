"""The options of `f27 count` that are about a worn shoe: what was typed → how someone counts and bets."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import click

from f27lang.cli.rounds import Rounds, Whole

if TYPE_CHECKING:
    from f27lang import model
    from f27lang.counting.counts import Counted, Judged
    from f27lang.counting.winnings import Counter
    from f27lang.report.winnings import Money

_F = TypeVar("_F", bound=Callable[..., Any])
_ROUNDS = 50_000_000
_BANK = 10_000
_PERCENT = re.compile(r"(\d{1,3})(\.\d{1,6})?%?")
_UNITS = {"deck": Fraction(1), "half-deck": Fraction(1, 2)}


def worn_options(command: _F) -> _F:
    """Add the options of a counter at a worn shoe."""
    for option in reversed(
        (
            click.option("--spread", metavar="A..B", help="Simulate a counter who bets from A to B table minimums."),
            click.option("--ramp", metavar="STEPS", help='... by steps of his own, as "0:1 2:4 4:10": COUNT:BET.'),
            click.option(
                "--penetration",
                metavar="PERCENT",
                help="Deal so much of the shoe before it is shuffled, whatever the rules say of the shuffle.",
            ),
            click.option(
                "--true-count",
                "rounding",
                type=click.Choice(["floor", "truncated", "exact"]),
                help="How a true count is rounded; exact: to tenths.  [default: floor]",
            ),
            click.option("--per", type=click.Choice([*_UNITS]), help="What a true count is per.  [default: deck]"),
            click.option(
                "--leave-below",
                type=click.IntRange(-99, 99),
                metavar="COUNT",
                help="He leaves for a fresh shoe below it.",
            ),
            click.option(
                "--shuffle-above", type=click.IntRange(-99, 99), metavar="COUNT", help="The house shuffles above it."
            ),
            click.option("-n", "--rounds", type=Rounds(), help="About so many rounds, in whole shoes.  [default: 50M]"),
            click.option("--seed", type=Whole(0, 2**64 - 1), help="The same seed deals the same cards.  [default: 1]"),
            click.option("--seats", type=Whole(1, 100), help="Players at the table; the first counts.  [default: 1]"),
            click.option("--threads", type=Whole(1, 1024), help="By default all cores; no result depends on it."),
            click.option(
                "--bank", type=Whole(1, 10**9), metavar="DOLLARS", help="For the risk of ruin.  [default: 10000]"
            ),
        )
    ):
        command = option(command)
    return command


def wanted(given: dict[str, Any]) -> bool:
    """Return whether a counter is to be simulated; refuse options that are about one where none is."""
    if given["spread"] or given["ramp"]:
        if given["spread"] and given["ramp"]:
            raise click.UsageError("--spread and --ramp don't go together: a ramp has its own least and most")
        return True
    if others := [f"--{_OPTION.get(name, name)}" for name, value in given.items() if value is not None]:
        raise click.UsageError(f"{others[0]} is about a counter who bets: give --spread or --ramp too")
    return False


NAMES = ("best", "inventor", *(f"best{limit}{how}" for limit in (1, 2, 3) for how in ("", " balanced")))
_OPTION = {"rounding": "true-count", "leave_below": "leave-below", "shuffle_above": "shuffle-above"}


def described(game: model.Game, wager: int, given: dict[str, Any]) -> Callable[[Judged], Counter]:
    """Return what makes a counter, as described, of a count; refuse what can't be meant."""
    from f27lang.counting.ramp import Unreadable, read_ramp, read_spread  # noqa: PLC0415
    from f27lang.counting.winnings import Counter  # noqa: PLC0415

    most = _most(game, wager)
    option = "--ramp" if given["ramp"] else "--spread"
    try:
        ramp = read_ramp(given["ramp"], most) if given["ramp"] else None
        spread = ramp.spread if ramp else read_spread(given["spread"], most)
    except Unreadable as wrong:
        raise click.BadParameter(str(wrong), param_hint=f"'{option}'") from None
    below, above = given["leave_below"], given["shuffle_above"]
    if below is not None and above is not None and below > above:
        raise click.UsageError(f"--leave-below {below} and --shuffle-above {above} leave no count to play at")
    unit, rounding = _UNITS[given["per"] or "deck"], given["rounding"] or "floor"
    penetration = _penetration(given["penetration"])
    return lambda count: Counter(count, spread, ramp, unit, rounding, penetration, below, above)


def named(found: Counted, name: str | None) -> Judged:
    """Return the count of a name; one's own where tags were typed, else the one that follows the effects best."""
    by_name = {judged.name: judged for judged in found.judged}
    for known in (name, (name or "").removesuffix(" balanced"), "own"):
        if known in by_name:
            return by_name[known]
    return max(found.judged, key=lambda judged: judged.correlation)


def money(game: model.Game, wager: int, given: dict[str, Any]) -> Money:
    """Return the table minimum, 1 dollar where the game states none, and what the player brings."""
    from f27lang.report.money import least_stake  # noqa: PLC0415
    from f27lang.report.winnings import Money  # noqa: PLC0415

    stake = least_stake(game, wager)
    return Money(float(stake.value) if stake else 1.0, float(given["bank"] or _BANK))


def rounds_of(given: dict[str, Any]) -> int:
    """Return about how many rounds are played."""
    rounds: int = given["rounds"] or _ROUNDS
    return rounds


def _most(game: model.Game, wager: int) -> Fraction:
    """Return the most that may be bet, in table minimums."""
    from f27lang import model  # noqa: PLC0415

    stake = game.table_wagers[wager].stake
    assert isinstance(stake, model.StakeFree), "a wager of the table has limits of its own"
    return Fraction(stake.most.value) / Fraction(stake.least.value)


def _penetration(text: str | None) -> Fraction | None:
    if text is None:
        return None
    share = Fraction(text.removesuffix("%")) / 100 if _PERCENT.fullmatch(text) else None
    if share is None or not 0 < share < 1:
        raise click.BadParameter(
            f"`{text}` is no share of a shoe: write a percentage between 0 and 100, as 75%",
            param_hint="'--penetration'",
        )
    return share
