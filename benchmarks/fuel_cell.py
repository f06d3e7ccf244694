"""`python -m benchmarks.fuel_cell`: the week of the fuel cell, switched against always single cells; its figures and limits."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

EXPERIMENT = Path(__file__).parents[1] / "examples" / "FuelCell" / "experiment.py"

if __name__ == "__main__":
    sys.exit(runpy.run_path(str(EXPERIMENT))["main"](7.0))
