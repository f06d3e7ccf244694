"""Everything that can be set about a run, in one place; command line flags and the Python interface are made from it."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import Field, field, fields, replace
from difflib import get_close_matches
from numbers import Integral, Real
from typing import Any, Final, ParamSpec, TypedDict, TypeVar, get_type_hints

from mosila.dataclass import dataclass
from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.internal import BAD_OPTION

ZENO: Final = ("error", "stop")
MOST_INTERVALS: Final = 100_000_000
FINEST_TOLERANCE: Final = 1e-14

Parameters = ParamSpec("Parameters")
Returned = TypeVar("Returned")


def _setting(default: Any, flags: str, metavar: str, help: str, choices: tuple[str, ...] = ()) -> Any:
    return field(default=default, metadata={"flags": flags.split(), "metavar": metavar, "help": help, "choices": choices})


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationOptions:
    """How to run a model. `given` names what the user set; the model's `experiment` annotation may set the rest."""

    start: float = _setting(0.0, "--start", "T", "time at which the run begins, in seconds")
    stop: float = _setting(1.0, "--stop", "T", "time at which it ends")
    tolerance: float = _setting(1e-6, "--tol --tolerance", "R", "relative tolerance of the solver")
    absolute_tolerance: float | None = _setting(None, "--atol", "A", "absolute tolerance (default: tolerance times nominal value)")
    intervals: int = _setting(
        500, "--intervals", "N", "number of equal output intervals, 100 million at most; events are always in the result"
    )
    interval: float | None = _setting(None, "--interval", "H", "longest output interval, in seconds, in place of --intervals")
    solver: str = _setting("ida", "--solver", "NAME", "ida, scikits, euler, trapezoid, dopri, or one that a package adds")
    step: float | None = _setting(None, "--step", "H", "fixed step of the solvers euler and trapezoid (default: chosen by the error)")
    zeno: str = _setting("error", "--zeno", "error|stop", "what to do where events pile up", ZENO)
    given: frozenset[str] = frozenset()
    annotated: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        def refuse(name: str, rule: str) -> None:
            raise MosilaError(BAD_OPTION.at(option=setting_label(name), value=getattr(self, name), rule=rule))

        for name in ("start", "stop", "tolerance", "absolute_tolerance", "interval", "step"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, finite_number(setting_label(name), value))
        count = plain_number(self.intervals)
        if not isinstance(count, int):
            refuse("intervals", "it must be a whole number")
        object.__setattr__(self, "intervals", count)
        if self.stop < self.start:
            refuse("stop", f"the run starts at {self.start}")
        if not FINEST_TOLERANCE <= self.tolerance < 1.0:
            refuse("tolerance", f"it must lie between {FINEST_TOLERANCE:g}, about the precision of numbers, and 1")
        if self.absolute_tolerance is not None and self.absolute_tolerance <= 0.0:
            refuse("absolute_tolerance", "it must be positive")
        if self.step is not None and self.step <= 0.0:
            refuse("step", "it must be positive")
        if self.intervals < 1:
            refuse("intervals", "at least one is needed")
        if self.interval is not None and self.interval <= 0.0:
            refuse("interval", "it must be positive")
        for name in ("interval", "intervals"):
            if getattr(self, name) is not None and self.output_intervals > MOST_INTERVALS:
                refuse(name, f"a run has at most {MOST_INTERVALS} output intervals")
        if {"interval", "intervals"} <= self.given:
            refuse("interval", "--intervals is given too")
        check_is(setting_label("solver"), self.solver, str, "the name of a solver")
        if self.zeno not in ZENO:
            refuse("zeno", f"it must be {' or '.join(ZENO)}")

    def with_annotation(self, values: Mapping[str, Any]) -> SimulationOptions:
        """These options with the values of an `experiment` annotation, by field name, where the user set nothing."""
        rivals = {"interval": "intervals", "intervals": "interval"}
        taken = {name: value for name, value in values.items() if name not in self.given and rivals.get(name) not in self.given}
        return replace(self, **taken, annotated=self.annotated | frozenset(taken))

    def origin(self, name: str) -> str:
        """Where a setting came from: `given`, `annotation` or `default`."""
        return "given" if name in self.given else "annotation" if name in self.annotated else "default"

    @property
    def output_intervals(self) -> int:
        """How many equal output intervals the run has: as many as were asked for, or as `interval` makes necessary."""
        if self.interval is None:
            return self.intervals
        count = (self.stop - self.start) / self.interval * (1.0 - 1e-9)
        return max(1, math.ceil(min(count, MOST_INTERVALS + 1)))

    def grid(self) -> list[float]:
        """The output times, the first and last exactly start and stop."""
        span, count = self.stop - self.start, self.output_intervals
        return [*(self.start + span * k / count for k in range(count)), self.stop]


class Settings(TypedDict, total=False):
    """What a call may set of the options; None means not set."""

    start: float | None
    stop: float | None
    tolerance: float | None
    absolute_tolerance: float | None
    intervals: int | None
    interval: float | None
    solver: str | None
    step: float | None
    zeno: str | None


def make_options(**values: Any) -> SimulationOptions:
    """Options from what the user set; None means not set."""
    for name in values:
        if name not in Settings.__annotations__:
            near = get_close_matches(name, Settings.__annotations__, n=1)
            hint = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(Settings.__annotations__)}"
            raise TypeError(f"there is no setting `{name}`; {hint}")
    given = {name: value for name, value in values.items() if value is not None}
    return SimulationOptions(**given, given=frozenset(given))


def takes_settings(function: Callable[Parameters, Returned]) -> Callable[Parameters, Returned]:
    """Lets help and completion show each setting of a function by name, where it takes `**settings`."""
    signature = inspect.signature(function)
    named = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)
        for name, annotation in get_type_hints(Settings).items()
    ]
    others = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
    vars(function)["__signature__"] = signature.replace(parameters=[*others, *named])
    return function


def plain_number(value: object) -> int | float | None:
    """The number that a value is, also one of numpy or a truth value; None if it is none, or not finite."""
    item: Any = value.item() if getattr(value, "ndim", None) == 0 and hasattr(value, "item") else value
    if not isinstance(item, Real):
        return None
    try:
        number = float(item)
    except OverflowError:
        return None
    if not math.isfinite(number):
        return None
    return int(item) if isinstance(item, Integral) else number


def finite_number(option: str, value: object) -> float:
    """A finite number that is given for something; anything else is refused."""
    number = plain_number(value)
    if number is None:
        raise MosilaError(BAD_OPTION.at(option=option, value=value, rule="it must be a finite number"))
    return number


def check_is(option: str, value: object, types: type | tuple[type, ...], wanted: str) -> None:
    """Refuse what is given for something and is of another type."""
    if not isinstance(value, types):
        raise MosilaError(BAD_OPTION.at(option=option, value=value, rule=f"it must be {wanted}"))


def settings() -> tuple[Field[Any], ...]:
    """The fields that have a flag, for whoever makes a command line or a form from them."""
    return tuple(each for each in fields(SimulationOptions) if "flags" in each.metadata)


def setting_label(name: str) -> str:
    """A setting as the user knows it: its name and flag."""
    flag = next(each.metadata["flags"][0] for each in settings() if each.name == name)
    return f"{name.replace('_', ' ')} ({flag})"
