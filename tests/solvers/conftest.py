"""One runtime for all tests of the solvers; MOSILA_TEST_FLAGS adds flags of the C compiler, as for a sanitizer."""

import os

import pytest

from mosila.solvers.binding import Runtime


@pytest.fixture(scope="session")
def runtime() -> Runtime:
    return Runtime(tuple(os.environ.get("MOSILA_TEST_FLAGS", "").split()))
