"""What the commands share: the variant and its settings, `--json`, and one way to report errors."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from f27lang.cli.completion import complete_options, complete_settings, complete_variants
from f27lang.diagnostics import Misasked, Report, VariantError

if TYPE_CHECKING:
    from f27lang.changes import Changes
    from f27lang.patience import Patience

VARIANT_WRONG = 1
ASKED_WRONG = 2
COMPILER_FAILED = 3
LIMIT_BROKEN = 4
INTERRUPTED = 130

F = TypeVar("F", bound=Callable[..., Any])


class AnswerCommand(click.Command):
    """A command whose help ends with examples and whose errors are diagnostics, also in JSON."""

    def __init__(self, *args: Any, examples: tuple[tuple[str, str], ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = examples

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does."""
        say_why_no_help(self, formatter)
        super().format_help_text(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """End with examples."""
        with formatter.section("Examples"):
            formatter.write_dl(self.examples)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; errors of the variant exit with 1, of what is asked with 2, and never as a traceback."""
        as_json = bool(ctx.params.get("as_json"))
        try:
            with warnings.catch_warnings():
                warnings.showwarning = _hint_warning
                return super().invoke(ctx)
        except VariantError as wrong:
            code = ASKED_WRONG if isinstance(wrong, Misasked) else VARIANT_WRONG
            return fail(wrong.report, as_json=as_json, code=code)
        except (click.ClickException, click.exceptions.Exit, click.Abort, OutputLost):
            raise
        except Exception as fault:  # the last resort
            return _other(fault, as_json)


def say_why_no_help(command: click.Command, formatter: click.HelpFormatter) -> None:
    """Say why a command has no help text: it is a docstring, which `python -OO` drops."""
    if command.help is None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("Python runs with -OO, which drops the text that belongs here: run it without.")


class OutputLost(Exception):
    """Raised where stdout can't be written to."""

    def __init__(self, error: OSError) -> None:
        self.error = error
        super().__init__(str(error))


def answer(text: str | bytes) -> None:
    """Print an answer on stdout, with one newline behind a text."""
    try:
        click.echo(text, sys.stdout, nl=isinstance(text, str) and not text.endswith("\n"))
    except OSError as error:
        raise OutputLost(error) from error


def answer_file(text: str) -> None:
    """Print the text of a file on stdout: in UTF-8, as it is read again, whatever a terminal can show."""
    text = text.removesuffix("\n") + "\n"
    answer(text.encode() if hasattr(sys.stdout, "buffer") else text)


def fail(report: Report, *, as_json: bool, code: int = VARIANT_WRONG) -> int:
    """Print the diagnostics of a command that can't answer, and return the exit code."""
    from f27lang.report import diagnostics  # noqa: PLC0415

    if as_json:
        print_json({"schema": "f27.error/1", "diagnostics": diagnostics.as_json(report)})
    else:
        hint(coloured(diagnostics.as_text(report), sys.stderr))
    return code


def warn(report: Report, *, as_json: bool) -> None:
    """Print the warnings of a variant that can be played; JSON leaves them to `f27 check`."""
    if report.diagnostics and not as_json:
        fail(report, as_json=False)


def _other(fault: Exception, as_json: bool) -> int:
    """Tell what stopped a command that is no error of the variant."""
    from f27lang.compilers import CompilerFailed  # noqa: PLC0415
    from f27lang.patience import TooLong  # noqa: PLC0415
    from f27lang.rulebook import OutOfCards  # noqa: PLC0415
    from f27lang.simulate.checkpoint import Unusable  # noqa: PLC0415
    from f27lang.solve import TooLarge  # noqa: PLC0415

    if isinstance(fault, TooLong):
        raise click.UsageError(f"{fault}: add --yes to go ahead")
    if isinstance(fault, TooLarge):
        raise click.UsageError(
            f"the full shoe is too large to be solved ({fault}): `f27 edge --shoe endless` has the endless shoe's "
            "edge, `f27 simulate --play STRATEGY` plays rounds from the full one by a strategy of the file"
        )
    if isinstance(fault, Unusable):
        message = f"the checkpoint can't be used: {fault.why}"
        return fail(_told("F0904", message, str(fault.path), help_=fault.help), as_json=as_json)
    if isinstance(fault, CompilerFailed):
        return fail(_told("F0902", "the C compiler failed", str(fault)), as_json=as_json, code=COMPILER_FAILED)
    if isinstance(fault, OutOfCards):
        help_ = "take more decks, fewer seats, or limit the hands"
        return fail(_told("F0505", f"the shoe is too small: {fault}", help_=help_), as_json=as_json, code=LIMIT_BROKEN)
    if isinstance(fault, OSError):
        place = f" `{fault.filename}`" if fault.filename else ""
        return fail(_told("F0903", f"the system refused{place}: {fault.strerror or fault}"), as_json=as_json)
    if isinstance(fault, MemoryError):
        help_ = "leave the program more of it: 200 MB are enough for the bundled games"
        return fail(_told("F0903", "the system refused memory", help_=help_), as_json=as_json)
    return fail(our_fault(fault), as_json=as_json)


def _told(code: str, message: str, *notes: str, help_: str = "") -> Report:
    report = Report()
    lines = tuple(line for note in notes for line in note.splitlines())
    report.error(code, message, notes=lines, helps=(help_,) if help_ else ())
    return report


def our_fault(fault: Exception) -> Report:
    """Say that a fault is ours and what whoever mends it wants to know."""
    import traceback  # noqa: PLC0415

    inside = [f for f in traceback.extract_tb(fault.__traceback__) if "f27lang" in f.filename]
    places = [f"{f.filename.rpartition('f27lang')[2].lstrip('/')}:{f.lineno}, in {f.name}" for f in inside[-3:]]
    told = str(fault).splitlines()
    report = Report()
    report.error(
        "F0901",
        "this is a fault of f27lang, not of your file",
        notes=(f"{type(fault).__name__}{': ' + told[0][:200] if told else ''}", *places),
        helps=("please report it with the command, the file and these lines",),
    )
    return report


def print_json(value: dict[str, Any]) -> None:
    """Print one object."""
    import json  # noqa: PLC0415

    answer(json.dumps(value, indent=2))


def hint(text: str) -> None:
    """Say something that is no part of the answer."""
    click.echo(text, sys.stderr)


def _hint_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    hint(f"warning: {message}")


def patience(yes: bool) -> Patience:
    """Wait as long as it takes where the user said yes, else a minute."""
    from f27lang.patience import ASK_ABOVE_SECONDS, Patience  # noqa: PLC0415

    return Patience(float("inf") if yes else ASK_ABOVE_SECONDS, hint)


def on_terminal(stream: TextIO | None = None) -> bool:
    """Whether colour is welcome on a stream, stdout if none is named."""
    import os  # noqa: PLC0415

    stream = stream or sys.stdout
    dull = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream is not None and stream.isatty() and not dull


def coloured(messages: str, stream: TextIO | None = None) -> str:
    """Return rendered diagnostics, in colour where it is welcome."""
    if not messages or not on_terminal(stream):
        return messages
    from f27lang.report import colour  # noqa: PLC0415

    return colour.messages(messages)


def variant(function: F) -> F:
    """Add the argument VARIANT and the options that change its settings."""
    return click.argument("variant", shell_complete=complete_variants)(settings_options(function))


def settings_options(function: F) -> F:
    """Add the options that change a variant's settings, given to the command as one `Changes`."""
    from functools import wraps  # noqa: PLC0415

    @wraps(function)
    def with_changes(*args: Any, with_: tuple[str, ...], without: tuple[str, ...], set_: Any, **kwargs: Any) -> Any:
        return function(*args, changes=_changes(with_, without, set_), **kwargs)

    decorated: Any = with_changes
    for decorator in (
        click.option(
            "--set",
            "set_",
            multiple=True,
            metavar="NAME=VALUE",
            callback=pairs,
            shell_complete=complete_settings,
            help="Set a parameter or a choice.",
        ),
        _toggle("--without", "without", help="Turn an option off."),
        _toggle("--with", "with_", help="Turn an option on."),
    ):
        decorated = decorator(decorated)
    result: F = decorated
    return result


def _toggle(name: str, key: str, help: str) -> Callable[[F], F]:
    return click.option(name, key, multiple=True, metavar="OPTION", shell_complete=complete_options, help=help)


def json_option(function: F) -> F:
    """Add `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(function)


def _changes(with_: tuple[str, ...], without: tuple[str, ...], set_: tuple[tuple[str, str], ...]) -> Changes:
    from f27lang.changes import Changes  # noqa: PLC0415

    return Changes(house=None, with_=with_, without=without, set_=set_)


def changed(changes: Changes) -> bool:
    """Whether the command line changes any setting."""
    return bool(changes.with_ or changes.without or changes.set_)


def pairs(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return what NAME=VALUE says, as pairs."""
    parted = tuple(text.partition("=") for text in given)
    for name, sign, value in parted:
        if not (name.strip() and sign and value.strip()):
            raise click.BadParameter("write NAME=VALUE, for example --set decks=1", ctx, param)
    return tuple((name.strip(), value.strip()) for name, _, value in parted)
