# make play     set everything up and play
# make demo     set everything up and listen to a game
# make test     set everything up and run all tests
# make test-sound  the tests of real sound, on PulseAudio without a sound card
# make test-export  exported books in other people's readers, in Chromium and under axe-core
# make test-window  the window in a real Chromium, under axe-core
# make check    linters, types and layers
# make bench    the measurements (rules, crash, content, conversation, shelf)
# make setup    virtual environment, packages and speech model only
# make clean    throw away what the targets above have made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: play demo test test-sound test-export test-window check format bench setup clean
.DEFAULT_GOAL := play

play: setup
	@$(BIN)/narrator play

demo: setup
	@$(BIN)/narrator demo

test: setup
	$(BIN)/python -m pytest -n auto --dist worksteal

# Named so that `make test` does not collect them: they need PulseAudio, which is installed where that may be done.
test-sound: $(READY)
	@sh tests/speech/real/pulse.sh
	$(BIN)/python -m pytest -p no:xdist -o python_files='real_*.py' tests/speech/real

# As above: Chromium, Debian's daisy-player and two packages of npm, which go where the rest of the set-up is.
test-export: $(READY)
	@sh tests/apps/export/readers.sh $(CURDIR)/$(VENV)/readers
	NARRATOR_READERS=$(CURDIR)/$(VENV)/readers $(BIN)/python -m pytest -p no:xdist -o python_files='real_*.py' tests/apps/export/real

# As above: Chromium, axe-core and Playwright.
test-window: $(READY)
	@sh tests/apps/window/browser.sh $(CURDIR)/$(VENV)/readers $(BIN)/python
	NARRATOR_READERS=$(CURDIR)/$(VENV)/readers $(BIN)/python -m pytest -p no:xdist -o python_files='real_*.py' tests/apps/window/real

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: setup
	$(BIN)/python -m bench.rules
	$(BIN)/python -m bench.crash
	$(BIN)/python -m bench.content
	$(BIN)/python -m bench.conversation
	$(BIN)/python -m bench.library
	$(BIN)/python -m bench.window

setup: $(READY)
	@$(BIN)/narrator setup

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Narrator needs Python 3.11 or newer; this one is " + sys.version.split()[0] + ". Try: make PYTHON=python3.11 ...")'
	@$(PYTHON) -m venv $(VENV) || { echo "Python could not make a virtual environment. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,espeak,piper]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
