"""N: names that are not there, or not what the place asks for."""

from mosila.diagnostics.diagnostic import Code

UNKNOWN_CLASS = Code(
    "N001",
    "unknown class",
    message="there is no class `{name}` visible in {scope}",
    help="declare it, import it, or check the spelling{suggestion}",
    explanation="""\
A type name is looked up in the class itself, in its base classes, its imports and then outwards. None of these has it.
The first part of a name that begins with a library, such as `Modelica`, is looked for beside the file and in the folders
of the environment variable MODELICAPATH: `export MODELICAPATH=folder` if the library is there.""",
)
UNKNOWN_NAME = Code(
    "N002",
    "unknown name",
    message="there is no `{name}` in {scope}",
    help="declare it, or check the spelling{suggestion}",
    explanation="A component name in an equation or modifier is looked up in the class where it is written and in its base classes.",
)
CYCLIC_EXTENDS = Code(
    "N004",
    "cyclic inheritance",
    message="class {name} inherits from itself",
    help="remove one of the extends clauses on the way: {cycle}",
    explanation="A class can neither directly nor through other classes be its own base.",
)
DUPLICATE_NAME = Code(
    "N005",
    "declared twice",
    message="`{name}` is declared twice in {scope}",
    help="remove or rename one of them",
    explanation="A class can have one element of a name; inherited elements of the same name must be identical.",
)
UNKNOWN_MODIFIER = Code(
    "N006",
    "modifier of nothing",
    message="{scope} has no element `{name}` to modify",
    help="check the spelling{suggestion}",
    explanation="A modifier names an element of the component's class or an attribute of its type.",
)
NOT_A_VARIABLE = Code(
    "N007",
    "not a variable",
    message="`{name}` is {what}, not a variable",
    help="name one of its variables",
    explanation="An equation speaks of variables; a component with several of them cannot stand for a number.",
)
CYCLIC_COMPONENT = Code(
    "N008",
    "a class that contains itself",
    message="class {name} has a component of its own class",
    help="give the part a class of its own, or hold the parts side by side in an array of the class around them",
    explanation="A component of the class's own type would contain another one, and so on without end.",
)
NOT_CONSTANT = Code(
    "N009",
    "not a constant",
    message="`{name}` belongs to objects of {scope}; from here only its constants can be used",
    help="declare it `constant`, or pass the value in as a parameter",
    explanation="""\
A class written inside another one, or a name through a class, sees the classes and the constants there. Variables and
parameters belong to objects, and there may be many of them or none.""",
)
ABSENT_COMPONENT = Code(
    "N010",
    "a component that is not there",
    message="`{name}` is a conditional component whose condition is false",
    help="use it in connect equations only, or in a branch with the same condition",
    explanation="""\
A component with `if condition` exists only where its condition is true. Connections to one that does not exist are
dropped; any other use needs it.""",
)
PROTECTED_ACCESS = Code(
    "N011",
    "protected element used from outside",
    message="`{name}` is protected in {scope} and cannot be used from outside",
    help="use a public element, or move the declaration into a public section",
    explanation="Protected elements are the inner affair of a class: only the class itself and classes that extend it may use them.",
)
CONDITIONAL_USE = Code(
    "N022",
    "a conditional component used as a value",
    message="`{name}` is a conditional component; it can be connected, but not used here",
    help="declare a variable that is always there and connect or bind the two under the same condition",
    explanation="""\
A component with `if condition` may be absent, so equations, bindings and calls cannot rely on it, whatever its condition
says. Connections to it are dropped where it is absent, and it can be modified.""",
)
NOT_A_CLASS = Code(
    "N021",
    "a component where a class is wanted",
    message="`{name}` is a component here, not a class",
    help="give the component a name of its own",
    explanation="A name means one thing in a class: where a component has the name of a class, that class cannot be named there.",
)
