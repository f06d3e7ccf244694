"""Packages that only some features need: imported when asked for, with a clear error that says what to install."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.internal import MISSING_PACKAGE


def require(package: str, purpose: str, extra: str) -> Any:
    """The module of a package; `extra` is the name under which mosila's installation brings it."""
    try:
        return import_module(package)
    except ImportError:
        command = f"python -m pip install 'mosila[{extra}]'"
        name = package.partition(".")[0]
        raise MosilaError(MISSING_PACKAGE.at(purpose=purpose, package=name, command=command)) from None
