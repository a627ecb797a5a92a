# Two commands are all a newcomer needs: `make run` and `make test`.
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
# For the background. Make would run a line with its own name even for `make -n`.
AGAIN := $(MAKE)
# The kernel is compiled while packages are fetched.
MAKEFLAGS += --jobs=2

.PHONY: audit bench birds bulk bundle bundle-check check clauses clean come-back commands core-check day decks disk
.PHONY: docker docs docs-serve environments faults film floods fuzz hall-behind-one-address held-up icons kernel kills
.PHONY: lessons lock mutants nights paper-bench paper-check pictures positions puzzles ratings reasons release-check
.PHONY: run sbom scale sdist seats sequences setup soak start table-pictures test types voice wheel

run: $(READY)  ## open the hall in a browser; more for it: make run OPTIONS="--port 8100"
	@MAKEFLAGS= nice -n 19 $(AGAIN) $(TRAINING) >/dev/null 2>&1 &
	$(BIN)/bowerbird serve --open $(OPTIONS)

# Three workers for two cores: many tests wait for a browser, a server or a clock.
# Compiled tests are kept: without them each worker compiles all of them at its start, and so does each process in a test.
test: export PYTHONDONTWRITEBYTECODE =
test: $(DEV)  ## run every test
	$(BIN)/python -m pytest -n 3 --dist worksteal

check: $(DEV) $(PAGES)  ## style, types, and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy packaging/*.py
	$(BIN)/lint-imports
	@if [ -f $(PAGES) ]; then echo "$(NPX)/biome check && $(NPX)/tsc" && $(NPX)/biome check && $(NPX)/tsc; fi

setup: $(DEV) $(PAGES)  ## make .venv with everything pinned, for work on Bowerbird itself

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

RUN := --extra build --extra hall --extra paper --extra play
LOCK := --quiet --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11

types: $(DEV)  ## write down what is on the wire: the pages' declarations, and the examples in docs/api.md
	$(BIN)/python -m bowerbird.web.typescript
	PYTHONPATH=tests $(BIN)/python tests/web/api_examples.py

commands: $(DEV)  ## write down every command and its options: the list in docs/command-line.md
	$(BIN)/python tools/command_page.py

decks: $(DEV)  ## draw the cards and the birds: the files in web/static/table/decks
	$(BIN)/python -m bowerbird.web.deck.sprites

icons: $(DEV)  ## draw the icons for home screens: the files in web/static/shared/icons
	$(BIN)/python -m tools.icons

pictures: $(DEV)  ## take the pictures of the desk for the guides
	PYTHONPATH=tests $(BIN)/python -m web.pictures

table-pictures: $(DEV)  ## take the pictures of the table, at ten sizes in three themes
	PYTHONPATH=tests $(BIN)/python -m web.table_pictures

film: $(DEV)  ## film strips of the table for the guide: a deal, a trick, a lone march
	PYTHONPATH=tests $(BIN)/python -m web.film

paper-check: $(DEV)  ## print every sheet of every book for 4 to 200 people, and read it back
	BOWERBIRD_PAPER_CHECK=1 $(BIN)/python -m pytest -q -n 3 --dist worksteal tests/paper/test_every_size.py

positions: $(DEV)  ## compare the search with a plain minimax on 100,000 random positions
	BOWERBIRD_POSITIONS=100000 $(BIN)/python -m pytest -q -n 0 tests/kernel/test_many_positions.py

kernel: $(DEV)  ## measure the kernel beside plain C: at least 1.5 for solving exactly, 1.0 for the rest
	$(BIN)/python bench/kernel.py

paper-bench: $(DEV)  ## print every sheet for 60 to 3,000 people: no process may take 300 MB (slow)
	$(BIN)/python bench/paper.py

bench: $(DEV)  ## every bench at a size for two cores, and one page about them beside the last landed figures (minutes)
	$(BIN)/python bench/report.py $(OPTIONS)

start: $(DEV)  ## from a clone to the first trick in a browser, three times, with an empty home (fetches everything again)
	$(BIN)/python bench/first_trick.py --times 3 --tests

HANDS ?= 1000000

bulk: $(DEV)  ## a million hands by expert over Dask with two workers, beside one process (hours)
	$(BIN)/python bench/spread.py --hands $(HANDS) --alone $$(( $(HANDS) < 20000 ? $(HANDS) : 20000 ))

clauses: $(DEV)  ## write down which tests show which clause
	$(BIN)/python tests/clause_index.py

soak: $(DEV)  ## a thousand hands of which every byte sent is read for hidden cards, and fifty kills under play (slow)
	BOWERBIRD_LEAK_HANDS=1000 $(BIN)/python -m pytest -n 2 tests/hall/test_leaks.py tests/hall/test_leaks_sent.py
	BOWERBIRD_VACANT_SEQUENCES=500 $(BIN)/python -m pytest -n 2 tests/hall/test_vacant_chairs.py
	BOWERBIRD_LOBBY_SEQUENCES=20000 BOWERBIRD_CLAIM_HANDS=5000 $(BIN)/python -m pytest -n 2 tests/hall/test_matching.py tests/table/test_claim_rest.py
	$(BIN)/python bench/kill.py --times 50

KILLS ?= 500

kills: $(DEV)  ## five hundred kills under play and desk work, on SQLite and on PostgreSQL with three processes (slow)
	$(BIN)/python bench/kill.py --times $(KILLS)
	$(BIN)/python bench/kill.py --times $(KILLS) --database postgresql --processes 3

