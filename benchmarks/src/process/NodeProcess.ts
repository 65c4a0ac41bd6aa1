import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type ChildProcess, type ChildProcessByStdio, execFile, spawn } from "node:child_process"
import type { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { pin, type Role } from "./pin.js"

/** A process that did not do what it was started for. */
export class ProcessFailed extends Data.TaggedError("ProcessFailed")<{ readonly script: string; readonly output: string }> {
  override get message(): string {
    return `${this.script} failed: ${this.output}`
  }
}

/** A script for Node, with all of the environment it sees. */
export interface Script {
  /** What runs it, where that is not this process's own Node. */
  readonly command?: string
  readonly path: string
  readonly args: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
  /** Options of Node itself. */
  readonly node?: ReadonlyArray<string>
}

/** A server that runs. */
export interface Server {
  readonly url: string
  readonly pid: number
}

const output_bytes_max = 64 * 1_024 * 1_024

const commandOf = (role: Role, { args, command = process.execPath, node = [], path }: Script) =>
  pin(role, command, [...node, path, ...args])

/** Runs a script to its end and answers what it printed. */
export const run = (script: Script, role: Role = "load"): Effect.Effect<string, ProcessFailed> =>
  Effect.async((resume, signal) => {
    const [command, args] = commandOf(role, script)
    execFile(command, args, { env: { ...script.env }, maxBuffer: output_bytes_max, signal }, (error, stdout, stderr) => {
      resume(error === null ? Effect.succeed(stdout) : new ProcessFailed({ script: script.path, output: `${error.message}\n${stderr}` }))
    })
  })

/**
 * Runs a command in a folder to its end, in the environment of this process, and answers what it printed. Interrupted,
 * it ends with all that it has started itself.
 */
export const runCommand = (command: string, args: ReadonlyArray<string>, cwd: string): Effect.Effect<string, ProcessFailed> =>
  Effect.async((resume) => {
    // A group of its own, which a signal reaches as a whole.
    const child = spawn(command, args, { cwd, detached: true, stdio: ["ignore", "pipe", "pipe"] })
    const script = [command, ...args].join(" ")
    const output = Promise.all([text(child.stdout), text(child.stderr)])
    child.once("error", ({ message }) => resume(new ProcessFailed({ script, output: message })))
    child.once("close", (code, signal) => {
      resume(Effect.flatMap(
        Effect.promise(() => output),
        ([stdout, stderr]) =>
          code === 0
            ? Effect.succeed(stdout)
            : new ProcessFailed({ script, output: `ended with ${code ?? signal}\n${stdout}\n${stderr}` })
      ))
    })
    return Effect.async<void>((ended) => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return ended(Effect.void)
      child.once("close", () => ended(Effect.void))
      process.kill(-child.pid, "SIGTERM")
    })
  })

/** Asks a process to end, and waits until it has. */
export const endProcess = (child: ChildProcess): Effect.Effect<void> =>
  Effect.async((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill("SIGTERM")
  })

/** Starts a process, which closing the scope ends. */
export const startProcess = (
  [command, args]: readonly [command: string, args: ReadonlyArray<string>],
  env: Readonly<Record<string, string>>
): Effect.Effect<ChildProcessByStdio<null, Readable, Readable>, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => spawn(command, args, { env: { ...env }, stdio: ["ignore", "pipe", "pipe"] })),
    endProcess
  )

/** Starts a server and answers where it says it is listening. Closing the scope stops it. */
export const startServer = (script: Script): Effect.Effect<Server, ProcessFailed, Scope.Scope> =>
  Effect.gen(function*() {
    const child = yield* startProcess(commandOf("server", script), script.env ?? {})
    const url = yield* Effect.async<string, ProcessFailed>((resume) => {
      let output = ""
      const read = (chunk: Buffer) => {
        output += chunk.toString("utf8")
        const url = /listening on (\S+)/.exec(output)?.[1]
        if (url === undefined) return
        child.stdout.off("data", read).resume()
        child.stderr.off("data", read).pipe(process.stderr)
        resume(Effect.succeed(url))
      }
      child.stdout.on("data", read)
      child.stderr.on("data", read)
      child.once("error", (error) => resume(new ProcessFailed({ script: script.path, output: error.message })))
      child.once("exit", (code, signal) => {
        // Once it listens, those who ask it only see that it is gone.
        if (code !== 0 && signal !== "SIGTERM") process.stderr.write(`${script.path} ended with ${code ?? signal}\n`)
        resume(new ProcessFailed({ script: script.path, output }))
      })
    })
    return { url, pid: child.pid ?? 0 }
  })
