"""What the strategies of a vying game are worth, for the terminal and for JSON. Matrix -> text or an object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from f27lang.judged import claims, verdicts
from f27lang.lower.vying.names import declares
from f27lang.matrix import Cell, Matrix
from f27lang.normal import NORMAL_95
from f27lang.report import distribution
from f27lang.report.heading import settings
from f27lang.report.table import error, heading, position, unit, ways_json
from f27lang.report.text import columns, count, labelled, wide
from f27lang.seating import SAY_NEAREST, Seat
from f27lang.simulate import measures

SCHEMA = "f27.matrix/1"
_Way = tuple[str, Callable[[Seat], str]]
_BETTING: _Way = ("betting", lambda seat: seat.bet)
_DECLARING: _Way = ("declaring", lambda seat: seat.declare)


def rake_pct(found: Matrix) -> float:
    """Return what the house takes of the money staked at the first table, in per cent."""
    return 100 * measures.rake(found.tables[0][1])[1]


def as_json(found: Matrix) -> dict[str, Any]:
    """Return the answer `f27.matrix/1`; nets are in antes, or in chips where there is no ante."""
    return {
        "schema": SCHEMA,
        "variant": found.game.name,
        "title": found.game.title,
        "digest": found.rulebook.digest,
        "settings": settings(found.game),
        "method": "simulated",
        "players": found.players,
        "bet": found.bet,
        **({"declare": found.declare} if declares(found.game) else {}),
        "hands": found.hands,
        "seed": found.seed,
        "unit": unit(found.rulebook),
        "rake": [
            {
                "play": seat.play,
                **ways_json(seat),
                "rake": measures.rake(run)[0],
                "edge_pct": 100 * measures.rake(run)[1],
                "pot": measures.measures(run)["pot"].value,
            }
            for seat, run in found.tables
        ],
        "matrix": [
            {
                "hero": cell.hero.play,
                "table": cell.table.play,
                "bet": cell.hero.bet if cell.hero.bet == cell.table.bet else None,
                "hero_bet": cell.hero.bet,
                "table_bet": cell.table.bet,
                **_declared(cell),
                "net": cell.net.net,
                "se": error(cell.net.se),
            }
            for cell in found.cells
        ],
        "positions": [
            {
                "play": each.seat.play,
                **ways_json(each.seat),
                "seats": [
                    {
                        "position": s,
                        "name": position(found.rulebook, s, found.players),
                        "net": net.net,
                        "se": error(net.se),
                    }
                    for s, net in enumerate(each.nets)
                ],
            }
            for each in found.positions
        ],
        **distribution.as_json(found),
        "claims": [
            {"claim": said.claim, "play": seat.play, **ways_json(seat), "verdict": said.verdict, "why": said.why}
            for seat, run in found.tables
            for said in verdicts(found.game, run)
        ],
    }


def _declared(cell: Cell) -> dict[str, str]:
    """Return what a hero and the others declare, where the game asks."""
    names = (("hero_declare", cell.hero.declare), ("table_declare", cell.table.declare))
    return {name: declare for name, declare in names if declare}


def as_text(found: Matrix) -> str:
    """Return the rake, the matrix, what positions are worth and what is to be said of the source's claims."""
    played = f"{count(found.players, 'player')}, simulated, {found.hands:,} hands a cell, seed {found.seed}"
    parts = [heading(found.game, found.rulebook), labelled("house edge", _rake(found))]
    parts.append(labelled("played by", played))
    if found.cells:
        said = f"{unit(found.rulebook)}, at a table of others" + (f"; all bet {found.bet}" if found.bet else "")
        said += f"; all declare {found.declare}" if found.declare not in (None, "", SAY_NEAREST) else ""
        parts += ["", f"what a hero wins a hand, in {said}", _matrix_text(found)]
    if found.positions:
        parts += ["", f"what a position wins a hand, in {unit(found.rulebook)}", _positions_text(found)]
    parts += ["", distribution.as_text(found)]
    if claims(found.game):
        parts += ["", _claims_text(found)]
    return "\n".join(parts)


def _rake(found: Matrix) -> str:
    seat, run = found.tables[0]
    taken, part = measures.rake(run)
    if not taken:
        return "none: the house takes nothing of a pot"
    taking = f"{taken:.4f} {unit(found.rulebook)} a hand"
    return f"{100 * part:.4f} % of the money staked, {taking}, where all play {seat.words}"


def _matrix_text(found: Matrix) -> str:
    """Return a row a hero; where not all bet or declare alike with how each does, and those of each table."""
    tables = list(dict.fromkeys(cell.table for cell in found.cells))
    heroes = list(dict.fromkeys(cell.hero for cell in found.cells))
    nets = {(cell.hero, cell.table): _net(cell) for cell in found.cells}
    ways = [way for way, alike in ((_BETTING, found.bet), (_DECLARING, found.declare)) if alike is None]
    heads = [("hero, against", *("" for _ in ways), *(table.play for table in tables))]
    for way in ways:
        heads.append(("", *(way[0] if each == way else "" for each in ways), *map(way[1], tables)))
    rows = [
        *heads,
        *((hero.play, *(told(hero) for _, told in ways), *(nets[hero, table] for table in tables)) for hero in heroes),
    ]
    widest = max(NORMAL_95 * cell.net.se for cell in found.cells)
    return f"{wide(rows, 1 + len(ways))}\n± {widest:.4f} at most, at 95 %"


def _net(cell: Cell) -> str:
    return f"{cell.net.net:+z.4f}" if cell.net.net else "0"


def _positions_text(found: Matrix) -> str:
    heads = [f"{each.seat.bet}" for each in found.positions]
    rows = [(f"all play {found.positions[0].seat.play}, betting", *heads)]
    for s in range(found.players):
        rows.append(
            (position(found.rulebook, s, found.players), *(f"{each.nets[s].net:+z.4f}" for each in found.positions))
        )
    rows.append(("±, at 95 %", *(f"{max(NORMAL_95 * net.se for net in each.nets):.4f}" for each in found.positions)))
    return wide(rows)


def _claims_text(found: Matrix) -> str:
    lines = []
    for claim in claims(found.game):
        lines.append(labelled("the source says", claim))
        rows = [
            (f"  {seat.play}", said.verdict, said.why)
            for seat, run in found.tables
            for said in verdicts(found.game, run)
            if said.claim == claim
        ]
        lines.append(columns(rows) if rows else "  is not judged")
    return "\n".join(lines)
