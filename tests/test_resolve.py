"""Layers, options, params, settings: what a child, a house and the command line make of a game, and what is refused."""

import time
from fractions import Fraction
from pathlib import Path

import attrs
import pytest
from resolving import CORPUS, codes, game_of, messages, parsed, parsed_file, resolved, settings, shown

from f27lang import model
from f27lang.changes import Changes
from f27lang.diagnostics import Report
from f27lang.model.node import Node, QuantityName
from f27lang.report.flat import rules
from f27lang.resolve import attach, choose, close, prepare, resolve, revalued
from f27lang.resolve.address import address, heading, key, said
from f27lang.resolve.quantities import walk
from f27lang.syntax.write import text as written

CHILD = 'f27 1\nbanked game "child" extends "21-24-27" {\n'


def child(*lines: str) -> str:
    """Return the text of a child of 21-24-27."""
    return CHILD + "\n".join(lines) + "\n}\n"


def same(one: model.Game, other: model.Game) -> bool:
    """Whether two games have equal rules; title, examples, claims and provenance belong to the file."""
    own = {"title": "", "examples": (), "claims": (), "sources": (), "notes": (), "assumptions": ()}
    return attrs.evolve(rules(one), **own) == attrs.evolve(rules(other), **own)


def lines(section: Node | None) -> list[str]:
    """Return the lines of a section as text."""
    assert section is not None
    return [written(line) for line in section.lines]  # type: ignore[attr-defined]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- relations that must hold ---------------------------------------------------------------


@pytest.fixture(scope="module")
def base() -> model.Game:
    return resolved(parsed_file(Path("21-24-27")))


def test_extending_without_a_change_is_the_same_game(base: model.Game) -> None:
    assert same(game_of(child()), base)
    assert game_of(child()).examples == ()
    assert base.examples != ()


def test_a_rule_split_into_option_and_house_is_the_same_game() -> None:
    plain = game_of(child("also dealer {", "stands on hard 22..", "}"))
    option = ("option strict: off {", "also dealer {", "stands on hard 22..", "}", "}")
    house = ('house "Riverside" {', "with strict", "}")
    assert same(game_of(child(*option, *house), house="Riverside"), plain)
    assert same(game_of(child(*option, *house), with_=("strict",)), plain)
    assert not same(game_of(child(*option, *house)), plain)


def test_a_param_set_is_the_number_written() -> None:
    assert same(game_of(child("set hard_stand = 22")), game_of(child("also dealer {", "stands on hard 22..", "}")))
    assert same(game_of(child(), set_=(("hard_stand", "22"),)), game_of(child("set hard_stand = 22")))


def test_a_renamed_param_is_no_difference(base: model.Game) -> None:
    renamed = parsed(parsed_file(Path("21-24-27")).span.file.text.replace("hard_stand", "target"))
    assert same(resolved(renamed), base)


def test_reordered_laws_are_the_same_laws(base: model.Game) -> None:
    turned = game_of(
        child("dealer {", "stands on soft soft_stand..", "otherwise hits", "stands on hard hard_stand..", "}")
    )
    assert turned.dealer != base.dealer
    assert set(turned.dealer[0].lines) == set(base.dealer[0].lines)
    assert same(attrs.evolve(turned, dealer=base.dealer), base)


def test_comments_and_layout_are_no_difference(base: model.Game) -> None:
    text = parsed_file(Path("21-24-27")).span.file.text
    loose = text.replace("\n", "  # so it is\n").replace("  ", "\t ")
    assert same(resolved(parsed(loose)), base)


MANY_SETTINGS = (  # over a hundred pairs: by night
    "seven-twenty-seven", "five-and-a-half", "poker-like-insured", "poker-like-inventor-20", "poker-like-inventor-27",
    "watched",
)  # fmt: skip


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=[pytest.mark.long] * (path.stem in MANY_SETTINGS)) for path in CORPUS],
)
def test_every_setting_closes_the_game(path: Path) -> None:
    file = parsed_file(path)
    for changes in settings(resolved(file)):
        report = Report()
        game = resolve(file, changes, report)
        assert game is not None, shown(report)
        parts = (
            getattr(game, f.name)
            for f in attrs.fields(model.Game)
            if f.name not in {"params", "options", "choices", "houses"}
        )
        nodes = [
            node for part in parts for node in (part if isinstance(part, tuple) else (part,)) if isinstance(node, Node)
        ]
        assert not [each for node in nodes for each in walk(node) if isinstance(each, QuantityName)]


