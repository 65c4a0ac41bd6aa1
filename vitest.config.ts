import { configDefaults, defineConfig } from "vitest/config"
import { base, filesOf, globalSetup, longestFirst } from "./vitest.base.config.js"

/** Where the files are that take longest, the longest first. */
const longest = [
  "/adapters/postgres/test/conformance",
  "/adapters/sqlite/test/conformance",
  "/http/server/test/cli/commands",
  "/conformance/test/",
  "/http/server/test/cli/"
]

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    globalSetup,
    include: filesOf("test.ts"),
    exclude: [...configDefaults.exclude, "**/*.{long,night}.test.ts"],
    // Files share the modules of their process, which loads them once: no test keeps anything in one.
    poolOptions: { forks: { isolate: false } },
    sequence: { sequencer: longestFirst(longest) },
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
