"""Wrong texts: each slip is told once, where it is and in its own words, and does not hide those behind it."""

from __future__ import annotations

import pytest

from tests.syntax.texts import faults, places


def model(body: str) -> str:
    return f"model A\n{body}end A;\n"


def chart(body: str) -> str:
    return model(f"statechart\n  state C extends State;\n    State a(isInitial=true), b;\n{body}  end C;\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # ; is missing
        (model("  Real x\n  Real y;\n"), [("P002", 2, 8)]),
        (
            model("  Real x\n  parameter Real k = 2\n  Real y;\nequation\n  x = y\n  y = 1;\n"),
            [("P002", 2, 8), ("P002", 3, 22), ("P002", 6, 7)],
        ),
        ("model A\n  Real x;\nend A\n", [("P002", 3, 5)]),
        ("model A\nend A\nmodel B\nend B;\n", [("P002", 2, 5)]),
        (model("  import B.C\n  extends D\n  Real x;\n"), [("P002", 2, 12), ("P002", 3, 11)]),
        (model("equation\n  if a then\n    x = 1\n  else\n    x = 2;\n  end if\n  y = 1;\n"), [("P002", 4, 9), ("P002", 7, 8)]),
        (model('  Real x "text"\n  Real y annotation(a = 1)\n  Real z;\n'), [("P002", 2, 15), ("P002", 3, 26)]),
        # = and :=
        (model("algorithm\n  x = 1;\n  y = 2;\n"), [("P003", 3, 5), ("P003", 4, 5)]),
        (model("algorithm\n  for i in 1:2 loop\n    x[i] = 1;\n  end for;\n"), [("P003", 4, 10)]),
        (model("equation\n  x := 1;\n  when a then\n    y := 2;\n  end when;\n"), [("P017", 3, 5), ("P017", 5, 7)]),
        # = and ==
        (model("equation\n  if x = 1 then\n    y = 2;\n  end if;\n"), [("P025", 3, 8)]),
        (model("  Boolean b = if x = 1 and y = 2 then true else c = d;\n"), [("P025", 2, 20), ("P025", 2, 30), ("P025", 2, 51)]),
        (model("algorithm\n  while a.b[1] = 3 loop\n  end while;\n"), [("P025", 3, 16)]),
        (model("equation\n  x == 1;\n"), [("P013", 3, 3)]),
        # end with another name
        ("model A\n  Real x;\nend B;\n", [("P004", 3, 5)]),
        ("package P\n  model A\n  end B;\n  model C\n  end C;\nend Q;\n", [("P004", 3, 7), ("P004", 6, 5)]),
        ("package P\n  model A\n    Real x;\nend P;\n", [("P016", 4, 5)]),
        (model("equation\n  if a then\n    x = 1;\n  end when;\n  y = ;\n"), [("P016", 5, 3), ("P001", 6, 7)]),
        (model("equation\n  if a then\n    x = 1;\n  end;\n"), [("P028", 5, 3)]),
        ("model A\n  Real x;\nend;\n", [("P028", 3, 1)]),
        ("model A\n  Real x;\n", [("P012", 2, 9)]),
        (model("equation\n  x = 1;\n  end if;\n  y = ;\n"), [("P001", 4, 3), ("P001", 5, 7)]),
        # else if
        (model("equation\n  if a then\n    x = 1;\n  else if b then\n    x = 2;\n  else\n    x = 3;\n  end if;\n"), [("P005", 5, 3)]),
        (
            model("equation\n  if a then\n    x = 1;\n  else if b then\n    x = 2;\n  end if;\n  y = 3;\nalgorithm\n  z := 1;\n"),
            [("P005", 5, 3)],
        ),
        (
            model("algorithm\n  if a then\n    x := 1;\n  else if b then\n    x := 2;\n  else if c then\n    x := 3;\n  end if;\n"),
            [("P005", 5, 3), ("P005", 7, 3)],
        ),
        (
            model("equation\n  if a then\n    x = 1;\n  elsif b then\n    x = 2;\n  elif c then\n    x = 3;\n  end if;\n"),
            [("P024", 5, 3), ("P024", 7, 3)],
        ),
        # transitions that are not closed
        (chart("    transition a -> b\n    transition b -> a end transition;\n"), [("P016", 6, 5)]),
        (chart("    transition a -> b action\n      n := 1;\n    transition back : b -> a end transition;\n"), [("P016", 7, 5)]),
        # prefixes and sections with other letters
        (model("  paramater Real k = 1;\n  Real x;\n  Real y\n  Real z;\n"), [("P024", 2, 3), ("P002", 4, 8)]),
        (model("  Real x;\n  disrete  Integer n;\n"), [("P024", 3, 3)]),
        (model("  Real x;\nequations\n  der(x) = 1;\n  x = ;\n"), [("P024", 3, 1), ("P001", 5, 7)]),
        (model("  Tank tank other;\n"), [("P001", 2, 13)]),
        # strings
        (model('  Real x "text;\n  Real y;\n'), [("P006", 2, 10)]),
        (model('  Real x "text;\n  Real y "more";\n  Real z = ;\n'), [("P006", 2, 10), ("P001", 4, 12)]),
        (model('  parameter String s = "text;\n  Real y "more" ;\n  Real z;\nequation\n  y := 1;\n'), [("P006", 2, 24), ("P017", 6, 5)]),
        (model('  Real x "one\n    two";\n  Real y = ;\n'), [("P001", 4, 12)]),
        # brackets
        (model("  Real x(start = 1;\n  Real y = sin(2;\n"), [("P007", 2, 9), ("P007", 3, 15)]),
        (model("equation\n  x = (1 + {2, 3;\n  y = a[1;\n"), [("P007", 3, 12), ("P007", 4, 8)]),
        (model("equation\n  connect(a, b;\n  x = max(1, (2 + 3);\n"), [("P007", 3, 10), ("P007", 4, 10)]),
        (model("  Real x = 1);\n  Real y = {2]};\n"), [("P027", 2, 13), ("P027", 3, 14)]),
        # keywords as names
        (
            model("  Real flow;\n  Real input = 2;\n  Real end;\n  Integer in(start = 1);\n"),
            [("P008", k, 8 if k < 5 else 11) for k in (2, 3, 4, 5)],
        ),
        ("model model\n  Real x;\nend model;\n", [("P008", 1, 7)]),
        (model("  Real flow = 1;\nequation\n  flow = 1;\n  x = flow + 2;\n"), [("P008", 2, 8)]),
        # words left out or misspelt
        (model("equation\n  if a\n    x = 1;\n  end if;\n  for i in 1:2\n    y = 1;\n  end for;\n"), [("P023", 4, 5), ("P023", 7, 5)]),
        (model("  Real x;\n  x = 1;\n"), [("P023", 3, 3)]),
        ("modle A\n  Real x;\nend A;\n", [("P024", 1, 1)]),
        ("model A\n  Real x;\nEnd A;\n", [("P024", 3, 1)]),
        # , for ;
        (model("  parameter Real a = 1,\n  Real x;\nequation\n  x = 1,\n  y = 2;\n"), [("P026", 2, 23), ("P026", 5, 8)]),
        # declarations among equations
        (model("equation\n  x = 1;\n  Real y;\n  parameter Real p = 1;\n"), [("P022", 4, 8), ("P022", 5, 3)]),
        # other languages
        (model("  Real x = 2**3;\n  Boolean b = a != c && !d;\n"), [("P011", 2, 13), ("P011", 3, 17), ("P011", 3, 22), ("P011", 3, 25)]),
        (model("algorithm\n  x += 1;\n  y++;\n"), [("P011", 3, 5), ("P011", 4, 4)]),
        (model("equation\n  x = a';\n  y = ;\n"), [("P011", 3, 8), ("P001", 4, 7)]),
        # two operands side by side
        (model("equation\n  x = 2 y;\n  z = [1 2];\n"), [("P001", 3, 9), ("P001", 4, 10)]),
        # outside of classes
        ("hello\nmodel A\n  Real x = ;\nend A;\n", [("P001", 1, 1), ("P001", 3, 12)]),
        (model("") + "end A;\n" + model("  Real x = ;\n"), [("P001", 3, 1), ("P001", 5, 12)]),
    ],
)
def test_a_slip_is_told_where_it_is(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert places(text) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("State a, b\n    transition a -> b end transition;\n    State c = ;\n", [("P002", 4), ("P001", 6)]),
        ("transition a -> b action\n      x := 1\n    end transition\n    transition b -> a end transition;\n", [("P002", 5), ("P002", 6)]),
        ("transition a -> b action x = 1; end transition;\n", [("P003", 4)]),
        ("transition a -> b guard x = 1 end transition;\n", [("P025", 4)]),
        ("transition a -> b\n      x := 1;\n    end transition;\n", [("P023", 5)]),
        ("entry\n      x := 1;\n    end entry;\n    exit\n      a.remove(b);\n    end exit;\n", [("P023", 5), ("P023", 8)]),
        ("transition a => b end transition;\n    transition a - > b end transition;\n", [("P001", 4), ("P001", 5)]),
        ("transition a -> b action\n      x := 1;\n  end S;\n", [("P016", 6)]),
    ],
)
def test_slips_in_statecharts(body: str, expected: list[tuple[str, int]]) -> None:
    closing = "" if "end S" in body else "  end S;\n"
    found = places(f"model A\nstatechart\n  state S extends State;\n    {body}{closing}end A;\n")
    assert [(code, line) for code, line, _ in found] == expected


def test_many_slips_in_one_file_are_told_in_one_run() -> None:
    text = "".join(f"model M{k}\n  Real x = ;\nequation\n  y = 1\nend M{k};\n" for k in range(8))
    assert [code for code, _, _ in places(text)] == ["P001", "P002"] * 8


def test_there_is_an_end_to_what_is_told() -> None:
    assert len(faults("model A\n" + "  Real x = ;\n" * 1000 + "end A;\n")) == 25


def test_words_of_the_message() -> None:
    (found,) = faults(model("equation\n  der(x) = -x\n"))
    assert found.message == "`;` is missing after this equation"
    assert found.help == "write `;` here, before `end` in line 4"
    (found,) = faults("package P\n  model A\n    Real x;\nend P;\n")
    assert found.message == "`end P` stands where `end A` is expected"
    assert [text for _, text in found.related] == ["class `A` begins here"]
    (found,) = faults(model("  Real x(start = 1;\n"))
    assert found.message == "`(` is not closed before `;`"
    (found,) = faults("x")
    assert found.help == "expected here: a class, `within`, the end of the file"
