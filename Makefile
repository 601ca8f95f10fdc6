# Needs make and Python 3.11 or newer; everything else comes into .venv.

PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# Options for `wasurena up`, as in: make run UP="--port 9000"
UP ?=

.DEFAULT_GOAL := help
.PHONY: help run install test lint pytest test-slow map messages constraints clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: install ## Install what is missing, then start everything (UP="--port 9000" passes options)
	@$(BIN)/wasurena up $(UP)

install: $(VENV)/.installed ## Make .venv and install the product

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt hatch_build.py $(wildcard memory_site/frontend/package-lock.json) | $(BIN)/python
	@echo "Installing into $(VENV); the first time takes about a minute…"
	@$(PIP) install --quiet -c constraints.txt -e .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(PIP) install --quiet -c constraints.txt -e '.[dev]'
	@touch $@

test: lint pytest ## Run every check of a change: lint and pytest

lint: $(VENV)/.installed-dev ## Check style, types, import contracts and missing migrations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/wasurena --data-dir $(VENV)/lint-data django makemigrations --check --dry-run

pytest: $(VENV)/.installed-dev ## Run the tests, without the slow ones
	$(BIN)/python hatch_build.py
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow"

test-slow: $(VENV)/.installed-dev ## Run the slow tests: Django's own suite, MCP conformance, schemathesis, many clients, assistants
	TEST_DEPTH=full $(BIN)/python -m pytest -m "slow or deep"

map: $(VENV)/.installed-dev ## Print which package may import which, and whether that holds
	@awk '/^\[tool.importlinter\]/ { on = 1 } /^\[/ && !/importlinter/ { on = 0 } on' pyproject.toml
	@$(BIN)/lint-imports

# Needs GNU gettext: xgettext and msgmerge.
messages: $(VENV)/.installed-dev ## Collect the texts to translate
	$(BIN)/wasurena --data-dir $(VENV)/lint-data django makemessages -l ja --no-obsolete \
		-i $(VENV) -i node_modules -i dist -i "tests/*"

# The versions that were tested together: names and versions only.
constraints: $(VENV)/.installed-dev ## Write the installed versions into constraints.txt
	$(PIP) list --format=freeze --exclude-editable --exclude pip --exclude setuptools > constraints.txt

clean: ## Remove everything that was built
	rm -rf $(VENV) build dist memory_site/frontend/dist memory_site/frontend/node_modules
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
