import { existsSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import type { ViteUserConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Resolves the workspaces to their TypeScript, so that tests run without a build. */
const conditions = ["@agenda-engine/source"]

/** Where Linux keeps files in memory. */
const inMemory = "/dev/shm"

/** Room for the databases of some tests at once. */
const room_bytes_min = 4 * 2 ** 30

const hasRoom = (directory: string): boolean => {
  if (!existsSync(directory)) return false
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize >= room_bytes_min
}

/** What every run of tests has in common. */
export const base = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    pool: "forks",
    // No disk is waited for where the throw-away databases of tests have room in memory.
    env: { TMPDIR: hasRoom(inMemory) ? inMemory : tmpdir() },
    setupFiles: ["core/test/repository/beginFile.ts"],
    // As few as many: where they differ, tinypool ends workers that are idle, and sometimes one of them twice, which
    // fails the run.
    maxWorkers: 3,
    minWorkers: 3
  }
} as const satisfies ViteUserConfig

/**
 * Whether files are named by their paths, of which each that needs a server of Postgres starts its own: most need none.
 */
const areNamed = process.argv.slice(2).some((word) => /[/.]/.test(word) && !/^-|\.config\.ts$/.test(word))

/** Starts a server of Postgres for all files of a run. */
export const globalSetup = areNamed ? [] : ["adapters/postgres/test/serveRun.ts"]

/** The files of every test of a kind, by how their names end. */
export const filesOf = (ending: string): Array<string> => [
  `{core,conformance,http,http/client,http/engine,http/pages,http/server,benchmarks}/test/**/*.${ending}`,
  `adapters/*/test/**/*.${ending}`
]

/**
 * Runs the files whose paths contain these parts first, in this order. Otherwise a long file may begin last, and the
 * other workers wait for it.
 */
export const longestFirst = (longest: ReadonlyArray<string>): typeof BaseSequencer => {
  const rankOf = ({ moduleId }: TestSpecification): number => {
    const rank = longest.findIndex((part) => moduleId.includes(part))
    return rank < 0 ? longest.length : rank
  }
  return class extends BaseSequencer {
    override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
      return (await super.sort(files)).toSorted((left, right) => rankOf(left) - rankOf(right))
    }
  }
}
