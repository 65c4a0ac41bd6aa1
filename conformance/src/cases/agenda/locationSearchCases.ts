import { interpretLocationPlan } from "@agenda-engine/core/query/interpret/interpretLocationPlan"
import type { LocationPlan, LocationPosition } from "@agenda-engine/core/query/location/LocationPlan"
import { searchedKeys } from "@agenda-engine/core/search/wordKeys"
import { type Case, demand } from "../../Case.js"
import { expectEqual } from "../../expect.js"
import { fill, locations } from "../../storeCalls.js"
import { noon, sampleAgenda, sampleLocation, sampleWords } from "../../testing/SampleRecords.js"
import { everyLocation } from "../../testing/wholePlans.js"

const agendas = [sampleAgenda(1, { locationSetUid: 5 }), sampleAgenda(2, { locationSetUid: 5 }), sampleAgenda(3)]

/** Locations of two agendas that share a location set, and of a third one. */
export const listed = [
  sampleLocation(1, 1, { name: "Zénith", address: "1 rue %", createdAt: noon, updatedAt: noon + 3, state: 0 }),
  sampleLocation(2, 1, { name: "arena", address: "2 rue _", createdAt: noon + 2, updatedAt: noon + 3 }),
  sampleLocation(3, 2, { name: "Élan", setUid: 5, createdAt: noon + 1, updatedAt: noon + 2 }),
  sampleLocation(4, 2, { name: "Barn", createdAt: noon + 1, updatedAt: noon + 1 }),
  sampleLocation(5, 3, { name: "Cave", createdAt: noon + 1, updatedAt: noon + 1 }),
  sampleLocation(6, 1, { name: "ARENA", createdAt: noon + 1, updatedAt: noon, adminLevel4: null, setUid: 5, state: 0 }),
  sampleLocation(7, 1, { name: "\u{1d11e}", createdAt: noon + 1, updatedAt: noon }),
  sampleLocation(8, 1, { name: "\u{fa0e}", createdAt: noon + 1, updatedAt: noon })
]

/** Where a location of the list stands, with what is said of it instead. */
const placeOf = (uid: number, instead: Partial<LocationPosition> = {}): LocationPosition => {
  const { index, record } = listed.find((location) => location.record.uid === uid) ?? sampleLocation(uid, 1)
  return { name: index.name, createdAt: record.createdAt, updatedAt: record.updatedAt, uid, ...instead }
}

const search = (id: string, clause: string, title: string, choice: Partial<LocationPlan>, uids: ReadonlyArray<number>): Case =>
  demand(id, clause, title)(function*() {
    const asked = { ...everyLocation, ...choice }
    yield* fill({ agendas, locations: listed })
    const answer = yield* locations((store) => store.search(asked))
    yield* expectEqual("the locations found, in order", answer.locations.map(({ uid }) => uid), uids)
    yield* expectEqual("the whole answer", answer, interpretLocationPlan(asked, listed))
  })

