"""The cache directory of the user, and writing to it so that no other process ever sees half a file."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import tempfile
import time
from pathlib import Path

_HASH_SIZE = 16
_AN_HOUR, _A_DAY = 3600.0, 86400.0
_FILLED_AGAIN = 0.8


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


def write_checked(path: Path, content: bytes) -> bool:
    """Put `content` at `path` in one step, behind a hash by which damage is noticed."""
    return write_atomically(path, _hash(content) + content)


def read_checked(path: Path) -> bytes | None:
    """What `write_checked` put at `path`; None if nothing is there, or not the whole of it."""
    if not mark_used(path):
        return None
    try:
        found = path.read_bytes()
    except OSError:
        return None
    content = found[_HASH_SIZE:]
    return content if _hash(content) == found[:_HASH_SIZE] else None


def mark_used(path: Path) -> bool:
    """Whether a file is there; `trim` then knows that it is still of use."""
    try:
        if time.time() - path.stat().st_mtime > _A_DAY:
            os.utime(path)
    except FileNotFoundError:
        return False
    except OSError:
        return path.is_file()
    return True


def trim(folder: Path, limit: int) -> None:
    """Remove the files of a folder that were not used for longest, if all have more bytes than the limit; and old half-written ones."""
    found: list[tuple[float, int, Path]] = []
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            status = path.lstat()
            if not stat.S_ISREG(status.st_mode):
                continue
            if path.suffix == ".tmp" and time.time() - status.st_mtime > _AN_HOUR:
                path.unlink()
            else:
                found.append((status.st_mtime, status.st_size, path))
    total = sum(size for _, size, _ in found)
    if total <= limit:
        return
    for _, size, path in sorted(found):
        with contextlib.suppress(OSError):
            path.unlink()
        total -= size
        if total <= limit * _FILLED_AGAIN:
            return


def _hash(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_HASH_SIZE).digest()
