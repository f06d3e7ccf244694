"""The bouncing ball: its impacts against the closed form, and where they pile up."""

from __future__ import annotations

from pathlib import Path

import mosila

MODEL = Path(__file__).parent / "BouncingBall.mo"


def closed_form(number: int, height: float = 1.0, restitution: float = 0.95, g: float = 9.81) -> float:
    """The time of an impact, counted from 1."""
    first = (2.0 * height / g) ** 0.5
    return first + 2.0 * first * sum(restitution**k for k in range(1, number))


def main() -> None:
    """Print some impacts beside their closed form, let a ball come to its limit, and draw ten seconds."""
    model = mosila.load(MODEL)
    result = model.simulate()
    for number in (1, 2, 10, len(result.events)):
        print(f"impact {number:2}: {result.events[number - 1].time:.7f} s, closed form {closed_form(number):.7f} s")
    short = model.simulate(stop=20.0, parameters={"e": 0.7}, zeno="stop")
    print(f"with e = 0.7 {short.warnings[0].message}")
    result.plot("h", "v").savefig("BouncingBall.png", dpi=75)


if __name__ == "__main__":
    main()
