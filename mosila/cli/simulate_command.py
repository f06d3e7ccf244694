"""`mosila simulate FILE [MODEL]`: run a model, write its result, say what happened."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from mosila.cli.main import INTERRUPTED as INTERRUPTED_CODE
from mosila.cli.main import show
from mosila.cli.progress import ProgressBar
from mosila.experiment.model import load
from mosila.experiment.settings import parse_assignment
from mosila.options import make_options, settings
from mosila.results.files import check_result_file, write_result
from mosila.results.patterns import match_names
from mosila.results.plot import check_picture, write_plot
from mosila.results.result import Result, SimulationFailedError
from mosila.results.structure_log import describe_change
from mosila.results.summary import as_json, summarise
from mosila.runtime.execute import INTERRUPTED
from mosila.runtime.logs import StructureChange
from mosila.runtime.spool import Spool

EXAMPLE = """\
examples:
  mosila simulate examples/LandingDevice/LandingDevice.mosila System --stop 25 --tol 1e-8 -v -o landing.csv --plot landing.png
  mosila simulate examples/LandingDevice/LandingDevice.mosila System --set gr.g=1.62 --observe 'body.*' -o moon.mat -o moon.h5
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `simulate`."""
    parser.description = "Compile and run a model. MODEL may be left out if only one class of the file can be meant."
    parser.epilog = EXAMPLE
    add_model(parser)
    add_settings(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", action="append", default=[], help="write the result: .csv, .mat, .parquet or .h5; repeatable"
    )
    parser.add_argument("--observe", metavar="GLOB", action="append", default=[], help="keep only variables like 'body.*'; repeatable")
    parser.add_argument(
        "--plot",
        metavar="FILE",
        action="append",
        default=[],
        help="draw the states, or what --observe names: .png, .svg, .pdf or .html; repeatable",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object about the run instead of the summary")
    volume = parser.add_mutually_exclusive_group()
    volume.add_argument("-v", "--verbose", action="count", default=0, help="print structural changes as they happen; -vv with values")
    volume.add_argument("-q", "--quiet", action="store_true", help="print nothing but errors")


def add_model(parser: argparse.ArgumentParser) -> None:
    """The file and the model in it."""
    parser.add_argument("file", metavar="FILE", help="a .mo, .mosila or compiled .mosimo file")
    parser.add_argument("model", nargs="?", metavar="MODEL", help="the class to run; the end of its name is enough if unique")


def add_settings(parser: argparse.ArgumentParser) -> None:
    """The settings of a run, from the table of options, and values of parameters."""
    for setting in settings():
        facts = setting.metadata
        kind = {"int": int, "str": str}.get(str(getattr(setting.type, "__name__", setting.type)), float)
        default = "" if setting.default is None else f" (default: {setting.default if kind is str else format(setting.default, 'g')})"
        choices = facts["choices"] or None
        parser.add_argument(
            *facts["flags"], dest=setting.name, type=kind, metavar=facts["metavar"], choices=choices, help=facts["help"] + default
        )
    parser.add_argument(
        "--set", dest="values", metavar="PATH=VALUE", action="append", default=[], help="a parameter or start value; repeatable"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the model; a run that fails on its way still leaves its files, up to there."""
    options = make_options(**{setting.name: getattr(arguments, setting.name) for setting in settings()})
    check_outputs(arguments)
    values = dict(map(parse_assignment, arguments.values))
    model = load(arguments.file, arguments.model)
    spool = Spool(Path(arguments.output[0]).resolve().parent if arguments.output else None)
    try:
        with ProgressBar(wanted=not arguments.quiet) as bar:
            result = model.run(
                model.complete(options), values, observe=arguments.observe, observer=observer(arguments), spool=spool, watcher=bar
            )
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
    for path in arguments.output:
        check_result_file(path)
    for path in arguments.plot:
        check_picture(path)


def observer(arguments: argparse.Namespace) -> Callable[[StructureChange], None] | None:
    """Prints structural changes as they happen, if they are wanted."""
    if not arguments.verbose:
        return None
    with_values = arguments.verbose > 1
    return lambda change: print(describe_change(change, with_values), file=sys.stderr, flush=True)


def write_files(arguments: argparse.Namespace, result: Result) -> Result:
    """Write the files that were asked for; the result that comes back knows how long it took."""
    begin = time.perf_counter()
    for path in arguments.output:
        write_result(result, path)
    for path in arguments.plot:
        write_plot(result, path, match_names(arguments.observe, result.names, result.model) or None)
    return result.with_timings(replace(result.timings, write=time.perf_counter() - begin))
