"""Worked rounds: golden stories, cards as people type them, and what is told where they are wrong or run out."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from f27lang import pipeline
from f27lang.changes import Changes
from f27lang.cli.main import f27
from f27lang.referee import Referee
from f27lang.report import hand

TESTS = Path(__file__).parent
GOLDEN = TESTS / "golden" / "hand"
CAREFUL = ("--play", "never_over")
HANDS = {
    "to-the-end": ("21-24-27", "7 8 against 10 5 then K", *CAREFUL),
    "forced": ("21-24-27", "7 7 against 10 5 then 9 K", *CAREFUL, "--with", "forced_moves"),
    "at-the-deal": ("21-24-27", "a k against 13 1 then 5", *CAREFUL),
    "cards-run-out": ("21-24-27", "7 7 against 10 5", *CAREFUL),
    "hit-already": ("21-24-27", "7 8 3 against 10 5", *CAREFUL),
    "nobody-decides": ("tests/good/third-card.f27", "6 9 against Q 3 then K 8"),
    "hole-card-hidden": ("tests/good/hole-card.f27", "2 3 against K"),
    "five-against-five": ("poker-like", "2 3 4 5 7 against A 2 3 5 4", *CAREFUL),
    "twenty-seven": ("poker-like", "9 9 9 against A K", *CAREFUL),
    "peek": ("tests/published/20.f27", "9 9 9 against 9 10", *CAREFUL),
    "peek-decides": ("tests/published/20.f27", "9 9 9 against 9 Joker", *CAREFUL),
    "halves": ("tests/good/halves.f27", "3 against k then 4 j 2 3 q 7", "--play", "like_him"),
}


def run(*args: str) -> Result:
    return CliRunner().invoke(f27, ["explain", args[0], "--hand", *args[1:]], standalone_mode=False)


def test_more_cards_than_a_round_takes_are_not_read() -> None:
    result = run("21-24-27", "7 " * 101, *CAREFUL)
    assert result.return_value == 2
    assert result.stderr.startswith("error[F0101]: 101 cards are named\n")
    assert "cards are named" not in run("21-24-27", "7 " * 100, *CAREFUL).stderr


@pytest.mark.parametrize("name", HANDS)
def test_golden_hands(name: str, bless: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TESTS.parent)
    result = run(*HANDS[name])
    assert not result.return_value, result.output
    golden = GOLDEN / f"{name}.txt"
    if bless:
        golden.write_text(result.stdout, "utf-8")
    assert result.stdout == golden.read_text("utf-8")


@pytest.mark.long
def test_the_chart_says_what_both_moves_are_worth() -> None:
    """The figures are those that `f27 strategy` gives for the cell."""
    result = run("21-24-27", "7 8 against 10 5 then 9 K", "--json")
    answer = json.loads(result.stdout)
    cells = json.loads(CliRunner().invoke(f27, ["strategy", "21-24-27", "--json"], standalone_mode=False).stdout)
    cell = next(c for c in cells["cells"] if (c["player"], c["dealer"]) == ("hard 15", "hard 15"))
    chosen = next(step["text"] for step in answer["steps"] if "the chart says" in step["text"])
    worth = {name: f"{value:+.3f}" for name, value in cell["values"].items()}
    assert chosen == (
        "With hard 15 the player may hit or stand: the chart says hit, "
        f"worth {worth['hit']} of the wager against {worth['stand']} for stand."
    )
    assert answer["verdict"] == "player wins"
    assert answer["payoffs"] == {"game": "1"}
    assert answer["next_card"] is None


@pytest.mark.parametrize(
    "text", ["K 1 against 13 joker", "k A against K Joker", "king ace against king JOKER", "13, 1 against 13, joker"]
)
def test_cards_as_people_type_them(text: str) -> None:
    game, _ = pipeline.playable("21-24-27")
    cards = hand.worked(game, text, play="never_over").cards
    assert [each.rank for each in (*cards.player, *cards.dealer)] == ["K", "A", "K", "Joker"]


def test_a_suit_may_stand_behind_a_card() -> None:
    game, _ = pipeline.playable("poker-like")
    done = hand.worked(game, "2h 3H 4♥ 5h 7h against A 2 3 5 4", play="never_over")
    assert {each.suit for each in done.cards.player} == {"hearts"}
    assert "The player makes a flush." in [step.text for step in done.story.steps]


WRONG_CARDS = {
    "7 x against 10 5": ("F0101", "`x` is no card"),
    "7 14 against 10 5": ("F0101", "`14` is no card"),
    "7 8 agianst 10 5": ("F0101", "did you mean `against`?"),
    "7 8 then 9 against 10 5": ("F0101", "`against` can't stand here"),
    "": ("F0101", "the player has no cards"),
    "against 10 5": ("F0101", "the player has no cards"),
    "joker joker against joker": ("F0308", "the shoe holds only two jokers"),
    "9s 9h 9s": ("F0308", "the shoe holds only a 9 of spades"),
    "jokers": ("F0101", "`jokers` is no card"),
    "7 8x": ("F0101", "a suit may stand behind"),
    "7 \x1b[31m": ("F0101", "is no card"),
}


@pytest.mark.parametrize("text", WRONG_CARDS)
def test_wrong_cards_are_told(text: str) -> None:
    code, words = WRONG_CARDS[text]
    result = run("21-24-27", text, "--set", "decks=1", *CAREFUL)
    assert result.return_value == 2
    assert f"error[{code}]" in result.stderr
    assert words in result.stderr
    assert "\x1b" not in result.stderr
    assert result.stdout == ""


def test_a_card_that_the_deck_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TESTS.parent)
    result = run("tests/good/no-faces.f27", "K 2 against 5 6", *CAREFUL)
    assert "error[F0308]: the shoe holds no K" in result.stderr


def test_an_unknown_strategy_names_the_nearest() -> None:
    result = run("21-24-27", "7 8 against 10 5", "--play", "never_ovr")
    assert result.return_value == 2
    assert "did you mean `never_over`?" in result.stderr


def test_the_round_is_the_referees() -> None:
    """The same cards played by the referee alone end the same way."""
    game, _ = pipeline.playable("21-24-27", Changes(with_=("forced_moves",)))
    done = hand.worked(game, "7 7 against 10 5 then 9 K", play="never_over")
    cards = [*done.cards.player, *done.cards.dealer, *done.cards.further]
    referee = Referee(game)
    played = referee.play(cards, lambda situation: referee.advice("never_over", situation))
    assert (played.verdict, dict(played.payoffs)) == (done.story.verdict, done.story.payoffs)


def test_options_of_a_hand_need_one() -> None:
    result = CliRunner().invoke(f27, ["explain", "21-24-27", "--play", "never_over"])
    assert result.exit_code == 2
    assert "--hand" in result.stderr
