"""`mosila emit ast|flat|c FILE [MODEL]`: what a stage of the compiler makes of a file, as text."""

from __future__ import annotations

import argparse

from mosila.experiment.emit import emit_c, emit_flat
from mosila.experiment.load import parse_file
from mosila.syntax.dump import dump

EXAMPLE = "example: mosila emit c examples/RcLadder/RcLadder.mo"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `emit`."""
    parser.description = "Print the syntax tree, the flat equations or the C text of a model as it is at the start of a run."
    parser.epilog = EXAMPLE
    parser.add_argument("stage", choices=("ast", "flat", "c"), help="which stage's result to print")
    parser.add_argument("file", metavar="FILE", help="a .mo or .mosila file")
    parser.add_argument("model", nargs="?", metavar="MODEL", help="the class that is meant (not for ast)")


def run(arguments: argparse.Namespace) -> int:
    """Print the text."""
    match arguments.stage:
        case "ast":
            text = dump(parse_file(arguments.file))
        case "flat":
            text = emit_flat(arguments.file, arguments.model)
        case _:
            text = emit_c(arguments.file, arguments.model)
    print(text, end="" if text.endswith("\n") else "\n")
    return 0
