"""`mosila emit ast|flat|c|chart|structures FILE [MODEL]`: what a stage of the compiler makes of a file, as text."""

from __future__ import annotations

import argparse

from mosila.experiment.emit import emit_c, emit_chart, emit_flat, emit_structures
from mosila.experiment.load import parse_file
from mosila.syntax.dump import dump

EXAMPLE = "example: mosila emit c examples/RcLadder/RcLadder.mo"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `emit`."""
    parser.description = (
        "Print the syntax tree, the flat equations or the C text of a model as it is at the start of a run, "
        "its statecharts as Mermaid diagrams, or the structures it may come to."
    )
    parser.epilog = EXAMPLE
    parser.add_argument("stage", choices=("ast", "flat", "c", "chart", "structures"), help="which stage's result to print")
    parser.add_argument("file", metavar="FILE", help="a .mo or .mosila file")
    parser.add_argument("model", nargs="?", metavar="MODEL", help="the class that is meant (not for ast)")
    parser.add_argument("--json", action="store_true", help="chart and structures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the text."""
    match arguments.stage:
        case "ast":
            text = dump(parse_file(arguments.file))
        case "flat":
            text = emit_flat(arguments.file, arguments.model)
        case "chart":
            text = emit_chart(arguments.file, arguments.model, arguments.json)
        case "structures":
            text = emit_structures(arguments.file, arguments.model, arguments.json)
        case _:
            text = emit_c(arguments.file, arguments.model)
    print(text, end="" if text.endswith("\n") else "\n")
    return 0
