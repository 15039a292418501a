#!/bin/sh
# Install what the tests of the window in a real browser need: Debian's Chromium with an emoji font, axe-core from npm,
# and Playwright. Where something cannot be had, print the reason and exit with 77.
# Usage: browser.sh FOLDER PYTHON
# FOLDER is where axe-core is installed, PYTHON the interpreter for which Playwright is installed.
set -eu
folder=$1
python=$2
packages="chromium fonts-noto-color-emoji"

cannot_run() {
    echo "$1" >&2
    exit 77
}

ready() {
    command -v chromium >/dev/null && command -v npm >/dev/null
}

if ! ready && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    command -v npm >/dev/null || packages="$packages nodejs npm"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages; } ||
        cannot_run "These tests need a browser, and apt-get cannot install: $packages"
fi
ready ||
    cannot_run "These tests need a browser. On Debian or Ubuntu: sudo apt-get install -y chromium fonts-noto-color-emoji nodejs npm"
mkdir -p "$folder"
# npm sometimes waits without end, so it gets a limit and a second try
install_from_npm() {
    timeout 90 npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder" axe-core@4
}
test -d "$folder/node_modules/axe-core" || install_from_npm || install_from_npm ||
    cannot_run "These tests need axe-core, and npm cannot download it."
"$python" -c 'import playwright, zxingcpp' 2>/dev/null ||
    "$python" -m pip install --quiet --disable-pip-version-check 'playwright>=1.49' 'zxing-cpp>=2.2' ||
    cannot_run "These tests need Playwright and zxing-cpp, and pip cannot install them."
