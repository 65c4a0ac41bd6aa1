import * as Effect from "effect/Effect"
import { makeCluster, runServer } from "../postgres/EmbeddedServer.js"
import { ProcessFailed } from "./NodeProcess.js"
import { pinRunning } from "./pin.js"

/**
 * Starts Postgres, from npm's binaries, in a folder of its own, and answers the URL of an empty database. It is
 * durable, as SQLite's files are, and runs on the core of servers.
 */
export const startPostgres = Effect.flatMap(makeCluster, (cluster) => runServer(cluster, [])).pipe(
  Effect.mapError(({ message }) => new ProcessFailed({ script: "postgres", output: message })),
  Effect.tap(({ pid }) => Effect.sync(() => pinRunning("server", pid))),
  Effect.map(({ url }) => url)
)
