import { Worker } from "node:worker_threads"
import { driverPath, ThreadError } from "./driverInThread.js"

/** Milliseconds that `RESTART` waits for readers of the log, and for other processes. */
const wait_ms = 100

/**
 * Source of the thread, a string because a host may bundle its modules. A question is `{id, file, filename, mode}`, or
 * `{id, file}` to close a file. An answer is `{id, isComplete}` or `{id, error}`.
 */
const threadProgram = `
"use strict"
const { parentPort, workerData } = require("node:worker_threads")
const Database = require(workerData.driver)
const databases = new Map()
const databaseOf = (file, filename) => {
  const known = databases.get(file)
  if (known !== undefined) return known
  const database = new Database(filename, { fileMustExist: true, timeout: ${wait_ms} })
  try {
    for (const pragma of workerData.pragmas) database.exec(pragma)
  } catch (error) {
    database.close()
    throw error
  }
  databases.set(file, database)
  return database
}
const answer = ({ file, filename, mode }) => {
  if (mode === undefined) {
    databases.get(file)?.close()
    return databases.delete(file)
  }
  const [{ busy, checkpointed, log }] = databaseOf(file, filename).pragma("wal_checkpoint(" + mode + ")")
  return busy === 0 && checkpointed === log
}
parentPort.on("message", (question) => {
  const { id } = question
  try {
    parentPort.postMessage({ id, isComplete: answer(question) })
  } catch (error) {
    parentPort.postMessage({ id, error: { code: String(error.code ?? ""), message: String(error.message ?? error) } })
  }
})
`

/**
 * Mode of `PRAGMA wal_checkpoint`. `PASSIVE` waits for nobody: it copies the pages that no reader needs. `RESTART`
 * waits for readers and copies all pages, so that the next write restarts the log.
 */
export type Mode = "PASSIVE" | "RESTART"

type Answer =
  | { readonly id: number; readonly isComplete: boolean }
  | { readonly id: number; readonly error: { readonly code: string; readonly message: string } }

/** How a checkpoint ended. `isComplete`: all of the log was copied and nobody was in the way. */
export type Ended = { readonly isComplete: boolean } | { readonly error: ThreadError }

interface Pending {
  readonly resolve: (ended: Ended) => void
  readonly reject: (cause: unknown) => void
}

/** The thread while it runs. It keeps the process alive only while it is asked something. */
class Thread {
  #questions = 0
  #cause: unknown = null
  readonly #pending = new Map<number, Pending>()
  readonly #worker: Worker

  constructor(pragmas: ReadonlyArray<string>) {
    this.#worker = new Worker(threadProgram, { eval: true, workerData: { driver: driverPath(), pragmas }, execArgv: [] })
    this.#worker.unref()
    this.#worker.on("message", (answer: Answer) => this.#take(answer))
    this.#worker.on("error", (cause) => this.#fail(cause))
    this.#worker.on("exit", () => this.#fail(new ThreadError("", "the checkpoint thread ended")))
  }

  get hasEnded(): boolean {
    return this.#cause !== null
  }

  ask(question: object): Promise<Ended> {
    return new Promise((resolve, reject) => {
      if (this.#cause !== null) return reject(this.#cause)
      const id = this.#questions++
      this.#pending.set(id, { resolve, reject })
      this.#worker.ref()
      this.#worker.postMessage({ id, ...question }, [])
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #take(answer: Answer): void {
    const pending = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if (this.#pending.size === 0) this.#worker.unref()
    pending?.resolve("error" in answer ? { error: new ThreadError(answer.error.code, answer.error.message) } : answer)
  }

  #fail(cause: unknown): void {
    this.#cause ??= cause
    for (const { reject } of this.#pending.values()) reject(this.#cause)
    this.#pending.clear()
  }
}

/** The thread of this process, and the files that it has open. */
let thread: Thread | null = null
const files = new Set<number>()
let opened = 0

/** A file that the thread checkpoints. */
export interface CheckpointedFile {
  /** Checkpoints the file, on a connection of the thread. Rejects with the error of the thread's end. */
  readonly checkpoint: (mode: Mode) => Promise<Ended>
  /** Closes the connection. Ends the thread when it has no other file. Rejects as `checkpoint` does. */
  readonly close: () => Promise<void>
}

/**
 * Registers a file with the checkpoint thread, which all files of a process share. The thread starts with the first
 * checkpoint. `pragmas` are run when it opens its connection to the file.
 */
export const fileOf = (filename: string, pragmas: ReadonlyArray<string>): CheckpointedFile => {
  const file = opened++
  return {
    checkpoint: async (mode) => {
      if (thread?.hasEnded !== false) {
        thread = new Thread(pragmas)
        files.clear()
      }
      files.add(file)
      return thread.ask({ file, filename, mode })
    },
    close: async () => {
      if (thread === null || !files.delete(file)) return
      if (files.size > 0) return void await thread.ask({ file })
      const last = thread
      thread = null
      await last.ask({ file })
      await last.end()
    }
  }
}
