import type { Stores } from "@agenda-engine/core/ports/Stores"
import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import * as SqlStores from "@agenda-engine/sql/store/SqlStores"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { randomBytes } from "node:crypto"
import * as PostgresDatabase from "../src/PostgresDatabase.js"
import * as PostgresStores from "../src/PostgresStores.js"
import { startServer } from "./startServer.js"

/** A server that tests make databases on. What they make goes when the scope closes. */
export interface TestServer {
  /** The URL of a new, empty database. */
  readonly freshDatabase: Effect.Effect<Redacted.Redacted, unknown, Scope.Scope>
  /**
   * The URL of a new, empty schema in a database that it shares with other schemas: ten times as fast to make and to
   * drop.
   */
  readonly freshSchema: Effect.Effect<Redacted.Redacted, unknown, Scope.Scope>
  /**
   * The URL of a database with every table and no row, for who changes no table: its rows are deleted and it is used
   * again when the scope closes, which takes a hundredth of making and dropping one.
   */
  readonly emptyDatabase: Effect.Effect<Redacted.Redacted, unknown, Scope.Scope>
  /** The stores of such a database, which is opened once. */
  readonly emptyStores: Effect.Effect<Layer.Layer<Stores>, unknown, Scope.Scope>
}

const freshName = (): string => `agenda_test_${randomBytes(6).toString("hex")}`

const clientOf = (url: string) => PgClient.make({ url: Redacted.make(url), maxConnections: 2 }).pipe(Effect.provide(Reactivity.layer))

/** A database with every table, and how its rows are deleted. */
interface EmptyDatabase {
  readonly url: Redacted.Redacted
  readonly opened: Effect.Effect<SqlDatabase, unknown>
  readonly empty: Effect.Effect<unknown, unknown>
}

const migrated = (href: string, partitions: number | undefined): Effect.Effect<EmptyDatabase, unknown, Scope.Scope> =>
  Effect.gen(function*() {
    const url = Redacted.make(href)
    yield* Effect.scoped(Layer.build(PostgresStores.layer({ url, partitions })))
    const sql = yield* clientOf(href)
    const tables = yield* sql<{ readonly name: string }>`
      SELECT relname AS name FROM pg_class
      WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace AND relname <> 'agenda_migration'
      ORDER BY NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'f')`
    const scope = yield* Effect.scope
    const opened = yield* Effect.cached(Scope.extend(PostgresDatabase.open({ url }), scope))
    return { url, opened, empty: sql.unsafe(tables.map(({ name }) => `DELETE FROM "${name}"`).join(";")) }
  })

/** The databases of a running server, for as long as the scope is open. `partitions`: of those with every table. */
export const databasesOn = Effect.fnUntraced(function*(url: string, partitions?: number) {
  const sql = yield* clientOf(url)
  const freshDatabase = Effect.acquireRelease(
    Effect.gen(function*() {
      const name = freshName()
      yield* sql`CREATE DATABASE ${sql(name)} ENCODING 'UTF8' TEMPLATE template0`
      return name
    }),
    (name) => Effect.orDie(sql`DROP DATABASE ${sql(name)} WITH (FORCE)`)
  ).pipe(Effect.map((name) => {
    const database = new URL(url)
    database.pathname = `/${name}`
    return database.href
  }))
  const shared = yield* freshDatabase
  const sharedSql = yield* clientOf(shared)
  const freshSchema = Effect.acquireRelease(
    Effect.gen(function*() {
      const name = freshName()
      yield* sharedSql`CREATE SCHEMA ${sharedSql(name)}`
      return name
    }),
    (name) => Effect.orDie(sharedSql`DROP SCHEMA ${sharedSql(name)} CASCADE`)
  ).pipe(Effect.map((name) => {
    const schema = new URL(shared)
    schema.searchParams.set("options", `-c search_path=${name}`)
    return Redacted.make(schema.href)
  }))
  const whole = yield* Effect.scope
  const idle: Array<EmptyDatabase> = []
  const empty = Effect.acquireRelease(
    Effect.suspend(() => Effect.fromNullable(idle.pop())).pipe(
      Effect.orElse(() => Scope.extend(Effect.flatMap(freshDatabase, (href) => migrated(href, partitions)), whole))
    ),
    (database) => Effect.tap(Effect.orDie(database.empty), () => Effect.sync(() => idle.push(database)))
  )
  return {
    freshDatabase: Effect.map(freshDatabase, (href) => Redacted.make(href)),
    freshSchema,
    emptyDatabase: Effect.map(empty, ({ url }) => url),
    emptyStores: Effect.map(Effect.flatMap(empty, ({ opened }) => opened), (database) => Layer.succeedContext(SqlStores.make(database)))
  } satisfies TestServer
})

/** A server to make databases on, for as long as the scope is open. `partitions`: of those with every table. */
export const startPostgres = (partitions?: number): Effect.Effect<TestServer, unknown, Scope.Scope> =>
  Effect.flatMap(startServer, (url) => databasesOn(url, partitions))
