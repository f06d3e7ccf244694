"""A week of the fuel cell with and without switching: all figures of README.md and its picture.

    python experiment.py [days]

Four runs: always single cells (depth 4), switched, depths 1 and 2 alone, the curve alone. Each is sampled at the same times, densely
after every step of the load; CPU times are those of plain runs without sampling, the best of two, turn by turn.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import mosila

HERE = Path(__file__).parent
SLOT, START_DELAY = 900.0, 5.0
AFTER = np.array([0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3])
OFFSETS = np.concatenate((AFTER, START_DELAY + AFTER, [10, 15, 20, 30, 60, 120, 200, 300, 450, 600, 750, 899.999]))
RATED = 0.65
"""Rated voltage of a cell."""
CASES = {
    "single cells": {"shallowest": 4},
    "switched": {},
    "depths 1 and 2": {"deepest": 2},
    "curve alone": {"deepest": 1},
}
SUMS = ("hydrogenIn", "hydrogenUsed", "waterIn", "waterMade", "waterOut", "fuel", "electricity", "heat", "loss", "switches")
CONTENTS = ("hydrogen", "water", "energy")
LEDGERS = tuple(f"{name}Ledger" for name in CONTENTS)


@dataclass(frozen=True)
class Course:
    """What is seen of one run: current, voltage, temperature and depth at the sampled times; sums at the end; contents at both ends."""

    samples: NDArray[np.float64]
    sums: dict[str, float]
    begin: dict[str, float]

    def imbalance(self) -> dict[str, float]:
        """By content: what came in, less what went out, plus the ledger, less what is there more, relative to what came in."""
        s = self.sums
        flows = {
            "hydrogen": (s["hydrogenIn"], s["hydrogenUsed"]),
            "water": (s["waterIn"] + s["waterMade"], s["waterOut"]),
            "energy": (s["fuel"], s["electricity"] + s["heat"] + s["loss"]),
        }
        return {
            name: (inflow - outflow + s[f"{name}Ledger"] - (s[name] - self.begin[name])) / inflow
            for name, (inflow, outflow) in flows.items()
        }

    def ledger(self) -> dict[str, float]:
        """By content: what is booked, relative to what came in."""
        s = self.sums
        inflow = {"hydrogen": s["hydrogenIn"], "water": s["waterIn"] + s["waterMade"], "energy": s["fuel"]}
        return {name: s[f"{name}Ledger"] / inflow[name] for name in CONTENTS}


def sample_times(days: float) -> NDArray[np.float64]:
    """The times at which courses are compared."""
    return np.concatenate([SLOT * k + OFFSETS for k in range(round(days * 86400 / SLOT))])


def follow(model: mosila.Model, times: NDArray[np.float64], parameters: dict[str, float]) -> Course:
    """One run, looked at at these times."""
    simulator = model.simulator(stop=float(times[-1]) + 1.0, parameters=parameters)
    simulator.advance(until=0.0)
    begin = {name: simulator[f"balance.{name}"] for name in CONTENTS}
    ledger = {name: simulator[f"balance.{name}Ledger"] for name in CONTENTS}
    rows = []
    for t in times:
        simulator.advance(until=float(t))
        rows.append([simulator[name] for name in ("current", "stack.p.V", "stack.p.T", "depth")])
    sums = {name: simulator[f"balance.{name}"] for name in (*SUMS, *CONTENTS, *LEDGERS)}
    return Course(np.array(rows), sums, {name: begin[name] - ledger[name] for name in CONTENTS})


def compare(times: NDArray[np.float64], cells: int, course: Course, reference: Course) -> dict[str, float]:
    """How far a course is from the reference."""
    weight = np.gradient(times)
    current, voltage, temperature, _ = reference.samples.T
    is_on = current > 0
    error = (course.samples[:, 1] - voltage) / (RATED * cells)
    within = times % SLOT
    slots = (times // SLOT).astype(int)
    starting = {int(k) for k in np.unique(slots) if current[slots == k][0] == 0}
    begins = np.array([START_DELAY if k in starting else 0.0 for k in slots])
    is_early = is_on & (within >= begins) & (within <= begins + 10)
    return {
        "electricity": course.sums["electricity"] / reference.sums["electricity"] - 1,
        "heat": course.sums["heat"] / reference.sums["heat"] - 1,
        "rms": float(np.sqrt((weight * error**2)[is_on].sum() / weight[is_on].sum())),
        "first": float(np.abs(error[is_early]).max()),
        "kelvin": float(np.abs(course.samples[:, 2] - temperature).max()),
    }


def cpu_seconds(model: mosila.Model, days: float, names: tuple[str, ...], rounds: int = 2) -> dict[str, float]:
    """CPU time of plain runs, the best of some, turn by turn; the first turn makes the structures ready."""
    best = dict.fromkeys(names, np.inf)
    for turn in range(rounds + 1):
        for name in names:
            begin = time.process_time()
            model.simulate(stop=days * 86400, intervals=round(days * 96), parameters=CASES[name])
            if turn:
                best[name] = min(best[name], time.process_time() - begin)
    return best


def draw(times: NDArray[np.float64], course: Course, reference: Course, path: Path) -> None:
    """The first day: current, voltage, temperature and depth."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    day = times < 86400
    hours = times[day] / 3600
    figure, axes = pyplot.subplots(4, 1, figsize=(9, 8), sharex=True)
    for axis, column, label in zip(axes, (0, 1, 2, 3), ("current, A", "voltage, V", "stack, K", "depth"), strict=True):
        values = course.samples[day, column].copy()
        if column == 1:
            values[course.samples[day, 0] == 0] = np.nan
        axis.plot(hours, values, drawstyle="steps-post" if column in (0, 3) else "default", color="C0")
        axis.set_ylabel(label)
    axes[2].plot(hours, reference.samples[day, 2], "k:", label="always single cells")
    axes[2].legend(loc="lower right")
    axes[3].set_yticks([1, 2, 3, 4])
    axes[3].set_xlabel("hour of the first day")
    figure.tight_layout()
    figure.savefig(path, dpi=90)


