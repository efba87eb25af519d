"""Emitted modules: the same bytes always, the rulebook's tables, and no text of a rule file that could be code."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from f27lang import pipeline
from f27lang.build import plain
from f27lang.emit import emit, emit_kernel, run_tables
from f27lang.emit.dealing import UNPACKING
from f27lang.emit.nodes import Assign, Call, Comment, Imports, Infix, Name, Number, Text, While
from f27lang.emit.ranking import ranking, strength_cells
from f27lang.emit.writer import expression, safe, write
from f27lang.rulebook import Deal, Poker, Rulebook
from f27lang.simulate import load_plain_kernel
from tests.handmade import BOTH_UP, GAMES, game, mimic, revealing
from tests.showdown_games import POKER_GAMES
from tests.showdowns import ORDER, showdown_game

NASTY = '"""\nimport os\\u0022\n# cython: profile=True\nos.evil = 1\n"""; é {0} %s'

ALL_GAMES = {**GAMES, **{f"poker: {name}": POKER_GAMES[name] for name in ("hole card", "peek", "two bytes a cell")}}
every_game = pytest.mark.parametrize("rulebook", ALL_GAMES.values(), ids=ALL_GAMES.keys())


@every_game
def test_the_modules_tables_are_the_rulebooks(rulebook: Rulebook) -> None:
    module = plain(emit(rulebook).name, emit(rulebook).text)
    assert run_tables(rulebook) == module.TABLES
    assert rulebook.digest == emit(rulebook).digest == module.DIGEST


@pytest.mark.long
def test_a_large_game_keeps_its_tables() -> None:
    rulebook = revealing(255)
    module = plain("large", emit(rulebook).text)
    assert module.CELL_BYTES == 2
    assert run_tables(rulebook) == module.TABLES


def test_what_is_checked_in_is_what_is_emitted() -> None:
    written = {path.stem: path.read_text() for path in (Path(__file__).parents[1] / "compiled").glob("*.py")}
    assert written
    assert written == {name: pipeline.module(pipeline.tables(pipeline.playable(name)[0])).text for name in written}


@pytest.mark.long
def test_the_same_bytes_under_every_hash_seed() -> None:
    code = (
        "from f27lang.emit import emit; from tests.handmade import GAMES; from tests.showdown_games import POKER_GAMES;"
        "print([emit(g).text for g in (*GAMES.values(), POKER_GAMES['peek'])])"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "27")
    }
    assert len(texts) == 1


def test_names_of_a_rule_file_are_never_code() -> None:
    rulebook = GAMES["both up"]
    nasty = evolve(
        rulebook,
        name=NASTY,
        classes=tuple(evolve(c, name=NASTY) for c in rulebook.classes),
        states=tuple(evolve(s, name=NASTY) for s in rulebook.states),
        outcomes=tuple(evolve(o, name=NASTY) for o in rulebook.outcomes),
        origins=tuple((table, NASTY) for table in ("step", "final", "law", "moves", "sorted_shoe")),
    )
    module = emit(nasty)
    assert module.text.isascii()
    assert module.name.isidentifier()
    assert not any(line.startswith(("import os", "os.evil")) for line in module.text.splitlines())
    assert [line for line in module.text.splitlines() if line.startswith("# cython:")] == [module.text.splitlines()[0]]
    plain(module.name, module.text)
    assert not hasattr(os, "evil")
    assert load_plain_kernel(nasty, mimic(nasty)).play(0, 100, 1) == load_plain_kernel(rulebook, mimic(rulebook)).play(
        0, 100, 1
    )


def test_a_table_changed_by_hand_is_noticed() -> None:
    module = emit(GAMES["both up"])
    changed = module.text.replace("   0 24  # 1\n", "   0 23  # 1\n")
    assert changed != module.text
    with pytest.raises(ImportError, match="f27 compile"):
        plain(module.name, changed)


@pytest.mark.parametrize(
    ("was", "is_"), [("   0  1  6  # A of spades\n", "   0  1  7  # A of spades\n"), ("bug", "wild")]
)
def test_poker_changed_by_hand_is_noticed(was: str, is_: str) -> None:
    module = emit(POKER_GAMES["hole card"])
    changed = module.text.replace(was, is_)
    assert changed != module.text
    with pytest.raises(ImportError, match="f27 compile"):
        plain(module.name, changed)


@pytest.mark.long
def test_modules_rank_hands_by_any_order() -> None:
    """What a module works out by itself equals what the tables say, whatever the categories and jokers are."""
    chance, tiny = random.Random(27), showdown_game(("A", "2", "Joker"), copies=1, jokers=1)
    for joker in ("bug", "wild", "dead", "bug", "wild", "dead", "bug", "wild", "dead"):
        names = [name for name in ORDER[:-1] if chance.random() < 0.8]
        chance.shuffle(names)
        rulebook = evolve(tiny, poker=Poker((*names, "high_card"), chance.random() < 0.7, joker))
        text = write([Imports(("itertools",)), Text("CELL_BYTES = 1\n" + UNPACKING), *ranking(rulebook)])
        assert strength_cells(rulebook) == plain("ranking", text).STRENGTHS, rulebook.poker


def test_a_game_without_showdowns_pays_for_none() -> None:
    assert "strength" not in emit(GAMES["both up"]).text
    assert "peek" not in emit(GAMES["both up"]).text


def test_no_date_and_no_path() -> None:
    text = emit(GAMES["both up"]).text
    assert os.getcwd() not in text
    assert (
        "# The rules of hand-made (hand-made.f27, parent.f27) as tables, and a kernel that plays rounds by them."
        in text
    )


def structure(rulebook: Rulebook) -> str:
    """Return what is compiled to play a game."""
    return emit_kernel(rulebook).text


@pytest.mark.parametrize("rulebook", [GAMES["both up"], POKER_GAMES["peek"]], ids=["both up", "peek"])
def test_what_is_compiled_is_the_end_of_what_is_emitted(rulebook: Rulebook) -> None:
    whole, kernel = emit(rulebook).text, structure(rulebook)
    head, _, functions = kernel.partition("import cython\n")
    assert all(line.startswith("#") for line in head.splitlines() if line)
    assert whole.endswith(functions)


def test_structure_is_the_deal_and_the_width_of_cells() -> None:
    assert structure(game(hard_stand=19)) == structure(game(copies=(4,) * 14))
    assert structure(game(between=(Deal("dealer", 1, True),))) != structure(game())
    assert structure(game(before=(*BOTH_UP, Deal("dealer", 1, True)))) != structure(
        game(between=(Deal("dealer", 1, True),))
    )
    assert structure(game(before=(Deal("player", 2, True), Deal("dealer", 2, False)))) != structure(game())
    assert structure(game(more_outcomes=400)) != structure(game())
    assert structure(POKER_GAMES["five cards each"]) == structure(POKER_GAMES["five cards each of one deck, wild"])
    assert structure(showdown_game(peek=True)) != structure(showdown_game())
    assert structure(evolve(showdown_game(), showdowns=())) != structure(showdown_game())


def test_the_writer() -> None:
    total = Infix(Infix(Name("p"), "*", Number(14)), "+", Call("cell", (Name("shoe"), Number(3))))
    assert expression(total) == "(p * 14) + cell(shoe, 3)"
    assert write([Comment(("one", "")), While(Name("p"), (Assign(Name("p"), total),))]).splitlines() == [  # type: ignore[list-item]
        "# one",
        "#",
        "",
        "while p:",
        "    p = (p * 14) + cell(shoe, 3)",
    ]
    assert safe('a"b\\c\nd') == "a-b-c-d"
