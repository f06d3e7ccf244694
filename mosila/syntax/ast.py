"""The abstract syntax of Modelica 3.6 and MOSILA: frozen data, each node with its span.

Spans do not take part in comparison, so two trees are equal when their text means the same to the grammar.
Sections keep the order of the source. Long sums and products are one `Chain`, not a tower of nodes.
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from mosila.dataclass import dataclass
from mosila.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What every node has: where it stands."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


# --- names and expressions -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A class name `A.B.C`, or `.A.B` from the top."""

    parts: tuple[str, ...]
    is_global: bool = False


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """A number, string, truth value; `text` is as written (a string without its quotes, escapes kept)."""

    value: int | float | str | bool
    text: str


@dataclass(frozen=True, slots=True)
class Colon(Node):
    """`:` as a subscript or array dimension."""


@dataclass(frozen=True, slots=True)
class End(Node):
    """`end` inside a subscript."""


@dataclass(frozen=True, slots=True)
class Part(Node):
    """One step of a component reference: `name[subscripts]`."""

    name: str
    subscripts: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Reference(Node):
    """A component reference `a.b[1].c`; `.a.b` is global. `der`, `initial`, `pure` are plain names here."""

    parts: tuple[Part, ...]
    is_global: bool = False


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """`-x`, `+x`, `.-x`, `.+x`, `not x`."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """A relation (`<`, `<=`, `>`, `>=`, `==`, `<>`) or a power (`^`, `.^`)."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """Operators of one precedence, evaluated from the left: `first op1 x1 op2 x2 ...` (`+ - * / and or` and dotted forms)."""

    first: Expression
    rest: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`start:stop` or `start:step:stop`."""

    start: Expression
    step: Expression | None
    stop: Expression


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`if c1 then e1 elseif c2 then e2 else e3`."""

    branches: tuple[tuple[Expression, Expression], ...]
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class NamedArgument(Node):
    """`name = value` in a call."""

    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Iterator(Node):
    """`i in range`; the range is None where Modelica lets it be inferred."""

    name: str
    range: Expression | None


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`f(a, b, name = c)`; with iterators the reduction `f(a for i in r)`."""

    function: Reference
    arguments: tuple[Expression, ...] = ()
    named: tuple[NamedArgument, ...] = ()
    iterators: tuple[Iterator, ...] = ()


@dataclass(frozen=True, slots=True)
class PartialApplication(Node):
    """`function f(a = 1)` as an argument."""

    function: Name
    named: tuple[NamedArgument, ...] = ()


@dataclass(frozen=True, slots=True)
class ArrayConstructor(Node):
    """`{a, b, c}`, or `{a for i in r}` with iterators."""

    elements: tuple[Expression, ...]
    iterators: tuple[Iterator, ...] = ()


@dataclass(frozen=True, slots=True)
class Matrix(Node):
    """`[a, b; c, d]`."""

    rows: tuple[tuple[Expression, ...], ...]


@dataclass(frozen=True, slots=True)
class Parenthesis(Node):
    """`(e)`."""

    inner: Expression


@dataclass(frozen=True, slots=True)
class Tuple(Node):
    """`(a, , b)` or `()`: an output list; None where nothing is taken."""

    elements: tuple[Expression | None, ...]


@dataclass(frozen=True, slots=True)
class Selection(Node):
    """`(e)[subscripts]` or `(e).member`."""

    inner: Parenthesis | Tuple
    subscripts: tuple[Expression, ...] = ()
    member: str | None = None


@dataclass(frozen=True, slots=True)
class New(Node):
    """MOSILA: `new C(mods)`."""

    name: Name
    modification: ClassModification | None = None


Expression: TypeAlias = (
    Literal
    | Colon
    | End
    | Reference
    | Unary
    | Binary
    | Chain
    | Range
    | Conditional
    | Call
    | PartialApplication
    | ArrayConstructor
    | Matrix
    | Parenthesis
    | Tuple
    | Selection
    | New
)

# --- modifications ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Description(Node):
    """A trailing comment: string parts (joined by `+` in the source) and an annotation."""

    strings: tuple[str, ...] = ()
    annotation: ClassModification | None = None


@dataclass(frozen=True, slots=True)
class Modification(Node):
    """`(…)`, `= e`, `:= e`, `(…) = e`; `value` may be Break (`x = break`)."""

    arguments: ClassModification | None = None
    value: Expression | None = None
    operator: str = "="
    is_break: bool = False


@dataclass(frozen=True, slots=True)
class ElementModification(Node):
    """`each final a.b(…) = e "text"`."""

    name: Name
    modification: Modification | None
    description: Description | None = None
    each: bool = False
    final: bool = False


@dataclass(frozen=True, slots=True)
class ElementRedeclaration(Node):
    """`redeclare each final …` or `replaceable …` inside a modification: a class or a one-component clause."""

    element: ClassDefinition | ComponentClause
    redeclare: bool = False
    each: bool = False
    final: bool = False
    replaceable: bool = False
    constraint: ConstrainedBy | None = None


