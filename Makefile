# make play         install what playing needs and start a game
# make demo         install the same and listen to a game
# make test         install everything and run all tests
# make test-sound   test real sound input and output on PulseAudio, without a sound card
# make test-export  open exported books in other readers, in Chromium and with axe-core
# make test-window  test the pages in a real Chromium, with axe-core
# make check        linters, types and import layers
# make format       format the code
# make docs         build the manual into build/manual and check its links
# make bench        run the benchmarks
# make setup        install packages and speech models only
# make lock         write requirements.lock: the versions and checksums that `make play` installs
# make platforms    check by uv's resolver that every system can install Narrator
# make machines     try the two commands on bare systems, and the lock file with six versions of pip (root, Debian)
# make clean        delete what the targets above have made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready-to-play
DEV_READY := $(VENV)/.ready-to-develop
.PHONY: play demo test test-sound test-export test-window check format docs bench lock platforms machines setup clean
.DEFAULT_GOAL := play

play: $(READY)
	@$(BIN)/narrator setup --for-play
	@$(BIN)/narrator play

demo: $(READY)
	@$(BIN)/narrator demo

test: setup $(DEV_READY)
	$(BIN)/python -m pytest -n auto --dist worksteal

# The tests below need programs that are installed where that is possible; their names keep `make test` from
# collecting them.
test-sound: $(DEV_READY)
	@sh tests/speech/real/pulse.sh
	@# the echo alone: it is cancelled in real time, which the other tests would disturb
	$(BIN)/python -m pytest -p no:xdist tests/speech/real/real_echo.py
	$(BIN)/python -m pytest -n 2 --dist loadfile -o python_files='real_*.py' tests/speech/real --ignore tests/speech/real/real_echo.py

test-export: $(DEV_READY)
	@sh tests/apps/export/readers.sh $(CURDIR)/$(VENV)/readers $(BIN)/python
	NARRATOR_READERS=$(CURDIR)/$(VENV)/readers $(BIN)/python -m pytest -p no:xdist -o python_files='real_*.py' tests/apps/export/real

test-window: $(DEV_READY)
	@sh tests/apps/window/browser.sh $(CURDIR)/$(VENV)/readers $(BIN)/python
	NARRATOR_READERS=$(CURDIR)/$(VENV)/readers $(BIN)/python -m pytest -p no:xdist -o python_files='real_*.py' tests/apps/window/real

check: $(DEV_READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 narrator
	$(BIN)/mypy --platform darwin narrator
	$(BIN)/lint-imports
	$(BIN)/python -m bench.walk --limit

format: $(DEV_READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(DEV_READY)
	$(BIN)/zensical build --clean --strict

bench: setup $(DEV_READY)
	$(BIN)/python -m bench.rules
	$(BIN)/python -m bench.crash
	$(BIN)/python -m bench.content
	$(BIN)/python -m bench.conversation
	$(BIN)/python -m bench.library
	$(BIN)/python -m bench.window

lock:
	@command -v uv >/dev/null || { echo "uv is not installed, so nothing can be resolved: python3 -m pip install uv"; exit 1; }
	uv pip compile --quiet --upgrade --universal --python-version 3.11 --extra all --generate-hashes --no-annotate \
	  --custom-compile-command "make lock" --output-file requirements.lock pyproject.toml

platforms:
	@$(PYTHON) bench/platforms.py

machines:
	@$(PYTHON) tools/machines.py

setup: $(READY)
	@$(BIN)/narrator setup

$(READY): pyproject.toml requirements.lock
	@$(PYTHON) tools/install.py play
	@touch $@

$(DEV_READY): pyproject.toml $(READY)
	@$(PYTHON) tools/install.py develop
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
