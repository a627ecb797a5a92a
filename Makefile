# Two commands are all a newcomer needs: `make run` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python tools/install.py
TOOLS := $(VENV)/.tools
PACKAGES := $(VENV)/.packages
COMPILED := $(VENV)/.compiled
READY := $(VENV)/.ready
TRAINING := $(VENV)/.training
KERNEL := $(wildcard src/bowerbird/kernel/*.py src/bowerbird/kernel/*.pxd src/bowerbird/kernel/*.h)
DEV := $(VENV)/.dev
PAGES := node_modules/.ready
NPX := node_modules/.bin
WIRE := src/bowerbird/web/static/shared/wire.d.ts
# Three workers for two cores: many tests wait for a browser, a server or a clock.
PYTEST = $(BIN)/python -m pytest -n 3 --dist worksteal
# For the background. Make would run a line with its own name even for `make -n`.
AGAIN := $(MAKE)
# The kernel is compiled while packages are fetched.
MAKEFLAGS += --jobs=2

.PHONY: audit bench bundle bundle-check check clean core-check docs fuzz help lock mutants pictures release-check run sbom
.PHONY: sdist setup soak test test-full wheel write

##@ Every day

run: $(READY)  ## open the hall in a browser; more for it: make run OPTIONS="--port 8100"
	@MAKEFLAGS= nice -n 19 $(AGAIN) $(TRAINING) >/dev/null 2>&1 &
	$(BIN)/bowerbird serve --open $(OPTIONS)

# Compiled modules are kept: without them each worker compiles all of them at its start, and so does each process in a test.
bench soak test test-full: export PYTHONDONTWRITEBYTECODE =
test: $(DEV)  ## every test, quickly; only some folders: ONLY="event desk"; only what a change can break: CHANGED=1
	export BOWERBIRD_TESTS=quick; $(if $(CHANGED),tests=$$($(BIN)/python -m tools.changed) || exit 1; [ -z "$$tests" ] ||) $(PYTEST) $(addprefix tests/,$(ONLY)) $(if $(CHANGED),$$tests)

test-full: $(DEV)  ## every test at full size
	BOWERBIRD_TESTS=full $(PYTEST) $(addprefix tests/,$(ONLY))

check: setup  ## style, types, and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy packaging/*.py
	$(BIN)/lint-imports
	@if [ -f $(PAGES) ]; then echo "$(NPX)/biome check && $(NPX)/tsc" && $(NPX)/biome check && $(NPX)/tsc; fi

setup: $(DEV) $(PAGES) $(WIRE)  ## make .venv with everything pinned, for work on Bowerbird itself

help:  ## this list
	@awk '/^##@/ {print "\n" substr($$0, 5)} /^[a-z-]+:.* ## / {name = $$1; sub(":$$", "", name); sub(/.* ## /, ""); printf "  make %-14s %s\n", name, $$0}' Makefile

$(TOOLS): requirements/build.txt requirements/uv.txt
	@echo "Setting up, once: half a minute, or a little more."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Bowerbird needs Python 3.11 or newer. Try: make PYTHON=/path/to/python3.11 run")'
	$(PYTHON) -m venv --without-pip $(VENV)
	$(INSTALL) --require-hashes -r requirements/build.txt
	@touch $@

$(PACKAGES): pyproject.toml requirements/run.txt $(TOOLS)
	$(INSTALL) --require-hashes -r requirements/run.txt
	BOWERBIRD_PURE=1 $(INSTALL) --no-build-isolation --no-deps -e .
	@touch $@

# Without a compiler the kernel stays Python.
$(COMPILED): setup.py $(KERNEL) $(TOOLS)
	BOWERBIRD_FIRST=1 BOWERBIRD_NATIVE=1 $(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

$(READY): $(PACKAGES) $(COMPILED)
	@touch $@

# What only training needs is compiled while people play.
$(TRAINING): $(COMPILED)
	BOWERBIRD_NATIVE=1 $(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

$(DEV): $(READY) $(TRAINING) requirements/dev.txt
	@echo "Adding what the tests need, once: a few seconds, and the time to fetch it."
	$(INSTALL) --require-hashes -r requirements/dev.txt
	@touch $@

$(PAGES): package.json package-lock.json
	@if command -v npm >/dev/null; then npm ci --silent --no-audit --no-fund && touch $@; \
	else echo "npm is missing: the pages' JavaScript and the types of the documents' examples are not checked. Install nodejs and npm (version 18 or newer)."; fi

# What the pages' checks know of the wire. It is not in git.
$(WIRE): $(DEV) $(shell find src/bowerbird -name '*.py')
	$(BIN)/python -m bowerbird.web.typescript

##@ Now and then

write: $(DEV)  ## write again what is made of code: examples of the wire, list of commands, index of clauses, cards, birds
	PYTHONPATH=tests $(BIN)/python tests/web/api_examples.py
	$(BIN)/python tools/command_page.py
	$(BIN)/python tests/clause_index.py
	$(BIN)/python -m bowerbird.web.deck.sprites

pictures: $(DEV)  ## take the guides' pictures again; only some: make pictures ONLY="pictures table_pictures film"
	for which in $(or $(ONLY),pictures table_pictures film); do PYTHONPATH=tests $(BIN)/python -m web.$$which || exit 1; done

bench: $(DEV)  ## measure, and write a page about it; some, at full size: make bench ONLY="kernel kills" WHOLE=1
	$(BIN)/python bench/report.py $(if $(ONLY),--only $(ONLY)) $(if $(WHOLE),--whole) $(OPTIONS)

soak: $(DEV)  ## the random tests for hours; only one: make soak ONLY=nights
	BOWERBIRD_TESTS=soak $(BIN)/python -m pytest -n 2 --dist worksteal \
	  $(or $(addprefix tests/,$(ONLY)),$(sort $(shell grep -rl --include='test_*.py' 'soak=' tests)))

SEED ?= 7
N ?= 120

mutants: setup  ## change lines drawn from the whole program and see whether a test notices: make mutants SEED=7 N=120 (hours)
	nice $(BIN)/python -m tools.mutants --seed $(SEED) --number $(N) $(addprefix --only ,$(ONLY)) $(OPTIONS)

FUZZ := build/fuzz
RUNS ?= 200000
NUMBER ?= 1000000

$(FUZZ)/.ready: requirements/fuzz.txt requirements/run.txt
	$(PYTHON) -m venv --without-pip $(FUZZ)
	$(FUZZ)/bin/python tools/install.py --require-hashes -r requirements/run.txt
	$(FUZZ)/bin/python tools/install.py --require-hashes -r requirements/fuzz.txt
	@touch $@

fuzz: $(DEV) $(FUZZ)/.ready  ## nonsense for everything that reads, and a million random messages for a hall (slow; wants Python 3.11)
	for reader in egn games toml csv deal fact; do PYTHONPATH=src $(FUZZ)/bin/python fuzz/read.py $$reader $(RUNS) || exit 1; done
	$(BIN)/python fuzz/hall.py --number $(NUMBER)

DOCS := build/docs-tools
MKDOCS := NO_MKDOCS_2_WARNING=1 PYTHONPATH=src BOWERBIRD_PICTURES=build/pictures $(DOCS)/bin/python -m mkdocs

$(DOCS)/.ready: requirements/docs.txt
	$(PYTHON) -m venv --without-pip $(DOCS)
	$(DOCS)/bin/python tools/install.py --require-hashes -r requirements/docs.txt
	@touch $@

ifneq ($(PICTURES),0)
docs: $(DEV)
endif
docs: $(DOCS)/.ready  ## build/site: the documents as a website, with new pictures if a browser is here (not with PICTURES=0)
	rm -rf build/pictures
	$(if $(filter 0,$(PICTURES)),,PYTHONPATH=tests $(BIN)/python -m web.pictures build/pictures)
	$(MKDOCS) build --strict --quiet
	@echo "Open build/site/index.html in a browser."

##@ A release

RUN := --extra build --extra hall --extra paper --extra play
LOCK := --quiet --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11

lock: $(DEV)  ## pin the dependencies anew
	$(BIN)/uv pip compile $(LOCK) --all-extras pyproject.toml -o requirements/dev.txt
	$(BIN)/uv pip compile $(LOCK) $(RUN) -c requirements/dev.txt pyproject.toml -o requirements/run.txt
	$(BIN)/uv pip compile $(LOCK) $(RUN) --group bundle -c requirements/dev.txt pyproject.toml -o requirements/bundle.txt
	echo asyncpg | $(BIN)/uv pip compile $(LOCK) -c requirements/dev.txt - -o requirements/postgres.txt
	printf 'cython\nsetuptools\n' | $(BIN)/uv pip compile $(LOCK) -c requirements/dev.txt - -o requirements/build.txt
	echo uv | $(BIN)/uv pip compile $(LOCK) -c requirements/dev.txt - -o requirements/uv.txt
	printf 'abi3audit\nauditwheel\nbuild\ncibuildwheel\npatchelf; sys_platform == "linux"\ntwine\n' | $(BIN)/uv pip compile $(LOCK) -c requirements/dev.txt - -o requirements/release.txt
	printf 'pip-audit\ncyclonedx-python-lib[json-validation]\n' | $(BIN)/uv pip compile $(LOCK) -c requirements/dev.txt - -o requirements/audit.txt
	$(BIN)/uv pip compile $(LOCK) --group docs -c requirements/dev.txt -o requirements/docs.txt
	echo 'atheris==3.0.0' | $(BIN)/uv pip compile $(LOCK) - -o requirements/fuzz.txt

RELEASE := build/release

$(RELEASE)/.ready: requirements/build.txt requirements/release.txt
	$(PYTHON) -m venv $(RELEASE)
	$(RELEASE)/bin/python tools/install.py --require-hashes -r requirements/build.txt
	$(RELEASE)/bin/python tools/install.py --require-hashes -r requirements/release.txt
	@touch $@

sdist: $(RELEASE)/.ready  ## dist/: the source, and the wheel for every machine, without a compiler
	rm -rf build/source dist/*.tar.gz dist/*-none-any.whl && mkdir -p build/source dist
	cp -r src pyproject.toml setup.py MANIFEST.in *.md CITATION.cff LICENSE build/source/
	find build/source '(' -name '*.so' -o -name '*.pyd' -o -name '*.pyc' ')' -delete
	rm -rf build/source/src/*.egg-info
	cd build/source && BOWERBIRD_PURE=1 $(CURDIR)/$(RELEASE)/bin/python -m build --no-isolation --outdir $(CURDIR)/dist

# On Linux, a wheel for as many others as its symbols allow. On other systems cibuildwheel does the same.
wheel: sdist  ## dist/: the same, and a compiled wheel for machines like this one
	rm -rf build/compiled dist/*-abi3-*.whl
	BOWERBIRD_ABI3=1 $(RELEASE)/bin/python -m pip wheel --quiet --no-build-isolation --no-deps -w build/compiled dist/*.tar.gz
	if [ "$$(uname)" = Linux ]; then PATH="$(CURDIR)/$(RELEASE)/bin:$$PATH" $(RELEASE)/bin/auditwheel repair --wheel-dir dist build/compiled/*.whl; \
	else cp build/compiled/*.whl dist; fi
	@ls dist

FROZEN := build/bundle-env

$(FROZEN)/.ready: requirements/bundle.txt
	$(PYTHON) -m venv --without-pip $(FROZEN)
	$(FROZEN)/bin/python tools/install.py --require-hashes -r requirements/bundle.txt
	@touch $@

bundle: $(FROZEN)/.ready  ## dist/: the program for people without Python, for this platform (wants a Python with tkinter and a shared library)
	$(FROZEN)/bin/python packaging/build.py $(OPTIONS)

bundle-check: $(DEV)  ## try the bundle in a root without Python: window, game, event, print, start again (needs root and debootstrap)
	PYTHONPATH=tests $(BIN)/python packaging/try_bundle.py $(OPTIONS)

TAG ?=

# One after the other: the source is copied only when nothing is built in it.
release-check: $(DEV)  ## what can be checked here before a release: make release-check TAG=v0.2.0
	$(MAKE) wheel
	$(MAKE) sbom  # after the wheels, which it lists
	$(BIN)/python -m tools.release_check $(if $(TAG),--tag $(TAG))

core-check: $(DEV)  ## install the core alone from the wheels: its size, packages, import time and tests on every Python here
	$(MAKE) wheel
	$(BIN)/python tools/core_check.py dist/*.whl --sizes "cli bots hall paper play all"

AUDIT := build/audit

$(AUDIT)/.ready: requirements/audit.txt
	$(PYTHON) -m venv --without-pip $(AUDIT)
	$(AUDIT)/bin/python tools/install.py --require-hashes -r requirements/audit.txt
	@touch $@

sbom: $(DEV) $(AUDIT)/.ready  ## dist/bowerbird.cdx.json: everything that is pinned, with digests and licences (CycloneDX)
	$(BIN)/python -m tools.sbom dist/bowerbird.cdx.json
	$(AUDIT)/bin/python -m tools.sbom --check dist/bowerbird.cdx.json

audit: $(DEV) $(AUDIT)/.ready  ## look up every pinned package in the database of known vulnerabilities (needs the internet)
	$(BIN)/python -m tools.audit $(AUDIT)/bin/pip-audit

clean:
	rm -rf $(VENV) build node_modules src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
