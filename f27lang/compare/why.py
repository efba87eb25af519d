"""Why the edge changed: mixtures of two games and what each is worth -> Why."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from f27lang import model
from f27lang.compare.mixing import Mixer, Rule
from f27lang.compare.shares import EXACT_RULES, Mixture, Shares, exact_shares, sampled_shares
from f27lang.patience import Patience
from f27lang.report.text import count, seconds

MOST_RULES = 12  # whose shares are found exactly: 4,096 games

Edge = Callable[[model.Game], float | None]  # in per cent; None where a mixture can't be played


@frozen
class RuleShare:
    """What one rule has to do with the change, in per cent points; see `shares.Share`."""

    rule: Rule
    share_pct: float
    alone_pct: float | None
    error_pct: float = 0.0


@frozen
class TwoRules:
    """Two rules that together change so many per cent points more than the sum of what each changes alone."""

    first: Rule
    second: Rule
    more_pct: float


@frozen
class Why:
    """The change in parts: the old play under the new rules, then the player's adaptation; and rule by rule.

    The first three are None where they were not looked for, or where `unparted` says why they can't be told. `stood_in`
    is the share of rounds in which the new best move stood in for one that the old play does not have. `orders` were
    drawn to find the shares, 0 where all count; `left_out` says why there are none.
    """

    reprice_pct: float | None = None
    adapt_pct: float | None = None
    stood_in: float | None = None
    shares: tuple[RuleShare, ...] = ()
    together: tuple[TwoRules, ...] = ()
    orders: int = 0
    left_out: str = ""
    unparted: str = ""


def shared_out(
    mixed: Mixer, edge: Edge, ends: tuple[float, float], patience: Patience, *, orders: int, each: float
) -> Why:
    """Return the shares of the rules in the change from the first edge to the last; `each` game takes such seconds.

    Where they would take longer than `patience` has, or were found among too many rules, they are left out.
    """
    rules = mixed.rules
    if len(rules) <= 1:
        change = ends[1] - ends[0]
        return Why(shares=tuple(RuleShare(rule, change, change) for rule in rules))
    if reason := _too_much(len(rules), orders, patience, each):
        return Why(left_out=reason)
    every = frozenset(range(len(rules)))

    def worth(taken: Mixture) -> float | None:
        if taken in (frozenset(), every):
            return ends[bool(taken)]
        game = mixed.game(taken)
        return None if game is None else edge(game)

    sampled = orders if len(rules) > EXACT_RULES else 0
    found = sampled_shares(len(rules), worth, sampled) if sampled else exact_shares(len(rules), worth)
    if found is None:
        return Why(left_out="no order in which the rules could change leads through games without errors only")
    return _of_rules(rules, found)


def _of_rules(rules: tuple[Rule, ...], found: Shares) -> Why:
    shares = (RuleShare(rule, s.share, s.alone, s.error) for rule, s in zip(rules, found.shares, strict=True))
    together = (TwoRules(rules[each.first], rules[each.second], each.more) for each in found.interactions)
    return Why(shares=tuple(shares), together=tuple(together), orders=found.orders)


def _too_much(number: int, orders: int, patience: Patience, each: float) -> str:
    """Return why shares are left out; nothing where they are not."""
    many = count(number, "rule")
    if number > MOST_RULES and not orders:
        return f"{many} differ, {MOST_RULES} are the most whose shares are exact: --orders 20 draws some orders"
    drawn = number > EXACT_RULES and orders > 0
    games = min(2**number - 2, orders * (number - 1)) if drawn else 2**number - 2
    estimate = games * each
    hard = number > EXACT_RULES and not drawn and patience.seconds < float("inf")
    if hard or estimate > patience.seconds:
        way_out = "--yes goes ahead" + (", --orders 20 draws some orders" if number > EXACT_RULES and not drawn else "")
        return f"{many} differ: their shares take {count(games, 'game')}, about {seconds(estimate)}; {way_out}"
    patience.allow(f"sharing the change out among {many}", estimate)
    return ""
