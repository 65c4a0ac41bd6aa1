import { defineConfig } from "vitest/config"
import { base, filesOf } from "./vitest.base.config.js"

const minutes = 60_000

/** Races, kills and big differential runs: the tests that `npm test` leaves out. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: filesOf("long.test.ts"),
    testTimeout: 10 * minutes,
    hookTimeout: 2 * minutes
  }
})
