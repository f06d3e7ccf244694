"""Processes that run the cases of a study; one that dies costs its case, not the study."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from threading import Thread

import numpy as np

import mosila
from mosila.experiment.case import CaseResult, Task
from mosila.experiment.study_worker import receive, send

Numbered = tuple[int, Mapping[str, object]]
Answer = tuple[int, CaseResult]


def default_processes() -> int:
    """As many as this process may use cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Worker:
    """One process, started when first needed and again after it died."""

    def __init__(self, model: bytes, task: Task) -> None:
        self._setup = (model, task)
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, parameters: Mapping[str, object]) -> CaseResult:
        """The result of a case, or that of a process that died over it."""
        process = self._process if self._process is not None and self._process.poll() is None else self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            send(process.stdin, parameters)
            result: CaseResult = receive(process.stdout)
            return result
        except (EOFError, BrokenPipeError):
            code = process.wait()
            task = self._setup[1]
            nothing = np.full((len(task.names), len(task.options.grid())), np.nan)
            return CaseResult(nothing, f"the process that ran it ended with code {code}")

    def _start(self) -> subprocess.Popen[bytes]:
        root = str(Path(mosila.__file__).resolve().parent.parent)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))}
        words = [sys.executable, "-m", "mosila.experiment.study_worker"]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        assert self._process.stdin is not None
        send(self._process.stdin, self._setup)
        return self._process

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    stream.close()


def run_in_processes(model: bytes, task: Task, cases: Iterable[Numbered], processes: int) -> Iterator[Answer]:
    """Results as they come, in any order."""
    waiting: queue.SimpleQueue[Numbered | None] = queue.SimpleQueue()
    done: queue.SimpleQueue[Answer] = queue.SimpleQueue()
    numbered = list(cases)
    for case in numbered:
        waiting.put(case)
    workers = [_Worker(model, task) for _ in range(min(processes, len(numbered)))]
    for _ in workers:
        waiting.put(None)
    threads = [Thread(target=_serve, args=(worker.run, waiting, done), daemon=True) for worker in workers]
    for thread in threads:
        thread.start()
    try:
        for _ in numbered:
            yield done.get()
    finally:
        for worker in workers:
            worker.stop()


def _serve(
    run: Callable[[Mapping[str, object]], CaseResult], waiting: queue.SimpleQueue[Numbered | None], done: queue.SimpleQueue[Answer]
) -> None:
    while (case := waiting.get()) is not None:
        done.put((case[0], run(case[1])))
