"""Files and folders named on the command line -> the source files meant, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.internal import CANNOT_READ
from mosila.library.locate import SUFFIXES


def source_files(paths: Iterable[str]) -> Iterator[Path]:
    """Files as they are named; of folders all source files in them, however deep."""
    for name in paths:
        path = Path(name)
        if not path.is_dir():
            yield path
            continue
        found = sorted(each for each in path.rglob("*") if each.suffix in SUFFIXES and each.is_file())
        if not found:
            raise MosilaError(CANNOT_READ.at(file=path, reason=f"the folder has no {' or '.join(SUFFIXES)} files"))
        yield from found
