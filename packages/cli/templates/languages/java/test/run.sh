#!/bin/sh
# Compiles the app with its tests, and runs them.
set -e
cd "$(dirname "$0")/.."
mkdir -p .mkt/tests
javac -encoding UTF-8 -d .mkt/tests -cp 'lib/*' $(find src test -name '*.java')
exec java -cp '.mkt/tests:lib/*' AppTest
