# Every job of the project. A fresh checkout needs only python3 (3.10 or later) and make.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/bash

VENV := .venv
BIN := $(VENV)/bin
# Installed again only when one of these is younger than the stamp.
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev
JOBS ?= auto
PYTEST := $(BIN)/python -m pytest

.PHONY: help demo check format test test-slow test-pythons test-rest test-all \
	goldens bench wheel clean

help: ## What each target does
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' $(MAKEFILE_LIST) \
	| while IFS=$$'\t' read -r name text; do printf '  make %-14s %s\n' "$$name" "$$text"; done

demo: $(STAMP) ## Source, generated code, graph, optimizer and result of the examples
	@$(BIN)/python -m autograph_tools.demo

check: $(DEV_STAMP) ## Format, lint, types, layers, sizes, packages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m tools.checks.layers
	$(BIN)/python -m tools.checks.size
	$(BIN)/python -m tools.checks.packages

format: $(DEV_STAMP) ## Format and mend what lint can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

test: check ## All checks, then the tests on all cores
	$(PYTEST) -n $(JOBS)

test-slow: $(DEV_STAMP) ## The slow tests, with more random samples
	$(PYTEST) -n $(JOBS) -m slow --hypothesis-profile=nightly || [ $$? -eq 5 ]

test-pythons: ## The tests on each other Python from 3.10 to 3.13 that is here
	.ci/test-pythons $(JOBS)

test-rest: test-slow test-pythons ## What test-all adds to test

test-all: test test-rest ## Everything: test, slow tests, other Pythons

goldens: $(DEV_STAMP) ## Rewrite golden files and print what changed
	$(PYTEST) tests -q --update-goldens

bench: $(DEV_STAMP) ## Tables of times, each beside plain NumPy
	@for file in benchmarks/*.py; do $(BIN)/python "$$file" || exit; done

wheel: $(DEV_STAMP) ## Build the wheel into dist/
	rm -rf build dist
	$(BIN)/python -m build --wheel

clean: ## Remove everything that these targets made
	rm -rf .venv .venvs build dist *.egg-info .hypothesis .benchmarks
	rm -rf .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml .ci/install
	.ci/install $(VENV) .
	@touch $@

$(DEV_STAMP): pyproject.toml .ci/install
	.ci/install $(VENV) '.[dev]'
	@touch $(STAMP) $@
