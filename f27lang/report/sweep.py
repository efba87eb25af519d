"""A sweep for the terminal: Sweep -> a grid of edges, coloured where that is welcome, or a row a point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from f27lang.report.how import method_of, play_of
from f27lang.report.text import WIDTH, columns, count, hanging, labelled

if TYPE_CHECKING:
    from f27lang.compare.sweep import Found, Sweep

Paint = Callable[[str, float], str]  # a text, and the edge that it stands for

_GAP = "  "
_MOST_ROWS = 200
_OUTCOMES = (("win", "win"), ("player", "player_cards"), ("dealer", "dealer_cards"), ("decisions", "decisions"))


def plain(text: str, edge_pct: float) -> str:
    """Return a text as it is."""
    return text


def as_text(sweep: Sweep, paint: Paint = plain) -> str:
    """Return what was varied, the edges, and the points that can't be solved."""
    shown = grid_text(sweep, paint) if len(sweep.axes) == 2 and not sweep.asked.outcomes else rows_text(sweep, paint)
    return _together(head(sweep), shown, refused_text(sweep))


def nearest_text(sweep: Sweep, target_pct: float, most: int) -> str:
    """Return the points whose edge is nearest to a wanted one, nearest first."""
    found = sweep.nearest(target_pct)
    names = [axis.name for axis in sweep.axes]
    rows = [
        (
            *(value for _, value in each.varied),
            f"{each.edge_pct or 0.0:z.6f} %",
            f"{(each.edge_pct or 0) - target_pct:+z.6f}",
        )
        for each in found[:most]
    ]
    table = columns([(*names, "house edge", f"off {target_pct:g} %"), *rows], _GAP, _right(len(names), 2))
    more = f"and {count(len(found) - most, 'point')} farther off" if len(found) > most else ""
    return _together(head(sweep), "\n".join(filter(None, (table, more))), refused_text(sweep))


def _together(*parts: str) -> str:
    return "\n\n".join(filter(None, parts))


def head(sweep: Sweep) -> str:
    """Return the game, how much of the grid there is, and how the numbers were got."""
    done = len(sweep.found)
    points = count(done, "point") if done == sweep.points else f"{done:,} of {count(sweep.points, 'point')}"
    return f"{sweep.title}   {points}\n" + labelled("house edge, %", method(sweep))


def method(sweep: Sweep) -> str:
    """Say who plays how, and how the numbers were got, as far as that is one for all points."""
    solved = [each for each in sweep.found if each.report is None]
    decks = _decks(solved)
    told = dict.fromkeys(
        f"{play_of(r['play'], r['knowledge'], r['shoe'])}\n"
        f"{method_of(r['knowledge'], r['shoe'], decks, worn='shoe_state' in r)}"
        for r in (each.result for each in solved)
    )
    return "\n".join(told)


def _decks(solved: Sequence[Found]) -> int | None:
    numbers = {each.decks for each in solved}
    return numbers.pop() if len(numbers) == 1 else None


def grid_text(sweep: Sweep, paint: Paint) -> str:
    """Return edges by the values of two settings: as many columns side by side as there is room for."""
    down, across = sweep.axes
    names = max(len(down.name), *(len(value) for value in down.values))
    width = max(*(len(_cell(each)) for each in sweep.found), *(len(value) for value in across.values), 1)
    room = max((WIDTH - names - 1) // (width + len(_GAP)), 1)
    blocks = [across.values[at : at + room] for at in range(0, len(across.values), room)]
    return "\n\n".join(_block(sweep, block, (names, width), paint) for block in blocks)


def _block(sweep: Sweep, values: Sequence[str], widths: tuple[int, int], paint: Paint) -> str:
    (down, across), (names, width) = sweep.axes, widths
    known = by_values(sweep)
    lines = [
        f"{'':{names}}{_GAP}{across.name}",
        f"{down.name:{names}}" + "".join(f"{_GAP}{v:>{width}}" for v in values),
    ]
    for value in down.values:
        cells = [known.get((value, other)) for other in values]
        if any(cells):
            lines.append(f"{value:>{names}}" + "".join(_painted(cell, width, paint) for cell in cells))
    return "\n".join(line.rstrip() for line in lines)


def by_values(sweep: Sweep) -> dict[tuple[str, ...], Found]:
    """Return the points by what was varied."""
    return {tuple(value for _, value in each.varied): each for each in sweep.found}


def _painted(found: Found | None, width: int, paint: Paint) -> str:
    if found is None or found.edge_pct is None:
        return f"{_GAP}{_cell(found) if found else '':>{width}}"
    return _GAP[1:] + paint(f"{_GAP[:1]}{_cell(found):>{width}}", found.edge_pct)


def _cell(found: Found) -> str:
    return found.code or f"{found.edge_pct or 0.0:z.4f}"


def rows_text(sweep: Sweep, paint: Paint) -> str:
    """Return a row a point: what was varied, the edge, and where they were asked for how rounds end."""
    names = [axis.name for axis in sweep.axes]
    heads = (*names, "house edge", *(("sd", *(name for name, _ in _OUTCOMES)) if sweep.asked.outcomes else ()))
    rows = [_row(each, len(heads)) for each in sweep.found[:_MOST_ROWS]]
    lines = columns([heads, *rows], _GAP, _right(len(names), len(heads))).split("\n")
    painted = [lines[0], *(_painted_row(line, each, paint) for line, each in zip(lines[1:], sweep.found))]
    left = len(sweep.found) - _MOST_ROWS
    return "\n".join([*painted, *([f"and {count(left, 'point')} more: --csv and --json have all"] if left > 0 else [])])


def _row(found: Found, width: int) -> tuple[str, ...]:
    values = [value for _, value in found.varied]
    if found.edge_pct is None:
        return (*values, found.code, *[""] * width)[:width]
    told = [*values, f"{found.edge_pct:z.6f} %"]
    if found.sd is not None:
        told.append(f"{found.sd:.3f}")
        told += [f"{found.outcome(key):.2%}" if key == "win" else f"{found.outcome(key):.2f}" for _, key in _OUTCOMES]
    return tuple(told)


def _painted_row(line: str, found: Found, paint: Paint) -> str:
    if found.edge_pct is None:
        return line
    figure = f"{found.edge_pct:z.6f} %"
    before, sign, behind = line.partition(figure)
    return before + paint(sign, found.edge_pct) + behind


def _right(names: int, figures: int) -> frozenset[int]:
    return frozenset(range(names + figures))


def refused_text(sweep: Sweep) -> str:
    """Return why points have no edge, each reason once."""
    places: dict[tuple[str, str], list[str]] = {}
    for each in sweep.found:
        if each.report is not None:
            where = ", ".join(f"{name} = {value}" for name, value in each.varied)
            places.setdefault((each.code, each.words), []).append(where)
    said = [hanging(f"{code}   ", f"{words}: {_first(where)}") for (code, words), where in places.items()]
    return "\n".join(said)


def _first(places: Sequence[str]) -> str:
    more = len(places) - 1
    return places[0] + (f", and {count(more, 'other point')}" if more else "")
