# Two commands do all the set-up on a fresh machine: `make run` and `make test`. Both are quick the second time.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501

.PHONY: run test lint unit browser lock clean

run: $(VENV)/.installed
	$(BIN)/lightprism app --port $(PORT)

test: lint unit browser

lint: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(VENV)/.installed
	$(BIN)/pytest -q -n 2 -m "not browser"

browser: $(VENV)/.installed
	$(BIN)/pytest -q -m browser

$(VENV)/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
		|| { echo "LightPrism needs Python 3.11 to 3.13; name one with 'make PYTHON=python3.12 $(MAKECMDGOALS)'."; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

# Pins every package with its hashes and without a download address; needs `uv` on the path.
lock:
	uv pip compile pyproject.toml --extra dev --universal --generate-hashes --no-emit-index-url --no-emit-find-links \
		--no-header --quiet --output-file requirements.lock

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
