"""T050-T056: units of measure; all of them are warnings."""

from mosila.diagnostics.diagnostic import Code, Severity

BAD_UNIT = Code(
    "T050",
    "not a unit",
    message="`{unit}`, the unit of `{name}`, is not the text of a unit: {why}",
    help="{advice}",
    explanation=(
        "A unit is written as in chapter 19 of the Modelica specification: factors with dots between them, exponents behind their symbols, "
        'at most one `/`, parentheses around a denominator of several factors: "kg.m2/s3", "W/(m2.K)", "1". '
        "The variable is treated as one without a unit."
    ),
    severity=Severity.WARNING,
)
UNKNOWN_UNIT = Code(
    "T051",
    "unknown unit",
    message="`{unit}`, the unit of `{name}`: there is no unit `{symbol}`",
    help="use a unit of the SI or one that goes with it, such as `min`, `bar` or `deg`{suggestion}",
    explanation=(
        "Known are the units of the SI with their prefixes, those that the Modelica specification adds (min, h, d, l, L, eV, deg, debye, "
        "degC, degF, degRk) and some others in common use. Products need a dot: `N.m`. The variable is treated as one without a unit."
    ),
    severity=Severity.WARNING,
)
UNITS_DIFFER = Code(
    "T052",
    "units differ inside an expression",
    message="`{text}` {verb}",
    help="`{left}` is in {left_unit}, `{right}` in {right_unit}: look for a wrong factor in the formula or a wrong unit in a declaration",
    explanation=(
        "What is added, subtracted, compared or chosen from must be of one kind. Units are computed from those of the variables; "
        "variables without a unit and literals fit everywhere."
    ),
    severity=Severity.WARNING,
)
SIDES_DIFFER = Code(
    "T053",
    "units of two sides differ",
    message="{what}",
    help="look for a wrong factor in the formula or a wrong unit in a declaration",
    explanation=(
        "The two sides of an equation must be of one kind, and so must a variable and the value or start value given to it. Units are "
        "computed from those of the variables; variables without a unit and literals fit everywhere."
    ),
    severity=Severity.WARNING,
)
NOT_CONVERTED = Code(
    "T054",
    "units of one kind not converted",
    message="`{text}`: `{left}` is in {left_unit}, `{right}` in {right_unit}",
    help="numbers are not converted by themselves: {conversion}",
    explanation=(
        "Both are of one kind, but the same number means another amount. Equations hold between numbers as they are stored, so write the "
        "conversion, or declare both in one unit; a `displayUnit` may differ."
    ),
    severity=Severity.WARNING,
)
NOT_A_NUMBER = Code(
    "T055",
    "a number without a unit is needed",
    message="{what} needs {needed}, but `{text}` is in {unit}",
    help="{advice}",
    explanation=(
        "Exponents and the arguments of `exp`, `log`, `sin` and their like have a meaning for numbers only (an angle in rad is one); "
        "the argument is usually a ratio of two quantities."
    ),
    severity=Severity.WARNING,
)
CONNECTED_UNITS_DIFFER = Code(
    "T056",
    "connected variables have different units",
    message="`{left}` is in {left_unit}, but `{right}`, which is joined to it, in {right_unit}",
    help="connect connectors of one kind, or put a component that converts between them",
    explanation=(
        "Connecting and attaching make variables equal, or their sum zero; that has a meaning only where they are in the same unit."
    ),
    severity=Severity.WARNING,
)
