"""Built simulators, for the terminal and for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from f27lang.build import Built
from f27lang.emit import Module
from f27lang.report.text import columns, count
from f27lang.rulebook import Rulebook
from f27lang.simulate.lockstep import Machine
from f27lang.vying import VyingRulebook


@frozen
class Compiled:
    """A variant's simulator: its tables, its text, and where it was built, written or compared."""

    variant: str
    tables: Rulebook | VyingRulebook
    module: Module
    built: Built | None = None
    written: Path | None = None
    same: bool | None = None
    machines: tuple[Machine, ...] = ()  # ways to play long runs, the fastest first


def as_text(modules: Sequence[Compiled], *, verbose: bool) -> str:
    """Return a line a module, and with `verbose` what was chosen and why."""
    lines = [columns([(module.variant, _told(module)) for module in modules])]
    if verbose:
        lines += [_chosen(module) for module in modules]
    return "\n".join(lines)


def as_json(modules: Sequence[Compiled]) -> dict[str, Any]:
    """Return the answer `f27.compile/1`."""
    return {"schema": "f27.compile/1", "modules": [_one(module) for module in modules]}


def _told(module: Compiled) -> str:
    if module.same is not None:
        return (
            "is what the compiler emits"
            if module.same
            else f"{_short(module.written)} is not what the compiler emits: f27 compile --write"
        )
    if module.written is not None:
        return f"written to {_short(module.written)}"
    assert module.built is not None
    return str(module.built.path or f"not kept: {module.built.reason}")


def _short(path: Path | None) -> str:
    """Return a path as seen from the working folder, where it lies inside."""
    assert path is not None
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _chosen(module: Compiled) -> str:
    tables = module.tables
    rows = [
        ("", "module", module.module.name),
        ("", "digest", tables.digest),
        (
            "",
            "tables",
            f"{count(len(tables.classes), 'card class', 'card classes')}, {count(len(tables.states), 'hand state')}",
        ),
        ("", "card classes", "  ".join(f"{c.name} ({c.count})" for c in tables.classes)),
    ]
    if module.built:
        rows.append(("", "compiled" if module.built.compiled else "plain Python", module.built.reason))
        if isinstance(tables, Rulebook) and not module.machines:
            rows.append(("", "long runs", "one by one, as nothing is compiled"))
    for n, machine in enumerate(module.machines):
        rows.append(("", "" if n else "long runs", _of_machine(machine)))
    return columns(rows)


def _of_machine(machine: Machine) -> str:
    speed = f"{machine.rate / 1e6:.0f} million rounds/s in a trial"
    program, *arguments = machine.compiler.command
    return f"{machine.name}: {speed}, {' '.join((Path(program).name, *arguments, *machine.flags))}"


def _one(module: Compiled) -> dict[str, Any]:
    shown: dict[str, Any] = {"variant": module.variant, "module": module.module.name, "digest": module.tables.digest}
    if module.built:
        path = str(module.built.path) if module.built.path else None
        shown |= {"path": path, "compiled": module.built.compiled, "reason": module.built.reason}
        shown["kernels"] = [
            {
                "kernel": machine.name,
                "rounds_per_second": machine.rate,
                "compiler": machine.compiler.words,
                "flags": list(machine.flags),
            }
            for machine in module.machines
        ]
    if module.same is not None:
        return shown | {"compared": str(module.written), "same": module.same}
    return shown | ({"written": str(module.written)} if module.written else {})
