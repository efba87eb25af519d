"""A module as text."""

from __future__ import annotations

from attrs import frozen


@frozen
class Module:
    """The text of a Python module, the identifier it goes by, and the digest of the rulebook whose tables it holds.

    Where all tables are given to it that is empty.
    """

    name: str
    text: str
    digest: str = ""
