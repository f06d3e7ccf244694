"""Other tools on the same models: rumoca, where this Python or the one named in RUMOCA_PYTHON has it, and omc, where it is on the PATH.

Each is given the same tolerance and output grid. Counted is its run alone, without translation: the best of three of rumoca, what omc
itself tells of its simulation.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Final

SECONDS: Final = 200
"""After which a tool is given up."""

_RUMOCA: Final = """
import sys, time, rumoca
file, model, stop = sys.argv[1], sys.argv[2], float(sys.argv[3])
compiled = rumoca.Session().load(file, model=model)
config = rumoca.SimConfig(rtol=1e-6, atol=1e-6, dt=stop / 500)
seconds = []
for _ in range(3):
    begin = time.perf_counter()
    compiled.simulate(t=(0.0, stop), config=config)
    seconds.append(time.perf_counter() - begin)
print(min(seconds))
"""

_OMC: Final = """
loadFile("{file}"); getErrorString();
simulate({model}, stopTime={stop}, numberOfIntervals=500, tolerance=1e-6); getErrorString();
"""


def others() -> tuple[str, ...]:
    """The tools that are there."""
    return tuple(name for name, command in (("rumoca", _rumoca()), ("OpenModelica", shutil.which("omc"))) if command)


def seconds_of(tool: str, file: Path, model: str, stop: float) -> float | None:
    """The seconds of a run; None if the tool cannot run the model in reasonable time."""
    try:
        return _run_rumoca(file, model, stop) if tool == "rumoca" else _run_omc(file, model, stop)
    except (subprocess.SubprocessError, ValueError):
        return None


def _rumoca() -> str | None:
    return os.environ.get("RUMOCA_PYTHON") or (sys.executable if find_spec("rumoca") else None)


def _run_rumoca(file: Path, model: str, stop: float) -> float:
    python = _rumoca()
    assert python is not None
    done = subprocess.run([python, "-c", _RUMOCA, str(file), model, str(stop)], capture_output=True, text=True, timeout=SECONDS, check=True)
    return float(done.stdout)


def _run_omc(file: Path, model: str, stop: float) -> float:
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "run.mos"
        script.write_text(_OMC.format(file=file, model=model, stop=stop), encoding="utf-8")
        done = subprocess.run(["omc", str(script)], capture_output=True, text=True, timeout=SECONDS, check=True, cwd=folder)
    found = re.search(r"timeSimulation = ([0-9.e+-]+)", done.stdout)
    if found is None or 'resultFile = ""' in done.stdout:
        raise ValueError("it has no result")
    return float(found[1])
