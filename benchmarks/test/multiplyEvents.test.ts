import { Transfer } from "@agenda-engine/core/services/Transfer"
import { withEngine } from "@agenda-engine/server/cli/engine/withEngine"
import { neverUpdated } from "@agenda-engine/sql/row/EventRow"
import * as NodeContext from "@effect/platform-node/NodeContext"
import Database from "better-sqlite3"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { drawLines } from "../src/data/Dataset.js"
import { eventTerms } from "../src/data/eventTerms.js"
import { multiplyEvents } from "../src/data/multiplyEvents.js"
import { skewedAgendas } from "../src/data/skewedAgendas.js"
import { skewedCopies } from "../src/data/skewedEvents.js"

const options = { dataset: "large", events: 100, agendas: "all", ticketed: 0, seed: 1, around: 1_700_000_000_000 } as const
const events_max = 20

/** Two agendas with their locations, and some events. */
const lines = () => {
  const agendas = new Set(skewedAgendas(options.events).slice(0, 2).map(({ uid }) => uid))
  const drawn = [...drawLines(options)].filter((line) => {
    const { agendaUid, uid } = JSON.parse(line)
    return agendas.has(agendaUid ?? uid)
  })
  const events = drawn.filter((line) => line.startsWith('{"kind":"event"')).slice(0, events_max)
  return [...drawn.filter((line) => !line.startsWith('{"kind":"event"')), ...events]
}

/** Copies of these in the second agenda, and in the one that they are in. */
const copies = () => {
  const [first, second] = skewedAgendas(options.events)
  const others = [...skewedCopies(options)].filter(({ agendaUid }) => agendaUid === second?.uid)
    .map((copy, index) => ({ ...copy, of: `${index}` }))
  const locationUid = 4_000_001
  return [...others, ...others.map((copy) => ({ ...copy, agendaUid: first?.uid ?? 0, locationUid, extId: `again ${copy.extId}` }))]
}

const importLines = (file: string, taken: Iterable<string>) =>
  withEngine(
    `sqlite:${file}`,
    Effect.flatMap(Transfer, (transfer) =>
      transfer.import(Stream.fromIterable(taken), { ownerUid: null, dryRun: false, progress: () => Effect.void })),
    "always"
  ).pipe(Effect.provide(NodeContext.layer), Effect.runPromise)

const exportLines = (file: string) =>
  withEngine(
    `sqlite:${file}`,
    Effect.flatMap(Transfer, (transfer) => Stream.runCollect(transfer.export(null)))
  ).pipe(Effect.provide(NodeContext.layer), Effect.map(Chunk.toReadonlyArray), Effect.runPromise)

/** What an import tells of itself rather than of what it takes, beside an event's history. */
const ofImports = ["version", "published_at", "availability_updated_at"]

/** All rows of events in a file, and what they are found and counted by. */
const rowsOf = (file: string) => {
  const database = new Database(file)
  const terms = [...eventTerms(database)].map(([uid, text]) => [uid, text.split(" ").toSorted()])
  const tables = database.prepare<[], string>(
    "select name from sqlite_master where type = 'table' and sql not like 'create virtual%' and name <> 'agenda_event_history' order by 1"
  ).pluck().all()
  const rows = tables.flatMap((name) => {
    const columns = database.prepare<[string], string>("select name from pragma_table_info(?)").pluck().all(name)
    if (!["agenda_event", "agenda_word_count"].includes(name) && !columns.includes("event_uid")) return []
    const shown = columns.filter((column) => !ofImports.includes(column)).join()
    return [[name, database.prepare(`select ${shown} from "${name}" order by ${shown}`).all()]]
  })
  database.close()
  return { rows: Object.fromEntries(rows), terms }
}

/**
 * What an import tells of itself, of every event by its agenda and external identifier; times since the event was made.
 */
const toldOfImports = (file: string): ReadonlyMap<string, unknown> => {
  const database = new Database(file)
  const events = database.prepare<[], { readonly name: string }>(
    `select x.agenda_uid || ' ' || x.ext_value as name, e.version, e.published_at - e.created_at as published,
       e.updated_at - e.created_at as updated,
       iif(e.availability_updated_at = ${neverUpdated}, null, e.availability_updated_at - e.created_at) as availability,
       (select json_group_array(json_array(h.position, h.changed_at - e.created_at, h.from_state, h.to_state, h.user_uid, h.key_id, h.motive))
          from agenda_event_history h where h.event_uid = e.uid) as history
     from agenda_event e join agenda_ext_id x on x.event_uid = e.uid`
  ).all()
  database.close()
  return new Map(events.map(({ name, ...told }) => [name, told]))
}

it("writes the rows that the engine writes for the same events", async () => {
  const directory = await mkdtemp(join(tmpdir(), "agenda-bench-"))
  try {
    const multiplied = join(directory, "multiplied.db")
    await importLines(multiplied, lines())
    multiplyEvents(multiplied, copies())
    const imported = join(directory, "imported.db")
    const { errors: _, ...counts } = await importLines(imported, await exportLines(multiplied))
    expect(counts).toEqual({ created: lines().length + copies().length, rejected: 0, updated: 0, unchanged: 0 })
    expect(rowsOf(multiplied)).toEqual(rowsOf(imported))
    const told = toldOfImports(multiplied)
    const first = skewedAgendas(options.events)[0]?.uid ?? 0
    for (const { agendaUid, extId, of } of copies()) {
      expect(told.get(`${agendaUid} ${extId}`)).toMatchObject({ history: expect.stringContaining("[[") })
      expect(told.get(`${agendaUid} ${extId}`)).toEqual(told.get(`${first} ${of}`))
    }
  } finally {
    await rm(directory, { recursive: true })
  }
}, 60_000)
