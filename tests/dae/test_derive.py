"""Derivation: which variables are one, which are determined, held or zero, and what is said if they do not fit."""

from __future__ import annotations

import pytest

from mosila.dae.derive import derive, rechoose
from mosila.dae.rows import ZERO
from mosila.dae.system import DaeSystem
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.instance.plan import CELLS, DERIVATIVE, RESERVED, Link, Role, StateSelect, Variability
from tests.dae.models import Model


def names(system: DaeSystem, positions: tuple[int, ...]) -> list[str]:
    return [system.flat.tree.variable_name(position) for position in positions]


def columns(system: DaeSystem) -> list[str]:
    tree = system.flat.tree
    return [f"der({tree.variable_name(c // CELLS)})" if c % CELLS == DERIVATIVE else tree.variable_name(c // CELLS) for c in system.columns]


def faults(model: Model) -> tuple[Diagnostic, ...]:
    with pytest.raises(MosilaError) as caught:
        derive(model.flat())
    return caught.value.diagnostics


def the_fault(model: Model) -> Diagnostic:
    found = faults(model)
    assert len(found) == 1, found
    return found[0]


def landing_device(gravity: bool, boost: bool) -> Model:
    """The landing device: a body, and gravity and a booster that may be attached to it."""
    model = Model()
    for name, active in (("body", True), ("gr", gravity), ("boost", boost)):
        alone = name == "body" and not (gravity or boost)
        model.real(f"{name}.p.F", value=True, link=Link.SUM, in_connector=True, active=active, zero_sum=alone)
        model.real(f"{name}.p.m", value=True, in_connector=True, active=active)
    model.real("body.a", "body.v", "body.s", value=True)
    model.real("boost.m", active=boost)
    model.parameter("gr.g")
    model.discrete("boost.empty")
    model.equation("der(body.v) = body.a", "der(body.s) = body.v", "body.a = body.p.F / body.p.m")
    terms = ["-body.p.F"]
    if gravity:
        model.equation("gr.p.F = -gr.p.m * gr.g")
        model.equal("body.p.m", "gr.p.m")
        terms.append("gr.p.F")
    if boost:
        model.equation("boost.p.m = boost.m", "der(boost.m) = 0 if boost.empty else -10", "boost.p.F = 0 if boost.empty else 1200")
        model.equal("body.p.m", "boost.p.m")
        terms.append("boost.p.F")
    if len(terms) > 1:
        model.balance(*terms)
    return model


def test_the_mass_is_held_until_the_booster_burns_it() -> None:
    system = derive(landing_device(True, False).flat())
    assert names(system, system.held) == ["body.p.m"]
    with_boost = derive(landing_device(True, True).flat())
    assert with_boost.held == ()
    assert "der(boost.m)" in columns(with_boost)


def test_a_sum_with_nothing_attached_is_zero_before_anything_is_held() -> None:
    system = derive(landing_device(False, False).flat())
    assert names(system, system.held) == ["body.p.m"]
    zero = [row for row in system.rows if row.group == ZERO]
    assert names(system, tuple(row.index for row in zero)) == ["body.p.F"]
    assert system.row_of_column[columns(system).index("body.p.F")] == system.rows.index(zero[0])


def test_a_sum_with_nothing_attached_may_be_determined_by_an_equation() -> None:
    model = Model()
    model.real("p.F", link=Link.SUM, in_connector=True, zero_sum=True)
    model.equation("p.F = 3 * time")
    system = derive(model.flat())
    assert [row.group for row in system.rows] == [0]
    assert system.held == ()


def test_aliases_reach_through_connections_balances_and_equations_with_their_signs() -> None:
    model = Model()
    model.real("a", "b", "c", "d", "e")
    model.equal("a", "b")
    model.balance("b", "c")
    model.equation("0 = c + d", "d - e = 0", "e = time")
    aliases = derive(model.flat()).aliases
    assert len(set(aliases.representative[RESERVED:].tolist())) == 1
    assert (aliases.sign[RESERVED:] * aliases.sign[RESERVED]).tolist() == [1, 1, -1, 1, 1]


def test_a_differentiated_variable_stands_for_its_aliases() -> None:
    model = Model()
    model.real("a", "x", "b")
    model.equation("a = -x", "b = x", "der(x) = a")
    system = derive(model.flat())
    assert columns(system) == ["der(x)"]
    assert system.aliases.sign[RESERVED:].tolist() == [-1, 1, 1]


def test_inactive_variables_and_parameters_are_known() -> None:
    model = Model()
    model.real("x", "y")
    model.real("gone", active=False)
    model.parameter("k")
    model.equation("x = gone * k", "der(y) = x")
    assert columns(derive(model.flat())) == ["x", "der(y)"]


def test_what_is_not_differentiated_is_held_before_what_is() -> None:
    model = Model()
    model.real("x", "y", value=True)
    model.equation("der(x) = y * y")
    system = derive(model.flat())
    assert names(system, system.held) == ["y"]


def test_connector_variables_are_held_before_others() -> None:
    model = Model()
    model.real("y", value=True)
    model.real("p.q", value=True, in_connector=True)
    model.equation("y * y = p.q + time")
    system = derive(model.flat())
    assert names(system, system.held) == ["p.q"]


def test_a_choice_between_equals_is_an_error_that_names_them() -> None:
    model = Model()
    model.real("x", "y", "z", value=True)
    model.equation("x * y = time")
    fault = the_fault(model)
    assert fault.code == "S057"
    assert "`x`, `y`" in fault.message
    assert "`z`" not in fault.message
    assert "leave 1 of these" in fault.message


def test_flow_variables_are_never_held() -> None:
    model = Model()
    model.real("p.i", value=True, link=Link.FLOW, in_connector=True)
    model.real("x", value=True)
    model.equation("x * p.i = time")
    system = derive(model.flat())
    assert names(system, system.held) == ["x"]
    alone = Model()
    alone.real("p.i", value=True, link=Link.FLOW, in_connector=True)
    assert the_fault(alone).code == "B001"


def test_a_held_state_is_held_by_its_value() -> None:
    model = Model()
    model.real("x", value=True)
    model.real("y")
    model.discrete("r", role=Role.RELATION)
    model.equation("y = time")
    model.relation("r", "der(x)", ">", "y")
    system = derive(model.flat())
    assert names(system, system.held) == ["x"]


def test_too_few_equations_names_variables_and_equations() -> None:
    model = Model()
    model.real("body.x", "body.y", "z")
    model.equation("body.x * body.y = time", "z = time")
    fault = the_fault(model)
    assert fault.code == "B001"
    assert "`body.x`, `body.y`" in fault.message
    assert "`z`" not in fault.message
    assert "add 1 equation" in fault.help
    assert fault.path == ("body",)
    assert fault.span.line == 1
    assert [span.line for span, _ in fault.related] == [4]


def test_too_many_equations_names_the_equations() -> None:
    model = Model()
    model.real("x", "y")
    model.equation("x = time", "y = 2 * time", "x = 3 + time * time")
    fault = the_fault(model)
    assert fault.code == "B002"
    assert "1 equation too many for `x`" in fault.message
    assert (fault.span.line, [span.line for span, _ in fault.related]) == (5, [3])


def test_independent_faults_are_all_reported() -> None:
    model = Model()
    model.real("x", "y", "z")
    model.equation("x = time", "x = 3 + time * time", "x = 4 + time * time")
    assert sorted(fault.code for fault in faults(model)) == ["B001", "B001", "B002"]


def test_an_equation_left_with_inactive_variables_says_what_to_write() -> None:
    model = Model()
    model.real("boost.m", active=False)
    model.parameter("k")
    model.equation("boost.m = k")
    fault = the_fault(model)
    assert fault.code == "B002"
    assert "modifier" in fault.help


def test_as_many_equations_as_unknowns_may_still_be_singular() -> None:
    model = Model()
    model.real("x", "y", "z")
    model.equation("x = time", "x = 3 + time * time", "y * z = time")
    fault = the_fault(model)
    assert fault.code == "B003"
    assert "leave `y`, `z` undetermined" in fault.message
    assert "for `x`" in fault.message


def test_a_pendulum_has_two_states_and_constraints_at_three_levels() -> None:
    model = Model("pendulum.mo")
    model.real("x", "y", "u", "v", "force")
    model.equation("der(x) = u", "der(y) = v", "der(u) = -force * x", "der(v) = -force * y - 9.81", "x * x + y * y = 1")
    system = derive(model.flat())
    assert names(system, system.reduced.states) == ["x", "u"]
    (part,) = system.reduced.pivots
    assert part.levels == (1, 1, 2)
    assert part.orders == (2, 2, 1, 1)
    assert (len(system.rows), len(system.columns)) == (9, 9)
    other = rechoose(system, (((0, 1, 2), (0,)),))
    assert names(other, other.reduced.states) == ["y", "v"]
    assert other.rows == system.rows


@pytest.mark.parametrize(
    ("select", "state"),
    [
        ((0, 0), "a"),
        ((0, StateSelect.PREFER), "b"),
        ((StateSelect.AVOID, 0), "b"),
        ((StateSelect.ALWAYS, StateSelect.PREFER), "a"),
        ((StateSelect.NEVER, StateSelect.AVOID), "b"),
    ],
)
def test_of_variables_that_a_constraint_ties_the_wanted_one_is_a_state(select: tuple[int, int], state: str) -> None:
    model = Model()
    model.real("a", "b", "f")
    model.equation("der(a) = f", "b = 2 * a", "der(b) = -b")
    flat = model.flat()
    flat.attributes.state_select[RESERVED : RESERVED + 2] = select
    assert names(derive(flat), derive(flat).reduced.states) == [state]


def test_a_choice_of_states_that_cannot_be_kept() -> None:
    model = Model()
    model.real("a", "b", "f")
    model.equation("der(a) = f", "b = 2 * a", "der(b) = -b")
    flat = model.flat()
    flat.attributes.state_select[RESERVED : RESERVED + 2] = StateSelect.ALWAYS
    with pytest.raises(MosilaError) as caught:
        derive(flat)
    assert [(fault.code, fault.span.line) for fault in caught.value.diagnostics] == [("B010", 2)]


def test_a_delayed_value_cannot_be_differentiated() -> None:
    model = Model()
    model.real("x", "y", "f")
    model.real("late", role=Role.DELAY, variability=Variability.DISCRETE)
    model.equation("der(x) = f", "x = y * late", "der(y) = -1")
    fault = the_fault(model)
    assert fault.code == "B004"
    assert "`late`" in fault.message


def test_a_fixed_start_speaks_for_a_state() -> None:
    model = Model()
    model.real("a", "b", "f")
    model.equation("der(a) = f", "b = 2 * a", "der(b) = -b")
    flat = model.flat()
    flat.attributes.fixed[RESERVED + 1] = True
    assert names(derive(flat), derive(flat).reduced.states) == ["b"]


def test_a_declared_value_beside_an_equation_is_an_error_in_mo_files_only() -> None:
    for name, code in (("a.mo", "B005"), ("a.mosila", "")):
        model = Model(name)
        model.real("x", value=True)
        model.equation("x = time * 2")
        if code:
            fault = the_fault(model)
            assert (fault.code, fault.span.line, fault.related[0][0].line) == (code, 1, 2)
            assert "`x(start = ...)`" in fault.help
        else:
            assert derive(model.flat()).held == ()


def test_a_declared_value_in_a_mo_file_is_an_equation_where_there_is_no_other() -> None:
    model = Model("a.mo")
    model.real("x", value=True)
    model.real("p.i", value=True, link=Link.FLOW, in_connector=True)
    model.real("y")
    model.equation("x * y = p.i + time")
    system = derive(model.flat())
    assert names(system, system.held) == ["x", "p.i"]


def test_an_equation_that_repeats_others_is_named_as_such() -> None:
    model = Model()
    model.real("a", "b", "c")
    model.equal("a", "b")
    model.equal("b", "c")
    model.equation("a = c", "a = time")
    fault = the_fault(model)
    assert fault.code == "B007"
    assert "`a` and `c`" in fault.message
    assert fault.span.line == 6


def test_equal_and_opposite_is_zero_not_a_repetition() -> None:
    model = Model()
    model.real("a", "b")
    model.equation("a = b", "a = -b")
    system = derive(model.flat())
    assert [list(row) for row in system.incidence] == [[0]]


def test_what_aliases_cancel_does_not_count_as_occurring() -> None:
    """A short circuit: the voltage across it is zero, and says nothing of the potential."""
    model = Model()
    model.real("v", "p", "n")
    model.equal("p", "n")
    model.equation("v = p - n", "p = time * 2")
    system = derive(model.flat())
    assert [list(row) for row in system.incidence] == [[0], [1]]
    only_once = Model()
    only_once.real("p", "n")
    only_once.equal("p", "n")
    only_once.equation("p - n = 5")
    assert the_fault(only_once).code == "B003"


def test_discrete_equations_are_solved_for_their_left_sides() -> None:
    model = Model()
    model.discrete("b", "c", "d")
    model.discrete("r", role=Role.RELATION)
    model.equation("b = c", "d = r and not pre(b)", discrete=True)
    system = derive(model.flat())
    assert names(system, tuple(c // CELLS for c in system.discrete_columns)) == ["b", "c", "d"]
    assert system.row_of_discrete_column.tolist() == [0, -1, 1]


def test_two_discrete_equations_for_one_variable_are_too_many() -> None:
    model = Model()
    model.discrete("b")
    model.discrete("r", "s", role=Role.RELATION)
    model.equation("b = r", "b = s", discrete=True)
    fault = the_fault(model)
    assert (fault.code, fault.span.line) == ("B002", 5)


def test_connected_discrete_variables_are_one_and_known_to_continuous_equations() -> None:
    model = Model()
    model.real("u", "x")
    model.discrete("y", "z")
    model.equal("u", "y")
    model.equal("y", "z")
    model.equation("y = pre(y) + 1", discrete=True)
    model.equation("x = 2 * u")
    system = derive(model.flat())
    assert columns(system) == ["x"]
    assert names(system, (int(system.aliases.representative[RESERVED]), int(system.aliases.representative[RESERVED + 3]))) == ["y", "y"]
