"""Examples of the Modelica Standard Library run and compared with published results: `python -m benchmarks.msl_results PATH REFERENCES`.

PATH is the folder that holds `Modelica`, REFERENCES a checkout of github.com/modelica/MAP-LIB_ReferenceResults. The examples are those of
`benchmarks.msl_check`. Each that is accepted runs to the stop time of its annotation, with its tolerance or 1e-6 if that is less, and
the signals that its reference lists must lie within a tube around the published curves: 2e-3 of a signal's range high, with 1e-3 of the
run's length to either side for the times of events (see `mosila compare`).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import traceback
from collections import Counter
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from benchmarks.forked import Lost, work_forked
from benchmarks.library_check import print_causes
from benchmarks.msl_check import PACKAGES, examples
from mosila.diagnostics import MosilaError, Severity
from mosila.diagnostics.registry import all_codes
from mosila.experiment.annotation import experiment_options
from mosila.experiment.check import check_class
from mosila.experiment.load import Loaded
from mosila.experiment.model import Model
from mosila.library.library import Library
from mosila.options import make_options
from mosila.results import Result
from mosila.results.compare import Difference, compare_results
from mosila.results.csv_file import read_csv
from mosila.semantics.lookup import ClassTable
from mosila.semantics.symbols import ClassSymbol

TUBE = 2e-3
SMALL = 1e-9
"""How far a signal may be off that is zero all the time."""
TOLERANCE = 1e-6
MOST_INTERVALS = 5000
AGREES, DIFFERS, FAILS, NO_REFERENCE, REFUSED = "agrees", "differs", "run fails", "no reference", "not accepted"
OUTCOMES = (AGREES, DIFFERS, FAILS, NO_REFERENCE, REFUSED)


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of an example; `cause` says why it does not agree, `detail` tells it in full."""

    name: str
    outcome: str
    cause: str = ""
    detail: str = ""
    seconds: float = 0.0
    phases: str = ""


def try_example(table: ClassTable, name: str, references: Path) -> Finding:
    """Check an example, run it, compare it with its reference."""
    symbol = table.find_path(tuple(name.split(".")))
    assert symbol is not None, "found before"
    try:
        check_class(table, symbol)
    except MosilaError as error:
        return Finding(name, REFUSED, *_describe(error))
    except Exception as fault:
        return Finding(name, REFUSED, *_describe_crash(fault))
    begin = time.process_time()
    reference = find_reference(name, references)
    try:
        result = _run(table, symbol, name, reference)
    except MosilaError as error:
        return Finding(name, FAILS, *_describe(error), seconds=time.process_time() - begin)
    except Exception as fault:
        return Finding(name, FAILS, *_describe_crash(fault), seconds=time.process_time() - begin)
    phases = " ".join(f"{phase} {seconds:.2f}" for phase, seconds in result.timings.as_dictionary().items())
    outcome, cause, detail = judge(result, reference)
    return Finding(name, outcome, cause, detail, time.process_time() - begin, phases)


def find_reference(name: str, references: Path) -> tuple[Result, list[str]] | None:
    """The published result of an example and the signals that count."""
    folder = references.joinpath(*name.split("."))
    file = folder / f"{folder.name}.csv"
    if not file.exists():
        return None
    listed = folder / "comparisonSignals.txt"
    published = read_csv(file)
    signals = listed.read_text(encoding="utf-8").split("\n") if listed.exists() else list(published.names)
    return published, [signal for each in signals if (signal := each.strip()) not in ("", "time")]


def _run(table: ClassTable, symbol: ClassSymbol, name: str, reference: tuple[Result, list[str]] | None) -> Result:
    """The result of a run as the annotation has it, with about as many points as the reference."""
    settings = experiment_options(symbol)
    tolerance = min(settings.get("tolerance", TOLERANCE), TOLERANCE)
    points = len(np.unique(reference[0].time)) if reference is not None else 0
    intervals = min(max(points - 1, 500), MOST_INTERVALS)
    model = Model(Loaded(table, symbol, name))
    return model.run(model.complete(make_options(tolerance=tolerance, intervals=intervals)), {})


