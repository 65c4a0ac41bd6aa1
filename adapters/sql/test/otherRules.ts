import { reindexStores } from "@agenda-engine/conformance/testing/reindexStores"
import { sampleEvent, sampleLocation } from "@agenda-engine/conformance/testing/SampleRecords"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import type { SqlError } from "@effect/sql/SqlError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { eventTextTable, locationWordTable } from "../src/database/indexTables.js"
import type { SqlDatabase } from "../src/database/SqlDatabase.js"
import * as SqlStores from "../src/store/SqlStores.js"
import { countFound } from "./unindexedRecords.js"

const renameTables = (
  { run, sql }: SqlDatabase,
  [events, words]: readonly [from: string, to: string],
  [otherEvents, otherWords]: readonly [from: string, to: string]
): Effect.Effect<void, SqlError | StoreError> =>
  run(Effect.zipRight(
    sql`ALTER TABLE ${sql(events)} RENAME TO ${sql(otherEvents)}`,
    sql`ALTER TABLE ${sql(words)} RENAME TO ${sql(otherWords)}`
  ))

const current = [eventTextTable, locationWordTable] as const

/**
 * Renames the tables as the migration of the next index rules would, while this version's stores are open. Returns the
 * outcomes of writing an event and a location of `putUnindexed`, and the number of search hits after the names are
 * restored.
 */
export const writeAfterNextRules = (
  database: SqlDatabase
): Effect.Effect<{ readonly outcomes: ReadonlyArray<string>; readonly found: number | undefined }, SqlError | StoreError> =>
  Effect.gen(function*() {
    const stores = SqlStores.make(database)
    yield* reindexStores(stores)
    const next = ["agenda_event_text_next", "agenda_location_word_next"] as const
    yield* renameTables(database, current, next)
    const event = sampleEvent(3, { search: { ...sampleEvent(3).index.search, title: "fr:other" } })
    const location = sampleLocation(7, 1, { name: "Other" })
    const outcomes = yield* Effect.all(
      [
        Context.get(stores, EventStore).put(event.record, event.index),
        Context.get(stores, LocationStore).put(location.record, location.index)
      ].map((write) => Effect.match(database.run(write), { onFailure: ({ reason }) => reason, onSuccess: () => "stored" }))
    )
    yield* renameTables(database, next, current)
    return { outcomes, found: (yield* countFound(database))["search"] }
  })
