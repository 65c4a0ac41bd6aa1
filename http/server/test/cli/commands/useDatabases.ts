import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { startPostgres, type TestServer } from "../../../../../adapters/postgres/test/startPostgres.js"

/** The databases that command lines are run on. */
export const databaseKinds = ["SQLite", "Postgres"] as const

/** A kind of database. */
export type DatabaseKind = (typeof databaseKinds)[number]

/** Where a test file has its files and databases. */
export interface Databases {
  readonly folder: string
  /** The path of a file in the folder. */
  readonly fileOf: (name: string) => string
  /** What `--database` takes for a new, empty database. */
  readonly freshDatabase: (kind: DatabaseKind) => Promise<string>
}

/**
 * A folder for a test file's own files, and new databases of each kind; all of it goes after the file's tests. Call it
 * at the top.
 */
export const useDatabases = (): Databases => {
  const scope = Effect.runSync(Scope.make())
  const folder = mkdtempSync(join(tmpdir(), "agenda-engine-cli-"))
  let postgres: Promise<TestServer> | null = null
  let made = 0
  afterAll(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(folder, { recursive: true })
  })
  return {
    folder,
    fileOf: (name) => join(folder, name),
    freshDatabase: async (kind) => {
      made += 1
      if (kind === "SQLite") return `sqlite:${join(folder, `${made}.db`)}`
      postgres ??= Effect.runPromise(Scope.extend(startPostgres(), scope))
      const { freshDatabase } = await postgres
      return Redacted.value(await Effect.runPromise(Scope.extend(freshDatabase, scope)))
    }
  }
}
