import { configDefaults, defineConfig } from "vitest/config"
import { base, filesOf, longestFirst } from "./vitest.base.config.js"

/** Where the files are that take longest, the longest first. */
const longest = [
  "/adapters/postgres/test/conformance",
  "/adapters/sqlite/test/conformance",
  "/http/server/test/cli/commands",
  "/conformance/test/",
  "/http/server/test/sync/",
  "/http/server/test/connectors/",
  "/http/server/test/spec/",
  "/http/server/test/cli/",
  "/http/server/test/fields/"
]

/**
 * Whether files are named by their paths, of which each that needs a server of Postgres starts its own: most need none.
 */
const areNamed = process.argv.slice(2).some((word) => /[/.]/.test(word) && !word.startsWith("-"))

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    globalSetup: areNamed ? [] : ["adapters/postgres/test/serveRun.ts"],
    include: filesOf("test.ts"),
    exclude: [...configDefaults.exclude, "**/*.{long,night}.test.ts"],
    // Files share the modules of their process, which loads them once: no test keeps anything in one.
    poolOptions: { forks: { isolate: false } },
    sequence: { sequencer: longestFirst(longest) },
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
