"""Diagnostics of the parser: P001 and on."""

from __future__ import annotations

from mosila.diagnostics.diagnostic import Code

UNEXPECTED = Code(
    "P001",
    "unexpected text",
    message="unexpected {found}{context}",
    help="expected here: {expected}",
    explanation="""\
The text does not follow the grammar at this place. What stands there cannot continue what stands before it; the
mistake is at this place or just before it. The grammar is Modelica 3.6 with the additions of MOSILA.""",
)

MISSING_SEMICOLON = Code(
    "P002",
    "missing `;`",
    message="`;` is missing after this {what}",
    help="write `;` here, before {found} in line {line}",
    explanation="""\
Every element, equation, statement and class ends in `;`, the last one before `end` too. The error stands where the
semicolon belongs: at the end of the text before, not where the next piece begins.""",
)

EQUALS_IN_ALGORITHM = Code(
    "P003",
    "`=` where `:=` is meant",
    message="`=` in an algorithm or action: a statement assigns with `:=`",
    help="write `:=`",
    explanation="""\
Statements (in `algorithm` sections, functions and the actions of statecharts) are carried out one after another and
assign with `:=`. Equations say what is equal, in any order, and are written with `=`; they stand in `equation`
sections.""",
)

WRONG_END_NAME = Code(
    "P004",
    "`end` with another name",
    message="`end {found}` closes {what} `{expected}`",
    help="write `end {expected}`, or look for an `end` that is missing inside",
    explanation="""\
A class or state ends with `end` and its own name. If the names differ, one of them is misspelt, or an inner class,
state, `if`, `for` or `when` was not closed and this `end` was taken for its own.""",
)

ELSE_IF = Code(
    "P005",
    "`else if` for `elseif`",
    message="`else if` opens a second `if` that is never closed",
    help="write `elseif` in one word, or close the inner `if` with an `end if;` of its own",
    explanation="""\
In equations and statements every `if` needs its `end if`. `else if` begins a new `if` inside the `else` branch, so
one `end if` is missing at the end. One more branch of the same `if` is written `elseif`. (In expressions, `else if`
is fine.)""",
)

UNCLOSED_STRING = Code(
    "P006",
    "unclosed string",
    message="the string that begins here is not closed",
    help='write the closing `"`; inside a string a quote is written `\\"`',
    explanation="""\
A string ends at the next double quote that has no backslash before it, over as many lines as that takes. If the
closing quote is missing, what was meant as text and what was meant as code change places from there on.""",
)

UNCLOSED_BRACKET = Code(
    "P007",
    "unclosed bracket",
    message="`{bracket}` is not closed before {found}",
    help="write `{closing}` for the `{bracket}` in line {line}",
    explanation="""\
Every `(`, `[` and `{` needs its `)`, `]` or `}` within the same element, equation or statement.""",
)

KEYWORD_AS_NAME = Code(
    "P008",
    "a keyword as a name",
    message="`{word}` is a keyword and cannot be a name",
    help="choose another name, or quote it: `'{word}'`",
    explanation="""\
The words of Modelica's grammar, such as `model`, `flow`, `end`, `type`, `initial`, cannot be names of classes or
components. In single quotes any text can. The words that MOSILA adds (`state`, `event`, `sum`, ...) remain usable as
names.""",
)

UNCLOSED_COMMENT = Code(
    "P009",
    "unclosed comment",
    message="the comment that begins here is not closed",
    help="write `*/` where the comment ends",
    explanation="""\
A comment that begins with `/*` runs to the next `*/`; comments of this kind do not nest. A comment that begins with
`//` ends with its line.""",
)

TOO_DEEP = Code(
    "P010",
    "nested too deeply",
    message="nested too deeply: more than {limit} brackets, conditions, blocks and classes are open here",
    help="give inner parts names of their own: declare variables or classes for them",
    explanation="""\
Brackets, conditions and classes may be nested only so deep. Long sums, products and lists are not nested and may be
of any length; a long chain of `else if` in an expression is nested, the same written with `elseif` is not.""",
)

UNKNOWN_CHARACTER = Code(
    "P011",
    "unknown character",
    message="{character} has no meaning in Modelica outside strings and comments",
    help="{hint}",
    explanation="""\
Modelica uses only some of the characters that a keyboard has. Text copied from a document often brings typographic
quotes, dashes and minus signs; other languages write `!=` for `<>`, `&&` for `and`, `||` for `or`, `!` for `not`, `**`
for `^` and begin comments with `#` or `%`.""",
)

MISSING_END = Code(
    "P012",
    "missing `end`",
    message="the file ends inside {what} `{name}`",
    help="write `end {name};` where it ends",
    explanation="""\
A class or state that is opened with `model Name`, `package Name`, `state Name` and the like is closed by `end Name;`.""",
)

NOT_AN_EQUATION = Code(
    "P013",
    "an expression that is no equation",
    message="an expression alone is no equation",
    help="write {hint}, or a call such as `assert(...)`",
    explanation="""\
An equation has two sides joined by `=`, or is a call, a `connect`, an `if`, a `for` or a `when`. `==` compares two
values and gives true or false; it stands in conditions.""",
)

POSITIONAL_AFTER_NAMED = Code(
    "P014",
    "an argument without a name after one with a name",
    message="an argument without a name follows one with a name",
    help="put arguments without names first, or name this one too",
    explanation="""\
In a call the arguments given by position come first; those given by name follow.""",
)

