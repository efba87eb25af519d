"""`f27 doctor`: what this machine has, and what it lacks."""

from __future__ import annotations

import click

from f27lang.cli.command import COMPILER_FAILED, AnswerCommand, answer, json_option, print_json


@click.command(
    "doctor",
    cls=AnswerCommand,
    examples=(
        ("f27 doctor", "a line each, with the way out where something is missing"),
        ("f27 doctor --json", "for a program, or to go with a report"),
    ),
)
@json_option
def command(as_json: bool) -> int:
    """Look at Python, the libraries, the C compiler, caches and variants.

    Exits with 0 where exact values and simulations work, with 3 where the C compiler fails, else with 1.
    """
    from f27lang.machine import look  # noqa: PLC0415
    from f27lang.report import machine  # noqa: PLC0415

    found = []
    for finding in look():
        found.append(finding)
        if not as_json:
            answer(machine.line(finding))
    if as_json:
        print_json(machine.as_json(found))
    else:
        answer(machine.verdict(found))
    if machine.works(found):
        return 0
    broken = {finding.name for finding in found if finding.needed and not finding.fine}
    return COMPILER_FAILED if broken == {"compiler"} else 1
