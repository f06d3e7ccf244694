"""What a run leaves behind: values over time, the logs of events and structures, and how they are shown and saved."""

from mosila.results.result import Counts, Result, SimulationFailedError, UnknownVariableError
from mosila.results.segment import Kind, RowKind, Segment, SegmentReader, Variable
from mosila.runtime.logs import ChartStep, Event, StructureChange

__all__ = [
    "ChartStep",
    "Counts",
    "Event",
    "Kind",
    "Result",
    "RowKind",
    "Segment",
    "SegmentReader",
    "SimulationFailedError",
    "StructureChange",
    "UnknownVariableError",
    "Variable",
]
