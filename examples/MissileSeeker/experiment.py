"""The missile seeker: its answer to steps of both angles, and the energy of the chain without motors."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mosila

MODEL = Path(__file__).parent / "MissileSeeker.mo"
TIMES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


def seek() -> mosila.Result:
    """Five seconds from rest to 0.14 and -0.14 rad."""
    return mosila.load(MODEL, "Seeker").simulate(interval=0.005)


def free() -> mosila.Result:
    """Twenty seconds without motors."""
    return mosila.load(MODEL, "Free").simulate()


def drift(result: mosila.Result) -> float:
    """By how much the kinetic energy moves, as a part of what it is."""
    energy = result["chain.energy"]
    return float(np.ptp(energy) / energy[0])


def main() -> None:
    """Print the angles after some times and the drift of the energy, and draw the angles."""
    result = seek()
    for time in TIMES:
        print(f"t = {time:4g} s: alpha {result.at('chain.alpha', time):.6f}, beta {result.at('chain.beta', time):.6f} rad")
    motion = free()
    small = drift(motion) < 1e-6
    print(f"without motors: energy {motion['chain.energy'][0]:.4e} J, constant to 1e-6 over 20 s: {'yes' if small else 'no'}")
    first = mosila.load(MODEL, "Seeker").simulate(stop=0.5)
    first.plot("chain.alpha", "chain.beta", "motorAlpha.i", "motorBeta.i").savefig("MissileSeeker.png", dpi=75)


if __name__ == "__main__":
    main()