# ---- layers and merging ------------------------------------------------------------------------


def test_a_plain_section_replaces_and_also_merges_by_key(base: model.Game) -> None:
    merged = game_of(child("also dealer {", "at most 5 cards", "stands on hard 22..", "}"))
    assert lines(merged.dealer[0]) == [
        "stands on hard 22..",
        "stands on soft 24..",
        "otherwise hits",
        "at most 5 cards",
    ]
    replaced = game_of(child("dealer {", "otherwise hits", "}"))
    assert lines(replaced.dealer[0]) == ["otherwise hits"]
    assert len(base.dealer) == len(replaced.dealer) == 1


def test_otherwise_is_one_line() -> None:
    assert lines(game_of(child("also dealer {", "otherwise stands", "}")).dealer[0])[-1] == "otherwise stands"


def test_headings_with_a_condition_are_their_own() -> None:
    game = game_of(child("player when dealer shows A {", "must hit on hard ..12", "}"))
    assert [heading(turn) for turn in game.player] == ["player", "player when dealer shows A"]


def test_new_lines_of_lists_are_asked_first() -> None:
    game = game_of(child("also wager game {", "pays 3:2 on player wins with finnish_27", "pays 1:1 on push", "}"))
    assert lines(game.wagers[0])[:3] == [
        "pays 3:2 on player wins with finnish_27",
        "pays 1:1 on player wins",
        "pays 1:1 on push",
    ]
    settle = game_of(child("also settle {", "after dealer: player total 27 -> push", "}")).settle
    assert lines(settle)[0] == "after dealer: player total 27 -> push"


def test_a_stake_merges_like_a_line() -> None:
    game = game_of(child("also wager game: $5..$50 {", "}"))
    assert written(game.wagers[0]) == "wager game: $5..$50"
    assert len(game.wagers[0].lines) == 3


def test_ranks_are_facts_of_their_own() -> None:
    game = game_of(child("also values {", "9..Q: 10", "}"))
    assert [line for line in lines(game.values) if line.endswith(": 10")] == ["9: 10", "10: 10", "J: 10", "Q: 10"]
    assert len(lines(game.values)) == 14


def test_steps_and_rungs_say_where_they_go() -> None:
    game = game_of(
        child(
            "also play {", "peek before turn player", "deal 1 up to player after deal 2 up to player", "}",
            "also ranking {", "rank bust before standing", "}",
        )
    )  # fmt: skip
    assert lines(game.play)[1:5] == ["deal 2 up to player", "deal 1 up to player", "deal 2 up to dealer", "peek"]
    assert lines(game.ranking) == ["rank finnish_27", "rank bust", "rank standing, higher total first"]


def test_two_that_insert_at_one_anchor_stand_in_the_order_declared() -> None:
    def option(name: str, step: str, place: str) -> tuple[str, ...]:
        return (f"option {name}: on {{", "also play {", f"{step} {place} turn player", "}", "}")

    after = game_of(
        child(*option("one", "deal 1 up to player", "after"), *option("two", "deal 1 up to dealer", "after"))
    )
    assert lines(after.play)[3:6] == ["turn player", "deal 1 up to player", "deal 1 up to dealer"]
    before = game_of(
        child(*option("one", "deal 1 up to player", "before"), *option("two", "deal 1 up to dealer", "before"))
    )
    assert lines(before.play)[3:6] == ["deal 1 up to player", "deal 1 up to dealer", "turn player"]


def test_the_same_step_of_two_options_is_one_step() -> None:
    options = [
        line for name in "ab" for line in (f"option {name}: on {{", "also play {", "peek before turn player", "}", "}")
    ]
    assert lines(game_of(child(*options)).play).count("peek") == 1


