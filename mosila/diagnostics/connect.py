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
TOO_DEEP = Code(
    "C010",
    "connect of something too deep",
    message="`{name}` is a connector of `{inner}`, which is a part of another component",
    help="give `{outer}` a connector of its own and connect that",
    explanation="A class connects its own connectors and those of its components (`c.inner` or `component.c.inner`). What lies deeper "
    "is the business of the component's class.",
)
MISPLACED_PREFIX = Code(
    "C011",
    "prefix out of place",
    message="{what}",
    help="{advice}",
    explanation="`stream` stands in connectors, before Reals and records of Reals. An expandable connector has no flows and streams of "
    "its own. A connector as a whole is no parameter or constant, though it may have some.",
)
UNBALANCED_CONNECTOR = Code(
    "C012",
    "unbalanced connector",
    message="the connector `{name}` has {potentials} and {flows}",
    help="declare as many `flow` variables as there are potentials, or make the others `input`, `output`, `stream` or `parameter`",
    explanation="A connection of n connectors gives n - 1 equations for each potential and one for each flow, so a connector needs as "
    "many variables of one kind as of the other. (A type with `equalityConstraint` counts as many potentials as that function has "
    "results.)",
)
STREAM_WITHOUT_FLOW = Code(
    "C013",
    "stream without a flow",
    message="the connector `{name}` has stream variables and {flows}",
    help="declare exactly one `flow Real`, the flow that carries the stream variables",
    explanation="Stream variables are properties of the matter that flows through a connector, so there must be one flow variable, "
    "and only one.",
)
NOT_A_STREAM = Code(
    "C014",
    "not a stream variable",
    message="`{function}` takes a stream variable of a connector, and `{text}` is {what}",
    help="name a variable that is declared with `stream`, such as `port.h_outflow`",
    explanation="`inStream(port.h)` is what the variable would be if the flow came in; `actualStream(port.h)` takes the direction "
    "that the flow has. Only stream variables have such values.",
)
TWO_SOURCES = Code(
    "C015",
    "two sources of one signal",
    message="`{first}` and `{second}` are both sources of one signal: {why}",
    help="leave one of the connections out",
    explanation="Connected inputs and outputs are one signal, which has one source: the output of a component, or an input of the "
    "class itself.",
)
NO_SOURCE = Code(
    "C016",
    "a signal without a source",
    message="nothing gives a value to `{name}`: only inputs are connected to each other",
    help="connect an output too",
    explanation="Connected inputs and outputs are one signal. Its value comes from the output of a component or from an input of the "
    "class.",
)
VALUES_DIFFER = Code(
    "C017",
    "connected parameters differ",
    message="`{left}` is {left_value} and `{right}` is {right_value}, but their connectors are connected",
    help="give both the same value",
    explanation="Parameters and constants of connected connectors are not solved for; they must have the same values.",
)
NOT_ON_BUS = Code(
    "C018",
    "not on the bus",
    message="`{name}` is not on the expandable connector `{bus}`: {why}",
    help="connect something that is declared to `{name}`",
    explanation="A variable comes onto an expandable connector when a declared connector is connected to it, here or at any "
    "expandable connector that this one is connected to. Only then can it be read or connected further.",
)
EXPANDABLE_AND_PLAIN = Code(
    "C019",
    "expandable and plain connector",
    message="`{left}` and `{right}` cannot be connected: only one of them is expandable",
    help="connect to a variable of the expandable connector, such as `{bus}.signal`",
    explanation="An expandable connector as a whole can be connected only to another expandable connector.",
)
BAD_GRAPH_CALL = Code(
    "C020",
    "connection graph out of place",
    message="`{name}` {why}",
    help="write it among the equations, outside of `when` and of conditions that vary",
    explanation="`Connections.branch`, `root` and `potentialRoot` describe how connectors hang together, which does not change with "
    "time. They take variables of connectors whose type has a function `equalityConstraint`.",
)
NOT_ADDABLE = Code(
    "C021",
    "flow of an operator record",
    message="`{name}` is a flow of the operator record {type}, which has no {missing}",
    help="define {missing} in {type}, or make it no flow",
    explanation="Connected flows are summed, those of the class itself with a minus, and those that nothing is connected to are zero: "
    "an operator record needs the operators '+', '-' (of one operand) and '0' for that.",
)
TWO_OUTERS = Code(
    "C022",
    "connect of two outer elements",
    message="`{left}` and `{right}` are both outer, and cannot be connected here",
    help="connect them where they are `inner`",
    explanation="Every user of the outer elements would say the same connection once more.",
)
UNSTEADY_WIRING = Code(
    "C023",
    "connections that depend on themselves",
    message="the connections in `{name}` depend on what is connected, without end",
    help="let no connection depend on `cardinality` or on what is on a bus",
    explanation="`cardinality` and expandable connectors look at the connections of the whole model. Here taking them into account "
    "changed the connections again and again.",
)
GRAPH_NOT_SUPPORTED = Code(
    "C024",
    "overconstrained connection graphs are not supported yet",
    message="`{name}` (overconstrained connection graphs) is not supported yet",
    help="connect without loops, in connectors whose types have no `equalityConstraint`",
    explanation="The language has connectors with redundant variables, such as the orientation of a frame in space, whose connections are "
    "broken up where they form loops. MOSILA reads such models and does not run them yet.",
)
BUS_VALUE = Code(
    "C025",
    "value for a variable on a bus",
    message="`{name}` is on the expandable connector {type} and cannot be given a value here",
    help="connect the source of the value to it",
    explanation="A variable of an expandable connector is there only if something is connected to it, which gives it its value.",
)
INPUT_DETERMINED = Code(
    "C026",
    "an equation for an input",
    message="`{name}` is an input of the model and is determined by the equations too",
    help="remove the equation, or make `{name}` no input",
    explanation="The inputs of a model come from outside; in a run alone they keep their start values. An equation for it is too many.",
)
