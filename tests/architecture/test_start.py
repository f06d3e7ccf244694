"""What the start of the program leaves alone until it is needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("matplotlib", "pandas", "scipy", "sympy", "xarray", "plotly", "pyarrow", "h5py", "lark", "cffi", "numpy.ma")
SIMULATE = "from mosila.cli.main import main; main(['simulate', 'benchmarks/models/Robertson.mo', '-q'])"
PROGRAMS = {"import": ("import mosila", (*HEAVY, "numpy")), "again": (f"{SIMULATE}; {SIMULATE}", HEAVY)}


@pytest.mark.parametrize(("program", "absent"), PROGRAMS.values(), ids=PROGRAMS)
def test_what_is_not_loaded(program: str, absent: tuple[str, ...]) -> None:
    subprocess.run([sys.executable, "-c", SIMULATE], check=True)
    told = subprocess.run(
        [sys.executable, "-c", f"{program}; import sys; print(*sys.modules)"], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "mosila" in told
    assert not set(absent) & set(told)
