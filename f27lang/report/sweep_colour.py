"""A heat map's colours: edges -> how each is painted on a terminal, on a page and in a picture.

Blue is the player's, red the house's, and the stronger the farther from nothing; where all edges are on one side, the
colours run from the least to the most. Numbers stand in the cells: colour only repeats what they say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

Rgb = tuple[int, int, int]

_PLAYER, _NOBODY, _HOUSE = (49, 130, 189), (247, 247, 247), (222, 85, 45)
_INK = "black"


def scale(edges: Iterable[float]) -> Callable[[float], Rgb]:
    """Return what colour an edge has among others."""
    known = list(edges)
    least, most = min(known, default=0.0), max(known, default=0.0)
    if least < 0 < most:
        widest = max(-least, most)
        return lambda edge: _between(_NOBODY, _HOUSE if edge > 0 else _PLAYER, abs(edge) / widest)
    end, start = (_HOUSE, least) if most > 0 else (_PLAYER, most)
    width = most - least
    return lambda edge: _between(_NOBODY, end, abs(edge - start) / width if width else 0.0)


def _between(one: Rgb, other: Rgb, share: float) -> Rgb:
    share = min(max(share, 0.0), 1.0)
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def hex_of(rgb: Rgb) -> str:
    """Return a colour as pages write it."""
    return "#{:02x}{:02x}{:02x}".format(*rgb)


def painter(edges: Iterable[float]) -> Callable[[str, float], str]:
    """Return what paints a text on this terminal by the edge that it stands for."""
    colour, system = scale(edges), _system()

    def paint(text: str, edge_pct: float) -> str:
        from rich.style import Style  # noqa: PLC0415

        style = Style(color=_INK, bgcolor=hex_of(colour(edge_pct)))
        return style.render(text, color_system=system)

    return paint


@cache
def _system() -> Any:
    """Return how many colours the terminal has."""
    from rich.color import ColorSystem  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415

    name = Console(force_terminal=True).color_system or "standard"
    return ColorSystem["EIGHT_BIT" if name == "256" else name.upper()]
