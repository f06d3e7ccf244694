"""`mosila simulate FILE [MODEL]`: run a model, write its result, say what happened."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace

from mosila.cli.main import INTERRUPTED as INTERRUPTED_CODE
from mosila.cli.main import show
from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.internal import UNKNOWN_FORMAT
from mosila.experiment import simulate_model
from mosila.options import make_options, settings
from mosila.results.csv_file import write_csv
from mosila.results.plot import check_picture, write_plot
from mosila.results.replace_file import check_writable
from mosila.results.result import Result, SimulationFailedError
from mosila.results.structure_log import describe_change
from mosila.results.summary import as_json, summarise
from mosila.runtime.execute import INTERRUPTED
from mosila.runtime.logs import StructureChange

EXAMPLE = """\
example:
  mosila simulate examples/LandingDevice/LandingDevice.mosila System --stop 25 --tol 1e-8 -v -o landing.csv --plot landing.png
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `simulate`; those of the run itself come from the table of options."""
    parser.description = "Compile and run a model. MODEL may be left out if only one class of the file can be meant."
    parser.epilog = EXAMPLE
    parser.add_argument("file", metavar="FILE", help="a .mo or .mosila file")
    parser.add_argument("model", nargs="?", metavar="MODEL", help="the class to run; the end of its name is enough if unique")
    for setting in settings():
        kind = int if setting.type in (int, "int") else float
        text = setting.metadata["help"] + ("" if setting.default is None else f" (default: {setting.default:g})")
        parser.add_argument(setting.metadata["flag"], dest=setting.name, type=kind, metavar=setting.metadata["metavar"], help=text)
    parser.add_argument("-o", "--output", metavar="FILE.csv", help="write all variables to this file")
    parser.add_argument("--plot", metavar="FILE.png", help="draw the states into this file (.png, .svg or .pdf)")
    parser.add_argument("--json", action="store_true", help="print one JSON object about the run instead of the summary")
    volume = parser.add_mutually_exclusive_group()
    volume.add_argument("-v", "--verbose", action="count", default=0, help="print structural changes as they happen; -vv with values")
    volume.add_argument("-q", "--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Run the model; a run that fails on its way still leaves its files, up to there."""
    options = make_options(**{setting.name: getattr(arguments, setting.name) for setting in settings()})
    check_outputs(arguments)
    try:
        result = simulate_model(arguments.file, arguments.model, options, observer(arguments))
    except SimulationFailedError as failure:
        write_files(arguments, failure.result)
        show(failure.result.warnings, arguments.output_format)
        raise
    show(result.warnings, arguments.output_format)
    result = write_files(arguments, result)
    if arguments.json:
        print(as_json(result))
    elif not arguments.quiet:
        print(summarise(result, with_values=not arguments.output))
    return INTERRUPTED_CODE if result.stop_reason == INTERRUPTED else 0


def check_outputs(arguments: argparse.Namespace) -> None:
    """Raise now, before a long run, what is wrong with the files to be written."""
    if arguments.output:
        if not arguments.output.endswith(".csv") and not arguments.output.startswith("/dev/"):
            raise MosilaError(UNKNOWN_FORMAT.at(file=arguments.output, formats="*.csv"))
        check_writable(arguments.output)
    if arguments.plot:
        check_picture(arguments.plot)
        check_writable(arguments.plot)


def observer(arguments: argparse.Namespace) -> Callable[[StructureChange], None] | None:
    """Prints structural changes as they happen, if they are wanted."""
    if not arguments.verbose:
        return None
    with_values = arguments.verbose > 1
    return lambda change: print(describe_change(change, with_values), file=sys.stderr, flush=True)


def write_files(arguments: argparse.Namespace, result: Result) -> Result:
    """Write the files that were asked for; the result that comes back knows how long it took."""
    begin = time.perf_counter()
    if arguments.output:
        write_csv(result, arguments.output)
    if arguments.plot:
        write_plot(result, arguments.plot)
    return result.with_timings(replace(result.timings, write=time.perf_counter() - begin))
