# Two commands are all a newcomer needs: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: run test check setup lock clauses mutants clean

run: $(STAMP)  ## start a game in the terminal
	$(BIN)/bowerbird play

test: $(STAMP)  ## run every test
	$(BIN)/python -m pytest -n 2 --dist worksteal

check: $(STAMP)  ## style, types, and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

setup: $(STAMP)  ## make .venv with everything pinned

$(STAMP): requirements/dev.txt pyproject.toml setup.py
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Bowerbird needs Python 3.11 or newer. Set PYTHON=/path/to/python3.11 and try again.")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	BOWERBIRD_NATIVE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	touch $(STAMP)

lock: $(STAMP)  ## pin the dependencies anew
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 \
	  --all-extras pyproject.toml -o requirements/dev.txt

clauses: $(STAMP)  ## write down which tests show which clause
	$(BIN)/python tests/clause_index.py

mutants: $(STAMP)  ## change the rules one line at a time and see whether a test notices (slow)
	$(BIN)/mutmut run

clean:
	rm -rf $(VENV) build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
