PYTHON     ?= python3
VENV       ?= .venv
SUBMISSION ?= funny_puzzle.py
TESTS      ?= not slow
export SUBMISSION

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

grade:  ## grade SUBMISSION=path; without it, the model solution
	@$(PYTHON) -m grader -- "$$SUBMISSION"

check:  ## tell a student what of SUBMISSION=path works, by the public checks
	@$(PYTHON) -m grader --student -- "$$SUBMISSION"

test: $(VENV)/ready  ## run the tests, two halves at a time, in a .venv made when missing
	@$(VENV)/bin/python -m tests -m '$(TESTS)'

test-all: $(VENV)/ready  ## run the tests and the proofs that take minutes
	$(VENV)/bin/python -m pytest

transcripts:  ## make the expected transcripts anew from the model solutions
	@$(PYTHON) -m grader transcripts

verify:  ## prove the assignments with every program on every check
	@$(PYTHON) -m grader verify --all

golden:  ## write the golden reports of the tests anew, to be reviewed as a diff
	@$(PYTHON) tests/golden.py

bench:  ## measure every bar, and print the figures
	@status=0; for file in tests/bench_*.py; do $(PYTHON) $$file || status=1; done; exit $$status

instances:  ## make the boards in testinput/ that are missing
	@$(PYTHON) -m testinput.generate

tables:  ## build the large tables that hard 15-puzzles are solved faster with
	@$(PYTHON) -m optimal build

clean:  ## remove what the other targets made
	rm -rf .venv .venv-* .pytest_cache; find . -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check pytest pytest-timeout
	@touch $@

.PHONY: help grade check test test-all transcripts verify golden bench instances tables clean
