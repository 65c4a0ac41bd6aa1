import { configDefaults, defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { base, filesOf } from "./vitest.base.config.js"

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

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((part) => moduleId.includes(part))
  return rank < 0 ? longest.length : rank
}

/**
 * Begins with the files that take longest, so that no worker waits for one of them at the end: where no run is
 * remembered, small files come last.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    return (await super.sort(files)).toSorted((left, right) => rankOf(left) - rankOf(right))
  }
}

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
    exclude: [...configDefaults.exclude, "**/*.long.test.ts"],
    // Files share the modules of their process, which loads them once: no test keeps anything in one.
    poolOptions: { forks: { isolate: false } },
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
