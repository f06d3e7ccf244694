"""The RC ladder: how a step of voltage creeps along a cable, and how the run grows with the number of stages."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt

import mosila

MODEL = Path(__file__).parent / "RcLadder.mo"
TIMES = (1.0, 10.0, 100.0, 1000.0)


def main() -> None:
    """Print the voltage along the cable after some times and draw it."""
    model = mosila.load(MODEL)
    result = model.simulate(stop=1000.0, observe="capacitor*.v")
    stages = range(1, 101)
    for time in TIMES:
        values = ", ".join(f"{result.at(f'capacitor[{k}].v', time):.6f}" for k in (1, 10, 100))
        print(f"after {time:4g} s: {values} V at stages 1, 10, 100")
    figure, axes = plt.subplots(figsize=(7, 3.5), layout="constrained")
    for time in TIMES:
        axes.plot(stages, [result.at(f"capacitor[{k}].v", time) for k in stages], label=f"{time:g} s")
    axes.set(xlabel="stage", ylabel="voltage [V]", title="A step of 1 V on a ladder of 100 stages")
    axes.legend()
    axes.grid(alpha=0.3)
    figure.savefig("RcLadder.png", dpi=80)


if __name__ == "__main__":
    main()
