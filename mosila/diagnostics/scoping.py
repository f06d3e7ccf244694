"""N and I: names that cannot be reached from where they are used, imports, inner and outer."""

from mosila.diagnostics.diagnostic import Code, Severity

NOT_ENCAPSULATED = Code(
    "N023",
    "looking into a class that is no package",
    message="`{name}` cannot be reached through {scope}, which is no package",
    help="move `{name}` into a package, or write `encapsulated` before it",
    explanation="""\
A name like `A.B` looks into the class A. If A has variables or equations, what is in it may depend on its objects, so only
encapsulated classes can be used from outside.""",
)
PARTIAL_SCOPE = Code(
    "N024",
    "looking into a partial class",
    message="`{name}` cannot be used through {scope}, which is partial",
    help="name a package that extends it and completes it",
    explanation="A partial class leaves things open, so what is in it may change in the classes that complete it.",
)
FUNCTION_IN_COMPONENT = Code(
    "N025",
    "a function that a component does not give",
    message="`{name}` cannot be called through the component `{component}`: {why}",
    help="call it through its class",
    explanation="""\
`c.f(x)` calls a function that is written in the class of the component `c`. The component must be a single one that is
always there, the function must not be an operator, and classes on the way cannot be followed by components again.""",
)
IMPORT_NOT_FOUND = Code(
    "N026",
    "an import of nothing",
    message="there is no `{name}` to import",
    help="write the full name, from the outermost package on{suggestion}",
    explanation="The name in an import clause begins at the top, not in the class where it is written.",
)
IMPORT_FROM_CLASS = Code(
    "N027",
    "an import from a class that is no package",
    message="`{name}` cannot be imported from {scope}, which is a {kind}",
    help="import from packages only",
    explanation="Only packages hold things for others; what is written in a model belongs to that model.",
)
IMPORT_CLASH = Code(
    "N028",
    "two imports of one name",
    message="`{name}` is imported twice",
    help="give one of them another name: `import other = ...`",
    explanation="Each name can mean one thing only. Imports with `.*` clash when the name is used and several of them have it.",
)
PROTECTED_MODIFIED = Code(
    "I038",
    "a protected element is modified",
    message="`{name}` is protected in {scope} and cannot be modified from outside",
    help="modify a public element, or extend {scope}",
    explanation="Protected elements are the inner affair of a class: only its own text and classes that extend it may change them.",
)
INNER_DIFFERS = Code(
    "I039",
    "an inner that does not fit the outer",
    message="the inner `{name}` does not fit the outer one: {why}",
    help="give both the same type, or the inner one a class that extends it",
    explanation="An outer component stands for the inner one, so the inner one must have all that the outer's type promises.",
)
INNER_ADDED = Code(
    "I040",
    "an inner component was added",
    message="no object around has an inner `{name}`, so the model gets one of class {type}",
    help="declare `inner {type} {name};` in the model",
    explanation="""\
An `outer` component needs an `inner` one around it. Where there is none and all that look for it agree on a complete class,
one is added to the model with the values that the class has.""",
    severity=Severity.WARNING,
)
