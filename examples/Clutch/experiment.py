"""The clutch: speeds before and after it closes, momentum and energy in that instant."""

from __future__ import annotations

from pathlib import Path

import mosila

MODEL = Path(__file__).parent / "Clutch.mosila"
J1, J2 = 1.0, 2.0


def run() -> mosila.Result:
    """Ten seconds, closed from 5 to 7."""
    return mosila.load(MODEL, "System").simulate()


def balance(result: mosila.Result, time: float, side: str) -> tuple[float, float]:
    """Momentum and kinetic energy at one side of an instant."""
    w1, w2 = (result.at(name, time, side=side) for name in ("one.w", "two.w"))
    return J1 * w1 + J2 * w2, J1 * w1**2 / 2 + J2 * w2**2 / 2


def main() -> None:
    """Print what happens at 5 s and how it ends, and draw the speeds."""
    result = run()
    for side in ("left", "right"):
        speeds = ", ".join(f"{result.at(name, 5.0, side=side):.7f}" for name in ("one.w", "two.w"))
        momentum, energy = balance(result, 5.0, side)
        print(f"t = 5, {side:5} limit: speeds {speeds}, momentum {momentum:.7f}, energy {energy:.7f}")
    print(f"impulse {dict(result.structures[1].impulses)['one.flange.tau']:.7f} N.m.s, heat {result.at('heat', 5.0):.7f} J")
    print(f"speeds at 7 s {result.at('one.w', 7.0):.7f}, at 10 s {result['one.w'][-1]:.7f} and {result['two.w'][-1]:.7f}")
    result.plot("one.w", "two.w", "heat").savefig("Clutch.png", dpi=75)


if __name__ == "__main__":
    main()
