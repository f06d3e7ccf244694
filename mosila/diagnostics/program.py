"""I: values that a program has in every structure, and those that events give to states."""

from mosila.diagnostics.diagnostic import Code

PARAMETER_CYCLE = Code(
    "I010",
    "parameters depend on each other",
    message="the value of `{name}` depends on itself: {cycle}",
    help="give one of these parameters a value that does not depend on the others",
    explanation="""\
Parameters get their values once, before the run, each after all those that its own value is computed from. Where a
parameter's value depends, directly or through others, on the parameter itself, there is no such order.""",
)

REINIT_NO_STATE = Code(
    "I011",
    "reinit of what is no state",
    message="`{name}` cannot be re-initialised: {why}",
    help="reinit a variable whose derivative stands in the equations",
    explanation="""\
`reinit` gives a state a new value from which its derivative carries on. A variable that the other equations determine
at every instant, or one that nothing moves in the present structure, is no state, so there is nothing to carry on from.""",
)
