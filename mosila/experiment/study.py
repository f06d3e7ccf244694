"""Parameter studies: one model, many cases, on all cores or on a Dask cluster; the results as one dataset."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from mosila.diagnostics import MosilaError
from mosila.diagnostics.experiment import BAD_STUDY
from mosila.experiment.build_result import is_shown
from mosila.experiment.case import CaseResult, Task, default_names, run_case, run_packed_case
from mosila.experiment.model import Model
from mosila.experiment.pool import Numbered, default_processes, run_in_processes
from mosila.experiment.sampling import Range, factorial, latin_hypercube, monte_carlo
from mosila.experiment.study_folder import StudyFolder
from mosila.options import Settings
from mosila.results.optional import require
from mosila.results.patterns import match_names

if TYPE_CHECKING:
    import xarray

SAMPLINGS = ("factorial", "latin", "random")
Progress = Callable[[int, int], None]


class Study:
    """Runs of one model with parameters from `ranges`: lists of values, or distributions to draw from.

    `sampling` is `factorial` (all combinations), `latin` (Latin hypercube) or `random` (Monte Carlo), the last two with so
    many `samples`. `observe` names the variables that are kept, else the states. With a `folder`, cases that are done stay
    there, and the same study goes on after a kill. `parameters` are values for all cases; other arguments are those of
    `Model.simulate`.
    """

    def __init__(
        self,
        model: Model,
        ranges: Mapping[str, Range],
        *,
        sampling: str = "factorial",
        samples: int = 100,
        seed: int = 0,
        observe: Sequence[str] | str | None = None,
        folder: str | Path | None = None,
        parameters: Mapping[str, object] | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        if sampling not in SAMPLINGS:
            raise MosilaError(BAD_STUDY.at(why=f"there is no sampling `{sampling}`; there are {', '.join(SAMPLINGS)}"))
        if not ranges:
            raise MosilaError(BAD_STUDY.at(why="no parameter varies"))
        self.model = model
        self.ranges = dict(ranges)
        self.is_factorial = sampling == "factorial"
        draw = {"latin": latin_hypercube, "random": monte_carlo}.get(sampling)
        self.cases = draw(self.ranges, samples, seed) if draw else factorial(self.ranges)
        options, fixed = model.options(**settings), dict(parameters or {})
        for name in (*fixed, *self.ranges):
            model.settle({name: {**fixed, **self.cases[0]}[name]})
        patterns = [observe] if isinstance(observe, str) else observe
        names = match_names(patterns, self._variables(fixed), model.name) if patterns else tuple(default_names(self._preview(fixed)))
        self.task = Task(options, names, fixed)
        key = f"{model.name} {model.digest}"
        self._folder = StudyFolder(Path(folder), key, self.task, self.cases) if folder is not None else None
        self._results: dict[int, CaseResult] = {}

    def _variables(self, fixed: Mapping[str, object]) -> list[str]:
        """The variables of the first case; sizes may differ from those of the model as it is."""
        variant, _ = self.model.settle({**fixed, **self.cases[0]})
        return [".".join(path) for path, _, variable in variant.program.tree.variables() if is_shown(path, variable)]

    def _preview(self, fixed: Mapping[str, object]) -> Any:
        """The first case at its start, for the names of its states."""
        return self.model.simulator(parameters={**fixed, **self.cases[0]}).result

    def __len__(self) -> int:
        return len(self.cases)

    def run(self, processes: int | None = None, client: Any = None, progress: Progress | None = None) -> xarray.Dataset:
        """Run what is not done yet, in so many processes (1: in this one) or on the cluster of a Dask client."""
        require("xarray", "the results of a study", "xarray")
        if self._folder is not None:
            for number in range(len(self.cases)):
                if number not in self._results and (stored := self._folder.read(number)) is not None:
                    self._results[number] = stored
        waiting: list[Numbered] = [(number, case) for number, case in enumerate(self.cases) if number not in self._results]
        for number, result in self._answers(waiting, processes or default_processes(), client):
            self._results[number] = result
            if self._folder is not None:
                self._folder.write(number, result)
            if progress is not None:
                progress(len(self._results), len(self.cases))
        return self.dataset()

    def _answers(self, waiting: list[Numbered], processes: int, client: Any) -> Iterator[tuple[int, CaseResult]]:
        if not waiting:
            return
        if client is not None:
            yield from self._on_cluster(waiting, client)
        elif processes == 1 or len(waiting) == 1:
            yield from ((number, run_case(self.model, self.task, case)) for number, case in waiting)
        else:
            yield from run_in_processes(self._packed(waiting), self.task, waiting, processes)

    def _on_cluster(self, waiting: list[Numbered], client: Any) -> Iterator[tuple[int, CaseResult]]:
        distributed = require("distributed", "a study on a Dask cluster", "dask")
        content = client.scatter(self._packed(waiting), broadcast=True)
        futures = {client.submit(run_packed_case, content, self.task, case, pure=False): number for number, case in waiting}
        for future in distributed.as_completed(futures):
            if future.status == "error":
                nothing = np.full((len(self.task.names), len(self.task.options.grid())), np.nan)
                yield futures[future], CaseResult(nothing, f"the worker failed: {future.exception()}")
            else:
                yield futures[future], future.result()

    def _packed(self, waiting: list[Numbered]) -> bytes:
        """The model with every variant that a case asks for; cases that ask for what cannot be tell so themselves."""
        for _, case in waiting:
            try:
                self.model.settle({**self.task.parameters, **case})
            except MosilaError:
                continue
        return self.model.pack()

    @property
    def failures(self) -> list[tuple[dict[str, object], str]]:
        """The cases that failed so far: their parameters and what went wrong."""
        return [(self.cases[number], each.message) for number, each in sorted(self._results.items()) if each.message]

    def dataset(self) -> xarray.Dataset:
        """What is done so far: variables over the parameters (all combinations) or over the cases, and over time."""
        package = require("xarray", "the results of a study", "xarray")
        grid = self.task.options.grid()
        missing = CaseResult(np.full((len(self.task.names), len(grid)), np.nan), "not run")
        results = [self._results.get(number, missing) for number in range(len(self.cases))]
        if self.is_factorial:
            dimensions = tuple(self.ranges)
            coordinates: dict[str, Any] = {name: list(values) for name, values in self.ranges.items() if isinstance(values, Sequence)}
            coordinates |= {name: values for name, values in self.ranges.items() if isinstance(values, np.ndarray)}
        else:
            dimensions = ("case",)
            coordinates = {name: ("case", [case[name] for case in self.cases]) for name in self.ranges}
        shape = tuple(len(coordinates[name]) for name in dimensions) if self.is_factorial else (len(self.cases),)
        data: dict[str, Any] = {
            name: ((*dimensions, "time"), np.array([each.values[place] for each in results]).reshape(*shape, len(grid)))
            for place, name in enumerate(self.task.names)
        }
        facts = {
            "failed": [bool(each.message) for each in results],
            "message": [each.message for each in results],
            "end": [each.end for each in results],
            "events": [each.events for each in results],
            "structures": [each.structures for each in results],
        }
        data |= {name: (dimensions, np.array(values).reshape(shape)) for name, values in facts.items()}
        dataset: xarray.Dataset = package.Dataset(data, coords={**coordinates, "time": grid}, attrs={"model": self.model.name})
        return dataset
