"""The money of vying games: betting, pot and shares."""

from __future__ import annotations

from f27lang.model.node import Amount, Name, Node, Percentage, Quantity, Range, Words, frozen


@frozen
class Moving(Node):
    """`then further left`."""


@frozen
class Opens(Node):
    """`opens: left of dealer`."""

    moving: Moving | None


@frozen
class Limits(Node):
    """`limits: 1..2 chips`."""

    range: Range


@frozen
class Raises(Node):
    """`raises: ..3 per round`."""

    range: Range


@frozen
class Betting(Node):
    """The section `betting`."""

    lines: tuple[Opens | Limits | Raises, ...]


@frozen
class Ante(Node):
    """`ante: 1 chip`."""

    chips: Quantity


@frozen
class AtShowdown(Node):
    """`only at showdown`."""


@frozen
class Rake(Node):
    """`rake: 5% up to 3 chips, only at showdown`."""

    share: Percentage
    most: Quantity | None
    at_showdown: AtShowdown | None


@frozen
class LastIn(Node):
    """`last in takes all`."""


@frozen
class Heir(Words):
    """`other share`, `everyone` or `next hand`."""


@frozen
class Unclaimed(Node):
    """`unclaimed: other share, else everyone`."""

    heirs: tuple[Heir, ...]


@frozen
class Outright(Node):
    """`must win outright`."""


@frozen
class OrTie(Node):
    """`may tie`."""


@frozen
class BothWays(Node):
    """`both: must win outright`."""

    how: Outright | OrTie


@frozen
class Pot(Node):
    """The section `pot`."""

    lines: tuple[Ante | Rake | LastIn | Unclaimed | BothWays, ...]


@frozen
class WholePot(Node):
    """`all`: the whole pot."""


@frozen
class Nearest(Node):
    """`nearest: 7 or 27`."""

    targets: tuple[Quantity, ...]


@frozen
class Allowed(Node):
    """`allowed`."""


@frozen
class Barred(Node):
    """`barred`."""


@frozen
class OverTarget(Node):
    """`over: barred`."""

    how: Allowed | Barred


@frozen
class Way(Words):
    """`freely`, `lowest` or `highest`."""


@frozen
class Counting(Node):
    """`counting: freely`; `lowest or highest` counts so for the first target, and so for the second."""

    ways: tuple[Way, ...]


@frozen
class Tie(Words):
    """`lower total`, `higher total`, `fewer cards` or `split`."""


@frozen
class Ties(Node):
    """`ties: lower total, then split`."""

    orders: tuple[Tie, ...]


@frozen
class PotShare(Node):
    """`share low: 1/2 {`."""

    name: Name
    part: Amount | WholePot | None
    lines: tuple[Nearest | OverTarget | Counting | Ties, ...]
