# Two commands are all a newcomer needs: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
READY := $(VENV)/.ready
DEV := $(VENV)/.dev

.PHONY: run test check setup lock clauses mutants soak clean

run: $(READY)  ## open the hall in a browser
	$(BIN)/bowerbird serve --open

test: $(DEV)  ## run every test
	$(BIN)/python -m pytest -n 2 --dist worksteal

check: $(DEV)  ## style, types, and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

setup: $(DEV)  ## make .venv with everything pinned, for work on Bowerbird itself

$(READY): requirements/run.txt pyproject.toml setup.py
	@echo "Setting up, once: a minute or so."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Bowerbird needs Python 3.11 or newer. Try: make PYTHON=/path/to/python3.11 run")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements/run.txt
	BOWERBIRD_NATIVE=1 $(PIP) --no-build-isolation --no-deps -e .
	@touch $(READY)

$(DEV): $(READY) requirements/dev.txt
	@echo "Adding what the tests need, once: a few minutes."
	$(PIP) --require-hashes -r requirements/dev.txt
	@touch $(DEV)

lock: $(DEV)  ## pin the dependencies anew
	$(BIN)/uv pip compile $(LOCK) --all-extras pyproject.toml -o requirements/dev.txt
	$(BIN)/uv pip compile $(LOCK) --extra build -c requirements/dev.txt pyproject.toml -o requirements/run.txt

LOCK := --quiet --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11

clauses: $(DEV)  ## write down which tests show which clause
	$(BIN)/python tests/clause_index.py --open

soak: $(DEV)  ## a thousand hands of which every byte sent is read for hidden cards, and fifty kills under play (slow)
	BOWERBIRD_LEAK_HANDS=1000 $(BIN)/python -m pytest -n 2 tests/hall/test_leaks.py tests/hall/test_leaks_sent.py
	$(BIN)/python bench/kill.py --times 50

mutants: $(DEV)  ## change the rules one line at a time and see whether a test notices (slow)
	$(BIN)/mutmut run

clean:
	rm -rf $(VENV) build mutants src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
