"""The servo drive: one axis with an averaged and a switched bridge, and the robot along its line."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import mosila

MODEL = Path(__file__).parent / "ServoDrive.mo"
ANGLE = "drive.motor.flange.phi"
CURRENT = "drive.motor.i"


def averaged() -> mosila.Result:
    """A step of one axis with the averaged bridge."""
    return mosila.load(MODEL, "Axis").simulate(interval=1e-4)


def switched(frequency: float) -> mosila.Result:
    """The same step pulse by pulse."""
    return mosila.load(MODEL, "SwitchedAxis").simulate(interval=1e-4, parameters={"drive.bridge.f": frequency})


def robot(**parameters: float) -> mosila.Result:
    """The robot along its line."""
    return mosila.load(MODEL, "Robot").simulate(parameters=parameters)


def limp() -> mosila.Result:
    """The robot without drives."""
    return mosila.load(MODEL, "Limp").simulate()


def difference(one: mosila.Result, other: mosila.Result, name: str = ANGLE) -> float:
    """By how much a variable differs at most, over all of both time axes."""
    return max(_apart(one, other, name), _apart(other, one, name))


def _apart(one: mosila.Result, other: mosila.Result, name: str) -> float:
    return float(np.abs(one[name] - np.interp(one.time, other.time, other[name])).max())


def main() -> None:
    """Print how far the bridges are apart and how well the robot keeps to its line, and draw both."""
    smooth = averaged()
    travel = smooth[ANGLE][-1]
    for frequency in (10e3, 20e3):
        pulsed = switched(frequency)
        apart = difference(smooth, pulsed) / travel
        print(f"{frequency / 1e3:g} kHz: angles {'less' if apart < 1e-3 else 'more'} than 0.1 % of the travel apart, ", end="")
        print(f"currents up to {difference(smooth, pulsed, CURRENT):.2f} A")
    print(f"motor after 0.6 s: {travel:.3f} rad, largest angle {smooth[ANGLE].max():.3f} rad")
    motion = robot()
    print(f"robot: at most {1e3 * motion['off'].max():.1f} mm off its line, {1e3 * motion['off'][-1]:.2f} mm at the end")
    draw(smooth, switched(10e3), motion)


def draw(smooth: mosila.Result, pulsed: mosila.Result, motion: mosila.Result) -> None:
    """The step of one axis on the left, the line of the hand on the right."""
    figure, ((angle, line), (current, off)) = plt.subplots(2, 2, figsize=(9, 4.5), layout="constrained")
    angle.plot(smooth.time, smooth[ANGLE])
    angle.set(ylabel="angle of the motor [rad]", xlim=(0, 0.3), title="One axis, a step")
    current.plot(pulsed.time, pulsed[CURRENT], linewidth=0.8, color="tab:orange", label="switched at 10 kHz")
    current.plot(smooth.time, smooth[CURRENT], linewidth=0.8, label="averaged")
    current.set(xlabel="time [s]", ylabel="current [A]", xlim=(0.013, 0.019), ylim=(-12, 28))
    current.legend()
    for number, name in enumerate("xyz", start=1):
        line.plot(motion.time, motion[f"hand[{number}]"], label=name)
    line.set(ylabel="hand [m]", title="The robot along its line")
    line.legend()
    off.plot(motion.time, 1e3 * motion["off"], linewidth=0.8)
    off.set(xlabel="time [s]", ylabel="off the line [mm]")
    for axes in (angle, current, line, off):
        axes.grid(alpha=0.3)
    figure.savefig("ServoDrive.png", dpi=65)


if __name__ == "__main__":
    main()
