#!/bin/sh
# Install what the tests with other readers need: Chromium with an emoji font, Debian's DAISY player, the DTDs of the W3C,
# axe-core and Readium's parser from npm, and TonieToolbox and MediaInfo from PyPI. Where something cannot be had, print
# the reason and exit with 77.
# Usage: readers.sh FOLDER [PYTHON]
# FOLDER is where the packages are installed.
set -eu
folder=$1
packages="chromium fonts-noto-color-emoji daisy-player unar tmux libxml2-utils w3c-sgml-lib poppler-utils"

cannot_run() {
    echo "$1" >&2
    exit 77
}

ready() {
    for program in chromium daisy-player tmux xmllint pdfinfo node npm; do
        command -v $program >/dev/null || return 1
    done
    test -d /usr/share/xml/w3c-sgml-lib
}

if ! ready && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    command -v npm >/dev/null || packages="$packages nodejs npm"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages; } ||
        cannot_run "These tests need other readers, and apt-get cannot install: $packages"
fi
ready || cannot_run "These tests need other readers. On Debian or Ubuntu: sudo apt-get install -y $packages nodejs npm"
mkdir -p "$folder"
# npm sometimes waits without end, so it gets a limit and a second try
install_from_npm() {
    timeout 90 npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder" axe-core@4 r2-shared-js@1
}
test -d "$folder/node_modules/axe-core" -a -d "$folder/node_modules/r2-shared-js" || install_from_npm || install_from_npm ||
    cannot_run "These tests need axe-core and r2-shared-js, and npm cannot download them."
# in an environment of its own, because TonieToolbox needs an old protobuf
"$folder/python/bin/python" -c 'import TonieToolbox, pymediainfo' 2>/dev/null ||
    { ${2:-python3} -m venv "$folder/python" && "$folder/python/bin/pip" install --quiet tonietoolbox pymediainfo; } ||
    cannot_run "These tests need TonieToolbox and pymediainfo, and pip cannot install them."
