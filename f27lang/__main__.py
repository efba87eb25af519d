"""The command `f27`, also `python -m f27lang`: a key that stops it while it is being loaded ends it without a word."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command line and exit with its code."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from f27lang.cli import main as command_line  # noqa: PLC0415

    command_line.main()


if __name__ == "__main__":
    main()
