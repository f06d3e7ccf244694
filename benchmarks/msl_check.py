"""`mosila check` on the examples of the Modelica Standard Library: `python -m benchmarks.msl_check PATH`.

PATH is the folder that holds `Modelica`. An example is a complete model that extends `Modelica.Icons.Example` or has an `experiment`
annotation. Each ends in success, in "not supported", in an error (the library is right, so the error is suspected to be wrong), in
a crash or in a time-out.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from benchmarks.library_check import (
    ACCEPTED,
    TIMEOUT,
    Verdict,
    annotation_of,
    argument,
    as_json,
    check_all,
    classes_of,
    print_causes,
)
from mosila.diagnostics.registry import all_codes
from mosila.experiment.choose_model import RUNNABLE
from mosila.library.library import Library
from mosila.semantics.lookup import ClassTable
from mosila.semantics.symbols import ClassSymbol
from mosila.syntax import ast

PACKAGES = ("Blocks", "Electrical.Analog", "Mechanics.Translational", "Mechanics.Rotational", "Thermal.HeatTransfer")
OUTCOMES = (ACCEPTED, "not supported", "error", "crash", TIMEOUT)


def examples(table: ClassTable, library: Library, package: str) -> Iterator[str]:
    """The names of the examples of a package."""
    for symbol in classes_of(table, library, ("Modelica", *package.split("."))):
        if symbol.definition.restriction in RUNNABLE and not symbol.definition.partial and _is_example(symbol):
            yield symbol.name


def _is_example(symbol: ClassSymbol) -> bool:
    bases = (element.item.name.parts for element in symbol.elements if isinstance(element.item, ast.Extends))
    has_icon = any(parts[-2:] == ("Icons", "Example") for parts in bases)
    return has_icon or argument(annotation_of(symbol.definition), "experiment") is not None


def outcome(verdict: Verdict) -> str:
    """One of the five ways in which a check can end."""
    if verdict.fault:
        return TIMEOUT if verdict.fault == TIMEOUT else "crash"
    if not verdict.errors:
        return ACCEPTED
    return "not supported" if all(error.is_refusal for error in verdict.errors) else "error"


def cause(verdict: Verdict) -> str:
    """The first thing that stands in the way, with its message."""
    if verdict.fault:
        return verdict.fault
    chosen = next((error for error in verdict.errors if not error.is_refusal), verdict.errors[0])
    return f"{chosen.code} {all_codes()[chosen.code].title}" if chosen.code[0] == "B" else f"{chosen.code} {chosen.message}"


def print_table(by_package: dict[str, list[Verdict]]) -> None:
    """How the checks ended, by package."""
    print(f"{'package':<26} {'examples':>8} " + " ".join(f"{word:>13}" for word in OUTCOMES))
    everything = [verdict for verdicts in by_package.values() for verdict in verdicts]
    for package, verdicts in (*by_package.items(), ("all", everything)):
        counts = Counter(outcome(verdict) for verdict in verdicts)
        print(f"{package:<26} {len(verdicts):>8} " + " ".join(f"{counts[word]:>13}" for word in OUTCOMES))


def main() -> int:
    """Check all examples, print the table and what stands in the way."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.msl_check", description="Check the examples of the Modelica library.")
    parser.add_argument("path", type=Path, help="the folder that holds Modelica")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes at a time (default: 2)")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for each example (default: 60)")
    parser.add_argument("--filter", default="", help="only examples with this in their names")
    parser.add_argument("--json", type=Path, help="write all verdicts to this file")
    parser.add_argument("--names", type=int, default=3, help="how many names are listed for each cause (default: 3)")
    arguments = parser.parse_args()
    folder = arguments.path.parent if arguments.path.name == "Modelica" else arguments.path
    library = Library((folder,))
    table = ClassTable((), library)
    names = {package: [name for name in examples(table, library, package) if arguments.filter in name] for package in PACKAGES}
    found = {verdict.name: verdict for verdict in check_all(table, [*chain(*names.values())], arguments.jobs, arguments.timeout)}
    print_table({package: [found[name] for name in chosen] for package, chosen in names.items()})
    for word in OUTCOMES[1:]:
        print_causes(
            f"{word}:",
            [(cause(each), each.name.removeprefix("Modelica.")) for each in found.values() if outcome(each) == word],
            arguments.names,
        )
    if arguments.json:
        arguments.json.write_text(json.dumps(as_json(found.values()), indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
