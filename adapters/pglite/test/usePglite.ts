import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll } from "vitest"
import * as PgliteClient from "../src/PgliteClient.js"
import * as PgliteStores from "../src/PgliteStores.js"

/** The start of PGlite compiles 10 MB of WebAssembly, which takes long beside other tests. */
const start_ms_max = 120_000

/** A layer over a client, and what deletes all rows. */
interface Started {
  readonly client: SqlClient.SqlClient
  readonly empty: Effect.Effect<unknown, unknown>
}

const start: Effect.Effect<Started, unknown, Scope.Scope> = Effect.gen(function*() {
  const client = yield* PgliteClient.make({})
  yield* Layer.build(Layer.provide(PgliteStores.layerClient(), Layer.succeed(SqlClient.SqlClient, client)))
  const tables = yield* client<{ readonly name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'agenda_migration'`
  // One statement, which is checked for foreign keys at its end.
  const deletes = tables.map(({ name }) => `${name}_gone AS (DELETE FROM ${name})`)
  return { client, empty: client.unsafe(`WITH ${deletes.join()} SELECT 1`) }
})

/**
 * Starts one PGlite before the tests of a file, and stops it after them. Returns a layer over it whose database has
 * every table and no row; the rows are deleted when the scope closes.
 */
export const usePglite = () => {
  const scope = Effect.runSync(Scope.make())
  let started: Promise<Started> | null = null
  beforeAll(async () => {
    started = Effect.runPromise(Scope.extend(start, scope))
    await started
  }, start_ms_max)
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)), start_ms_max)
  const begun = Effect.tryPromise(() => started ?? Promise.reject(new Error("no test has begun")))
  return Effect.map(
    Effect.acquireRelease(begun, ({ empty }) => Effect.orDie(empty)),
    ({ client }) => Layer.provide(PgliteStores.layerClient(), Layer.succeed(SqlClient.SqlClient, client))
  )
}
