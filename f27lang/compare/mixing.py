"""Two games mixed rule by rule: games `a` and `b` -> what differs, and `a` with any part of it from `b`.

Where both are made from the same texts a rule is a setting, else an address, a block of a turn, or a section that one
of them lacks.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve, field

from f27lang import model
from f27lang.compare.by_address import address_mixing
from f27lang.compare.by_setting import setting_mixing
from f27lang.compare.rules import Rule, RuleChange, changed_rules

__all__ = ["Mixer", "Rule", "mixer"]


@define
class Mixer:
    """Makes and remembers mixtures of two games; rules are known by their places in `rules`."""

    a: model.Game
    b: model.Game
    rules: tuple[Rule, ...]
    _mixed: Callable[[frozenset[int]], model.Game | None]
    _made: dict[frozenset[int], model.Game | None] = field(factory=dict, init=False)

    def game(self, taken: frozenset[int]) -> model.Game | None:
        """Return `a` with these rules from `b`, None where that is no game that passes the checks."""
        if not taken:
            return self.a
        if len(taken) == len(self.rules):
            return self.b
        if taken not in self._made:
            self._made[taken] = self.mixed(taken)
        return self._made[taken]

    def mixed(self, taken: frozenset[int]) -> model.Game | None:
        """Return a mixture made from its parts, even where it is one of the two games."""
        return self._mixed(taken)


def mixer(a: model.Game, b: model.Game) -> Mixer:
    """Return what mixes two games of one kind, both of which have passed the checks."""
    same_texts = [file.text for file in a.files] == [file.text for file in b.files]
    rules, mixed = (setting_mixing if same_texts else address_mixing)(a, b)
    return Mixer(a, b, _in_their_places(rules, changed_rules(a, b)), mixed)


def _in_their_places(rules: tuple[Rule, ...], changes: tuple[RuleChange, ...]) -> tuple[Rule, ...]:
    """Return rules whose lines stand where the two games have them, not where a mixture had them from."""
    known = {(change.path, change.before, change.after): change for change in changes}
    return tuple(
        evolve(rule, changes=tuple(known.get((each.path, each.before, each.after), each) for each in rule.changes))
        for rule in rules
    )
