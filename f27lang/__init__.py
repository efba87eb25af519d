"""f27lang: rules cards that run.

>>> import f27lang
>>> game = f27lang.load("21-24-27", with_=["forced_moves"])
>>> print(f"{f27lang.edge(game, shoe='endless').edge_pct:.6f} %")
1.096733 %
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from f27lang.api import compile, count, diff, edge, load, matrix, play_table, simulate, strategy, sweep
    from f27lang.diagnostics import VariantError

__all__ = [
    "VariantError",
    "compile",
    "count",
    "diff",
    "edge",
    "load",
    "matrix",
    "play_table",
    "simulate",
    "strategy",
    "sweep",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import what is asked for, when it is asked for: `import f27lang` costs nothing."""
    from importlib import import_module  # noqa: PLC0415

    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("f27lang.diagnostics" if name == "VariantError" else "f27lang.api"), name)


class _Package(ModuleType):
    """Leaves the function `simulate` in its place when the package of the same name is imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
