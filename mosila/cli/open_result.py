"""A result file of the command line -> its result; what reading it has to say is shown."""

from __future__ import annotations

from mosila.cli.main import show
from mosila.diagnostics.experiment import CUT_LINE
from mosila.results.files import read_result
from mosila.results.result import Result


def open_result(path: str) -> Result:
    """The result in a file; the warnings of the run that wrote it were shown then."""
    result = read_result(path)
    show([each for each in result.warnings if each.code == CUT_LINE.code])
    return result
