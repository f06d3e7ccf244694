"""I: modifiers and redeclarations that do not fit what they change."""

from mosila.diagnostics.diagnostic import Code

FINAL_MODIFIED = Code(
    "I020",
    "a final element is modified",
    message="{name} is final and cannot be modified",
    help="leave the modifier out, or remove `final` where the element is declared",
    explanation="`final` fixes a declaration or a modifier for good: no class that extends it and no object of it can change it.",
)
MODIFIED_TWICE = Code(
    "I021",
    "modified twice",
    message="`{name}` is given two values in one modification",
    help="keep one of them",
    explanation="Within one pair of parentheses each element can be modified once; of two values neither is the outer one.",
)
NOT_REPLACEABLE = Code(
    "I022",
    "redeclare of what is not replaceable",
    message="`{name}` is not replaceable, so it cannot be redeclared",
    help="declare it `replaceable` where it is declared",
    explanation="Only an element that is declared `replaceable` leaves room for another declaration in its place.",
)
VISIBILITY_CHANGED = Code(
    "I041",
    "a redeclaration that changes who may use an element",
    message="`{name}` is {before} and cannot be redeclared as {after}",
    help="redeclare it in a {before} section",
    explanation="Whether an element is public or protected is decided where it is first declared.",
)
CONSTANT_REDECLARED = Code(
    "I042",
    "a constant is redeclared",
    message="`{name}` is a constant and cannot be redeclared",
    help="give it another value with a modifier: `{name} = ...`",
    explanation="A constant can be given another value as long as it is not final, but not another declaration.",
)
NOT_A_SUBTYPE = Code(
    "I043",
    "a class that does not fit in its place",
    message="`{name}` cannot be of class {new}: {why}",
    help="take a class that has all public elements of {constraint}, which is the constraining class",
    explanation="""\
What is put in the place of a replaceable element must be a subtype of its constraining type, which is the class after
`constrainedby`, else the class of the original declaration: everything that others may use of it must be there.""",
)
