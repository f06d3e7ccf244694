"""I090-I094: the `experiment` annotation."""

from mosila.diagnostics.diagnostic import Code, Severity

UNKNOWN_SETTING = Code(
    "I090",
    "unknown setting of experiment",
    message="`experiment` has no setting `{name}`, so it is not used",
    help="the settings are {settings}{suggestion}",
    explanation="""\
The annotation `experiment` says how a model is to be run: StartTime, StopTime, Tolerance and Interval as in Modelica, or
NumberOfIntervals. Names are written as here, capital letters included. Those that begin with two underscores belong to
other tools and are passed over.""",
    severity=Severity.WARNING,
)

SETTING_NOT_A_NUMBER = Code(
    "I091",
    "setting of experiment is not a number",
    message="`{name}` of `experiment` needs a number, but {found}",
    help="write it as a number: `{name} = {example}`",
    explanation="""\
The settings of `experiment` are numbers that are known without the model: literals, or formulas of literals such as 5*60.
Parameters are not in sight there.""",
)

SETTING_OUT_OF_RANGE = Code(
    "I092",
    "setting of experiment out of range",
    message="`{name} = {value}` of `experiment` cannot be used: {rule}",
    help="write for example `{name} = {example}`, or leave it out",
    explanation="""\
A run goes forward in time, its tolerance lies between 0 and 1, its output intervals are positive and their number is whole.""",
)

SETTING_TWICE = Code(
    "I093",
    "setting of experiment given twice",
    message="`{name}` is set twice in `experiment`",
    help="keep one of them",
    explanation="Of two values for one setting neither can be preferred, even if they are the same.",
)

EMPTY_EXPERIMENT = Code(
    "I094",
    "experiment without settings",
    message="`experiment` is not followed by settings in parentheses, so it is not used",
    help="write for example `experiment(StopTime = 10)`",
    explanation="""\
The annotation `experiment` takes its settings as modifiers; a value after an equal sign, or the name alone, says nothing
about a run.""",
    severity=Severity.WARNING,
)
