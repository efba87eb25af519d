"""The edge of shoes that are dealt down, for the terminal, for JSON and as a picture: Depths -> text, object, PNG."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import ceil, floor, log10, sqrt
from typing import Any

from attrs import frozen

from f27lang.depths import Depths, edge_pct
from f27lang.normal import NORMAL_95
from f27lang.report.heading import decks, edge_label, heading, settings
from f27lang.report.how import play_of
from f27lang.report.text import labelled

NEEDED = "a picture needs matplotlib: pip install 'f27lang[plots]'"
_BARS = 24  # about as many in a histogram
_WIDEST = 44  # columns of the longest bar
_DOTS = 150


def as_text(found: Depths) -> str:
    """Return the figures, and a histogram."""
    lines = [
        heading(found.game, found.tables),
        labelled("shoes", f"{len(found.values)} without {found.gone} of {found.tables.shoe} cards, seed {found.seed}"),
        labelled("play", f"{play_of(found.play, 'total', 'full')}{_kept(found)}, exact for each shoe"),
        labelled(edge_label(found.tables, found.wager), _mean(found)),
        labelled("st. dev.", f"{100 * found.sd:.4f} %; by the effects of removal {100 * found.linear_sd:.4f} %"),
    ]
    if found.correlation is not None:
        lines.append(
            labelled("linear", f"the effects of removal tell it with a correlation of {found.correlation:.4f}")
        )
    lines.append(labelled("quantiles", "   ".join(f"{share:.0%} {edge:z.3f} %" for share, edge in found.quantiles)))
    lines.append(labelled("for the player", f"{found.favourable:.1%} of the shoes"))
    return "\n".join([*lines, "", *_histogram(found)])


def _kept(found: Depths) -> str:
    return " of the full shoe" if found.play == "chart" else ""


def _mean(found: Depths) -> str:
    margin = 100 * NORMAL_95 * found.sd / sqrt(len(found.values))
    apart = "" if found.z is None else f", z = {-found.z:+z.2f}"
    full = f"of the full shoe {edge_pct(found.full):z.6f} %"
    return f"{edge_pct(found.mean):z.4f} % ± {margin:.4f} % in the mean; {full}{apart}"


def as_json(found: Depths) -> dict[str, Any]:
    """Return the answer `f27.depth/1`."""
    return {
        "schema": "f27.depth/1",
        "variant": found.game.name,
        "title": found.game.title,
        "digest": found.tables.digest,
        "decks": decks(found.game),
        "cards": found.tables.shoe,
        "settings": settings(found.game),
        "wager": found.tables.wagers[found.wager],
        "play": found.play,
        "method": "exact",
        "depth_pct": float(100 * found.depth),
        "removed": found.gone,
        "shoes": len(found.values),
        "seed": found.seed,
        "full_edge_pct": edge_pct(found.full),
        "mean_edge_pct": edge_pct(found.mean),
        "se_pct": 100 * found.sd / sqrt(len(found.values)),
        "z": None if found.z is None else 0.0 - found.z,
        "sd_pct": 100 * found.sd,
        "linear_sd_pct": 100 * found.linear_sd,
        "correlation": found.correlation,
        "favourable": found.favourable,
        "quantiles": [{"share": share, "edge_pct": edge} for share, edge in found.quantiles],
        "edges_pct": [edge_pct(value) for value in found.values],
        "linear_edges_pct": [edge_pct(value) for value in found.linear],
    }


@frozen
class Bar:
    """How many shoes have an edge from `low` to `high`, in per cent."""

    low: float
    high: float
    number: int


def bars(edges: Sequence[float]) -> list[Bar]:
    """Return a histogram with bounds that are round numbers, 0 among them."""
    low, high = min(edges), max(edges)
    step = _step((high - low) / _BARS)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    counts = [0] * (last - first)
    for edge in edges:
        counts[min(int(edge / step - first), len(counts) - 1)] += 1
    return [Bar((first + i) * step, (first + i + 1) * step, number) for i, number in enumerate(counts)]


def _step(least: float) -> float:
    """Return 1, 2 or 5 times a power of ten, no less than `least`."""
    if least <= 0:
        return 1.0
    power = 10.0 ** floor(log10(least))
    return next(power * times for times in (1, 2, 5, 10) if power * times >= least * (1 - 1e-9))


def _histogram(found: Depths) -> list[str]:
    drawn = bars([edge_pct(value) for value in found.values])
    most = max(bar.number for bar in drawn)
    digits = max(0, -floor(log10(drawn[0].high - drawn[0].low) + 1e-9))
    bounds = [(f"{bar.low:z.{digits}f}", f"{bar.high:z.{digits}f}") for bar in drawn]
    wide = max(len(bound) for pair in bounds for bound in pair)
    return ["house edge, in %, and shoes"] + [
        f"{low:>{wide}} to {high:>{wide}}   {bar.number:>4} {'#' * round(_WIDEST * bar.number / most)}".rstrip()
        for bar, (low, high) in zip(drawn, bounds, strict=True)
    ]


def as_png(found: Depths) -> bytes:
    """Return a histogram, and the edge that the effects of removal tell beside the exact one, shoe by shoe."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    edges, linear = ([edge_pct(value) for value in values] for values in (found.values, found.linear))
    drawn = bars(edges)
    figure = Figure(figsize=(9.0, 4.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    left.bar([bar.low for bar in drawn], [bar.number for bar in drawn], drawn[0].high - drawn[0].low, align="edge")
    left.axvline(edge_pct(found.full), linewidth=0.8, color="black")
    left.set_xlabel("house edge, %")
    left.set_ylabel("shoes")
    right.scatter(linear, edges, s=8)
    right.axline((edge_pct(found.full), edge_pct(found.full)), slope=1, linewidth=0.8, color="grey")
    right.set_xlabel("by the effects of removal, %")
    right.set_ylabel("exact, %")
    title = f"{found.game.title}: {len(edges)} shoes without {found.gone} of {found.tables.shoe} cards"
    figure.suptitle(title.replace("$", r"\$"), fontsize=11)
    out = BytesIO()
    figure.savefig(out, format="png", dpi=_DOTS)
    return out.getvalue()
