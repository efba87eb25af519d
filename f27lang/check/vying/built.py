"""F0106: constructs of vying games that the language has and the engines have not → Report."""

from __future__ import annotations

from collections.abc import Iterator

from f27lang import model
from f27lang.check.facts import every
from f27lang.check.labels import at
from f27lang.diagnostics import Report
from f27lang.model import Node

Refusal = tuple[str, Node, str]  # what is not built, where, and a way out

FRESH = "write `shuffle: every hand`"
DRAWS = model.DrawInTurn | model.DrawTogether | model.DrawByConsent


def check_vying_built(game: model.Game, report: Report) -> bool:
    """Report every kind of construct that is not built; return whether all of the game is built."""
    seen: set[str] = set()
    for name, node, way_out in _refusals(game):
        if name not in seen:
            seen.add(name)
            report.error("F0106", f"{name} not built yet", at(node, "used here"), helps=(way_out,))
    return not seen


def _refusals(game: model.Game) -> Iterator[Refusal]:
    yield from _cards(game)
    yield from _steps(game)
    for takes in every(model.Takes, game.each):
        if takes.number.value != 1:
            yield "a draw of any number but one card is", takes, "write `takes 1 card up` or `takes 1 card down`"
    for heir in every(model.Heir, game.pot):
        if heir.text == "next hand":
            yield "a share that waits for the next hand is", heir, "end the line with `else everyone`"
    for making in every(model.Making, game):
        yield "`making` in a vying game is", making, "name the cards of the hand, or its total"


def _cards(game: model.Game) -> Iterator[Refusal]:
    for line in game.cards.lines if game.cards else ():
        match line:
            case model.Shuffle(when=model.EveryHands()):
                yield "a shuffle every so many hands is", line, FRESH
            case model.Shuffle(when=model.AtCutCard()):
                yield "a cut card is", line, FRESH
            case model.Burn():
                yield "`burn` is", line, "delete the line: a burnt card changes nothing in a fresh pack"
            case model.Empty(what=model.EmptyDiscards()):
                yield "shuffling what was folded is", line, "write `empty: pass`: who asks for a card gets none"
    for makes in every(model.Makes, game.values):
        yield "`makes` in a vying game is", makes, "give the card one value, or several: `1 or 11`"


def _steps(game: model.Game) -> Iterator[Refusal]:
    drawn = False
    for node in every(model.Step | model.Repeat, game.play):  # type: ignore[arg-type]  # isinstance takes unions too
        if isinstance(node, model.Repeat):
            for inner in node.steps:
                if isinstance(inner, model.Repeat):
                    yield "a repeat inside a repeat is", inner, "write one `repeat`"
                elif isinstance(inner.phase, model.Deal):
                    yield "a deal inside a repeat is", inner.phase, "move the deal above `repeat`"
        elif isinstance(node.phase, DRAWS):
            drawn = True
        elif isinstance(node.phase, model.Deal) and drawn:
            yield "a deal behind a draw is", node.phase, "move the step above the first draw"
