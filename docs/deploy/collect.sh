#!/bin/sh
# Collects what the server needs to run from a built clone: sh docs/deploy/collect.sh FOLDER
set -eu
target=$1
version() { node -p "require('./http/server/package.json').dependencies['$1']"; }
mkdir -p "$target/dist"
cp -R http/server/bin http/server/package.json LICENSE "$target/"
cp -R http/server/dist/program "$target/dist/"
# The bundle has all packages but those with machine code of their own.
npm install --prefix "$target/native" --omit=dev --no-audit --no-fund "better-sqlite3@$(version better-sqlite3)" "sharp@$(version sharp)"
mv "$target/native/node_modules" "$target/node_modules"
rm -r "$target/native"
