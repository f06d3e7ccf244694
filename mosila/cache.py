"""The cache directory of the user, and writing to it so that no other process ever sees half a file."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def cache_directory() -> Path:
    """Where caches live: `MOSILA_CACHE`, else `mosila` in `XDG_CACHE_HOME`, else `~/.cache/mosila`."""
    if chosen := os.environ.get("MOSILA_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path(os.path.expanduser("~")) / ".cache") / "mosila"


def write_atomically(path: Path, content: bytes) -> bool:
    """Put `content` at `path` in one step; False, and nothing changed, where the file system does not let us."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=path.name, suffix=".tmp", dir=path.parent)
    except OSError:
        return False
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        return False
    return True
