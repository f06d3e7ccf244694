"""Foreign code: C written by the test, called, refused, missing, crashing."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mosila.codegen.function_reports import describe_report
from mosila.codegen.shapes import Kernels
from mosila.codegen.support import support
from mosila.codegen.toolchain import find_compiler
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.functions.definition import Assign, Definition, Derivative
from mosila.functions.external import ArrayArgument, External, ExternalResult, Kind, Origin, OutputArgument, TextArgument, ValueArgument
from mosila.functions.function import Function
from mosila.functions.signature import Signature
from mosila.symbolic import Expr, apply, call, constant, differentiate, output, slot
from mosila.symbolic.expression import text, text_input
from tests.functions.building import X, Y, add, first, function, line, multiply, run_function, run_shape

ROOT = Path(__file__).parents[2]
NO_ORIGIN = Origin()


@pytest.fixture(scope="module")
def kernels() -> Kernels:
    return Kernels()


def foreign(name: str, inputs: int, outputs: int, external: External, texts: int = 0, discrete: tuple[int, ...] = ()) -> Function:
    return function(f"Test.{name}", inputs, outputs, inputs + outputs, (), external=external, texts=texts, discrete=discrete)


def scalar(c_name: str, origin: Origin = NO_ORIGIN) -> Function:
    """A function of one number to one number."""
    external = External(c_name, (ValueArgument(Kind.REAL, X),), ExternalResult(Kind.REAL, 1), origin, span=line(9))
    return foreign(c_name, 1, 1, external)


def include(text_: str) -> Origin:
    return Origin(includes=(text_,))


def refused(kernels: Kernels, made: Function) -> Diagnostic:
    with pytest.raises(MosilaError) as caught:
        run_function(kernels, made, [[1.0]])
    return caught.value.diagnostics[0]


def failed(kernels: Kernels, made: Function, *arguments: float) -> Diagnostic:
    support().forget()
    assert all(math.isnan(value) for value in run_function(kernels, made, [list(arguments)])[0])
    report = support().trouble()
    assert report is not None
    return describe_report(report, kernels.function, 0.5)


def test_a_function_of_the_c_library(kernels: Kernels) -> None:
    assert run_function(kernels, scalar("cbrt"), [[27.0]])[0][0] == pytest.approx(3)


def test_every_kind_of_argument(kernels: Kernels) -> None:
    source = """
    #include <string.h>
    double mixed(double x, int n, const char *name, const double *a, size_t na, double *b, int *count, double *total) {
        *total = x;
        for (size_t k = 0; k < na; k++) { *total += a[k]; b[k] = n * a[k]; }
        *count = (int)strlen(name);
        return x * n;
    }
    """
    # inputs: x, n, a[3]; outputs: result, b[3], count, total
    arguments = (
        ValueArgument(Kind.REAL, slot(0)),
        ValueArgument(Kind.INTEGER, slot(1)),
        TextArgument(text_input(0)),
        ArrayArgument(Kind.REAL, 2, 3),
        ValueArgument(Kind.SIZE, constant(3)),
        ArrayArgument(Kind.REAL, 6, 3, is_output=True),
        OutputArgument(Kind.INTEGER, 9),
        OutputArgument(Kind.REAL, 10),
    )
    external = External("mixed", arguments, ExternalResult(Kind.REAL, 5), include(source))
    made = foreign("mixed", 5, 6, external, texts=1, discrete=(1, 9))
    called = call(made, (*map(slot, range(5)), text('a "name"\n')))
    found = run_shape(kernels, [output(called, k) for k in range(6)], [[0.5, 3, 1, 2, 4]])[0]
    assert found == [1.5, 3.0, 6.0, 12.0, 9.0, 7.5]


def test_arrays_of_whole_numbers(kernels: Kernels) -> None:
    source = "void shift(const int *in, int *out, int n) { for (int k = 0; k < n; k++) out[k] = in[(k + 1) % n] << 1; }"
    arguments = (
        ArrayArgument(Kind.INTEGER, 0, 3),
        ArrayArgument(Kind.INTEGER, 3, 3, is_output=True),
        ValueArgument(Kind.INTEGER, constant(3)),
    )
    made = foreign("shift", 3, 3, External("shift", arguments, None, include(source)), discrete=tuple(range(6)))
    assert run_function(kernels, made, [[1, 2, 3]]) == [[4.0, 6.0, 2.0]]


def test_fortran_gets_addresses_and_columns(kernels: Kernels) -> None:
    """C that looks like FORTRAN 77 from outside: a matrix times two, its second column first."""
    source = """
    void turn_(double *factor, double *a, int *rows, int *columns, char *mode, size_t length) {
        if (length != 1 || mode[0] != 'T') return;
        for (int i = 0; i < *rows; i++) {
            double first = a[i];
            a[i] = *factor * a[i + *rows];
            a[i + *rows] = *factor * first;
        }
    }
    """
    arguments = (
        ValueArgument(Kind.REAL, constant(2)),
        ArrayArgument(Kind.REAL, 6, 6, is_output=True, sizes=(3, 2)),
        ValueArgument(Kind.INTEGER, constant(3)),
        ValueArgument(Kind.INTEGER, constant(2)),
        TextArgument(text("T")),
    )
    external = External("turn", arguments, None, include(source), language="FORTRAN 77")
    copy = tuple(Assign(6 + k, slot(k)) for k in range(6))
    made = function("Test.turn", 6, 6, 12, copy, external=external)
    assert run_function(kernels, made, [[1, 2, 3, 4, 5, 6]]) == [[4, 2, 8, 6, 12, 10]]


def test_a_header_and_a_library(kernels: Kernels, tmp_path: Path) -> None:
    (tmp_path / "include").mkdir()
    (tmp_path / "lib").mkdir()
    (tmp_path / "include" / "thrice.h").write_text("double thrice(double x);\n")
    (tmp_path / "thrice.c").write_text("double thrice(double x) { return 3 * x; }\n")
    library = tmp_path / "lib" / "libthrice.so"
    subprocess.run([*find_compiler().command, "-shared", "-fPIC", "-o", library, tmp_path / "thrice.c"], check=True)
    origin = Origin(('#include "thrice.h"',), ("thrice",), (str(tmp_path / "include"),), (str(tmp_path / "lib"),))
    assert run_function(kernels, scalar("thrice", origin), [[2.0]]) == [[6.0]]


def test_a_library_is_made_of_the_text_beside_its_header(kernels: Kernels, tmp_path: Path) -> None:
    (tmp_path / "Twice.h").write_text("double twice(double x);\n")
    (tmp_path / "Twice.c").write_text('#include "Twice.h"\n#include "ModelicaUtilities.h"\ndouble twice(double x) { return 2 * x; }\n')
    for library in ("Twice", "SomethingElse"):
        origin = Origin(('#include "Twice.h"',), (library,), (str(tmp_path),))
        assert run_function(Kernels(), scalar("twice", origin), [[2.5]]) == [[5.0]]
    (tmp_path / "Twice.c").write_text("double twice(double x) { return 20 * x; }\n")
    assert run_function(Kernels(), scalar("twice", origin), [[2.5]]) == [[50.0]]


def test_an_error_of_foreign_code(kernels: Kernels) -> None:
    source = """
    #include "ModelicaUtilities.h"
    static double checked(double x) {
        char *kept = ModelicaAllocateString(1000);
        kept[0] = 'x';
        if (x < 0) ModelicaFormatError("%c is %g\\n", kept[0], x);
        if (x > 9) ModelicaError("too large");
        if (x > 5) ModelicaFormatWarning("x is rather large: %g", x);
        return 2 * x;
    }
    """
    made = scalar("checked", include(source))
    told = failed(kernels, made, -2.0)
    assert (told.code, told.span) == ("R093", line(9))
    assert told.message == "at time 0.5 the external function `Test.checked` reports: x is -2"
    assert "too large" in failed(kernels, made, 10.0).message
    support().forget()
    assert run_function(kernels, made, [[4.0], [6.0]]) == [[8.0], [12.0]]
    assert [report.message for report in support().warnings()] == ["x is rather large: 6"]
    assert support().trouble() is None


def test_an_error_goes_through_the_caller(kernels: Kernels) -> None:
    made = scalar("always", include('#include "ModelicaUtilities.h"\nstatic double always(double x) { ModelicaError("no"); return x; }'))
    outer = function("Test.outer", 1, 1, 2, (Assign(1, add(first(made, X), 1)),))
    assert "`Test.always` reports: no" in failed(kernels, outer, 1.0).message


def test_differences_where_there_is_no_derivative(kernels: Kernels) -> None:
    made = scalar("sinh")
    slope = differentiate(multiply(Y, first(made, X)), 0)
    rows = [[0.0, 2.0], [1.5, 3.0], [-40.0, 1.0]]
    for row, (found,) in zip(rows, run_shape(kernels, [slope], rows), strict=True):
        assert found == pytest.approx(row[1] * math.cosh(row[0]), rel=1e-8)


def test_a_derivative_annotation_of_foreign_code(kernels: Kernels) -> None:
    rule = function("Test.rule", 2, 1, 3, (Assign(2, multiply(apply("cosh", X), Y)),))
    inner = scalar("sinh").definition
    definition = Definition(inner.slots, (), inner.external, derivatives=(Derivative(rule, (0,), (0,)),))
    made = Function(Signature("Test.sinh", 1, 1), definition)
    assert run_shape(kernels, [differentiate(first(made, X), 0)], [[1.5]]) == [[pytest.approx(math.cosh(1.5), rel=1e-15)]]


def test_foreign_values_before_the_run() -> None:
    made = scalar("cbrt")
    assert first(made, 8).operator == "output"
    with pytest.raises(MosilaError) as caught:
        made.evaluate([8.0])
    assert [d.code for d in caught.value.diagnostics] == ["G025"]


def test_a_missing_library(kernels: Kernels) -> None:
    told = refused(kernels, scalar("nothing", Origin(libraries=("not_there_at_all",), library_directories=("/somewhere/Library",))))
    assert (told.code, told.span) == ("G020", line(9))
    assert "`not_there_at_all`" in told.message
    assert "/somewhere/Library" in told.message


def test_a_missing_header(kernels: Kernels) -> None:
    told = refused(kernels, scalar("nothing", Origin(('#include "not_there.h"',))))
    assert (told.code, told.span) == ("G021", line(9))
    assert "`not_there.h` of the external function `Test.nothing`" in told.message


def test_a_missing_function(kernels: Kernels) -> None:
    told = refused(kernels, scalar("not_there_either"))
    assert (told.code, told.span) == ("G022", line(9))
    assert "`not_there_either`" in told.message


def test_wrong_c_text(kernels: Kernels) -> None:
    told = refused(kernels, scalar("slip", include("double slip(double x) {\n  return x +;\n}")))
    assert (told.code, told.span) == ("G023", line(9))
    assert "the annotation Include:2" in told.message


def test_an_unknown_language(kernels: Kernels) -> None:
    made = foreign("other", 1, 1, External("other", (), ExternalResult(Kind.REAL, 1), language="Java", span=line(9)))
    assert refused(kernels, made).code == "G024"


COUNTER = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { double value; char path[1000]; } counter;
static void *counter_open(double start, const char *path) {
    counter *made = malloc(sizeof *made);
    made->value = start;
    strncpy(made->path, path, sizeof made->path - 1);
    return made;
}
static void counter_close(void *object) {
    counter *made = object;
    FILE *file = fopen(made->path, "a");
    fprintf(file, "%g\\n", made->value);
    fclose(file);
    free(made);
}
static double counter_next(void *object, double step) { return ((counter *)object)->value += step; }
"""


