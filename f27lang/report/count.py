"""What can be gained by counting cards, for the terminal and for JSON: Counted -> text or an object."""

from __future__ import annotations

from typing import Any

from f27lang.counting.counts import Counted, Judged
from f27lang.report import blackjack
from f27lang.report.heading import decks, edge_label, heading, settings
from f27lang.report.how import method_of, play_of
from f27lang.report.text import bound, columns, hanging, labelled, numbers
from f27lang.solve.effects import Effect
from f27lang.solve.linear import Outlook

_RIGHT = frozenset(range(1, 20))
_IMPERVIOUS, _HARD = 1 / 20, 1 / 3  # shares of what the same estimate gives for blackjack


def as_text(found: Counted) -> str:
    """Return the effects, the counts and the verdict."""
    return "\n".join(
        (
            heading(found.game, found.tables),
            _edges(found),
            "",
            "one card less in the shoe adds to the house edge, in % of the wager",
            _effects_text(found),
            "",
            "counts: tags of cards seen, and their betting correlation with the chart kept",
            _tags_text(found),
            "",
            f"by estimate (linear, normal): once {found.outlook.penetration:.0%} of the shoe is dealt, and till then",
            _outlooks_text(found),
            "",
            verdict(found),
        )
    )


def as_json(found: Counted) -> dict[str, Any]:
    """Return the answer `f27.count/1`."""
    full = found.effects.full
    there = blackjack.blackjack_outlook(found.outlook.penetration)
    return {
        "schema": "f27.count/1",
        "variant": found.game.name,
        "title": found.game.title,
        "digest": found.tables.digest,
        "decks": decks(found.game),
        "cards": found.tables.shoe,
        "settings": settings(found.game),
        "wager": found.tables.wagers[found.wager],
        "knowledge": found.knowledge,
        "method": "exact",
        "edge_pct": -100 * full.best,
        "edge_chart_pct": -100 * full.chart,
        "effects": [_effect(effect) for effect in found.effects.cards],
        "mean_effect_pct": 100 * found.effects.mean(lambda effect: effect.best),
        "mean_effect_chart_pct": 100 * found.effects.mean(lambda effect: effect.chart),
        "linear": [{"card": rank, "tag": tag} for rank, tag in found.linear.items()],
        "tags": [_judged(each) for each in found.judged],
        "outlook": _outlook(found.outlook),
        "blackjack": {
            "rules": blackjack.RULES,
            "effects": [
                {"card": rank, "count": blackjack.COUNTS[rank], "effect_pct": -effect}
                for rank, effect in blackjack.EFFECTS_PCT.items()
            ],
            "edge_pct": -blackjack.VALUE_PCT,
            "betting_correlations": blackjack.PUBLISHED_CORRELATIONS,
            "outlook": _outlook(there),
            "sources": [blackjack.EFFECTS_SOURCE, blackjack.EDGE_SOURCE, blackjack.CORRELATION_SOURCE],
        },
        "gain_of_blackjack": found.outlook.gain / there.gain,
        "verdict": verdict(found).replace("\n", " "),
    }


def _effect(effect: Effect) -> dict[str, Any]:
    return {
        "card": effect.card,
        "count": effect.count,
        "effect_pct": 100 * effect.best,
        "effect_chart_pct": 100 * effect.chart,
        "effect_kept_pct": None if effect.kept is None else 100 * effect.kept,
    }


def _judged(judged: Judged) -> dict[str, Any]:
    return {
        "name": judged.name,
        "tags": [{"card": rank, "tag": tag} for rank, tag in zip(judged.tags.ranks, judged.tags.values, strict=True)],
        "sum": judged.total,
        "balanced": judged.total == 0,
        "betting_correlation": judged.correlation,
        "outlook": _outlook(judged.outlook),
    }


def _outlook(outlook: Outlook) -> dict[str, float]:
    return {
        "penetration": outlook.penetration,
        "sd_pct": 100 * outlook.sd,
        "share_positive": outlook.share,
        "share_positive_all_hands": outlook.share_of_all,
        "gain_pct": 100 * outlook.gain,
    }


def _edges(found: Counted) -> str:
    full, number = found.effects.full, decks(found.game)
    return numbers(
        [
            (
                edge_label(found.tables, found.wager) if play == "best" else "",
                f"{-100 * value:z.6f} %",
                (play_of(play, knows, "full"), method_of(knows, "full", number)),
            )
            for play, knows, value in (("best", found.knowledge, full.best), ("chart", "total", full.chart))
        ],
        right=True,
    )