def main(days: float) -> int:
    """All figures; 1 where a limit is not kept."""
    model = mosila.load(HERE / "FuelCell.mosila", "FuelCell.System")
    times, cells = sample_times(days), 100
    courses = {name: follow(model, times, parameters) for name, parameters in CASES.items()}
    reference = courses["single cells"]
    found = {name: compare(times, cells, course, reference) for name, course in courses.items() if course is not reference}
    print(f"{'':<15} {'electricity':>11} {'heat':>9} {'RMS V':>8} {'first 10 s':>10} {'K':>6} {'switches':>8}")
    for name, each in found.items():
        figures = f"{each['electricity']:>+11.3%} {each['heat']:>+9.3%} {each['rms']:>8.3%} {each['first']:>10.2%} {each['kelvin']:>6.2f}"
        print(f"{name:<15} {figures} {courses[name].sums['switches']:>8.0f}")
    for name in ("single cells", "switched"):
        closes = ", ".join(f"{key} {value:+.1e}" for key, value in courses[name].imbalance().items())
        booked = ", ".join(f"{key} {value:+.1e}" for key, value in courses[name].ledger().items())
        print(f"{name}: balances close to {closes}; ledger {booked}")
    seconds = cpu_seconds(model, days, ("single cells", "switched"))
    ratio = seconds["single cells"] / seconds["switched"]
    print(f"CPU: single cells {seconds['single cells']:.2f} s, switched {seconds['switched']:.2f} s, {ratio:.1f} times less")
    draw(times, courses["switched"], reference, HERE / "FuelCell.png")
    return 0 if keeps(found["switched"]) and not any(keeps(found[name]) for name in ("depths 1 and 2", "curve alone")) else 1


def keeps(figures: dict[str, float]) -> bool:
    """Whether the limits are kept."""
    limits = {"electricity": 1e-3, "heat": 5e-3, "rms": 1e-3, "first": 0.02, "kelvin": 1.5}
    return all(abs(figures[name]) <= limit for name, limit in limits.items())


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 7.0))
