"""The checks against the referee: what they say can't happen doesn't, what happens they have followed."""

import random
import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from f27lang import model
from f27lang.changes import Changes
from f27lang.check import check
from f27lang.check.bounds import Bounds
from f27lang.check.facts import every
from f27lang.check.rounds import follow
from f27lang.check.table import Table
from f27lang.check.turns import pairs_that_may_clash
from f27lang.diagnostics import Diagnostic, Report
from f27lang.referee import Referee, Situation, shoe
from f27lang.resolve import resolve
from f27lang.source import SourceFile
from f27lang.syntax.parse import parse

GOOD = Path(__file__).parent / "good"
VARIANTS = Path(__file__).parents[1] / "variants"
FILES = sorted([*GOOD.glob("*.f27"), *VARIANTS.glob("*.f27")])
AS_WRITTEN = Changes()


def checked(
    text: str, changes: Changes = AS_WRITTEN, name: str = "test.f27"
) -> tuple[model.Game | None, list[Diagnostic]]:
    report = Report()
    file = parse(SourceFile(name, text), report)
    game = resolve(file, changes, report) if file else None
    if game is not None:
        check(game, report, changes)
    return game, list(report)


def child(body: str) -> str:
    return f'f27 1\n\nbanked game "test" extends "21-24-27" {{\n{body}\n}}\n'


def codes(body: str, changes: Changes = AS_WRITTEN) -> set[str]:
    return {diagnostic.code for diagnostic in checked(child(body), changes)[1]}


