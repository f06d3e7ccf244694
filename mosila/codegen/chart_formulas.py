"""The formulas of a chart: guards, durations, and what its actions compute."""

from __future__ import annotations

from collections.abc import Iterator

from mosila.instance.plan import (
    Action,
    Assign,
    Attach,
    ChartPlan,
    Choose,
    Count,
    Create,
    Detach,
    Formula,
    Join,
    Part,
    Passes,
    Place,
    Plan,
    Point,
    Repeat,
    Require,
    Visit,
)


def hidden_formulas(plan: Plan) -> Iterator[Formula]:
    """The formulas that actions evaluate before those that read their results."""
    yield from (each.term for each in plan.reductions if each.in_action)
    for branch in plan.branches:
        yield from (branch.condition, branch.then, branch.otherwise)


def chart_formulas(plan: ChartPlan) -> Iterator[Formula]:
    """Every formula of a chart: guards first, then those of timers, then those of the actions in order."""
    yield from plan.guards
    yield from plan.plain_guards
    yield from plan.durations
    for actions in plan.actions:
        yield from action_formulas(actions)


def action_formulas(actions: tuple[Action, ...]) -> Iterator[Formula]:
    """The formulas of a list of actions."""
    for action in actions:
        match action:
            case Assign(targets=targets, values=values):
                yield from _indices(*targets)
                yield from values
            case Attach(base=base, object=object_) | Detach(base=base, object=object_) | Part(collection=base, object=object_):
                yield from _indices(base, object_)
            case Point(target=place, source=source) | Join(collection=place, source=source):
                yield from _indices(place, source)
            case Visit(body=body):
                yield from action_formulas(body)
            case Choose(branches=branches, otherwise=otherwise):
                for condition, chosen in branches:
                    yield condition
                    yield from action_formulas(chosen)
                yield from action_formulas(otherwise)
            case Count(first=first, step=step, last=last, body=body):
                yield from (first, step, last)
                yield from action_formulas(body)
            case Passes(bodies=bodies):
                for body in bodies:
                    yield from action_formulas(body)
            case Repeat(condition=condition, body=body):
                yield condition
                yield from action_formulas(body)
            case Require(assertion=assertion):
                yield assertion.condition
                yield from (piece.formula for piece in assertion.message if not isinstance(piece, str))
            case _:
                pass


def _indices(*places: Place | Create | None) -> Iterator[Formula]:
    for place in places:
        if isinstance(place, Create):
            yield from (formula for _, formula in place.values)
        elif place is not None:
            yield from (formula for formula, _ in place.indices)
