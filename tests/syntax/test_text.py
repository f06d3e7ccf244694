"""Text as editors and tools write it: encodings, line ends, quoted names, long and deep files."""

from __future__ import annotations

from pathlib import Path

import pytest

from mosila.cli.main import main
from mosila.source import SourceFile, normalise
from mosila.syntax import ast
from mosila.syntax.dump import dump
from mosila.syntax.format import expression_text
from mosila.syntax.parse import MAXIMUM_NESTING, parse_source
from mosila.syntax.read import read_text
from tests.syntax.texts import are_equal, body, only_class, parse, places, printed, under, value

TEXT = 'model A "Größe"\n  Real x; // größer\n  /* mehr\n     davon */\nequation\n  x = 1;\nend A;\n'


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "with a mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_byte_order_marks_and_line_ends(mark: bytes, end: str, tmp_path: Path) -> None:
    file = tmp_path / "A.mo"
    file.write_bytes(mark + TEXT.replace("\n", end).encode())
    found, expected = parse_source(read_text(file)), parse(TEXT)
    assert found.classes == expected.classes
    assert [each.text for each in found.comments] == ["// größer", "/* mehr\n     davon */"]
    assert [each.span[1:] for each in found.comments] == [each.span[1:] for each in expected.comments]
    assert found.classes[0].span[1:] == expected.classes[0].span[1:] == (1, 1, 7, 6)


def test_line_ends_inside_strings_are_line_feeds() -> None:
    text = normalise(b'model A\r\n  parameter String s = "a\r\nb";\r\nend A;\r\n')
    (element,) = body(text).elements
    assert isinstance(element.item, ast.ComponentClause)
    modification = element.item.declarations[0].modification
    assert modification is not None
    assert isinstance(modification.value, ast.Literal)
    assert modification.value.value == "a\nb"


def test_formatting_keeps_a_file_with_a_mark_and_carriage_returns_right(tmp_path: Path) -> None:
    file = tmp_path / "A.mo"
    file.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    before = parse_source(read_text(file))
    assert main(["fmt", str(file)]) == 0
    assert b"\r" not in file.read_bytes()
    assert parse_source(read_text(file)).classes == before.classes
    assert main(["fmt", "--check", str(file)]) == 0


def test_blanks_of_all_kinds() -> None:
    assert parse("\ufeff \t\f\v\u00a0model\tA\u00a0end\fA\v;").classes == parse("model A end A;").classes


def test_an_empty_file() -> None:
    for text in ("", "\n", "// nothing\n", "within;", "within A.B;\n"):
        assert parse(text).classes == ()


@pytest.mark.parametrize("name", ["'a b'", "'model'", "'1'", "'it\\'s'", "'\\\\'", "'ä/ö'", "'a.b'", "'//'", "'/*'", "'\"'"])
def test_quoted_names(name: str) -> None:
    text = f"""\
model {name}
  Real {name}(start = 1) = {name}.{name}[1];
  import {name}.{name};
  type {name} = {name}({name} = 2);
equation
  {name} = {name}({name} = {name});
end {name};
"""
    assert only_class(text).name == name
    printed(text)


def test_strings_keep_their_escapes() -> None:
    literal = value(r'"a\"b\\\n\t\?" + "//" + "/* */"')
    assert isinstance(literal, ast.Chain)
    assert isinstance(literal.first, ast.Literal)
    assert literal.first.value == 'a"b\\\n\t?'
    assert literal.first.text == r"a\"b\\\n\t\?"
    assert expression_text(literal) == r'"a\"b\\\n\t\?" + "//" + "/* */"'


def test_numbers() -> None:
    for text, number in (("1", 1), ("1.", 1.0), (".5", 0.5), ("1e3", 1e3), ("1.5E-3", 1.5e-3), ("2.e+1", 20.0), ("007", 7)):
        literal = value(text)
        assert isinstance(literal, ast.Literal)
        assert (literal.value, type(literal.value), literal.text) == (number, type(number), text)


