"""Files that are written whole or not at all, so that no reader ever sees half of one: path, bytes → nothing."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Put data into a file, behind its symbolic links; a device or a pipe, whose place nothing takes, gets it as it is.

    Raises OSError with the path as it was given.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            replace_whole(target, data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def replace_whole(path: Path, data: bytes) -> None:
    """Put a new file in the place of a path by one rename; it has the permissions of a file that was there."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        draft.unlink(missing_ok=True)
        with draft.open("xb") as stream:
            if path.is_file():
                draft.chmod(path.stat().st_mode)
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
