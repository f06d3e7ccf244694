"""The C runtime -> a shared library: made once on a machine, and begun as early as it is known that a model will run.

What runs in every step and at every event is worth the usual optimisation; the rest is compiled in half of the time with less of it.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

from mosila.codegen.toolchain import CompiledLibrary, Unit, compile_units
from mosila.diagnostics.diagnostic import MosilaError

SOURCES: Final = Path(__file__).resolve().parent.parent / "runtime" / "c"
_UNITS: Final = (Unit('#include "steps.c"\n', ("-fvisibility=hidden",)), Unit('#include "occasions.c"\n', ("-fvisibility=hidden", "-O1")))


def compile_runtime(flags: tuple[str, ...] = ()) -> CompiledLibrary:
    """The library of the runtime, with these flags besides the usual ones."""
    return compile_units(tuple(Unit(unit.text, (*unit.flags, *flags)) for unit in _UNITS), (SOURCES,))


def begin_to_compile() -> None:
    """Let the runtime be compiled in the background; what goes wrong is told when the runtime is needed."""

    def work() -> None:
        with suppress(MosilaError, OSError):
            compile_runtime()

    Thread(target=work).start()
