"""Plays rounds by the emitted kernels: Rulebook, Policy -> Run."""

from f27lang.simulate.run import Kernel, Run, load_kernel, load_plain_kernel, plain_seconds_estimate, simulate
from f27lang.simulate.tally import Tally

__all__ = ["Kernel", "Run", "Tally", "load_kernel", "load_plain_kernel", "plain_seconds_estimate", "simulate"]
