import { sampleWords } from "@agenda-engine/conformance/testing/SampleRecords"
import { everyAgenda, everyLocation } from "@agenda-engine/conformance/testing/wholePlans"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import type { AgendaPlan } from "@agenda-engine/core/query/agenda/AgendaPlan"
import type { LocationPlan } from "@agenda-engine/core/query/location/LocationPlan"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqliteStores from "../../src/SqliteStores.js"
import { onStatement } from "../countStatements.js"
import { useMigratedFiles } from "../database/useMigratedFiles.js"

const statements: Array<string> = []
onStatement((text) => statements.push(text))

const file = useMigratedFiles()

/** The number of statements that a list runs in the thread of the event loop. */
const ranHere = (list: Effect.Effect<unknown, unknown, AgendaStore | LocationStore>) =>
  Effect.gen(function*() {
    const filename = yield* file
    return yield* Effect.provide(
      Effect.suspend(() => {
        statements.length = 0
        return Effect.map(list, () => statements.length)
      }),
      SqliteStores.layer({ filename })
    )
  })

const listLocations = (more: Partial<LocationPlan>) =>
  Effect.flatMap(
    LocationStore,
    (store) => store.search({ ...everyLocation, setUid: null, sort: { key: "name", direction: "asc" }, ...more })
  )
const listAgendas = (more: Partial<AgendaPlan>) => Effect.flatMap(AgendaStore, (store) => store.search({ ...everyAgenda, ...more }))

describe("a list that may take long does not run in the thread of the event loop", () => {
  const lists = {
    "locations": [listLocations({}), false],
    "locations by words": [listLocations({ words: sampleWords("hall") }), true],
    "a large page of locations": [listLocations({ limit: 300 }), true],
    "locations far behind": [listLocations({ skip: 5_000 }), true],
    "agendas": [listAgendas({}), false],
    "agendas by words": [listAgendas({ words: sampleWords("jazz") }), true],
    "a large page of agendas": [listAgendas({ limit: 300 }), true],
    "agendas by additions": [listAgendas({ sort: "recentlyAddedEvents" }), true]
  } as const
  for (const [name, [list, isLong]] of Object.entries(lists)) {
    it.scopedLive(`${name}: ${isLong ? "elsewhere" : "here"}`, () => Effect.map(ranHere(list), (here) => expect(here === 0).toBe(isLong)))
  }
})
