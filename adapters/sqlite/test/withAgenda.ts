import { sampleAgenda } from "@agenda-engine/conformance/testing/SampleRecords"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import * as Effect from "effect/Effect"
import * as SqliteDatabase from "../src/SqliteDatabase.js"
import * as SqliteStores from "../src/SqliteStores.js"
import { temporaryFile } from "./temporaryFile.js"

const opened = (filename: string) =>
  Effect.gen(function*() {
    const agendas = yield* AgendaStore
    const events = yield* EventStore
    const searches = yield* EventSearch
    const revisions = yield* RevisionStore
    const { run } = yield* Transaction
    yield* run(agendas.put(sampleAgenda(1)))
    const database = yield* SqliteDatabase.open(filename)
    const { writeUnchecked: change, sql } = database
    return {
      filename,
      database,
      events,
      run,
      searches,
      bump: (topic: string) => run(revisions.bump([topic])),
      readRevisions: (topics: ReadonlyArray<string>) => Effect.map(revisions.read(topics), (revisions) => ({ topics, revisions })),
      /** Runs a statement behind the back of the engine: what is known cannot show what it changes. */
      changeUnseen: (text: string) => change("test", sql.unsafe(text))
    }
  })

/** Runs a test on the stores of a file of its own, with the first sample agenda and no event. */
export const withAgenda = <A, E>(test: (file: Effect.Effect.Success<ReturnType<typeof opened>>) => Effect.Effect<A, E>) =>
  Effect.flatMap(
    temporaryFile,
    (filename) => opened(filename).pipe(Effect.flatMap(test), Effect.provide(SqliteStores.layer({ filename, migrate: true })))
  )
