"""T: calls of functions, and what functions may do."""

from mosila.diagnostics.diagnostic import Code

UNKNOWN_FUNCTION = Code(
    "N012",
    "unknown function",
    message="there is no function `{name}` visible in {scope}",
    help="declare it, import it, or check the spelling{suggestion}",
    explanation="A function name is looked up like a class: in the class itself, its bases, its imports and then outwards.",
)
NOT_CALLABLE = Code(
    "T020",
    "not a function",
    message="`{name}` is {what} and cannot be called",
    help="call a function, or a record to make one of its values",
    explanation="Only functions and the constructors of records and external objects can be called; a partial function is not complete.",
)
WRONG_CALL = Code(
    "T021",
    "a call that does not fit",
    message="the call of {name} does not fit: {why}",
    help="see the inputs in the declaration of the function",
    explanation="Every input without a default needs one value, by its place or by its name, of its type and number of dimensions.",
)
BAD_FUNCTION = Code(
    "T022",
    "not allowed in a function",
    message="{what}",
    help="{advice}",
    explanation="""\
A function computes its outputs from its inputs each time it is called, by one algorithm or by foreign code. It has no
equations, no events, no derivatives and no memory.""",
)
INCOMPLETE_CLASS = Code(
    "T023",
    "an external object that is not whole",
    message="the external object {name} lacks {what}",
    help="write both `constructor` and `destructor`, as functions",
    explanation="An object of foreign code is made by its constructor when the run begins and given back by its destructor at the end.",
)
NO_ALGORITHM = Code(
    "T024",
    "a function that computes nothing",
    message="{name} has neither an algorithm nor an external clause, so it cannot be called",
    help="write `algorithm` and assign the outputs, or make the function partial",
    explanation="A function without a body is only an interface for others to extend.",
)
AMBIGUOUS_OPERATOR = Code(
    "T025",
    "several functions fit",
    message="{name} has several functions for these arguments: {functions}",
    help="leave all but one of them out, or give them different inputs",
    explanation="The function of an operator is chosen by the types of its arguments, so no two of them may take the same ones.",
)
