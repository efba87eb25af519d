"""What a shell may complete: the words typed so far -> variants, strategies, and the settings of the variant."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem

    from f27lang import model


def complete_variants(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return bundled names, and the files of rules in the folder that is being typed."""
    from f27lang.files import bundled  # noqa: PLC0415

    names = [entry.name for entry in bundled()]
    return [*_items(names, begun), *complete_files(ctx, param, begun)]


def complete_files(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the files of rules in the folder that is being typed, and its folders."""
    from glob import escape, glob  # noqa: PLC0415

    files = sorted(path for path in glob(escape(begun) + "*") if path.endswith(".f27"))
    return _items([*files, *sorted(glob(escape(begun) + "*/"))], begun)


def complete_subjects(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return what `complete_variants` does; the codes too, once one is begun."""
    from click.shell_completion import CompletionItem  # noqa: PLC0415

    from f27lang.codes import CODES  # noqa: PLC0415

    codes = [CompletionItem(code, help=title) for code, title in CODES.items() if code.startswith(begun.upper())]
    return [*complete_variants(ctx, param, begun), *(codes if begun else [])]


def complete_plays(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return `chart`, which a vying game has not, and the strategies of the variant."""
    game = _game(ctx)
    chart = [] if game and game.kind == "vying" else ["chart"]
    return _items([*chart, *_strategies(ctx)], begun)


def complete_solved_plays(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return `best`, `chart` and the strategies of the variant."""
    return _items(["best", "chart", *_strategies(ctx)], begun)


def _strategies(ctx: click.Context) -> list[str]:
    game = _game(ctx)
    return [strategy.name.text for strategy in game.strategies] if game else []


def complete_wagers(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the wagers made at the start."""
    game = _game(ctx)
    return _items([wager.name.text for wager in game.wagers] if game else [], begun)


def complete_settings(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return each arm of the variant's choices as `name=arm`, and the names of its params, each with its `=`."""
    game = _game(ctx)
    if game is None:
        return []
    arms = [f"{choice.name.text}={arm.name.text}" for choice in game.choices for arm in choice.arms]
    return _items([*arms, *(f"{name}=" for name in game.settings.params)], begun)


def complete_options(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the variant's options."""
    game = _game(ctx)
    return _items(list(game.settings.options) if game else [], begun)


def _items(texts: list[str], begun: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem  # noqa: PLC0415

    return [CompletionItem(text) for text in texts if text.startswith(begun)]


def _game(ctx: click.Context) -> model.Game | None:
    """Return the game of the variant typed so far, as far as it can be had; standard input is not for us to read."""
    from f27lang import pipeline  # noqa: PLC0415

    given = (ctx.params.get("variant"), ctx.params.get("subject"), *(ctx.params.get("variants") or ()))
    named = (*given, *ctx.args)  # args: an option is half typed
    typed = next((name for name in named if name and not name.startswith("-")), None)
    return pipeline.front(typed).game if typed else None
