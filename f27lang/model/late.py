"""Makes a node's class an attrs class when it is first used: a game uses a few of 250, and all take 0.1 s."""

from __future__ import annotations

from threading import RLock
from typing import Any

import attrs

_lock = RLock()


def frozen(cls: type) -> type:
    """Let a class become `attrs.frozen` later; it shares `__eq__` and `__repr__` with all nodes.

    A class without fields of its own is its parent by another name.
    """
    if "__annotations__" in vars(cls):
        for name in ("__init__", "__attrs_attrs__"):
            setattr(cls, name, _Later(cls, name))
    return cls


class _Later:
    """Stands in a class for what attrs writes there, and has it written when it is asked for."""

    def __init__(self, cls: type, name: str) -> None:
        self.cls, self.name = cls, name

    def __get__(self, instance: object, owner: type) -> Any:
        with _lock:  # attrs writes both in one go, and no thread may see a part
            if vars(self.cls)[self.name] is self:
                attrs.frozen(self.cls, init=True, slots=False, match_args=False, eq=False, repr=False)
        written = vars(self.cls)[self.name]
        return written.__get__(instance, owner) if self.name == "__init__" else written
