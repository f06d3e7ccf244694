# make demo    set up, then fly the landing device (curve and picture in out/)
# make test    set up, then lint, type check and run all tests
# make bench   set up, then measure against hand-written C
# make docs    set up, then build the documentation (in out/docs)
# make setup   create .venv and install mosila in it; does nothing when nothing is to be done

VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.setup-done
MODEL  := examples/LandingDevice/LandingDevice.mosila

# The first Python that is new enough, unless PYTHON names one.
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c '$(NEW_ENOUGH)' 2>/dev/null && { echo $$p; break; }; done)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
export PIP_ROOT_USER_ACTION := ignore

.PHONY: setup demo test scikits lint types bench docs wheel clean
.DELETE_ON_ERROR:

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "mosila needs Python 3.11 or newer: install it, or name it with make PYTHON=..." >&2; exit 1; }
	@$(BIN)/python -c '$(NEW_ENOUGH)' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV) || { \
		echo "Python cannot make a virtual environment; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@$(BIN)/python -m compileall -q mosila
	@$(BIN)/python -m mosila.solvers.compile_runtime
	@touch $@

demo: setup
	@mkdir -p out
	$(BIN)/mosila simulate $(MODEL) System --stop 25 -v -o out/LandingDevice.csv --plot out/LandingDevice.png

test: setup lint types scikits
	$(BIN)/python -m pytest

scikits: setup
	@tests/build_scikits.sh $(BIN)/python

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy --strict mosila

bench: setup
	$(BIN)/python -m benchmarks.run
	$(BIN)/python -m benchmarks.structures
	$(BIN)/python -m benchmarks.road
	$(BIN)/python -m benchmarks.fuel_cell

docs: setup
	$(BIN)/mkdocs build --strict --quiet --config-file docs/mkdocs.yml --site-dir ../out/docs

wheel: setup
	$(BIN)/python -m build --wheel --no-isolation --outdir dist

clean:
	rm -rf $(VENV) build dist out .mypy_cache .ruff_cache .pytest_cache .hypothesis
