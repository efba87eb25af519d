"""What a run of a vying game says: TableRun -> means and rates with their standard errors, nets of seats and a hero."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf, sqrt

from attrs import frozen

from f27lang.simulate.table_tally import Net, TableTally
from f27lang.simulate.vying import TableRun


@frozen
class Measure:
    """A mean over hands, or over showdowns, and its standard error."""

    value: float
    se: float


@frozen
class SeatNet:
    """What a seat, or a hero, wins in a hand in the mean, its standard error and the standard deviation, in antes.

    One hand tells no error: that is infinite.
    """

    net: float
    se: float
    sd: float


@frozen
class ByDistance:
    """Of hands at a showdown that are so far from the target of a share: how often there are such, what they win.

    `held` is their mean number at a showdown, `won` the part of the showdowns in which such a hand wins the share or
    ties for it, and `each` the part of the share that one of them gets in the mean.
    """

    distance: Fraction
    held: float
    won: float

    @property
    def each(self) -> float:
        """The part of the share that falls to one such hand in the mean."""
        return self.won / self.held


def in_antes(run: TableRun) -> int:
    """Return how many of the parts that pots are shared in make an ante; a chip counts where there is no ante."""
    return run.rulebook.unit * (run.rulebook.ante or 1)


def measures(run: TableRun) -> Mapping[str, Measure]:
    """Return all that is measured but nets, in the order in which it is told; nothing of showdowns without one.

    Rates of ties are per showdown, all else is per hand; `at_showdown` is the mean number of live seats at one.
    `sole_winner_rate` counts hands in which one seat gets the whole pot, `scoop_rate` those of them with a showdown.
    """
    tally, hands, ante = run.tally, run.rounds, run.rulebook.ante or 1
    showdowns, players = tally.one("showdowns"), tally.places.players
    found = {
        "pot": _mean(tally, "pots", hands, ante),
        "betting_rounds": _of_counts(tally.row("rounds")),
        "draw_rounds": _mean(tally, "draws", hands),
        "cards_per_player": _mean(tally, "cards", hands, players),
        "folds": _mean(tally, "folds", hands),
        "showdown_rate": _rate(showdowns, hands),
        "scoop_rate": _rate(tally.one("scoops"), hands),
        "sole_winner_rate": _rate(tally.one("sole"), hands),
    }
    if showdowns:
        found["at_showdown"] = _mean(tally, "live", showdowns)
        for share, ties in zip(run.rulebook.shares, tally.row("ties"), strict=True):
            found[f"{share.name}_tie_rate"] = _rate(ties, showdowns)
        found["any_tie_rate"] = _rate(tally.one("tied"), showdowns)
        for share, times in zip(run.rulebook.shares, tally.row("unclaimed"), strict=True):
            if times:
                found[f"{share.name}_unclaimed_rate"] = _rate(times, showdowns)
    return found


def seat_nets(run: TableRun) -> tuple[SeatNet, ...]:
    """Return the net of each seat, first the one left of the dealer, whoever played there."""
    return tuple(_told(run, run.tally.seat(s, run.rulebook.unit)) for s in range(run.tally.places.players))


def every_seat(run: TableRun) -> SeatNet:
    """Return the net of one seat, no matter which; its standard error takes hands, not seats, for independent."""
    nets = [run.tally.seat(s, run.rulebook.unit) for s in range(run.tally.places.players)]
    whole = sum(nets[1:], nets[0])
    sd = sqrt(whole.variance) / in_antes(run)
    return SeatNet(float(whole.mean) / in_antes(run), sd / sqrt(run.rounds), sd)


def hero_net(run: TableRun) -> SeatNet:
    """Return the net of who sits in seat h of line-up h, all seats alike; the error is that of the mean over seats."""
    own = [run.tally.net(h, h, run.rulebook.unit) for h in range(run.tally.places.lineups)]
    played = [net for net in own if net.hands]
    whole = sum(played[1:], played[0])
    mean = sum((net.mean for net in played), Fraction(0)) / len(played)
    told = all(net.hands > 1 for net in played)
    error = sqrt(sum(net.variance / net.hands for net in played)) / len(played) if told else inf
    return SeatNet(float(mean) / in_antes(run), error / in_antes(run), sqrt(whole.variance) / in_antes(run))


def rake(run: TableRun) -> tuple[float, float]:
    """Return what the house takes of a hand in the mean, in antes, and as a part of all money staked."""
    taken, staked = run.tally.one("rake"), run.tally.one("pots") * run.rulebook.unit
    return taken / in_antes(run) / run.rounds, taken / staked if staked else 0.0


def betting_rounds(run: TableRun) -> Mapping[int, float]:
    """Return the part of the hands that have each number of betting rounds, where any have."""
    return {number: times / run.rounds for number, times in enumerate(run.tally.row("rounds")) if times}


def share_by_distance(run: TableRun) -> Mapping[str, tuple[ByDistance, ...]]:
    """Return for each share the hands at showdowns by their distance from its target, nearest first."""
    showdowns = run.tally.one("showdowns")
    held, won = run.tally.by_distance("held"), run.tally.by_distance("won")
    return {
        share.name: tuple(
            ByDistance(distance, h / showdowns, w / showdowns)
            for distance, h, w in zip(share.steps, held[k], won[k], strict=False)
            if h
        )
        for k, share in enumerate(run.rulebook.shares)
    }


def _told(run: TableRun, net: Net) -> SeatNet:
    sd = sqrt(net.variance) / in_antes(run)
    return SeatNet(float(net.mean) / in_antes(run), sd / sqrt(net.hands) if net.hands > 1 else inf, sd)


def _rate(times: int, of: int) -> Measure:
    rate = times / of
    return Measure(rate, sqrt(rate * (1 - rate) / of))


def _mean(tally: TableTally, what: str, of: int, scale: int = 1) -> Measure:
    mean = Fraction(tally.one(what), of)
    variance = Fraction(tally.one(f"{what}_squared"), of) - mean**2
    return Measure(float(mean / scale), sqrt(variance / of) / scale)


def _of_counts(counts: tuple[int, ...]) -> Measure:
    hands = sum(counts)
    mean = Fraction(sum(i * times for i, times in enumerate(counts)), hands)
    variance = Fraction(sum(i * i * times for i, times in enumerate(counts)), hands) - mean**2
    return Measure(float(mean), sqrt(variance / hands))
