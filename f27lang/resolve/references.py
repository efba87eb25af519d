"""Whether each name that a game uses is declared (F0202), fits where it stands (F0205), and is used at all (F0212)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, cast

from attrs import define, field

from f27lang import model
from f27lang.diagnostics import Label, Report
from f27lang.model.node import Node, walk
from f27lang.resolve.names import Names, text_of, things, twice
from f27lang.resolve.quantities import check_places
from f27lang.resolve.settings import Settled
from f27lang.source import Span

POLICIES = ("best_play", "chart", "any_play")
RULES = (
    *("sources", "notes", "assumptions", "seats", "cards", "values", "total", "poker", "play", "each"),
    *("player", "dealer", "hands", "ranking", "settle", "wagers", "bonuses", "betting", "pot", "shares"),
    *("strategies", "examples", "claims"),
)
"""The fields of a Game that hold what it says, in the order of a rules card."""
_A = {"hand": "a hand", "wager": "a wager", "share": "a share", "strategy": "a strategy"}


def check_quantities(files: Iterable[model.File], names: Names, report: Report) -> None:
    """Report params that are not declared, or whose unit or range does not fit where their names stand."""
    params = names.nodes(model.Param)
    for file in files:
        for item in file.items:
            own = item.params if isinstance(item, model.Strategy) else ()
            known = {**params, **{param.name.text: param for param in own}}
            for node in walk(item):
                if isinstance(node, model.QuantityName) and node.name.text not in known:
                    there: dict[str, Node] = {name: param.name for name, param in known.items()}
                    names.unknown(node.name, "a param", there, report)
            check_places(item, known, report)


@define
class References:
    """Looks up names, and reports each place once."""

    names: Names
    report: Report
    told: set[Span] = field(factory=set)

    def check_file(self, files: tuple[model.File, ...]) -> None:
        """Check the nearest file, sections of options that are off included, against all that is declared anywhere."""
        known: dict[str, dict[str, Node]] = {kind: {} for kind in _A}
        for file in files:
            for item in file.items:
                if isinstance(item, model.Drop):
                    known.get(item.kind.text, {}).pop(item.name.text, None)
            for kind, name, node in things(file.items):
                known.setdefault(kind, {})[name] = node
        self._check(files[-1].items, known)

    def check_game(self, game: model.Game) -> None:
        """Check a closed game against what stands in it."""
        known: dict[str, dict[str, Node]] = {
            "hand": {hand.name.text: hand.name for hand in (game.hands.lines if game.hands else ())},
            "wager": {wager.name.text: wager.name for wager in game.wagers},
            "share": {share.name.text: share.name for share in game.shares},
            "strategy": {strategy.name.text: strategy.name for strategy in game.strategies},
        }
        self._check(sections(game), known)

    def _check(self, nodes: Iterable[Node], known: Mapping[str, Mapping[str, Node]]) -> None:
        for node in nodes:
            for kind, name in uses(node):
                if text_of(name) not in known[kind] and name.span not in self.told:
                    self.told.add(name.span)
                    self.names.unknown(name, _A[kind], known[kind], self.report)


def sections(game: model.Game) -> Iterator[Node]:
    """Yield all that a closed game says, its files, settings and declarations left out."""
    for name in RULES:
        part = getattr(game, name)
        yield from part if isinstance(part, tuple) else (part,) if part is not None else ()


def uses(item: Node) -> Iterator[tuple[str, Node]]:
    """Yield the kind and the node of each name that an item refers to."""
    for node in walk(item):
        kind, named = _refers(cast("Any", type(node)))
        if named and (name := named(node)) is not None:
            yield kind, name


_Named = Callable[[Any], Node | None]
_REFER: tuple[tuple[type[Node] | tuple[type[Node], ...], str, _Named], ...] = (
    ((model.Named, model.Rung, model.ToldHand, model.ToldNot), "hand", lambda node: node.name),
    (model.Offer, "wager", lambda node: node.what if node.what.text != "surrender" else None),
    (
        (model.StakeUpTo, model.StakeExactly, model.ClaimOn, model.Accept, model.Bonus, model.ToldPays),
        "wager",
        lambda node: node.wager,
    ),
    ((model.CheckBeats, model.CheckTies), "share", lambda node: node.share),
    (model.Said, "share", lambda node: node if node.text not in ("both", "nearest") else None),
    (model.LikeWhom, "strategy", lambda node: node if node.text != "dealer" else None),
    (model.Claim, "strategy", lambda node: node.under if node.under.text not in POLICIES else None),
)


@cache
def _refers(cls: Any) -> tuple[str, _Named | None]:
    """Return the kind of thing that nodes of a class refer to, and what finds its name in one, if to anything."""
    return next(((kind, named) for those, kind, named in _REFER if issubclass(cls, those)), ("", None))


def check_name_space(files: tuple[model.File, ...], names: Names, report: Report) -> None:
    """Report hands that have the name of a param: the two share one name space (F0204)."""
    params = names.nodes(model.Param)
    for file in files:
        for kind, text, name in things(file.items):
            if kind == "hand" and text in params and files[-1].span.file in (name.span.file, params[text].span.file):
                twice("hand or param", name, params[text].name, report)


def check_unused(files: tuple[model.File, ...], report: Report) -> None:
    """Warn of params and hands of the nearest file that nothing uses (F0212); an abstract game's may serve a child."""
    if files[-1].abstract:
        return
    items = [item for file in files for item in file.items]
    hands = {text_of(name) for item in items for kind, name in uses(item) if kind == "hand"}
    quantities = _quantities(items)
    for item in files[-1].items:
        if isinstance(item, model.Param):
            _warn_unused("param", item.name, quantities, report)
        elif isinstance(item, model.Strategy):
            own = _quantities([item])
            for param in item.params:
                _warn_unused("param", param.name, own, report)
    for kind, _, name in things(files[-1].items):
        if kind == "hand" and isinstance(name, model.Name):
            _warn_unused("hand", name, hands, report)


def check_idle(game: model.Game, settled: Settled, report: Report) -> None:
    """Warn of params that are set by hand while no rule in force names them (F0210)."""
    inherited = set(game.files[:-1])
    declared = {param.name.text: param for param in game.params}
    by_hand = {n: span for n, span in settled.by.items() if n in declared and span.file not in inherited}
    named = by_hand and {getattr(node, "param", None) for item in sections(game) for node in walk(item)}
    for name in (name for name in by_hand if name not in named):
        report.warning(
            "F0210",
            f"setting `{name}` changes nothing",
            Label(by_hand[name], "no rule in force names it"),
            Label(declared[name].name.span, "declared here", primary=False),
            helps=("take the setting away, or let a rule name the param: one may stand in an option that is off",),
        )


def _quantities(items: Iterable[Node]) -> set[str]:
    return {node.name.text for item in items for node in walk(item) if isinstance(node, model.QuantityName)}


def _warn_unused(kind: str, name: model.Name, used: set[str], report: Report) -> None:
    if name.text not in used:
        report.warning(
            "F0212",
            f"nothing uses the {kind} `{name.text}`",
            Label(name.span, "declared here"),
            helps=("take the line away",),
        )
