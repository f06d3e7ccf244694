"""`make bench`: models run by mosila against hand-written C on the same solver, in one run; figures go to figures.json.

The floor is the C program of the same name in floor/. Both integrate the same problem at the same tolerance with 500 output
intervals; what is compared is the time from consistent initial values to the last output row. Compilation, parsing and the
writing of files stand beside it as figures of their own.
"""

from __future__ import annotations

import json
import statistics
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.floor import run_floor
from mosila.experiment import simulate_model
from mosila.options import make_options
from mosila.results import Result

HERE = Path(__file__).parent
ROOT = HERE.parent
REPETITIONS = 15
FACTOR, EXTRA = 5.0, 5e-3
FIRST, RATIO = 9.81, 0.95


def half_way(impact: int) -> float:
    """The time half way between an impact of the ball and the next."""
    first = (2.0 / FIRST) ** 0.5
    return first + 2.0 * first * sum(RATIO**k for k in range(1, impact)) + first * RATIO**impact


@dataclass(frozen=True)
class Problem:
    """A model with the options of its run, and the variables whose last values must agree with the floor's."""

    name: str
    file: Path
    options: dict[str, Any]
    variables: tuple[str, ...]
    agreement: float
    scale: float = 1e-12


CAPACITORS = tuple(f"capacitor[{k}].v" for k in range(1, 101))
PROBLEMS = (
    Problem("robertson", HERE / "models" / "Robertson.mo", {"stop": 1e5, "tolerance": 1e-8}, ("y1", "y2", "y3"), 1e-5),
    Problem(
        "ball",
        ROOT / "examples/BouncingBall/BouncingBall.mo",
        {"stop": half_way(100), "tolerance": 1e-10},
        ("h", "v", "impacts"),
        1e-5,
        1.0,
    ),
    Problem("rc_ladder", ROOT / "examples/RcLadder/RcLadder.mo", {"stop": 100.0, "tolerance": 1e-8}, CAPACITORS, 1e-6, 1.0),
)


@dataclass(frozen=True)
class Figure:
    """Seconds of one problem, and what the limit is."""

    problem: str
    floor: float
    integrate: float
    ratio: float
    limit: float
    holds: bool
    to_first_result: float


def run(problem: Problem) -> Result:
    """One run of a problem."""
    return simulate_model(problem.file, None, make_options(intervals=500, **problem.options))


def measure(problem: Problem) -> Figure:
    """The median of several runs beside the floor's, after one run that warms the caches."""
    first = run(problem)
    floor = run_floor(problem.name)
    for name, expected in zip(problem.variables, floor.values, strict=True):
        found = float(first[name][-1])
        if abs(found - expected) > problem.agreement * max(abs(expected), problem.scale):
            raise SystemExit(f"{problem.name}: {name} is {found!r}, the floor has {expected!r}")
    results = [run(problem) for _ in range(REPETITIONS)]
    seconds = statistics.median(result.timings.integrate + result.timings.initialise for result in results)
    total = statistics.median(result.timings.total for result in results)
    limit = FACTOR * floor.seconds + EXTRA
    return Figure(problem.name, floor.seconds, seconds, seconds / floor.seconds, limit, seconds <= limit, total)


def main() -> int:
    """Measure all problems, print the table, write the figures."""
    figures = [measure(problem) for problem in PROBLEMS]
    print(f"{'problem':<12} {'floor ms':>9} {'mosila ms':>10} {'ratio':>6} {'limit ms':>9}  {'file to result ms':>17}")
    for figure in figures:
        verdict = "" if figure.holds else "  over the limit"
        print(
            f"{figure.problem:<12} {1e3 * figure.floor:>9.3f} {1e3 * figure.integrate:>10.3f} {figure.ratio:>6.2f} "
            f"{1e3 * figure.limit:>9.3f}  {1e3 * figure.to_first_result:>17.1f}{verdict}"
        )
    (HERE / "figures.json").write_text(json.dumps([asdict(figure) for figure in figures], indent=2) + "\n", encoding="utf-8")
    return 0 if all(figure.holds for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
