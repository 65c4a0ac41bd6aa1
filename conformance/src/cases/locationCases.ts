import { interpretLocationPlan } from "@agenda-engine/core/query/interpretLocationPlan"
import type { LocationPlan } from "@agenda-engine/core/query/LocationPlan"
import type { IndexedLocation } from "@agenda-engine/core/query/PlanData"
import { noon, sampleAgenda, sampleEvent, sampleLocation } from "@agenda-engine/core/testing/SampleRecords"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../Case.js"
import { expectAnswer, expectEqual } from "../expect.js"
import { fill, locations, transact } from "../storeCalls.js"
import { plan, uidsOf } from "./plans.js"

const put = ({ index, record }: IndexedLocation) => transact(locations((store) => store.put(record, index)))
const find = (uid: number) => locations((store) => store.find(uid))
const agendas = [sampleAgenda(1, { locationSetUid: 5 }), sampleAgenda(2, { locationSetUid: 5 }), sampleAgenda(3)]

const full = sampleLocation(21, 1, {
  setUid: 5,
  slug: "le-quartz",
  name: 'Le "Quartz" 𝄞',
  adminLevel1: "Bretagne",
  adminLevel2: null,
  adminLevel3: "Brest Métropole",
  adminLevel5: "5",
  adminLevel6: "Siam",
  postalCode: null,
  latitude: -0.000001,
  longitude: 179.999999,
  timezone: null,
  state: 0,
  detail: '{"access":{"fr":"Tram A\\n"}}'
})

const listed = [
  sampleLocation(1, 1, { name: "Zénith", address: "1 rue %", createdAt: noon, updatedAt: noon + 3 }),
  sampleLocation(2, 1, { name: "arena", address: "2 rue _", createdAt: noon + 2, updatedAt: noon + 3 }),
  sampleLocation(3, 2, { name: "Élan", setUid: 5, createdAt: noon + 1, updatedAt: noon + 2 }),
  sampleLocation(4, 2, { name: "Barn", createdAt: noon + 1, updatedAt: noon + 1 }),
  sampleLocation(5, 3, { name: "Cave", createdAt: noon + 1, updatedAt: noon + 1 }),
  sampleLocation(6, 1, { name: "ARENA", createdAt: noon + 1, updatedAt: noon, adminLevel4: null }),
  sampleLocation(7, 1, { name: "\u{1d11e}", createdAt: noon + 1, updatedAt: noon }),
  sampleLocation(8, 1, { name: "\u{fa0e}", createdAt: noon + 1, updatedAt: noon })
]

const everything: LocationPlan = {
  agendaUid: 1,
  setUid: 5,
  words: [],
  sort: { key: "createdAt", direction: "desc" },
  afterUid: null,
  skip: 0,
  limit: 20
}

const search = (id: string, clause: string, title: string, choice: Partial<LocationPlan>, uids: ReadonlyArray<number>): Case =>
  demand(
    id,
    clause,
    title,
    Effect.gen(function*() {
      const asked = { ...everything, ...choice }
      yield* fill({ agendas, locations: listed })
      const answer = yield* locations((store) => store.search(asked))
      yield* expectEqual("the locations found, in order", answer.locations.map(({ uid }) => uid), uids)
      yield* expectEqual("the whole answer", answer, interpretLocationPlan(asked, listed))
    })
  )

