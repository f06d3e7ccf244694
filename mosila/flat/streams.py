"""Stream variables: what flows into each port, and what flows out of the ports of a class that it connects inside.

The formulas are those of the Modelica specification, section 15.2: two connected ports see each other's values; where more meet,
each sees the mean of what the others send, weighted by their flows, and near zero flow smoothly the plain mean.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass
from mosila.flat.flat import Equal, EquationGroup, Sum
from mosila.flat.program import Program
from mosila.flat.sets import Pair, joined_pairs, node
from mosila.instance.plan import Plan, Stream, Template, cell
from mosila.source import Span
from mosila.symbolic.expression import ONE, ZERO, Expr, apply, constant, slot

SMALL_FLOW = 1e-6
"""Below this part of its nominal value a flow counts as small."""


@dataclass(slots=True)
class StreamEquations:
    """What holds for the streams of a structure."""

    equalities: list[Equal] = field(default_factory=list)
    sums: list[Sum] = field(default_factory=list)
    equations: list[EquationGroup] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Source:
    """What a member of a connection set sends into it: a value, with a flow that counts against its sign where it is inside."""

    flow: int
    value: int
    outside: bool


def stream_equations(program: Program, active: NDArray[np.bool_], pairs: Iterable[Pair]) -> StreamEquations:
    """The equations of what comes in at every port, and of what goes out of ports that are connected inside their class."""
    return _Writer(program, active, list(pairs)).write()


class _Writer:
    def __init__(self, program: Program, active: NDArray[np.bool_], pairs: list[Pair]) -> None:
        self.program = program
        self.found = StreamEquations()
        self.mixed: dict[Template, list[tuple[list[int], int, Span]]] = {}
        self.sets = joined_pairs(pairs)
        self.members = self.sets.sets()
        self.spans: dict[int, Span] = {}
        for pair in pairs:
            for position in (pair.first, pair.second):
                self.spans.setdefault(position, pair.span)
        self.streams: dict[int, Stream] = {
            start + each.position: Stream(start + each.position, start + each.flow, start + each.incoming)
            for plan, start in _connectors(program, active)
            for each in plan.streams
        }

    def write(self) -> StreamEquations:
        """All equations, in the order of the positions."""
        for position, stream in sorted(self.streams.items()):
            self.equation(node(position, False), stream.incoming, position)
            outside = node(position, True)
            if outside in self.sets.parent and len(self.members[self.sets.find(outside)]) > 1:
                self.equation(outside, position, None)
        self.found.equations.extend(self.groups())
        return self.found

    def equation(self, member: int, target: int, own: int | None) -> None:
        """What the other members of a set send to one: the equation for the target."""
        span = self.spans.get(member // 2) or self.program.tree.variable_at(member // 2).span
        sources = self.sources(member)
        if not sources and own is not None:
            self.found.equalities.append(Equal(own, target, span))
        elif not sources:
            self.found.sums.append(Sum((target,), (1.0,), span, "nothing flows out"))
        elif len(sources) == 1:
            self.found.equalities.append(Equal(sources[0].value, target, span))
        else:
            self.mix(target, sources, span)

    def sources(self, member: int) -> list[_Source]:
        """The other members of a set that can send something; of two that are alone the other one always does."""
        if member not in self.sets.parent:
            return []
        others = [other for other in self.members[self.sets.find(member)] if other != member]
        found: list[_Source] = []
        for other in others:
            stream = self.streams[other // 2]
            outside = bool(other % 2)
            if len(others) == 1 or self.can_send(stream.flow, outside):
                found.append(_Source(stream.flow, stream.incoming if outside else stream.position, outside))
        return found

    def can_send(self, flow: int, outside: bool) -> bool:
        """Whether the bounds of a flow let it go into the connection set."""
        low, high = self.program.bounds.get(flow, (-np.inf, np.inf))
        return high > 0 if outside else low < 0

    def mix(self, target: int, sources: list[_Source], span: Span) -> None:
        """The weighted mean of what several sources send."""
        small = SMALL_FLOW * min(float(self.program.attributes.nominal[source.flow]) for source in sources)
        template = _mixing(tuple(source.outside for source in sources), small)
        cells = [cell(target), *(cell(p) for source in sources for p in (source.flow, source.value))]
        self.mixed.setdefault(template, []).append((cells, target, span))

    def groups(self) -> Iterable[EquationGroup]:
        """The mixing equations, those of one template together."""
        for template, rows in self.mixed.items():
            cells, targets, spans = zip(*rows, strict=True)
            yield EquationGroup(template, np.array(cells, dtype=np.int32), spans, np.array(targets, dtype=np.int32))


def _connectors(program: Program, active: NDArray[np.bool_]) -> Iterable[tuple[Plan, int]]:
    for plan, starts in program.tree.instances.items():
        if plan.streams:
            yield from ((plan, start) for start in starts.tolist() if active[start])


@cache
def _mixing(outside: tuple[bool, ...], small: float) -> Template:
    """`target = sum(w*value)/sum(w)` over the slots target, flow 1, value 1, flow 2, ..., with weights that are never all zero."""
    flows = [slot(1 + 2 * k) for k in range(len(outside))]
    values = [slot(2 + 2 * k) for k in range(len(outside))]
    sent = [apply("max", flow if out else apply("neg", flow), ZERO) for flow, out in zip(flows, outside, strict=True)]
    total = _sum(sent)
    eps = constant(small)
    part = apply("/", total, eps)
    rising = apply("*", apply("*", part, part), apply("-", constant(3.0), apply("*", constant(2.0), part)))
    large = apply("if", apply(">", total, eps), ONE, rising)
    weights = [apply("+", apply("*", large, each), apply("*", apply("-", ONE, large), eps)) for each in sent]
    carried = _sum([apply("*", weight, value) for weight, value in zip(weights, values, strict=True)])
    return Template(slot(0), apply("/", carried, _sum(weights)))


def _sum(terms: list[Expr]) -> Expr:
    result = terms[0]
    for term in terms[1:]:
        result = apply("+", result, term)
    return result
