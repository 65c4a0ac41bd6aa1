import { describe, expect, it } from "@effect/vitest"
import { matchSlots } from "../../../src/derive/matchSlots.js"
import type { WrittenSlot } from "../../../src/domain/WrittenSlot.js"
import { settleOverrides } from "../../../src/services/event/settleOverrides.js"
import { settleRows } from "../../../src/services/event/settleRows.js"

const day = 86_400_000
const slot = (id: string, at: number) => ({ id, begin: at * day, end: at * day + 3_600_000 })
const stored = [slot("aaaaa", 1), slot("bbbbb", 2), slot("ccccc", 3)]

const row = (sourceRef: string, syncedAt = "2030-01-01T00:00:00Z") => ({ mapado: { syncedAt, sourceRef } })
const rows = { aaaaa: row("a"), bbbbb: row("b"), ccccc: row("c") }
const override = (bookingUrl: string) => [{ provider: "mapado", bookingUrl }]
const overrides = { aaaaa: override("a"), bbbbb: override("b"), ccccc: override("c") }
const offers = [{ provider: "mapado", currency: "EUR", tiers: [] }]

/** What a write of slots makes of the event's slots, in order of time: id, booking page and the row's reference. */
const edit = (written: ReadonlyArray<WrittenSlot>, retired: ReadonlyArray<string> = []) => {
  const settled = matchSlots<WrittenSlot>(stored, retired, written).slots.map((each) => ({ ...each, id: each.id ?? "fresh" }))
  const kept = settleOverrides(settled, overrides, offers)
  const known = settleRows(settled, rows, [])
  return settled.map(({ begin, id }) => [begin / day, id, kept[id]?.[0]?.bookingUrl ?? null, known[id]?.["mapado"]?.sourceRef ?? null])
}

const unnamed = (at: number, hours = 1): WrittenSlot => ({ id: null, begin: at * day, end: at * day + hours * 3_600_000 })

describe("the overrides and the availability of a slot", () => {
  it.each<[string, ReadonlyArray<WrittenSlot>, ReadonlyArray<ReadonlyArray<unknown>>]>([
    ["stay when slots come in another order", [stored[2], stored[0], stored[1]].flatMap((each) => each === undefined ? [] : [each]), [
      [1, "aaaaa", "a", "a"],
      [2, "bbbbb", "b", "b"],
      [3, "ccccc", "c", "c"]
    ]],
    ["go with a slot that is moved by its id", [slot("aaaaa", 9)], [[9, "aaaaa", "a", "a"]]],
    ["are gone with a slot that is moved without its id", [unnamed(9)], [[9, "fresh", null, null]]],
    ["stay with a slot that is known by its begin", [unnamed(2)], [[2, "bbbbb", "b", "b"]]],
    ["stay with a slot that is extended", [unnamed(2, 5)], [[2, "bbbbb", "b", "b"]]],
    ["go with slots that are swapped", [slot("bbbbb", 1), slot("aaaaa", 2)], [[1, "bbbbb", "b", "b"], [2, "aaaaa", "a", "a"]]],
    ["stay with the first part of a slot that is split", [unnamed(1), { ...unnamed(1), begin: 1.5 * day, end: 1.6 * day }], [
      [1, "aaaaa", "a", "a"],
      [1.5, "fresh", null, null]
    ]],
    ["are none of a slot with the id of another event", [slot("zzzzz", 1)], [[1, "zzzzz", null, null]]],
    ["are those that come with a new slot", [{ ...slot("zzzzz", 5), offers: override("z"), availability: row("z") }], [
      [5, "zzzzz", "z", "z"]
    ]],
    ["are replaced, or taken away, by overrides that come along", [{ ...slot("aaaaa", 1), offers: override("A") }, {
      ...slot("bbbbb", 2),
      offers: []
    }], [[1, "aaaaa", "A", "a"], [2, "bbbbb", null, "b"]]]
  ])("%s", (_says, written, after) => {
    expect(edit(written)).toEqual(after)
  })

  it("never come back with an id that was retired", () => {
    expect(edit([slot("ddddd", 4)], ["ddddd"])).toEqual([[4, "fresh", null, null]])
  })

  it("are none of a provider without offers", () => {
    expect(settleOverrides(stored, overrides, [])).toEqual({})
  })

  it("are restored unless older than what is known", () => {
    const restored = (syncedAt: string) => [{ slot: "aaaaa", provider: "mapado", row: row("A", syncedAt).mapado }]
    expect(settleRows(stored, rows, restored("2029-12-31T23:59:59.999Z"))).toEqual(rows)
    expect(settleRows(stored, rows, restored("2030-01-01T01:00:00+01:00"))["aaaaa"]?.["mapado"]?.sourceRef).toBe("A")
  })
})
