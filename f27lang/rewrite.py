"""A file gets a new text by one rename, so that no reader ever sees half of it: path, text → nothing, or OSError."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path


def rewrite(path: Path, text: str) -> None:
    """Put a text into a file that is there, behind its symbolic links; line ends and permissions stay as they were."""
    path = path.resolve()
    line_end = "\r\n" if b"\r\n" in path.read_bytes() else "\n"
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".f27-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(text.replace("\n", line_end).encode())
        shutil.copymode(path, draft)
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
