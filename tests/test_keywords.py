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


def test_each_rule_has_a_class_and_no_class_is_an_orphan() -> None:
    made = {class_for(name) for name in tree_names()}
    assert not [cls for cls in made if not issubclass(cls, Node)]
    assert classes() - ONLY_LEAVES - ONLY_BASES == {cls.__name__ for cls in made}


@pytest.mark.parametrize("name", sorted(classes()))
def test_class_is_frozen_and_documented(name: str) -> None:
    cls = getattr(model, name)
    assert cls.__doc__
    assert attrs.has(cls)
    assert cls.__setattr__ is not object.__setattr__


def test_grammar_has_no_conflict() -> None:
    pytest.importorskip("interegular")
    Lark(grammar_text(), **{**OPTIONS, "lexer": "contextual"}, strict=True)
