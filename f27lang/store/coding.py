"""Solutions as text and back, bit by bit the same: Solution <-> JSON.

Floats are written so that they are read as they were, fractions in hexadecimal (which has no limit of digits), the
moves of a policy as one string of figures.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import asdict

from f27lang.rulebook import Policy
from f27lang.store.database import Undecodable

if TYPE_CHECKING:
    from f27lang.solve import Solution


def solution_text(solution: Solution) -> str:
    """Return a solution as one line of JSON."""
    value = asdict(solution, recurse=False)
    return compact(
        value
        | {
            "fraction": None if solution.fraction is None else _fraction_text(solution.fraction),
            "frequencies": None if solution.frequencies is None else asdict(solution.frequencies),
            "cells": [list(asdict(cell, recurse=False).values()) for cell in solution.cells],
            "policy": None if solution.policy is None else _policy_text(solution.policy),
        }
    )


def solution_of(text: str) -> Solution:
    """Return the solution that a text stands for; raises Undecodable."""
    from f27lang.solve.solution import Cell, Frequencies, Solution  # noqa: PLC0415

    try:
        value = json.loads(text)
        made = {
            "fraction": None if value["fraction"] is None else _fraction(value["fraction"]),
            "frequencies": None if value["frequencies"] is None else Frequencies(**_tuples(value["frequencies"])),
            "by_dealer": _tuples(value["by_dealer"]),
            "cells": tuple(Cell(*_tuples(cell)) for cell in value["cells"]),
            "policy": None if value["policy"] is None else _policy(value["policy"]),
        }
        return Solution(**value | made)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Undecodable(str(error)) from error


def compact(value: object) -> str:
    """Return JSON without blanks."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def _fraction_text(value: Fraction) -> str:
    return f"{value.numerator:x}/{value.denominator:x}"


def _fraction(text: str) -> Fraction:
    above, below = text.split("/")
    return Fraction(int(above, 16), int(below, 16))


def _policy_text(policy: Policy) -> list[Any]:
    return [policy.name, _figures(policy.play), [_figures(accepts) for accepts in policy.accepts]]


def _policy(value: Any) -> Policy:
    name, play, accepts = value
    return Policy(name, _numbers(play), tuple(map(_numbers, accepts)))


def _figures(numbers: tuple[int, ...]) -> str:
    return "".join(str(int(number)) for number in numbers)


def _numbers(figures: str) -> tuple[int, ...]:
    return tuple(map(int, figures))


def _tuples(value: Any) -> Any:
    """Return lists as tuples, all the way down; the values of an object too."""
    if isinstance(value, list):
        return tuple(map(_tuples, value))
    return {key: _tuples(each) for key, each in value.items()} if isinstance(value, dict) else value
