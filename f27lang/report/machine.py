"""What was found on this machine, for the terminal and for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from f27lang.machine import Finding
from f27lang.report.text import hanging


def as_json(found: Sequence[Finding]) -> dict[str, Any]:
    """Return the answer `f27.doctor/1`."""
    return {
        "schema": "f27.doctor/1",
        "works": works(found),
        "findings": [
            {"name": f.name, "fine": f.fine, "found": f.words, "help": f.help or None, "needed": f.needed}
            for f in found
        ],
    }


def works(found: Sequence[Finding]) -> bool:
    """Whether exact values and simulations work."""
    return all(finding.fine for finding in found if finding.needed)


def line(finding: Finding) -> str:
    """Return a finding, with the way out below it."""
    verdict = "ok" if finding.fine else "BROKEN" if finding.needed else "missing"
    return hanging(f"{verdict:8}{finding.name:12}", "\n".join(filter(None, (finding.words, finding.help))))


def verdict(found: Sequence[Finding]) -> str:
    """Return the last line."""
    if not works(found):
        return "exact values or simulations do not work here"
    slow = any(finding.name == "compiler" and not finding.fine for finding in found)
    return "exact values and simulations work" + (", slowly: as plain Python" if slow else "")
