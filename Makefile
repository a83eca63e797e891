# Two commands to know: `make run` plays a demo game, `make test` runs the whole check.
PYTHON ?= python3
VENV := .venv
RULES_VENV := .venv-rules
BIN := $(VENV)/bin

.PHONY: run test checks lint types imports rules-bare pictures others tests clean

run: $(VENV)/.stamp-run
	$(BIN)/companion demo

# What does not depend on the clock runs side by side; browsers and cameras have the machine alone.
test: $(VENV)/.stamp-dev
	$(MAKE) --jobs=2 --output-sync=target checks
	$(MAKE) others

checks: rules-bare pictures lint types imports

lint: $(VENV)/.stamp-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.stamp-dev
	$(BIN)/mypy

imports: $(VENV)/.stamp-dev
	$(BIN)/lint-imports

# The rules run on bare Python: no numpy, OpenCV, ONNX Runtime or FastAPI is installed here.
RULES_TESTS := tests/core tests/rules tests/games

rules-bare: $(RULES_VENV)/.stamp
	$(RULES_VENV)/bin/python -m pytest -q $(RULES_TESTS)

# Pictures are read and drawn here, and no clock is looked at.
PICTURE_TESTS := tests/calibration tests/golden tests/output tests/simulator tests/trial tests/vision

pictures: $(VENV)/.stamp-dev
	$(BIN)/python -m pytest -q -rs --durations=10 $(PICTURE_TESTS)

# Those that have not run a moment ago.
others: $(VENV)/.stamp-dev
	$(BIN)/python -m pytest -q -rs --durations=10 $(RULES_TESTS:%=--ignore=%) $(PICTURE_TESTS:%=--ignore=%)

tests: $(VENV)/.stamp-dev
	$(BIN)/python -m pytest -q -rs --durations=10

$(VENV)/bin/python:
	$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "The venv module is missing: sudo apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.stamp-run: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install -q --disable-pip-version-check -e .
	touch $@

$(VENV)/.stamp-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install -q --disable-pip-version-check -e '.[dev]'
	touch $@ $(VENV)/.stamp-run

$(RULES_VENV)/.stamp: pyproject.toml
	$(PYTHON) -m venv $(RULES_VENV)
	$(RULES_VENV)/bin/pip install -q --disable-pip-version-check pytest hypothesis pyyaml
	touch $@

clean:
	rm -rf $(VENV) $(RULES_VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache
