"""`mosila explain [CODE]`: what a diagnostic's code means, or the list of all codes."""

from __future__ import annotations

import argparse
import operator

from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.internal import UNKNOWN_CODE
from mosila.diagnostics.registry import all_codes, explain, list_codes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `explain`."""
    parser.description = "Explain the code of a diagnostic, or list all codes."
    parser.epilog = "example: mosila explain R001"
    parser.add_argument("code", nargs="?", metavar="CODE", help="a letter and three digits, as in error[R001]")


def run(arguments: argparse.Namespace) -> int:
    """Print the explanation."""
    if arguments.code is None:
        print(list_codes())
        return 0
    codes = all_codes()
    wanted = arguments.code.strip().upper()
    if wanted not in codes:
        near = [code for code in codes if len(code) == len(wanted) and sum(map(operator.ne, code, wanted)) == 1]
        raise MosilaError(UNKNOWN_CODE.at(code=arguments.code, suggestion=f"; did you mean {near[0]}?" if near else ""))
    print(explain(codes[wanted]))
    return 0
