"""How long the front end takes for a ladder of N resistors and N capacitors: `python -m benchmarks.flatten [N ...]`.

The ladder is written out as components with connects (nine equations a stage before aliases are found), and as two arrays of
components. Each size is measured in a process of its own: seconds from syntax tree to flat equations, and peak memory; the last
column is the growth from the size before.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator

from mosila.compiler import instantiate
from mosila.flat.flatten import flatten
from mosila.instance.structure import Structure
from mosila.semantics.lookup import ClassTable
from mosila.source import SourceFile
from mosila.syntax.parse import parse_source

SIZES = (1_000, 10_000)
FORMS = ("components", "arrays")

PARTS = """\
connector Pin Real v; flow Real i; end Pin;
partial model OnePort
  Pin p, n; Real v, i;
equation
  v = p.v - n.v; 0 = p.i + n.i; i = p.i;
end OnePort;
model Resistor extends OnePort; parameter Real R = 1; equation v = R*i; end Resistor;
model Capacitor extends OnePort; parameter Real C = 1; equation C*der(v) = i; end Capacitor;
model Source extends OnePort; parameter Real V = 1; equation v = V; end Source;
model Ground Pin p; equation p.v = 0; end Ground;
"""


def ladder(size: int, form: str) -> str:
    """The text of a ladder."""
    body = _components(size) if form == "components" else _arrays(size)
    return PARTS + "model Ladder\n  Source source; Ground ground;\n" + "\n".join(body) + "\nend Ladder;\n"


def _components(size: int) -> Iterator[str]:
    for k in range(1, size + 1):
        yield f"  Resistor r{k}(R = {1 + k / 7:.6g}); Capacitor c{k}(C = {1 + k / 9:.6g});"
    yield "equation\n  connect(source.n, ground.p); connect(source.p, r1.p);"
    for k in range(1, size + 1):
        yield f"  connect(r{k}.n, c{k}.p); connect(c{k}.n, ground.p);" + (f" connect(r{k}.n, r{k + 1}.p);" if k < size else "")


def _arrays(size: int) -> Iterator[str]:
    yield f"  Resistor r[{size}](R = 1:{size}); Capacitor c[{size}](each C = 2);"
    yield "equation\n  connect(source.n, ground.p); connect(source.p, r[1].p); connect(r.n, c.p);"
    yield f"  for k in 1:{size} loop connect(c[k].n, ground.p); end for;"
    yield f"  for k in 1:{size - 1} loop connect(r[k].n, r[k + 1].p); end for;"


def measure(size: int, form: str) -> dict[str, float]:
    """Seconds, equations and peak memory in MB of this process."""
    stored = parse_source(SourceFile("ladder.mo", ladder(size, form)))
    begin = time.perf_counter()
    table = ClassTable([stored])
    model = table.find_path(("Ladder",))
    assert model is not None
    flat = flatten(instantiate(table, model), Structure())
    seconds = time.perf_counter() - begin
    equations = sum(len(group) for group in flat.equations) + len(flat.equalities) + len(flat.sums)
    return {"seconds": seconds, "equations": equations, "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def main(arguments: list[str]) -> None:
    """Print the table, or what one process measured."""
    if arguments[:1] == ["--one"]:
        print(json.dumps(measure(int(arguments[1]), arguments[2])))
        return
    parser = argparse.ArgumentParser(prog="python -m benchmarks.flatten", description="Times the front end on ladders.")
    parser.add_argument("sizes", metavar="N", nargs="*", type=int, default=list(SIZES), help="how many resistors and capacitors")
    sizes = parser.parse_args(arguments).sizes
    print(f"{'ladder':12}{'N':>8}{'equations':>11}{'seconds':>9}{'MB':>7}{'growth':>8}")
    for form in FORMS:
        before: dict[str, float] | None = None
        for size in sizes:
            command = [sys.executable, "-m", "benchmarks.flatten", "--one", str(size), form]
            found: dict[str, float] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
            growth = f"{found['seconds'] / before['seconds']:8.1f}" if before is not None else ""
            print(f"{form:12}{size:8}{found['equations']:11.0f}{found['seconds']:9.2f}{found['memory']:7.0f}{growth}")
            before = found


if __name__ == "__main__":
    main(sys.argv[1:])
