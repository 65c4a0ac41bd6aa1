import { defineConfig } from "vitest/config"
import { base, filesOf, globalSetup, longestFirst } from "./vitest.base.config.js"

export const minutes = 60_000

/** What takes longest, the longest first. */
export const longest = [
  "/packages/adapterGuide.",
  "/sync/feeds.",
  "/engine/test/installed.",
  "/eventLoop.",
  "Faults.",
  "/test/conformance.",
  "Histories.",
  "/eventLoopWrites.",
  "/sync/",
  "/killed/",
  "/connectors/",
  "/search/longWords.",
  "/longParameters.",
  "/conformance/test/detects.",
  "/blackbox/",
  "/PgliteStores.",
  "/conformance/test/cli.",
  "/cli/"
]

/**
 * Processes, browsers, load, races, kills, random histories and requests on further stores: the tests that `npm test`
 * leaves out. The night ring has ten times as many random runs.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    globalSetup,
    include: filesOf("long.test.ts"),
    poolOptions: { forks: { isolate: false } },
    sequence: { sequencer: longestFirst(longest) },
    testTimeout: 10 * minutes,
    hookTimeout: 2 * minutes
  }
})
