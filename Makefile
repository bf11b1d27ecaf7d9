# Every job of the project. A fresh checkout needs only python3 (3.10 or later) and make.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/bash
# Tests see the files that Python itself writes, as on any user's machine.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
BIN := $(VENV)/bin
# Installed again only when one of these is younger than the stamp.
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev
JOBS ?= auto
# Random samples of the slow tests: nightly, or full, as many again by two thirds.
PROFILE ?= nightly
PYTEST := $(BIN)/python -m pytest

# The stage for JAX needs a library that nothing else does.
JAX := .venvs/jax
JAX_STAMP := $(JAX)/.installed

# The documentation site needs a library that nothing else does.
DOCS := .venvs/docs
DOCS_STAMP := $(DOCS)/.installed

# Building a release and trying it needs libraries that nothing else does.
RELEASE := .venvs/release
RELEASE_STAMP := $(RELEASE)/.installed

# Keras stands in an environment of its own: nothing else needs it.
KERAS := .venvs/keras
KERAS_STAMP := $(KERAS)/.installed
# What Keras' tests import beside Keras; of jax, torch and others they are told apart.
KERAS_TESTS := matplotlib pandas pillow pydot pytest requests scikit-learn scipy wrapt

# ONNX and its runtime, for the tests that compare with them.
ONNX := .venvs/onnx
ONNX_STAMP := $(ONNX)/.installed

.PHONY: help demo docs demo-keras check format test test-slow test-jit test-pythons test-jax test-keras test-onnx models \
	test-rest test-all keras2 real fuzz goldens bench bench-compare bench-onnx wheel release-check clean

help: ## What each target does
	@sed -n 's/^\([a-z0-9-]*\):[^#]*## /\1\t/p' $(MAKEFILE_LIST) \
	| while IFS=$$'\t' read -r name text; do printf '  make %-14s %s\n' "$$name" "$$text"; done

demo: $(STAMP) ## Source, generated code, graph, optimizer and result of the examples
	@$(BIN)/python -m autograph_tools.demo

docs: $(DOCS_STAMP) ## The documentation as a site, in site/; broken links fail
	$(DOCS)/bin/mkdocs build -f .ci/mkdocs.yml --strict --quiet

demo-keras: $(KERAS_STAMP) ## Train, save, reload and export an image classifier with Keras
	$(KERAS)/bin/python -m runtime examples/train.py trained

check: $(DEV_STAMP) ## Format, lint, types, layers, sizes, packages, dead code
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m tools.checks
	$(BIN)/python -m autograph_tools.stubs --check
	$(BIN)/python -m tools.checks.any_types
	$(BIN)/python -m autograph_tools.op_page --check

format: $(DEV_STAMP) ## Format and mend what lint can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

test: check ## All checks, then the tests on all cores
	$(PYTEST) -n $(JOBS)

test-slow: $(DEV_STAMP) ## The slow tests, with more random samples
	$(PYTEST) -n $(JOBS) --maxschedchunk=1 -m slow --hypothesis-profile=$(PROFILE) || [ $$? -eq 5 ]

test-jit: $(DEV_STAMP) ## The tests of the runtime with jit_compile=True everywhere
	AUTOGRAPH_JIT=1 $(PYTEST) -n $(JOBS) tests/runtime

test-pythons: ## The tests on each other Python from 3.10 to 3.13 that is here
	.ci/test-pythons $(JOBS)

test-jax: $(JAX_STAMP) ## The tests of the stage for JAX, in an environment that has it
	$(JAX)/bin/python -m pytest -q tests/autograph/stages

test-keras: $(KERAS_STAMP) ## Keras' own tests on the runtime; ARGS=--sample for a few minutes
	$(KERAS)/bin/python -m tests.keras $(ARGS)

