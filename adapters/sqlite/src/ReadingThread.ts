import { queueFullError, readTimeoutError } from "@agenda-engine/sql/database/mapSqlError"
import type { Connection, Row } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Worker } from "node:worker_threads"
import { driverPath, ThreadError } from "./driverInThread.js"
import { rowOf } from "./FileConnection.js"
import { sqliteDialect } from "./sqliteDialect.js"

/** Rows per message: deserializing more at once would block the receiving thread's event loop. */
const rows_max = 500

/** Size of the cache of prepared statements. */
const statements_max = 200

/**
 * Source of the worker thread that reads a file. It is a string because a host may bundle its modules, so no worker
 * file can be referenced. A request is `{id, begin, text, parameters}`, whose `begin` runs first unless it is null,
 * `{id}` for more rows of a result, or `{id, cancelled: true}` to discard the unsent rows. A response is
 * `{id, names, rows, more}` or `{id, error}`; a cancelled request has none.
 */
const threadProgram = `
"use strict"
const { parentPort, workerData } = require("node:worker_threads")
const Database = require(workerData.driver)
const database = new Database(workerData.filename, { readonly: true })
for (const pragma of workerData.pragmas) database.exec(pragma)
const prepared = new Map()
const unsent = new Map()
const statementOf = (text) => {
  const known = prepared.get(text)
  if (known !== undefined) return known
  if (prepared.size >= ${statements_max}) prepared.clear()
  const statement = database.prepare(text)
  if (statement.reader) statement.raw(true)
  prepared.set(text, statement)
  return statement
}
const send = (id, names, rows) => {
  const more = rows.length > ${rows_max}
  if (more) unsent.set(id, { names, rows: rows.slice(${rows_max}) })
  parentPort.postMessage({ id, names, rows: more ? rows.slice(0, ${rows_max}) : rows, more })
}
const answer = ({ begin, cancelled, id, parameters, text }) => {
  if (cancelled) return unsent.delete(id)
  if (text === undefined) {
    const { names, rows } = unsent.get(id)
    unsent.delete(id)
    return send(id, names, rows)
  }
  if (begin !== null) statementOf(begin).run()
  const statement = statementOf(text)
  if (statement.reader) return send(id, statement.columns().map(({ name }) => name), statement.all(...parameters))
  statement.run(...parameters)
  send(id, [], [])
}
parentPort.on("message", (question) => {
  try {
    answer(question)
  } catch (error) {
    parentPort.postMessage({ id: question.id, error: { code: String(error.code ?? ""), message: String(error.message ?? error) } })
  }
})
`

/** How many reads use the thread or wait for it at once, at most. */
export const reads_max = 200

/** How many threads of a process run while nobody uses them, at most. Each takes some 8 MiB. */
export const idle_max = 4

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

const ended = (): ThreadError => new ThreadError("SQLITE_CANTOPEN", "the reading thread ended")

const failed = (cause: unknown): Outcome => Effect.fail(new SqlError({ cause, message: "cannot run a statement" }))

/** A running thread and what it has to answer. It keeps the process alive only while there is something. */
class Thread {
  #questions = 0
  #end: Outcome | null = null
  readonly #pending = new Map<number, Pending>()
  readonly #worker: Worker

