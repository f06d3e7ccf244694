"""`mosila plot RESULT [VARIABLE...]`: a picture of a result file."""

from __future__ import annotations

import argparse
from pathlib import Path

from mosila.cli.open_result import open_result
from mosila.results.patterns import match_names
from mosila.results.plot import check_picture, write_plot


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `plot`."""
    parser.description = "Draw variables of a result file over time, structures shaded and the states of charts below."
    parser.epilog = "example: mosila plot landing.csv body.s body.v -o landing.png"
    parser.add_argument("result", metavar="RESULT", help="a .csv, .mat, .parquet or .h5 file")
    parser.add_argument("variables", metavar="VARIABLE", nargs="*", help="names or patterns like 'body.*'; without any, the states")
    parser.add_argument("-o", "--output", metavar="FILE", help="the picture: .png, .svg, .pdf or .html (default: RESULT.png)")
    parser.add_argument("-q", "--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Draw the picture."""
    target = arguments.output or str(Path(arguments.result).with_suffix(".png"))
    check_picture(target)
    result = open_result(arguments.result)
    names = [name for pattern in arguments.variables for name in match_names([pattern], result.names, arguments.result)]
    write_plot(result, target, list(dict.fromkeys(names)) or None)
    if not arguments.quiet:
        print(f"{target}: drawn")
    return 0
