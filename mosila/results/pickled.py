"""A result <-> what a pickle of it holds: its description and the columns of all its variables, as in a file."""

from __future__ import annotations

import json
from collections.abc import Callable

from mosila.dataclass import dataclass
from mosila.results.metadata import to_metadata
from mosila.results.result import Result
from mosila.results.segment import Values
from mosila.results.stored import described_result


@dataclass(frozen=True, slots=True, eq=False)
class PickledColumns:
    """The columns of a result, in memory."""

    time: Values
    values: dict[str, Values]

    def column(self, name: str) -> Values:
        """A variable over the time axis."""
        return self.values[name]


def reduce_result(result: Result) -> tuple[Callable[[str, PickledColumns], Result], tuple[str, PickledColumns]]:
    """What makes the result again, and from what."""
    columns = PickledColumns(result.time, {name: result[name] for name in result.names})
    return restore_result, (json.dumps(to_metadata(result, result.variables)), columns)


def restore_result(description: str, columns: PickledColumns) -> Result:
    """The result of these columns."""
    return described_result(columns, json.loads(description))
