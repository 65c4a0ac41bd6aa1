import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { execFileSync } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { clusterOf, makeCluster, runServer } from "../../../benchmarks/src/postgres/EmbeddedServer.js"
import { serverUser } from "../../../benchmarks/src/postgres/reachable.js"

/** No power cut is survived, and none needs to be: these databases live for a test. */
const settings = [
  "max_connections=200",
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off"
]

/** Starts a server of its own, from npm's binaries. Answers its URL. */
export const startEmbedded: Effect.Effect<string, Error, Scope.Scope> = Effect.map(
  Effect.flatMap(makeCluster, (cluster) => runServer(cluster, settings)),
  ({ url }) => url
)

/** Starts a server of its own, from the Postgres of the system, whose programs `pg_config` names. Answers its URL. */
export const startInstalled: Effect.Effect<string, Error, Scope.Scope> = Effect.gen(function*() {
  const programs = execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim()
  return (yield* runServer(yield* clusterOf(programs, yield* serverUser), settings)).url
})

/** Starts a standby, from npm's binaries, of a server that was filled before. Answers its URL. */
export const startStandby = <E>(fill: (url: string) => Effect.Effect<unknown, E>): Effect.Effect<string, Error | E, Scope.Scope> =>
  Effect.gen(function*() {
    const cluster = yield* makeCluster
    yield* Effect.scoped(Effect.flatMap(runServer(cluster, settings), ({ url }) => fill(url)))
    yield* Effect.promise(() => writeFile(join(cluster.data, "standby.signal"), ""))
    return (yield* runServer(cluster, settings, "database system is ready to accept read-only connections")).url
  })

const withRemedy = ({ message }: Error): Error =>
  new Error(`${message}\nSet AGENDA_TEST_POSTGRES_URL to postgres://user:password@host:port/database, where tests may make databases.`)

/**
 * The URL of a server for as long as the scope is open: the one that `AGENDA_TEST_POSTGRES_URL` names, or a new one on
 * a free port of 127.0.0.1. Fails when there is none to be had.
 */
export const startServer: Effect.Effect<string, unknown, Scope.Scope> = Effect.flatMap(
  Config.option(Config.string("AGENDA_TEST_POSTGRES_URL")),
  Option.match({ onNone: () => Effect.mapError(startEmbedded, withRemedy), onSome: Effect.succeed })
)
