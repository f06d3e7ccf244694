"""A road on which cars come and go: `python -m benchmarks.road [N ...]`, the costs of a switch among ever new structures.

A thousand cars, each coupled to the one in front; every second one leaves and one enters, so that no structure is met twice. The cost
of a switch is the processor time of a run, less that of a run that ends before the first switch; it includes the integration up to
the next one. The last phase is compared with a static model that starts from its values. Then the same for other numbers of cars:
at most linear is wanted.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import mosila
from benchmarks.last_phase import distance, read_columns
from mosila.results import Result

MODEL = Path(__file__).parent / "models" / "Road.mosila"
CARS, SWITCHES, TOLERANCE, WANTED = 1000, 100, 1e-6, 30e-3
SIZES = (10, 100, 1000, 10_000)
FEW = 5

STATIC = """
model Static
  parameter Integer n = {count};
  parameter Real wanted[n] = {{{wanted}}};
  Real s[n](start = {{{s}}}, each fixed = true), v[n](start = {{{v}}}, each fixed = true);
equation
  der(s) = v;
  der(v[1]) = (wanted[1]*tanh(100/40) - v[1])/2;
  for i in 2:n loop
    der(v[i]) = (wanted[i]*tanh((s[i - 1] - s[i])/40) - v[i])/2 + 0.3*(v[i - 1] - v[i]);
  end for;
end Static;
"""


@dataclass(frozen=True)
class Figure:
    """Seconds of processor time that a switch costs, and how many kernels were compiled after the first ones."""

    cars: int
    switch: float
    compiled: int


def run(model: mosila.Model, cars: int, stop: float) -> tuple[Result, float]:
    """A run, and the processor time that it took."""
    begin = time.process_time()
    result = model.simulate(stop=stop, tolerance=TOLERANCE, parameters={"n": cars}, interval=1.0)
    return result, time.process_time() - begin


def measure(cars: int, switches: int) -> tuple[Figure, Result]:
    """The cost of a switch with so many cars."""
    model = mosila.load(MODEL, "Road")
    run(model, cars, 1.5)
    _, before = run(model, cars, 0.5)
    result, seconds = run(model, cars, switches + 0.5)
    compiled = sum(not change.cache_hit for change in result.structures[2:])
    return Figure(cars, (seconds - before) / switches, compiled), result


def last_phase(result: Result) -> float:
    """The largest difference, relative to the tolerance, of the last phase from a static model that starts from its values."""
    segment = result.segments[-1]
    cars = [name[: -len(".s")] for name in result.names if name.endswith(".s") and name in segment.reader.names]
    places = read_columns(result, [f"{car}.s" for car in cars], last=False)
    cars = [cars[number] for number in np.argsort(-places)]
    wanted = read_columns(result, [f"{car}.wanted" for car in cars], last=False)

    def text(begin: NDArray[np.float64]) -> str:
        s, v = np.split(begin, 2)
        lists = {part: ", ".join(map(repr, values.tolist())) for part, values in (("s", s), ("v", v), ("wanted", wanted))}
        return STATIC.format(count=len(cars), **lists)

    names = [f"{car}.{part}" for part in ("s", "v") for car in cars]
    statics = [f"{part}[{number + 1}]" for part in ("s", "v") for number in range(len(cars))]
    return distance(result, names, text, statics, TOLERANCE)


def main(sizes: list[int]) -> None:
    """Print the figures."""
    figure, result = measure(CARS, SWITCHES)
    print(f"road of {CARS} cars, {SWITCHES} switches: {1e3 * figure.switch:.1f} ms a switch (wanted {1e3 * WANTED:.0f}),")
    print(f"  {figure.compiled} kernels compiled on the way; the last phase is within {last_phase(result):.2g} tolerances (wanted 10)")
    print(f"{'cars':>8}{'ms a switch':>13}{'growth':>8}")
    before: Figure | None = None
    for cars in sizes:
        here = measure(cars, FEW)[0]
        growth = "" if before is None else f"{here.switch / before.switch:8.1f}"
        print(f"{cars:8}{1e3 * here.switch:13.1f}{growth}")
        before = here


if __name__ == "__main__":
    main([int(each) for each in sys.argv[1:]] or list(SIZES))
