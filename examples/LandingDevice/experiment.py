"""The landing device: when the booster comes on and off, the end of the fuel, the landing with and without a ground."""

from __future__ import annotations

from pathlib import Path

import mosila

MODEL = Path(__file__).parent / "LandingDevice.mosila"


def fly(model: str) -> mosila.Result:
    """A flight of 25 s."""
    return mosila.load(MODEL, model).simulate()


def measure(flight: mosila.Result) -> dict[str, float]:
    """The numbers of a flight."""
    burns = [change for change in flight.structures if "boost" in change.added]
    first, last = burns[0], flight.structures[-1]
    out_of_fuel = next(event.time for event in flight.events if flight.at("boost.empty", event.time) == 1.0)
    return {
        "burns": len(burns),
        "first burn begins": first.time,
        "height then": flight.at("body.s", first.time),
        "out of fuel": out_of_fuel,
        "height at that time": flight.at("body.s", out_of_fuel),
        "landing": last.time,
        "velocity before it": flight.at("body.v", last.time, side="left"),
        "velocity at the end": float(flight["body.v"][-1]),
    }


def main() -> None:
    """Print the numbers of both flights and draw the first one."""
    flight, lander = fly("System"), fly("Lander")
    for name, value in measure(flight).items():
        print(f"{name:20} {value:.6g}")
    impulse = dict(lander.structures[-1].impulses)["ground.p.F"]
    print(f"on a ground: velocity at the end {measure(lander)['velocity at the end']:.6g}, impulse {impulse:.6g} N.s")
    flight.plot("body.s", "body.v", "body.p.m").savefig("LandingDevice.png", dpi=75)


if __name__ == "__main__":
    main()
