"""I: instantiation, and what is not supported yet."""

from mosila.diagnostics.diagnostic import Code, Severity

NOT_SUPPORTED = Code(
    "I001",
    "not supported yet",
    message="{construct} is not supported yet",
    help="{advice}",
    explanation="The grammar takes all of Modelica 3.6 and MOSILA; the compiler refuses what it cannot translate rather than guess.",
)
PARTIAL_MODEL = Code(
    "I002",
    "partial class",
    message="{name} is partial and cannot be instantiated",
    help="use a class that extends it and completes it",
    explanation="A partial class leaves something open on purpose; only a complete class can become an object.",
)
NOT_A_MODEL = Code(
    "I003",
    "not a model",
    message="{name} is a {restriction}, which cannot be simulated",
    help="simulate a model or block",
    explanation="Packages, functions, types and connectors are parts of models.",
)
BAD_MODIFIER = Code(
    "I004",
    "modifier not allowed",
    message="{what}",
    help="{advice}",
    explanation="A modifier must fit what it modifies: a value for a variable, nested modifiers for a component.",
)
BAD_WHEN = Code(
    "I005",
    "not allowed in a when-clause",
    message="{what}",
    help="{advice}",
    explanation="A when-clause gives discrete variables new values, and states with reinit, at the instants its condition becomes true.",
)
NO_INNER = Code(
    "I006",
    "outer without inner",
    message="`{name}` is outer, but no object around it has an inner component of that name{own}",
    help="declare `inner {type} {name};` in the model around it",
    explanation="""\
An `outer` component means the component of the same name that is declared `inner` in one of the objects around it. It lets
many parts share one thing, such as the gravity of the world, without connecting each of them.""",
)
TOO_LARGE = Code(
    "I008",
    "an array too large",
    message="an array of {count} elements is too large; {most} are possible",
    help="check the sizes: is a number or a parameter in them not what was meant?",
    explanation="""\
Every element of an array is a variable or an expression of its own. Beyond some ten million of them the memory of a usual
machine does not suffice, so they are refused before it is filled.""",
)
BAD_EQUATION = Code(
    "I007",
    "an equation that cannot stand here",
    message="{what}",
    help="{advice}",
    explanation="Where an equation stands decides what it may be: some hold always, some only at the start or in a branch.",
)
BAD_STATEMENT = Code(
    "I013",
    "a statement that cannot stand here",
    message="{what}",
    help="{advice}",
    explanation="`break` leaves the loop around it and `return` the function around it; without one they have nothing to leave.",
)
IMPURE_CALL = Code(
    "I009",
    "an impure function where nothing happens",
    message="`{name}` is impure and cannot be called here",
    help="call it in a when-clause, at the start or in an impure function; where its value does not vary write `pure({name}(...))`",
    explanation="""\
An impure function may give another value each time, or does something else besides, so it matters how often it is called.
Equations that always hold are evaluated as often as the solver likes; when-clauses, initial equations, and declared values of
parameters are evaluated once an instant.""",
)
OBSOLETE = Code(
    "I012",
    "an obsolete class",
    message="`{name}` is of class {type}, which is obsolete: {text}",
    help="use another class",
    explanation="Whoever wrote the class says that it should not be used any more, and what should be used instead.",
    severity=Severity.WARNING,
)
