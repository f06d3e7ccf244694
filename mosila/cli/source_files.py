"""Files and folders named on the command line -> the source files meant, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

SUFFIXES = (".mo", ".mosila")


def source_files(paths: Iterable[str]) -> Iterator[Path]:
    """Files as they are named; of folders all source files in them, however deep."""
    for name in paths:
        path = Path(name)
        if path.is_dir():
            yield from sorted(each for each in path.rglob("*") if each.suffix in SUFFIXES and each.is_file())
        else:
            yield path