def test_steps_inside_a_repeat_can_be_anchors(here: Path) -> None:
    file = parsed_file(Path(__file__).parent.parent / "variants" / "seven-twenty-seven.f27")
    (here / "parent.f27").write_text(file.span.file.text)
    inside = game_of('f27 1\nvying game "x" extends "parent" {\nalso play {\ndeclare before draw\n}\n}\n')
    assert inside.play is not None
    (repeat,) = (line for line in inside.play.lines if isinstance(line, model.Repeat))
    assert [written(step) for step in repeat.steps] == ["bet", "declare", "draw"]


def test_a_child_wins_over_an_inherited_option(here: Path) -> None:
    (here / "parent.f27").write_text(child("option strict: on {", "also dealer {", "stands on hard 25..", "}", "}"))
    text = 'f27 1\nbanked game "x" extends "parent" {\nalso dealer {\nstands on hard 22..\n}\n}\n'
    assert lines(game_of(text).dealer[0])[0] == "stands on hard 22.."
    assert codes(text) == ["F0210"]
    assert codes(text.replace("also", "drop option strict\nalso")) == []


def test_over_wins_whatever_the_order() -> None:
    weak = ("option weak: on {", "also dealer {", "stands on hard 23..", "}", "}")
    strong = ("option strong: on, over weak {", "also dealer {", "stands on hard 25..", "}", "}")
    for text in (child(*weak, *strong), child(*strong, *weak)):
        assert lines(game_of(text).dealer[0])[0] == "stands on hard 25.."


def test_drop_takes_away_as_if_never_written() -> None:
    game = game_of(child("drop option forced_moves", "drop strategy never_over", "drop wager game"))
    assert (game.options, game.wagers) == ((), ())
    assert [each.name.text for each in game.strategies] == ["mimic_the_dealer"]
    assert "forced_moves" not in game.settings.options


def test_provenance_is_inherited_and_examples_are_not() -> None:
    text = child('note: "ours"', "option x: off {", 'assume: "only then"', "example {", "9 9 9: hard 27", "}", "}")
    off, on = game_of(text), game_of(text, with_=("x",))
    assert len(on.assumptions) == len(off.assumptions) + 1
    assert on.assumptions[-1].origin is not None
    assert on.assumptions[-1].origin.via == "option x"
    assert (len(off.examples), len(on.examples)) == (0, 1)
    assert len(off.sources) == 2
    assert [each.text.text for each in off.notes][-1] == "ours"


def test_origins_tell_file_option_and_house() -> None:
    game = game_of(child("also dealer {", "stands on hard 22..", "}"), with_=("forced_moves",))
    hard, soft = game.dealer[0].lines[:2]
    assert hard.origin is not None
    assert soft.origin is not None
    assert (hard.origin.via, hard.origin.own, soft.origin.via, soft.origin.own) == ("own", True, "inherited", False)
    forced = game.player[1].lines[0]
    assert forced.origin is not None
    assert (forced.origin.via, forced.origin.own) == ("option forced_moves", False)


# ---- settings -----------------------------------------------------------------------------------


def test_the_later_setting_wins() -> None:
    text = child("set hard_stand = 20", 'house "R" {', "set hard_stand = 22", "}")
    assert game_of(text).settings.params["hard_stand"] == 20
    assert game_of(text, house="R").settings.params["hard_stand"] == 22
    assert game_of(text, house="R", set_=(("hard_stand", "23"),)).settings.params["hard_stand"] == 23


def test_a_new_declaration_forgets_what_was_set_before(here: Path) -> None:
    (here / "parent.f27").write_text(child("set hard_stand = 20"))
    again = "param hard_stand: points = 24 in 20..26\n"
    assert game_of(f'f27 1\nbanked game "x" extends "parent" {{\n{again}}}\n').settings.params["hard_stand"] == 24


def test_decks_is_a_param() -> None:
    game = game_of(child(), set_=(("decks", "8"),))
    assert lines(game.cards)[0] == "decks: 8 in 1..100"
    assert game.settings.params["decks"] == 8
    assert game_of(child()).settings.params["decks"] == 6


