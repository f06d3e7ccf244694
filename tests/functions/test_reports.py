"""What goes wrong in a function: the same diagnostic interpreted and compiled, at the modeller's line."""

from __future__ import annotations

import math
import threading

import pytest

from mosila.codegen.function_reports import describe_report
from mosila.codegen.shapes import Kernels
from mosila.codegen.support import support
from mosila.diagnostics import Diagnostic, MosilaError, Severity
from mosila.functions.definition import Assign, AssignElement, Check, For, While
from mosila.functions.function import Function
from mosila.functions.interpret import Limits, interpret
from mosila.symbolic import constant, element, slot
from tests.functions.building import X, Y, add, compare, divide, first, function, line, multiply, run_function, run_shape


@pytest.fixture(scope="module")
def kernels() -> Kernels:
    return Kernels()


def interpreted(made: Function, *arguments: float) -> Diagnostic:
    with pytest.raises(MosilaError) as caught:
        made.evaluate(arguments)
    return caught.value.diagnostics[0]


def compiled(kernels: Kernels, made: Function, *arguments: float) -> Diagnostic:
    support().forget()
    outputs = run_function(kernels, made, [list(arguments)])[0]
    assert all(math.isnan(value) for value in outputs)
    report = support().trouble()
    assert report is not None
    return describe_report(report, kernels.function)


def positive() -> Function:
    message = ("x must be positive, 100% of it, but it is ", X)
    return function("Test.positive", 1, 2, 3, (Assign(1, X), Check(compare(X, ">", 0), message, span=line(12)), Assign(2, X)))


def test_a_failing_assertion(kernels: Kernels) -> None:
    for told in (interpreted(positive(), -1.5), compiled(kernels, positive(), -1.5)):
        assert told.code == "R090"
        assert told.span == line(12)
        assert "`Test.positive` does not hold: x must be positive, 100% of it, but it is -1.5" in told.message


def test_a_failure_goes_through_the_caller(kernels: Kernels) -> None:
    outer = function("Test.outer", 1, 1, 2, (Assign(1, add(first(positive(), X), 1), line(20)), Check(compare(Y, ">", 0), ("second",))))
    for told in (interpreted(outer, -1.5), compiled(kernels, outer, -1.5)):
        assert (told.code, told.span) == ("R090", line(12))
        assert "x must be positive" in told.message


@pytest.mark.parametrize(("index", "shown"), [(4.0, "5"), (-1.0, "0")])
def test_an_index_outside(kernels: Kernels, index: float, shown: str) -> None:
    reading = function("Test.reading", 1, 1, 6, (Assign(2, constant(1)), Assign(1, element(2, 4, X), line(7))), discrete=(0,))
    writing = function("Test.writing", 1, 1, 6, (AssignElement(2, 4, X, constant(1), line(8)), Assign(1, slot(2))), discrete=(0,))
    for made, place in ((reading, 7), (writing, 8)):
        for told in (interpreted(made, index), compiled(kernels, made, index)):
            assert (told.code, told.span) == ("R091", line(place))
            assert f"index {shown} is not one of 1 to 4" in told.message


def test_loops_without_end(kernels: Kernels) -> None:
    endless = function("Test.endless", 1, 1, 3, (While(compare(X, ">", 0), (Assign(1, add(Y, 1)),), line(5)),))
    with pytest.raises(MosilaError) as caught:
        interpret(endless, [1.0], Limits(statements=1_000))
    assert [d.code for d in caught.value.diagnostics] == ["R092"]
    assert compiled(kernels, endless, 1.0).code == "R092"
    standing = function("Test.standing", 1, 1, 3, (For(2, constant(0), X, constant(1), (Assign(1, constant(1)),), line(6)),))
    assert compiled(kernels, standing, 0.0).span == line(6)


def test_recursion_without_end(kernels: Kernels) -> None:
    made = function("Test.deeper", 1, 1, 2, lambda: (Assign(1, add(first(made, X), 1)),))
    for told in (interpreted(made, 1.0), compiled(kernels, made, 1.0)):
        assert told.code == "R092"
        assert "Test.deeper" in told.message
    assert compiled(kernels, positive(), -1.0).code == "R090"


def test_no_value_before_the_run() -> None:
    told = interpreted(function("Test.inverse", 1, 1, 2, (Assign(1, divide(1, X), line(3)),)), 0.0)
    assert (told.code, told.span) == ("R094", line(3))


def test_warnings_are_collected_once(kernels: Kernels) -> None:
    check = Check(compare(X, "<", 10), ("x is large: ", X), is_error=False, span=line(4))
    made = function("Test.warns", 1, 1, 2, (check, Assign(1, multiply(2, X))))
    support().forget()
    assert run_function(kernels, made, [[20.0], [20.0], [5.0], [30.0]]) == [[40.0], [40.0], [10.0], [60.0]]
    told = [describe_report(report, kernels.function) for report in support().warnings()]
    assert [d.code for d in told] == ["R095", "R095"]
    assert all(d.severity is Severity.WARNING and d.span == line(4) for d in told)
    assert "x is large: 20" in told[0].message
    found: list[Diagnostic] = []
    assert interpret(made, [20.0], warnings=found) == (40.0,)
    assert [d.code for d in found] == ["R095"]
    assert first(made, 20).operator == "output"


def test_reports_belong_to_the_thread(kernels: Kernels) -> None:
    support().forget()
    other = threading.Thread(target=lambda: run_function(kernels, positive(), [[-1.0]]))
    other.start()
    other.join()
    assert support().trouble() is None


def test_what_is_not_known_is_not_passed_on(kernels: Kernels) -> None:
    support().forget()
    assert math.isnan(run_shape(kernels, [first(positive(), X)], [[math.nan]])[0][0])
    assert support().trouble() is None
