PYTHON     ?= python3
VENV       ?= .venv
SUBMISSION ?= funny_puzzle.py
TESTS      ?= not slow and not long
SECONDS    ?= 60
PACKAGES    = 'pytest>=8' pytest-timeout 'pytest-xdist>=3.6' jsonschema
PYTEST      = $(VENV)/bin/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder
NEW_ENOUGH  = import sys; sys.version_info >= (3, 10) or sys.exit("make: expected PYTHON to be \
Python 3.10 or newer, got %d.%d (make ... PYTHON=path takes another)" % sys.version_info[:2])
export SUBMISSION
BENCHES     = $(notdir $(basename $(wildcard tests/bench_*.py)))
TARGETS     = help grade check test test-long test-all lint transcripts verify golden bench \
              instances fuzz tables pictures clean
# Variables that are no mistake beside `make check` or `make grade`.
KNOWN       = PYTHON% VENV SUBMISSION TESTS SECONDS SEED SHELL GRADER_%
GOAL        = $(firstword $(filter check grade,$(MAKECMDGOALS)))
GOALS       = $(filter-out $(TARGETS),$(MAKECMDGOALS))
GIVEN       = $(foreach name,$(.VARIABLES),$(if $(findstring command line,$(origin $(name))),$(name)))
OTHERS      = $(filter-out $(KNOWN),$(GIVEN))
ODD         = $(strip $(GOALS) $(foreach name,$(OTHERS),$(name)=$($(name))))
PATHS       = $(strip $(GOALS) $(foreach name,$(filter s% S%,$(OTHERS)),$($(name))))
ifneq ($(and $(GOAL),$(ODD)),)
  $(error expected "make $(GOAL) SUBMISSION=$(if $(filter 1,$(words $(PATHS))),$(PATHS),path)", \
    got "make $(GOAL) $(ODD)")
endif

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

grade: .python  ## grade SUBMISSION=path; without it, the model solution
	@$(PYTHON) -m grader -- "$$SUBMISSION"

check: .python  ## say which public checks SUBMISSION=path passes, and why others fail
	@$(PYTHON) -m grader --student -- "$$SUBMISSION"

test: .python $(VENV)/ready  ## run the tests, three at a time, in a .venv made when missing
	@$(PYTEST) -m '$(TESTS)'

test-long: .python $(VENV)/ready  ## run the tests that take too long for every `make test`
	@$(PYTEST) -m 'long and not slow'

test-all: .python $(VENV)/ready  ## run all tests, with the proofs that take minutes each
	@$(PYTEST)

lint: .python $(VENV)/ready  ## look for doubtful code, other layouts and wrong types, by ruff and mypy
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check 'ruff>=0.12' 'mypy>=1.15'
	@$(VENV)/bin/python -m ruff check && $(VENV)/bin/python -m ruff format --check
	@$(VENV)/bin/python -m mypy

transcripts: .python  ## make the expected transcripts from the model solutions
	@$(PYTHON) -m grader transcripts

verify: .python  ## prove the assignments with every program that ends on every check
	@$(PYTHON) -m grader verify --all

golden: .python  ## write the golden reports of the tests, to be reviewed as a diff
	@$(PYTHON) -m tests.golden

bench: .python  ## measure every bar, and print the figures
	@status=0; for name in $(BENCHES); do $(PYTHON) -m tests.$$name || status=1; done; exit $$status

instances: .python  ## make the boards in testinput/ that are missing
	@$(PYTHON) -m testinput.generate

fuzz: .python  ## try damaged hand-ins and protocols for SECONDS=60, from SEED=number on
	@$(PYTHON) -m tests.fuzzing --seconds '$(SECONDS)' $(if $(SEED),--seed '$(SEED)')

tables: .python  ## build the large tables that hard 15-puzzles are solved faster with
	@$(PYTHON) -m optimal build

pictures: .python  ## draw the pictures of README, with a browser (chromium)
	@$(PYTHON) -m tests.pictures

clean:  ## remove .venv and the caches in this folder
	rm -rf .venv .venv-* .pytest_cache .ruff_cache; find . -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/ready: pyproject.toml | .python
	@sh tests/venv.sh '$(PYTHON)' '$(VENV)' $(PACKAGES)

.python:
	@$(PYTHON) -c '$(NEW_ENOUGH)'

.PHONY: .python $(TARGETS)
