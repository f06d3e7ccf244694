"""The words of the extension are names wherever its grammar does not expect them."""

from __future__ import annotations

import pytest

from mosila.syntax import ast
from tests.syntax.texts import body, only_class, parse, printed, value

WORDS = (
    *("action", "active", "add", "after", "attached", "deepHistory", "disconnect", "dynamic", "entry", "event", "exit", "guard"),
    *("history", "isEmpty", "isFinal", "isInitial", "new", "priority", "remove", "reset", "state", "statechart", "sum", "transition"),
    *("State", "AndState", "XorState"),
)
EACH_WORD = pytest.mark.parametrize("word", WORDS)


def declared(text: str) -> list[str]:
    """The names of all components of a class, in order."""
    clauses = [element.item for element in body(text).elements if isinstance(element.item, ast.ComponentClause)]
    return [declaration.name for clause in clauses for declaration in clause.declarations]


@EACH_WORD
def test_as_component(word: str) -> None:
    text = f"""\
model A
  Real {word};
  Real {word}2, {word}[3](start = 1) = 2 if true "text";
  parameter Integer {word} = 3;
  input Real {word};
  flow Real {word};
  B.C[2] {word}(a = {word});
end A;
"""
    assert declared(text) == [word, f"{word}2", word, word, word, word, word]
    printed(text)


@EACH_WORD
def test_as_type_of_components(word: str) -> None:
    text = f"""\
model A
  {word} a;
  {word} b, c;
  {word}[2] d(x = 1);
  {word} e = f(1);
  {word}.B g;
  B.{word} h;
  .{word} i;
  replaceable {word} j constrainedby {word};
  inner outer {word} k;
  parameter {word} l = 1;
  discrete {word} m;
protected
  {word} {word}2;
  {word} {word};
end A;
"""
    assert declared(text) == [*"abcdeghijklm", f"{word}2", word]
    types = {element.item.type.parts for element in body(text).elements if isinstance(element.item, ast.ComponentClause)}
    assert types == {(word,), (word, "B"), ("B", word)}
    printed(text)


@EACH_WORD
def test_as_class(word: str) -> None:
    for head in (
        "model",
        "package",
        "partial block",
        "record",
        "connector",
        "function",
        "operator record",
        "expandable connector",
        "class",
    ):
        assert only_class(f"{head} {word} end {word};").name == word
    assert only_class(f'type {word} = Real(unit = "m");').name == word
    assert only_class(f"type {word} = enumeration({word}, b);").name == word
    text = f"""\
within {word};
model {word}
  import {word};
  import {word}.*;
  import {word} = {word}.{word};
  import a.{{{word}, b}};
  extends {word}({word} = 1, redeclare model {word} = {word});
  model {word}
  end {word};
  type T = {word};
end {word};
"""
    printed(text)


@EACH_WORD
def test_as_function(word: str) -> None:
    for text in (f"{word}(1)", f"{word}(a)", f"{word}(a, b = 2)", f"{word}(a for i in 1:3)", f"{word}()", f"a.{word}(1)", f"{word}.a(1)"):
        found = value(text)
        assert isinstance(found, ast.Call), text
        assert word in [part.name for part in found.function.parts]
    text = f"""\
function {word}
  input Real {word};
  output Real y;
algorithm
  {word}(1, 2);
  y := {word}({word});
  ({word}, y) := {word}({word} = 3);
  a.{word}(b);
  {word}.a(b);
  {word} := 1;
  {word}[1].a := 2;
  for {word} in 1:{word} loop
    y := {word};
  end for;
  if {word} then
    {word}(1);
  elseif {word} > 1 then
    break;
  else
    return;
  end if;
  while {word} loop
    {word}.x := 2;
  end while;
  when {word} then
    {word} := 1;
  end when;
end {word};
"""
    printed(text)


