import { configDefaults, defineConfig } from "vitest/config"
import config from "./vitest.config.js"

const minutes = 60_000

/** Races, kills and big differential runs: the tests that `npm test` leaves out. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: ["{core,conformance,http,benchmarks}/test/**/*.long.test.ts", "adapters/*/test/**/*.long.test.ts"],
    exclude: configDefaults.exclude,
    setupFiles: ["core/test/repository/letVitestListen.ts"],
    testTimeout: 10 * minutes,
    hookTimeout: 2 * minutes
  }
})
