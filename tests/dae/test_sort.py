"""Sorting: what is assigned, what the solver gets, and that the numbers fulfil the equations as written."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mosila.dae.derive import derive
from mosila.dae.rows import COMPUTED
from mosila.dae.sort import DEPTH, sort
from mosila.dae.system import SortedSystem
from mosila.diagnostics import MosilaError
from mosila.instance.plan import DERIVATIVE, Link, Role
from tests.dae.ladders import component_ladder
from tests.dae.models import Model
from tests.dae.numbers import Numbers, all_residuals


def sorted_system(model: Model) -> SortedSystem:
    return sort(derive(model.flat()))


def names(system: SortedSystem, positions: tuple[int, ...]) -> list[str]:
    return [system.dae.flat.tree.variable_name(position) for position in positions]


def assigned(system: SortedSystem) -> list[str]:
    return names(system, tuple(assignment.position for assignment in system.assignments))


def test_assignments_stand_in_an_order_in_which_they_can_be_computed() -> None:
    model = Model()
    model.real("x", "a", "b", "c")
    model.parameter("k")
    model.equation("c = a * b", "b = a + x", "k * a = x", "der(x) = c")
    system = sorted_system(model)
    assert assigned(system) == ["a", "b", "c"]
    assert [assignment.level for assignment in system.assignments] == [0, 1, 2]
    assert system.index == 1
    assert not system.implicit
    numbers = Numbers(system, {"x": 3.0, "k": 2.0}).solve()
    assert numbers.value("x", DERIVATIVE) == pytest.approx(1.5 * 4.5)


def test_an_ordinary_differential_equation_has_index_zero() -> None:
    model = Model()
    model.real("x")
    model.equation("der(x) = -x")
    system = sorted_system(model)
    assert (system.index, len(system.assignments), system.implicit) == (0, 0, ())
    assert [row.group == COMPUTED for row in system.derivative_rows] == [False]


def test_a_coefficient_that_varies_leaves_the_unknown_to_the_solver() -> None:
    model = Model()
    model.real("x", "a", "b")
    model.equation("x * a = 1", "b + b * b * b = x", "der(x) = a + b")
    system = sorted_system(model)
    assert names(system, system.algebraic) == ["a", "b"]
    assert len(system.implicit) == 2
    numbers = Numbers(system, {"x": 2.0}).solve()
    assert numbers.value("x", DERIVATIVE) == pytest.approx(1.5)


def test_a_loop_goes_to_the_solver_with_its_derivatives() -> None:
    model = Model()
    model.real("x", "a", "b")
    model.equation("der(x) = a + b", "a - b = der(x) * 2 + time", "a + 2 * b = x")
    system = sorted_system(model)
    assert (names(system, system.states), len(system.implicit), len(system.assignments)) == (["x"], 1, 2)
    whole = sort(system.dae, torn=0)
    assert (names(whole, whole.states), len(whole.implicit), len(whole.derivative_rows)) == (["x"], 3, 0)
    assert sorted(names(whole, whole.algebraic)) == ["a", "b"]
    for each in (system, whole):
        assert np.abs(all_residuals(Numbers(each, {"x": 2.0}, time=1.0).solve())).max() < 1e-12


def test_a_derivative_that_others_read_becomes_an_assignment() -> None:
    model = Model()
    model.real("x", "y", "z")
    model.equation("y = -x", "der(x) = -3 * x", "z = 2 * der(y)")
    system = sorted_system(model)
    (derivative, z) = system.assignments
    assert (derivative.is_derivative, z.is_derivative, z.level) == (True, False, 1)
    assert [row.group for row in system.derivative_rows] == [COMPUTED]
    assert system.derivative_states.tolist() == [derivative.position]
    assert np.abs(all_residuals(Numbers(system, {"x": 2.0}).solve())).max() < 1e-12


def test_a_derivative_in_a_relation_is_read_too() -> None:
    model = Model()
    model.real("x")
    model.discrete("r", role=Role.RELATION)
    model.equation("der(x) = -3 * x")
    model.relation("r", "der(x)", ">", "x")
    system = sorted_system(model)
    assert [assignment.is_derivative for assignment in system.assignments] == [True]


def test_what_depends_on_no_state_and_not_on_time_is_static() -> None:
    model = Model()
    model.real("x", "a", "b", "c", "d")
    model.real("h", value=True)
    model.parameter("k")
    model.discrete("n", "r")
    model.equation("a = k * h", "b = a + n", "c = b + time", "d = c * r + a", "der(x) = d")
    system = sorted_system(model)
    static = {name: a.is_static for name, a in zip(assigned(system), system.assignments, strict=True)}
    assert static == {"a": True, "b": True, "c": False, "d": False}


def test_a_held_state_is_no_state_and_what_reads_it_is_static() -> None:
    model = Model()
    model.real("x", value=True)
    model.real("y")
    model.discrete("r", role=Role.RELATION)
    model.equation("y = 2 * x")
    model.relation("r", "der(x)", ">", "y")
    system = sorted_system(model)
    assert (system.states, names(system, system.held)) == ((), ["x"])
    assert [assignment.is_static for assignment in system.assignments] == [True]


def test_a_long_chain_is_cut() -> None:
    length = 3 * DEPTH + 5
    model = Model()
    model.real("x", *(f"a{k}" for k in range(length)))
    model.equation("a0 = 2 * x", *(f"a{k} = a{k - 1} + x" for k in range(1, length)), f"der(x) = -a{length - 1}")
    system = sorted_system(model)
    assert len(system.algebraic) == len(system.implicit) == length // (DEPTH + 1)
    assert max(assignment.level for assignment in system.assignments) == DEPTH - 1
    numbers = Numbers(system, {"x": 1.0}).solve()
    assert numbers.value("x", DERIVATIVE) == pytest.approx(-(length + 1.0))


def test_a_variable_that_aliases_bring_twice_into_a_row_is_left_to_the_solver() -> None:
    model = Model()
    model.real("a", "b")
    model.equation("a = b", "a + 2 * b = time")
    system = sorted_system(model)
    assert len(system.implicit) == 1
    assert Numbers(system, {}, time=6.0).solve().value("b") == pytest.approx(2.0)


def test_signs_of_aliases_are_kept_through_balances() -> None:
    model = Model()
    model.real("a", "b", "c", "d", link=Link.FLOW)
    model.balance("a", "b")
    model.balance("b", "-c", "d")
    model.equation("c = 3 * time", "a = 5 * time")
    numbers = Numbers(sorted_system(model), {}, time=1.0).solve()
    assert [numbers.value(name) for name in "abcd"] == pytest.approx([5.0, -5.0, 3.0, 8.0])


def test_discrete_equations_are_sorted_and_read_continuous_values() -> None:
    model = Model()
    model.real("x", "y")
    model.discrete("a", "b", "c", "free")
    model.equation("y = 2 * x", "der(x) = a")
    model.equation("a = b + y", "b = c + 1", "c = pre(a) + free", discrete=True)
    system = sorted_system(model)
    assert names(system, tuple(a.position for a in system.discrete)) == ["c", "b", "a"]
    assert [a.is_static for a in system.discrete] == [True, True, False]
    assert [a.level for a in system.discrete] == [0, 1, 2]
    assert names(system, system.discrete_held) == ["free"]


@pytest.mark.parametrize("equations", [("a = b + 1", "b = 2 * a"), ("a = a * a + 1",), ("b = not b",)])
def test_discrete_loops_are_named(equations: tuple[str, ...]) -> None:
    model = Model()
    model.discrete("a", "b")
    model.equation(*equations, discrete=True)
    with pytest.raises(MosilaError) as caught:
        sorted_system(model)
    (fault,) = caught.value.diagnostics
    assert fault.code == "B006"
    assert f"`{equations[0][0]}`" in fault.message
    assert fault.span.line == 3


@pytest.mark.parametrize("stages", [1, 2, 7])
def test_a_ladder_of_components_is_solved_by_assignments_alone(stages: int) -> None:
    system = sort(derive(component_ladder(stages)))
    assert (len(system.states), system.algebraic, system.implicit) == (stages, (), ())
    known = {f"R{k}.P": 2.0 for k in range(stages)} | {f"C{k}.P": 0.5 for k in range(stages)} | {"S.P": 10.0}
    voltages = [7.0 - k * k for k in range(stages)]
    numbers = Numbers(system, known | {f"C{k}.v": v for k, v in enumerate(voltages)}).solve()
    assert np.abs(all_residuals(numbers)).max() < 1e-12
    drops = -np.diff([10.0, *voltages])
    currents = np.append(drops / 2.0, 0.0)
    expected = (currents[:-1] - currents[1:]) / 0.5
    assert [numbers.value(f"C{k}.v", DERIVATIVE) for k in range(stages)] == pytest.approx(list(expected))


def test_equal_equations_are_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from mosila.dae import solutions

    solutions.solution.cache_clear()
    asked: list[object] = []
    solve = solutions.solve_for
    monkeypatch.setattr(solutions, "solve_for", lambda *arguments: asked.append(arguments) or solve(*arguments))
    sort(derive(component_ladder(200)))
    assert 0 < len(asked) < 20


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 8), st.data())
def test_any_linear_system_is_fulfilled_as_written(count: int, data: st.DataObject) -> None:
    """Random systems with a dominant diagonal, some read through aliases: whatever was assigned or left over, all equations hold."""
    model = Model()
    states = data.draw(st.integers(0, count))
    variables = [f"x{k}" if k < states else f"z{k}" for k in range(count)]
    model.real(*variables, *(f"w{k}" for k in range(count)), "s")
    model.equation("der(s) = 1")
    unknowns = [f"der({name})" if name.startswith("x") else name for name in variables]
    readable = [*unknowns, "s", "time"]
    for k in range(count):
        if data.draw(st.booleans()):
            model.balance(f"w{k}", variables[k])
        else:
            model.equation(f"{variables[k]} = w{k}")
        readable.append(f"der(w{k})" if k < states else f"w{k}")
    for place, unknown in enumerate(unknowns):
        others = data.draw(st.lists(st.sampled_from(readable), max_size=3, unique=True))
        terms = [f"{data.draw(st.sampled_from([1, -1]))} * {other}" for other in others if other != unknown]
        model.equation(f"{5 + place} * {unknown} = {' + '.join(terms) or '2'}")
    known = {"s": 0.5} | {f"x{k}": 1.0 + k for k in range(states)}
    numbers = Numbers(sorted_system(model), known, time=1.5).solve()
    assert np.abs(all_residuals(numbers)).max() < 1e-8
