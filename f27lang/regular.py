"""Reads regular files only, so that nothing waits for a pipe or reads a device to its end: path -> bytes."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def read_regular(path: Path) -> bytes:
    """Return what a file holds; raise OSError where it can't be read, or is a pipe, a device or a folder."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file", os.fspath(path))
    return path.read_bytes()
