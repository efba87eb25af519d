"""Simulated hands of a vying game, for the terminal and for JSON. Game, Seating, TableRun -> text or an object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from f27lang import model
from f27lang.normal import NORMAL_95
from f27lang.report.heading import changes, decks, settings
from f27lang.report.text import bound, columns, count, labelled
from f27lang.seating import Seat, Seating
from f27lang.simulate import measures
from f27lang.simulate.measures import Measure, SeatNet
from f27lang.simulate.vying import TableRun
from f27lang.vying import VyingRulebook

SCHEMA = "f27.table/1"
UNTOLD = "± ?"
_SELDOM = 0.0005  # what comes less often is left out on a terminal


def as_json(seating: Seating, run: TableRun) -> dict[str, Any]:
    """Return the answer `f27.table/1`: nets, pots and rakes are in antes, or in chips where there is no ante."""
    alike, found, house = seating.alike, measures.measures(run), measures.rake(run)
    return {
        "schema": SCHEMA,
        "variant": seating.game.name,
        "digest": seating.rulebook.digest,
        "settings": settings(seating.game),
        "method": "simulated",
        "players": run.tally.places.players,
        "play": alike.play if alike else None,
        **(dict.fromkeys(ways_json(seating.seats[0])) if alike is None else ways_json(alike)),
        "table": None if alike else [seat.whole for seat in seating.seats],
        "hero": hero_json(seating, run),
        "hands": run.rounds,
        "seed": run.seed,
        "unit": unit(seating.rulebook),
        "ante_chips": seating.rulebook.ante,
        "seats": [_seat_json(seating, s, net) for s, net in enumerate(measures.seat_nets(run))],
        "sd_net": measures.every_seat(run).sd,
        **{name: measure.value for name, measure in found.items()},
        "se": {name: measure.se if run.rounds > 1 else None for name, measure in found.items()},
        "rake": house[0],
        "rake_pct": 100 * house[1],
        "betting_rounds_by_number": {str(number): part for number, part in measures.betting_rounds(run).items()},
        "share_by_distance": _by_distance(run) if run.tally.one("showdowns") else {},
        "tally_digest": run.tally.digest,
        "hands_per_second": run.rounds / run.cpu_seconds if run.cpu_seconds else None,
        "cpu_seconds": run.cpu_seconds,
        "threads": run.threads,
        "compiled": run.compiled,
        "interrupted": run.interrupted,
        "until_pct": float(run.until.pct) if run.until else None,
        "until_reached": run.reached if run.until else None,
    }


def hero_json(seating: Seating, run: TableRun) -> dict[str, Any] | None:
    """Return who is moved through all seats, and what that is worth."""
    if seating.hero is None:
        return None
    net = measures.hero_net(run)
    plays = {"play": seating.hero.play, **ways_json(seating.hero)}
    return {**plays, "net": net.net, "se": error(net.se), "sd": net.sd}


def ways_json(seat: Seat) -> dict[str, Any]:
    """Return how a seat bets, and what it declares where a game asks."""
    return {"bet": seat.bet, **({"declare": seat.declare} if seat.declare else {})}


def _seat_json(seating: Seating, number: int, net: SeatNet) -> dict[str, Any]:
    seat = seating.seats[number]
    plays = {} if seating.hero else {"play": seat.play, **ways_json(seat)}
    return {
        "position": number,
        "name": position(seating.rulebook, number, len(seating.seats)),
        **plays,
        "net": net.net,
        "se": error(net.se),
    }


def _by_distance(run: TableRun) -> dict[str, list[dict[str, Any]]]:
    return {
        share: [
            {"distance": float(row.distance), "hands": row.held, "wins": row.won, "share_of_each": row.each}
            for row in rows
        ]
        for share, rows in measures.share_by_distance(run).items()
    }


def as_text(seating: Seating, run: TableRun) -> str:
    """Return the nets of the seats and of a hero with their intervals, and what hands are like."""
    found, nets = measures.measures(run), measures.seat_nets(run)
    rows = [] if seating.hero is None else [("hero's net", interval(measures.hero_net(run)), seating.hero.words)]
    rows += [("net by seat" if s == 0 else "", interval(net), _who(seating, s)) for s, net in enumerate(nets)]
    untold = "" if all(UNTOLD not in net for _, net, _ in rows) else f"; {UNTOLD}: one hand tells no error"
    lines = [
        heading(seating.game, seating.rulebook),
        labelled("at the table", who_plays(seating)),
        labelled("in", f"{unit(seating.rulebook)} a hand, simulated, 95 %{untold}"),
        columns([(f"{label:15}", net, words) for label, net, words in rows]),
        labelled("st. dev.", f"{measures.every_seat(run).sd:.4f} of a seat's net"),
        *_hands(seating, run, found),
        labelled("played", _how(run)),
        labelled("tally", run.tally.digest[:16]),
    ]
    if run.tally.one("showdowns"):
        lines += ["", near_text(run)]
    return "\n".join(lines)


def heading(game: model.Game, tables: VyingRulebook) -> str:
    """Return one line with the title and the pack, and one with what was changed, where something was."""
    lines = [f"{game.title}   {count(decks(game), 'deck')}, {count(tables.shoe, 'card')}, shuffled every hand"]
    if changed := changes(game):
        lines.append(labelled("changed", ", ".join(map(bound, changed))))
    return "\n".join(lines)


def who_plays(seating: Seating) -> str:
    """Say who sits at a table."""
    number, alike = len(seating.seats), seating.alike
    if seating.hero is not None:
        assert alike
        others = count(number - 1, "other")
        return f"{seating.hero.words}, moved through all {number} seats; {others}: {alike.words}"
    if alike is not None:
        return f"{count(number, 'player')}: {alike.words}"
    return f"{count(number, 'player')}, each with a play of its own"


def position(rulebook: VyingRulebook, number: int, players: int) -> str:
    """Return what a seat is called."""
    if number == 0:
        return "left of the dealer"
    last = number == players - 1
    return "the dealer" if last and not rulebook.dealer_sits_out else f"seat {number}"


def unit(tables: VyingRulebook) -> str:
    """Return what money is counted in."""
    return "antes" if tables.ante else "chips"


def interval(net: SeatNet) -> str:
    """Return a net and how far from it the true one may well lie, at 95 %."""
    return f"{net.net:+z.5f} {within(net.se)}"


def within(se: float) -> str:
    """Return how far off a figure of this standard error may well be, at 95 %; UNTOLD where one hand tells none."""
    return f"± {NORMAL_95 * se:.5f}" if isfinite(se) else UNTOLD


def error(se: float) -> float | None:
    """Return a standard error for JSON, None where one hand tells none."""
    return se if isfinite(se) else None


def _who(seating: Seating, number: int) -> str:
    own = "" if seating.alike or seating.hero else f": {seating.seats[number].words}"
    return position(seating.rulebook, number, len(seating.seats)) + own


def _hands(seating: Seating, run: TableRun, found: Mapping[str, Measure]) -> list[str]:
    pot = f"{found['pot'].value:.4f} {unit(seating.rulebook)}"
    taken, part = measures.rake(run)
    if taken:
        pot += f", of which the house takes {taken:.4f} ({part:.3%} of the money staked)"
    drawn = f"{found['draw_rounds'].value:.4f} of drawing, {found['cards_per_player'].value:.4f} cards a player"
    lines = [
        labelled("pot", pot),
        labelled("rounds", f"{found['betting_rounds'].value:.4f} of betting, {drawn}"),
        labelled("betting rounds", _numbers(run)),
    ]
    if not run.tally.one("showdowns"):
        return [*lines, labelled("showdown", "none: all fold but one")]
    shown = f"in {found['showdown_rate'].value:.2%} of the hands, {found['at_showdown'].value:.4f} players at one"
    ties = [f"{share.name} {found[f'{share.name}_tie_rate'].value:.2%}" for share in seating.rulebook.shares]
    either = [f"any {found['any_tie_rate'].value:.2%}"] if len(ties) > 1 else []
    sole = f"{found['sole_winner_rate'].value:.2%} of the hands, {found['scoop_rate'].value:.2%} at a showdown"
    left = [(name, rate) for name, rate in found.items() if name.endswith("_unclaimed_rate")]
    unclaimed = ", ".join(f"{name.removesuffix('_unclaimed_rate')} {rate.value:.2%}" for name, rate in left)
    return [
        *lines,
        labelled("showdown", f"{shown}; {found['folds'].value:.4f} fold"),
        labelled("whole pot", f"to one seat in {sole}"),
        labelled("ties", f"{', '.join([*ties, *either])} of the showdowns"),
        *([labelled("unclaimed", f"{unclaimed} of the showdowns")] if unclaimed else []),
    ]


def _numbers(run: TableRun) -> str:
    often = measures.betting_rounds(run)
    told = [f"{number} in {part:.1%}" for number, part in often.items() if part >= _SELDOM]
    return ", ".join(map(bound, told))


def _how(run: TableRun) -> str:
    speed = run.rounds / run.cpu_seconds if run.cpu_seconds else 0.0
    rate = f"{speed / 1e6:.2f} million" if speed >= 1e6 else f"{speed:,.0f}"
    how = f"{count(run.rounds, 'hand')}, seed {run.seed}, {count(run.threads, 'thread')}"
    return f"{how}\n{rate} hands a second of CPU{'' if run.compiled else ', without a compiler'}"


def near_text(run: TableRun) -> str:
    """Return what hands get of each share by their distance from its target."""
    told = measures.share_by_distance(run)
    steps = sorted({row.distance for rows in told.values() for row in rows})
    held = {(share, row.distance): row for share, rows in told.items() for row in rows}
    head = ("distance", *(cell for share in told for cell in (f"wins {share}", "gets of it")))
    shown: list[Sequence[str]] = [head]
    for step in steps:
        rows = [held.get((share, step)) for share in told]
        if any(row and row.won >= _SELDOM for row in rows):
            shown.append((f"{float(step):g}", *(cell for row in rows for cell in _near(row))))
    return columns(shown, right=frozenset(range(len(head))))


def _near(row: measures.ByDistance | None) -> tuple[str, str]:
    return (f"{row.won:.2%}", f"{row.each:.1%}") if row else ("", "")
