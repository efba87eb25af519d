"""Examples inside options and arms that do not apply: each is run with its option on → Report."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from f27lang import model
from f27lang.changes import Changes
from f27lang.check.examples import check_examples
from f27lang.check.size import check_size
from f27lang.diagnostics import Report


def check_toggled_examples(game: model.Game, report: Report, changes: Changes) -> None:
    """Run the examples of the checked file's options that are off, and of arms not chosen, with each in force."""
    others = tuple(_with_examples(game, changes))
    if not others:
        return
    from f27lang.resolve import resolver  # noqa: PLC0415
    from f27lang.syntax.parse import parse  # noqa: PLC0415

    file = parse(game.files[-1], Report())
    assert file is not None
    resolved = resolver(file)
    for told, switched in others:
        doubts = Report()  # where the option needs another; it says nothing new
        toggled = resolved(switched, doubts)
        if toggled is not None and _follows(toggled, doubts):
            check_examples(evolve(toggled, examples=told), report)


def _follows(game: model.Game, doubts: Report) -> bool:
    """Return whether a game is joined without doubts, and of a size that its examples can be run."""
    check_size(game, doubts)
    return not doubts.failed


def _with_examples(game: model.Game, changes: Changes) -> Iterator[tuple[tuple[model.Example, ...], Changes]]:
    own = game.files[-1]
    for option in game.options:
        told = _told(option.items)
        if option.span.file is own and not game.settings.options.get(option.name.text) and told:
            kept = tuple(name for name in changes.without if name != option.name.text)
            yield told, evolve(changes, with_=(*changes.with_, option.name.text), without=kept)
    for choice in game.choices:
        for arm in choice.arms:
            chosen = game.settings.choices.get(choice.name.text)
            told = _told(arm.items)
            if choice.span.file is own and arm.name.text != chosen and told:
                kept_set = tuple(pair for pair in changes.set_ if pair[0] != choice.name.text)
                yield told, evolve(changes, set_=(*kept_set, (choice.name.text, arm.name.text)))


def _told(items: tuple[model.Node, ...]) -> tuple[model.Example, ...]:
    return tuple(item for item in items if isinstance(item, model.Example))
