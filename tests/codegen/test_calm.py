"""Pre-values that only when-clauses read follow their values without another round; those that anything else reads do not."""

from __future__ import annotations

import numpy as np
import pytest

from mosila.codegen.structure import generate
from mosila.instance.plan import CELLS, PRE
from tests.codegen.models import program_of, system_of
from tests.running import limits, run_text

CLAUSES = """
model Clauses
  Real x(start = 1, fixed = true);
  discrete Real total(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), last(start = 0, fixed = true), late(start = 0, fixed = true);
  Boolean high(start = false, fixed = true);
equation
  der(x) = -x;
  when sample(0.1, 0.1) then
    total = pre(total) + x;
    n = pre(n) + 1;
  end when;
  when {x < 0.5, sample(0.3, 0.3)} then
    last = pre(n);
  elsewhen high then
    last = -1;
  end when;
  when n > 2 then
    m = pre(m) + 1;
  end when;
  late = pre(m);
  high = pre(n) > 3;
end Clauses;
"""


def test_what_only_when_clauses_read_is_calm() -> None:
    code = generate(system_of(program_of(CLAUSES)))
    tables, tree = code.tables, code.system.dae.flat.tree
    place = {".".join(path): CELLS * position for path, position, _ in tree.variables()}
    calm = set(tables.pre_cells[len(tables.pre_cells) - tables.n_calm :, 0].tolist())
    assert int(code.layout.index[place["total"] + PRE]) in calm
    assert {int(code.layout.index[place[name] + PRE]) for name in ("n", "m")}.isdisjoint(calm)


def test_calm_pairs_are_the_last_and_none_is_lost() -> None:
    tables = generate(system_of(program_of(CLAUSES))).tables
    assert len(np.unique(tables.pre_cells[:, 0])) == len(tables.pre_cells)
    assert 0 < tables.n_calm < len(tables.pre_cells)


def test_an_instant_has_the_rounds_that_its_equations_need() -> None:
    result = run_text(CLAUSES, suffix=".mo", stop=0.75)
    assert limits(result, "total", 0.2) == pytest.approx((np.exp(-0.1), np.exp(-0.1) + np.exp(-0.2)), rel=1e-5)
    assert limits(result, "last", 0.3) == (0, 2)
    assert limits(result, "m", 0.3) == (0, 1)
    assert limits(result, "late", 0.3) == (0, 1)
    assert limits(result, "high", 0.4) == (0, 1)
    assert limits(result, "last", 0.4) == (2, -1)
    assert result["last"][-1] == 6
    assert result["n"][-1] == 7
