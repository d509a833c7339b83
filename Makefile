# `make demo` and `make test` each do all the set-up themselves.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
BENCH_JSON ?= .cache/bench.json
SUPPLY := .cache/supply
# Tests that touch each thing we need, in two minutes: what an old version lacks shows in them.
QUICK := vera tests/core tests/index tests/judging/test_ollama.py tests/supply \
	tests/embedding/test_onnx.py tests/chunking/test_pysbd.py tests/chunking/test_tiktoken.py \
	$(patsubst %,tests/ingestion/pdf/test_%.py,pdfium repair) \
	$(patsubst %,tests/ingestion/markup/test_%.py,html docx markdown yaml) \
	tests/verify/test_scripts.py
VERSIONS := $(foreach python,3.11 3.12 3.13,$(python):lowest-direct $(python):highest)

.PHONY: demo test check supply bounds versions docs man extension bench speed attack format clean

demo: $(READY) ## verify claims against a real two-column PDF, with the embedded model
	$(BIN)/python testdata/demo.py

test: $(READY) ## the whole test suite, with a real Ollama server where its wheels exist
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile

check: $(READY) ## lint, formatting, types and layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/lint-imports

supply: $(READY) ## what an install brings: its bill of materials, and licences that are allowed
	rm -rf $(SUPPLY)
	$(BIN)/uv venv --quiet --python $(BIN)/python $(SUPPLY)/venv
	$(BIN)/uv pip install --quiet --only-binary :all: --python $(SUPPLY)/venv/bin/python \
		--requirements pyproject.toml
	$(BIN)/uv tool run --quiet --from 'cyclonedx-bom>=7' cyclonedx-py environment \
		$(SUPPLY)/venv/bin/python --pyproject pyproject.toml --output-reproducible \
		--output-format JSON --validate --output-file $(SUPPLY)/sbom.json
	$(BIN)/python -m tests.supply.licences $(SUPPLY)/sbom.json $(SUPPLY)/venv

bounds: $(READY) ## a part of the tests with the least versions allowed, and with newer Pythons
	VERA_UV=$(BIN)/uv .ci/versions 3.11:lowest-direct 3.12:highest 3.13:highest -- $(QUICK)

versions: $(READY) ## the whole suite on each Python that is here, least and newest versions: hours
	VERA_UV=$(BIN)/uv .ci/versions $(VERSIONS) -- $(TESTS)

docs: $(READY) ## the documents as pages for a browser, in site/; a dead link is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

man: $(READY) ## the pages of `man verify`, which an install brings, from the commands
	$(BIN)/python docs/man.py man

extension: $(READY) ## have npm fetch what the extension for VS Code is made with
	$(BIN)/python -m tests.node

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
	rm -rf $(VENV) .cache build dist site *.egg-info $(addprefix editors/vscode/,node_modules dist *.vsix)

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev,bench,ray]'
	touch $@
