"""Chooses how the rounds of a run are played: one by one, or many in lockstep. Kernel, rounds -> Kernel or LaneKernel.

No result depends on it.
"""

from __future__ import annotations

from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate.automaton import MOST_STATES, automaton
from f27lang.simulate.beside import played
from f27lang.simulate.kernel import Kernel
from f27lang.simulate.lockstep import BATCHED, LANES, LaneKernel, Machine, fastest, machine_of

SCALAR = "scalar"
KERNELS = (SCALAR, BATCHED, LANES)

_PAYS = 10_000_000  # rounds from which making an automaton takes less time than it saves
_PAYS_TO_BUILD = 300_000_000  # rounds that take longer one by one than compiling the other kernels does


class Unsuited(ValueError):
    """A kernel was asked for that can't play this; the words say why."""


def chosen(kernel: Kernel, rulebook: Rulebook, policy: Policy, rounds: int, wanted: str | None) -> Kernel | LaneKernel:
    """Return what plays a run of so many rounds fastest, or the kernel that is wanted.

    `kernel` is the one that plays them one by one. What was not built for this machine yet is built for long runs.
    Raises Unsuited where the kernel that is wanted can't be had.
    """
    if wanted == SCALAR:
        return kernel
    if wanted is None:
        if rounds < _PAYS or kernel.seats > 1 or not kernel.compiled:
            return kernel
        machine = fastest(compiles=rounds >= _PAYS_TO_BUILD)
        return (machine and _in_lockstep(kernel, rulebook, policy, machine)) or kernel
    if kernel.seats > 1:
        raise Unsuited(f"the kernel {wanted} plays one seat")
    if not kernel.compiled:
        raise Unsuited(f"the kernel {wanted} runs compiled only: {kernel.reason}")
    if (machine := machine_of(wanted)) is None:
        raise Unsuited(f"no compiler here makes the kernel {wanted}")
    if (found := _in_lockstep(kernel, rulebook, policy, machine)) is None:
        raise Unsuited(f"a round of this game has more than {MOST_STATES:,} states, too many for the kernel {wanted}")
    return found


def refuse_where_worn(wanted: str | None) -> None:
    """Raise Unsuited where a kernel is wanted that plays no worn shoes."""
    if wanted not in (None, SCALAR):
        raise Unsuited(f"the kernel {wanted} plays rounds from fresh shoes")


def _in_lockstep(kernel: Kernel, rulebook: Rulebook, policy: Policy, machine: Machine) -> LaneKernel | None:
    found = automaton(played(rulebook, policy), policy)
    return LaneKernel(kernel, machine, found) if found else None
