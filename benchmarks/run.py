"""`make bench`: models run by mosila against hand-written C on the same solver, in one run; the table goes to README.md.

The floor is the C program of the same name in floor/. Both integrate the same problem at a relative tolerance of 1e-6 with 500
output intervals, turn by turn; the best turn of each is compared. What is compared is `initialise` and `integrate`, the time
from parameters to the last output row. From file to result, with empty and with full caches, stands beside it.
"""

from __future__ import annotations

import compileall
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

import mosila
from benchmarks.floor import Program
from benchmarks.others import others, seconds_of
from mosila.experiment.model import Model, load
from mosila.options import make_options
from mosila.results import Result

HERE = Path(__file__).parent
MODELS = HERE / "models"
PACKAGE = Path(mosila.__file__).parent
ROUNDS = 5
MORE_ROUNDS, SMALL = 25, 5e-3
SMALL_LIMIT, WARM = 1.5, 0.6
MEMORY_OF, MEGABYTES = "RC ladder, N = 1,000", 300
GROWTH = 12


@dataclass(frozen=True)
class Problem:
    """A model and its stop time, the program that is its floor, what must agree at the end, and what is wanted."""

    name: str
    floor: str
    count: int | None
    file: str
    model: str
    stop: float
    variables: tuple[str, ...]
    factor: float
    extra: float = 0.0
    agreement: float = 1e-3
    seconds_from_file: float = 1.5


def chain(name: str, floor: str, count: int, file: str, model: str, stop: float, variable: str, factor: float, seconds: float) -> Problem:
    """A chain of so many unknowns."""
    variables = tuple(variable.replace("#", str(k + 1)) for k in range(count))
    return Problem(name, floor, count, file, model, stop, variables, factor, seconds_from_file=seconds)


PROBLEMS = (
    Problem("Robertson", "robertson", None, "Robertson.mo", "Robertson", 1e5, ("y1", "y2", "y3"), 2, 2e-3),
    Problem("Van der Pol", "van_der_pol", None, "VanDerPol.mo", "VanDerPol", 3000.0, ("x",), 2, 2e-3, 1e-2),
    Problem("ball, 1,000 bounces", "ball", None, "ElasticBall.mo", "ElasticBall", 903.2, ("h", "v", "impacts"), 2.5, 0, 1e-1),
    Problem("pendulum", "pendulum", None, "Pendulum.mo", "Pendulum", 10.0, ("x", "y", "vx", "vy"), 3, 2e-3),
    Problem("10,000 samples", "samples", None, "Samples.mo", "Samples", 10.0, ("x", "v", "total", "ticks"), 2.5),
    chain("heat, N = 1,000", "heat", 1000, "Heat.mo", "Heat.Rod1000", 0.1, "u[#]", 2, 6),
    chain("heat, N = 5,000", "heat", 5000, "Heat.mo", "Heat.Rod5000", 0.1, "u[#]", 2, 30),
    chain("RC ladder, N = 100", "rc_ladder", 100, "Ladders.mo", "Ladders.Ladder100", 100.0, "capacitor[#].v", 3, 1.5),
    chain("RC ladder, N = 1,000", "rc_ladder", 1000, "Ladders.mo", "Ladders.Ladder1000", 100.0, "capacitor[#].v", 3, 6),
    chain("RC ladder, N = 10,000", "rc_ladder", 10_000, "Ladders.mo", "Ladders.Ladder10000", 100.0, "capacitor[#].v", 3, 60),
)


@dataclass(frozen=True)
class Figure:
    """Seconds of one problem, by the floor and by mosila; of whole processes; and of other tools."""

    problem: Problem
    floor: float
    mosila: float
    initialise: float
    cold: Ended
    warm: Ended
    others: dict[str, float | None]

    @property
    def wanted(self) -> float:
        """The seconds that mosila may take."""
        return self.problem.factor * self.floor + self.problem.extra

    @property
    def holds(self) -> bool:
        """Whether it takes no more than is wanted."""
        return self.mosila <= self.wanted


class Ended(NamedTuple):
    """What a process took."""

    seconds: float
    megabytes: float


def run(model: Model, problem: Problem) -> Result:
    """One run of a problem."""
    return model.run(model.complete(make_options(intervals=500, stop=problem.stop, tolerance=1e-6)), {})


