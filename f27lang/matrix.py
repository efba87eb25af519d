"""What strategies of a vying game are worth against one another: Game, players, how to bet and to declare -> Matrix.

Each drawing strategy is moved through all seats of a table of each other; each also plays a table of its own, whose
pots tell what the house takes. Where one plays against itself nothing is simulated twice: seats share the rake.
"""

from __future__ import annotations

from attrs import frozen

from f27lang import model
from f27lang.lower.vying.names import covers, draws, goes_with
from f27lang.patience import PATIENT, Patience
from f27lang.seating import (
    CHECK,
    SAY_NEAREST,
    Seat,
    Seating,
    Ways,
    against,
    alike,
    lowered,
    played,
    players_of,
    refuse_to_declare,
    seat_of,
    usual_seat,
)
from f27lang.simulate import measures
from f27lang.simulate.measures import SeatNet
from f27lang.simulate.vying import TableRun, load_table_kernel
from f27lang.vying import VyingRulebook

HANDS, FULL_HANDS = 200_000, 4_000_000  # a cell


@frozen
class Cell:
    """What a hero wins a hand at a table of another strategy, in antes."""

    hero: Seat
    table: Seat
    net: SeatNet


@frozen
class Position:
    """What each seat wins a hand where all play alike, first the one left of the dealer."""

    seat: Seat
    nets: tuple[SeatNet, ...]


@frozen
class Matrix:
    """All strategies that draw, against one another; `tables` are the runs in which all seats play alike.

    `bet` is how all bet, in all cells and tables, and `declare` what they declare; None where they differ in it, and
    `declare` is empty where the game does not ask.
    """

    game: model.Game
    rulebook: VyingRulebook
    players: int
    bet: str | None
    declare: str | None
    cells: tuple[Cell, ...]
    tables: tuple[tuple[Seat, TableRun], ...]
    positions: tuple[Position, ...]
    hands: int
    seed: int


def matrix(
    game: model.Game,
    players: int | None = None,
    bet: str | None = None,
    *,
    declare: str | None = None,
    play: str | None = None,
    hands: int = HANDS,
    seed: int = 1,
    patience: Patience = PATIENT,
) -> Matrix:
    """Return what a game's drawing strategies are worth; with `play` only at tables of that strategy.

    Who does not say how to bet bets as `bet` says, and declares as `declare` says who does not say that.
    Raises Misasked for what the game does not have, KeyboardInterrupt where a key ends a run, and what `lowered` and
    `played` raise.
    """
    refuse_to_declare(game, declare)
    said = Ways(bet, declare)
    game, first = usual_seat(game, play, said, firm=play is not None)
    heroes = _heroes(game, said)
    own = heroes if play is None and heroes else (first,)
    ways = _ways(game, own[0])
    seats = tuple(dict.fromkeys((*heroes, *own, *ways)))
    rulebook, policies = lowered(game, seats)
    number, policy = players_of(rulebook, players), dict(zip(seats, policies, strict=True))
    load = load_table_kernel(rulebook, ((policy[own[0]],) * number,))
    patience.allow("playing the matrix", load.seconds(hands) * (len(heroes) * len(own) + len(ways)))

    def all_alike(seat: Seat) -> TableRun:
        return whole(alike(game, rulebook, seat, policy[seat], number))

    def one_against(hero: Seat, table: Seat) -> TableRun:
        both = (policy[hero], policy[table])
        return whole(against(game, rulebook, (hero, table), both, number))

    def whole(table: Seating) -> TableRun:
        run = played(table, hands, seed=seed)
        if run.interrupted:
            raise KeyboardInterrupt
        return run

    tables = {seat: all_alike(seat) for seat in own}
    bets, says = ({getattr(seat, of) for seat in (*heroes, *own)} for of in ("bet", "declare"))
    return Matrix(
        game=game,
        rulebook=rulebook,
        players=number,
        bet=first.bet if len(bets) == 1 else None,
        declare=first.declare if len(says) == 1 else None,
        cells=tuple(
            Cell(hero, table, _own(tables[table]) if hero == table else measures.hero_net(one_against(hero, table)))
            for hero in heroes
            for table in own
        ),
        tables=tuple(tables.items()),
        positions=tuple(Position(seat, measures.seat_nets(all_alike(seat))) for seat in ways),
        hands=hands,
        seed=seed,
    )


def _heroes(game: model.Game, said: Ways) -> tuple[Seat, ...]:
    """Return the strategies of a file that say when to draw; what one says of betting itself counts."""
    names = [each.name.text for each in game.strategies if draws(game) and _says(game, each, model.EachAdvice)]
    return tuple(seat_of(game, "--play", name, said)[1] for name in names)


def _ways(game: model.Game, seat: Seat) -> tuple[Seat, ...]:
    """Return a play with each way to bet that may make a position worth more than another: its own, all of the file."""
    if game.betting is None:
        return ()
    if seat.bets_itself:
        return (seat,)
    names = [each.name.text for each in game.strategies if _says(game, each, model.BettingAdvice)]
    beside = "" if seat.declare in ("", SAY_NEAREST, seat.bet) else seat.declare
    taken = f"{seat.play} {beside}".replace(":", " ").split()
    only = [name for name in names if goes_with(game, name, taken)]
    ways = dict.fromkeys(name for name in (seat.bet, *only) if name != CHECK)
    declare = None if beside in ("", seat.play) else beside
    return tuple(seat_of(game, "--bet", seat.play, Ways(way, declare))[1] for way in ways)


def _says(game: model.Game, strategy: model.Strategy, kind: type[model.Node]) -> bool:
    return covers(game, strategy.name.text, kind)


def _own(run: TableRun) -> SeatNet:
    """Return what a strategy wins against itself: no more than its part of the rake, which depends on the pot only."""
    players, pot = run.tally.places.players, measures.measures(run)["pot"]
    error = float(run.rulebook.rake.share) * pot.se / players  # a cap makes it no larger
    return SeatNet(0.0 - measures.rake(run)[0] / players, error, 0.0)
