"""Interrupts from the keyboard while the C runtime integrates: it comes back by itself now and then, and then they are noticed."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from mosila.solvers.binding import Run

SLICE = 0.05
"""Seconds after which the C runtime comes back."""


@contextmanager
def noticing_interrupts(run: Run) -> Iterator[None]:
    """Within this an interrupt that comes while C runs asks the run to end where it is; others, and a second one, are raised.

    Handlers that are not Python's own are left alone.
    """
    is_ours = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not is_ours:
        yield
        return

    def note(number: int, frame: FrameType | None) -> None:
        if run.native.interrupt or not run.is_simulating:
            raise KeyboardInterrupt
        run.interrupt()

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is note:
            signal.signal(signal.SIGINT, signal.default_int_handler)
