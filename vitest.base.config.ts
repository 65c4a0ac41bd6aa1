import type { ViteUserConfig } from "vitest/config"

/** Resolves the workspaces to their TypeScript, so that tests run without a build. */
const conditions = ["@agenda-engine/source"]

/** What every run of tests has in common. */
export const base = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    pool: "forks",
    setupFiles: ["core/test/repository/beginFile.ts"],
    // As few as many: where they differ, tinypool ends workers that are idle, and sometimes one of them twice, which fails the run.
    maxWorkers: 3,
    minWorkers: 3
  }
} as const satisfies ViteUserConfig

/** The files of every test of a kind, by how their names end. */
export const filesOf = (ending: string): Array<string> => [
  `{core,conformance,http,benchmarks}/test/**/*.${ending}`,
  `adapters/*/test/**/*.${ending}`
]
