"""The states that `in(...)` names: by path, by the end of a path, from inside outwards."""

from __future__ import annotations

import pytest

from mosila.charts.build import build_chart, resolve_state
from mosila.charts.chart import Chart
from mosila.diagnostics import MosilaError
from mosila.source import SourceFile
from mosila.syntax import ast
from mosila.syntax.parse import parse_source

TEXT = """
model Lamp
statechart
  state Control extends State;
    state Shining extends State;
      State bright(isInitial = true), warm;
      transition bright -> warm end transition;
    end Shining;
    State off(isInitial = true);
    Shining left, right;
    transition off -> left end transition;
    transition left -> right end transition;
  end Control;
end Lamp;
"""


@pytest.fixture(scope="module")
def chart() -> Chart:
    body = parse_source(SourceFile("Lamp.mosila", TEXT)).classes[0].definition.body
    assert isinstance(body, ast.Composition)
    return build_chart([section for section in body.sections if isinstance(section, ast.StatechartSection)])


def named(path: str) -> ast.Reference:
    return ast.Reference(tuple(ast.Part(name) for name in path.split(".")))


@pytest.mark.parametrize("path", ["off", "Control.off", "left.warm", "Control.left.warm"])
def test_a_state_is_found_by_the_end_of_its_path(chart: Chart, path: str) -> None:
    found = chart.states[resolve_state(chart, named(path))]
    assert ".".join(found.path).endswith(path)


def test_a_state_that_is_not_there(chart: Chart) -> None:
    with pytest.raises(MosilaError, match=r"S023.*`of`"):
        resolve_state(chart, named("of"))


def test_a_name_of_several_states(chart: Chart) -> None:
    with pytest.raises(MosilaError, match=r"S024.*Control.left.warm.*Control.right.warm"):
        resolve_state(chart, named("warm"))


def test_inside_a_state_its_own_states_come_first(chart: Chart) -> None:
    left = resolve_state(chart, named("left"))
    assert chart.states[resolve_state(chart, named("warm"), left)].path == ("Control", "left", "warm")
