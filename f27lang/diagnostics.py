"""One model for all that goes wrong: Diagnostic says it, Report collects it; `report.messages` renders it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import define, field, frozen

from f27lang.source import Span

Severity = Literal["error", "warning", "note"]


@frozen
class Label:
    """A marked place in a message: `^^^` where the reader should act, `---` where the reason stands."""

    span: Span
    text: str = ""
    primary: bool = True


@frozen
class Diagnostic:
    """What is wrong, where, why, and the way out; `code` is stable and listed in `codes.py`."""

    code: str
    severity: Severity
    message: str
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()

    @property
    def place(self) -> Span | None:
        """The span of the first primary label, where there is one."""
        return next((label.span for label in self.labels if label.primary), None)


@define
class Report:
    """The diagnostics of one run, in the order found."""

    diagnostics: list[Diagnostic] = field(factory=list)
    _known: set[Diagnostic] = field(factory=set, init=False, repr=False, eq=False)

    def add(self, diagnostic: Diagnostic) -> None:
        """Record a diagnostic once."""
        if diagnostic not in self._known:
            self._known.add(diagnostic)
            self.diagnostics.append(diagnostic)

    def error(
        self, code: str, message: str, *labels: Label, notes: tuple[str, ...] = (), helps: tuple[str, ...] = ()
    ) -> None:
        """Record an error."""
        self.add(Diagnostic(code, "error", message, labels, notes, helps))

    def warning(
        self, code: str, message: str, *labels: Label, notes: tuple[str, ...] = (), helps: tuple[str, ...] = ()
    ) -> None:
        """Record a warning."""
        self.add(Diagnostic(code, "warning", message, labels, notes, helps))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)

    @property
    def failed(self) -> bool:
        """Whether any diagnostic is an error."""
        return any(d.severity == "error" for d in self.diagnostics)


class VariantError(Exception):
    """Raised by the Python API when a variant has errors; carries the report that the CLI renders."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__("; ".join(f"{d.code}: {d.message}" for d in report if d.severity == "error"))


class Misasked(VariantError):
    """Raised where a question names a wager, a strategy, a cell or a hand that the game does not have."""
