import { locationPlan } from "@agenda-engine/conformance/testing/PlanArbitraries"
import { location } from "@agenda-engine/conformance/testing/RecordArbitraries"
import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { uidMax } from "../../../src/domain/identity/Uid.js"
import type { IndexedLocation } from "../../../src/query/event/PlanData.js"
import { interpretLocationPlan } from "../../../src/query/interpret/interpretLocationPlan.js"
import { cursorUids, locationCursor } from "../../../src/query/location/LocationCursor.js"
import type { LocationPlan, LocationPosition } from "../../../src/query/location/LocationPlan.js"
import type { LocationSort } from "../../../src/query/location/LocationQuery.js"

const sort: FastCheck.Arbitrary<LocationSort> = FastCheck.record({
  key: FastCheck.constantFrom("name", "createdAt", "updatedAt"),
  direction: FastCheck.constantFrom("asc", "desc")
})

const uid = FastCheck.oneof(
  FastCheck.integer({ min: 1, max: uidMax }),
  FastCheck.constantFrom(1, uidMax, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER)
)

const positions: FastCheck.Arbitrary<LocationPosition> = FastCheck.record({
  name: FastCheck.string(),
  createdAt: FastCheck.nat(),
  updatedAt: FastCheck.nat(),
  uid
})

describe("location cursors", () => {
  it("a cursor is a safe integer that identifies its location", () =>
    FastCheck.assert(FastCheck.property(sort, positions, (sort, position) => {
      const cursor = locationCursor(sort, position)
      expect(Number.isSafeInteger(cursor)).toBe(true)
      expect(cursor).toBeGreaterThan(0)
      expect(cursorUids(cursor)).toContain(position.uid)
    })))

  it("a cursor is the uid when the sort key never changes, and otherwise differs by sort key and order", () => {
    const at = { name: "hall", createdAt: 1, updatedAt: 2, uid: 7 }
    const cursors = (["name", "updatedAt"] as const).flatMap((key) =>
      (["asc", "desc"] as const).flatMap((direction) =>
        [at, { ...at, name: "halle", updatedAt: 3 }].map((position) => locationCursor({ key, direction }, position))
      )
    )
    expect(new Set([7, ...cursors]).size).toBe(9)
    expect(locationCursor({ key: "createdAt", direction: "asc" }, { ...at, name: "halle", updatedAt: 3 })).toBe(7)
    expect(locationCursor({ key: "name", direction: "asc" }, { ...at, updatedAt: 3, createdAt: 9 })).toBe(cursors[0])
  })
})

/** Every location of a list, page by page. */
const walked = (plan: LocationPlan, locations: ReadonlyArray<IndexedLocation>): ReadonlyArray<number> => {
  const { locations: found, more } = interpretLocationPlan(plan, locations)
  const last = locations.find(({ record }) => record.uid === found.at(-1)?.uid)
  const after = last === undefined ? null : { ...last.record, name: last.index.name }
  const uids = found.map(({ uid }) => uid)
  return more && after !== null ? [...uids, ...walked({ ...plan, after, skip: 0 }, locations)] : uids
}

describe("interpretLocationPlan", () => {
  it("pages of any size return every location once and in the same order", () =>
    FastCheck.assert(
      FastCheck.property(
        FastCheck.uniqueArray(location, { selector: ({ record }) => record.uid }),
        locationPlan,
        (locations, asked) => {
          const plan = { ...asked, after: null, skip: 0 }
          const whole = interpretLocationPlan({ ...plan, limit: 100 }, locations)
          expect(whole.more).toBe(false)
          expect(whole.total).toBe(whole.locations.length)
          for (const limit of [1, 2]) {
            expect(walked({ ...plan, limit }, locations)).toEqual(whole.locations.map(({ uid }) => uid))
            expect(interpretLocationPlan({ ...plan, limit }, locations).total).toBe(whole.total)
          }
        }
      )
    ))
})
