import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { operator } from "../../../src/createAgendaEngine.js"
import { body } from "../../listening.js"
import { type KilledEngine, openEngine } from "./openEngine.js"

/** The program of a process that consumes. */
export const program = fileURLToPath(new URL("consumingProcess.ts", import.meta.url))

/** A batch that a process was given. Instants in microseconds of one clock. */
export interface Batch {
  /** Agenda and subject of each change. */
  readonly changes: ReadonlyArray<string>
  readonly process: number
  readonly begin: number
  /** Null: the process was killed before. */
  end: number | null
}

interface Line {
  readonly at: number
  readonly begins?: ReadonlyArray<string>
  readonly ends?: number
  readonly ready?: boolean
}

const isLine = (line: unknown): line is Line => typeof line === "object" && line !== null && "at" in line

/** The changes of an agenda as its log has them. */
const logOf = async (engine: KilledEngine, agendaUid: number): Promise<ReadonlyArray<string>> => {
  const logged: Array<string> = []
  for await (const { uid } of engine.changes({ agendaUid, wait: false })) logged.push(`${agendaUid} ${uid}`)
  return logged
}

const agendas = [1, 2] as const

/** Maximum number of changes not yet consumed. Above it the writer waits, so that consumers read in batches. */
const ahead_max = 20

/**
 * Writes events in two agendas while two processes with the same consumer run, kills (`SIGKILL`) one of them so many
 * times and starts another one; then waits until everything was given. `random` returns a number from 0 to below 1.
 */
export const consumeUnderFire = async (url: string, options: ReadonlyArray<string>, kills: number, random: () => number) => {
  const writer = openEngine(url, null)
  const batches: Array<Batch> = []
  const running = new Map<number, ReturnType<typeof spawn>>()
  const handled = new Set<string>()
  let started = 0
  let onBatch = () => {}

  const start = async (): Promise<void> => {
    const number = started++
    const child = spawn(process.execPath, [...options, program, url], { stdio: ["ignore", "pipe", "inherit"] })
    running.set(number, child)
    const lines = createInterface({ input: child.stdout })
    const ready = new Promise<void>((resolve) => {
      lines.on("line", (text) => {
        const line: unknown = JSON.parse(text)
        if (!isLine(line)) return
        if (line.ready === true) resolve()
        const open = batches.findLast((batch) => batch.process === number)
        if (line.ends !== undefined && open !== undefined) {
          open.end = line.at
          for (const change of open.changes) handled.add(change)
        }
        if (line.begins === undefined) return
        batches.push({ changes: line.begins, process: number, begin: line.at, end: null })
        onBatch()
      })
    })
    await ready
  }

  const kill = async (number: number): Promise<void> => {
    const child = running.get(number)
    if (child === undefined) return
    running.delete(number)
    const closed = new Promise((resolve) => child.once("close", resolve))
    child.kill("SIGKILL")
    await closed
  }

  const writing = new AbortController()
  const write = async (): Promise<number> => {
    let written = 0
    while (!writing.signal.aborted) {
      await setTimeout(random() * 20)
      if (written - handled.size >= ahead_max) continue
      const uid = agendas[written % agendas.length] ?? 1
      const by = await writer.services.access.authorize(operator, { _tag: "Uid", uid }, "events:write")
      await writer.services.events.create(by, body)
      written += 1
    }
    return written
  }

  try {
    for (const uid of agendas) await writer.services.agendas.create({ uid, title: "Town" })
    await Promise.all([start(), start()])
    const wrote = write()
    for (let killed = 0; killed < kills; killed++) {
      const until = batches.length + 1 + Math.floor(random() * 4)
      const active = await new Promise<number>((resolve) => {
        onBatch = () => {
          if (batches.length >= until) resolve(batches.at(-1)?.process ?? 0)
        }
      })
      onBatch = () => {}
      await setTimeout(random() * 300)
      await kill(active)
      // The next one starts while the other one waits for the lease.
      void start()
    }
    writing.abort()
    const written = await wrote
    const logs = await Promise.all(agendas.map((uid) => logOf(writer, uid)))
    const isDone = () => {
      const given = new Set(batches.flatMap(({ changes }) => changes))
      return logs.flat().every((change) => given.has(change))
    }
    for (let trial = 0; !isDone() && trial < 300; trial++) await setTimeout(100)
    await setTimeout(100)
    return { batches, logs, written }
  } finally {
    writing.abort()
    await Promise.all(Array.from(running.keys(), kill))
    await writer.close()
  }
}
