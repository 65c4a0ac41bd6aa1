import type { FormerPosition } from "@agenda-engine/core/query/location/LocationPlan"
import * as Effect from "effect/Effect"
import { type Case, demand, demandOfTwo } from "../../Case.js"
import { expectAnswer } from "../../expect.js"
import { locations, transact } from "../../storeCalls.js"
import { hour, noon } from "../../testing/SampleRecords.js"

const positionOf = (uid: number, given: Partial<FormerPosition> = {}): FormerPosition => ({
  uid,
  agendaUid: 1,
  setUid: null,
  name: "le quartz \u{1d11e}",
  createdAt: noon,
  updatedAt: noon + 1,
  leftAt: noon + 2,
  ...given
})

const add = (added: FormerPosition, retainedSince = noon) => locations((store) => store.addFormerPosition(added, retainedSince))
const find = (uids: ReadonlyArray<number>, since = noon, limit = 10) => locations((store) => store.formerPositions(uids, since, limit))

/** The demands on former positions of locations. */
export const formerPositionCases: ReadonlyArray<Case> = [
  demand(
    "location.former.whole",
    "LocationStore.formerPositions",
    "`formerPositions` returns positions of several locations unchanged, newest first, even of removed locations"
  )(function*() {
    const [first, second] = [positionOf(1), positionOf(1, { name: "", setUid: 5, agendaUid: 2 })]
    const third = positionOf(2, { leftAt: noon + 3 })
    yield* transact(Effect.all([add(first), add(second), add(third), add(positionOf(3))], { discard: true }))
    yield* expectAnswer("of one", find([1]), [second, first])
    yield* expectAnswer("of two", find([2, 1, 7]), [third, second, first])
    yield* expectAnswer("of two, at most two", find([1, 2], noon, 2), [third, second])
    yield* expectAnswer("left since then", find([1, 2], noon + 3), [third])
    yield* expectAnswer("of none", find([]), [])
  }),
  demand("location.former.expire", "LocationStore.addFormerPosition", "adding a position deletes expired positions of any location")(
    function*() {
      yield* transact(Effect.all([add(positionOf(1)), add(positionOf(2, { leftAt: noon + hour }))], { discard: true }))
      const last = positionOf(3, { leftAt: noon + 2 * hour })
      yield* transact(add(last, noon + hour))
      yield* expectAnswer("all that are left", find([1, 2, 3]), [last, positionOf(2, { leftAt: noon + hour })])
    }
  ),
  demand(
    "location.former.expire-many",
    "LocationStore.addFormerPosition",
    "later additions delete the expired positions that one addition left"
  )(function*() {
    const old = Array.from({ length: 250 }, (_, left) => positionOf(1, { leftAt: noon + left }))
    yield* transact(Effect.forEach(old, (one) => add(one), { discard: true }))
    const later = [1, 2, 3].map((left) => positionOf(1, { leftAt: noon + hour + left }))
    for (const one of later) yield* transact(add(one, noon + hour))
    yield* expectAnswer("all that are left", find([1], noon, 1_000), later.toReversed())
  }),
  demand("location.former.transaction", "LocationStore.addFormerPosition", "a position added in a failed transaction is not stored")(
    function*() {
      yield* Effect.exit(transact(Effect.zipRight(add(positionOf(1)), Effect.fail("undo"))))
      yield* expectAnswer("the positions", find([1]), [])
    }
  ),
  demandOfTwo("location.former.share", "LocationStore.formerPositions", "a position added through one connection is found through another")(
    function*(first, second) {
      yield* first(transact(add(positionOf(1))))
      yield* second(expectAnswer("the position", find([1]), [positionOf(1)]))
    }
  )
]
