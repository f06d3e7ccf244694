"""S060 to S089, R100 to R119: run-time connections, and what can go wrong while an action or a timer runs."""

from mosila.diagnostics.diagnostic import Code

CONNECTED_TWICE = Code(
    "S060",
    "already connected",
    message="at time {time} `{left}` and `{right}` are connected although an action has connected them already",
    help="disconnect them first, or guard the transition",
    explanation="Two connectors are connected once. Connections that stand among the equations are always there and are not meant here.",
)

NOT_CONNECTED = Code(
    "S061",
    "not connected",
    message="at time {time} `{left}` and `{right}` are disconnected although no action has connected them",
    help="connect them in an action first; a connection that is to come and go cannot stand among the equations",
    explanation="`disconnect` undoes what `connect` did in an action. Connections among the equations of a class stay.",
)

BAD_DURATION = Code(
    "R100",
    "not a duration",
    message="at time {time} `after` in {state} is given {value}, which is no duration",
    help="give it a number of seconds that is not negative",
    explanation="The T of `after(T)` is computed when the state is entered, and the transition waits for so many seconds.",
)

ACTION_INDEX = Code(
    "R101",
    "an index out of range in an action",
    message="at time {time} `{name}` is used with the index {index}, but there are {size} elements",
    help="correct the index, or guard it with `if`",
    explanation="The subscript of an array in an action was computed while the action ran, and there is no such element.",
)

ENDLESS_ACTION = Code(
    "R102",
    "an action does not end",
    message="at time {time} a loop in an action does not come to an end: it has run {passes} times",
    help="correct the condition that ends the loop",
    explanation="Time stands still while an action runs. The limit is far beyond what actions need.",
)

ACTION_ASSERTION = Code(
    "R103",
    "an assertion in an action failed",
    message="at time {time} an assertion in an action does not hold: {text}",
    help="correct the model or its parameters so that the condition holds",
    explanation="An action checked a condition with `assert`, and it did not hold. The text is the one that the author of the model wrote.",
)
