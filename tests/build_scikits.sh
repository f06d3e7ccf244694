#!/bin/sh
# Builds scikits.odes for the tests that compare solvers, where Debian's libsundials-dev is there or root can install it.
# pip keeps the wheel in its cache, so it is built once. Says what is missing, and never fails: the tests decide what that means.
python=$1
"$python" -c 'import scikits_odes_sundials.ida' 2>/dev/null && exit 0
if [ ! -e /usr/include/sundials/sundials_config.h ]; then
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "libsundials-dev is missing (apt install libsundials-dev): the tests of --solver scikits are skipped" >&2
        exit 0
    fi
    { apt-get install -qq -y --no-install-recommends libsundials-dev || { apt-get update -qq && apt-get install -qq -y --no-install-recommends libsundials-dev; }; } >/dev/null 2>&1 || {
        echo "libsundials-dev cannot be installed: the tests of --solver scikits are skipped" >&2
        exit 0
    }
fi
echo "building scikits.odes, which takes two minutes the first time" >&2
"$python" -m pip install --quiet --constraint constraints.txt scikits-odes-sundials==3.0.0 ||
    echo "scikits.odes cannot be built: the tests of --solver scikits are skipped" >&2
exit 0