  constructor(filename: string, pragmas: ReadonlyArray<string>) {
    this.#worker = new Worker(threadProgram, { eval: true, workerData: { driver: driverPath(), filename, pragmas }, execArgv: [] })
    this.#worker.unref()
    this.#worker.on("message", (answer: Answer) => this.#take(answer))
    // It could not open the file, or came to an end that nobody asked for.
    const fail = (cause: unknown): void => {
      const end = this.#end ??= failed(cause)
      for (const [id, pending] of this.#pending) this.#settle(id, pending, end)
    }
    this.#worker.on("error", fail)
    this.#worker.on("exit", () => fail(ended()))
  }

  /** Whether it has come to an end: every question fails from then on. */
  get hasEnded(): boolean {
    return this.#end !== null
  }

  /** Asks a question, and returns what cancels it. `begin`: the statement that begins a transaction before it. */
  ask(begin: string | null, text: string, parameters: ReadonlyArray<unknown>, settle: (outcome: Outcome) => void): Effect.Effect<void> {
    if (this.#end !== null) {
      settle(this.#end)
      return Effect.void
    }
    const id = this.#questions++
    this.#pending.set(id, { rows: [], settle })
    this.#worker.ref()
    this.#worker.postMessage({ id, begin, text, parameters }, [])
    return Effect.sync(() => {
      this.#drop(id)
      this.#worker.postMessage({ id, cancelled: true }, [])
    })
  }

  end(): Promise<number> {
    this.#end ??= failed(ended())
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
    this.#drop(id)
    settle(outcome)
  }

  #drop(id: number): void {
    this.#pending.delete(id)
    if (this.#pending.size === 0) this.#worker.unref()
  }
}

/** The threads of this process that nobody uses, in the order of their last use. */
const idle = new Set<Thread>()

/** Notes that nobody uses a thread, and ends those that were used longest ago. */
const rest = (thread: Thread): void => {
  idle.add(thread)
  for (const oldest of idle) {
    if (idle.size <= idle_max) return
    idle.delete(oldest)
    void oldest.end()
  }
}

/**
 * A connection on the thread that is running when its first statement comes. When that thread ends, what follows fails.
 */
const connectionOn = (running: () => Thread | null): Connection => {
  let thread: Thread | null = null
  let begin: string | null = null
  const ask = (text: string, parameters: ReadonlyArray<unknown> = []): Outcome =>
    Effect.async((resume) => {
      thread ??= running()
      if (thread === null) return resume(failed(ended()))
      const before = begin
      // The next statement takes it along, which saves a message and its answer.
      begin = text === sqliteDialect.beginSnapshot ? text : null
      return begin === null ? thread.ask(before, text, parameters, resume) : resume(Effect.succeed([]))
    })
  return {
    execute: (text, parameters) => ask(text, parameters),
    executeRaw: ask,
    executeUnprepared: (text, parameters) => ask(text, parameters),
    executeValues: (text, parameters) => Effect.map(ask(text, parameters), (rows) => rows.map((row) => Object.values(row))),
    executeStream: (text, parameters) => Stream.fromIterableEffect(ask(text, parameters))
  }
}

const realClock = Clock.make()

/**
 * Fails with `Busy` where the turn of a read has not come in time, by the real clock, whatever clock the caller lives
 * by.
 */
const startedWithin = (started: Deferred.Deferred<void>, wait_ms: number): Effect.Effect<void, SqlError> =>
  Deferred.await(started).pipe(
    Effect.timeoutFail({ duration: wait_ms, onTimeout: () => readTimeoutError(wait_ms) }),
    Effect.withClock(realClock)
  )

/** Whom a reading thread lets wait, and for how long. */
export interface ReadQueue {
  /** Milliseconds that a read waits for its turn before it fails with `Busy`. */
  readonly busy_ms: number
}

/** A thread that reads a file. */
export interface ReadingThread {
  /**
   * Uses the connection of the thread, one user after the other. Fails with `Busy` while `reads_max` others use it or
   * wait for it, and where its turn does not come within `busy_ms`. A use whose thread ends fails as a whole: the next
   * one begins on another thread.
   *
   * A caller that is interrupted goes on at once. Its use ends in the background and keeps its turn until then, since a
   * statement that runs in the thread cannot be stopped.
   */
  readonly once: <A, E>(use: (connection: Connection) => Effect.Effect<A, E>) => Effect.Effect<A, E | SqlError>
}

/**
 * A connection that reads a file on a thread of its own, so that a statement that takes long stops nobody else; each
 * takes longer than at once. The thread starts with the first statement. It ends with the scope, or when `idle_max`
 * threads of other files were used after it; then the next statement starts another.
 */
export const open = (
  filename: string,
  pragmas: ReadonlyArray<string>,
  { busy_ms }: ReadQueue
): Effect.Effect<ReadingThread, never, Scope.Scope> =>
  Effect.gen(function*() {
    const current = yield* Effect.acquireRelease(
      Effect.sync((): { thread: Thread | null; isClosed: boolean } => ({ thread: null, isClosed: false })),
      (closing) =>
        Effect.promise(async () => {
          closing.isClosed = true
          if (closing.thread === null) return
          idle.delete(closing.thread)
          await closing.thread.end()
        })
    )
    const running = (): Thread | null => {
      if (!current.isClosed && current.thread?.hasEnded !== false) current.thread = new Thread(filename, pragmas)
      if (current.thread !== null) idle.delete(current.thread)
      return current.thread
    }
    const release = Effect.sync(() => {
      if (!current.isClosed && current.thread?.hasEnded === false) rest(current.thread)
    })
    const turn = (yield* Effect.makeSemaphore(1)).withPermits(1)
    let reads = 0
    return {
      once: <A, E>(use: (connection: Connection) => Effect.Effect<A, E>) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function*() {
            if (reads >= reads_max) return yield* queueFullError(reads)
            const started = yield* Deferred.make<void>()
            const hasToWait = reads > 0
            reads++
            const read = Effect.zipRight(
              Deferred.succeed(started, undefined),
              Effect.ensuring(Effect.suspend(() => use(connectionOn(running))), release)
            )
            const fiber = yield* Effect.forkDaemon(Effect.ensuring(
              restore(turn(read)),
              Effect.sync(() => {
                reads--
              })
            ))
            return yield* restore(Effect.zipRight(hasToWait ? startedWithin(started, busy_ms) : Effect.void, Fiber.join(fiber))).pipe(
              // One that still waits leaves the queue at once; one that reads is not waited for.
              Effect.onError(() =>
                Effect.flatMap(Deferred.isDone(started), (reading) => reading ? Fiber.interruptFork(fiber) : Fiber.interrupt(fiber))
              )
            )
          })
        )
    }
  })
