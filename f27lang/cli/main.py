"""The command `f27`: a group whose commands are imported only when they are run."""

from __future__ import annotations

import errno
import importlib
import os
import signal
import sys
from typing import NoReturn

import click

from f27lang.cli.command import OutputLost, fail, our_fault, say_why_no_help
from f27lang.cli.streams import prepare_streams

_PIPE_BROKEN = 128 + 13  # what a shell says of a program that SIGPIPE ended
_COMPLETION = "_F27_COMPLETE"  # what a shell sets while it asks

COMMANDS = {
    "list": "The bundled variants.",
    "new": "Write a variant of your own that extends another.",
    "check": "Tell all that is wrong with a variant, and run its examples.",
    "explain": "What a diagnostic code means, or the rules of a variant in prose.",
    "fmt": "Lay files out as the language is written.",
    "show": "A variant at a glance; --flat writes out everything inherited.",
    "edge": "The house edge, exactly.",
    "strategy": "The best chart, with what each move is worth.",
    "count": "What each card is worth to the player, and what counting cards gains.",
    "diff": "What a change of rules costs, and why.",
    "sweep": "The house edge at every combination of settings, and what each rule costs.",
    "simulate": "Play many rounds, fast and reproducibly.",
    "verify": "Hold every way to compute the game against the others.",
    "compile": "Build the simulator of a variant, and tell where it is.",
    "runs": "What was solved and simulated before.",
    "cache": "What was kept to be faster next time; where it is, and how to be rid of it.",
    "doctor": "What this machine has, and the way out where something is missing.",
    "dump": "Print what a stage of the compiler makes of a variant.",
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports the one that is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of a first session."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"f27lang.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or the nearest name."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches  # noqa: PLC0415

            near = get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else " `f27 --help` lists the commands."
            ctx.fail(f"No such command '{args[0]}'.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the tool is."""
        say_why_no_help(self, formatter)
        super().format_help_text(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """End with examples."""
        with formatter.section("Examples"):
            formatter.write_dl(
                [
                    ("f27 edge 21-24-27", "what the house keeps of each wager"),
                    ("f27 check my-game.f27", "all errors of a file at once"),
                    ("f27 COMMAND --help", "the options of a command, with examples"),
                ]
            )
        with formatter.section("Completion of names in your shell"):
            formatter.write_dl(
                [
                    ("bash", 'eval "$(_F27_COMPLETE=bash_source f27)"   in ~/.bashrc'),
                    ("zsh", 'eval "$(_F27_COMPLETE=zsh_source f27)"   in ~/.zshrc'),
                    ("fish", "_F27_COMPLETE=fish_source f27 | source   in ~/.config/fish/completions/f27.fish"),
                ]
            )


def _version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from f27lang.machine import version_words  # noqa: PLC0415

        click.echo(version_words())
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print the versions."
)
def f27() -> None:
    """Rules cards that run: exact house edges, charts and fast simulation of card games of the Finnish 27 kind.

    A VARIANT is a path, the name of a bundled game, or - for standard input; NAME@HOUSE plays it by the rules of
    a house that the file names.
    """


def main() -> NoReturn:
    """Run the command line and exit with its code."""
    sys.exit(run())


def run(args: list[str] | None = None) -> int:
    """Run the command line, by default that of the process, and return the exit code."""
    try:
        return _run(args)
    except OSError as failed:  # while flushing, or while writing a message or a help page
        lost = _output_lost(failed)
        return 0 if _COMPLETION in os.environ else lost


def _run(args: list[str] | None) -> int:
    try:
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # as it is while all this is loaded
            signal.signal(signal.SIGINT, signal.default_int_handler)
        prepare_streams()
        if _COMPLETION in os.environ:
            importlib.import_module("f27lang.cli.bash")
        code = f27.main(args, prog_name="f27", complete_var=_COMPLETION, standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as wrong:
        wrong.show(sys.stderr)
        return wrong.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return 128 + signal.SIGINT
    except OutputLost as lost:
        return _output_lost(lost.error)
    except OSError:
        raise
    except SystemExit as left:  # click's own way out of a completion, and to tell of a reader that went away
        return int(left.code or 0) if _COMPLETION in os.environ else _PIPE_BROKEN
    except Exception as fault:  # the last resort, for what happens before a command runs
        return fail(our_fault(fault), as_json=False)
    return code if isinstance(code, int) else 0


def _output_lost(failed: OSError) -> int:
    """Tell that stdout can't be written to; a reader that went away (`| head`) is no error worth words."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the flush at exit can't fail again
    if failed.errno == errno.EPIPE:
        return _PIPE_BROKEN
    click.echo(f"f27: the output can't be written: {failed.strerror or failed}", err=True)
    return 1
