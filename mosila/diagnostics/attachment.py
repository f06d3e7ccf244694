"""S: behaviour objects, actions and structures (statecharts have the codes below S050)."""

from mosila.diagnostics.diagnostic import Code

NO_COMMON_INTERFACE = Code(
    "S050",
    "no common interface",
    message="`{object}` cannot be added to `{base}`: {base_class} and {object_class} inherit no connector from a common base class",
    help="let both extend one class that declares the connector, or write `add({object})` without a base",
    explanation="`base.add(object)` joins the connectors that both classes inherit under one name from one base class. Without such a "
    "connector nothing would be joined.",
)
NOT_AN_OBJECT = Code(
    "S051",
    "not an object",
    message="`{name}` is {what}, not an object that can be added or removed",
    help="name a component whose class is a model or block",
    explanation="`add` and `remove` act on components of model classes.",
)
BAD_ACTION = Code(
    "S052",
    "not an action",
    message="{what}",
    help="{advice}",
    explanation="Actions assign to variables, add and remove objects, and may use if statements.",
)
BAD_EVENT = Code(
    "S053",
    "not an event",
    message="`{name}` cannot be an event: {why}",
    help="name a discrete variable, such as `event discrete Boolean e` with an equation `e = ...`, or write the condition as a guard",
    explanation="An event is a discrete variable: a Boolean fires when it becomes true, any other when it changes.",
)
ASSIGNED_DETERMINED = Code(
    "S054",
    "assignment to a determined variable",
    message="{when}the action assigns to `{name}`, which {why}",
    help="assign to a state, a held variable, or a discrete variable that no equation determines",
    explanation="A variable that an equation determines has its value from there; an assignment would be undone at once.",
)
ADDED_TWICE = Code(
    "S055",
    "already attached",
    message="at time {time} `{object}` is added although it is already {where}",
    help="remove it first, or guard the transition",
    explanation="An object can be attached to one base at a time.",
)
NOT_ATTACHED = Code(
    "S056",
    "not attached",
    message="at time {time} `{object}` is removed although it is not {where}",
    help="guard the transition with the state in which it is attached",
    explanation="Only what was added can be removed, and by the base it was added to.",
)
AMBIGUOUS_HOLD = Code(
    "S057",
    "which variable is held",
    message="the equations leave {count} of these variables undetermined and do not say which: {names}",
    help="add an equation, or declare a value for only those that keep it",
    explanation="A variable with a declared value that the equations of a structure leave undetermined is held at its value. Where several "
    "could be held and no rule prefers one, the model does not say what is meant.",
)
BASE_IS_ATTACHED = Code(
    "S059",
    "attached object as a base",
    message="`{objects}` is attached to `{base}`, itself attached to another base on the same port: `{name}` would be summed twice",
    help="attach all objects to the same base",
    explanation="A behaviour object cannot itself be a base on the same port.",
)
