"""`mosila compare A B`: whether the curves of one result lie in a tube around those of another."""

from __future__ import annotations

import argparse

from mosila.cli.open_result import open_result
from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.experiment import NOTHING_MATCHES
from mosila.diagnostics.internal import BAD_OPTION
from mosila.results.compare import Difference, common_names, compare_results
from mosila.results.patterns import match_names
from mosila.results.result import Result

LISTED = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `compare`."""
    parser.description = (
        "Compare two results: each curve of B must lie in a tube around that of A. The tube is RTOL times the range of the\n"
        "curve high and allows for half of RTOL times the length of the run in time. Ends with code 1 if one lies outside, or if\n"
        "one result covers more time than the other."
    )
    parser.epilog = "example: mosila compare reference.csv landing.mat --rtol 1e-3 --variables 'body.*'"
    parser.add_argument("first", metavar="A", help="the result to compare with")
    parser.add_argument("second", metavar="B", help="the result in question")
    parser.add_argument("--rtol", type=float, default=1e-3, metavar="R", help="size of the tube (default: 0.001)")
    parser.add_argument("--atol", type=float, default=1e-9, metavar="A", help="its height is never less than this (default: 1e-9)")
    parser.add_argument("--variables", metavar="GLOB", action="append", help="compare these (default: all that both have); repeatable")
    parser.add_argument("-q", "--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Print the variables outside their tube, the worst first."""
    for name in ("rtol", "atol"):
        if not 0.0 < getattr(arguments, name) < float("inf"):
            raise MosilaError(BAD_OPTION.at(option=f"--{name}", value=getattr(arguments, name), rule="it must be positive"))
    first, second = open_result(arguments.first), open_result(arguments.second)
    names = common_names(first, second)
    if arguments.variables:
        wanted = match_names(arguments.variables, first.names, arguments.first)
        names = list(match_names(wanted, second.names, arguments.second))
    if not names:
        raise MosilaError(NOTHING_MATCHES.at(where=arguments.second, pattern=f"* of {arguments.first}", suggestion=""))
    found = compare_results(first, second, names, arguments.rtol, arguments.atol)
    outside = [each for each in found if each.is_outside]
    if not arguments.quiet:
        for each in outside[:LISTED]:
            print(_line(each, first, second))
        if len(outside) > LISTED:
            print(f"and {len(outside) - LISTED} more")
        print(f"{len(names) - len(outside)} of {len(names)} variables agree (rtol {arguments.rtol:g})")
    return 1 if outside else 0


def _line(difference: Difference, first: Result, second: Result) -> str:
    if not difference.is_covered:
        extents = (f"{each.time[0]:.10g} to {each.time[-1]:.10g}" if len(each.time) else "nothing" for each in (first, second))
        return "{}: not the same stretch of time: the first result goes from {}, the second from {}".format(difference.name, *extents)
    values = f"{difference.second:.10g} instead of {difference.first:.10g}"
    return f"{difference.name}: at time {difference.time:.10g} {values}, {difference.excess:.3g} tubes away"
