import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"

/** A process ended. */
export class ProcessEnded extends Data.TaggedError("ProcessEnded")<{
  /** Exit status; null when a signal ended it. */
  readonly code: number | null
  readonly signal: string | null
  /** The end of what it printed. */
  readonly output: string
}> {
  override get message(): string {
    const how = this.signal === null ? `with exit status ${this.code}` : `by ${this.signal}`
    return [`the process ended ${how}`, ...this.output.trimEnd() === "" ? [] : [this.output.trimEnd()]].join("\n")
  }
}

/** A child process of Node that talks by messages. */
export interface IpcChild {
  readonly pid: number
  /** Sends a message; does nothing when the process has ended. */
  readonly send: (message: object) => Effect.Effect<void>
  /** The next message; fails when the process ended without another. */
  readonly next: Effect.Effect<unknown, ProcessEnded>
  /** Waits for the end. */
  readonly ended: Effect.Effect<ProcessEnded>
  /** Ends the process by SIGKILL, and its children when it is the leader of a group. Returns after its end. */
  readonly kill: Effect.Effect<ProcessEnded>
  /** Whether the event loop of this process waits for the child. */
  readonly setWaited: (isWaited: boolean) => void
}

/** How a child process is started. */
export interface ChildOptions {
  /** Options of Node, such as `--import=tsx`. */
  readonly execArgv: ReadonlyArray<string>
  /** Whether it leads a group of processes, which ends with it. */
  readonly isLeader: boolean
  /** Gets what it prints. */
  readonly onOutput?: (text: string) => void
}

/** Maximum length of the kept output in characters. */
const output_chars_max = 2_000

/** Milliseconds to wait for the last output of an ended process. */
const lastOutput_ms = 200

/** The URL of a module beside another one, which may be source or built. */
export const besides = (name: string, url: string): string => new URL(`./${name}${url.endsWith(".ts") ? ".ts" : ".js"}`, url).href

/** Starts a program as a child process, which is killed when the scope closes. */
export const startChild = (
  program: string,
  args: ReadonlyArray<string>,
  { execArgv, isLeader, onOutput }: ChildOptions
): Effect.Effect<IpcChild, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.gen(function*() {
      const messages = yield* Queue.unbounded<{ readonly message: unknown } | ProcessEnded>()
      const end = yield* Deferred.make<ProcessEnded>()
      const child = fork(fileURLToPath(program), [...args], {
        execArgv: [...execArgv],
        detached: isLeader,
        stdio: ["ignore", "pipe", "pipe", "ipc"]
      })
      let output = ""
      const onText = (text: string) => {
        output = `${output}${text}`.slice(-output_chars_max)
        onOutput?.(text)
      }
      const streams = [child.stdout, child.stderr].flatMap((stream) => stream === null ? [] : [stream])
      for (const stream of streams) stream.setEncoding("utf8").on("data", onText)
      child.on("message", (message) => messages.unsafeOffer({ message }))
      let isEnded = false
      const finish = (code: number | null, signal: string | null) => {
        if (isEnded) return
        isEnded = true
        const ended = new ProcessEnded({ code, signal, output })
        messages.unsafeOffer(ended)
        Deferred.unsafeDone(end, Effect.succeed(ended))
      }
      child.on("error", (error) => {
        onText(String(error))
        if (child.pid === undefined) finish(null, null)
      })
      child.on("exit", (code, signal) => {
        // Messages that were sent before the end come before the disconnection.
        const settle = () => {
          const timer = setTimeout(() => finish(code, signal), lastOutput_ms)
          child.on("close", () => {
            clearTimeout(timer)
            finish(code, signal)
          })
        }
        if (child.connected) child.on("disconnect", settle)
        else settle()
      })
      const kill = Effect.suspend(() => {
        if (!isEnded && child.pid !== undefined) {
          // A group exists where its leader was started; Windows has none.
          if (!isLeader || !killGroup(child.pid)) child.kill("SIGKILL")
        }
        return Deferred.await(end)
      })
      return {
        pid: child.pid ?? 0,
        send: (message) =>
          Effect.async<void>((resume) => {
            if (!child.connected) return resume(Effect.void)
            child.send(message, () => resume(Effect.void))
          }),
        next: Effect.flatMap(Queue.take(messages), (item) =>
          !("_tag" in item)
            ? Effect.succeed(item.message)
            : Effect.zipRight(Queue.offer(messages, item), Effect.fail(item))),
        ended: Deferred.await(end),
        kill,
        setWaited: (isWaited) => {
          for (const handle of [child, child.channel, child.stdout, child.stderr]) {
            if (handle !== undefined && isWaitable(handle)) handle[isWaited ? "ref" : "unref"]()
          }
        }
      } satisfies IpcChild
    }),
    ({ kill }) => kill
  )

/** What an event loop may wait for. */
interface Waitable {
  readonly ref: () => unknown
  readonly unref: () => unknown
}

const isWaitable = (handle: object | null): handle is Waitable => handle !== null && "ref" in handle && "unref" in handle

/** Kills a group of processes. False when there is none. */
const killGroup = (leader: number): boolean => {
  try {
    return process.kill(-leader, "SIGKILL")
  } catch {
    return false
  }
}
