"""I and N: what the kind of a class allows in it, what it may extend, and what prefixes may stand before."""

from mosila.diagnostics.diagnostic import Code

NOT_IN_KIND = Code(
    "I030",
    "not allowed in a class of this kind",
    message="the {kind} {name} cannot have {what}",
    help="{advice}",
    explanation="""\
The word before a class's name says what it may hold. A record or connector has public variables and nothing that computes
them, a package has classes and constants, a type adds nothing to what it is made from, a function has inputs, outputs and
protected variables, an operator has functions.""",
)
BAD_BASE = Code(
    "I031",
    "a base of the wrong kind",
    message="the {kind} {name} cannot extend the {base_kind} {base}",
    help="a {kind} can extend {allowed}",
    explanation="""\
Most kinds of classes extend only their own kind and `class`. A model may extend a block, models and blocks may extend a
record, a connector may extend a record or a type.""",
)
BAD_PREFIX = Code(
    "I032",
    "a prefix that does not fit the type",
    message="`{prefix}` cannot stand before `{name}`, which is {what}",
    help="{advice}",
    explanation="""\
`flow` and `stream` say how Reals are joined by connections; `parameter`, `constant`, `discrete`, `input` and `output` say
how values behave. They can stand before variables, records and connectors, not before models and blocks.""",
)
PREFIX_CONFLICT = Code(
    "I033",
    "prefixes that contradict each other",
    message="`{prefix}` before `{name}` contradicts `{inner}` before its element `{element}`",
    help="leave one of the prefixes out",
    explanation="A prefix of a record or connector holds for all its elements, so none of them can have another one of that sort.",
)
REPLACEABLE_BASE = Code(
    "I034",
    "a replaceable base",
    message="{name} cannot extend `{base}`, which is replaceable",
    help="extend a class that is not replaceable, or leave `replaceable` out",
    explanation="What a class inherits must be known; a replaceable class can be redeclared to be another one.",
)
LONELY_BASE = Code(
    "I035",
    "a base that allows nothing beside it",
    message="{name} extends {base}, which {why}, and so cannot have other elements",
    help="declare a component of that class instead",
    explanation="""\
A class that is an array of another one, or has `input` or `output` before it, is no set of elements that could be put
together with others; only a class without elements of its own can extend it. The same holds for the predefined types.""",
)
NOT_A_TYPE = Code(
    "I036",
    "a component of what makes no objects",
    message="`{name}` cannot be a component of the {kind} {type}",
    help="name a type, record, connector, block or model",
    explanation="Packages, functions and operators hold things by name; there are no objects of them.",
)
BAD_LITERAL = Code(
    "I037",
    "a literal that an enumeration cannot have",
    message="the enumeration {name} cannot have the literal `{literal}`: {why}",
    help="rename it",
    explanation="The literals of an enumeration differ, and none is called like an attribute: quantity, min, max, start, fixed.",
)
RESERVED_NAME = Code(
    "N020",
    "the name of a predefined type",
    message="`{name}` is a predefined type and cannot be declared",
    help="choose another name",
    explanation="Real, Integer, Boolean and String mean the predefined types everywhere; nothing else can have these names.",
)
