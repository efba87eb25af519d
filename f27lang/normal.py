"""The normal distribution, as far as errors of measurement go."""

from __future__ import annotations

NORMAL_95 = 1.959963984540054  # the 97.5 % point: as many standard errors to each side hold 95 %


def margin(se: float, numbers: int = 1) -> float:
    """Return half of a 95 % interval, so much wider that those of so many numbers hold together (Bonferroni)."""
    from statistics import NormalDist  # noqa: PLC0415

    return se * (NORMAL_95 if numbers == 1 else NormalDist().inv_cdf(1 - 0.025 / numbers))
