"""An unforeseen exception -> one diagnostic for the user and a file with the details for whoever mends it."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path

import mosila
from mosila.cache import cache_directory
from mosila.diagnostics.diagnostic import Diagnostic
from mosila.diagnostics.internal import INTERNAL


def report_bug(error: BaseException, command: Sequence[str]) -> Diagnostic:
    """Write the traceback to a file and say where it is."""
    details = "".join(traceback.format_exception(error))
    text = f"mosila {mosila.__version__}, Python {platform.python_version()}, {platform.platform()}\n{list(command)}\n\n{details}"
    summary = f"{type(error).__name__}: {error}".splitlines()[0]
    return INTERNAL.at(error=summary, report=_write_report(text))


def _write_report(text: str) -> str:
    for folder in (cache_directory() / "reports", Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix="report-", suffix=".txt", dir=folder, text=True)
        except OSError:
            continue
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(text)
        return name
    print(text, file=sys.stderr)
    return "the lines above"
