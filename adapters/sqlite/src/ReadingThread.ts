import type { Connection, Row } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import { rowOf } from "./FileConnection.js"
import { threadProgram } from "./threadProgram.js"

/** What the thread answers: rows, the last of them where there are no `more`; or why there are none. */
type Answer =
  | {
    readonly id: number
    readonly names: ReadonlyArray<string>
    readonly rows: ReadonlyArray<ReadonlyArray<unknown>>
    readonly more: boolean
  }
  | { readonly id: number; readonly error: { readonly code: string; readonly message: string } }

type Outcome = Effect.Effect<ReadonlyArray<Row>, SqlError>

/** A statement that is not answered yet. */
interface Pending {
  readonly rows: Array<Row>
  readonly settle: (outcome: Outcome) => void
}

/** An error of the driver as it was in the thread: its class does not come over. */
class ThreadError extends Error {
  constructor(readonly code: string, message: string) {
    super(message)
  }
}

const failed = (cause: unknown): Outcome => Effect.fail(new SqlError({ cause, message: "cannot run a statement" }))

/** A running thread and what it has to answer. It keeps the process alive only while there is something. */
class Thread {
  #questions = 0
  readonly #pending = new Map<number, Pending>()
  readonly #worker: Worker

  constructor(filename: string, pragmas: ReadonlyArray<string>, ended: () => void) {
    const driver = createRequire(import.meta.url).resolve("better-sqlite3")
    this.#worker = new Worker(threadProgram, { eval: true, workerData: { driver, filename, pragmas }, execArgv: [] })
    this.#worker.unref()
    this.#worker.on("message", (answer: Answer) => this.#take(answer))
    // It could not open the file, or came to an end that nobody asked for: the next statement starts another.
    const fail = (cause: unknown): void => {
      ended()
      for (const [id, pending] of this.#pending) this.#settle(id, pending, failed(cause))
    }
    this.#worker.on("error", fail)
    this.#worker.on("exit", () => fail(new ThreadError("SQLITE_CANTOPEN", "the reading thread ended")))
  }

  ask(text: string, parameters: ReadonlyArray<unknown>, settle: (outcome: Outcome) => void): void {
    const id = this.#questions++
    this.#pending.set(id, { rows: [], settle })
    this.#worker.ref()
    this.#worker.postMessage({ id, text, parameters }, [])
  }

  end(): Promise<number> {
    return this.#worker.terminate()
  }

  #take(answer: Answer): void {
    const pending = this.#pending.get(answer.id)
    if (pending === undefined) return
    if ("error" in answer) return this.#settle(answer.id, pending, failed(new ThreadError(answer.error.code, answer.error.message)))
    for (const row of answer.rows) pending.rows.push(rowOf(answer.names, row))
    if (answer.more) this.#worker.postMessage({ id: answer.id }, [])
    else this.#settle(answer.id, pending, Effect.succeed(pending.rows))
  }

  #settle(id: number, { settle }: Pending, outcome: Outcome): void {
    this.#pending.delete(id)
    if (this.#pending.size === 0) this.#worker.unref()
    settle(outcome)
  }
}

/**
 * A connection that reads a file on a thread of its own, so that a statement that takes long stops nobody else; each takes longer than at once. The
 * thread starts with the first statement and ends with the scope.
 */
export const open = (filename: string, pragmas: ReadonlyArray<string>): Effect.Effect<Connection, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync((): { thread: Thread | null } => ({ thread: null })),
      ({ thread }) => thread === null ? Effect.void : Effect.promise(() => thread.end())
    ),
    (current): Connection => {
      const running = (text: string, parameters: ReadonlyArray<unknown> = []): Outcome =>
        Effect.async((resume) => {
          const thread = current.thread ??= new Thread(filename, pragmas, () => {
            if (current.thread === thread) current.thread = null
          })
          thread.ask(text, parameters, resume)
        })
      return {
        execute: (text, parameters) => running(text, parameters),
        executeRaw: running,
        executeUnprepared: (text, parameters) => running(text, parameters),
        executeValues: (text, parameters) => Effect.map(running(text, parameters), (rows) => rows.map((row) => Object.values(row))),
        executeStream: (text, parameters) => Stream.fromIterableEffect(running(text, parameters))
      }
    }
  )
