"""R: what can go wrong while a model runs; the command ends with exit code 3."""

from __future__ import annotations

from mosila.diagnostics.diagnostic import Code, Severity

NOT_FINITE = Code(
    "R001",
    "not a finite number",
    message="at time {time} {quantity} is not a finite number ({detail})",
    help="guard the expression, for example with `if` or `noEvent`, or correct the values that go into it",
    explanation="""\
An equation gave no finite number: a division by zero, the root or logarithm of a negative number, or an overflow. The
message names the equation and the values that went into it. A solver may try values a little outside the range that a
model was written for; if that is the cause, an `if` expression with the right limit on the other side helps.""",
)

SOLVER_FAILED = Code(
    "R002",
    "the solver cannot go on",
    message="the solver stopped at time {time}: {reason}{steps}",
    help="look at {variables}; a looser tolerance (--tol) helps only if the model is right",
    explanation="""\
The integrator could not make a step that meets the tolerance, however small. Common causes are a solution that tends to
infinity, a derivative that jumps without an event (use a relation without `noEvent`), or a tolerance finer than the
precision of the numbers. The message names the sizes of the last steps and the variables with the largest error; what was
computed until there is kept.""",
)

NO_INITIAL_VALUES = Code(
    "R003",
    "no consistent values",
    message="at time {time} no values were found that satisfy {equations}",
    help="give better start values (start=...) to {variables}, or check that the equations have a solution",
    explanation="""\
At the start, after an event or after a structural change, the equations are solved for the unknowns that are not given.
The iteration for the equations named here did not converge. Either they have no solution for the given values, or the
guesses are too far away; guesses come from `start` attributes and earlier values.""",
)

ENDLESS_EVENTS = Code(
    "R004",
    "endless events in one instant",
    message="at time {time} events follow one another without end: {cycle}",
    help="let one change not trigger the next: read the value before the event once only, or make a relation strict",
    explanation="""\
Within one instant the discrete equations, transitions and re-initialisations are repeated until nothing changes any
more. Here they never come to rest. The message names what repeats. Often two transitions lead back and forth because
both guards hold at the same values; a strict relation on one side ends it.""",
)

ZENO = Code(
    "R007",
    "events pile up",
    message="the events of {relation} come ever faster and pile up at time {limit}",
    help="end the motion there with a transition of its own, or let the run end there (--zeno stop)",
    explanation="""\
The time between events shrinks towards zero, as with a ball that bounces lower and lower: infinitely many events lie
before a finite time, and no run can pass it by counting them. Model what happens after that time, for example a
transition to rest once the speed is small.""",
)

VALUES_DO_NOT_FIT = Code(
    "R008",
    "start values do not fit",
    message="`{name}` is to start at {wanted} ({why}), but with the other start values its equations give {found}",
    help="remove `fixed = true` there, or give the states start values that fit",
    explanation="""\
At the start a variable with `fixed = true` must have its start value, and one that constraints tie to others its declared value,
to a relative error of 1e-6. Here it has another: more values are given than can be chosen freely, and they do not fit.""",
)

SINGULAR = Code(
    "R009",
    "singular equations",
    message="at time {time} the equations that are solved together for {variables} have no unique solution",
    help="look for an equation that follows from the others, or that contradicts them",
    explanation="""\
Some equations must be solved together, and at the values of this moment their matrix is singular: one of them follows
from the others, or contradicts them. The form of the equations alone does not show it; the numbers do. Often an
equation was written twice in different words, or a parameter that should not be zero is.""",
)

OUT_OF_MEMORY = Code(
    "R010",
    "out of memory",
    message="at time {time} there was no memory left to go on",
    help="close other programs, or record fewer output points (--intervals)",
    explanation="The solver asked the system for memory and got none.",
)

FUNCTION_ASSERTION = Code(
    "R090",
    "an assertion in a function failed",
    message="{when}an assertion in the function `{function}` does not hold: {message}",
    help="correct the arguments with which the function is called",
    explanation="""\
A function checks its arguments or results with `assert`, and the condition did not hold. While the solver tries a step,
such a failure only makes the step smaller; here it stayed. The message is the one that the author of the function wrote.""",
)

FUNCTION_INDEX = Code(
    "R091",
    "an index out of range in a function",
    message="{when}in the function `{function}` {reason}",
    help="correct the index, or guard it with `if`",
    explanation="""\
An element of an array was read or assigned whose index is less than 1 or larger than the size of the array. Indices that
are known beforehand are checked when the model is checked; this one was computed while the function ran.""",
)

FUNCTION_ENDLESS = Code(
    "R092",
    "a function does not end",
    message="{when}the function `{function}` does not come to an end: {reason}",
    help="correct the condition that ends its loop or its recursion",
    explanation="""\
A function went on and on: a `while` loop whose condition stays true, or a recursion without an end. The limits are far
beyond what functions need.""",
)

FOREIGN_ERROR = Code(
    "R093",
    "foreign code reports an error",
    message="{when}the external function `{function}` reports: {message}",
    help="correct the arguments with which the function is called, or what it reads",
    explanation="""\
Foreign code called ModelicaError or ModelicaFormatError. The message is the one of the foreign code. While the solver
tries a step, such an error only makes the step smaller; here it stayed.""",
)

FUNCTION_VALUE = Code(
    "R094",
    "a function without a value",
    message="{when}the function `{function}` has no finite value for its arguments: {reason}",
    help="guard the expression, for example with `if`, or correct the arguments",
    explanation="""\
A division by zero, the root or logarithm of a negative number or an overflow happened while a function was evaluated
whose value has to be known before the model runs.""",
)

INDEX_OUTSIDE = Code(
    "R096",
    "an index out of range",
    message="{when}{message}",
    help="correct the index, or guard it with `if`",
    explanation="""\
An index that varies while the model runs named an element that is not there: an element of an array, or a literal of an
enumeration. Indices that are known beforehand are checked when the model is checked. In a branch of an `if` that is not
taken an index may have any value. While the solver tries a step, such a failure only makes the step smaller; here it
stayed.""",
)

NOT_AN_INTEGER = Code(
    "R097",
    "too large for an Integer",
    message="{when}{message}, which is too large for an Integer",
    help="keep the value between -9007199254740992 and 9007199254740992, or declare it a Real",
    explanation="""\
Integers are computed with the numbers of the machine that have a fraction. Up to 2^53 each whole number is one of them;
beyond it neighbours cannot be told apart, so counting and comparing would go wrong without a word.""",
)

FUNCTION_WARNING = Code(
    "R095",
    "a function warns",
    message="{when}the function `{function}` warns: {message}",
    help="look at the arguments with which the function is called",
    explanation="""\
An assertion of level `AssertionLevel.warning` in a function did not hold, or foreign code called ModelicaWarning. The run
goes on; each warning is shown once.""",
    severity=Severity.WARNING,
)
