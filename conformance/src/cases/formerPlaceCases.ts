import type { FormerPlace } from "@agenda-engine/core/query/FormerPlace"
import { hour, noon } from "@agenda-engine/core/testing/SampleRecords"
import * as Effect from "effect/Effect"
import { type Case, demand, demandOfDatabase } from "../Case.js"
import { expectAnswer } from "../expect.js"
import { locations, transact } from "../storeCalls.js"
import { openTwice } from "./openTwice.js"

const place = (uid: number, given: Partial<FormerPlace> = {}): FormerPlace => ({
  uid,
  agendaUid: 1,
  setUid: null,
  name: "le quartz \u{1d11e}",
  createdAt: noon,
  updatedAt: noon + 1,
  leftAt: noon + 2,
  ...given
})

const add = (added: FormerPlace, keptSince = noon) => locations((store) => store.addFormerPlace(added, keptSince))
const find = (uids: ReadonlyArray<number>, since = noon, limit = 10) => locations((store) => store.formerPlaces(uids, since, limit))

/** The demands on where locations stood before. */
export const formerPlaceCases: ReadonlyArray<Case> = [
  demand(
    "location.former.whole",
    "LocationStore.formerPlaces",
    "former places of some locations come back as they were added, the last one first, whether the location is there or not",
    Effect.gen(function*() {
      const [first, second] = [place(1), place(1, { name: "", setUid: 5, agendaUid: 2 })]
      const third = place(2, { leftAt: noon + 3 })
      yield* transact(Effect.all([add(first), add(second), add(third), add(place(3))], { discard: true }))
      yield* expectAnswer("of one", find([1]), [second, first])
      yield* expectAnswer("of two", find([2, 1, 7]), [third, second, first])
      yield* expectAnswer("of two, at most two", find([1, 2], noon, 2), [third, second])
      yield* expectAnswer("left since then", find([1, 2], noon + 3), [third])
      yield* expectAnswer("of none", find([]), [])
    })
  ),
  demand(
    "location.former.expire",
    "LocationStore.addFormerPlace",
    "adding a place removes those that were left before an instant, of any location",
    Effect.gen(function*() {
      yield* transact(Effect.all([add(place(1)), add(place(2, { leftAt: noon + hour }))], { discard: true }))
      const last = place(3, { leftAt: noon + 2 * hour })
      yield* transact(add(last, noon + hour))
      yield* expectAnswer("all that are left", find([1, 2, 3]), [last, place(2, { leftAt: noon + hour })])
    })
  ),
  demand(
    "location.former.expire-many",
    "LocationStore.addFormerPlace",
    "more places that were left than one addition removes are gone after the next ones",
    Effect.gen(function*() {
      const old = Array.from({ length: 250 }, (_, left) => place(1, { leftAt: noon + left }))
      yield* transact(Effect.forEach(old, (one) => add(one), { discard: true }))
      const later = [1, 2, 3].map((left) => place(1, { leftAt: noon + hour + left }))
      for (const one of later) yield* transact(add(one, noon + hour))
      yield* expectAnswer("all that are left", find([1], noon, 1_000), later.toReversed())
    })
  ),
  demand(
    "location.former.transaction",
    "LocationStore.addFormerPlace",
    "a place that is added in a transaction that fails is not kept",
    Effect.gen(function*() {
      yield* Effect.exit(transact(Effect.zipRight(add(place(1)), Effect.fail("undo"))))
      yield* expectAnswer("the places", find([1]), [])
    })
  ),
  demandOfDatabase(
    "location.former.share",
    "LocationStore.formerPlaces",
    "a place that is added through one opening is found through the other",
    "share",
    (layer) =>
      openTwice(layer, (first, second) =>
        Effect.gen(function*() {
          yield* first(transact(add(place(1))))
          yield* second(expectAnswer("the place", find([1]), [place(1)]))
        }))
  )
]
