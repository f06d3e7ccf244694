"""The formulas of a chart: guards, and what its actions compute."""

from __future__ import annotations

from collections.abc import Iterator

from mosila.instance.plan import Action, Assign, ChartPlan, Choose, Formula


def chart_formulas(plan: ChartPlan) -> Iterator[Formula]:
    """Every formula of a chart: guards first, then those of the actions in order."""
    yield from plan.guards
    yield from plan.plain_guards
    for actions in plan.actions:
        yield from action_formulas(actions)


def action_formulas(actions: tuple[Action, ...]) -> Iterator[Formula]:
    """The formulas of a list of actions."""
    for action in actions:
        match action:
            case Assign(value=value):
                yield value
            case Choose(branches=branches, otherwise=otherwise):
                for condition, chosen in branches:
                    yield condition
                    yield from action_formulas(chosen)
                yield from action_formulas(otherwise)
            case _:
                pass