CONNECT_IN_ALGORITHM = Code(
    "P015",
    "`connect` in an algorithm",
    message="`connect` is an equation or an action of a statechart, not a statement of an algorithm",
    help="move it to the `equation` section, or into the action of a transition or state",
    explanation="""\
Connections hold all the time and stand among the equations. Those that come and go while a model runs are made by
`connect` and `disconnect` in the actions of a statechart. An algorithm cannot make them.""",
)

UNCLOSED_BLOCK = Code(
    "P016",
    "a block that is not closed",
    message="`{found}` stands where `end {block}` is expected",
    help="close the `{block}` in line {line} with `end {block};`",
    explanation="""\
`if`, `for`, `while` and `when` in equations and statements, and the `transition`, `entry` and `exit` of a statechart,
are closed by `end` and their own word. Here another `end` comes while one of them is still open.""",
)

ASSIGNMENT_IN_EQUATION = Code(
    "P017",
    "`:=` where `=` is meant",
    message="`:=` in an equation: an equation is written with `=`",
    help="write `=`, or move the statement to an `algorithm` section",
    explanation="""\
Equations say what is equal and are written with `=`. Assignments with `:=` are statements; they stand in `algorithm`
sections, functions and the actions of statecharts.""",
)

BAD_TARGET = Code(
    "P018",
    "a target that cannot be assigned",
    message="only variables can stand on the left of `:=`",
    help="list variables, or leave a place empty: `(a, , b) := f(x)`",
    explanation="""\
An assignment of several results names one variable for each, or leaves its place empty; an expression cannot be
assigned.""",
)

UNCLOSED_NAME = Code(
    "P019",
    "unclosed quoted name",
    message="the quoted name that begins here is not closed",
    help="write the closing `'` in the same line",
    explanation="""\
A name in single quotes may hold any characters; it ends with its line at the latest. Strings take double quotes.""",
)

NOT_TEXT = Code(
    "P020",
    "not a text in UTF-8",
    message="the file is not text in UTF-8: byte 0x{byte:02x} stands here",
    help="{hint}",
    explanation="""\
Modelica files are text in UTF-8, with or without a byte order mark. Older tools wrote Latin-1; editors can convert it,
and so can the program `iconv`. A file of another kind (a picture, a compiled library) is not a model at all.""",
)

DECLARATION_IN_SECTION = Code(
    "P022",
    "a declaration among equations",
    message="a declaration cannot stand among {among}",
    help="move it up, before `equation` or `algorithm`, or write `public` or `protected` in a line before it",
    explanation="""\
`equation` and `algorithm` begin sections in which only equations or statements stand. Declarations come before the
first such section. After one they need a section of their own, which `public` or `protected` begins. If no declaration
was meant, an operator is missing between two names: a product is written `m * a`, not `m a`.""",
)

MISSING_WORD = Code(
    "P023",
    "a word of the grammar is missing",
    message="`{word}` is missing before {found}",
    help="write `{word}` before it",
    explanation="""\
Conditions end with `then`, the heads of `for` and `while` with `loop`; equations come behind the word `equation`, the
statements of a transition, entry or exit behind the word `action`. Here what should come behind that word stands
there without it.""",
)

MISSPELT_WORD = Code(
    "P024",
    "a misspelt keyword",
    message="`{found}` cannot stand here; `{word}` can",
    help="write `{word}` if that is meant",
    explanation="""\
A name stands where none can, but a keyword with almost the same letters can. Keywords are written in small letters:
`then`, `equation`, `parameter`.""",
)

FOREIGN_LETTER = Code(
    "P021",
    "a letter that names cannot have",
    message="`{letter}` cannot be part of the name `{name}`",
    help="use the letters a to z, or quote the name wherever it stands: `'{name}'`",
    explanation="""\
Names consist of the letters a to z and A to Z, digits and underscores, and do not begin with a digit. In single quotes
a name may have any characters; the quotes are then part of it. Strings and comments may have any characters anyway.""",
)

EQUALS_IN_CONDITION = Code(
    "P025",
    "`=` where `==` is meant",
    message="`{found}` inside an expression: values are compared with `==`",
    help="write `==`",
    explanation="""\
`=` joins the two sides of an equation, gives a modifier or an argument its value, and stands nowhere else. Conditions compare
with `==`, `<>`, `<`, `<=`, `>` and `>=`.""",
)

COMMA_FOR_SEMICOLON = Code(
    "P026",
    "`,` where `;` is meant",
    message="`,` at the end of this {what}; it ends with `;`",
    help="write `;`",
    explanation="""\
Every element, equation and statement ends in `;`. A comma goes on with the same list: in a declaration with the next
name of the same type, as in `Real x, y;`.""",
)

STRAY_BRACKET = Code(
    "P027",
    "a bracket that closes nothing",
    message="`{bracket}` closes nothing: no `{opening}` is open here",
    help="remove it, or write the `{opening}` that belongs to it",
    explanation="""\
Every `)`, `]` and `}` closes a `(`, `[` or `{` in the same element, equation or statement. Here is one more than were opened.""",
)

BARE_END = Code(
    "P028",
    "`end` alone",
    message="`end` does not say what it closes",
    help="write `end {word};`",
    explanation="""\
In Modelica `end` is followed by what it closes: the name of the class or state, or `if`, `for`, `while`, `when`,
`transition`, `entry`, `exit`.""",
)
