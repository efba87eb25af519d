"""House-rules cards: golden prose, English that holds for every rule the language can say, a line behind each rule."""

import itertools
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from random_variants import sound, variant

from f27lang import model, pipeline
from f27lang.changes import Changes
from f27lang.check.facts import walk
from f27lang.cli.main import f27
from f27lang.report import card

TESTS = Path(__file__).parent
GOLDEN = TESTS / "golden" / "card"
CARDS = {
    "21-24-27": ("21-24-27", {}),
    "21-24-27-forced": ("21-24-27", {"with_": ("forced_moves",), "set_": (("hard_stand", "22"),)}),
    "finnish-27": ("finnish-27", {}),
    "poker-like": ("poker-like", {}),
    "seven-twenty-seven": ("seven-twenty-seven", {}),
    "seven-twenty-seven-declared": (
        "seven-twenty-seven",
        {"with_": ("declaration", "not_over"), "set_": (("drawing", "together"), ("locking", "two_in_a_row"))},
    ),
    "seven-twenty-seven-one-draw": ("seven-twenty-seven-one-draw", {"set_": (("aces", "fixed"),)}),
    "poker-like-wild": ("poker-like", {"set_": (("jokers", "wild"), ("hole_card", "peek"))}),
    "bonuses": ("tests/published/20.f27", {"set_": (("jokers", "dead"),)}),
    **{
        name: (f"tests/good/{name}.f27", {})
        for name in ("third-card", "hole-card", "halves", "suited", "made", "nearest")
    },
}
WRONG_ENGLISH = (
    r"\ba (8|ace)\b", r"\ban (?!8\b|ace\b)[0-9b-df-hj-np-tv-z]", r"\bone (cards|decks|suits)\b",
    r"\b(two|three|four) (card|deck|suit|9|joker)\b", r"  ", r" [.,;:]", r"\bNone\b", r"\.\.", r"[a-z]_[a-z]",
    r"\b(\w+) \1\b", r"Amount\(", r"`",
)  # fmt: skip


def run(*args: str) -> str:
    result = CliRunner().invoke(f27, args, standalone_mode=False)
    assert not result.return_value, result.output
    return result.stdout


def game(path: str, changes: dict[str, object]) -> model.Game:
    return pipeline.load(path, Changes(**changes))[0]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", CARDS)
def test_golden_cards(name: str, bless: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TESTS.parent)
    found = card.as_text(game(*CARDS[name])) + "\n"
    golden = GOLDEN / f"{name}.txt"
    if bless:
        golden.write_text(found, "utf-8")
    assert found == golden.read_text("utf-8")


def test_an_inherited_assumption_names_the_file_that_makes_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.f27"
    path.write_text(
        'f27 1\n\nbanked game "mine" extends "21-24-27" {\n  assume: "no side wagers"\n'
        "  also wager game {\n    pays 3:2 on player wins with finnish_27\n  }\n}\n"
    )
    inherited = "ssumed by 21-24-27: a Finnish 27 is paid even money like every win"
    for shown, own in (
        (run("explain", str(path)), "No side wagers."),
        (run("show", str(path)), "\n  no side wagers\n"),
    ):
        assert inherited in " ".join(shown.split())
        assert own in shown
    assert "assumed by 21-24-27" not in run("show", "21-24-27").lower()


def statements(of: model.Game) -> set[tuple[str, int]]:
    """Return the places of all lines in force that a card has to say."""
    sections = (of.cards, of.values, of.total, of.hands, of.player, of.dealer, of.ranking, of.settle, of.wagers)
    sections += (of.poker, of.play, of.bonuses)
    kinds = (
        *(
            model.Decks,
            model.Deck,
            model.Shuffle,
            model.Value,
            model.Read,
            model.Soft,
            model.Hand,
            model.May,
            model.Must,
        ),
        *(model.OtherwiseMust, model.Limit, model.Does, model.OtherwiseDoes, model.Rung, model.OutcomeRow, model.Pays),
        *(model.Returns, model.Loses, model.OtherwisePays, model.Adds),
        *(model.PokerOrder, model.PokerRole, model.Peek),
    )
    return {(node.span.file.path, node.span.start) for node in walk(*sections) if isinstance(node, kinds)}


