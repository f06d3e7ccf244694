"""The rectifier: when the diode conducts, with how many states, and what the load gets."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mosila

MODEL = Path(__file__).parent / "HalfWaveRectifier.mosila"


def run() -> mosila.Result:
    """Five periods of 20 ms."""
    return mosila.load(MODEL, "Rectifier").simulate()


def conduction(result: mosila.Result) -> list[tuple[float, float]]:
    """From when to when the diode conducts."""
    begins = [change.time for change in result.structures if "diode.wire" in change.added]
    ends = [change.time for change in result.structures if "diode.gap" in change.added and change.time > 0.0]
    return list(zip(begins, ends, strict=True))


def main() -> None:
    """Print the times of conduction and what the load gets in the last period, and draw the run."""
    result = run()
    for begin, end in conduction(result):
        print(f"conducts from {1e3 * begin:9.6f} to {1e3 * end:9.6f} ms")
    print("states: " + ", ".join(str(change.states) for change in result.structures[:4]) + ", ...")
    last = result["load.v"][result.time >= 0.08]
    print(f"load in the last period: {last.min():.4f} to {last.max():.4f} V; diode: {np.nanmax(np.abs(result['diode.wire.v'])):g} V")
    result.plot("source.v", "diode.i", "store.v").savefig("HalfWaveRectifier.png", dpi=75)


if __name__ == "__main__":
    main()
