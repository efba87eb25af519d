"""The options of `f27 count` that are about a worn shoe: what was typed → how someone counts and bets."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import click

from f27lang.cli.rounds import Rounds, Whole
from f27lang.cli.shoes import Depth

if TYPE_CHECKING:
    from f27lang import model
    from f27lang.counting.counts import Judged
    from f27lang.counting.winnings import Counter
    from f27lang.report.winnings import Money

_F = TypeVar("_F", bound=Callable[..., Any])
_ROUNDS, _ROUNDS_OF_INDICES = 50_000_000, 100_000_000
_BANK = 10_000
_UNITS = {"deck": Fraction(1), "half-deck": Fraction(1, 2)}


def worn_options(command: _F) -> _F:
    """Add the options of a counter at a worn shoe."""
    for option in reversed(
        (
            click.option("--spread", metavar="A..B", help="Simulate a counter who bets from A to B table minimums."),
            click.option("--ramp", metavar="STEPS", help='... by steps of his own, as "0:1 2:4 4:10": COUNT:BET.'),
            click.option(
                "--penetration",
                type=Depth(),
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
                "--indices", is_flag=True, help="Find at which counts to leave the chart, by 100M rounds or more."
            ),
            click.option("--all", "every", is_flag=True, help="List all of these, not only those that gain most."),
            click.option(
                "--bank", type=Whole(1, 10**9), metavar="DOLLARS", help="For the risk of ruin.  [default: 10000]"
            ),
        )
    ):
        command = option(command)
    return command


def wanted(given: dict[str, Any]) -> bool:
    """Return whether a counter is to be simulated; refuse options that are about one where none is."""
    bets = [name for name in ("spread", "ramp", "indices") if given[name] not in (None, False)]
    if len(bets) > 1:
        raise click.UsageError(f"--{bets[0]} and --{bets[1]} don't go together: {_APART[bets[0], bets[1]]}")
    if given["every"] and not given["indices"]:
        raise click.UsageError("--all is about --indices")
    if not bets and (others := [name for name, value in given.items() if value not in (None, False)]):
        option = _OPTION.get(others[0], others[0].replace("_", "-"))
        raise click.UsageError(f"--{option} is about a counter who bets: give --spread, --ramp or --indices too")
    return bool(bets)


_APART = {
    ("spread", "ramp"): "a ramp has its own least and most",
    ("spread", "indices"): "indices are found with flat bets",
    ("ramp", "indices"): "indices are found with flat bets",
}
_OPTION = {"rounding": "true-count"}


def described(game: model.Game, wager: int, given: dict[str, Any]) -> Callable[[Judged], Counter]:
    """Return what makes a counter, as described, of a count; refuse what can't be meant."""
    from f27lang.counting.ramp import Unreadable, read_ramp, read_spread  # noqa: PLC0415
    from f27lang.counting.winnings import Counter  # noqa: PLC0415

    _refuse_nothing_to_count(game, given)
    most = _most(game, wager)
    option = "--spread" if given["ramp"] is None else "--ramp"
    try:
        ramp = None if given["ramp"] is None else read_ramp(given["ramp"], most)
        spread = ramp.spread if ramp else read_spread("1..1" if given["spread"] is None else given["spread"], most)
    except Unreadable as wrong:
        raise click.BadParameter(str(wrong), param_hint=f"'{option}'") from None
    below, above = given["leave_below"], given["shuffle_above"]
    if below is not None and above is not None and below > above:
        raise click.UsageError(f"--leave-below {below} and --shuffle-above {above} leave no count to play at")
    unit, rounding = _UNITS[given["per"] or "deck"], given["rounding"] or "floor"
    return lambda count: Counter(count, spread, ramp, unit, rounding, given["penetration"], below, above)


def money(game: model.Game, wager: int, given: dict[str, Any]) -> Money:
    """Return the table minimum, 1 dollar where the game states none, and what the player brings."""
    from f27lang.report.money import least_stake  # noqa: PLC0415
    from f27lang.report.winnings import Money  # noqa: PLC0415

    stake = least_stake(game, wager)
    return Money(float(stake.value) if stake else 1.0, float(given["bank"] or _BANK))


def rounds_of(given: dict[str, Any]) -> int:
    """Return about how many rounds are played."""
    rounds: int = given["rounds"] or (_ROUNDS_OF_INDICES if given["indices"] else _ROUNDS)
    return rounds


def seed_of(given: dict[str, Any]) -> int:
    """Return the seed."""
    seed: int = 1 if given["seed"] is None else given["seed"]
    return seed


def _refuse_nothing_to_count(game: model.Game, given: dict[str, Any]) -> None:
    """Refuse to look for indices in a shoe that is shuffled before every hand."""
    from f27lang import pipeline  # noqa: PLC0415

    shuffling = pipeline.rulebook(game).shuffling
    if given["indices"] and given["penetration"] is None and (shuffling is None or shuffling.hands == 1):
        raise click.UsageError("the shoe is shuffled before every hand: there is nothing to count; give --penetration")


def _most(game: model.Game, wager: int) -> Fraction:
    """Return the most that may be bet, in table minimums."""
    from f27lang import model  # noqa: PLC0415

    stake = game.table_wagers[wager].stake
    assert isinstance(stake, model.StakeFree), "a wager of the table has limits of its own"
    return Fraction(stake.most.value) / Fraction(stake.least.value)
