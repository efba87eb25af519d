"""Plays rounds by the emitted kernels: Rulebook, Policy -> Run."""

from f27lang.simulate.kernel import Kernel, load_kernel, load_plain_kernel, plain_seconds_estimate
from f27lang.simulate.run import Run, simulate
from f27lang.simulate.tally import Tally

__all__ = ["Kernel", "Run", "Tally", "load_kernel", "load_plain_kernel", "plain_seconds_estimate", "simulate"]
