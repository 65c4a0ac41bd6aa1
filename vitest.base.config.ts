import type { ViteUserConfig } from "vitest/config"

/** Resolves the workspaces to their TypeScript, so that tests run without a build. */
const conditions = ["@agenda-engine/source"]

/** What every run of tests has in common. */
export const base = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { pool: "forks", maxWorkers: 3, minWorkers: 1 }
} as const satisfies ViteUserConfig

/** The files of every test of a kind, by how their names end. */
export const filesOf = (ending: string): Array<string> => [
  `{core,conformance,http,benchmarks}/test/**/*.${ending}`,
  `adapters/*/test/**/*.${ending}`
]
