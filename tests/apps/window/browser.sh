#!/bin/sh
# Install what the tests of the window in a real browser need: Debian's Chromium with an emoji font, axe-core from npm,
# and Playwright. Without the rights to install packages, say which are missing.
# Usage: browser.sh FOLDER PYTHON
# FOLDER is where axe-core is installed, PYTHON the interpreter for which Playwright is installed.
set -eu
folder=$1
python=$2
packages="chromium fonts-noto-color-emoji"

ready() {
    command -v chromium >/dev/null && command -v npm >/dev/null
}

if ! ready && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    command -v npm >/dev/null || packages="$packages nodejs npm"
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages
fi
if ! ready; then
    echo "These tests need a browser. On Debian or Ubuntu: sudo apt-get install -y $packages nodejs npm" >&2
    exit 1
fi
mkdir -p "$folder"
test -d "$folder/node_modules/axe-core" ||
    npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder" axe-core@4
"$python" -c 'import playwright, zxingcpp' 2>/dev/null ||
    "$python" -m pip install --quiet --disable-pip-version-check 'playwright>=1.49' 'zxing-cpp>=2.2'
