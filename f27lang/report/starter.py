"""A new variant's text: closed Game -> a file that extends it and checks clean, what may be changed as comments."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from f27lang import model
from f27lang.referee import Card, Hand
from f27lang.referee.hands import Reader
from f27lang.report.prose.words import points, ranks_between
from f27lang.report.provenance import literal
from f27lang.report.text import columns


@frozen
class Suggestion:
    """A line to uncomment and edit, and what it is about."""

    line: str
    about: str


def starter(name: str, game: model.Game, plain: model.Settings) -> str:
    """Return the text of a file `name` that extends the game, as it is set; `plain` is how its own file sets it."""
    abstract = "abstract " if game.abstract else ""
    parts = [
        "f27 1",
        "",
        f"# Everything in {game.name} holds here too. Take the # from a line below and edit it, or write sections of",
        "# your own: a section replaces the inherited one, `also` in front of it merges line by line.",
        f'{abstract}{game.kind} game "{name}" extends "{game.name}" {{',
    ]
    if game.abstract:
        parts.insert(4, "# Take `abstract` away once the game is complete: `f27 check` tells what is missing.")
    set_here = list(_set_here(game, plain))
    if set_here:
        parts += [*(f"  {line}" for line in set_here), ""]
    for title, found in _suggestions(game, {line.split()[1] for line in set_here}):
        parts += [f"  # {title}", *_comments(found), ""]
    return "\n".join([*parts, *_example(game), "}", ""])


def _example(game: model.Game) -> list[str]:
    """Return a hand of the game's first and last rank, read as the game reads it; none where it can't be read yet."""
    deck = next((line for line in game.cards.lines if isinstance(line, model.Deck)), None) if game.cards else None
    if deck is None or game.values is None or game.total is None:
        return []
    ranks = [ranks_between(span) for span in deck.ranks.spans]
    cards = (ranks[0][0], ranks[-1][-1])
    reading = Reader(game).reading(Hand(tuple(map(Card, cards)), 2))
    kind = str(reading).split()[0] if any(isinstance(line, model.Soft) for line in game.total.lines) else "total"
    return [
        "  # Hands worked out: `f27 check` tries them.",
        "  example {",
        f"    {' '.join(cards)}: {kind} {points(reading.total)}",
        "  }",
    ]


def _set_here(game: model.Game, plain: model.Settings) -> Iterator[str]:
    """Yield the settings that differ from the parent's own, as lines of the new file."""
    units = {param.name.text: param.unit.text for param in game.params}
    for name, on in game.settings.options.items():
        if on != plain.options[name]:
            yield f"{'with' if on else 'without'} {name}"
    for name, value in game.settings.params.items():
        if value != plain.params[name]:
            yield f"set {name} = {literal(value, units.get(name, ''))}"
    for name, arm in game.settings.choices.items():
        if arm != plain.choices[name]:
            yield f"set {name} = {arm}"


def _suggestions(game: model.Game, done: set[str]) -> Iterator[tuple[str, list[Suggestion]]]:
    """Yield what else may be changed, under headings."""
    for title, found in (
        ("Numbers", list(_numbers(game))),
        ("Options", list(_options(game))),
        ("Choices", list(_choices(game))),
    ):
        if free := [each for each in found if each.line.split()[1] not in done]:
            yield title, free


def _numbers(game: model.Game) -> Iterator[Suggestion]:
    decks = next((line for line in game.cards.lines if isinstance(line, model.Decks)), None) if game.cards else None
    if decks and decks.least and decks.most:
        about = f"from {decks.least.value} to {decks.most.value}"
        yield Suggestion(f"set decks = {decks.number.value}", about)
    for param in game.params:
        value = game.settings.params[param.name.text]
        about = f"{param.unit.text}, from {param.range.low.span.text} to {param.range.high.span.text}"
        yield Suggestion(f"set {param.name.text} = {literal(value, param.unit.text)}", about)


def _options(game: model.Game) -> Iterator[Suggestion]:
    for option in game.options:
        on = game.settings.options[option.name.text]
        relations = "".join(f", {' '.join(relation.span.text.split())}" for relation in option.relations)
        yield Suggestion(
            f"{'without' if on else 'with'} {option.name.text}",
            f"{_help(option.help)}is {'on' if on else 'off'}{relations}",
        )


def _choices(game: model.Game) -> Iterator[Suggestion]:
    for choice in game.choices:
        now = game.settings.choices[choice.name.text]
        arms = [arm.name.text for arm in choice.arms]
        other = next((arm for arm in arms if arm != now), now)
        about = f"{_help(choice.help)}{' or '.join(arms)}; is {now}"
        yield Suggestion(f"set {choice.name.text} = {other}", about)


def _help(text: model.Text | None) -> str:
    return f"{text.text}: " if text else ""


def _comments(found: list[Suggestion]) -> list[str]:
    rows = columns([(f"# {each.line}", f"# {each.about}") for each in found])
    return [f"  {row}" for row in rows.splitlines()]
