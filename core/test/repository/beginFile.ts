import { it, makeMethods } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { afterEach } from "vitest"
import { seedOfRun } from "./ofFull.js"

// What fails on one run of a change fails on the next.
FastCheck.configureGlobal({ ...FastCheck.readConfigureGlobal(), ...(seedOfRun === null ? {} : { seed: seedOfRun }) })

// Files share their modules, and `layer` changes what `it.effect` and `it.scoped` are: each file begins with methods,
// and so clocks, of its own.
makeMethods(it)

// Tests that never wait keep their worker from reading what vitest answers, and a minute of that counts as its death.
afterEach(() =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })
)

// A worker whose vitest is gone would run on, and try to tell it so.
if (process.listenerCount("disconnect") === 0) process.once("disconnect", () => process.exit(1))
