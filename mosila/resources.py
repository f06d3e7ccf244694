"""Where files that are not Python live: the grammar and library that the package carries, and the user's cache."""

from __future__ import annotations

import os
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def data_directory(name: str) -> Path:
    """The folder `grammar` or `stdlib`: inside an installed package, else beside it in a source tree."""
    installed = PACKAGE / "_data" / name
    return installed if installed.is_dir() else PACKAGE.parent / name


def cache_directory() -> Path:
    """Where kernels, syntax trees and grammar tables are kept: `$MOSILA_CACHE`, else `mosila` in the user's cache folder."""
    if own := os.environ.get("MOSILA_CACHE"):
        return Path(own)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "mosila"
    return Path("~/.cache/mosila").expanduser()
