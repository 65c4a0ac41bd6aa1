import { at } from "../../answer/Answer.js"
import { anyNumber, placeUid } from "../../answer/Pattern.js"
import type { Asked } from "../../spelling/Asked.js"
import { locationAliases } from "../../spelling/renamings.js"
import { all, type Expectation, isRefused, itemsOf, needing, reads, shows, type SpecCase } from "../SpecCase.js"

const path = "/agendas/{agenda:main}/locations"

const named = {
  hall: "Médiathèque{tag}",
  arena: "Arena{tag}",
  chapel: "Chapelle{tag}",
  opera: "Opéra Garnier{tag}",
  east: "Waiyevo Hall{tag}",
  west: "Rabi Stage{tag}"
} as const

type Name = keyof typeof named

/** The answer is a list of these locations. */
const are = (...names: ReadonlyArray<Name>): Expectation =>
  all(
    reads("the locations", (body) => itemsOf(body, "locations").map((location) => at(location, "name")), names.map((name) => named[name])),
    shows({ total: names.length, after: null, success: true })
  )

const byAge: ReadonlyArray<Name> = ["hall", "arena", "chapel", "opera", "east", "west"]
const byName: ReadonlyArray<Name> = ["arena", "chapel", "hall", "opera", "west", "east"]

const rows: ReadonlyArray<readonly [Asked, Expectation]> = [
  [{}, are(...byAge.toReversed())],
  [{ sort: "name.asc" }, are(...byName)],
  [{ sort: "name.desc" }, are(...byName.toReversed())],
  [{ sort: "createdAt.asc" }, are(...byAge)],
  [{ sort: "createdAt.desc" }, are(...byAge.toReversed())],
  [{ sort: "updatedAt.asc" }, are(...byAge)],
  [{ sort: "updatedAt.desc" }, are(...byAge.toReversed())],
  [{ search: "mediatheque" }, are("hall")],
  [{ search: "quimper" }, are("chapel", "hall")],
  [{ search: "medi quimper" }, are("hall")],
  [{ search: "arena quimper" }, are()],
  ...["🎷", "%", '""', " "].map((wordless) => [{ search: wordless }, are()] as const),
  [{ state: ["1"] }, are("hall")],
  [{ state: ["0"], search: "Rabi" }, are("west")],
  [{ state: ["0", "1"], sort: "name.asc" }, are(...byName)],
  [{ size: "2", sort: "name.asc" }, shows({ total: 6, locations: [{ name: "Arena{tag}" }, { name: "Chapelle{tag}" }], after: anyNumber })],
  [{ size: "0" }, shows({ total: 6, locations: [] })],
  [{ from: "5", sort: "name.asc" }, shows({ total: 6, locations: [{ name: "Waiyevo Hall{tag}" }], after: null })],
  [{ from: "50" }, shows({ total: 6, locations: [], after: null })],
  [
    { detailed: "1", search: "arena" },
    shows({ locations: [{ name: "Arena{tag}", city: "Brest", region: "Bretagne", country: { code: "FR", fr: "France" } }] })
  ],
  [{ sort: "title.asc" }, isRefused(400)],
  [{ after: "1", from: "1" }, isRefused(400)]
]

const byTime: ReadonlyArray<readonly [Asked, Expectation]> = [
  [{ createdAt: { gte: "2025-06-15T14:22:40Z" } }, are("west", "east")],
  [{ updatedAt: { lte: "2025-06-15T14:19:40Z" } }, are("arena", "hall")],
  [{ createdAt: [{ lte: "2025-06-15T14:18:40Z" }, { gte: "2025-06-15T14:23:40Z" }] }, are("west", "hall")]
]

const arena = shows({
  success: true,
  location: { uid: placeUid("arena"), name: "Arena{tag}", countryCode: "FR", district: "Kerinou" }
})

const casesOf = (some: ReadonlyArray<readonly [Asked, Expectation]>): ReadonlyArray<SpecCase> =>
  some.map(([asked, answers]) => ({ clause: "wire.md §5, Locations", path, asked, answers, also: locationAliases }))

/** The locations of an agenda, listed and alone. */
export const locationCases: ReadonlyArray<SpecCase> = [
  ...casesOf(rows),
  ...needing(["clock"], casesOf(byTime)),
  ...["{place:arena}", "ext/17{tag}", "ext/default/17{tag}", "ext/erp/A%2F1%20%C3%A9{tag}"].map((named): SpecCase => ({
    clause: "wire.md §1",
    path: `${path}/${named}`,
    asked: {},
    answers: arena
  })),
  { clause: "wire.md §4", path: `${path}/{place:stadium}`, asked: {}, answers: isRefused(404) }
]
