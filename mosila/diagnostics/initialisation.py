"""R: what can go wrong when initial values are sought."""

from __future__ import annotations

from mosila.diagnostics.diagnostic import Code, Severity

NOT_INITIALISED = Code(
    "R020",
    "no initial values",
    message="the equations of the initial instant were not solved: {reason}\n{table}",
    help="give better start values to the variables with large residuals, or simplify their equations with `homotopy`",
    explanation="""\
At the start the equations, the initial equations and the fixed start values are solved together. Where they cannot be
solved one after the other they are iterated from the start values. The table shows the unknowns of this iteration:
where they began, where they were when it was given up, and by how much an equation for them is not met.""",
)

INITIAL_EQUATION_FAILS = Code(
    "R021",
    "initial equation does not hold",
    message="the initial equation does not hold: its left side is {left}, its right side {right}",
    help="remove it, or remove `fixed = true` or another initial equation",
    explanation="""\
There are more initial equations and fixed start values than can be chosen freely. Those that determine nothing must hold by
themselves, to a relative error of 1e-6; this one does not.""",
)

DEFAULTED_STARTS = Code(
    "R022",
    "start values taken as fixed",
    message="the initial equations leave {names} free; they begin with their start values",
    help="say so with `fixed = true`, or add initial equations",
    explanation="""\
There are fewer initial equations and fixed start values than states. The states named begin with their start values, or
with zero where there is none, as if they were fixed.""",
    severity=Severity.WARNING,
)

NOT_ON_CONSTRAINT = Code(
    "R023",
    "constraint not met at a change of structure",
    message="at time {time} the new equations want `{name}` at {wanted}, but it is at {was} and cannot jump",
    help="attach where the constraint holds, or set the value in the action",
    explanation="""\
At a change of structure velocities, currents and charges may jump, by impulses, but positions may not: what a constraint
says about them must hold before it becomes active, to a hundred tolerances.""",
)

IMPULSE_NOT_UNIQUE = Code(
    "R024",
    "impulses that are not determined",
    message="at time {time} the new equations do not determine how {names} jump",
    help="remove a constraint that follows from others, or give what is joined a mass, a capacity or an inductance",
    explanation="""\
Where values must jump to meet new constraints, the equations themselves say by how much: they are taken over an
infinitely short time. Here more than one jump, or none, satisfies them.""",
)

IMPULSE_NOT_LINEAR = Code(
    "R025",
    "impulse without a limit",
    message="at time {time} {names} change in an infinitely short time, and this equation is not linear in them",
    help="put something elastic between what collides, or write the equation so that it is linear in the force",
    explanation="""\
An impulse is a force without bound over a time without extent. Products and powers of such forces have no limit, so an
equation that contains them cannot say what happens in the instant.""",
)

DISCRETE_START = Code(
    "R026",
    "initial equation of a discrete variable",
    message="the initial equation is not written for one discrete variable",
    help="write `d = ...` or `pre(d) = ...` with the variable alone on one side",
    explanation="""\
Initial equations between discrete variables are computed one after the other, as they stand. Each must have a discrete
variable, or its value before the event, alone on one side.""",
)