test-onnx: $(ONNX_STAMP) ## ONNX: its own backend tests, and ours against ONNX Runtime
	$(ONNX)/bin/python -m pytest -q tests/onnx tests/graphir/onnx tests/tools/test_onnx_files.py -m "slow or not slow"
	$(ONNX)/bin/python -m tests.onnx.backend --least 95

models: $(ONNX_STAMP) ## Networks of others: a table; ARGS='--tensorflow PY' adds TensorFlow's
	$(ONNX)/bin/python -m tests.onnx.models $(ARGS)

keras2: $(KERAS_STAMP) ## Keras 2 (tf_keras) beside Keras, for TF_USE_LEGACY_KERAS=1
	$(KERAS)/bin/python -m pip install --quiet --no-deps 'tf_keras>=2.21,<2.22'

real: $(DEV_STAMP) ## Tests of packages, plain and converted; all functions of libraries, converted
	$(BIN)/python -m tests.real.packages
	$(BIN)/python -m tests.real.libraries

fuzz: $(DEV_STAMP) ## Random cases: MINUTES=5, KIND=files (else each kind has its share)
	TMPDIR=$(or $(TMPDIR),$(wildcard /dev/shm),/tmp) $(BIN)/python -m tests.fuzz \
	  --keep --minutes $(or $(MINUTES),5) $(KIND:%=--kind %) \
	  --start $(or $(START),0)

test-rest: test-slow test-jit test-pythons test-jax ## What test-all adds to test

test-all: test test-rest ## Everything: test, slow tests, other Pythons, JAX

goldens: $(DEV_STAMP) ## Rewrite golden files and print what changed
	$(PYTEST) tests -q --update-goldens

bench: $(DEV_STAMP) ## Tables of times; ARGS='--tensorflow PY --peers PY' adds others
	$(BIN)/python benchmarks/performance.py $(ARGS)
	@for name in spine conversion executor differentiation; do \
	  $(BIN)/python "benchmarks/$$name.py" || exit; \
	done

bench-onnx: $(ONNX_STAMP) ## The table beside ONNX Runtime; ARGS='--write docs/performance.md'
	$(ONNX)/bin/python benchmarks/onnx_engines.py $(ARGS)

bench-compare: $(DEV_STAMP) ## Two versions in turns: OLD=REVISION [NEW=REVISION] [ARGS='--rounds 31']
	$(BIN)/python benchmarks/compare.py $(OLD) $(NEW) $(ARGS)

wheel: $(DEV_STAMP) ## Build the wheel into dist/
	rm -rf build dist
	$(BIN)/python -m build --wheel

release-check: $(RELEASE_STAMP) ## Build a release twice, try it on each Python; ARGS=--unreleased
	$(RELEASE)/bin/python -m autograph_tools.releasing $(ARGS)

clean: ## Remove everything that these targets made
	rm -rf .venv .venvs build dist trained *.egg-info .hypothesis .benchmarks
	rm -rf .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml .ci/install
	.ci/install $(VENV) .
	@touch $@

$(DEV_STAMP): pyproject.toml .ci/install
	.ci/install $(VENV) '.[dev]'
	@touch $(STAMP) $@

$(KERAS_STAMP): pyproject.toml .ci/install
	.ci/install $(KERAS) '.[jit,keras]'
	$(KERAS)/bin/python -m pip install --quiet $(KERAS_TESTS)
	@touch $@

$(DOCS_STAMP): pyproject.toml .ci/install
	.ci/install $(DOCS) '.[docs]'
	@touch $@

$(ONNX_STAMP): pyproject.toml .ci/install
	.ci/install $(ONNX) '.[dev,onnx]'
	$(ONNX)/bin/python -m pip install --quiet onnxruntime
	@touch $@

$(JAX_STAMP): pyproject.toml .ci/install
	.ci/install $(JAX) '.[dev,jax]'
	@touch $@

$(RELEASE_STAMP): pyproject.toml .ci/install
	.ci/install $(RELEASE) '.[release]'
	@touch $@
