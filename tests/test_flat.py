"""A game written out flat parses, resolves and says the same; the writer knows every class of the model."""

import random
from pathlib import Path

import attrs
import pytest
from resolving import CORPUS, game_of, parsed, parsed_file, resolved, settings

from f27lang import model
from f27lang.diagnostics import Report
from f27lang.model.node import Node, Words
from f27lang.report.flat import flat, rules
from f27lang.resolve import resolve
from f27lang.syntax.write import _PHRASES, write


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_flat_text_is_the_same_game_whatever_the_settings(path: Path) -> None:
    file = parsed_file(path)
    every = list(settings(resolved(file)))
    for changes in random.Random(path.stem).sample(every, min(len(every), 12)):
        game = resolve(file, changes, Report())
        assert game is not None
        again = game_of(flat(game))
        assert rules(again) == rules(game)
        assert flat(again).count("\n") == flat(game).count("\n")


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_what_is_written_parses_to_the_same_file(path: Path) -> None:
    file = parsed_file(path)
    text = write(file)
    assert parsed(text) == file
    assert write(parsed(text)) == text


def test_every_class_can_be_written() -> None:
    classes = {each for each in vars(model).values() if isinstance(each, type) and issubclass(each, Node)}
    classes -= {Node, model.File}
    assert {each.__name__ for each in classes if not issubclass(each, Words)} == {each.__name__ for each in _PHRASES}


def test_each_line_tells_its_origin() -> None:
    text = flat(resolved(parsed_file(Path("21-24-27")), with_=("forced_moves",)))
    lines = [line.strip() for line in text.splitlines()]
    assert "K: 13  # variants/finnish-27.f27:18" in lines
    assert "2..10: face  # variants/finnish-27.f27:15" in lines
    forced = next(line for line in lines if line.startswith("must hit on hard ..14"))
    assert forced.startswith("must hit on hard ..14  # option forced_moves, variants/21-24-27.f27:")
    told = [line for line in lines if line and not line.endswith(("{", "}")) and "#" in line]
    bare = [line for line in lines if line and "#" not in line and not line.endswith(("{", "}"))]
    assert len(told) > 40
    assert all(
        line.startswith(("f27 ", "like ", "stand ", "otherwise hit", "dealer ", "player ", "A K ")) for line in bare
    )


def test_a_number_of_decks_tells_where_it_was_set() -> None:
    by_option = flat(resolved(parsed_file(Path("21-24-27")), set_=(("decks", "8"),)))
    assert "decks: 8 in 1..100  # command line, --set decks=8\n" in by_option
    text = 'f27 1\nbanked game "eight" extends "21-24-27" {\n  set decks = 8\n}\n'
    own = game_of(text)
    assert f"decks: 8 in 1..100  # {own.files[-1].path}:3\n" in flat(own)


def test_idle_lines_are_marked() -> None:
    text = flat(
        game_of(
            """\
f27 1
banked game "idle" extends "21-24-27" {
  also wager game {
    returns on push with 5 cards
    pays 2:1 on player wins with 5 cards
  }
  also settle {
    after dealer: player total 27 -> player wins
  }
  wager side: $1..$5 {
    otherwise loses
    pays 5:1 on dealer finnish_27
  }
}
"""
        )
    )
    assert [line.split("  #")[0].strip() for line in text.splitlines() if line.endswith(", idle")] == [
        "pays 5:1 on dealer finnish_27"
    ]


def test_rules_leave_out_what_may_be_changed() -> None:
    game = resolved(parsed_file(Path("21-24-27")))
    bare = rules(game)
    assert (bare.params, bare.options, bare.files, bare.settings) == ((), (), (), model.Settings())
    assert bare.dealer == game.dealer
    assert {each.name for each in attrs.fields(model.Game)} >= {"claims", "examples"}