def sound_game(seed: int) -> model.Game:
    """Return the first random game without errors among those of a seed and of its successors by thousands."""
    games = (sound(variant(each))[1] for each in itertools.count(seed, 1000))
    return next(game for game in games if game is not None)


@pytest.mark.parametrize("seed", range(40))
def test_random_games_are_told_whole_and_in_good_english(seed: int) -> None:
    told_whole(sound_game(seed))


def told_whole(of: model.Game) -> None:
    told = card.sections(of)
    said = {(line.span.file.path, line.span.start) for s in told for rule in s.rules for line in rule.lines}
    assert statements(of) <= said
    text = "\n".join(rule.text for section in told for rule in section.rules)
    for wrong in WRONG_ENGLISH:
        assert not re.search(wrong, text), (wrong, text)
    assert all(rule.text.endswith(".") and rule.lines for section in told for rule in section.rules)
    steps = card.as_json(of)["worked_hand"]
    assert len(steps) >= 3
    assert all(step["rule"] for step in steps)
    assert max(map(len, card.as_text(of).splitlines())) <= 80


def test_an_inherited_note_names_the_game_that_it_is_about() -> None:
    path = str(TESTS / "published" / "27.f27")
    assert "About poker-like: as written, with even money" in " ".join(run("explain", path).split())
    assert "about poker-like: as written" in run("show", path)
    own = " ".join(run("explain", "poker-like").split())
    assert (
        "As written, with even money for every win, the game costs the player 6.17 %: what a house pays is open." in own
    )


@pytest.mark.parametrize("name", ["poker-like", "poker-like-wild", "bonuses"])
def test_poker_peek_and_bonuses_are_told_whole_and_in_good_english(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TESTS.parent)
    told_whole(game(*CARDS[name]))


def test_two_games_that_differ_in_one_rule_differ_in_its_sentence() -> None:
    plain, other = (card.as_json(game("21-24-27", c)) for c in ({}, {"set_": (("soft_stand", "25"),)}))
    lines = [[rule["text"] for section in each["sections"] for rule in section["rules"]] for each in (plain, other)]
    assert [pair for pair in zip(*lines, strict=True) if pair[0] != pair[1]] == [
        ("The dealer stands with a soft total of 24 or more.", "The dealer stands with a soft total of 25 or more.")
    ]


def test_json_has_each_rule_with_its_line() -> None:
    answer = json.loads(run("explain", "21-24-27", "--json"))
    assert answer["schema"] == "f27.card/1"
    rules = {rule["text"]: rule for section in answer["sections"] for rule in section["rules"]}
    king = rules["A king counts 13."]
    assert king["lines"] == [{"text": "K: 13", "place": "variants/finnish-27.f27:18"}]
    assert re.fullmatch(r"2\.\d", king["number"])


def test_wraps_at_the_width_given() -> None:
    text = card.as_text(game("21-24-27", {}), width=50)
    assert max(map(len, text.splitlines())) <= 50
    assert " ".join(text.split()).replace(" 2.", "") == " ".join(
        card.as_text(game("21-24-27", {}), width=200).split()
    ).replace(" 2.", "")


def test_what_is_not_built_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TESTS.parent)
    result = CliRunner().invoke(f27, ["explain", "tests/bad/vying-unbuilt.f27"], standalone_mode=False)
    assert result.return_value == 1
    assert "error[F0106]: a cut card is not built yet" in result.stderr
    assert result.stdout == ""


@pytest.mark.long
def test_every_option_of_a_vying_game_changes_its_card() -> None:
    """Each switch and arm that is not the default makes another card, in words beside those about the settings."""
    for name in ("seven-twenty-seven", "seven-twenty-seven-one-draw"):
        plain = game(name, {})
        changed: list[dict[str, object]] = [{"with_": (option.name.text,)} for option in plain.options]
        changed += [
            {"set_": ((choice.name.text, arm.name.text),)}
            for choice in plain.choices
            for arm in choice.arms
            if arm.name.text != choice.default.name.text
        ]
        cards = [card.sections(game(name, changes)) for changes in ({}, *changed)]
        said = [tuple(rule.text for section in rules for rule in section.rules) for rules in cards]
        assert len(set(said)) == 1 + len(changed) >= 5
