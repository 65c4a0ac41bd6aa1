import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Maintenance } from "@agenda-engine/core/services/Maintenance"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { at } from "../../../../test/world/at.js"
import { locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { agendas, type Answer, worldNow } from "../../world/World.js"
import { main, minute, polledWorld } from "../lists/polledWorld.js"

const externalIds = [1, 2, 3, 4, 5, 6]
const begun = worldNow - worldNow % (15 * minute)
const instant = (minutes: number) => formatUtc(begun + minutes * minute)

const schema = {
  fields: [{
    field: "genre",
    fieldType: "checkbox",
    label: { fr: "Genre" },
    options: [1, 2].map((id) => ({ id, value: `g${id}`, label: { fr: `Genre ${id}` } }))
  }]
}

const title = FastCheck.nat({ max: 9 }).map((nth) => ({ fr: `Soirée ${nth}` }))
const keywords = FastCheck.constantFrom("jazz", "rock").map((word) => ({ fr: [word] }))
const genre = FastCheck.constantFrom([1], [2], [1, 2])
const timings = FastCheck.tuple(FastCheck.nat({ max: 90 }), FastCheck.integer({ min: 100, max: 300 })).map(([begin, end]) => [
  { begin: instant(begin - 60), end: instant(end) }
])
const event = FastCheck.record({
  title,
  keywords,
  genre,
  timings,
  featured: FastCheck.boolean(),
  state: FastCheck.constantFrom(2, 2, 2, 1, 0)
}).map((content) => ({ ...onlineBody, ...content }))

const row = FastCheck.record({
  remaining: FastCheck.nat({ max: 2 }),
  onSaleFrom: FastCheck.option(FastCheck.nat({ max: 12 }).map(instant), { nil: undefined })
})

/** A write of an event: replaced, deleted, one row of availability, or some members. */
const change = FastCheck.oneof(
  event.map((body) => ({ method: "PUT", path: "", body })),
  FastCheck.constant({ method: "DELETE", path: "", body: undefined }),
  { weight: 3, arbitrary: row.map((body) => ({ method: "PATCH", path: "/availability", body })) },
  {
    weight: 6,
    arbitrary: FastCheck.oneof(
      { weight: 2, arbitrary: title.map((title) => ({ title })) },
      FastCheck.constantFrom("", "An evening").map((en) => ({ description: { fr: "Une soirée", en } })),
      keywords.map((keywords) => ({ keywords })),
      genre.map((genre) => ({ genre })),
      FastCheck.boolean().map((featured) => ({ featured })),
      FastCheck.constantFrom(0, 1, 2).map((state) => ({ state })),
      timings.map((timings) => ({ timings }))
    ).map((body) => ({ method: "PATCH", path: "", body }))
  }
)

const history = FastCheck.tuple(FastCheck.constantFrom(...externalIds), change, FastCheck.constantFrom(0, 0, 0, 1, 2))

const publicLists = [
  "size=2",
  "size=2&from=2",
  "size=3&detailed=1",
  "size=0",
  "size=2&featured=1",
  "size=2&keyword=jazz",
  "size=2&genre=1",
  "size=2&search=soiree",
  "size=2&languages=en",
  "size=2&relative[]=current",
  "size=2&availability=available",
  "size=2&sort=updatedAt.desc",
  "size=2&sort=lastTiming.asc",
  "size=2&aggs=keywords",
  "size=2&includeFields[]=title",
  "size=2&extId[key]=n&extId[value]=1"
]

const reads = [
  ...publicLists.map((query) => [`${main}/events?${query}`, "ownerless"] as const),
  [`${main}/events?size=2`, "contributorToken"],
  [`${main}/events?size=2`, "moderatorToken"],
  [`${main}/events?size=2&state[]=0&state[]=1`, "moderatorToken"],
  [`${main}/events/ext/n/1?view=1`, "ownerless"],
  [`${main}/events/ext/n/2?view=1`, "moderatorToken"]
] as const

const wholeOf = ({ headers: { etag }, status, text }: Answer) => ({ status, etag, text })

it.live("a cached response equals a fresh one after any writes of events, and outlives many of them", () =>
  Effect.gen(function*() {
    const { clock, credentials, searches, send, within } = yield* polledWorld()
    yield* within(Effect.flatMap(Maintenance, ({ reindex }) => reindex(() => Effect.void)))
    yield* within(Effect.flatMap(Agendas, (service) => service.update(agendas.main, { schema })))
    const write = (nth: number, method: string, path: string, body: unknown) =>
      send(`${main}/events/ext/n/${nth}${path}`, { method, headers: credentials.moderatorToken, body })
    yield* send(`${main}/locations`, { method: "POST", headers: credentials.moderatorToken, body: locationBody })
    for (const [index, body] of FastCheck.sample(event, { seed: 1, numRuns: externalIds.length }).entries()) {
      expect((yield* write(index + 1, "PUT", "", body)).status).toBe(200)
    }
    let outlived = 0
    for (const [step, [nth, made, minutes]] of FastCheck.sample(history, { seed: 2, numRuns: 60 }).entries()) {
      const { body: stored } = yield* send(`${main}/events/ext/n/${nth}`, { headers: credentials.moderatorToken })
      const slot = String(at(stored, "event", "timings", 0, "id"))
      const rows = { [slot]: { mapado: { syncedAt: formatUtc(clock.now), ...made.body } } }
      yield* write(nth, made.method, made.path, made.path === "" ? made.body : rows)
      clock.now += minutes * minute
      for (const [index, [path, credential]] of reads.entries()) {
        const headers = credentials[credential]
        const before = searches.count + searches.finds
        const cached = yield* send(path, { headers })
        outlived += minutes === 0 && searches.count + searches.finds === before ? 1 : 0
        const fresh = yield* send(`${path}&fresh=${step * reads.length + index}`, { headers })
        expect(wholeOf(cached), `${path} as ${credential} after step ${step}`).toEqual(wholeOf(fresh))
        yield* send(path, { headers })
      }
    }
    // By revisions alone 387 responses stay valid, those after refused writes among them. The log keeps 448.
    expect(outlived).toBeGreaterThan(420)
  }).pipe(Effect.scoped), 120_000)
