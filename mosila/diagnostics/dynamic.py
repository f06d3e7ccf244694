"""S070 to S079, R110 to R119: objects that come and go, and references to them."""

from mosila.diagnostics.diagnostic import Code

BAD_DYNAMIC = Code(
    "S070",
    "not a dynamic declaration",
    message="`{name}` cannot be declared `dynamic`: {why}",
    help="write `dynamic C c;` for a reference, or `dynamic C cs[:];` for a collection, with a model class C",
    explanation="A `dynamic` declaration makes no object: it holds references to objects that actions create with `new`. So it has no "
    "modifiers and no value, and its class is a model or block.",
)
NOT_A_REFERENCE = Code(
    "S071",
    "not a reference",
    message="`{name}` is {what}, where {wanted} is needed",
    help="{advice}",
    explanation="`c := d` copies a reference and `c := new C()` creates an object; both sides are references. Collections have `add` and "
    "`remove`, `size`, loops and reductions.",
)
WRONG_CLASS = Code(
    "S072",
    "an object of another class",
    message="`{name}` holds objects of class {wanted}, and {found} is not one of them",
    help="let {found} extend {wanted}, or declare `{name}` with another class",
    explanation="A reference can hold objects of its class and of classes that extend it.",
)
MISPLACED_NEW = Code(
    "S073",
    "`new` outside of an action",
    message="`new` stands where no object can be created",
    help="write `c := new C();` or `cs.add(new C());` in an action of a statechart",
    explanation="Objects are created by actions, when a transition fires or a state is entered.",
)
NOT_A_MEMBER = Code(
    "S074",
    "not a member",
    message="at time {time} `{object}` is removed from `{collection}`, which does not hold it",
    help="remove only what is in the collection: `for c in {collection} loop ... end for` visits its members",
    explanation="`remove` takes an object out of a collection that holds it.",
)
MEMBER_TWICE = Code(
    "S075",
    "already a member",
    message="at time {time} `{object}` is added to `{collection}`, which holds it already",
    help="add an object once",
    explanation="A collection holds each of its members once, so that a sum over it counts nothing twice.",
)
EMPTY_REFERENCE = Code(
    "R110",
    "an empty reference is used",
    message="{when}`{name}` is used, but the reference `{reference}` is empty",
    help="give it an object first, or ask with `if isEmpty({reference}) then ... else ... end if`",
    explanation="A `dynamic` reference is empty until an action gives it an object. What stands in a branch that is not taken because of "
    "`isEmpty` or `active` is not looked at.",
)
ENDLESS_STARTS = Code(
    "R111",
    "charts start one another without end",
    message="at time {time} charts start one another without end: after {limit} rounds {cycle}",
    help="let a guard or an `if` end it: not every object creates or resets another one as it begins",
    explanation="The chart of a new or reset object starts at once. If its first states create or reset an object with a chart, that "
    "one starts too, and so on; time stands still.",
)
