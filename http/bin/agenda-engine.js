#!/usr/bin/env node
import * as module from "node:module"

// Node 22.8 and later keep what V8 has compiled for the next start.
module.enableCompileCache?.()

await import("../dist/program/main.js")
