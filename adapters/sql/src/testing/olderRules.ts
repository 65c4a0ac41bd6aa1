import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import { EventStore } from "@agenda-engine/core/ports/EventStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import type { IndexedLocation } from "@agenda-engine/core/query/PlanData"
import type { EventIndex } from "@agenda-engine/core/record/EventRecord"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { eventSearchTable, locationWordTable } from "../indexTables.js"
import type { SqlDatabase } from "../SqlDatabase.js"
import * as SqlStores from "../SqlStores.js"
import { countFound } from "./beforeIndexes.js"

/** A process that uses other index rules. */
export interface OtherProgram {
  /** Its index of an event of `insertBeforeIndexes`. */
  readonly index: EventIndex
  /** Its replacement of the location of `insertBeforeIndexes`. */
  readonly location: IndexedLocation
  /** `Maintenance.reindex` of this version. */
  readonly reindex: Effect.Effect<unknown, StoreError>
}

/** Stores an event of `insertBeforeIndexes` with an index of other rules, which this version cannot search. */
const putByOtherRules = (database: SqlDatabase, { index }: OtherProgram): Effect.Effect<void, StoreError> =>
  Effect.gen(function*() {
    const events = Context.get(SqlStores.make(database), EventStore)
    const record = yield* events.find(1, { _tag: "Uid", uid: 3 })
    if (record === null) return yield* Effect.dieMessage("there is no event")
    yield* database.run(events.put(record, { ...index, search: { ...index.search, title: "fr:other" } }))
  })

const renameTables = (
  { run, sql }: SqlDatabase,
  [events, words]: readonly [from: string, to: string],
  [otherEvents, otherWords]: readonly [from: string, to: string]
): Effect.Effect<void, SqlError | StoreError> =>
  run(Effect.zipRight(
    sql`ALTER TABLE ${sql(events)} RENAME TO ${sql(otherEvents)}`,
    sql`ALTER TABLE ${sql(words)} RENAME TO ${sql(otherWords)}`
  ))

const current = [eventSearchTable, locationWordTable] as const

/**
 * Lets a process with other rules write to an indexed database before the migration of the rules runs. Returns the
 * number of search hits before, and after migration and reindex.
 */
export const mendOlderWrite = (
  database: SqlDatabase,
  program: OtherProgram,
  step: Effect.Effect<unknown, SqlError, SqlClient.SqlClient>
): Effect.Effect<{ readonly before: number | undefined; readonly after: number | undefined }, SqlError | StoreError> =>
  Effect.gen(function*() {
    const countSearched = Effect.map(countFound(database), (found) => found["search"])
    yield* program.reindex
    yield* putByOtherRules(database, program)
    const before = yield* countSearched
    yield* renameTables(database, current, ["agenda_searched_event", "agenda_location_word"])
    yield* database.runClient(step)
    yield* program.reindex
    return { before, after: yield* countSearched }
  })

/**
 * Renames the tables as the next rules' migration would, while this version's stores are open. Returns the outcomes of
 * writing an event and a location, and the number of search hits after the names are restored.
 */
export const writeAfterNextRules = (
  database: SqlDatabase,
  program: OtherProgram
): Effect.Effect<{ readonly outcomes: ReadonlyArray<string>; readonly found: number | undefined }, SqlError | StoreError> =>
  Effect.gen(function*() {
    const locations = Context.get(SqlStores.make(database), LocationStore)
    yield* program.reindex
    const next = ["agenda_event_search_next", "agenda_location_word_next"] as const
    yield* renameTables(database, current, next)
    const { index, record } = program.location
    const outcomes = yield* Effect.all(
      [putByOtherRules(database, program), database.run(locations.put(record, index))].map(
        Effect.match({ onFailure: ({ reason }) => reason, onSuccess: () => "stored" })
      )
    )
    yield* renameTables(database, next, current)
    return { outcomes, found: (yield* countFound(database))["search"] }
  })