def from_file(problem: Problem, repeats: int) -> tuple[Ended, Ended]:
    """A whole process with an empty cache, then with a full one, the best of so many."""
    compileall.compile_dir(PACKAGE, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        cold = min(process(problem, Path(folder) / str(number)) for number in range(repeats))
        return cold, min(process(problem, Path(folder) / "0") for _ in range(repeats))


def process(problem: Problem, cache: Path) -> Ended:
    """Runs a problem in another process."""
    command = [sys.executable, "-m", "mosila", "simulate", str(MODELS / problem.file), problem.model, "--stop", str(problem.stop)]
    begin = time.perf_counter()
    started = subprocess.Popen([*command, "--tol", "1e-6", "-q"], env=ordinary_environment() | {"MOSILA_CACHE": str(cache)})
    _, status, usage = os.wait4(started.pid, 0)
    if status:
        raise SystemExit(f"{problem.name}: the process ended with {os.waitstatus_to_exitcode(status)}")
    return Ended(time.perf_counter() - begin, usage.ru_maxrss / 1024)


def ordinary_environment() -> dict[str, str]:
    """The environment without what would keep Python from using byte code: nobody who has run the program once is without it."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")}


def check(problem: Problem, result: Result, expected: tuple[float, ...]) -> None:
    """Raise where the end values are not those of the floor."""
    *_, (_, last) = result.blocks(problem.variables)
    found = last[-1]
    wanted = np.array(expected[: len(found)])
    scale = np.abs(wanted).max()
    if not np.allclose(found, wanted, rtol=problem.agreement, atol=problem.agreement * scale):
        raise SystemExit(f"{problem.name}: ends at {found[:4]}, the floor at {wanted[:4]}")


def measure(problem: Problem, tools: tuple[str, ...]) -> Figure:
    """The best of several turns, after one that warms the caches."""
    program = Program(problem.floor, problem.count)
    model = load(MODELS / problem.file, problem.model)
    check(problem, run(model, problem), program.run(1).values)
    floors, runs = [], []
    is_small = program.run(1).seconds < SMALL
    for _ in range(MORE_ROUNDS if is_small else ROUNDS):
        floors.append(program.run(3).seconds)
        timings = run(model, problem).timings
        runs.append((timings.initialise + timings.integrate, timings.initialise))
    (seconds, initialise), floor = min(runs), min(floors)
    cold, warm = from_file(problem, 3 if is_small else 1)
    told = {tool: seconds_of(tool, MODELS / problem.file, problem.model, problem.stop) for tool in tools}
    return Figure(problem, floor, seconds, initialise, cold, warm, told)


def machine() -> str:
    """The machine in one line."""
    cpus = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text()) if Path("/proc/cpuinfo").exists() else []
    return f"{cpus[0] if cpus else platform.machine()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def table(figures: list[Figure], tools: tuple[str, ...]) -> str:
    """All figures as a table in Markdown."""
    heads = ["problem", "floor ms", "mosila ms", "of it start", "ratio", "at most ms", "from file s", "again s", "MB", *tools]
    lines = [heads, [":--", *("--:" for _ in heads[1:])]]
    for figure in figures:
        numbers = [f"{1e3 * seconds:.3g}" for seconds in (figure.floor, figure.mosila, figure.initialise)]
        most = f"{1e3 * figure.wanted:.3g}" + ("" if figure.holds else " **over**")
        ends = [f"{figure.cold.seconds:.2f}", f"{figure.warm.seconds:.2f}", f"{figure.cold.megabytes:.0f}"]
        told = [f"{seconds / figure.floor:.0f} x" if seconds else "fails" for seconds in figure.others.values()]
        lines.append([figure.problem.name, *numbers, f"{figure.mosila / figure.floor:.2f}", most, *ends, *told])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def shortfalls(figures: list[Figure]) -> list[str]:
    """What does not hold, one sentence each."""
    found = [
        f"{figure.problem.name}: {1e3 * figure.mosila:.3g} ms, at most {1e3 * figure.wanted:.3g} ms were wanted."
        for figure in figures
        if not figure.holds
    ]
    for figure in figures:
        limit, name = figure.problem.seconds_from_file, figure.problem.name
        if figure.cold.seconds > limit:
            found.append(f"{name}: {figure.cold.seconds:.2f} s from file to result with an empty cache, at most {limit:g} s were wanted.")
        if limit <= SMALL_LIMIT and figure.warm.seconds > WARM:
            found.append(f"{name}: {figure.warm.seconds:.2f} s from file to result with a full cache, at most {WARM:g} s were wanted.")
        if name == MEMORY_OF and figure.cold.megabytes > MEGABYTES:
            found.append(f"{name}: {figure.cold.megabytes:.0f} MB, at most {MEGABYTES} MB were wanted.")
    for small, large in pairs(figures):
        for kind, ratio in (("run", large.mosila / small.mosila), ("from file", large.cold.seconds / small.cold.seconds)):
            if ratio > GROWTH:
                found.append(f"{small.problem.name} to {large.problem.name}, {kind}: {ratio:.1f}-fold, at most {GROWTH}-fold was wanted.")
    return found


def pairs(figures: list[Figure]) -> list[tuple[Figure, Figure]]:
    """Problems of which one is ten times the other."""
    by_size = {(figure.problem.floor, figure.problem.count): figure for figure in figures if figure.problem.count}
    return [(figure, by_size[name, 10 * count]) for (name, count), figure in by_size.items() if count and (name, 10 * count) in by_size]


def page(figures: list[Figure], tools: tuple[str, ...]) -> str:
    """The whole of README.md."""
    growth = [
        f"from {small.problem.name} to {large.problem.name} the run grows {large.mosila / small.mosila:.1f}-fold"
        f" (floor {large.floor / small.floor:.1f}-fold), from file to result {large.cold.seconds / small.cold.seconds:.1f}-fold"
        for small, large in pairs(figures)
    ]
    short = shortfalls(figures)
    missing = [name for name in ("rumoca", "OpenModelica") if name not in tools]
    parts = [
        (HERE / "introduction.md").read_text(encoding="utf-8").strip(),
        f"Measured {time.strftime('%Y-%m-%d')} on: {machine()}.",
        table(figures, tools),
        f"Growth: {'; '.join(growth)}." if growth else "",
        f"Not there, so not run: {', '.join(missing)}." if missing else "",
        "\n".join(["Where it falls short:", "", *(f"- {each}" for each in short)]) if short else "Everything holds.",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def main(names: list[str]) -> int:
    """Measure the problems whose names begin with one of these, or all; of all the page is written."""
    chosen = [problem for problem in PROBLEMS if not names or any(problem.name.startswith(name) for name in names)]
    tools, figures = others(), list[Figure]()
    for problem in chosen:
        figures.append(measure(problem, tools))
        print(table(figures[-1:], tools).splitlines()[-1] if len(figures) > 1 else table(figures, tools), flush=True)
    for each in shortfalls(figures):
        print(each)
    if not names:
        (HERE / "README.md").write_text(page(figures, tools), encoding="utf-8")
    return 1 if shortfalls(figures) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
