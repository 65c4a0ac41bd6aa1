import type { Stores } from "@agenda-engine/core/ports/Stores"
import * as SqlStores from "@agenda-engine/sql/store/SqlStores"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { afterAll } from "vitest"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"
import * as SqliteMigrations from "../../src/SqliteMigrations.js"
import { temporaryFile } from "../temporaryFile.js"

/** The stores of a file that is opened once; its rows are deleted when a scope closes. Call it at the top of a file. */
export const useEmptyStores = (): Effect.Effect<Layer.Layer<Stores>, unknown, Scope.Scope> => {
  const scope = Effect.runSync(Scope.make())
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const open = Effect.gen(function*() {
    const database = yield* SqliteDatabase.open(yield* temporaryFile)
    yield* SqliteMigrations.upDatabase(database)
    const tables = yield* database.sql<{ readonly name: string }>`
      SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT IN ('sqlite_schema', 'agenda_migration')`
    const empty = Effect.forEach(
      [
        "PRAGMA defer_foreign_keys = ON",
        ...tables.map(({ name }) => `DELETE FROM "${name}"`),
        "INSERT INTO agenda_event_fulltext (agenda_event_fulltext) VALUES ('delete-all')"
      ],
      (text) => database.sql.unsafe(text),
      { discard: true }
    )
    return { database, empty: database.run(empty) }
  })
  const opened = Effect.runSync(Effect.cached(Scope.extend(open, scope)))
  return Effect.map(
    Effect.acquireRelease(opened, ({ empty }) => Effect.orDie(empty)),
    ({ database }) => Layer.succeedContext(SqlStores.make(database))
  )
}
