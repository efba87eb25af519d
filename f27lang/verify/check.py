"""The result of one check."""

from __future__ import annotations

from attrs import frozen


@frozen
class Check:
    """What was held against what, whether it agreed, how that was seen, and over how many rounds.

    A check that had nothing to compare has passed, and was not `ran`.
    """

    name: str
    passed: bool
    detail: str
    rounds: int | None = None
    ran: bool = True