def test_spans_are_what_stands_there() -> None:
    text = 'model A\n  Real x(start = 1) "text",\n    y;\nequation\n  der(x) =\n    2 * (x +\n    y);\nend A;\n'
    composition = body(text)
    (element,), (section,) = composition.elements, composition.sections
    assert under(text, element.span) == 'Real x(start = 1) "text",\n    y'
    assert isinstance(element.item, ast.ComponentClause)
    assert [under(text, each.span) for each in element.item.declarations] == ['x(start = 1) "text"', "y"]
    assert isinstance(section, ast.EquationSection)
    (equation,) = section.equations
    assert under(text, equation.span) == "der(x) =\n    2 * (x +\n    y)"
    assert isinstance(equation, ast.Equality)
    assert under(text, equation.left.span) == "der(x)"
    assert under(text, equation.right.span) == "2 * (x +\n    y)"
    assert isinstance(equation.right, ast.Chain)
    assert under(text, equation.right.rest[0][1].span) == "(x +\n    y)"


def test_nested_annotations() -> None:
    depth = 200
    text = f'model A\n  Real x annotation({"a(b = {1, 2}, c(" * depth}d = 1{"))" * depth});\n  annotation(e(f(g(h = "x"))));\nend A;\n'
    printed(text)


def test_ten_thousand_terms() -> None:
    for operator in (" + ", " - ", "*", " and ", " or ", " .* "):
        found = value(operator.join(["a"] * 10_000))
        assert isinstance(found, ast.Chain)
        assert len(found.rest) == 9_999
    text = f"model A\nequation\n  x = {' + '.join(f'a{k}*{k}' for k in range(10_000))};\nend A;\n"
    printed(text)
    assert dump(parse(text)).count("Reference") == 10_001


def test_long_lists_and_conditions() -> None:
    printed(f"model A\n  Real x[10000] = {{{', '.join(str(k) for k in range(10_000))}}};\nend A;\n")
    conditions = " elseif ".join(f"a > {k} then {k}" for k in range(10_000))
    printed(f"model A\nequation\n  x = if {conditions} else 0;\nend A;\n")
    name = ".".join(["a"] * 10_000)
    printed(f"model A\nequation\n  {name} = 1;\nend A;\n")


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("(", ")"),
        ("(1 + 2*(", "))"),
        ("-(", ")"),
        ("sin(", ")"),
        ("{", "}"),
        ("a[", "]"),
        ("if a then 1 else ", ""),
        ("(if a then 1 else not ", ")"),
        ("f(a = ", ")"),
    ],
)
def test_a_thousand_brackets(opening: str, closing: str) -> None:
    depth = 1000 // sum(opening.count(each) for each in ("(", "[", "{", "if "))
    text = f"model A\nequation\n  x = {opening * depth}b{closing * depth};\nend A;\n"
    printed(text)
    assert dump(parse(text)).count("name='b'") == 1


def test_a_thousand_modifiers_blocks_and_classes() -> None:
    printed(f"model A\n  B b({'a(' * 1000}c = 1{')' * 1000});\nend A;\n")
    printed(f"model A\nequation\n{'if a then ' * 1000} b = 1; {'end if; ' * 1000}\nend A;\n")
    printed(f"{'package P ' * 1000}{'end P; ' * 1000}")


def test_deeper_is_refused_in_words() -> None:
    for opening in ("(", "f(", "{(", "[", "if a then 1 else ", "(1 + 2*"):
        depth = MAXIMUM_NESTING + 1
        (found,) = places(f"model A\nequation\n  x = {opening * depth}")
        assert found[:2] == ("P010", 3)
    assert places("package P " * (MAXIMUM_NESTING + 2))[0][0] == "P010"


def test_a_file_of_several_megabytes() -> None:
    members = "".join(
        f'  model M{k} "Model number {k}"\n    parameter Real p = {k}.5 "a parameter";\n    Real x(start = p, fixed = true);\n'
        f"  equation\n    der(x) = -p*x + sin(time)*{{1, 2, 3}}*{{x, p, {k}}};\n"
        f'    annotation(Documentation(info="<html>{"text " * 1500}</html>"));\n  end M{k};\n'
        for k in range(400)
    )
    text = f"package Big\n{members}end Big;\n"
    assert len(text) > 3_000_000
    assert len(body(text).elements) == 400
    printed(text)


def test_the_path_does_not_change_the_tree() -> None:
    assert parse_source(SourceFile("a.mo", TEXT)) == parse_source(SourceFile("b.mosila", TEXT))


def test_trees_are_compared_without_spans_but_with_comments() -> None:
    assert parse("model A // a\nend A;") == parse("model   A\n// a\nend A;")
    assert parse("model A // a\nend A;") != parse("model A // b\nend A;")
    for one, other in (("model A end A;", "model A end A;"), ("model A end A;", "model B end B;")):
        assert are_equal(parse(one), parse(other)) == (parse(one) == parse(other))
