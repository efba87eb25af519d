"""Small facts about solving that take no time: random variants on every engine, and numbers counted by hand."""

from __future__ import annotations

import pytest

from tests.random_variants import sound, variant
from tests.test_agreement import agree

QUICK = (8, 9, 6, 5, 1, 2, 3, 7, 4)  # seeds whose variants are small, the smallest first


@pytest.mark.parametrize("seed", QUICK)
def test_small_variants_agree(seed: int) -> None:
    _, game = sound(variant(seed))
    assert game is not None
    agree(game, seed)
