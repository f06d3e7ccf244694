"""Switches between structures: what a warm one costs, whether many cost more, and a circuit that grows.

    python -m benchmarks.structures [landing] [growing] [many]

landing  the landing device, 46 switches among 3 structures: wall time of a switch to a known one, beside the integration
growing  a ladder of 200 components of 5 equations, 200 more every 10 s up to 1,200: the whole run, and what was compiled on the way
many     100,000 switches in one run, result and log in a file: memory, open files and time per switch must not grow
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.last_phase import begin_of_phase, distance
from mosila.experiment import simulate_model
from mosila.experiment.model import load
from mosila.options import make_options
from mosila.results import Result
from tests.structural.growing_circuit import growing_circuit, static_ladder

LANDING = Path(__file__).parents[1] / "examples" / "LandingDevice" / "LandingDevice.mosila"
ROUNDS, TOLERANCE, BLOCKS, SECTIONS = 7, 1e-6, 6, 50
HEATER = """
model Heater
  Real e(start = 0, fixed = true);
equation
  der(e) = 10;
end Heater;

model Thermostat
  Heater heater;
  Real T(start = 0, fixed = true);
equation
  der(T) = (if active(heater) then 10 else 0) - T;
statechart
  state Control extends State;
    State off(isInitial = true), on;
    transition off -> on guard T < 4 action add(heater); end transition;
    transition on -> off guard T > 5 action remove(heater); end transition;
  end Control;
end Thermostat;
"""
PERIOD = 0.40547
"""Seconds of one cycle of the thermostat, two switches: ln(5/4) + ln(6/5)."""
MANY = """
import os, resource, sys, time
from pathlib import Path
from mosila.cli.main import main
counts = []
code = main(["simulate", sys.argv[1], "Thermostat", "--stop", sys.argv[2], "--tol", "1e-6", "--intervals", "1000", "-q", "-o", sys.argv[3]])
print(code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, time.process_time(), len(os.listdir("/proc/self/fd")))
"""


def landing() -> bool:
    """Wall time of one warm switch: what a run has more of `initialise` than a shorter one that knows the same structures."""
    model = load(LANDING, "System")
    figures = []
    for stop in (4.0, 19.7):
        options = model.complete(make_options(stop=stop))
        runs = [model.run(options, {}) for _ in range(ROUNDS)]
        figures.append((min(run.timings.initialise for run in runs), len(runs[0].structures)))
    (short, few), (long, all_) = figures
    each = (long - short) / (all_ - few)
    print(f"landing device: {all_ - few} warm switches, {1e3 * each:.3f} ms each (wanted: 0.4, goal: 0.1)")
    return each <= 0.4e-3


def growing() -> bool:
    """The whole run from its file; its last phase against the differential equations of the whole ladder, written by hand."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "Grow.mosila"
        path.write_text(growing_circuit(BLOCKS, SECTIONS, 10.0), encoding="utf-8")
        begin = time.perf_counter()
        result = simulate_model(path, "Grow", make_options(stop=60.0, tolerance=TOLERANCE, intervals=60_000))
        for number in range(1, 11):
            result[f"part[1].s[{number}].c.v"]
        seconds = time.perf_counter() - begin
    late = [change.time for change in result.structures[2:] if not change.cache_hit]
    print(f"growing circuit: {seconds:.1f} s in all (wanted: 15; Hydra: 447), compiled after the first growth step: {late or 'nothing'}")
    away = last_phase(result, BLOCKS, SECTIONS)
    print(f"  the last phase is within {away:.2g} tolerances of the static ladder (wanted: 10)")
    return seconds <= 15 and not late and away <= 10


def last_phase(result: Result, blocks: int, sections_each: int) -> float:
    """The largest difference, in tolerances, of the last phase from a static ladder that starts from its values."""
    sections = blocks * sections_each
    places = [f"part[{block + 1}].s[{k + 1}]" for block in range(blocks) for k in range(sections_each)]

    def text(begin: NDArray[np.float64]) -> str:
        i, v = (", ".join(map(repr, values.tolist())) for values in np.split(begin, 2))
        return static_ladder(sections, begin_of_phase(result), i, v)

    names = [*(f"{place}.l.i" for place in places), *(f"{place}.c.v" for place in places)]
    statics = [f"{name}[{number + 1}]" for name in ("i", "v") for number in range(sections)]
    return distance(result, names, text, statics, TOLERANCE)


def many() -> bool:
    """Memory and time of a fifth of the run against all of it, each in a process of its own."""
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "Thermostat.mosila"
        path.write_text(HEATER, encoding="utf-8")
        for switches in (1_000, 20_000, 100_000):
            words = [sys.executable, "-c", MANY, str(path), str(switches / 2 * PERIOD), str(Path(folder) / "out.csv")]
            text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
            code, megabytes, seconds, handles = map(float, text.split())
            figures.append((megabytes, seconds, handles))
            print(f"{switches:>7} switches: {megabytes:6.1f} MB at most, {seconds:6.2f} s, {handles:.0f} open files at the end", flush=True)
            assert code == 0
    (_, start, _), fifth, whole = figures
    rates = [(fifth[1] - start) / 19_000, (whole[1] - fifth[1]) / 80_000]
    print(f"each switch {1e3 * rates[0]:.3f} ms, then {1e3 * rates[1]:.3f} ms; memory grows by {100 * (whole[0] / fifth[0] - 1):.1f} %")
    return whole[0] <= 1.05 * fifth[0] and whole[2] <= fifth[2] and rates[1] <= 1.2 * rates[0]


def main(names: list[str]) -> int:
    """Run the ones that are named, or all."""
    parts = {"landing": landing, "growing": growing, "many": many}
    held = [parts[name]() for name in names or parts]
    print(f"{int(np.sum(held))} of {len(held)} hold; {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
