"""The Modelica Association's compliance suite, case by case: `python -m benchmarks.compliance PATH`.

PATH is a checkout of github.com/modelica/Modelica-Compliance. A case that should pass passes if it is accepted and, with `--simulate`, runs
to its stop time with all its assertions. A case that should fail counts only with a real error at a place in the case's own file: what
mosila does not support, a crash and a time-out are failures both ways, for a tool that refuses everything would pass every second case.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from benchmarks.library_check import Verdict, annotation_of, argument, check_all, found_errors, print_causes
from mosila.compiler import CompiledModel, instantiate
from mosila.diagnostics import MosilaError
from mosila.experiment.annotation import experiment_options
from mosila.experiment.check import check_class
from mosila.library.library import Library
from mosila.library.read import load_definition
from mosila.options import SimulationOptions
from mosila.runtime.execute import Execution
from mosila.semantics.lookup import ClassTable
from mosila.semantics.symbols import ClassPath, ClassSymbol
from mosila.syntax import ast
from mosila.timings import Stopwatch

LIBRARY = "ModelicaCompliance"
EXPECTATION = re.compile(r"shouldPass\s*=\s*(true|false)")
ACCEPTED_WRONGLY = "accepted though wrong"
ELSEWHERE = "the error is not in the case's file"


@dataclass(frozen=True, slots=True)
class Case:
    """A case: its class, its file, whether it should pass, and its verdict if the file cannot be parsed."""

    name: str
    chapter: str
    file: str
    should_pass: bool
    unparsed: Verdict | None = None


def find_cases(folder: Path) -> Iterator[Case]:
    """All cases of the suite in order of their files."""
    for file in sorted((folder / LIBRARY).rglob("*.mo")):
        expectation = EXPECTATION.search(file.read_text(encoding="utf-8-sig"))
        if expectation is None:
            continue
        place = file.relative_to(folder).with_suffix("").parts
        name, unparsed = ".".join(place), None
        try:
            stored = load_definition(file)
            within = stored.within.parts if stored.within is not None else ()
            name = next(
                (".".join(path) for top in stored.classes for path in _marked((*within, top.definition.name), top.definition)), name
            )
        except MosilaError as error:
            unparsed = Verdict(name, found_errors(error.diagnostics))
        yield Case(name, place[1], str(file), expectation[1] == "true", unparsed)


def _marked(path: ClassPath, definition: ast.ClassDefinition) -> Iterator[ClassPath]:
    """The class in a file that is marked as the case."""
    if argument(annotation_of(definition), "__ModelicaAssociation", "TestCase") is not None:
        yield path
    if isinstance(definition.body, ast.Composition):
        for element in definition.body.elements:
            if isinstance(element.item, ast.ClassDefinition):
                yield from _marked((*path, element.item.name), element.item)


def judge(case: Case, verdict: Verdict) -> str:
    """Nothing if the case passed, else why it failed."""
    if verdict.fault or any(error.is_refusal for error in verdict.errors):
        return verdict.fault or next(_describe(error.code, error.message) for error in verdict.errors if error.is_refusal)
    if case.should_pass:
        return "" if not verdict.errors else _describe(verdict.errors[0].code, verdict.errors[0].message)
    if not verdict.errors:
        return ACCEPTED_WRONGLY
    return "" if any(error.file == case.file for error in verdict.errors) else ELSEWHERE


def _describe(code: str, message: str) -> str:
    """A code with its message, names left out, so that alike causes fall together."""
    return f"{code} {re.sub(r'`[^`]*`', '`...`', message)}" if code == "I001" else code


def simulate(table: ClassTable, model: ClassSymbol) -> None:
    """Check a model and run it as its annotation says."""
    check_class(table, model)
    options = SimulationOptions().with_annotation(experiment_options(model))
    Execution(CompiledModel(instantiate(table, model), Stopwatch()), options).finish()


WAYS: Final[tuple[tuple[str, Callable[[ClassTable, ClassSymbol], object]], ...]] = (("check", check_class), ("simulation", simulate))


def run(cases: list[Case], folder: Path, jobs: int, timeout: float, check: Callable[..., object]) -> dict[str, Verdict]:
    """The verdict on each case by name."""
    found = {case.name: case.unparsed for case in cases if case.unparsed is not None}
    names = [case.name for case in cases if case.unparsed is None]
    table = ClassTable((), Library((folder,)))
    for number, verdict in enumerate(check_all(table, names, jobs, timeout, check), start=1):
        found[verdict.name] = verdict
        if sys.stderr.isatty():
            print(f"\r{number}/{len(names)}", end="", file=sys.stderr)
    return found


def print_table(cases: list[Case], failures: dict[str, str]) -> None:
    """Passed and all cases by chapter, those that should pass and those that should fail."""
    print(f"{'chapter':<14} {'should pass':>12} {'should fail':>12} {'together':>12}     %")
    for chapter in [*dict.fromkeys(case.chapter for case in cases), ""]:
        chosen = [case for case in cases if chapter in ("", case.chapter)]
        columns = [[case for case in chosen if case.should_pass], [case for case in chosen if not case.should_pass], chosen]
        passed = [sum(not failures[case.name] for case in column) for column in columns]
        shares = " ".join(f"{f'{good}/{len(column)}':>12}" for good, column in zip(passed, columns, strict=True))
        print(f"{chapter or 'all':<14} {shares} {100 * passed[2] / len(chosen):>5.1f}")


def main() -> int:
    """Run the suite, print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compliance", description="Run the Modelica compliance suite.")
    parser.add_argument("path", type=Path, help="a checkout of the suite")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes at a time (default: 2)")
    parser.add_argument("--timeout", type=float, default=30.0, help="seconds for each case (default: 30)")
    parser.add_argument("--filter", default="", help="only cases with this in their names")
    parser.add_argument("--json", type=Path, help="write all verdicts, of the last count, to this file")
    parser.add_argument("--names", type=int, default=4, help="how many names are listed for each cause (default: 4)")
    parser.add_argument("--simulate", action="store_true", help="count by simulation too: what is accepted must run")
    arguments = parser.parse_args()
    cases = [case for case in find_cases(arguments.path) if arguments.filter in case.name]
    if not cases:
        print(f"{arguments.path} has no such cases", file=sys.stderr)
        return 2
    verdicts: dict[str, Verdict] = {}
    failures: dict[str, str] = {}
    for way, work in WAYS[: 2 if arguments.simulate else 1]:
        verdicts = run(cases, arguments.path, arguments.jobs, arguments.timeout, work)
        failures = {case.name: judge(case, verdicts[case.name]) for case in cases}
        print(f"\ncounted by {way}:")
        print_table(cases, failures)
        for title, wanted in (("should pass, but:", True), ("should fail, but:", False)):
            causes = [(failures[c.name], c.name.removeprefix(f"{LIBRARY}.")) for c in cases if c.should_pass is wanted and failures[c.name]]
            print_causes(title, causes, arguments.names)
    if arguments.json:
        records = [{**asdict(case), **asdict(verdicts[case.name]), "failure": failures[case.name]} for case in cases]
        arguments.json.write_text(json.dumps(records, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
