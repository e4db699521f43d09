# Everything a newcomer types. Needs Python 3.11 or later and make, nothing else.

PYTHON ?= python3
BIN := .venv/bin
RUN := .venv/run.stamp
DEV := .venv/dev.stamp
DOCS := .venv/docs.stamp
LINKER := .venv/linker.stamp

# What make bench measures: files of puzzles, one a line.
PUZZLES ?= $(addprefix $(LOWBIT_DATA)/,sudoku17.txt hardest_se11plus.txt top1465.txt)

# Where make site writes the static page.
SITE ?= build/page

# What answers the page of make test-page, a server or its own tab, and in which browser it is.
TRANSPORT := server
BROWSER := chromium

.PHONY: help demo test test-slow test-page test-all ready kernels versions check docs docs-site docs-serve \
	dist elsewhere golden bench browser site clean

help:
	@echo "make demo   solve the bundled puzzles of every dialect"
	@echo "make test   the quick tests, of everything lowbit does"
	@echo "make test-all   these, and the slow ones (make test-slow)"
	@echo "make test-page  the tests of the page, answered by their own tab with TRANSPORT=tab,"
	@echo "            in Firefox with BROWSER=firefox"
	@echo "make versions  test with the oldest and the newest dependencies, in fresh environments"
	@echo "make browser  install Chromium and Firefox with apt, for the tests of the page"
	@echo "make site   build the page as static files into build/page, or into SITE"
	@echo "make check  lint, format, types, layers"
	@echo "make docs   write docs/reference/cli.md and techniques.md anew from the program"
	@echo "make docs-site  build the docs site into build/site, with PAGE=try the static page in it;"
	@echo "            make docs-serve shows it while you write"
	@echo "make dist   build sdist and wheel into dist/, with the kernels' machine code for all targets"
	@echo "            or for TARGETS=x86-64-v3-linux, and try the wheel"
	@echo "make elsewhere  try shipped machine code on emulated aarch64, x86-64, Windows and macOS"
	@echo "make golden  write down anew how much of the tree the searches visit"
	@echo "make bench  measure the speed on PUZZLES=FILES, or on the usual ones in LOWBIT_DATA"
	@echo "make clean  remove what the above made"

demo: $(RUN)
	$(BIN)/lowbit judge euler96 examples/fifty.txt
	$(BIN)/lowbit judge acwing166 examples/acwing166.txt
	$(BIN)/lowbit judge acwing166 examples/poj3074.txt
	$(BIN)/lowbit judge poj2676 examples/poj2676.txt
	$(BIN)/lowbit judge pyramid examples/pyramid1.txt
	$(BIN)/lowbit judge pyramid examples/pyramid2.txt
	$(BIN)/lowbit judge pyramid examples/pyramid3.txt
	$(BIN)/lowbit solve --to board examples/board.txt
	$(BIN)/lowbit solve examples/mixed.txt || true

# Side by side, two more than there are CPUs (tests/conftest.py). Each process begins with a run of
# files, whose tests share what is slow to start, and takes tests over from others once it has none
# left.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal

# Bytecode is kept, whatever the machine's habit: a thousand processes of the tests would compile
# the same modules, and pytest the tests.
export PYTHONDONTWRITEBYTECODE :=

test: ready
	$(PYTEST) -m "not slow"

test-slow: ready $(LINKER)
	$(PYTEST) -m slow

# What tests need: their packages, which are installed while the kernels are compiled. Each of the
# processes of the tests would compile these.
ready: $(RUN)
	@$(MAKE) --no-print-directory -j2 $(DEV) kernels

kernels: $(RUN)
	$(BIN)/lowbit warmup

# The tests of the page: against a server, or the static page, whose tab answers by itself.
test-page: ready $(LINKER)
	$(PYTEST) --transport $(TRANSPORT) --browser $(BROWSER) tests/web/test_page*.py

test-all: ready $(LINKER)
	$(PYTEST)

versions:
	PYTHON=$(PYTHON) .ci/versions

# The tests of the page skip, and say so, where there is no browser. Without its windows, as the
# headless shell, Chromium takes half the time.
browser:
	@if command -v chromium-headless-shell; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] \
		&& apt-get -o Acquire::http::Timeout=20 update -qq \
		&& apt-get install -y -qq --no-install-recommends chromium-headless-shell >/dev/null; then :; \
	elif command -v chromium || command -v chromium-browser || command -v google-chrome; then :; \
	else echo "no Chromium, and only root can install it with apt-get: the page is not tried"; fi
	@if command -v firefox-esr || command -v firefox; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] \
		&& apt-get -o Acquire::http::Timeout=20 update -qq \
		&& apt-get install -y -qq --no-install-recommends firefox-esr >/dev/null; then :; \
	else echo "no Firefox, and only root can install it with apt-get: the page is not tried in it"; fi

check: $(DEV)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(DEV)
	$(BIN)/python docs/write_tables.py
	$(BIN)/python docs/write_cli.py > docs/reference/cli.md
	$(BIN)/python docs/write_techniques.py > docs/reference/techniques.md
	$(BIN)/python docs/write_constraints.py > docs/reference/constraints.md

# The variable silences an advertisement.
docs-site: $(DOCS) $(if $(PAGE),$(LINKER))
	NO_MKDOCS_2_WARNING=1 LOWBIT_PAGE=$(PAGE) $(BIN)/mkdocs build --strict
	$(if $(PAGE),$(BIN)/lowbit page build build/site/$(PAGE))

site: $(RUN) $(LINKER)
	$(BIN)/lowbit page build $(SITE)

docs-serve: $(DOCS)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve

dist:
	PYTHON=$(PYTHON) .ci/dist

elsewhere: $(DEV)
	.ci/elsewhere

golden: $(DEV)
	$(BIN)/python tests/tools/search_totals.py > tests/golden/search.tsv

bench: $(DEV)
	$(BIN)/python -m benchmarks $(PUZZLES) -o build/benchmarks
	@echo "see build/benchmarks/results.md"

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

# A stamp names what was installed last: a second run starts at once. Most modules are never
# imported, so bytecode is left to the first import of each.
PIP := $(BIN)/python -m pip install --quiet --no-compile

$(RUN): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "lowbit needs Python 3.11 or later: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv
	$(PIP) --upgrade 'pip>=25.1'
	$(PIP) --editable '.[compile]'
	@touch $@

$(DEV): $(RUN)
	$(PIP) --group dev
	@touch $@

# LLVM's linker, by which kernels for browsers are made.
$(LINKER): $(RUN)
	@$(BIN)/python -c 'from lowbit.kernels.side_modules import linker; linker()' 2>/dev/null \
		|| $(PIP) 'ziglang>=0.13' \
		|| echo "LLVM's linker cannot be installed: pages are built without kernels, by Python alone"
	@touch $@

$(DOCS): $(RUN)
	@$(PIP) --group docs
	@touch $@
