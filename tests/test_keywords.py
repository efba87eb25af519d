"""The grammar and the model say the same: one class for each rule, and no class without one."""

import attrs
import pytest
from lark import Lark

from f27lang import model
from f27lang.model.node import Node
from f27lang.syntax.build import class_for
from f27lang.syntax.load import OPTIONS, grammar, grammar_text

ONLY_LEAVES = {"Name", "Text", "Whole", "Percent", "Money", "Odds"}  # built from a token, not from a rule
ONLY_BASES = {"Node", "Words"}


def tree_names() -> set[str]:
    """Return the names that a tree of the grammar can carry."""
    rules = [rule for rule in grammar(grammar_text()).rules if not rule.origin.name.startswith("_")]
    inlined = {rule.origin.name for rule in rules if rule.options.expand1}
    names = {str(rule.alias or rule.origin.name) for rule in rules}
    return {name for name in names if name not in inlined} - {"start", "advice_block"}


def classes() -> set[str]:
    return {name for name, value in vars(model).items() if isinstance(value, type) and issubclass(value, Node)}


@pytest.mark.parametrize("name", sorted(tree_names()))
def test_rule_has_a_class(name: str) -> None:
    assert issubclass(class_for(name), Node)


def test_no_class_is_an_orphan() -> None:
    made = {class_for(name).__name__ for name in tree_names()}
    assert classes() - ONLY_LEAVES - ONLY_BASES == made


@pytest.mark.parametrize("name", sorted(classes()))
def test_class_is_frozen_and_documented(name: str) -> None:
    cls = getattr(model, name)
    assert cls.__doc__
    assert attrs.has(cls)
    assert cls.__setattr__ is not object.__setattr__


def test_grammar_has_no_conflict() -> None:
    pytest.importorskip("interegular")
    Lark(grammar_text(), **{**OPTIONS, "lexer": "contextual"}, strict=True)
