"""Write a file so that nobody ever sees half of it: under another name beside it, renamed at the end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.internal import CANNOT_WRITE


def cannot_write(path: str | Path, error: OSError) -> MosilaError:
    """The error of a file that cannot be written, in the user's words."""
    return MosilaError(CANNOT_WRITE.at(file=path, reason=(error.strerror or str(error)).lower()))


def is_special(path: str | Path) -> bool:
    """Whether this is a device or a pipe, which is written to and not replaced."""
    target = Path(path)
    return target.exists() and not target.is_file()


@contextmanager
def replacing_path(path: str | Path) -> Iterator[Path]:
    """A path to write to; its file takes the place of `path` when the block ends well, and is gone when it does not."""
    target = Path(path)
    temporary = target.with_name(f".{target.stem}.{os.getpid()}.part{target.suffix}")
    if is_special(target):
        temporary = target
    try:
        yield temporary
        if temporary is not target:
            os.replace(temporary, target)
    except OSError as error:
        raise cannot_write(path, error) from error
    finally:
        if temporary is not target:
            with suppress(OSError):
                temporary.unlink()


@contextmanager
def replacing(path: str | Path) -> Iterator[TextIO]:
    """A text stream to a file that takes the place of `path` when the block ends well."""
    with replacing_path(path) as temporary, open(temporary, "w", encoding="utf-8", newline="") as stream:
        yield stream
        stream.flush()


def check_writable(path: str | Path) -> None:
    """Raise the error of an output file now, before a long run, if its folder does not take files."""
    target = Path(path)
    try:
        if target.is_dir():
            raise IsADirectoryError(21, "it is a directory")
        if target.exists() and not target.is_file():
            return
        if not target.parent.is_dir():
            raise FileNotFoundError(2, f"there is no folder {target.parent}")
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise PermissionError(13, "the folder may not be written to")
    except OSError as error:
        raise cannot_write(path, error) from error
