"""Plays rounds by the emitted kernels: Rulebook, Policy -> Run."""

from f27lang.simulate.run import Run, plain_seconds_estimate, simulate
from f27lang.simulate.tally import Tally

__all__ = ["Run", "Tally", "plain_seconds_estimate", "simulate"]