def test_values_are_put_in_as_an_author_writes_them() -> None:
    game = game_of(child(), set_=(("hard_stand", "43/2"),))
    law = game.dealer[0].lines[0]
    assert written(law) == "stands on hard 21.5.."
    (amount,) = (node for node in walk(law) if isinstance(node, model.Amount))
    assert (amount.value, amount.param) == (Fraction(43, 2), "hard_stand")


def test_a_strategys_own_params_are_put_in() -> None:
    text = child(
        "strategy s {", "param d: points = 20 in 15..27", "player {", "stand on hard d..", "otherwise hit", "}", "}"
    )
    assert written(game_of(text).strategies[-1].lines[1].lines[0]) == "stand on hard 20.."  # type: ignore[union-attr]
    changed = game_of(text, set_=(("s.d", "25"),))
    assert written(changed.strategies[-1].lines[1].lines[0]) == "stand on hard 25.."  # type: ignore[union-attr]
    assert changed.settings.params["s.d"] == 25
    assert codes(text, set_=(("s.d", "28"),)) == ["F0205"]


def test_a_house_that_sets_what_was_dropped_since(here: Path) -> None:
    (here / "parent.f27").write_text(child('house "R" {', "with forced_moves", "}"))
    text = 'f27 1\nbanked game "x" extends "parent" {\ndrop option forced_moves\n}\n'
    assert codes(text) == []
    assert "dropped here" in shown(messages(text, house="R"))


@pytest.mark.parametrize("value", ["", "22 ", "\uff11", "1/0", "1:0", "99999999999", "5%%", "-1", "1e3", "A", "a\nb"])
def test_what_is_no_value_is_refused(value: str) -> None:
    (told,) = messages(child(), set_=(("hard_stand", value),))
    assert (told.code, told.message) == ("F0205", f"`{value}` is no value")


def test_other_values_without_joining_again(base: model.Game) -> None:
    assert same(revalued(base, {"hard_stand": Fraction(22)}), game_of(child("set hard_stand = 22")))
    assert revalued(base, {"hard_stand": Fraction(22)}).settings.params["hard_stand"] == 22
    assert revalued(base, {}) == base


def test_closing_again_is_cheap(base: model.Game) -> None:
    report = Report()
    chain = prepare(parsed_file(Path("21-24-27")), report)
    assert chain is not None
    chosen = choose(chain, Changes(), report).settings
    assert rules(close(chain, chosen, report)) == rules(base)
    start = time.process_time()
    for _ in range(20):
        close(chain, chosen, report)
    once = (time.process_time() - start) / 20
    start = time.process_time()
    parsed_file(Path("21-24-27"))
    assert once < (time.process_time() - start) / 2


# ---- strategies in files of their own -----------------------------------------------------------------


def test_a_file_of_strategies_is_its_game_with_them(base: model.Game) -> None:
    file = parsed_file(Path(__file__).parent / "good" / "table-talk.f27")
    game = resolved(file, set_=(("soft_stand", "25"),))
    assert [each.name.text for each in game.strategies] == ["mimic_the_dealer", "never_over", "stand_at_20"]
    assert game.settings.params["stand_at_20.h"] == 20
    assert game.settings.params["soft_stand"] == 25
    report = Report()
    assert attach(base, file, report).strategies[-1] == game.strategies[-1]
    assert not report.failed


def test_strategies_for_another_game_are_refused(base: model.Game) -> None:
    file = parsed('f27 1\nstrategies for "poker" {\n}\n')
    report = Report()
    assert attach(base, file, report) is base
    assert [each.code for each in report] == ["F0201"]


# ---- chains -------------------------------------------------------------------------------------------


def test_at_most_eight_levels(here: Path) -> None:
    (here / "g0.f27").write_text('f27 1\nbanked game "g0" {\n}\n')
    for level in range(1, 10):
        (here / f"g{level}.f27").write_text(f'f27 1\nbanked game "g{level}" extends "g{level - 1}" {{\n}}\n')
    assert len(resolved(parsed_file(here / "g8.f27")).files) == 9
    report = Report()
    assert resolve(parsed_file(here / "g9.f27"), Changes(), report) is None
    assert [each.code for each in report] == ["F0105"]


