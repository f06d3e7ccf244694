"""Whatever the text: a tree that survives the printer, or a diagnostic; never another exception.

The long run is benchmarks/fuzz_parser.py.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.fuzz_parser import outcome
from benchmarks.mutate import MARKS, WORDS, mutated, patterns
from mosila.source import normalise
from mosila.syntax.parse import allow_recursion
from mosila.syntax.read import read_text
from tests.running import EXAMPLES
from tests.syntax.test_grammar import CHARTS, CLASSES, COMPONENTS, EQUATIONS

TESTS = Path(__file__).parents[1]
SEEDS = (CLASSES, COMPONENTS, EQUATIONS, CHARTS, *(read_text(path).text for path in sorted(EXAMPLES.rglob("*.mo*"))))
FILES = sorted(path for folder in (EXAMPLES, TESTS) for path in folder.rglob("*.mo*") if path.suffix in (".mo", ".mosila"))
PIECES = (*WORDS, *MARKS, "A", "x", "Real", "1", '"text"', "\n")

allow_recursion()


@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(PIECES), max_size=60))
def test_words_in_any_order(found: list[str]) -> None:
    outcome(" ".join(found))
    outcome("model A\nequation\n  " + " ".join(found) + "\nend A;\n")


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=200))
def test_any_characters(text: str) -> None:
    outcome(text)
    outcome(f"model A\n  Real x = {text};\nend A;\n")


@pytest.mark.parametrize("number", range(10))
def test_mutated_models(number: int) -> None:
    random = Random(number)
    found = {outcome(mutated(random, random.choice(SEEDS), SEEDS)) for _ in range(60)}
    assert len(found) > 5


def test_monotonous_texts() -> None:
    assert {"P001", "P010", "tree"} < {outcome(text) for _, text in patterns(2_000)}


def test_all_files_here_give_a_tree_that_survives_the_printer_or_a_diagnostic() -> None:
    texts = [normalise(path.read_bytes()) for path in FILES if path.parent.name != "P020"]
    assert [outcome(text) for text in texts].count("tree") > 60