@dataclass(frozen=True, slots=True)
class BreakElement(Node):
    """`break name` or `break connect(a, b)` in an extends clause (selective model extension)."""

    name: str | None
    connect: Connect | None = None


Argument: TypeAlias = ElementModification | ElementRedeclaration | BreakElement


@dataclass(frozen=True, slots=True)
class ClassModification(Node):
    """The arguments in parentheses."""

    arguments: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True)
class ConstrainedBy(Node):
    """`constrainedby A(…) "text"`."""

    name: Name
    modification: ClassModification | None = None
    description: Description | None = None


# --- elements --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Import(Node):
    """`import A.B`, `import X = A.B` (alias), `import A.*` (wildcard), `import A.{b, c}` (names)."""

    name: Name
    alias: str | None = None
    wildcard: bool = False
    names: tuple[str, ...] = ()
    description: Description | None = None


@dataclass(frozen=True, slots=True)
class Extends(Node):
    """`extends A(…) annotation(…)`."""

    name: Name
    modification: ClassModification | None = None
    annotation: ClassModification | None = None


@dataclass(frozen=True, slots=True)
class Declaration(Node):
    """One declared component of a clause: `x[n](…) = e if c "text"`."""

    name: str
    subscripts: tuple[Expression, ...] = ()
    modification: Modification | None = None
    condition: Expression | None = None
    description: Description | None = None


@dataclass(frozen=True, slots=True)
class ComponentClause(Node):
    """`flow parameter input T[n] a, b;` `connection` is flow, stream or MOSILA's sum; event and dynamic are MOSILA's."""

    type: Name
    declarations: tuple[Declaration, ...]
    subscripts: tuple[Expression, ...] = ()
    connection: str = ""
    variability: str = ""
    causality: str = ""
    event: bool = False
    dynamic: bool = False


@dataclass(frozen=True, slots=True)
class Element(Node):
    """An element of a class with its prefixes; `protected` is the section it stands in."""

    item: Import | Extends | ComponentClause | ClassDefinition
    protected: bool = False
    redeclare: bool = False
    final: bool = False
    inner: bool = False
    outer: bool = False
    replaceable: bool = False
    constraint: ConstrainedBy | None = None


# --- equations and statements ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Equality(Node):
    """`left = right`."""

    left: Expression
    right: Expression
    description: Description | None = None


@dataclass(frozen=True, slots=True)
class Connect(Node):
    """`connect(a, b)`; as an action of MOSILA also `disconnect(a, b)`, which stays a call."""

    left: Reference
    right: Reference
    description: Description | None = None


@dataclass(frozen=True, slots=True)
class CallEquation(Node):
    """`assert(…)`, `reinit(…)`, `terminate(…)` or another call that stands alone."""

    call: Call
    description: Description | None = None


@dataclass(frozen=True, slots=True)
class IfEquation(Node):
    """`if c then … elseif … else … end if`."""

    branches: tuple[tuple[Expression, tuple[Equation, ...]], ...]
    otherwise: tuple[Equation, ...] = ()
    description: Description | None = None


@dataclass(frozen=True, slots=True)
class ForEquation(Node):
    """`for i in r loop … end for`."""

    iterators: tuple[Iterator, ...]
    body: tuple[Equation, ...]
    description: Description | None = None


@dataclass(frozen=True, slots=True)
class WhenEquation(Node):
    """`when c then … elsewhen … end when`."""

    branches: tuple[tuple[Expression, tuple[Equation, ...]], ...]
    description: Description | None = None


Equation: TypeAlias = Equality | Connect | CallEquation | IfEquation | ForEquation | WhenEquation


@dataclass(frozen=True, slots=True)
class Assignment(Node):
    """`x := e`."""

    target: Reference
    value: Expression
    description: Description | None = None


@dataclass(frozen=True, slots=True)
class MultipleAssignment(Node):
    """`(a, , b) := f(…)`."""

    targets: tuple[Reference | None, ...]
    value: Call
    description: Description | None = None


@dataclass(frozen=True, slots=True)
class CallStatement(Node):
    """A call that stands alone: `assert(…)`, and the actions `body.add(boost)`, `add(x)`, `connect(a, b)`."""

    call: Call
    description: Description | None = None


@dataclass(frozen=True, slots=True)
class Break(Node):
    """`break`."""

    description: Description | None = None


@dataclass(frozen=True, slots=True)
class Return(Node):
    """`return`."""

    description: Description | None = None


@dataclass(frozen=True, slots=True)
class IfStatement(Node):
    """`if c then … elseif … else … end if`."""

    branches: tuple[tuple[Expression, tuple[Statement, ...]], ...]
    otherwise: tuple[Statement, ...] = ()
    description: Description | None = None


