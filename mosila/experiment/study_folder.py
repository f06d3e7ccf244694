"""The folder of a study: a file for each case that is done, so that a study that was killed goes on where it was."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from mosila.diagnostics import MosilaError
from mosila.diagnostics.experiment import OTHER_STUDY
from mosila.experiment.case import CaseResult, Task
from mosila.results.replace_file import cannot_write, replacing, replacing_path

DESCRIPTION = "study.json"


class StudyFolder:
    """Results of cases, by number; files appear under their names when they are complete."""

    def __init__(self, path: Path, model: str, task: Task, cases: Sequence[Mapping[str, object]]) -> None:
        self._path = path
        described = {"mosila study": 1, "model": model, **_plain(task), "cases": [dict(case) for case in cases]}
        text = json.dumps(described, sort_keys=True, default=float)
        try:
            path.mkdir(parents=True, exist_ok=True)
            found = (path / DESCRIPTION).read_text(encoding="utf-8") if (path / DESCRIPTION).exists() else None
        except OSError as error:
            raise cannot_write(path, error) from error
        if found is not None and found != text:
            raise MosilaError(OTHER_STUDY.at(folder=path))
        if found is None:
            with replacing(path / DESCRIPTION) as stream:
                stream.write(text)

    def read(self, number: int) -> CaseResult | None:
        """The result of a case that is done; None also for a file that is damaged."""
        try:
            with np.load(self._file(number), allow_pickle=False) as stored:
                return CaseResult(
                    stored["values"], str(stored["message"]), float(stored["end"]), int(stored["events"]), int(stored["structures"])
                )
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None

    def write(self, number: int, result: CaseResult) -> None:
        """Keep the result of a case."""
        content = io.BytesIO()
        np.savez(
            content,
            values=result.values,
            message=np.array(result.message),
            end=np.array(result.end),
            events=np.array(result.events),
            structures=np.array(result.structures),
        )
        with replacing_path(self._file(number)) as temporary:
            temporary.write_bytes(content.getvalue())

    def _file(self, number: int) -> Path:
        return self._path / f"{number:06d}.npz"


def _plain(task: Task) -> dict[str, object]:
    options = task.options
    names = ("start", "stop", "tolerance", "absolute_tolerance", "output_intervals", "solver", "step", "zeno")
    return {**{name: getattr(options, name) for name in names}, "variables": list(task.names), "parameters": dict(task.parameters)}
