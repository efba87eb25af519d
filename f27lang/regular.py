"""Reads regular files only, so that nothing waits for a pipe or reads a device to its end: path -> bytes."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MOST_BYTES = 1 << 26  # thirty times the largest thing that is ever kept


def read_regular(path: Path) -> bytes:
    """Return what a file holds; raise OSError where it can't be read, is too large, or a pipe, a device or a folder."""
    about = path.stat()
    if not stat.S_ISREG(about.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", os.fspath(path))
    if about.st_size > MOST_BYTES:
        raise OSError(errno.EFBIG, "larger than anything that is kept", os.fspath(path))
    return path.read_bytes()
