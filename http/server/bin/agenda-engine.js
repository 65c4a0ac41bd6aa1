#!/usr/bin/env node
import * as module from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"

/** A folder of the user's own: what others can write is code that they can have run. */
const cacheFolder = () => join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "agenda-engine")

// Node 22.8 and later keep what V8 has compiled for the next start, in the folder of NODE_COMPILE_CACHE where that is set.
try {
  module.enableCompileCache?.(cacheFolder())
} catch {
  // A user without a home starts without.
}

await import("../dist/program/main.js")
