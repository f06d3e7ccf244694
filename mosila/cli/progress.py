"""A progress bar on a terminal: simulated time, how fast it goes, while a run is under way."""

from __future__ import annotations

import sys
import time
from threading import Event, Thread
from typing import TextIO

from mosila.runtime.execute import Execution

WIDTH = 30
EVERY = 0.2
BEFORE = 0.5
"""Seconds that a run takes before a bar is worth showing."""


class ProgressBar:
    """Watches an execution from another thread; use as a context, and as the watcher of the run in it."""

    def __init__(self, stream: TextIO | None = None, wanted: bool = True) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._wanted = wanted and self._stream.isatty()
        self._done = Event()
        self._thread: Thread | None = None

    def __enter__(self) -> ProgressBar:
        return self

    def __call__(self, execution: Execution) -> None:
        """Begin to watch."""
        if self._wanted:
            self._thread = Thread(target=self._watch, args=(execution,), daemon=True)
            self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._done.set()
        if self._thread is not None:
            self._thread.join()

    def _watch(self, execution: Execution) -> None:
        begin, shown = time.monotonic(), False
        while not self._done.wait(EVERY):
            elapsed = time.monotonic() - begin
            if elapsed >= BEFORE:
                self._stream.write("\r" + describe_progress(execution.options.start, execution.run.time, execution.options.stop, elapsed))
                self._stream.flush()
                shown = True
        if shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def describe_progress(start: float, now: float, stop: float, elapsed: float) -> str:
    """`[#####.....]  50 %  t = 5 of 10  2.5 s/s`: simulated seconds for each of the clock."""
    part = min(max((now - start) / (stop - start), 0.0), 1.0) if stop > start else 1.0
    filled = int(part * WIDTH)
    rate = (now - start) / elapsed if elapsed > 0 else 0.0
    return f"[{'#' * filled}{'.' * (WIDTH - filled)}] {100 * part:3.0f} %  t = {now:.4g} of {stop:.4g}  {rate:.3g} s/s\x1b[K"
