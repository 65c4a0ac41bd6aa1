import * as Effect from "effect/Effect"
import { at } from "../answer/at.js"
import { shown } from "../answer/mismatch.js"
import { askFor, askRefused, check, checkLike, checkOrder, need, uidAt } from "../check/checks.js"
import { instantOf } from "../check/instants.js"
import { casesOf } from "../run/HttpCase.js"
import type { HttpTarget } from "../run/HttpTarget.js"
import { itemsOf } from "../spec/SpecCase.js"

const clause = "wire.md §5, Locations"

const found = (target: HttpTarget, query: string) =>
  Effect.map(askFor(target, 200, `/v2/agendas/${target.agenda}/locations?${query}`), ({ body }) => ({
    body,
    locations: itemsOf(body, "locations"),
    uids: itemsOf(body, "locations").map(uidAt),
    total: Number(at(body, "total")),
    after: at(body, "after")
  }))

/** The locations of an agenda. */
export const locationCases = casesOf("read", "locations", [
  [
    "envelope",
    "wire.md §1",
    "the list of locations has total, locations, after and success",
    (target) =>
      Effect.flatMap(found(target, "size=1"), ({ body, total }) =>
        Effect.zipRight(
          checkLike("the list", body, { success: true }),
          check(Number.isSafeInteger(total) && Array.isArray(at(body, "locations")), "the list", "total and locations", shown(body))
        ))
  ],
  ["walk", clause, "following after visits every location once", (target) =>
    Effect.gen(function*() {
      const whole = yield* found(target, "size=300")
      yield* need(whole.total >= 2 && whole.total <= 300, "an agenda with 2 to 300 locations")
      const size = Math.ceil(whole.total / 4)
      const met: Array<number> = []
      let after: unknown = null
      for (let pages = 0; pages < 5; pages++) {
        const next = yield* found(target, `size=${size}${after === null ? "" : `&after=${shown(after)}`}`)
        met.push(...next.uids)
        after = next.after
        if (after === null) break
        yield* check(Number.isSafeInteger(after), "after", "an integer", shown(after))
      }
      yield* checkOrder(`pages of ${size}`, met, whole.uids)
      yield* check(whole.total === met.length, "total", met.length, whole.total)
    })],
  ["order", clause, "locations come newest first by default", (target) =>
    Effect.gen(function*() {
      const { locations } = yield* found(target, "size=100")
      const instants = locations.map((location) => instantOf(at(location, "createdAt")))
      yield* need(instants.length >= 2 && instants.every(Number.isFinite), "two locations")
      const wrong = instants.filter((instant, index) => instant > (instants[index - 1] ?? instant))
      yield* check(wrong.length === 0, "createdAt", "newest first", wrong)
    })],
  [
    "past-end",
    clause,
    "from past the end gives an empty list",
    (target) => Effect.flatMap(found(target, "from=100000"), ({ body }) => checkLike("from=100000", body, { locations: [], after: null }))
  ],
  ["single", "wire.md §1", "a location is read by uid", (target) =>
    Effect.gen(function*() {
      const { locations: [location] } = yield* found(target, "size=1")
      yield* need(location !== undefined, "a location")
      const { body } = yield* askFor(target, 200, `/v2/agendas/${target.agenda}/locations/${uidAt(location)}`)
      yield* checkLike("the location", body, { success: true, location: { uid: uidAt(location), name: at(location, "name") } })
    })],
  [
    "bad-sort",
    clause,
    "an unknown sort is refused",
    (target) => Effect.asVoid(askRefused(target, 400, `/v2/agendas/${target.agenda}/locations?sort=title.asc`))
  ]
])
