# `make demo` and `make test` each do all the set-up themselves.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
BENCH_JSON ?= .cache/bench.json

.PHONY: demo test check bench speed attack format clean

demo: $(READY) ## verify claims against a real two-column PDF, with the embedded model
	$(BIN)/python testdata/demo.py

test: $(READY) ## the whole test suite, with a real Ollama server where its wheels exist
	$(BIN)/python -m pytest

check: $(READY) ## lint, formatting, types and layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/lint-imports

bench: $(READY) ## speed and memory of every stage, each beside a reference in the same run
	mkdir -p $(dir $(BENCH_JSON))
	$(BIN)/python -m pytest benchmarks --benchmark-only --override-ini='python_files=bench_*.py' \
		--benchmark-json=$(BENCH_JSON)

speed: $(READY) ## the short form: has a stage changed beside its reference?
	$(BIN)/python -m benchmarks.ratios

ATTACK_SECONDS ?= 600
ATTACK_SEED ?= $(shell date +%s)

attack: $(READY) ## fuzz, kill, starve and soak it, for ATTACK_SECONDS in all; exit code 1 on a finding
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[attack]'
	$(BIN)/python -m tests.attack --seconds $(ATTACK_SECONDS) --seed $(ATTACK_SEED)

format: $(READY)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean:
	rm -rf $(VENV) .cache build dist *.egg-info

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	touch $@
