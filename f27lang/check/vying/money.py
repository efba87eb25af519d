"""F0205, F0402, F0601, F0604, F0607: antes, bets, the rake and who is left a share that nobody claims → Report."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from f27lang import model
from f27lang.check.facts import every, line_of, number, phases, shoe_of
from f27lang.check.labels import at, because, is_own
from f27lang.check.seats import seats_of
from f27lang.chips import countable, largest_pot
from f27lang.diagnostics import Report
from f27lang.vying import RakeRules

MOST_CHIPS = 10_000
MOST_RAISES = 100
NO_RAKE = RakeRules(Fraction(0), None, only_at_showdown=False)


def check_vying_money(game: model.Game, report: Report) -> None:
    """Report amounts that nobody can put in, a rake of more than all, and heirs and ties that don't fit."""
    for ante in every(model.Ante, game.pot):
        _chips(ante.chips, "an ante", report)
    for line in game.betting.lines if game.betting else ():
        _limits(line, report)
    for rake in every(model.Rake, game.pot):
        _rake(rake, report)
    for share in game.shares:
        _ties(share, report)
        if isinstance(share.part, model.Amount) and not share.part.value:
            report.error(
                "F0601",
                f"`{share.name.text}` is no part of the pot",
                at(share.part),
                helps=("write a part, or drop it",),
            )
    for unclaimed in every(model.Unclaimed, game.pot):
        _heirs(game, unclaimed, report)
    _declaring(game, report)
    if not report.failed:
        _count(game, report)


def _chips(chips: model.Quantity, what: str, report: Report) -> None:
    value = number(chips)
    if value < 1 or value.denominator > 1:
        report.error(
            "F0607",
            f"{what} of {chips.span.text} chips",
            at(chips, "a whole number of chips, 1 or more"),
            helps=("write a whole number, for example `1`",),
        )
    elif value > MOST_CHIPS:
        report.error(
            "F0105",
            f"{what} of {value} chips: the limit is {MOST_CHIPS:,}",
            at(chips, "over the limit"),
            helps=("count in larger chips",),
        )


def _limits(line: model.Opens | model.Limits | model.Raises, report: Report) -> None:
    match line:
        case model.Limits(range=model.Between(low=low, high=high)):
            _chips(low, "a bet", report)
            _chips(high, "a bet", report)
        case model.Limits(range=model.Exactly(value=value)):
            _chips(value, "a bet", report)
        case model.Limits():
            report.error(
                "F0607",
                "bets need a least and a most",
                at(line.range, "only one end"),
                helps=("write both, for example `limits: 1..2 chips`",),
            )
        case model.Raises(range=model.UpTo(high=high)):
            _raises(high, report)
        case model.Raises():
            report.error(
                "F0607",
                "only the most raises of a round can be said",
                at(line.range, "a number without `..` in front"),
                helps=("write, for example, `raises: ..3 per round`",),
            )


def _raises(most: model.Quantity, report: Report) -> None:
    if number(most).denominator > 1:
        report.error("F0607", f"{most.span.text} raises", at(most), helps=("write a whole number",))
    elif number(most) > MOST_RAISES:
        report.error(
            "F0105",
            f"{number(most)} raises a round: the limit is {MOST_RAISES}",
            at(most, "over the limit"),
            helps=(f"write `raises: ..{MOST_RAISES} per round`, or fewer",),
        )


def _rake(rake: model.Rake, report: Report) -> None:
    if isinstance(rake.share, model.PercentLiteral) and rake.share.percent.value > 100:
        report.error(
            "F0205",
            f"a rake of {rake.share.percent.text} is more than the pot",
            at(rake.share, "taken from the pot"),
            helps=("write 100% or less, for example `rake: 5%`",),
        )


def _ties(share: model.PotShare, report: Report) -> None:
    ties = line_of(share, model.Ties)
    if ties is None:
        return
    orders = ties.orders
    first = next((place for place, order in enumerate(orders) if order.text == "split"), None)
    if first is None:
        report.error(
            "F0508",
            f"nobody knows what happens to `{share.name.text}` when hands are still equal",
            at(ties, "equal hands are left"),
            helps=(f"end the line with split: `{' '.join(ties.span.text.split())}, then split`",),
        )
    elif first + 1 < len(orders) and is_own(ties):
        report.warning(
            "F0402",
            "this order is never asked",
            at(orders[first + 1], "nothing is equal any more"),
            because(orders[first], "because of this"),
            helps=("let `split` be the last",),
        )


def _heirs(game: model.Game, unclaimed: model.Unclaimed, report: Report) -> None:
    heirs = unclaimed.heirs
    other = next((heir for heir in heirs if heir.text == "other share"), None)
    if other is not None and len(game.shares) != 2:
        shares = f"{len(game.shares)} share{'s' * (len(game.shares) != 1)}"
        report.error(
            "F0604",
            f"which is the other share? This game has {shares}",
            at(other, "of two shares only"),
            helps=("write `unclaimed: everyone`",),
        )
    elif heirs[-1].text == "other share":
        report.error(
            "F0604",
            "nobody may have a claim to the other share either",
            at(unclaimed, "the last heir"),
            helps=("write `unclaimed: other share, else everyone`",),
        )
    for before, heir in pairwise(heirs):
        if before.text != "other share" and is_own(unclaimed):
            report.warning(
                "F0402",
                "this heir is never asked",
                at(heir, "nothing is left"),
                because(before, "because of this"),
                helps=("delete it",),
            )
            return


def _declaring(game: model.Game, report: Report) -> None:
    declare = next((phase for phase in phases(game) if isinstance(phase, model.Declare)), None)
    if declare is not None and len(game.shares) == 1:
        report.error(
            "F0506",
            "there is nothing to declare",
            at(declare, "low, high or both"),
            because(game.shares[0].name, "the only share"),
            helps=("delete the step, or part the pot into two shares",),
        )


def _count(game: model.Game, report: Report) -> None:
    """Report pots of the largest table that are too many chips, in the pieces in which they are parted, to count."""
    from f27lang.lower.vying.money import betting_rules, pot_rules, unit  # noqa: PLC0415
    from f27lang.lower.vying.shares import share_rules  # noqa: PLC0415
    from f27lang.lower.vying.table import Table  # noqa: PLC0415

    if game.seats is None or game.play is None or not game.shares or game.abstract:
        return
    rules, betting, (_, players) = pot_rules(game.pot), betting_rules(game.betting), seats_of(game.seats)
    pot = largest_pot(Table(game).steps, sum(shoe_of(game).values()), rules.ante, betting, players)
    parts = [share.part for share in share_rules(game.shares)]
    pieces = unit(parts, rules.rake, players)
    if countable(pot, pieces):
        return
    rake, first = line_of(game.pot, model.Rake), game.shares[0]
    cause: model.Node
    if rake is not None and countable(pot, unit(parts, NO_RAKE, players)):
        cause, why, less = rake, "so fine a part", "round it, for example `rake: 5%`, or seat fewer players"
    elif countable(pot, unit([], rules.rake, players)):
        cause, why, less = first.part or first, "parted so finely", "write simpler parts, or seat fewer players"
    else:
        stakes = line_of(game.betting, model.Limits) or line_of(game.pot, model.Ante) or first
        cause, why, less = stakes, "so many chips", "count in larger chips, allow fewer raises, or seat fewer players"
    report.error(
        "F0105",
        f"pots of {pot:,} chips in parts of 1/{pieces:,} can't be counted exactly",
        at(cause, why),
        because(game.seats.range, "shared by as many"),
        helps=(less,),
    )
