"""A module as text."""

from __future__ import annotations

from attrs import frozen


@frozen
class Module:
    """The text of a Python module, the identifier it goes by, and the digest of the rulebook that it plays."""

    name: str
    text: str
    digest: str
