"""Plays rounds by the emitted kernels: Rulebook, Policy -> Run."""

from f27lang.simulate.kernel import Kernel, load_kernel, load_plain_kernel, plain_seconds_estimate
from f27lang.simulate.probe import ProbeRun, load_probe_kernel, simulate_probe
from f27lang.simulate.probe_tally import ProbeTally
from f27lang.simulate.run import Run, simulate
from f27lang.simulate.shoe_tally import ShoeSums, ShoeTally
from f27lang.simulate.shoes import ShoeKernel, load_shoe_kernel, simulate_shoes
from f27lang.simulate.tally import Tally
from f27lang.simulate.watch import NOBODY, Watch

__all__ = [
    "NOBODY", "Kernel", "ProbeRun", "ProbeTally", "Run", "ShoeKernel", "ShoeSums", "ShoeTally", "Tally", "Watch",
    "load_kernel", "load_plain_kernel", "load_probe_kernel", "load_shoe_kernel", "plain_seconds_estimate", "simulate",
    "simulate_probe", "simulate_shoes",
]  # fmt: skip
