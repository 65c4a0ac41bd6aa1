import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { execFile, execFileSync } from "node:child_process"
import { chown, mkdir } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { clusterOf, type EmbeddedServer, runServer } from "../../../../benchmarks/src/postgres/EmbeddedServer.js"
import { enterableFolder, onFiles, serverUser } from "../../../../benchmarks/src/postgres/reachable.js"

/** Commits are replayed at once; none has to survive a power cut. */
const settings = ["max_connections=200", "fsync=off", "wal_level=replica", "max_wal_senders=8", "hot_standby=on"]

/** A primary, and hot standbys that follow it. */
export interface Replicated {
  readonly primary: EmbeddedServer
  readonly standbys: ReadonlyArray<EmbeddedServer>
}

/** Starts a primary and standbys from the Postgres of the system, on free ports, until the scope closes. */
export const startReplicated = (count: number): Effect.Effect<Replicated, Error, Scope.Scope> =>
  Effect.gen(function*() {
    const programs = execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim()
    const user = yield* serverUser
    const primary = yield* runServer(yield* clusterOf(programs, user), settings)
    const standby = Effect.gen(function*() {
      const data = join(yield* enterableFolder(user), "data")
      yield* onFiles(async () => {
        await mkdir(data, { mode: 0o700 })
        if (user !== null) await chown(data, user.uid, user.gid)
        const copied = ["--dbname", primary.url, "--pgdata", data, "--write-recovery-conf", "--checkpoint=fast"]
        await promisify(execFile)(join(programs, "pg_basebackup"), copied, { cwd: "/", ...user })
      })
      return yield* runServer({ programs, data, user }, settings, "database system is ready to accept read-only connections")
    })
    return { primary, standbys: yield* Effect.replicateEffect(standby, count) }
  })

/** The URL of the same database on another server. */
export const onServer = (database: string, server: EmbeddedServer): string => {
  const url = new URL(database)
  const { host } = new URL(server.url)
  url.host = host
  return url.href
}
