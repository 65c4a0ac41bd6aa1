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

const locations: LocationPlan = {
  agendaUid: 1,
  setUid: null,
  words: [],
  states: null,
  createdAt: null,
  updatedAt: null,
  sort: { key: "name", direction: "asc" },
  after: null,
  skip: 0,
  limit: 20
}

const agendas: AgendaPlan = {
  uids: null,
  slugs: null,
  official: null,
  networkUids: null,
  locationSetUids: null,
  updatedAt: null,
  words: [],
  sort: "uid",
  recent: { gte: 0, lte: 1 },
  after: null,
  limit: 20
}

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

const listLocations = (more: Partial<LocationPlan>) => Effect.flatMap(LocationStore, (store) => store.search({ ...locations, ...more }))
const listAgendas = (more: Partial<AgendaPlan>) => Effect.flatMap(AgendaStore, (store) => store.search({ ...agendas, ...more }))

describe("a list that may take long does not run in the thread of the event loop", () => {
  const lists = {
    "locations": [listLocations({}), false],
    "locations by words": [listLocations({ words: ["hall"] }), true],
    "a large page of locations": [listLocations({ limit: 300 }), true],
    "locations far behind": [listLocations({ skip: 5_000 }), true],
    "agendas": [listAgendas({}), false],
    "agendas by words": [listAgendas({ words: ["jazz"] }), true],
    "a large page of agendas": [listAgendas({ limit: 300 }), true],
    "agendas by additions": [listAgendas({ sort: "recentlyAddedEvents" }), true]
  } as const
  for (const [name, [list, isLong]] of Object.entries(lists)) {
    it.scopedLive(`${name}: ${isLong ? "elsewhere" : "here"}`, () => Effect.map(ranHere(list), (here) => expect(here === 0).toBe(isLong)))
  }
})
