"""The run store as commands open it: `--no-store`, and hints where it can't be used -> Store, or None."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from f27lang.store import Store

F = TypeVar("F", bound=Callable[..., Any])


def store_option(function: F) -> F:
    """Add `--no-store`."""
    return click.option("--no-store", is_flag=True, help="Look nothing up in the run store, and keep nothing.")(
        function
    )


def opened(no_store: bool, *, make: bool = True) -> Store | None:
    """Return the user's store, which is closed when the command is done; None where it is to be left alone.

    Who only looks does not have it made.
    """
    if no_store:
        return None
    from f27lang.cli.command import hint  # noqa: PLC0415
    from f27lang.store import Store  # noqa: PLC0415

    store = Store.opened(say=hint, make=make)
    click.get_current_context().call_on_close(store.close)
    return store