birds: $(DEV)  ## measure how each bird plays and what its style costs, for the pages and docs/players.md (slow)
	$(BIN)/python bench/birds.py figures --hands 4000 --champion-hands 400 --workers $$(nproc)
	BOWERBIRD_BIRD_HANDS=2000 $(BIN)/python -m pytest -n 2 tests/hall/test_bird_figures.py
	$(BIN)/python bench/birds.py strength --level club --deals 10000 --workers $$(nproc)
	$(BIN)/python bench/birds.py strength --level master --deals 10000 --workers $$(nproc)
	$(BIN)/python bench/birds.py cost --level master --hands 2000 --workers $$(nproc)

# Compiled modules are kept, as those of an installed server are: these start many.
come-back faults kills sequences: export PYTHONDONTWRITEBYTECODE =

come-back: $(DEV)  ## everything restarts while 2,000 people are connected
	$(BIN)/python bench/come_back.py
	$(BIN)/python bench/come_back.py --database postgresql --processes 3

faults: $(DEV)  ## processes, connections, the database and the clocks fail under play, for thirteen minutes
	$(BIN)/python bench/faults.py --minutes 5 --database postgresql
	$(BIN)/python bench/faults.py --minutes 5 --database postgresql --routed
	$(BIN)/python bench/faults.py --minutes 3 --database sqlite

SEQUENCES ?= 150

sequences: $(DEV)  ## random sequences of acts, kills, pauses, cut connections and archives: nothing is lost, every table goes on (slow)
	BOWERBIRD_SEQUENCES=$(SEQUENCES) $(BIN)/python -m pytest -n 0 -s tests/faults/test_sequences.py

scale: $(DEV)  ## four processes with routed tables need at most 1.15 of the processor time of one
	$(BIN)/python bench/scale.py

floods: $(DEV)  ## two strangers send slow requests of each kind while four people play: their pace stays (slow)
	$(BIN)/python bench/floods.py

held-up: $(DEV)  ## the costliest request of each kind holds the server's loop for less than 20 ms
	$(BIN)/python bench/held_up.py --people 1200

hall-behind-one-address: $(DEV)  ## 200 phones, a director, three boards and a vandal behind one address, for five minutes
	$(BIN)/python bench/one_address.py --minutes 5

GAMES ?= 300

disk: $(DEV)  ## the disk that a hand takes before and after it is archived, on both databases, compared bit by bit (slow)
	$(BIN)/python bench/disk.py --games $(GAMES)
	$(BIN)/python bench/disk.py --games $(GAMES) --database postgresql

day: $(DEV)  ## a day of play of fifty tables at once: the memory of the hall does not grow (slow)
	$(BIN)/python bench/day.py

NIGHTS ?= 2000

nights: $(DEV)  ## ten thousand random nights, two thousand of each club, reckoned a second time (slow)
	BOWERBIRD_NIGHTS=$(NIGHTS) $(BIN)/python -m pytest -n 2 --dist worksteal tests/nights/test_generated.py

puzzles: $(DEV)  ## ask the judge about every shipped puzzle again (slow)
	$(BIN)/bowerbird puzzles check --workers 2

ratings: $(DEV)  ## simulated people are ranked rightly, and so are bots by games that they play (slow)
	$(BIN)/python bench/ratings.py --people 60 --games 400 --halls 10 --picture
	$(BIN)/python bench/ratings.py --play 600 --workers $$(nproc)

voice: $(DEV)  ## hints, reviews, puzzles and explanations of 10,000 views agree (slow)
	BOWERBIRD_VOICE_VIEWS=10000 $(BIN)/python -m pytest -q -n 0 tests/players/test_one_voice.py

lessons: $(DEV)  ## the judge checks what lessons call right, under every rulebook
	BOWERBIRD_LESSONS=all $(BIN)/python -m pytest -q -n 0 tests/learn/test_lessons.py

environments: $(DEV)  ## thousands of hands compared with the table, speed beside OpenSpiel, and a player trained in two minutes (slow)
	BOWERBIRD_VECTOR_HANDS=300 $(BIN)/python -m pytest -q -n 2 --dist worksteal tests/environments
	$(BIN)/python bench/environments.py
	$(BIN)/python -m bowerbird.training --table-deals 2000 --out build/policy.npz

COMMANDS ?= 100000

seats: $(DEV)  ## a hundred thousand random commands at tables of every kind: nobody is sent two hands (slow)
	BOWERBIRD_SEAT_COMMANDS=$(COMMANDS) $(BIN)/python -m pytest -n 0 -s tests/security/test_one_hand_each.py
	PYTHONPATH=tests $(BIN)/python -m security.seats --commands $(COMMANDS) --processes 3

reasons: $(DEV)  ## count again, world by world, what the reasons of five hundred decisions say (slow)
	BOWERBIRD_REASONS=500 $(BIN)/python -m pytest -n 0 tests/players/test_reasons.py

mutants: $(DEV)  ## change the rules one line at a time and see whether a test notices (slow)
	$(BIN)/mutmut run

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

docs-serve: $(DOCS)/.ready  ## the website on port 8001, built again after each change
	$(MKDOCS) serve --strict --dev-addr localhost:8001

docker:  ## an image of the hall, with PostgreSQL
	docker build -t bowerbird .

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

clean:
	rm -rf $(VENV) build mutants node_modules src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