def opening() -> Function:
    arguments = (ValueArgument(Kind.REAL, X), TextArgument(text_input(0)))
    external = External("counter_open", arguments, ExternalResult(Kind.OBJECT, 1), include(COUNTER), destructor="counter_close")
    made = Signature("Test.Counter.constructor", 1, 1, 1, frozenset({1}), is_pure=False)
    return Function(made, Definition(2, (), external, frozenset({1})))


def counting() -> Function:
    external = External(
        "counter_next",
        (ValueArgument(Kind.OBJECT, X), ValueArgument(Kind.REAL, Y)),
        ExternalResult(Kind.REAL, 2),
        include(COUNTER),
        span=line(9),
    )
    return function("Test.next", 2, 1, 3, (), external=external, discrete=(0,), is_pure=False)


def test_an_external_object(tmp_path: Path) -> None:
    kernels = Kernels()
    path = tmp_path / "closed.txt"
    opened = output(call(opening(), (X, text(str(path)))), 0)
    following: list[Expr] = [first(counting(), X, Y)]
    support()
    with kernels.objects.making():
        handles = [run_shape(kernels, [opened], [[start]])[0][0] for start in (10.0, 100.0)]
    assert handles[0] != handles[1]
    steps = [[handles[0], 1.0], [handles[0], 1.0], [handles[1], 5.0], [handles[0], 0.5]]
    assert run_shape(kernels, following, steps) == [[11.0], [12.0], [105.0], [12.5]]
    assert not path.exists()
    kernels.objects.end()
    assert path.read_text() == "105\n12.5\n"
    told = failed(kernels, counting(), handles[0], 1.0)
    assert (told.code, told.span) == ("R093", line(9))
    kernels.objects.end()
    assert path.read_text() == "105\n12.5\n"


CRASH = """
from mosila.codegen.shapes import Kernels
from tests.functions.test_foreign import scalar, include
from tests.functions.building import run_function
run_function(Kernels(), scalar("crashes", include({source!r})), [[1.0]])
"""


@pytest.mark.parametrize(
    "source",
    [
        "static double crashes(double x) { volatile double *nowhere = 0; return *nowhere + x; }",
        "static double crashes(double x) { volatile double a[1000]; a[(int)x] = x; return crashes(x + 1e-9) + a[1]; }",
        "#include <stdlib.h>\nstatic double crashes(double x) { abort(); return x; }",
    ],
    ids=["segmentation", "stack", "abort"],
)
def test_a_crash_names_the_function(source: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    call_ = [sys.executable, "-c", CRASH.format(source=source)]
    answer = subprocess.run(call_, capture_output=True, text=True, check=False, env=environment, cwd=ROOT)
    assert answer.returncode < 0
    assert "called by the external function Test.crashes" in answer.stderr