def game_of(path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[model.Game, list[Diagnostic]]:
    monkeypatch.chdir(path.parent)
    game, found = checked(path.read_text("utf-8"), name=path.name)
    assert game is not None, [diagnostic.message for diagnostic in found]
    return game, found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_good_files_are_clean_or_not_built(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, found = game_of(path, monkeypatch)
    assert {diagnostic.code for diagnostic in found if diagnostic.severity == "error"} <= {"F0106"}


PLAYED = ("three-cards", "ties-lose", "no-faces", "one-upcard", "third-card", "halves", "made", "nearest", "no-bust")


@pytest.mark.parametrize("name", PLAYED)
def test_played_rounds_were_followed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every hand that is asked and every row that decides a played round was met by the check."""
    game, _ = game_of(GOOD / f"{name}.f27", monkeypatch)
    table = Table(game)
    rounds = follow(table)
    assert game.settle is not None
    deciding = [row for row in game.settle.lines if id(row) in rounds.fitting]
    referee, dice, cards = Referee(game), random.Random(27), list(shoe(game))
    asked: set[int] = set()

    def any_move(situation: Situation) -> str:
        asked.add(_state(table, situation.player.ranks))
        return dice.choice(situation.moves)

    for _ in range(400):
        played = referee.play(dice.sample(cards, min(60, len(cards))), any_move)
        assert game.settle.lines[played.row] in deciding
    assert bool(asked) == any(True for _ in every(model.May, game.player))
    assert asked <= set(rounds.asked)


def _state(table: Table, ranks: tuple[str, ...]) -> int:
    """Return the state of a player's hand in a game that does not look at suits."""
    state = table.machine.start("player")
    for rank in ranks:
        card = next(place for place, cls in enumerate(table.machine.classes) if rank in cls.ranks)
        after = table.machine.step(state, card)
        assert after is not None
        state = after
    return state


@settings(deadline=None, max_examples=12)
@given(end=st.integers(1, 27), low=st.integers(1, 27), width=st.integers(0, 10))
def test_every_value_of_a_param_is_tried(end: int, low: int, width: int) -> None:
    """A must that ends at `end` and one that starts at a param clash when the param can be as low as that."""
    high = low + width
    body = (
        f"param start: points = {high} in {low}..{high}\n"
        f"player {{\nmay hit, stand\nmust hit on hard ..{end}\nmust stand on hard start..\n}}"
    )
    reachable = max(low, 2) <= end  # no hand is hard 1: an ace alone counts 14
    assert ("F0401" in codes(body)) == reachable


def test_the_breaking_value_is_named() -> None:
    player = "player {\nmay hit, stand\nmust hit on hard ..14\nmust stand on hard start..\n}"
    body = f"param start: points = 20 in 10..27\n{player}"
    messages = [diagnostic.message for diagnostic in checked(child(body))[1] if diagnostic.code == "F0401"]
    assert messages == ["two rules disagree about hard 14 when `start` is 14"]


def test_bundled_laws_need_no_enumeration() -> None:
    game, _ = checked((VARIANTS / "21-24-27.f27").read_text("utf-8"), Changes(with_=("forced_moves",)))
    assert game is not None
    assert pairs_that_may_clash(game) == ()


@settings(deadline=None)
@given(
    st.lists(st.fractions(0, 40, max_denominator=4), min_size=4, max_size=4),
    st.lists(st.booleans(), min_size=4, max_size=4),
)
def test_bounds_meet_where_some_number_lies_in_both(ends: list[Fraction], opens: list[bool]) -> None:
    one = Bounds(*sorted(ends[:2]), *opens[:2])
    other = Bounds(*sorted(ends[2:]), *opens[2:])
    steps = [Fraction(n, 24) for n in range(40 * 24 + 1)]
    if any(one.holds(step) and other.holds(step) for step in steps):
        assert one.meets(other)
    elif one.meets(other):  # only where both hold nothing themselves
        assert not any(map(one.holds, steps)) or not any(map(other.holds, steps))


FAR = "hands {\nfinnish_27: A K as dealt\nstanding: total ..1000\nbust: total over 1000\n}\n"
EXPLODING = {
    "a target of 1000": FAR + "total {\nread: highest not over 1000\nsoft: A counts 14\n}",
    "little over the limit": FAR.replace("1000", "200")
    + "total {\nread: highest not over 200\nsoft: A counts 14\n}\ndealer {\nstands on total 180..\notherwise hits\n}",
    "nearest 1000": FAR
    + "player {\nmay hit on total ..999\nmay stand\n}\ntotal {\nread: nearest 1000\nsoft: A counts 14\n}",
    "sixtieths": "also values {\n2: 1/60\n3: 1/59\n4: 1/58\n}",
    "fine parts": "also values {\nA: 1/60 or 14 or 1/30 or 1/20 or 1/15 or 1/12 or 1/10 or 1/6\n2: 7/60 or 2\n}",
    "many values": "also values {\nA: 1 or 2 or 3 or 4 or 5 or 6 or 14\n2: 1/7 or 2/7\n3: 1/11 or 1/13\n}",
    "no end": "also player {\nat most 900 cards\n}\nsettle {\nafter dealer: better hand wins, else push\n}",
}


@pytest.mark.parametrize("name", EXPLODING)
def test_games_that_explode_end_soon(name: str) -> None:
    start = time.process_time()
    found = codes(EXPLODING[name])
    assert time.process_time() - start < 2
    assert found & {"F0105", "F0504", "F0505"}


@pytest.mark.parametrize(("name", "step"), [("21-24-27-shuffled", 7), ("halves", 3), ("one-upcard", 7)])
def test_no_line_less_or_twice_raises(name: str, step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken games give diagnostics, and those without errors can be played."""
    monkeypatch.chdir(GOOD)
    lines = (GOOD / f"{name}.f27").read_text("utf-8").split("\n")
    dice = random.Random(21)
    for place in range(3, len(lines) - 1, step):
        for broken in (lines[:place] + lines[place + 1 :], lines[: place + 1] + lines[place:]):
            game, found = checked("\n".join(broken))
            if game is not None and not any(diagnostic.severity == "error" for diagnostic in found):
                cards = list(shoe(game))
                Referee(game).play(dice.sample(cards, min(60, len(cards))), lambda asked: dice.choice(asked.moves))


def test_own_warnings_only() -> None:
    """A child's line may make an inherited one idle: that is normal, and no message."""
    settle = "settle {\nat once: player bust -> dealer wins\nafter dealer: better hand wins, else dealer wins\n}"
    assert codes(settle) == set()
    assert codes(
        f"{settle}\nwager game: $10..$500 {{\npays 1:1 on player wins\nreturns on push\nloses on dealer wins\n}}"
    ) == {"F0606"}


def test_examples_of_an_option_are_run_with_it_on() -> None:
    option = (
        "option keen: off {\nalso player {\nmust hit on hard ..26\n}\nexample {\nplayer 9 9 against 9 9: must %s\n}\n}"
    )
    assert codes(option % "hit") == set()
    assert codes(option % "stand") == {"F0701"}
    assert codes(option % "hit", Changes(with_=("keen",))) == set()


def test_examples_of_an_arm_are_run_with_it_chosen() -> None:
    arm = "also player {\nmust stand on hard 12..\n}\nexample {\nplayer 9 9 against 9 9: must %s\n}"
    choice = f"choice pace: slow {{\narm slow {{\n}}\narm fast {{\n{arm}\n}}\n}}"
    assert codes(choice % "stand") == set()
    assert codes(choice % "hit") == {"F0701"}
