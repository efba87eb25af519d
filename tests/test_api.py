"""The Python API: five functions, documented by examples that run."""

import doctest
import subprocess
import sys
from fractions import Fraction

import pytest

import f27lang
import f27lang.api


@pytest.mark.long
def test_the_examples_in_the_docstrings_hold() -> None:
    for module in (f27lang, f27lang.api):
        failed, tried = doctest.testmod(module)
        assert tried
        assert not failed


def test_importing_costs_nothing() -> None:
    code = "import f27lang, sys; print(any(name.startswith('f27lang.') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_functions_stay_functions_when_packages_are_imported() -> None:
    code = "import f27lang.simulate.tally, f27lang; print(callable(f27lang.simulate), callable(f27lang.compile))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True True\n"


def test_load_takes_settings_in_any_form() -> None:
    game = f27lang.load("21-24-27", with_=["forced_moves"], set_={"decks": 2, "hard_stand": "22"})
    assert game.settings.options["forced_moves"] is True
    assert game.settings.params["decks"] == Fraction(2)
    assert game.settings.params["hard_stand"] == Fraction(22)


def test_what_is_wrong_comes_as_diagnostics() -> None:
    with pytest.raises(f27lang.VariantError) as wrong:
        f27lang.load("21-24-27", set_={"hard_stand": 99})
    assert [diagnostic.code for diagnostic in wrong.value.report] == ["F0205"]
    with pytest.raises(f27lang.VariantError, match="F0209"):
        f27lang.edge("finnish-27")
    with pytest.raises(f27lang.VariantError, match="F0202"):
        f27lang.simulate("21-24-27", 10, play="nobody")


def test_a_name_and_a_game_give_the_same() -> None:
    assert f27lang.edge("21-24-27", shoe="endless") == f27lang.edge(f27lang.load("21-24-27"), shoe="endless")


@pytest.mark.long
def test_a_chart_plays_as_it_is_valued() -> None:
    chart = f27lang.strategy("21-24-27")
    assert chart.policy is not None
    assert chart.edge_pct == f27lang.edge("21-24-27", play="chart").edge_pct
    assert f27lang.simulate("21-24-27", 1000).tally.rounds == 1000


def test_unknown_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        f27lang.nothing_of_the_kind  # noqa: B018
    assert {"load", "edge", "strategy", "simulate", "compile"} <= set(dir(f27lang))
