"""What a shell may complete: the words typed so far -> variants, strategies, and the settings of the variant."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem

    from f27lang import model


def complete_variants(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return bundled names, and the files of rules in the folder that is being typed."""
    from glob import escape, glob  # noqa: PLC0415

    from click.shell_completion import CompletionItem  # noqa: PLC0415

    from f27lang.files import bundled  # noqa: PLC0415

    names = [entry.name for entry in bundled()]
    files = sorted(path for path in glob(escape(begun) + "*") if path.endswith(".f27"))
    folders = sorted(glob(escape(begun) + "*/"))
    return [CompletionItem(text) for text in (*names, *files, *folders) if text.startswith(begun)]


def complete_plays(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return `chart` and the strategies of the variant."""
    game = _game(ctx)
    strategies = [strategy.name.text for strategy in game.strategies] if game else []
    return _items(["chart", *strategies], begun)


def complete_settings(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the names of the variant's params and choices, each with its `=`."""
    game = _game(ctx)
    return _items([f"{name}=" for name in (*game.settings.params, *game.settings.choices)] if game else [], begun)


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

    named = (ctx.params.get("variant"), *(ctx.params.get("variants") or ()), *ctx.args)  # args: an option is half typed
    typed = next((name for name in named if name and not name.startswith("-")), None)
    return pipeline.front(typed).game if typed else None