@dataclass(frozen=True, slots=True)
class ForStatement(Node):
    """`for i in r loop … end for`."""

    iterators: tuple[Iterator, ...]
    body: tuple[Statement, ...]
    description: Description | None = None


@dataclass(frozen=True, slots=True)
class WhileStatement(Node):
    """`while c loop … end while`."""

    condition: Expression
    body: tuple[Statement, ...]
    description: Description | None = None


@dataclass(frozen=True, slots=True)
class WhenStatement(Node):
    """`when c then … elsewhen … end when`."""

    branches: tuple[tuple[Expression, tuple[Statement, ...]], ...]
    description: Description | None = None


Statement: TypeAlias = (
    Assignment | MultipleAssignment | CallStatement | Break | Return | IfStatement | ForStatement | WhileStatement | WhenStatement
)

# --- statecharts (MOSILA) --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Transition(Node):
    """`transition name : source -> target event e guard g priority n action … end transition;`."""

    name: str | None
    source: Reference
    target: Reference
    events: tuple[Expression, ...] = ()
    guard: Expression | None = None
    priority: Expression | None = None
    actions: tuple[Statement, ...] = ()
    description: Description | None = None


@dataclass(frozen=True, slots=True)
class EntryAction(Node):
    """`entry action … end entry;`."""

    actions: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class ExitAction(Node):
    """`exit action … end exit;`."""

    actions: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class StateClass(Node):
    """`state Name extends Base(…); … end Name;`."""

    name: str
    base: Name
    modification: ClassModification | None = None
    items: tuple[ChartItem, ...] = ()
    description: Description | None = None


# --- classes ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EquationSection(Node):
    """`[initial] equation …`."""

    equations: tuple[Equation, ...]
    initial: bool = False


@dataclass(frozen=True, slots=True)
class AlgorithmSection(Node):
    """`[initial] algorithm …`."""

    statements: tuple[Statement, ...]
    initial: bool = False


# Equations and algorithms are parsed in states only to be refused in words.
ChartItem: TypeAlias = StateClass | Element | Transition | EntryAction | ExitAction | EquationSection | AlgorithmSection


@dataclass(frozen=True, slots=True)
class StatechartSection(Node):
    """MOSILA: `statechart …`."""

    items: tuple[ChartItem, ...]


@dataclass(frozen=True, slots=True)
class External(Node):
    """`external "C" y = f(a, b) annotation(…);`."""

    language: str | None = None
    result: Reference | None = None
    function: str | None = None
    arguments: tuple[Expression, ...] = ()
    annotation: ClassModification | None = None


Section: TypeAlias = EquationSection | AlgorithmSection | StatechartSection


@dataclass(frozen=True, slots=True)
class Composition(Node):
    """The body of a long class: elements and sections in source order, then external and annotation.

    `extends` is the header form of MOSILA, `model Body extends Base(p.m = 100);`, or None.
    """

    elements: tuple[Element, ...] = ()
    sections: tuple[Section, ...] = ()
    external: External | None = None
    annotation: ClassModification | None = None
    header_extends: Extends | None = None


@dataclass(frozen=True, slots=True)
class ClassExtends(Node):
    """`class extends Name(…) … end Name`: the body that adds to an inherited class of the same name."""

    modification: ClassModification | None
    composition: Composition


@dataclass(frozen=True, slots=True)
class ShortClass(Node):
    """`= input T[n](…)`."""

    type: Name
    subscripts: tuple[Expression, ...] = ()
    modification: ClassModification | None = None
    causality: str = ""


@dataclass(frozen=True, slots=True)
class EnumerationLiteral(Node):
    """One name of an enumeration."""

    name: str
    description: Description | None = None


@dataclass(frozen=True, slots=True)
class Enumeration(Node):
    """`= enumeration(a, b)`, or `enumeration(:)` with `literals` None."""

    literals: tuple[EnumerationLiteral, ...] | None


@dataclass(frozen=True, slots=True)
class DerivativeClass(Node):
    """`= der(f, x, y)`."""

    function: Name
    inputs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClassDefinition(Node):
    """A class: `restriction` is model, block, record, connector, type, package, function, class, operator, ... as written."""

    name: str
    restriction: str
    body: Composition | ClassExtends | ShortClass | Enumeration | DerivativeClass
    description: Description | None = None
    partial: bool = False
    encapsulated: bool = False
    expandable: bool = False
    purity: str = ""
    name_span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TopLevelClass(Node):
    """A class of a file, perhaps `final`."""

    definition: ClassDefinition
    final: bool = False


@dataclass(frozen=True, slots=True)
class Comment(Node):
    """`// text` or `/* text */`, as written."""

    text: str


@dataclass(frozen=True, slots=True)
class StoredDefinition(Node):
    """A file: `within` (None: not written; empty name: `within;`), its classes, and beside them its comments in their order."""

    within: Name | None
    classes: tuple[TopLevelClass, ...]
    comments: tuple[Comment, ...] = ()