def test_an_error_in_a_parent_stands_in_the_parent(here: Path) -> None:
    (here / "parent.f27").write_text('f27 1\nbanked game "parent" {\n  dealer {\n    stnads on hard 21..\n  }\n}\n')
    report = messages('f27 1\nbanked game "x" extends "parent" {\n}\n')
    assert "parent.f27:4:5" in shown(report)


def test_a_link_never_leaves_the_folder(here: Path) -> None:
    for name in ("../x", "/etc/x", "a/b", "..", ".x", "", "x y", "a\\b", "é"):
        assert codes(f'f27 1\nbanked game "x" extends "{name}" {{\n}}\n') == ["F0201"]


# ---- addresses -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("section", "line", "where", "what"),
    [
        ("values", "K: 13", "values K", "13"),
        ("cards", "shuffle: at cut card 75%", "cards shuffle", "at cut card 75%"),
        ("hands", "five: total under 27 with 5 cards", "hands five", "total under 27 with 5 cards"),
        ("dealer", "stands on hard 21..", "dealer stands on hard", "21.."),
        ("dealer", "stands on soft 25.. with 2 cards", "dealer stands on soft with 2 cards", "25.."),
        ("dealer", "hits on total 3 when player drew A..7", "dealer hits on total when player drew A..7", "3"),
        ("dealer", "otherwise hits", "dealer otherwise", "hits"),
        ("dealer", "at most 5 cards", "dealer at most cards", "5"),
        ("player", "may double with 2 cards", "player may double with 2 cards", ""),
        ("player", "must hit when dealer shows hard 13..15", "player must hit when dealer shows hard", "13..15"),
        ("player", "at most 2 hands of A", "player at most hands of A", "2"),
        ("player", "split A takes 1 card", "player split A takes", "1 card"),
        ("player", "otherwise must stand", "player otherwise must", "stand"),
        ("player when dealer will hit", "must hit on hard 5", "player when dealer will hit must hit on hard", "5"),
        ("ranking", "rank standing, higher total first", "ranking standing", "higher total first"),
        ("play", "deal 2 up to player", "play deal 2 up to player", ""),
        ("settle", "after dealer: push", "settle after dealer, always", "push"),
        ("settle", "at once: player bust -> dealer wins", "settle at once, player bust", "dealer wins"),
        ("wager game", "pays 3:2 on player wins with blackjack", "wager game, player wins with blackjack", "pays 3:2"),
        ("wager game", "loses 1/2 on surrender", "wager game, surrender", "loses 1/2"),
        ("wager game", "otherwise loses", "wager game, otherwise", "loses"),
        ("bonus x on game", "adds 2:1 on player wins with 9 9 9", "bonus x, player wins with 9 9 9", "adds 2:1"),
    ],
)  # fmt: skip
def test_addresses_of_banked_games(section: str, line: str, where: str, what: str) -> None:
    file = parsed(f'f27 1\nbanked game "x" {{\n{section} {{\n{line}\n}}\n}}\n')
    (item,) = file.items
    (node,) = item.lines  # type: ignore[union-attr]
    assert (address(heading(item), key(node)), said(node)) == (where, what)


@pytest.mark.parametrize(
    ("section", "line", "where", "what"),
    [
        ("share low: 1/2", "over: barred", "share low over", "barred"),
        ("betting", "limits: 1..2 chips", "betting limits", "1..2 chips"),
        ("pot", "last in takes all", "pot last in takes all", ""),
        ("pot", "rake: 5% up to 3 chips, only at showdown", "pot rake", "5% up to 3 chips, only at showdown"),
        ("each", "takes 1 card up", "each takes", "1 card up"),
        ("each", "locked after 2 passes running", "each locked", "after 2 passes running"),
    ],
)
def test_addresses_of_vying_games(section: str, line: str, where: str, what: str) -> None:
    file = parsed(f'f27 1\nvying game "x" {{\n{section} {{\n{line}\n}}\n}}\n')
    (item,) = file.items
    (node,) = item.lines  # type: ignore[union-attr]
    assert (address(heading(item), key(node)), said(node)) == (where, what)


