"""Families of cases of which a few are quick tests: cases → parameters, the others marked as long."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest


def mostly_long(cases: Iterable[Any], quick: Container[Any]) -> list[Any]:
    """Return the cases, those that are not among `quick` marked as long."""
    return [case if case in quick else pytest.param(case, marks=pytest.mark.long) for case in cases]
