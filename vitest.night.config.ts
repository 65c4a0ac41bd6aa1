import { defineConfig } from "vitest/config"
import { base, filesOf, longestFirst } from "./vitest.base.config.js"
import long, { longest, minutes } from "./vitest.long.config.js"

/** The long tests with all their random runs, and the tests that find a fault once a month. */
export default defineConfig({
  ...long,
  test: {
    ...long.test,
    env: { ...base.test.env, AGENDA_TEST_NIGHT: "true" },
    include: [...filesOf("long.test.ts"), ...filesOf("night.test.ts")],
    sequence: { sequencer: longestFirst(["/adapters/pglite/", "/adapters/lmdb/", ...longest]) },
    testTimeout: 20 * minutes
  }
})