/** The demands on `LocationStore.search`. */
export const locationSearchCases: ReadonlyArray<Case> = [
  search("location.search.newest", "wire.md §5, Locations", "newest first, ties by uid, the set's locations included", {}, [
    2,
    3,
    6,
    7,
    8,
    1
  ]),
  search("location.search.without-set", "wire.md §5, Locations", "without a set, only the agenda's own", { setUid: null }, [2, 6, 7, 8, 1]),
  search(
    "location.search.oldest",
    "wire.md §5, Locations",
    "oldest first, ties by ascending uid",
    { sort: { key: "createdAt", direction: "asc" } },
    [1, 3, 6, 7, 8, 2]
  ),
  search("location.search.name", "wire.md §6, Sorts", "sorted by folded name, in code point order", {
    sort: { key: "name", direction: "asc" }
  }, [
    2,
    6,
    3,
    1,
    8,
    7
  ]),
  search("location.search.name-desc", "wire.md §6, Sorts", "sorted by folded name, descending", {
    sort: { key: "name", direction: "desc" }
  }, [
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
    "sorted by last change, descending, ties by ascending uid",
    { sort: { key: "updatedAt", direction: "desc" } },
    [1, 2, 3, 6, 7, 8]
  ),
  search("location.search.words", "LocationPlan", "every search word occurs in the name, address or city", {
    words: sampleWords("brest", "are")
  }, [
    2
  ]),
  demand(
    "location.search.forms",
    "wire.md §6, Search",
    "a location is found by other forms of the words of its name, address and city, and by compounds in one word"
  )(function*() {
    const held = [
      sampleLocation(1, 1, { name: "Les Halles de l'Avant-Garde (M.J.C. 市民文化会館)", adminLevel4: "Saint-Malo" }),
      sampleLocation(2, 1, { name: "Arena" })
    ]
    yield* fill({ agendas, locations: held })
    for (const asked of ["halle", "la halle", "avantgarde", "avant-garde", "st malo", "mjc", "m.j.c", "文化会館"]) {
      const words = searchedKeys(asked)
      const answer = yield* locations((store) => store.search({ ...everyLocation, words }))
      yield* expectEqual(asked, answer.locations.map(({ uid }) => uid), [1])
      yield* expectEqual(`${asked}, as interpreted`, answer, interpretLocationPlan({ ...everyLocation, words }, held))
    }
  }),
  search("location.search.percent", "LocationPlan", "`%` in a search word matches only itself", { words: sampleWords("%") }, [1]),
  search("location.search.underscore", "LocationPlan", "`_` in a search word matches only itself", { words: sampleWords("_") }, [2]),
  search(
    "location.search.limit",
    "LocationPlan",
    "a page has at most `limit` locations, `total` counts all matches, and `more` says whether others follow",
    { limit: 2 },
    [2, 3]
  ),
  search("location.search.skip", "wire.md §5, Locations", "a page skips a number of locations", { skip: 4, limit: 2 }, [8, 1]),
  search("location.search.skip-past-end", "wire.md §5, Locations", "skipping past the end returns an empty page with the total", {
    skip: 9
  }, []),
  search(
    "location.search.skip-2-31",
    "wire.md §5, Locations",
    "skipping 2 147 483 648 locations returns an empty page with the total",
    { skip: 2 ** 31 },
    []
  ),
  search(
    "location.search.skip-far",
    "wire.md §5, Locations",
    "skipping the largest safe integer returns an empty page with the total",
    { skip: Number.MAX_SAFE_INTEGER },
    []
  ),
  search("location.search.state", "wire.md §5, Locations", "the state filter accepts one state", { states: [0] }, [6, 1]),
  search("location.search.states", "wire.md §5, Locations", "the state filter accepts several states", { states: [1, 0] }, [
    2,
    3,
    6,
    7,
    8,
    1
  ]),
  search("location.search.no-state", "LocationPlan", "an empty list of states matches no location", { states: [] }, []),
  search(
    "location.search.created",
    "wire.md §5, Locations",
    "the `createdAt` filter includes both bounds",
    { createdAt: [{ gte: noon, lte: noon + 1 }] },
    [3, 6, 7, 8, 1]
  ),
  search(
    "location.search.updated-within",
    "wire.md §2, ranges",
    "the `updatedAt` filter accepts several ranges, each open at one end",
    { updatedAt: [{ gte: null, lte: noon }, { gte: noon + 3, lte: null }] },
    [2, 6, 7, 8, 1]
  ),
  search("location.search.no-range", "LocationPlan", "an empty list of ranges matches no location", { createdAt: [] }, []),
  search(
    "location.search.all",
    "LocationPlan",
    "all filters apply together, to locations of the set too",
    {
      states: [1],
      createdAt: [{ gte: noon + 1, lte: noon + 1 }],
      updatedAt: [{ gte: noon + 1, lte: noon + 2 }],
      words: sampleWords("lan")
    },
    [3]
  ),
  search(
    "location.search.after",
    "LocationPlan",
    "a page starts after a position among locations with the same key",
    { after: placeOf(6), limit: 2 },
    [7, 8]
  ),
  search(
    "location.search.after-name",
    "LocationPlan",
    "a page by name starts after a position",
    { after: placeOf(3), sort: { key: "name", direction: "asc" } },
    [1, 8, 7]
  ),
  search(
    "location.search.after-name-desc",
    "LocationPlan",
    "a page by name, descending, starts after a position, ties by ascending uid",
    { after: placeOf(2), sort: { key: "name", direction: "desc" } },
    [6]
  ),
  search(
    "location.search.after-updated",
    "LocationPlan",
    "a page by last change starts after a position, in the agenda's and the set's locations",
    { after: placeOf(2), sort: { key: "updatedAt", direction: "desc" }, limit: 3 },
    [3, 6, 7]
  ),
  search(
    "location.search.after-gone",
    "LocationPlan",
    "a page starts after a position that no location has",
    { after: placeOf(99, { name: "b", uid: 99 }), sort: { key: "name", direction: "asc" } },
    [3, 1, 8, 7]
  ),
  search(
    "location.search.after-moved",
    "LocationPlan",
    "a page starts after the position in the cursor, even when its location has another position now",
    { after: placeOf(2, { name: "zoo" }), sort: { key: "name", direction: "asc" } },
    [8, 7]
  ),
  search("location.search.zero", "LocationPlan", "a limit of 0 returns only the total", { limit: 0 }, [])
]
