# Two commands to know: `make serve` and `make test`. Both make .venv when it is missing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 2222
STAMP := $(VENV)/.installed

.PHONY: serve test check format lint types contracts oracle fuzz crash clean ssh-client

serve: $(STAMP)
	@$(BIN)/hollywood-gin serve --port $(PORT) --data data --host-keys host_keys

test: $(STAMP) ssh-client
	@$(BIN)/pytest -n auto tests/engine --cov --cov-report=term --cov-fail-under=100
	@$(BIN)/pytest -n auto --ignore tests/engine

check: lint types contracts test

format: $(STAMP)
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

lint: $(STAMP)
	@$(BIN)/ruff format --check . && $(BIN)/ruff check .

types: $(STAMP)
	@$(BIN)/mypy engine tui server tests benchmarks

contracts: $(STAMP)
	@$(BIN)/lint-imports --no-cache

oracle: $(STAMP)
	@$(BIN)/python -c "import pyspiel" 2>/dev/null || $(BIN)/pip install --quiet --no-deps "open-spiel>=2.0.2,<3"
	@$(BIN)/pytest tests/oracle

fuzz: $(STAMP)
	@$(BIN)/python -c "import atheris" 2>/dev/null || $(BIN)/pip install --quiet --editable '.[fuzz]'
	@$(BIN)/python -m tests.fuzz.input_path -max_total_time=60 -max_len=4096 -timeout=5

crash: $(STAMP) ssh-client
	@$(BIN)/python -m benchmarks.crash

ssh-client:
	@command -v ssh >/dev/null && command -v ssh-keygen >/dev/null || { \
	  echo "The tests play through a real ssh client: please install openssh-client first." >&2; exit 1; }

$(STAMP): pyproject.toml
	@test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade pip
	@$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
