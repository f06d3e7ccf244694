"""Kernels of the structures that come next, compiled beside a run: while it integrates, the C compiler works for its first switch.

Nothing is done for a model whose kernels are in the cache, or that has one structure. What is wrong with a structure is told when
the run comes to it, if it ever does.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Final

from mosila.charts.step import Machine
from mosila.compiler import CompiledModel
from mosila.diagnostics import MosilaError
from mosila.experiment.reachable import Situation, next_structures
from mosila.flat.program import Program
from mosila.instance.structure import Structure
from mosila.runtime.execute import Execution

MOST: Final = 8
"""Structures that are looked at from one."""
LARGEST: Final = 20_000
"""Positions of a program beyond which the search and the derivation would take more than they spare."""


class CompileAhead:
    """Follows a run: from each structure that it comes to, those that one step leads to are derived and compiled."""

    def __init__(self, model: CompiledModel) -> None:
        self._model = model
        self._known: set[bytes] = set()
        self._worker: ThreadPoolExecutor | None = None
        self._tasks: list[Future[None]] = []
        self._is_closed = False

    def follow(self, execution: Execution) -> None:
        """The run has come to a structure; the first one that had to be compiled begins the work."""
        tree = execution.model.program.tree
        if self._is_closed or not (tree.machines or tree.conditionals) or tree.size > LARGEST:
            return
        if self._worker is None:
            if execution.compiled.compilation.cache_hit:
                return
            self._worker = ThreadPoolExecutor(1, "mosila-ahead")
        here = execution.state.structure.digest
        if here not in self._known:
            self._known.add(here)
            program = replace(execution.model.program, tree=tree.called(dict(tree.names)))
            machines, first = execution.charts.machines, Situation.of(execution.state)
            self._tasks = [task for task in self._tasks if not task.done()]
            self._tasks.append(self._worker.submit(self._prepare, program, machines, first))

    def wait(self) -> None:
        """Until all that was begun is done."""
        for task in self._tasks:
            task.result()

    def close(self) -> None:
        """Begin nothing more; a compiler at work comes to its end, so that what it writes is whole."""
        self._is_closed = True
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)

    def _prepare(self, program: Program, machines: tuple[Machine, ...], first: Situation) -> None:
        for structure in islice(next_structures(program, machines, first), MOST):
            if self._is_closed:
                return
            if structure.digest not in self._known:
                self._compile(program, structure)

    def _compile(self, program: Program, structure: Structure) -> None:
        with suppress(MosilaError, OSError, ValueError):
            self._model.compile_ahead(program, structure)
