"""C: connections."""

from mosila.diagnostics.diagnostic import Code

NOT_A_CONNECTOR = Code(
    "C001",
    "not a connector",
    message="`{name}` is not a connector",
    help="connect takes two components whose classes are connectors",
    explanation="Only connectors can be connected; their variables are made equal or summed to zero.",
)
CONNECTORS_DIFFER = Code(
    "C002",
    "connectors differ",
    message="`{left}` and `{right}` cannot be connected: {why}",
    help="both connectors need the same variables with the same prefixes",
    explanation="Connecting equates variables of the same name, and sums those marked flow; both sides must have them.",
)
CONNECT_SUM = Code(
    "C003",
    "connect of a sum connector",
    message="`{name}` has a `sum` variable and cannot be used in connect",
    help="attach the object with `base.add(object)` in an action",
    explanation="A `sum` variable is summed over the objects attached to a base; connect knows no base.",
)
