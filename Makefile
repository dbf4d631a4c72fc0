# Warmline: one command for each thing. `make` alone lists them.
PYTHON ?= python3
BIN := .venv/bin
.DEFAULT_GOAL := help

.PHONY: help setup sandbox test scenarios lint types train clean

help: ## List these commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: ## Build .venv with everything below and fetch the base weights (again: seconds)
	@$(PYTHON) scripts/setup.py

sandbox: setup ## The whole app against a local Slack, in the browser at http://127.0.0.1:8420
	@$(BIN)/warmline sandbox

test: setup lint types ## Lint, types, import rules and every test
	@scripts/test.sh

scenarios: setup ## Every scenario in Slack, and docs/scenarios.md with how each ended (three minutes)
	@$(BIN)/python scripts/scenarios.py

lint: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports

types: setup
	@$(BIN)/mypy

train: setup ## Train a model version on the shipped data (an hour on two CPU cores)
	@$(BIN)/warmline train

clean: ## Remove what setup made
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
