"""F0508: sections and lines that no vying game can do without → Report."""

from __future__ import annotations

from typing import Any, NamedTuple

from f27lang import model
from f27lang.check.cards import two_valued
from f27lang.check.facts import line_of, phases
from f27lang.check.labels import at, at_heading, because, game_heading
from f27lang.check.lost import also_help, because_lost, lost_line
from f27lang.diagnostics import Label, Report

SECTIONS = {
    "seats": ("seats", "add a line such as `seats: 2..8, usually 6`"),
    "cards": ("cards", "add a section `cards { ... }` with the lines `decks:`, `deck:` and `shuffle:`"),
    "values": ("values", "add a section `values { ... }` with a line for each rank, for example `2..10: face`"),
    "play": ("play", "add a section `play { ... }` with the steps of a hand, from `ante` to `showdown`"),
    "pot": ("pot", "add a section `pot { ... }` with a line such as `ante: 1 chip`"),
    "shares": ("share", "add a section `share low: all { ... }` that says who wins the pot"),
}


class Needed(NamedTuple):
    """A line that a section can't do without: its first words, and one as an example."""

    cls: type[Any]
    key: str
    example: str


ALWAYS = (
    ("cards", Needed(model.Decks, "decks", "decks: 1")),
    ("cards", Needed(model.Deck, "deck", "deck: A..K in 4 suits")),
    ("cards", Needed(model.Shuffle, "shuffle", "shuffle: every hand")),
    ("pot", Needed(model.Ante, "ante", "ante: 1 chip")),
    ("betting", Needed(model.Opens, "opens", "opens: left of dealer")),
    ("betting", Needed(model.Limits, "limits", "limits: 1..2 chips")),
    ("betting", Needed(model.Raises, "raises", "raises: ..3 per round")),
    ("each", Needed(model.Takes, "takes", "takes 1 card up")),
)
LAST_IN = Needed(model.LastIn, "last in takes all", "last in takes all")
BOTH = Needed(model.BothWays, "both", "both: must win outright")
SHARE = (
    Needed(model.Nearest, "nearest", "nearest: 7"),
    Needed(model.OverTarget, "over", "over: allowed"),
    Needed(model.Ties, "ties", "ties: split"),
)
COUNTING = Needed(model.Counting, "counting", "counting: freely")


def check_vying_lines(game: model.Game, report: Report) -> None:
    """Report each section, and each line of a section, that the game needs and lacks."""
    for name, (word, way_out) in SECTIONS.items():
        if not getattr(game, name):
            place = Label(game_heading(game.files[-1]), f"no `{word}` here or in what it extends")
            report.error("F0508", f"this game has no `{word}`", place, helps=(way_out,))
    for name, needed in ALWAYS:
        _line(game, getattr(game, name), needed, report)
    _both_moves(game, report)
    _pot(game, report)
    for share in game.shares:
        _share(game, share, report)


def _line(game: model.Game, section: Any, needed: Needed, report: Report, *why: Label) -> None:
    if section is None or line_of(section, needed.cls) is not None:
        return
    lost = lost_line(game, section, lambda line: isinstance(line, needed.cls))
    helps = also_help(lost, section, f"add a line, for example `{needed.example}`")
    place = at_heading(section, f"no line `{needed.key}` in here")
    report.error("F0508", f"`{needed.key}` is not said", place, *why, *because_lost(lost), helps=helps)


def _both_moves(game: model.Game, report: Report) -> None:
    allowed = {move.text for line in (game.each.lines if game.each else ()) if isinstance(line, model.MayDraw)
               for move in line.moves}  # fmt: skip
    for move in ("take", "pass"):
        if game.each is not None and move not in allowed:
            report.error(
                "F0404",
                f"nobody may {move}",
                at_heading(game.each, f"no line allows `{move}`"),
                helps=("add the line `may take, pass`",),
            )


def _pot(game: model.Game, report: Report) -> None:
    bet = next((phase for phase in phases(game) if isinstance(phase, model.Bet)), None)
    if bet is not None:
        why = because(bet, "all but one may fold")
        _line(game, game.pot, LAST_IN, report, why)
    declare = next((phase for phase in phases(game) if isinstance(phase, model.Declare)), None)
    if declare is not None and len(game.shares) > 1:
        why = because(declare, "both may be declared")
        _line(game, game.pot, BOTH, report, why)


def _share(game: model.Game, share: model.PotShare, report: Report) -> None:
    name = share.name.text
    if share.part is None:
        report.error(
            "F0508",
            f"nobody knows how much of the pot `{name}` is",
            at_heading(share),
            helps=(f"write `share {name}: 1/2 {{`, or `share {name}: all {{`",),
        )
    for needed in SHARE:
        _line(game, share, needed, report)
    nearest, counting = line_of(share, model.Nearest), line_of(share, model.Counting)
    if nearest and counting and len(counting.ways) not in (1, len(nearest.targets)):
        report.error(
            "F0309",
            f"{len(counting.ways)} ways to count for {len(nearest.targets)} target{'s' * (len(nearest.targets) > 1)}",
            at(counting, "one for each target, in order, or one for all"),
            because(nearest),
            helps=(f"write one way, for example `counting: {counting.ways[0].text}`",),
        )
    several = next(iter(two_valued(game).items()), None)
    if several is not None:
        rank, (line,) = several
        _line(game, share, COUNTING, report, because(line, f"{rank} counts in several ways"))
