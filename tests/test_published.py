"""Configurations of Poker-Like that extend one another in a few lines: exact edges by ranks, as the inventor's are.

Figures that nobody published come from a plain C++ program that plays ranks with the chances of suits written in by
hand, and shares nothing with this package.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from f27lang import analysis, pipeline, solve
from f27lang.changes import Changes
from f27lang.patience import Patience, TooLong
from f27lang.rulebook import Rulebook
from f27lang.solve import Solution, mixtures, solve_endless, solve_shoe, solve_shoe_all
from f27lang.solve.averaged import averaged
from f27lang.solve.walk_cards import CardWalk
from tests.closed_games import written
from tests.random_variants import closed

FOLDER = Path(__file__).parent / "published"
BY_RANKS = {
    "27": 1.3976327756,
    "20": 0.9502851978,
    "19": 1.4501748358,
    "one-deck": 1.6791027361,
    "kings": 1.3722172131,
    "softer-targets": 1.1135287130,
    "poker-beats-27": -1.5247632964,
    "suited-runs": 1.4910126427,
    "jackpot": 1.3258121926,
    "suited-naturals": 2.0237258183,
    "everything": -3.5319122392,
    "straights": -1.4378807015,
    "better-poker": -2.9026604783,
}
DECKS = {"2": 1.5240440875, "4": 1.4311431806, "8": 1.3806577341}  # of 27
STRAIGHT_FLUSH_FIRST = 6.1725679002
FIGURE = 6e-11  # all have ten places
FLOATS = 1e-13
TINY = {
    "player": "may hit, stand | at most 4 cards",
    "dealer": "stands on hard 21.. | stands on soft 24.. | otherwise hits | at most 4 cards",
    "play": "wager | deal 2 up to player | deal 1 down to dealer | deal 1 up to dealer | turn player | turn dealer"
    " | settle",
    "settle": "at once: player total 27 -> player wins | at once: player bust -> dealer wins"
    " | after dealer: better hand wins, else push",
    "wager game: $10..$500": "pays 1:1 on player wins | returns on push | loses on dealer wins",
}
NINES = "adds 50:1 on player wins with 9 9 9 in spades | adds 20:1 on player wins with 9 9 9 in one suit"
JACKPOT = "adds 99:1 on player wins with 9 9 9 in one suit against dealt 9 9 | adds 4:1 on player wins with 9 9 9"
PAIRS = "adds 9:1 on player wins with A 9 in spades | adds 4:1 on player wins with 9 K in one suit"
THREE = "adds 9:1 on player wins with 3 cards in one suit"  # of one deck, no card twice
SUITS = "A 9 K in 2 suits plus 2 Joker"


def published(name: str, changes: Changes | None = None) -> Rulebook:
    return pipeline.rulebook(pipeline.load(str(FOLDER / f"{name}.f27"), changes or Changes())[0])


def tiny(decks: int, bonus: str, **sections: str) -> Rulebook:
    cards = {"cards": f"decks: {decks} | deck: {SUITS} | shuffle: every hand"}
    game, report = closed(written(**{**TINY, **cards, "bonus nines on game": bonus, **sections}))
    assert game is not None and not report.failed, list(report)
    return pipeline.rulebook(game)


def suits_told_apart(tables: Rulebook, monkeypatch: pytest.MonkeyPatch) -> Solution:
    """Return best play by ranks, every suit followed by itself."""
    monkeypatch.setattr(solve, "averaged", lambda *_: None)
    found = solve_shoe(tables, knowledge="ranks", frequencies=True)
    monkeypatch.undo()
    return found


@pytest.mark.parametrize("name", BY_RANKS)
@pytest.mark.long
def test_edges_by_ranks(name: str) -> None:
    assert solve_shoe(published(name), knowledge="ranks").edge_pct == pytest.approx(BY_RANKS[name], abs=FIGURE)


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.long
def test_other_numbers_of_decks(decks: str) -> None:
    found = solve_shoe(published("27", Changes(set_=(("decks", decks),))), knowledge="ranks")
    assert found.edge_pct == pytest.approx(DECKS[decks], abs=FIGURE)


@pytest.mark.long
def test_a_straight_flush_above_five_of_a_kind() -> None:
    assert solve_shoe(published("straight-flush-first")).edge_pct == pytest.approx(STRAIGHT_FLUSH_FIRST, abs=1e-10)


def test_every_file_is_tried() -> None:
    assert {path.stem for path in FOLDER.glob("*.f27")} == {*BY_RANKS, "straight-flush-first"}


@pytest.mark.parametrize("bonus", [NINES, JACKPOT], ids=["nines", "jackpot"])
def test_averages_are_what_suits_come_to(bonus: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = tiny(3, bonus)
    assert averaged(tables) is not None
    found = solve_shoe(tables, knowledge="ranks", frequencies=True)
    plain = suits_told_apart(tables, monkeypatch)
    assert found.value == pytest.approx(plain.value, abs=FLOATS)
    assert found.value < solve_shoe(tables).value
    ours, theirs = found.frequencies, plain.frequencies
    assert ours is not None and theirs is not None
    assert ours.outcomes == pytest.approx(theirs.outcomes, abs=FLOATS)
    assert [each for _, each in ours.dealer_totals] == pytest.approx(
        [each for _, each in theirs.dealer_totals], abs=FLOATS
    )
    assert (ours.variance, ours.player_cards, ours.dealer_cards, ours.decisions) == pytest.approx(
        (theirs.variance, theirs.player_cards, theirs.dealer_cards, theirs.decisions), abs=FLOATS
    )


@pytest.mark.parametrize("bonus", [PAIRS, THREE])
def test_averages_are_what_a_walk_through_all_rounds_comes_to(bonus: str) -> None:
    tables = tiny(1, bonus)
    assert averaged(tables) is not None
    found = solve_shoe(tables, knowledge="ranks")
    assert found.value == pytest.approx(float(CardWalk(tables, 0, None, "ranks").value()), abs=FLOATS)


def test_suits_that_decide_are_told_apart() -> None:
    hit_in_spades = "may hit, stand | must hit on total 14..18 with 2 cards in spades | at most 4 cards"
    assert averaged(tiny(3, NINES)) is not None
    assert averaged(tiny(3, NINES, player=hit_in_spades)) is None


def test_of_two_ranks_one_may_be_averaged() -> None:
    settle = f"at once: player 9 9 in one suit -> player wins | {TINY['settle']}"
    tables = tiny(3, "adds 9:1 on player wins with A A in one suit", settle=settle)
    averages = averaged(tables)
    assert averages is not None
    ranks = [c.ranks for c in averages.rulebook.classes]
    assert ranks.count(("A",)) == 1 < ranks.count(("9",))


def test_a_chart_of_averages_plays_the_game_itself() -> None:
    tables = tiny(3, NINES)
    best, chart = solve_shoe_all(tables, ("best", "chart"), knowledge="ranks")
    assert chart.policy is not None
    again = solve_shoe(tables, chart.policy)
    assert again.value == pytest.approx(chart.value, abs=FLOATS)
    assert best.value >= chart.value


def test_the_endless_shoe_by_ranks() -> None:
    endless = solve_endless(tiny(3, NINES), knowledge="ranks")
    assert endless.knowledge == "ranks"
    assert endless.value == pytest.approx(solve_shoe(tiny(4000, NINES), knowledge="ranks").value, abs=1e-4)


def test_a_full_shoe_has_its_own_mixtures() -> None:
    """Nines of three decks are of one suit less often than from an endless shoe; the full shoe is meant unasked."""
    tables = tiny(3, NINES)
    full, asked, endless = averaged(tables), averaged(tables, endless=False), averaged(tables, endless=True)
    assert full is not None and asked is not None and endless is not None
    assert full.states == asked.states != endless.states


def test_mixtures_of_too_many_states_are_not_averaged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mixtures, "MOST_MEMBERS", 5)
    assert averaged.__wrapped__(tiny(3, NINES)) is None


def test_the_endless_shoe_is_not_solved_for_longer_than_someone_waits() -> None:
    game, _ = pipeline.playable("poker-like")
    with pytest.raises(TooLong, match="solving the endless shoe is estimated at"):
        analysis.edges(game, analysis.questions("best", "endless"), patience=Patience(seconds=0.01))
    plain, _ = pipeline.playable("21-24-27")
    assert analysis.edges(plain, analysis.questions("best", "endless"), patience=Patience(seconds=0.0))
