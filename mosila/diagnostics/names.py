"""N: names that are not there, or not what the place asks for."""

from mosila.diagnostics.diagnostic import Code

UNKNOWN_CLASS = Code(
    "N001",
    "unknown class",
    message="there is no class `{name}` visible in {scope}",
    help="declare it, import it, or check the spelling{suggestion}",
    explanation="A type name is looked up in the class itself, in its base classes, its imports and then outwards. None of these has it.",
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
