"""A run in steps, driven by a script: looked at, changed, saved and taken up again between steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from secrets import token_hex
from threading import RLock

from mosila.diagnostics import MosilaError
from mosila.diagnostics.experiment import CANNOT_SAVE, NOT_AN_EVENT, NOT_SETTABLE, RUN_IS_OVER, SNAPSHOT_DOES_NOT_FIT, TIME_IS_PAST
from mosila.experiment.build_result import build_result
from mosila.experiment.inputs import find_feeds, write_values
from mosila.experiment.linearize import Linearization, Linearizer, find_rest
from mosila.experiment.objects import (
    LiveObject,
    LiveStructure,
    LiveVariable,
    describe_equations,
    describe_objects,
    describe_structure,
    describe_variables,
    fingerprint,
)
from mosila.experiment.sealed import read_sealed, seal, unseal
from mosila.experiment.settings import Place, Places
from mosila.flat.delays import delay_positions
from mosila.instance.plan import CELLS, Variability
from mosila.options import finite_number
from mosila.results import Result, UnknownVariableError
from mosila.results.replace_file import replacing_path
from mosila.runtime.describe_change import active_states
from mosila.runtime.execute import Observer
from mosila.runtime.logs import StructureChange
from mosila.runtime.stepwise import Stepper
from mosila.semantics.symbols import Builtin

SNAPSHOT = "snapshot"


class Simulator:
    """A run that goes on when told; made by `Model.simulator`. Threads may share one: a call waits for the one before."""

    def __init__(self, name: str, places: Places, make_stepper: Callable[[Observer], Stepper]) -> None:
        self._name = name
        self._places = places
        self._feeds = find_feeds(places.program)
        self._lock = RLock()
        self._observers: list[Observer] = []
        self._marks: dict[str, tuple[int, ...]] = {}
        self._stepper = make_stepper(self._notify)
        self._stepper.begin()

    def _notify(self, change: StructureChange) -> None:
        for observer in tuple(self._observers):
            observer(change)

    def __repr__(self) -> str:
        return f"<simulator of {self._name} at time {self.time:.10g}>"

    @property
    def time(self) -> float:
        """How far the run has come."""
        return self._stepper.run.time

    @property
    def finished(self) -> bool:
        """Whether the run cannot go on: ended by `StopSimulation`, by an error, or where events pile up."""
        return self._stepper.is_over

    def on_structure_change(self, observer: Observer) -> Observer:
        """Call a function at every structural change from now on; what it returns is ignored. Works as a decorator."""
        self._observers.append(observer)
        return observer

    def advance(self, until: float) -> float:
        """Go on to a time, events at it included; says how far the run came. The interpreter is free meanwhile."""
        with self._lock:
            self._check()
            goal = float(finite_number("until", until))
            if goal < self.time:
                raise MosilaError(TIME_IS_PAST.at(until=f"{goal:.10g}", now=f"{self.time:.10g}"))
            self._stepper.advance(goal)
            return self.time

    def __getitem__(self, name: str) -> float:
        """The value of a variable now; NaN while its object is not active."""
        with self._lock:
            if name == "time":
                return self.time
            return self._stepper.value(self._place(name).position)

    def _dynamic_place(self, name: str) -> Place | None:
        """A variable of a dynamic object that there is now."""
        tree = self._stepper.model.program.tree
        for life in self._stepper.state.population.lives.values():
            if name.startswith(".".join(life.path)):
                for path, position, variable in tree.object_variables(life.start, life.path):
                    if ".".join(path) == name:
                        return Place(path, position, variable, False)
        return None

    def __setitem__(self, name: str, value: float) -> None:
        """Give a state, a held or a free discrete variable, an input or a parameter another value, now."""
        with self._lock:
            self._check()
            place = self._place(name)
            is_dynamic = not self._places.find(name)
            if is_dynamic and place.variable.variability is Variability.PARAMETER:
                raise self._not_settable(place, "it is a parameter of a dynamic object", "give it when the object is created")
            number = float(value) if is_dynamic else self._places.numbers({name: value})[place.position]
            self._stepper.intervene(self._change(place, number))

    def _change(self, place: Place, number: float) -> Callable[[], None]:
        stepper = self._stepper
        if place.name in self._feeds:
            values = self._feeds[place.name].values((self.time, (number,)))
            return lambda: write_values(stepper, values)
        if place.variable.variability is Variability.PARAMETER:
            if place.decides_structure or place.is_evaluated:
                raise self._not_settable(place, "it may decide the structure of the model", "give it before the run, in `parameters`")
            return lambda: stepper.set_parameter(place.position, number)
        found = stepper.charts.actions.find_class(place.position)
        if isinstance(found, str):
            raise self._not_settable(place, f"it {found}", "set what it follows from")
        members = tuple(zip(found.positions, found.signs, strict=True))

        def write() -> None:
            for position, sign in members:
                stepper.state.cells[CELLS * position] = sign * number
            stepper.state.assigned.update(found.positions)

        return write

    def fire(self, event: str) -> None:
        """Let an event variable fire now, whatever its value: charts see it as they see their own events."""
        with self._lock:
            self._check()
            place = self._place(event)
            if not place.variable.is_event:
                raise MosilaError(NOT_AN_EVENT.at(name=event, events=", ".join(self._events()) or "none"))
            self._stepper.fire(frozenset((place.position,)))

    def _events(self) -> list[str]:
        return [".".join(path) for path, _, variable in self._places.program.tree.variables() if variable.is_event]

    @property
    def objects(self) -> LiveObject:
        """The tree of objects as it is now."""
        with self._lock:
            lives = self._stepper.state.population.lives.values()
            return describe_objects(self._stepper.model.program, self._stepper.compiled, lives)

    @property
    def active_states(self) -> tuple[str, ...]:
        """The innermost active states of all charts."""
        with self._lock:
            return active_states(self._stepper.charts.machines, self._stepper.state.configurations)

    @property
    def equations(self) -> tuple[str, ...]:
        """The equations that hold now, as text."""
        with self._lock:
            return describe_equations(self._stepper.compiled)

    @property
    def variables(self) -> Mapping[str, LiveVariable]:
        """All variables by name, with their values and roles now."""
        with self._lock:
            return describe_variables(self._stepper)

    @property
    def structure(self) -> LiveStructure:
        """The present structure."""
        with self._lock:
            return describe_structure(self._stepper.model.program, self._stepper.compiled)

    @property
    def result(self) -> Result:
        """What has been recorded so far."""
        with self._lock:
            stepper = self._stepper
            return build_result(self._name, stepper.model, stepper, stepper.model.stopwatch.read())

    def linearize(self, outputs: Sequence[str] = ()) -> Linearization:
        """The equations linearised where the run stands, for these outputs."""
        with self._lock:
            chosen = [(name, self._place(name).position) for name in outputs]
            return Linearizer(self._stepper).linearize(tuple(self._feeds.values()), chosen)

    def rest(self) -> None:
        """Move to a point at which everything rests, searched from the present values."""
        with self._lock:
            self._check()
            find_rest(self._stepper, self._stepper.options.tolerance)

    def save(self, path: str | Path | None = None) -> bytes:
        """The run as it is now, as bytes and on request in a file; the solver starts anew here."""
        with self._lock:
            self._check()
            self._check_savable()
            number = token_hex(8)
            saved = self._stepper.save(lambda: self._marks.update({number: self._counts()}))
            content = seal(SNAPSHOT, (self._name, fingerprint(self._places.program), number, saved))
        if path is not None:
            with replacing_path(path) as temporary:
                temporary.write_bytes(content)
        return content

    def _check_savable(self) -> None:
        program = self._places.program
        foreign = any(variable.type is Builtin.EXTERNAL for _, _, variable in program.tree.variables())
        for is_there, what in ((len(delay_positions(program.attributes)) > 0, "delayed expressions"), (foreign, "external objects")):
            if is_there:
                raise MosilaError(CANNOT_SAVE.at(what=what))

    def restore(self, snapshot: bytes | str | Path) -> None:
        """Go on from what was saved, here or in another process.

        What this run recorded after it was saved is dropped; of another run, the record begins with the snapshot.
        """
        with self._lock:
            if isinstance(snapshot, (str, Path)):
                content = read_sealed(SNAPSHOT, snapshot)
            else:
                content = unseal(SNAPSHOT, bytes(snapshot), "the snapshot")
            name, names, number, saved = content
            if names != fingerprint(self._places.program):
                raise MosilaError(SNAPSHOT_DOES_NOT_FIT.at(saved=name, model=self._name))
            counts = self._marks.get(number, (0, 0, 0, 0))
            self._marks = {each: mark for each, mark in self._marks.items() if mark <= counts} | {number: counts}
            self._stepper.log.shorten(counts, saved.population.lives)
            self._stepper.restore(saved)

    def _counts(self) -> tuple[int, ...]:
        return tuple(map(len, self._stepper.log.journals))

    def _place(self, name: str) -> Place:
        places = self._places.find(name)
        if not places and (dynamic := self._dynamic_place(name)) is not None:
            return dynamic
        if len(places) != 1 or places[0].name != name:
            raise UnknownVariableError(name, [".".join(path) for path, _, _ in self._places.program.tree.variables()], self._name)
        return places[0]

    def _not_settable(self, place: Place, why: str, help: str) -> MosilaError:
        return MosilaError(NOT_SETTABLE.at(name=place.name, why=why, help=help))

    def _check(self) -> None:
        if self._stepper.is_over:
            raise MosilaError(RUN_IS_OVER.at(time=f"{self.time:.10g}", reason=self._stepper.stop_reason))
