"""T: types, sizes and variability."""

from mosila.diagnostics.diagnostic import Code

WRONG_TYPE = Code(
    "T001",
    "wrong type",
    message="{what} needs {expected}, but `{text}` is {found}",
    help="{advice}",
    explanation="Numbers, truth values and strings do not stand for one another; only an Integer may be used where a Real is wanted.",
)
WRONG_SIZE = Code(
    "T002",
    "sizes differ",
    message="{what}: sizes {left} and {right} do not fit",
    help="give both sides the same dimensions",
    explanation="Elements of arrays are equated and added one by one, so both sides need the same number of them.",
)
BAD_SUBSCRIPT = Code(
    "T003",
    "subscript out of range",
    message="subscript {index} of `{name}` is outside 1:{size}",
    help="arrays count from 1",
    explanation="A subscript must name an element of the array.",
)
NOT_PARAMETER = Code(
    "T004",
    "must be known before the run",
    message="{what} must be a parameter expression, but `{text}` varies with time",
    help="use constants and parameters only",
    explanation="Array sizes, ranges of for equations and values of parameters are fixed before the simulation starts.",
)
WRONG_ARGUMENTS = Code(
    "T005",
    "wrong arguments",
    message="`{function}` takes {expected}, not {found}",
    help="see the built-in functions in the language reference",
    explanation="The number of arguments of a call must fit the function.",
)
NO_VALUE = Code(
    "T006",
    "parameter without a value",
    message="{what} needs the value of `{name}`, which has none",
    help="give it a value in its declaration or as a modifier: `{name} = ...`",
    explanation="A parameter that decides sizes or branches must have a value when the model is instantiated.",
)
BAD_OPERANDS = Code(
    "T007",
    "operands of such sizes",
    message="`{operator}` is not defined for the sizes {left} and {right}",
    help="{advice}",
    explanation="""\
`+` and `-` need equal sizes, `*` is the product of linear algebra, `/` divides by a scalar, and `^` raises a scalar or a
square matrix. The dotted operators work element by element.""",
)
BAD_RANGE = Code(
    "T008",
    "not a range",
    message="{what}",
    help="a range is `first:last` or `first:step:last`; a loop runs through a vector",
    explanation="A loop runs through the elements of a vector, which must be known before the run and have an end.",
)
NO_RESULT = Code(
    "T009",
    "outside the domain",
    message="`{function}` of {argument} has no value",
    help="give it an argument for which the function is defined",
    explanation="Square roots and logarithms need positive arguments, asin and acos arguments between -1 and 1.",
)
ALWAYS_FALSE = Code(
    "T010",
    "an assertion that never holds",
    message="this assertion can never hold: {text}",
    help="mend the condition, or take away what makes it false",
    explanation="The condition of the assertion is false whatever the model does, so the run would end at its first instant.",
)
EQUAL_REALS = Code(
    "T011",
    "Reals compared for equality",
    message="`{text}` compares Reals that vary continuously, which are equal at no event that could be found",
    help="compare with `<=` or `>=`, or with a tolerance: `abs(a - b) < eps`",
    explanation="""\
Two numbers that move are equal for an instant only, and rounding decides whether a step meets it. `==` and `<>` between
Reals are for functions and for values that change at events.""",
)

LARGE_INTEGER = Code(
    "T012",
    "too large for an Integer",
    message="`{text}` is too large for an Integer",
    help="write a Real, as 1e20 or with a decimal point, or keep to numbers up to 9007199254740992",
    explanation="""\
Integers are computed with the numbers of the machine that have a fraction. Up to 2^53 each whole number is one of them;
beyond it neighbours cannot be told apart, so counting and comparing would go wrong without a word.""",
)
