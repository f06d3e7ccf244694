"""All of a result but its numbers, as plain JSON data: what the files of every format carry beside the columns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from typing import Any, Final, TextIO

import numpy as np

from mosila import __version__
from mosila.diagnostics.diagnostic import Diagnostic, Severity
from mosila.options import SimulationOptions
from mosila.results.result import Counts, Result
from mosila.results.segment import Kind, RowKind, Variable
from mosila.runtime.logs import ChartStep, Event, StructureChange
from mosila.source import Span
from mosila.timings import Timings

FORMAT: Final = "mosila result"
VERSION: Final = 1


def to_metadata(result: Result, variables: Sequence[Variable]) -> dict[str, Any]:
    """The description of a result that has these variables."""
    return {name: list(value) if isinstance(value, Iterator) else value for name, value in _parts(result, variables).items()}


def write_metadata(result: Result, variables: Sequence[Variable], stream: TextIO) -> None:
    """The same as JSON text, a line for each entry of a log: however long these are, memory does not grow with them."""
    separator = "{"
    for name, value in _parts(result, variables).items():
        stream.write(f"{separator}\n {json.dumps(name)}: ")
        separator = ","
        if not isinstance(value, Iterator):
            json.dump(value, stream, ensure_ascii=False)
            continue
        mark = "["
        for each in value:
            stream.write(f"{mark}\n  {json.dumps(each, ensure_ascii=False)}")
            mark = ","
        stream.write("[]" if mark == "[" else "]")
    stream.write("\n}\n")


def _limits(result: Result, kind: RowKind) -> Iterator[int]:
    """The numbers of the rows of a kind."""
    first = 0
    for segment in result.segments:
        yield from (first + np.flatnonzero(segment.kinds == kind)).tolist()
        first += len(segment)


def _parts(result: Result, variables: Sequence[Variable]) -> dict[str, Any]:
    """The description by parts; those that may be long are iterators."""
    options = asdict(result.options)
    return {
        "format": FORMAT,
        "version": VERSION,
        "mosila": __version__,
        "model": result.model,
        "rows": sum(len(segment) for segment in result.segments),
        "variables": [{**asdict(each), "kind": each.kind.value} for each in variables],
        "segments": ({"structure": segment.structure, "rows": len(segment)} for segment in result.segments),
        "left_limits": _limits(result, RowKind.LEFT),
        "right_limits": _limits(result, RowKind.RIGHT),
        "events": (asdict(each) for each in result.events),
        "structures": (asdict(each) for each in result.structures),
        "chart_steps": (asdict(each) for each in result.chart_steps),
        "warnings": [_diagnostic_data(each) for each in result.warnings],
        "timings": result.timings.as_dictionary(),
        "counts": asdict(result.counts),
        "options": {**options, "given": sorted(result.options.given), "annotated": sorted(result.options.annotated)},
        "cache_hit": result.cache_hit,
        "stop_reason": result.stop_reason,
    }


def from_metadata(data: dict[str, Any]) -> dict[str, Any]:
    """The fields of a `Result`, without its segments; what a later version added is passed over."""
    options = {**data["options"], "given": frozenset(data["options"]["given"]), "annotated": frozenset(data["options"]["annotated"])}
    return {
        "model": data["model"],
        "variables": tuple(Variable(**_known(Variable, {**each, "kind": Kind(each["kind"])})) for each in data["variables"]),
        "events": tuple(Event(**_tuples(_known(Event, each))) for each in data["events"]),
        "structures": tuple(StructureChange(**_tuples(_known(StructureChange, each))) for each in data["structures"]),
        "chart_steps": tuple(ChartStep(**_tuples(_known(ChartStep, each))) for each in data["chart_steps"]),
        "warnings": tuple(_diagnostic(each) for each in data["warnings"]),
        "timings": Timings(**_known(Timings, data["timings"])),
        "counts": Counts(**_known(Counts, data["counts"])),
        "options": SimulationOptions(**_known(SimulationOptions, options)),
        "cache_hit": data["cache_hit"],
        "stop_reason": data["stop_reason"],
    }


def row_kinds(data: dict[str, Any]) -> np.ndarray:
    """Why each row was stored."""
    kinds = np.full(data["rows"], RowKind.GRID, dtype=np.uint8)
    kinds[np.array(data["left_limits"], dtype=np.intp)] = RowKind.LEFT
    kinds[np.array(data["right_limits"], dtype=np.intp)] = RowKind.RIGHT
    return kinds


def is_metadata(data: object) -> bool:
    """Whether this is the description of a result that can be read."""
    return isinstance(data, dict) and data.get("format") == FORMAT and data.get("version") == VERSION


def _known(type_: Any, values: dict[str, Any]) -> dict[str, Any]:
    names = {each.name for each in fields(type_)}
    return {name: value for name, value in values.items() if name in names}


def _tuples(values: dict[str, Any]) -> dict[str, Any]:
    def freeze(value: Any) -> Any:
        return tuple(map(freeze, value)) if isinstance(value, list) else value

    return {name: freeze(value) for name, value in values.items()}


def _diagnostic_data(diagnostic: Diagnostic) -> dict[str, Any]:
    return {**asdict(diagnostic), "severity": diagnostic.severity.value}


def _diagnostic(data: dict[str, Any]) -> Diagnostic:
    related = tuple((Span(*span), text) for span, text in data["related"])
    known = {**data, "severity": Severity(data["severity"]), "span": Span(*data["span"]), "path": tuple(data["path"]), "related": related}
    return Diagnostic(**known)
