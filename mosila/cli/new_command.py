"""`mosila new NAME`: a small model to begin with, in a file of its own."""

from __future__ import annotations

import argparse
from pathlib import Path

from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.experiment import BAD_NAME, EXISTS_ALREADY
from mosila.results.replace_file import cannot_write
from mosila.source import SourceFile
from mosila.syntax.parse import parse_source

PLAIN = """\
model {name} "A mass on a spring with a damper"
  parameter Real m(min=0, unit="kg") = 1 "mass";
  parameter Real c(unit="N/m") = 10 "stiffness of the spring";
  parameter Real d(unit="N.s/m") = 0.5 "strength of the damper";
  Real x(start=0.1, fixed=true, unit="m") "displacement";
  Real v(start=0, fixed=true, unit="m/s") "velocity";
equation
  der(x) = v;
  m*der(v) = -c*x - d*v;
  annotation(experiment(StartTime=0, StopTime=10, Tolerance=1e-8));
end {name};
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `new`."""
    parser.description = "Write a small model that runs, to change and go on from, into NAME.mosila (or NAME.mo)."
    parser.epilog = "example: mosila new FirstModel && mosila simulate FirstModel.mosila --plot first.png"
    parser.add_argument("name", metavar="NAME", help="the name of the model; with the ending .mo the file is plain Modelica")
    parser.add_argument("-q", "--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Write the file."""
    target = Path(arguments.name)
    if target.suffix not in (".mo", ".mosila"):
        target = target.with_name(f"{target.name}.mosila")
    text = PLAIN.format(name=target.stem)
    try:
        parse_source(SourceFile(str(target), text))
    except MosilaError:
        raise MosilaError(BAD_NAME.at(name=target.stem)) from None
    try:
        with open(target, "x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise MosilaError(EXISTS_ALREADY.at(file=target)) from None
    except OSError as error:
        raise cannot_write(target, error) from error
    if not arguments.quiet:
        print(f"{target}: written; to run it type: mosila simulate {target}")
    return 0