# ---- what is refused, beyond the files in bad/ -----------------------------------------------------------


def test_options_may_write_the_same_text() -> None:
    one, two = ((f"option {name}: on {{", "also dealer {", "stands on hard 22..", "}", "}") for name in ("one", "two"))
    assert codes(child(*one, *two)) == []


@pytest.mark.parametrize("relation", ["not with one", "over one"])
def test_related_options_may_differ(relation: str) -> None:
    one = ("option one: off {", "also dealer {", "stands on hard 22..", "}", "}")
    two = (f"option two: off, {relation} {{", "also dealer {", "stands on hard 23..", "}", "}")
    assert codes(child(*one, *two)) == []
    assert codes(child(*one, *two).replace(f", {relation}", "")) == ["F0207"]


def test_arms_of_one_choice_may_differ() -> None:
    arms = [line for n in (22, 23) for line in (f"arm a{n} {{", "also dealer {", f"stands on hard {n}..", "}", "}")]
    assert codes(child("choice c: a22 {", *arms, "}")) == []


def test_lines_that_never_meet_are_no_warning() -> None:
    def option(name: str, line: str) -> tuple[str, ...]:
        return (f"option {name}: off {{", "also wager game {", line, "}", "}")

    nines = option("nines", "pays 3:1 on player wins with 9 9 9")
    assert codes(child(*nines, *option("eights", "pays 2:1 on player wins with 8 8 8"))) == []
    assert codes(child(*nines, *option("five", "pays 3:1 on player wins with 5 cards"))) == []
    assert codes(child(*nines, *option("five", "pays 2:1 on player wins with 5 cards"))) == ["F0211"]


def test_two_params_that_cross_are_judged_by_their_values() -> None:
    text = child(
        "param a: points = 10 in 1..20", "param b: points = 15 in 1..20",
        "player when dealer will hit {", "must hit on hard a..b", "}",
    )  # fmt: skip
    assert codes(text) == []
    assert codes(text, set_=(("a", "16"),)) == ["F0205"]


# ---- a file beside with a bundled name ----------------------------------------------------------------

TWO_GAMES = """error[F0201]: there are two games "poker-like"
 --> mine.f27:2:28
  |
2 | banked game "mine" extends "poker-like" {
  |                            ^^^^^^^^^^^^ one is bundled, the other is the file poker-like.f27
  |
  = help: rename poker-like.f27, also where another file extends it: a bundled name is one game everywhere"""


def extended_beside(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what is told of a game that extends poker-like, with such a file beside it."""
    monkeypatch.chdir(folder)
    (folder / "poker-like.f27").write_text(text)
    report = Report()
    resolve(parsed('f27 1\nbanked game "mine" extends "poker-like" {\n}\n', "mine.f27"), Changes(), report)
    return shown(report)


def test_a_file_beside_hides_no_bundled_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert extended_beside(child().replace('"child"', '"poker-like"'), tmp_path, monkeypatch) == TWO_GAMES


def test_a_copy_of_a_bundled_game_is_the_same_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = parsed_file(Path("poker-like")).span.file.text
    assert extended_beside(text, tmp_path, monkeypatch) == ""


def test_a_hand_may_be_called_as_what_a_heading_says() -> None:
    hands = "  also hands {\n    stake: total 8\n    part: total 9\n  }\n"
    ranking = "  also ranking {\n    rank part before bust\n    rank stake before bust\n  }\n"
    game = game_of(f'f27 1\n\nbanked game "x" extends "21-24-27" {{\n{hands}{ranking}}}\n')
    assert game.hands is not None and game.ranking is not None
    assert [hand.name.text for hand in game.hands.lines][-2:] == ["stake", "part"]
    assert [rung.name.text for rung in game.ranking.lines][-3:] == ["part", "stake", "bust"]
