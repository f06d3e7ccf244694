"""T: values that change more often than what they are given to."""

from mosila.diagnostics.diagnostic import Code

TOO_VARIABLE = Code(
    "T030",
    "a value that varies too much",
    message="{name} is a {variability}, but `{text}` is {found}",
    help="{advice}",
    explanation="""\
A constant is known when the model is written, a parameter before the run; a discrete variable changes at events only. What
is given to one of them cannot change more often than it does itself.""",
)
CONSTANT_WITHOUT_VALUE = Code(
    "T031",
    "a constant without a value",
    message="the constant `{name}` has no value",
    help="give it one where it is declared, or as a modifier: `{name} = ...`",
    explanation="A constant never changes, so its value must be written; only a partial class or a package can leave it open.",
)
NOT_DISCRETE = Code(
    "T032",
    "an event that is not noticed",
    message="{what} changes at events only, but `{text}` varies continuously",
    help="{advice}",
    explanation="""\
Integers, Booleans and Strings change at events, so that the solver can stop there. The result of a function of continuous
values, and of a relation inside `noEvent`, can jump anywhere without an event.""",
)
DISCRETE_BINDING = Code(
    "T033",
    "a discrete Real with an equation that always holds",
    message="`{name}` is a discrete Real, which gets its values in when-clauses",
    help="leave `discrete` out, or write `when ... then {name} = ...; end when;`",
    explanation="The prefix `discrete` promises that a Real changes at events only; an equation that always holds does not keep it.",
)
