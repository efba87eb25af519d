"""What `f27 edge` does with a shoe of which cards are gone: options as typed -> answers, or why there are none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from f27lang.cli.command import answer, patience, print_json
from f27lang.cli.points import watch_points

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction
    from pathlib import Path

    from f27lang import model
    from f27lang.solve.removal import Gone


class Depth(click.ParamType["Fraction"]):
    """A share of a shoe, as 50% or 50: more than nothing and less than all."""

    name = "depth"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        """Return the share."""
        from fractions import Fraction  # noqa: PLC0415

        typed = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?) ?%?", str(value).strip(), re.ASCII)
        if typed is None:
            self.fail(f"{value!r} is not a share of the shoe: write for example 50%", param, ctx)
        if not 0 < (share := Fraction(typed[1]) / 100) < 1:
            self.fail(f"{value!r} leaves nothing to tell: it has to be more than 0% and less than 100%", param, ctx)
        return share


def refuse(depth: object, removed: object, given: Mapping[str, object]) -> None:
    """Refuse options that don't go with a depth, and those that need one; `given` are names with what was typed."""
    if depth is None:
        for option in ("--seed", "--png"):
            if given[option] is not None:
                raise click.UsageError(f"{option} goes with --depth")
    if removed is not None and depth is not None:
        raise click.UsageError("--removed names the cards that are gone, --depth takes them at random: take one")
    if (removed is not None or depth is not None) and given["--shoe"] == "endless":
        raise click.UsageError("from an endless shoe no cards are gone: leave out --shoe endless")
    if depth is None:
        return
    if given["--play"] == "best":
        raise click.UsageError("shoe after shoe is played one way, by the chart or a strategy: leave out --play best")
    beside = ("--play", "--shoe", "--wager", "--seed", "--png")
    for option, value in given.items():
        if option not in beside and value not in (None, False):
            raise click.UsageError(f"{option} does not go with --depth")


def gone_of(text: str | None, game: model.Game) -> Gone | None:
    """Return the cards that `--removed` names; raises Misasked where a hand can't be dealt from what is left."""
    if text is None:
        return None
    from f27lang.depths import gone_from  # noqa: PLC0415

    return gone_from(game, text)


def kept(game: model.Game, gone: Gone | None, play: str | None, **how: Any) -> float | None:
    """Return what the full shoe's chart is worth from a shoe without some cards, where charts are told of."""
    if gone is None or play not in (None, "chart"):
        return None
    from f27lang.depths import kept_value  # noqa: PLC0415

    return kept_value(game, gone, **how)


def depth_answer(game: model.Game, depth: Fraction, *, png: Path | None, yes: bool, as_json: bool, **how: Any) -> None:
    """Print how the edge is spread over shoes that are dealt down."""
    from f27lang.cli.output import write_answer  # noqa: PLC0415
    from f27lang.depths import depths  # noqa: PLC0415
    from f27lang.report import chart_png  # noqa: PLC0415
    from f27lang.report import depths as report  # noqa: PLC0415

    if png and not chart_png.available():
        raise click.UsageError(report.NEEDED)
    with watch_points(shown=not as_json) as progress:
        found = depths(game, depth, patience=patience(yes), progress=progress, **how)
    if png:
        write_answer(report.as_png(found), png)
    if as_json:
        print_json(report.as_json(found))
    else:
        answer(report.as_text(found))
