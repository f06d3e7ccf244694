"""Structures found without a run: what can be reached, what is wrong with it, and how it is written down."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mosila.diagnostics import MosilaError, Severity
from mosila.experiment.check import Checked, check_class
from mosila.experiment.emit import emit_chart, emit_structures
from mosila.experiment.load import load_model
from tests.running import EXAMPLES

LANDING = EXAMPLES / "LandingDevice" / "LandingDevice.mosila"

HOST = """
model Part
  Real y = 1;
end Part;

model Wrong
  Real y;
equation
  y = 1;
  y = 2;
end Wrong;

model M
  {declarations}
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
statechart
  state C extends State;
    State a(isInitial = true), b, c;
    {transitions}
  end C;
end M;
"""


def write(folder: Path, declarations: str, transitions: str) -> Path:
    path = folder / "M.mosila"
    path.write_text(HOST.format(declarations=declarations, transitions=transitions), encoding="utf-8")
    return path


def checked(path: Path) -> Checked:
    loaded = load_model(path, "M")
    return check_class(loaded.table, loaded.model)


def test_the_structures_of_the_landing_device() -> None:
    lines = emit_structures(LANDING, "System").splitlines()
    assert lines == [
        "1: gr on body; 2 state variables; in SystemSC.moving.falling at the start",
        "2: nothing added; 2 state variables; in SystemSC.stop by SystemSC.touchDown",
        "3: gr on body, boost on body; 3 state variables; in SystemSC.moving.slowDown by SystemSC.moving.ignite",
        "3 structures, all that can be reached; 3 situations seen",
    ]


def test_structures_as_data() -> None:
    found = json.loads(emit_structures(LANDING, "System", as_json=True))
    assert found["complete"] is True
    assert [each["attached"] for each in found["structures"]] == [[["body", "gr"]], [], [["body", "gr"], ["body", "boost"]]]
    assert [each["differentiated"] for each in found["structures"]] == [2, 2, 3]


def test_a_chart_as_a_diagram_and_as_data() -> None:
    diagram = emit_chart(LANDING, "System")
    assert diagram.startswith("%% System\nstateDiagram-v2\n")
    assert '    state "SystemSC" as s0 {' in diagram
    assert "            s5 --> s6 : ignite: sw [sw == 1]" in diagram
    data = json.loads(emit_chart(LANDING, "System", as_json=True))["System"]
    ignite = next(each for each in data["transitions"] if each["name"] == "ignite")
    assert ignite["action"] == ["body.add(boost)"]
    assert data["states"][ignite["source"]]["path"] == ["SystemSC", "moving", "falling"]


def test_branches_loops_and_chosen_elements_are_all_tried(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "Part p[3]; discrete Integer k(start = 1);",
        """
    transition a -> b action if k > 1 then add(p[1]); else add(p[k]); end if; end transition;
    transition b -> c event after(1) action for i in 2:k loop add(p[3]); end for; end transition;
""",
    )
    active = [each["active"] for each in json.loads(emit_structures(path, "M", as_json=True))["structures"]]
    assert active[0] == ["p[1]"], "the first step is taken with the start values"
    assert active[1:] == [["p[1]", "p[3]"]]


def test_a_structure_that_cannot_be_solved_is_a_warning(tmp_path: Path) -> None:
    path = write(tmp_path, "Wrong w;", "transition a -> b event after(1) guard x < -5 action add(w); end transition;")
    found = checked(path)
    assert found.structures == 2
    (warning,) = [each for each in found.warnings if each.code.startswith("B")]
    assert warning.severity is Severity.WARNING
    assert warning.message.startswith("if C.b is ever reached: ")


def test_a_first_structure_that_cannot_be_solved_is_an_error(tmp_path: Path) -> None:
    path = write(tmp_path, "Wrong w;", "transition a -> b action add(w); end transition;")
    with pytest.raises(MosilaError, match="B002"):
        checked(path)


def test_an_assignment_to_what_is_determined_everywhere_is_an_error(tmp_path: Path) -> None:
    path = write(tmp_path, "Real z = 2 * x;", "transition a -> b event after(1) action z := 1; end transition;")
    with pytest.raises(MosilaError, match=r"S054.*`z`, which is determined by an active equation"):
        checked(path)


def test_what_can_only_fail_is_not_followed(tmp_path: Path) -> None:
    path = write(tmp_path, "Part p;", "transition a -> b event after(1) action add(p); add(p); end transition;")
    assert checked(path).structures == 1
