"""The breaking pendulum: where the mass is when the rod breaks and a second later, and its path."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt

import mosila

MODEL = Path(__file__).parent / "BreakingPendulum.mosila"
NAMES = ("x", "y", "vx", "vy")


def swing(**parameters: float) -> mosila.Result:
    """Five seconds on the rod, one without."""
    return mosila.load(MODEL).simulate(parameters=parameters)


def main() -> None:
    """Print place and velocity at the break and at the end, and draw the path."""
    result = swing()
    for change in result.structures:
        print(f"t = {change.time:g}: {change.states} states, index {change.index}")
    for time in (5.0, 6.0):
        print(f"t = {time:g}: " + ", ".join(f"{name} = {result.at(f'mass.{name}', time):.6f}" for name in NAMES))
    breaks = result.time <= 5.0
    figure, axes = plt.subplots(figsize=(4, 5.5), layout="constrained")
    axes.plot(result["mass.x"][breaks], result["mass.y"][breaks], label="on the rod, 2 states")
    axes.plot(result["mass.x"][~breaks], result["mass.y"][~breaks], label="broken, 4 states")
    axes.plot([0.0], [0.0], "k+")
    axes.set(xlabel="x [m]", ylabel="y [m]", aspect="equal", title="Path of the mass")
    axes.legend()
    axes.grid(alpha=0.3)
    figure.savefig("BreakingPendulum.png", dpi=80)


if __name__ == "__main__":
    main()
