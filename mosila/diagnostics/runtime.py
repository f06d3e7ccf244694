"""R: what can go wrong while a model runs; the command ends with exit code 3."""

from __future__ import annotations

from mosila.diagnostics.diagnostic import Code

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
    message="the solver stopped at time {time}: {reason}",
    help="look at {variables}; a looser tolerance (--tol) helps only if the model is right",
    explanation="""\
The integrator could not make a step that meets the tolerance, however small. Common causes are a solution that tends to
infinity, a derivative that jumps without an event (use a relation without `noEvent`), or a tolerance finer than the
precision of the numbers. The message names the variables with the largest error.""",
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
    message="at time {time} events follow one another without end: {cycle} changes again and again",
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
    help="end the motion there with a transition of its own, or stop the run before it",
    explanation="""\
The time between events shrinks towards zero, as with a ball that bounces lower and lower: infinitely many events lie
before a finite time, and no run can pass it by counting them. Model what happens after that time, for example a
transition to rest once the speed is small.""",
)

VALUES_DO_NOT_FIT = Code(
    "R008",
    "start values do not fit",
    message="`{name}` is to start at {wanted} (fixed = true), but with the other start values its equations give {found}",
    help="remove `fixed = true` there, or give the states start values that fit",
    explanation="""\
A run starts from the start values of the states; all else follows from the equations. A variable with `fixed = true`
must then have its start value, to a relative error of 1e-6. Here it has another: more values are fixed than can be chosen
freely, or a value is fixed that would have to be solved backwards for the start of a state, which is not supported yet.""",
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
