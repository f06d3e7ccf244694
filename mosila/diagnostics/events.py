"""R: what a model itself says about its run, and clocks that cannot tick."""

from __future__ import annotations

from mosila.diagnostics.diagnostic import Code, Severity

BAD_CLOCK = Code(
    "R040",
    "a clock that cannot tick",
    message="`sample` starts at {start} and has the interval {interval}, which must be positive and finite",
    help="give it an interval larger than zero",
    explanation="""\
`sample(start, interval)` is true at the times start, start + interval, start + 2*interval and so on. With an interval of
zero or less there would be infinitely many of them before any time. The values are those of the parameters in this run.""",
)

ASSERTION_FAILED = Code(
    "R041",
    "an assertion fails",
    message="at time {time} an assertion does not hold: {text}",
    help="the condition is false; look at the values that go into it",
    explanation="""\
The model says with `assert(condition, message)` what must always hold. Assertions are looked at in every instant and
after every step of the solver. One that does not hold ends the run; the result up to there is kept. The text is the
model's own.""",
)

ASSERTION_WARNS = Code(
    "R042",
    "an assertion warns",
    message="at time {time} an assertion does not hold: {text}",
    explanation="""\
The model says with `assert(condition, message, AssertionLevel.warning)` what should hold. One that does not is told
once, with the time at which it was first seen, and the run goes on. The text is the model's own.""",
    severity=Severity.WARNING,
)

CHATTERING = Code(
    "R070",
    "a relation switches back and forth",
    message="at time {time} {relation} becomes true and false again and again without getting anywhere",
    help="give the switch a hysteresis, or model the motion along the switching point by an equation of its own",
    explanation="""\
On both sides of the relation the equations lead back to it, so that it switches infinitely often in no time: a relay
without hysteresis, or dry friction at rest written with `sign`. What is meant is a motion along the switching point. Say
so by a state of its own (sticking), or let the switch turn back only some way beyond.""",
)

DENSE_EVENTS = Code(
    "R043",
    "events too dense",
    message="at time {time} the events of `{expression}` are too dense: {why}",
    help="give it a smaller rate; `noEvent` takes the events away",
    explanation="""\
`floor`, `integer`, `div`, `mod` and `rem` make an event at each step of their value, clocks at each tick. Beyond 2^53, about 9e15,
numbers have no steps of one any more, so that such events cannot be told apart. And a run in which a million events come within
a ten-thousandth of its time would need billions of them, each with two rows in the result.""",
)