def judge(result: Result, reference: tuple[Result, list[str]] | None) -> tuple[str, str, str]:
    """How a result compares with its reference: outcome, cause and detail."""
    if reference is None:
        return NO_REFERENCE, "", ""
    published, signals = reference
    missing = [signal for signal in signals if signal not in result]
    if missing:
        return DIFFERS, "signals are missing", ", ".join(missing)
    found = compare_results(published, result, [signal for signal in signals if signal in published], TUBE, SMALL)
    outside = [each for each in found if each.is_outside]
    if not outside:
        return AGREES, "", ""
    if any(each.excess == float("inf") for each in outside) and result.time[-1] < published.time[-1]:
        return DIFFERS, f"ends early: {result.stop_reason}", _detail(outside)
    return DIFFERS, f"outside the tube ({'all' if len(outside) == len(found) else 'some'} signals)", _detail(outside)


def _detail(outside: list[Difference]) -> str:
    return "; ".join(f"{d.name} {d.excess:.3g} at {d.time:.6g}: {d.first:.6g} published, {d.second:.6g} here" for d in outside[:4])


def _describe(error: MosilaError) -> tuple[str, str]:
    chosen = next((each for each in error.diagnostics if each.severity is Severity.ERROR), error.diagnostics[0])
    return f"{chosen.code} {all_codes()[chosen.code].title}", f"{chosen.span}: {chosen.message}"


def _describe_crash(fault: Exception) -> tuple[str, str]:
    last = traceback.extract_tb(fault.__traceback__)[-1]
    where = f"crash: {type(fault).__name__} in {Path(last.filename).stem}.{last.name}"
    return where, "".join(traceback.format_exception(fault))


def print_table(by_package: dict[str, list[Finding]]) -> None:
    """How the runs ended, by package, and the share that agrees of what is accepted."""
    print(f"{'package':<26} {'examples':>8} " + " ".join(f"{word:>12}" for word in OUTCOMES) + "   share")
    everything = [finding for findings in by_package.values() for finding in findings]
    for package, findings in (*by_package.items(), ("all", everything)):
        counts = Counter(finding.outcome for finding in findings)
        accepted = len(findings) - counts[REFUSED]
        share = f"{100 * counts[AGREES] / accepted:6.1f}%" if accepted else "      -"
        print(f"{package:<26} {len(findings):>8} " + " ".join(f"{counts[word]:>12}" for word in OUTCOMES) + f" {share}")


def main() -> int:
    """Run all examples, print the table and what stands in the way."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.msl_results", description="Run the examples of the Modelica library.")
    parser.add_argument("path", type=Path, help="the folder that holds Modelica")
    parser.add_argument("references", type=Path, help="the folder that holds Modelica's reference results")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes at a time (default: 2)")
    parser.add_argument("--timeout", type=float, default=120.0, help="seconds for each example (default: 120)")
    parser.add_argument("--filter", default="", help="only examples whose names this regular expression is found in")
    parser.add_argument("--json", type=Path, help="write all findings to this file")
    parser.add_argument("--names", type=int, default=8, help="how many names are listed for each cause (default: 8)")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for each example as it ends, on stderr")
    arguments = parser.parse_args()
    folder = arguments.path.parent if arguments.path.name == "Modelica" else arguments.path
    library = Library((folder,))
    table = ClassTable((), library)
    wanted = re.compile(arguments.filter)
    names = {package: [name for name in examples(table, library, package) if wanted.search(name)] for package in PACKAGES}
    found: dict[str, Finding] = {}

    def work(name: str) -> Finding:
        return try_example(table, name, arguments.references)

    for name, answer in work_forked(work, [*chain(*names.values())], arguments.jobs, arguments.timeout):
        found[name] = Finding(name, FAILS, answer.why) if isinstance(answer, Lost) else answer
        if arguments.verbose:
            each = found[name]
            print(f"{each.seconds:6.1f} s {each.outcome:<12} {name} {each.cause} | {each.detail[-600:]} | {each.phases}", file=sys.stderr)
    print_table({package: [found[name] for name in chosen] for package, chosen in names.items()})
    for word in OUTCOMES[1:]:
        chosen = [found[name] for name in chain(*names.values()) if found[name].outcome == word]
        print_causes(f"{word}:", [(each.cause or "-", each.name.removeprefix("Modelica.")) for each in chosen], arguments.names)
    if arguments.json:
        ordered = [asdict(found[name]) for name in chain(*names.values())]
        arguments.json.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
