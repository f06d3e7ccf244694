"""Everything a run is at one moment, by object identity: what a structural change hands over."""

from __future__ import annotations

from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from mosila.charts.chart import Configuration
from mosila.dataclass import dataclass
from mosila.instance.structure import Structure
from mosila.runtime.population import Population


@dataclass(slots=True)
class RunState:
    """Values of all cells (variables, derivatives, `pre`, relations), structure, and where the charts are."""

    cells: NDArray[np.float64]
    structure: Structure
    configurations: tuple[Configuration, ...]
    """One for each machine of the object tree, in its order."""
    assigned: set[int] = field(default_factory=set)
    """Positions that actions of the present macrostep gave a value."""
    touched: set[int] = field(default_factory=set)
    """Positions of the run's own variables (states, timers, what is active) that the present macrostep changed."""
    population: Population = field(default_factory=Population)
    """The dynamic objects."""
    restarting: set[int] = field(default_factory=set)
    """Objects that the present macrostep has reset: their charts rest until it ends."""
    restarted: set[int] = field(default_factory=set)
    """Objects that were reset since the last structural change: they have no left limits."""
    begun: frozenset[int] = frozenset()
    """Objects that have been active, so that their initial equations are done with."""
