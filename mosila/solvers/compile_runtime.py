"""The C runtime -> a shared library: made once on a machine, and begun as early as it is known that a model will run.

`python -m mosila.solvers.compile_runtime` makes it when the program is installed and keeps it there; without that the first run does.

What runs in every step and at every event is worth the usual optimisation; the rest is compiled in half of the time with less of it.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

from mosila.codegen.toolchain import CompiledLibrary, Unit, compile_units, install
from mosila.diagnostics.diagnostic import MosilaError

SOURCES: Final = Path(__file__).resolve().parent.parent / "runtime" / "c"
_UNITS: Final = (Unit('#include "steps.c"\n', ("-fvisibility=hidden",)), Unit('#include "occasions.c"\n', ("-fvisibility=hidden", "-O1")))


INSTALLED: Final = Path(sys.prefix) / "share" / "mosila" / "runtime"
"""Where the library is kept that was made when the program was installed."""


def compile_runtime(flags: tuple[str, ...] = ()) -> CompiledLibrary:
    """The library of the runtime, with these flags besides the usual ones."""
    return compile_units(tuple(Unit(unit.text, (*unit.flags, *flags)) for unit in _UNITS), (SOURCES,), installed=INSTALLED)


def begin_to_compile() -> None:
    """Let the runtime be compiled in the background; what goes wrong is told when the runtime is needed."""

    def work() -> None:
        with suppress(MosilaError, OSError):
            compile_runtime()

    Thread(target=work).start()


if __name__ == "__main__":
    with suppress(MosilaError):  # a machine without a compiler: `mosila doctor` says so
        install(compile_runtime(), INSTALLED)
