import { sampleAgenda, sampleEvent, sampleTombstone } from "@agenda-engine/conformance/testing/SampleRecords"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { EventHistory } from "@agenda-engine/core/ports/event/EventHistory"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { TombstoneStore } from "@agenda-engine/core/ports/event/TombstoneStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import * as SqlStores from "@agenda-engine/sql/store/SqlStores"
import { expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { compileList, listShapes, planOf } from "../../../sql/test/listShapes.js"
import * as PostgresDatabase from "../../src/PostgresDatabase.js"
import * as PostgresMigrations from "../../src/PostgresMigrations.js"
import * as PostgresStores from "../../src/PostgresStores.js"
import { seedEvents } from "../seedEvents.js"
import { usePostgres } from "../usePostgres.js"

const { emptyDatabase, freshDatabase } = usePostgres(3)

it.scopedLive("the number of partitions is chosen when the schema is made", () =>
  Effect.gen(function*() {
    const [split, whole] = [yield* freshDatabase, yield* freshDatabase]
    const refusals = (url: typeof split, partitions: ReadonlyArray<number>) =>
      Effect.forEach(partitions, (asked) =>
        Effect.map(Effect.flip(PostgresMigrations.up({ url }, asked)), ({ cause, reason }) => `${reason}: ${String(cause)}`))
    const bounds = yield* refusals(split, [0, 1, 65, 2.5])
    expect(bounds).toEqual([0, 1, 65, 2.5].map((asked) =>
      `Unsupported: Error: there can be 2 to 64 partitions, not ${asked}`
    ))
    expect(yield* PostgresMigrations.up({ url: split }, 2)).toHaveLength(1)
    expect([yield* PostgresMigrations.up({ url: split }, 2), yield* PostgresMigrations.up({ url: split })]).toEqual([[], []])
    expect((yield* PostgresMigrations.status({ url: split })).pending).toEqual([])
    yield* PostgresMigrations.up({ url: whole })
    expect([...yield* refusals(split, [3]), ...yield* refusals(whole, [3])]).toEqual([
      "Unsupported: Error: the database was made with 2 partitions, whose number cannot be changed",
      "Unsupported: Error: the database was made with no partitions, whose number cannot be changed"
    ])
    // The number is compared before a pending step runs, which would fail on the tables that are there.
    const { sql, writeUnchecked } = yield* PostgresDatabase.open({ url: whole })
    yield* writeUnchecked("test", sql`DELETE FROM agenda_migration`)
    expect(yield* refusals(whole, [3])).toEqual([expect.stringMatching(/made with no partitions/)])
    const opened = yield* Effect.flip(Layer.build(PostgresStores.layer({ url: split, partitions: 3 })))
    expect(opened).toMatchObject({ reason: "Unsupported" })
    yield* Layer.build(PostgresStores.layer({ url: split, partitions: 2 }))
  }))

/** The numbers of the partitions that a text names. */
const partitionsIn = (text: string): ReadonlySet<string> => new Set(text.match(/(?<=\bagenda_\w+_p)\d+\b/g))

/** The partitions that the current transaction has read or written. */
const touched = ({ sql }: SqlDatabase) =>
  Effect.map(
    sql<
      { readonly name: string }
    >`SELECT relname AS name FROM pg_stat_xact_user_tables WHERE coalesce(idx_scan, 0) + seq_scan + n_tup_ins > 0`,
    (rows) => partitionsIn(rows.map(({ name }) => name).join(" "))
  )

it.scopedLive("lists of an agenda read one partition", () =>
  Effect.gen(function*() {
    const database = yield* PostgresDatabase.open({ url: yield* emptyDatabase })
    const { sql } = database
    yield* seedEvents(database, 500)
    yield* sql`INSERT INTO agenda_event_fulltext SELECT agenda_uid, uid, array_to_tsvector(array(SELECT 'fr:word' || (uid + n) % 1000 FROM generate_series(1, 300) AS n)) FROM agenda_event`
    yield* sql`VACUUM ANALYZE`
    const texts = (plan: ReturnType<typeof planOf>) =>
      Effect.map(
        Effect.forEach(compileList(database, plan), (statement) => sql`EXPLAIN (COSTS OFF) ${statement}`),
        (plans) => JSON.stringify(plans)
      )
    const explained = (plan: ReturnType<typeof planOf>) => Effect.map(texts(plan), partitionsIn)
    for (const [name, plan] of Object.entries(listShapes)) {
      const { scope } = plan
      const few = scope._tag === "Agenda" ? 1 : scope.within?.length ?? 3
      expect([name, (yield* explained(plan)).size]).toEqual([name, few])
    }
    for (const search of ["word1", "word1 word2", "word"]) {
      const text = yield* texts(planOf({ sort: "score", filter: { search: [search] } }))
      expect(text).toMatch(/Bitmap Index Scan on agenda_event_fulltext_p/)
      expect(text).not.toMatch(/Seq Scan on agenda_event_fulltext/)
    }
    for (const search of ["jazz", "jazz fête", '"grande fête"', "grande fête nouvel an", "j"]) {
      for (const sort of ["score", "timings.asc"] as const) {
        expect([search, sort, (yield* explained(planOf({ sort, filter: { search: [search] } }))).size]).toEqual([search, sort, 1])
      }
    }
  }))

it.scopedLive("reads and writes of an event use one partition", () =>
  Effect.gen(function*() {
    const database = yield* PostgresDatabase.open({ url: yield* emptyDatabase })
    const stores = SqlStores.make(database)
    const [events, history] = [Context.get(stores, EventStore), Context.get(stores, EventHistory)]
    const search = Context.get(stores, EventSearch)
    const inTransaction = Context.get(stores, Transaction).run
    const agendaUid = 7
    const eventOf = (slug: string, keywords: ReadonlyArray<string>) =>
      sampleEvent(1, { agendaUid, slug, keywords, extIds: [{ key: "source", value: "1" }] })
    yield* Context.get(stores, AgendaStore).put(sampleAgenda(agendaUid))
    const steps: { readonly [name: string]: Effect.Effect<unknown, StoreError> } = {
      add: Effect.suspend(() => {
        const { index, record } = eventOf("one", ["jazz", "blues"])
        return events.put(record, index)
      }),
      change: Effect.suspend(() => {
        const { index, record } = eventOf("other", ["jazz"])
        return events.put(record, index)
      }),
      availability: events.putAvailability(agendaUid, 1, { updatedAt: 1, rows: "{}", intervals: [] }),
      history: Effect.zipRight(
        history.add({ eventUid: 1, at: 1, from: null, to: 2, userUid: null, keyId: null, motive: null }),
        history.find([1])
      ),
      uid: events.find(agendaUid, { _tag: "Uid", uid: 1 }),
      slug: events.find(agendaUid, { _tag: "Slug", slug: "other" }),
      extId: events.find(agendaUid, { _tag: "ExtId", key: "source", value: "1" }),
      agendaOfSlug: events.agendaOfSlug("other"),
      scan: events.scan({ agendaUid }, 0, 10),
      list: search.search({ ...planOf({ sort: "timings.asc", scope: { _tag: "Agenda", agendaUid } }), bodies: true }),
      tombstone: Context.get(stores, TombstoneStore).put(sampleTombstone(1, { agendaUid }), null),
      remove: events.remove(1)
    }
    const [partition] = yield* inTransaction(
      Effect.zipRight(database.sql`SELECT * FROM agenda_event WHERE agenda_uid = ${agendaUid}`, touched(database))
    )
    for (const [name, step] of Object.entries(steps)) {
      const used = yield* inTransaction(Effect.zipRight(step, touched(database)))
      // A server may still count what the step before has read.
      expect([name, [...used]]).toEqual([name, name === "agendaOfSlug" ? expect.any(Array) : [partition]])
    }
    for (const table of ["agenda_event_uid", "agenda_event_slug"]) {
      expect(yield* database.sql`SELECT uid FROM ${database.sql(table)}`).toEqual([])
    }
  }))
