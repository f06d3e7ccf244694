"""Gibson's roll control: frequency and amplitude of the limit cycle, with both controllers and several sampling times."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np

import mosila

MODEL = Path(__file__).parent / "GibsonRollControl.mo"
ROUNDED = {  # the data of Taylor's program: SI, rounded, from a point on the way to the limit cycle
    "missile.F": 444.8,
    "missile.r": 0.6096,
    "missile.J": 4.68,
    "relay.h": 22.24,
    "controller.Kp": 1868.0,
    "controller.Kv": 186.8,
    "missile.phi0": -0.1621,
    "missile.w0": -5.0781,
    "servo.x0": 2000 * (0.0815 + 0.05 * 1.184),
    "servo.e0": 2000 * 0.0815,
}


class Cycle(NamedTuple):
    """An oscillation."""

    omega: float
    amplitude: float


def cycle(result: mosila.Result) -> Cycle:
    """The limit cycle: mean over the last five periods."""
    peaks = np.flatnonzero(np.diff(result["meter.peaks"]) > 0) + 1
    return Cycle(*(float(np.mean(result[name][peaks[-5:]])) for name in ("meter.omega", "meter.amplitude")))


def analogue() -> mosila.Result:
    """Five seconds with the analogue controller."""
    return mosila.load(MODEL, "Analogue").simulate()


def sampled(period: float) -> mosila.Result:
    """Five seconds with the sampled controller."""
    return mosila.load(MODEL, "Sampled").simulate(parameters={"controller.Ts": period}, observe=["meter.*"])


def switching_times() -> list[float]:
    """When the relay switches, with the data of Taylor's program."""
    result = mosila.load(MODEL, "Analogue").simulate(stop=2.1, parameters=ROUNDED)
    return result.time[1:][np.diff(result["relay.jet"]) != 0].tolist()


def main() -> None:
    """Print limit cycles and switching times, and draw the way to the limit cycle."""
    result = analogue()
    print("analogue           omega {:.4f} rad/s, amplitude {:.5f} rad".format(*cycle(result)))
    for period in (1e-4, 5e-4, 1e-3):
        print("sampled at {:.1f} ms  omega {:.3f} rad/s, amplitude {:.5f} rad".format(1e3 * period, *cycle(sampled(period))))
    print("switching times " + " ".join(f"{time:.5f}" for time in switching_times()))
    figure, (over_time, plane) = plt.subplots(1, 2, figsize=(9, 3.5), layout="constrained")
    over_time.plot(result.time, result["missile.phi"], linewidth=1)
    over_time.set(xlabel="time [s]", ylabel="phi [rad]", xlim=(0, 2), title="From rest at 0.1 rad")
    late = result.time > 4.0
    plane.plot(result["missile.phi"], result["missile.w"], color="0.75", linewidth=0.6)
    plane.plot(result["missile.phi"][late], result["missile.w"][late], linewidth=1.5)
    plane.set(xlabel="phi [rad]", ylabel="w [rad/s]", title="Limit cycle")
    for axes in (over_time, plane):
        axes.grid(alpha=0.3)
    figure.savefig("GibsonRollControl.png", dpi=75)


if __name__ == "__main__":
    main()