@EACH_WORD
def test_in_equations(word: str) -> None:
    text = f"""\
model A
equation
  {word} = 1;
  {word}[1] = 2;
  {word}.{word} = {word} + {word} * {word} ^ {word} - ({word});
  {word}({word}) = {word}[{word}].{word};
  {word}(1);
  der({word}) = if {word} then {word} elseif {word} then {word} else {word};
  connect({word}, {word}.a);
  connect({word}[1], a.{word});
  for {word} in 1:{word} loop
    {word} = {{{word}, {word}}};
  end for;
  if {word} then
    {word} = {word};
  else
    {word} = [{word}, {word}; {word}, {word}];
  end if;
  when {{{word}, not {word}}} then
    reinit({word}, {word});
  end when;
  {word} = {word} and {word} or {word} == {word};
initial equation
  {word} = {word}:{word}:{word};
end A;
"""
    printed(text)


@EACH_WORD
def test_in_modifiers_and_annotations(word: str) -> None:
    text = f"""\
model A
  B b({word} = 1, each {word}(start = {word}), final {word}.{word} = {word}, redeclare {word} c, redeclare C {word}(x = 1));
  extends C(redeclare replaceable model {word} = D, break {word});
  annotation({word} = true, a({word}({word} = 1)), {word}({word}(1) = 2));
end A;
""".replace("(1) = 2", " = 2")
    printed(text)


@EACH_WORD
def test_as_field_of_a_record(word: str) -> None:
    text = f"""\
record R
  Real {word};
  Real {word}2 = r.{word} + r.{word}.x + r[1].{word}[2] + (r).{word};
end R;
"""
    assert declared(text) == [word, f"{word}2"]
    printed(text)


@EACH_WORD
def test_in_statecharts(word: str) -> None:
    text = f"""\
model A
  Real {word};
statechart
  state {word} extends {word}({word} = true);
    State {word}(isInitial = true), b;
    {word} c;
    transition {word} -> b end transition;
    transition {word} : {word} -> {word}.{word} event {word}, {word}.{word} guard {word} priority 1 action
      {word} := {word};
      {word}(b);
      {word}.{word}({word});
    end transition;
    entry action
      {word} := 2;
    end entry;
    exit action
      {word}.a(1);
    end exit;
  end {word};
end A;
"""
    printed(text)


def test_the_prefixes_are_prefixes_where_a_type_and_a_name_follow() -> None:
    text = """\
model A
  sum Real F;
  sum flow2 G;
  event discrete Boolean e;
  event Boolean e2;
  dynamic C c;
  dynamic C cs[:];
  event sum Real both;
  sum // comment
    Real H;
end A;
"""
    clauses = [element.item for element in body(text).elements]
    assert all(isinstance(clause, ast.ComponentClause) for clause in clauses)
    flags = [(c.connection, c.event, c.dynamic) for c in clauses if isinstance(c, ast.ComponentClause)]
    assert flags == [
        *(("sum", False, False), ("sum", False, False), ("", True, False), ("", True, False), ("", False, True)),
        *(("", False, True), ("sum", True, False), ("sum", False, False)),
    ]
    printed(text)


def test_functions_of_modelica_that_are_words_here() -> None:
    assert isinstance(value("sum(x)"), ast.Call)
    assert isinstance(value("sum (x)"), ast.Call)
    assert isinstance(value("sum({1, 2})"), ast.Call)
    reduction = value("sum(c.m for c in cs)")
    assert isinstance(reduction, ast.Call)
    assert reduction.iterators
    (section,) = body("model A equation transition(a, b, x > 1, immediate = true); initialState(a); end A;").sections
    assert isinstance(section, ast.EquationSection)
    assert all(isinstance(each, ast.CallEquation) for each in section.equations)
    test = value("in(moving)")
    assert isinstance(test, ast.Call)
    assert test.function.parts[0].name == "in"


def test_one_grammar_for_both_kinds_of_files() -> None:
    text = "model A\n  event discrete Boolean e = false;\nstatechart\n  state S extends State;\n  end S;\nend A;\n"
    assert parse(text).classes == parse(text.replace("test.mo", "test.mosila")).classes
