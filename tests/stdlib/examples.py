"""Examples of the library, run once each, and their values compared with closed forms."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import mosila
from mosila.results import Result

Expected = tuple[str, float, float]
"""A variable, a time, and its value there, beyond an event if there is one at that time."""


@cache
def run_example(name: str) -> Result:
    """The result of an example, by its name inside the library."""
    return mosila.load(f"Mosila.{name}").simulate(intervals=5000)


def compare(name: str, expected: Iterable[Expected], tolerance: float = 2e-6) -> None:
    """Compare an example with what it should be, in all points; the failure names all that are wrong."""
    result = run_example(name)
    found = [(variable, time, float(result.at(variable, time)), value) for variable, time, value in expected]
    wrong = [
        f"{variable}({time:.6g}) is {is_:.9g}, not {should:.9g}"
        for variable, time, is_, should in found
        if not abs(is_ - should) <= tolerance * max(1.0, abs(should))
    ]
    assert not wrong, "\n".join(wrong)
