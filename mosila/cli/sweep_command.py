"""`mosila sweep FILE [MODEL] --vary path=values...`: a model with many values of its parameters, on all cores."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path

from mosila.cli.simulate_command import add_model, add_settings
from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.experiment import BAD_SETTING
from mosila.diagnostics.internal import UNKNOWN_FORMAT
from mosila.experiment.model import load
from mosila.experiment.sampling import Distribution, LogUniform, Normal, Range, Uniform, linspace
from mosila.experiment.settings import parse_assignment, parse_value
from mosila.experiment.study import SAMPLINGS, Study
from mosila.options import settings
from mosila.results.optional import require
from mosila.results.replace_file import check_writable, replacing_path

LISTED = 5
ENDINGS = (".csv", ".parquet")
WRITTEN = "path=first:last:count, path=a,b,c, or path=uniform(a,b), normal(mean,deviation), loguniform(a,b)"
DISTRIBUTIONS: dict[str, Callable[[float, float], Distribution]] = {"uniform": Uniform, "normal": Normal, "loguniform": LogUniform}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `sweep`."""
    parser.description = "Run a model for many values of its parameters, on all cores; cases that fail are told, the others go on."
    parser.epilog = (
        "examples:\n"
        "  mosila sweep examples/LandingDevice/LandingDevice.mosila System --vary gr.g=1:12:23 --observe 'body.*' -o landings.csv\n"
        "  mosila sweep examples/BouncingBall/BouncingBall.mo --vary 'e=uniform(0.8,0.95)' --sampling latin --samples 50 --folder balls"
    )
    add_model(parser)
    add_settings(parser)
    parser.add_argument("--vary", metavar="PATH=VALUES", action="append", required=True, help=f"{WRITTEN}; repeatable")
    parser.add_argument("--sampling", choices=SAMPLINGS, default="factorial", help="all combinations, Latin hypercube, or Monte Carlo")
    parser.add_argument("--samples", type=int, default=100, metavar="N", help="how many cases to draw (default: 100)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="where the drawing begins (default: 0)")
    parser.add_argument("--observe", metavar="GLOB", action="append", help="variables to keep (default: the states); repeatable")
    parser.add_argument("--folder", metavar="FOLDER", help="keep cases that are done here, and go on from them")
    parser.add_argument("--processes", type=int, metavar="N", help="how many at once (default: as many as there are cores)")
    parser.add_argument("-o", "--output", metavar="FILE", help="a table of all cases and times: .csv or .parquet")
    parser.add_argument("-q", "--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Run the study."""
    if arguments.output:
        if Path(arguments.output).suffix.lower() not in ENDINGS:
            raise MosilaError(UNKNOWN_FORMAT.at(file=arguments.output, formats=", ".join(f"*{ending}" for ending in ENDINGS)))
        require("pandas", "a table of cases", "pandas")
        check_writable(arguments.output)
    study = Study(
        load(arguments.file, arguments.model),
        dict(map(parse_range, arguments.vary)),
        sampling=arguments.sampling,
        samples=arguments.samples,
        seed=arguments.seed,
        observe=arguments.observe,
        folder=arguments.folder,
        parameters=dict(map(parse_assignment, arguments.values)),
        **{setting.name: getattr(arguments, setting.name) for setting in settings()},
    )
    dataset = study.run(arguments.processes, progress=None if arguments.quiet or not sys.stderr.isatty() else _show)
    if arguments.output:
        frame = dataset.drop_vars(["failed", "message", "end", "events", "structures"]).to_dataframe().reset_index()
        with replacing_path(arguments.output) as temporary:
            if Path(arguments.output).suffix.lower() == ".csv":
                frame.to_csv(temporary, index=False)
            else:
                frame.to_parquet(temporary)
    if not arguments.quiet:
        failures = study.failures
        print(f"{study.model.name}: {len(study)} cases, {len(study) - len(failures)} done, {len(failures)} failed")
        for case, message in failures[:LISTED]:
            print(f"  {', '.join(f'{name}={value}' for name, value in case.items())}: {message}")
        if len(failures) > LISTED:
            print(f"  and {len(failures) - LISTED} more")
    return 0


def _show(done: int, of: int) -> None:
    print(f"\r{done} of {of} cases\x1b[K" + ("\r\x1b[K" if done == of else ""), end="", file=sys.stderr, flush=True)


def parse_range(text: str) -> tuple[str, Range]:
    """`path=first:last:count`, `path=a,b,c` or `path=uniform(a,b)`."""
    name, equals, values = text.partition("=")
    if not equals or not name.strip() or not values.strip():
        raise MosilaError(BAD_SETTING.at(text=text, why="it has no values", example=WRITTEN))
    if found := re.fullmatch(r"\s*(\w+)\(([^,]+),([^,]+)\)\s*", values):
        if found[1] not in DISTRIBUTIONS:
            raise MosilaError(BAD_SETTING.at(text=text, why=f"there is no distribution `{found[1]}`", example=WRITTEN))
        drawn: Range = DISTRIBUTIONS[found[1]](_number(text, found[2]), _number(text, found[3]))
        return name.strip(), drawn
    parts = values.split(":")
    if len(parts) == 2:
        raise MosilaError(BAD_SETTING.at(text=text, why="a range says also how many values it has", example=WRITTEN))
    if len(parts) == 3:
        return name.strip(), linspace(_number(text, parts[0]), _number(text, parts[1]), int(_number(text, parts[2])))
    return name.strip(), [parse_value(each.strip()) for each in values.split(",")]


def _number(text: str, value: str) -> float:
    number = parse_value(value.strip())
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        raise MosilaError(BAD_SETTING.at(text=text, why=f"`{value}` is no number", example=WRITTEN))
    return float(number)