/** The demands on `LocationStore`. */
export const locationCases: ReadonlyArray<Case> = [
  demand(
    "location.put.whole",
    "LocationStore.put",
    "a location comes back as it was put, coordinates to the last digit; one that is not there is null",
    Effect.gen(function*() {
      yield* fill({ agendas })
      yield* put(full)
      yield* put(sampleLocation(22, 1, { latitude: null, longitude: null }))
      yield* expectAnswer("the location", find(21), full.record)
      yield* expectAnswer("without coordinates", find(22), sampleLocation(22, 1, { latitude: null, longitude: null }).record)
      yield* expectAnswer("no location", find(23), null)
    })
  ),
  demand(
    "location.put.replaces",
    "LocationStore.put",
    "putting a location again replaces it whole, its index too",
    Effect.gen(function*() {
      yield* fill({ agendas })
      yield* put(full)
      const changed = sampleLocation(21, 1, { name: "Renamed", adminLevel4: "Quimper" })
      yield* put(changed)
      yield* expectAnswer("the location", find(21), changed.record)
      const named = (word: string) =>
        Effect.map(locations((store) => store.search({ ...everything, words: [word] })), (answer) => answer.total)
      yield* expectAnswer("by its old name", named("quartz"), 0)
      yield* expectAnswer("by its new name", named("renamed"), 1)
    })
  ),
  demand(
    "location.put.moves-events",
    "wire.md §5, What moves updatedAt",
    "events are found by where their location is now, without being written again",
    Effect.gen(function*() {
      yield* fill({ agendas, locations: [sampleLocation(21, 1)], events: [sampleEvent(1, { locationUid: 21, attendanceMode: 1 })] })
      yield* put(sampleLocation(21, 1, { adminLevel4: "Quimper" }))
      const inCity = (city: string) => uidsOf(plan({ where: [{ _tag: "Place", field: "adminLevel4", in: [city] }] }))
      yield* expectAnswer("by the old city", inCity("brest"), [])
      yield* expectAnswer("by the new city", inCity("quimper"), [1])
    })
  ),
  demand(
    "location.scan.pages",
    "LocationStore.scan",
    "a scan visits the locations that one agenda made, in order of uid",
    Effect.gen(function*() {
      yield* fill({ agendas, locations: [...listed].reverse() })
      const scan = (after: number, limit: number) =>
        Effect.map(locations((store) => store.scan(1, after, limit)), (records) => records.map(({ uid }) => uid))
      yield* expectAnswer("the first page", scan(0, 2), [1, 2])
      yield* expectAnswer("the second page", scan(2, 3), [6, 7, 8])
      yield* expectAnswer("behind the last", scan(8, 3), [])
    })
  ),
  search("location.search.newest", "wire.md §5, Locations", "newest first, ties by uid, of the agenda and its set", {}, [2, 3, 6, 7, 8, 1]),
  search("location.search.without-set", "wire.md §5, Locations", "without a set the agenda's own alone", { setUid: null }, [2, 6, 7, 8, 1]),
  search(
    "location.search.oldest",
    "wire.md §5, Locations",
    "oldest first, ties by uid ascending too",
    { sort: { key: "createdAt", direction: "asc" } },
    [1, 3, 6, 7, 8, 2]
  ),
  search("location.search.name", "wire.md §6, Sorts", "by folded name, by code point", { sort: { key: "name", direction: "asc" } }, [
    2,
    6,
    3,
    1,
    8,
    7
  ]),
  search("location.search.name-desc", "wire.md §6, Sorts", "by folded name, descending", { sort: { key: "name", direction: "desc" } }, [
    7,
    8,
    1,
    3,
    2,
    6
  ]),
  search(
    "location.search.updated",
    "wire.md §5, Locations",
    "by last change, descending, ties by uid ascending",
    { sort: { key: "updatedAt", direction: "desc" } },
    [1, 2, 3, 6, 7, 8]
  ),
  search("location.search.words", "LocationPlan", "every word is somewhere in name, address or city", { words: ["brest", "are"] }, [2]),
  search("location.search.percent", "LocationPlan", "% means itself", { words: ["%"] }, [1]),
  search("location.search.underscore", "LocationPlan", "_ means itself", { words: ["_"] }, [2]),
  search("location.search.limit", "LocationPlan", "a page holds at most its limit; total counts all and `more` tells", { limit: 2 }, [
    2,
    3
  ]),
  search("location.search.skip", "wire.md §5, Locations", "a page begins past a number of locations", { skip: 4, limit: 2 }, [8, 1]),
  search("location.search.skip-past-end", "wire.md §5, Locations", "past the end is an empty page with the total", { skip: 9 }, []),
  search("location.search.after", "LocationPlan", "a page goes on behind a location among its equals", { afterUid: 6, limit: 2 }, [7, 8]),
  search(
    "location.search.after-name",
    "LocationPlan",
    "a page by name goes on behind a location",
    { afterUid: 3, sort: { key: "name", direction: "asc" } },
    [1, 8, 7]
  ),
  search("location.search.after-unknown", "LocationPlan", "behind a location that is not there is nothing", { afterUid: 99 }, [])
]
