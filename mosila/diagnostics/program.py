"""I: values that a program has in every structure."""

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
