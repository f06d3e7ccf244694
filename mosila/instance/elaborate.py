"""Elaboration: a class -> the objects of a model, built until its classes and its connections agree."""

from __future__ import annotations

from dataclasses import replace

from mosila.diagnostics import MosilaError
from mosila.diagnostics.connect import UNSTEADY_WIRING
from mosila.instance.build import PlanFactory
from mosila.instance.check_objects import check_objects
from mosila.instance.context import unsupported
from mosila.instance.plan import Plan, Role
from mosila.instance.pools import term_plan
from mosila.instance.space import AddressSpace
from mosila.instance.tree import InstanceTree
from mosila.instance.wiring import Wiring
from mosila.semantics.classes import Class
from mosila.semantics.lookup import ClassTable

MOST_ROUNDS = 50


def elaborate(table: ClassTable, class_: Class, space: AddressSpace, takes_partial: bool = False) -> InstanceTree:
    """The objects of a model; errors that a later round does not confirm are not told. Of a partial class there are none to be run."""
    wiring = Wiring()
    for _ in range(MOST_ROUNDS):
        factory = PlanFactory(table, space, wiring, takes_partial)
        root = factory.root_plan(class_)
        is_final = not wiring.is_needed or root is None
        if root is not None and wiring.is_needed:
            is_final = not wiring.update(InstanceTree(root, space.size, space.size + root.size))
        if is_final:
            if factory.errors and root is not None:
                tree = InstanceTree(root, space.size, space.size + root.size)
                factory.errors.update(dict.fromkeys(check_objects(tree)))
            factory.raise_errors()
            assert root is not None, "what could not be built has errors"
            start = space.allocate(root.size)
            tree = InstanceTree(root, start, space.size, space.literals, frozenset(factory.evaluated))
            return _with_pools(tree, factory)
    raise MosilaError(UNSTEADY_WIRING.at(class_.symbol.span, name=class_.name))


def _refuse_delays(plans: tuple[Plan, ...]) -> None:
    """What a run remembers of the past has a place for the whole run, which objects that come and go have not."""
    waiting = list(plans)
    for plan in waiting:
        waiting += [c.content for c in plan.components.values() if isinstance(c.content, Plan) and c.content not in waiting]
        for _, variable in plan.auxiliaries:
            if variable.role is Role.DELAY:
                raise unsupported(variable.span, "`delay` in a class of dynamic objects", "use a first-order lag")


def _with_pools(tree: InstanceTree, factory: PlanFactory) -> InstanceTree:
    """The tree with first slots for the dynamic objects of each plan, and for the terms of reductions."""
    if not factory.referred:
        return tree
    plans = tuple(dict.fromkeys(factory.kinds))
    _refuse_delays(plans)
    kinds = tuple(plans.index(plan) for plan in factory.kinds)
    pools = (*plans, term_plan(tree.root.symbol))
    tree = replace(tree, pools=pools, kinds=kinds, wired=frozenset(factory.wired))
    for pool in range(len(pools)):
        tree = tree.grown(pool)
    return tree