def _effects_text(found: Counted) -> str:
    cards, kept = found.effects.cards, found.effects.full.kept is not None
    head = ["card", "cards", "best play", "chart kept", *(["best play kept"] if kept else [])]
    rows = [
        [e.card, str(e.count), *(f"{100 * x:+z.5f}" for x in (e.best, e.chart, e.kept) if x is not None)] for e in cards
    ]
    means = [found.effects.mean(lambda e: e.best), found.effects.mean(lambda e: e.chart)]
    means += [found.effects.mean(lambda e: e.kept or 0.0)] if kept else []
    mean = ["mean", str(found.tables.shoe), *(f"{100 * x:+z.5f}" for x in means)]
    knows = bound(f"{-100 * means[0]:z.5f} %")
    said = (
        "A play that is kept gains nothing by a card that nobody saw: its mean is 0. Best play adapts, and gains by "
        f"knowing it {knows}."
    )
    return columns([head, *rows, mean], right=_RIGHT) + "\n" + hanging("", said)


def _tags_text(found: Counted) -> str:
    ranks = tuple(found.counts)
    head = ["", *(rank if rank != "Joker" else "Jo" for rank in ranks), "sum", "BC"]
    linear = ["linear", *(f"{tag:z.1f}" for tag in found.linear.values()), "0", f"{1:.3f}"]
    rows = [
        [_short(each), *map(str, each.tags.values), str(each.total), f"{each.correlation:.3f}"] for each in found.judged
    ]
    return columns([head, linear, *rows], gap=" ", right=_RIGHT)


def _short(judged: Judged) -> str:
    """Return the name of a count in a column, where a balanced one stands below the better one that is not."""
    return judged.name.split()[-1]


def _outlooks_text(found: Counted) -> str:
    there = blackjack.blackjack_outlook(found.outlook.penetration)
    rows = [("the linear count", found.outlook), *((_short(each), each.outlook) for each in found.judged)]
    head = ["who knows", "st. dev.", "has an edge", "till then", "gains a hand"]
    return columns([head, *([name, *_figures(o)] for name, o in [*rows, ("blackjack, the same", there)])], right=_RIGHT)


def _figures(outlook: Outlook) -> tuple[str, ...]:
    return (
        f"{100 * outlook.sd:.3f} %",
        f"{outlook.share:.2%}",
        f"{outlook.share_of_all:.2%}",
        f"{100 * outlook.gain:.4f} %",
    )


def verdict(found: Counted) -> str:
    """Return in words what the figures come to, beside blackjack."""
    here, there = found.outlook, blackjack.blackjack_outlook(found.outlook.penetration)
    part = here.gain / there.gain
    best = max(found.judged, key=lambda each: each.correlation)
    largest = max(found.effects.cards, key=lambda effect: abs(effect.chart))
    theirs = max(blackjack.EFFECTS_PCT, key=lambda rank: abs(blackjack.EFFECTS_PCT[rank]))
    published = ", ".join(f"{name} {value:.2f}" for name, value in blackjack.PUBLISHED_CORRELATIONS.items())
    said = (
        f"{_judgement(part)} Whoever knew the estimate, and bet 1 whenever it favours him and nothing else, would gain "
        f"{100 * here.gain:.4f} % of a bet a hand by it, {part:.2%} of the {100 * there.gain:.4f} % of blackjack "
        f"by the same formula; he has an edge in {here.share_of_all:.1%} of all hands, "
        f"there in {there.share_of_all:.1%}. Tags can follow it: those of {best.name} with a betting correlation "
        f"of {best.correlation:.3f}. {_inventor_words(found)} The largest "
        f"effect is {abs(100 * largest.chart):.3f} % ({largest.card}), in blackjack "
        f"{abs(blackjack.EFFECTS_PCT[theirs]):.3f} % ({theirs})."
    )
    sources = (
        f"Blackjack: {blackjack.RULES}. Effects: {blackjack.EFFECTS_SOURCE}; house edge {-blackjack.VALUE_PCT:.3f} %: "
        f"{blackjack.EDGE_SOURCE}. Betting correlations published for one deck: {published} "
        f"({blackjack.CORRELATION_SOURCE}); Hi-Lo by the six-deck effects {blackjack.hi_lo_correlation():.3f}."
    )
    return labelled("verdict", said) + "\n" + labelled("", sources)


def _inventor_words(found: Counted) -> str:
    """Say how the default tags of the inventor's programs do."""
    inventor = found.judged[0]
    astray = [rank for rank, tag in zip(inventor.tags.ranks, inventor.tags.values) if tag * found.gains[rank] < 0]
    goes = f", and have the wrong sign for {', '.join(astray)}" if astray else ""
    return f"The default tags of the inventor's programs have {inventor.correlation:.3f}{goes}."


def _judgement(part: float) -> str:
    if part < _IMPERVIOUS:
        return "Counting cards gains next to nothing here."
    if part < _HARD:
        return "Counting cards gains little here."
    return (
        "Counting cards gains less here than in blackjack."
        if part < 1
        else "Counting cards gains more than in blackjack."
    )
