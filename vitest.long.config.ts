import { defineConfig } from "vitest/config"
import { base, filesOf, longestFirst } from "./vitest.base.config.js"

const minutes = 60_000

/** What takes longest, the longest first. */
const longest = [
  "/eventLoop.",
  "/adapters/pglite/",
  "Faults.",
  "/histories.",
  "Histories.",
  "/eventLoopWrites.",
  "/adapters/lmdb/",
  "/sync/",
  "/killed/",
  "/connectors/"
]

/** Races, kills, big differential runs and requests on further stores: the tests that `npm test` leaves out. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: filesOf("long.test.ts"),
    sequence: { sequencer: longestFirst(longest) },
    testTimeout: 10 * minutes,
    hookTimeout: 2 * minutes
  }
})
