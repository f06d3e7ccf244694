"""B: equations that do not determine the variables."""

from mosila.diagnostics.diagnostic import Code

UNDER_DETERMINED = Code(
    "B001",
    "too few equations",
    message="nothing determines {names}",
    help="add {count}, or give a declared value to what shall keep it",
    explanation="Every unknown of a structure needs an equation of its own. The variables named are those that cannot all be matched with "
    "an equation; the equations shown are all in which they occur.",
)
OVER_DETERMINED = Code(
    "B002",
    "too many equations",
    message="{count} too many for {names}",
    help="{advice}",
    explanation="More equations than unknowns: the equations shown have together fewer variables than equations.",
)
SINGULAR = Code(
    "B003",
    "structurally singular",
    message="the equations leave {free} undetermined while there are too many equations for {names}",
    help="the number of equations is right but they speak of the wrong variables: look at those shown",
    explanation="There are as many equations as unknowns, but some subset of the equations has fewer unknowns than equations.",
)
NOT_DIFFERENTIABLE = Code(
    "B004",
    "constraint that cannot be differentiated",
    message="the equation restricts what is differentiated, so its derivative is needed, but it contains the delayed value {names}",
    help="choose the variables so that no equation with a delayed value ties the states",
    explanation="Equations without an unknown of their own restrict the states in them and are differentiated before the system is "
    "solved. The derivative of a delayed value is not known.",
)
DECLARED_AND_DETERMINED = Code(
    "B005",
    "declared value beside an equation",
    message="`{name}` has a declared value and is determined by the equations too",
    help="write `{name}(start = ...)` for a start value, or remove the equation",
    explanation="In a `.mo` file `Real x = e` is an equation. In a `.mosila` file it is a start value where other equations determine x.",
)
DISCRETE_LOOP = Code(
    "B006",
    "discrete equations depend on each other",
    message="the discrete equations for {names} depend on each other",
    help="read the value before the event, `pre(...)`, in one of them, or solve them by hand",
    explanation="Discrete equations are computed one after the other, so none may need its own result, not even through others.",
)
REPEATED = Code(
    "B007",
    "equation without effect",
    message="the equation says once more that `{first}` and `{second}` are equal{sign}",
    help="remove it: other equations or connections say so already",
    explanation="Equations and connections that form a ring leave one of them without effect, so that there is one equation less than it "
    "seems. The constraint is redundant but consistent.",
)
STATE_SELECT = Code(
    "B010",
    "choice of states that cannot be kept",
    message="{what}, but the equations {why}",
    help="remove `stateSelect`, or use `prefer` or `avoid`",
    explanation="A variable with stateSelect = always must be a state, one with never must not. Constraints leave only some of the "
    "variables in them free to be states, and here no choice among them does what is asked for.",
)
UNDER_DETERMINED_START = Code(
    "B011",
    "too few initial equations",
    message="at the start nothing determines {names}",
    help="add {count}, or give a parameter a value by `fixed = true`",
    explanation="At the start the equations, the initial equations and the fixed start values must determine all variables and all "
    "parameters with fixed = false. States that are left over take their start values; anything else needs an equation.",
)
NOT_BALANCED = Code(
    "B012",
    "a class that is not balanced",
    message="{name} has {unknowns} unknowns and {equations} equations by itself: {difference}",
    help="write as many equations as the class has variables; what its public connectors get from outside is counted already",
    explanation="""\
Every class that is not partial must have as many equations as unknowns, so that it can be checked without the models that use
it. The flow variables and inputs of its public connectors count as given from outside. Here other classes make up for the
difference, so the model as a whole has as many equations as unknowns, but another use of the class would not.""",
)
