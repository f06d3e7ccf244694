"""Files that come with the program: name of a directory -> its path, in a source checkout or in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource_directory(name: str) -> Path:
    """The directory `grammar` or `stdlib`, wherever this copy of the program keeps it."""
    packaged = _PACKAGE / "_data" / name
    return packaged if packaged.is_dir() else _PACKAGE.parent / name
