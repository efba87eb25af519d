"""Whole hands as the referee sees them, three a bundled vying game, and more of its options: goldens to be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from f27lang import pipeline
from f27lang.changes import Changes
from f27lang.referee.cards import deal_order
from f27lang.referee.vying import VyingReferee
from f27lang.referee.vying_advice import Adviser

GOLDEN = Path(__file__).parent / "golden" / "vying-hands"
TABLES = {
    "seven-twenty-seven": (
        "seven-twenty-seven",
        Changes(),
        ("nearest one", "commit position", "low press", "high check"),
    ),
    "declared": (
        "seven-twenty-seven",
        Changes(with_=("declaration", "not_over")),
        ("nearest", "commit", "low", "high"),
    ),
    "raked": (
        "seven-twenty-seven",
        Changes(set_=(("rake_share", "5%"), ("sides", "split"), ("locking", "two_in_a_row"))),
        ("nearest press", "nearest press", "never check"),
    ),
    "one-draw": (
        "seven-twenty-seven-one-draw",
        Changes(),
        ("nearest one", "agree check", "high press", "commit check"),
    ),
}
HANDS = 3


def story(variant: str, changes: Changes, plays: tuple[str, ...]) -> str:
    """Return some hands, an event a line with its reason, and what each seat wins."""
    game, _ = pipeline.load(variant, changes)
    referee, players = VyingReferee(game), [Adviser(game, tuple(play.split())) for play in plays]
    told = []
    for number in range(HANDS):
        found = referee.play(deal_order(game, 27, number), players)
        nets = ", ".join(f"seat {seat} {play}: {net}" for seat, (play, net) in enumerate(zip(plays, found.nets)))
        told.append("\n".join([f"hand {number}", *map(str, found.events), f"nets: {nets}"]))
    return "\n\n".join(told) + "\n"


@pytest.mark.parametrize("name", TABLES)
def test_hands(name: str, bless: bool) -> None:
    now, path = story(*TABLES[name]), GOLDEN / f"{name}.txt"
    if bless:
        path.parent.mkdir(exist_ok=True)
        path.write_text(now, "utf-8")
    assert path.read_text("utf-8") == now


def test_every_bundled_vying_game_has_hands() -> None:
    bundled = {name for name in pipeline.bundled_games() if pipeline.load(name)[0].kind == "vying"}
    assert {variant for variant, _, _ in TABLES.values()} == bundled
