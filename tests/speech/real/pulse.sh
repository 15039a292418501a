#!/bin/sh
# Install what the tests of real sound need from the system: PortAudio, PulseAudio, and the way from one to the other.
# Where it cannot be had, print the reason and exit with 77.
set -eu
packages="espeak-ng libportaudio2 pulseaudio pulseaudio-utils libasound2-plugins"

cannot_run() {
    echo "$1" >&2
    exit 77
}

ready() {
    command -v pulseaudio >/dev/null && command -v pactl >/dev/null && command -v pacat >/dev/null &&
        /sbin/ldconfig -p | grep -q libportaudio && command -v espeak-ng >/dev/null &&
        find /usr/lib -name libasound_module_pcm_pulse.so 2>/dev/null | grep -q .
}

ready && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages; } ||
        cannot_run "The tests of real sound need PulseAudio and PortAudio, and apt-get cannot install: $packages"
    ready && exit 0
fi
cannot_run "The tests of real sound need PulseAudio and PortAudio. On Debian or Ubuntu: sudo apt-get install -y $packages"
