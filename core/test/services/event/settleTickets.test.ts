import { describe, expect, it } from "@effect/vitest"
import { matchSlots } from "../../../src/derive/dates/matchSlots.js"
import type { SlotWrite } from "../../../src/domain/event/Timing.js"
import { resolveAvailability, resolveOverrides } from "../../../src/services/event/write/assignSlotIds.js"

const day = 86_400_000
const slot = (id: string, at: number) => ({ id, begin: at * day, end: at * day + 3_600_000 })
const stored = [slot("aaaaa", 1), slot("bbbbb", 2), slot("ccccc", 3)]

const row = (sourceRef: string, syncedAt = "2030-01-01T00:00:00Z") => ({ mapado: { syncedAt, sourceRef } })
const rows = { aaaaa: row("a"), bbbbb: row("b"), ccccc: row("c") }
const override = (bookingUrl: string) => [{ provider: "mapado", bookingUrl }]
const overrides = { aaaaa: override("a"), bbbbb: override("b"), ccccc: override("c") }
const offers = [{ provider: "mapado", currency: "EUR", tiers: [] }]

/** Result of a write of the event's slots, in order of time: id, booking page and the row's reference. */
const edit = (written: ReadonlyArray<SlotWrite>, retired: ReadonlyArray<string> = []) => {
  const settled = matchSlots<SlotWrite>(stored, retired, written).slots.map((each) => ({ ...each, id: each.id ?? "fresh" }))
  const remaining = resolveOverrides(settled, overrides, offers)
  const known = resolveAvailability(settled, rows, [])
  return settled.map(({ begin, id }) => [begin / day, id, remaining[id]?.[0]?.bookingUrl ?? null, known[id]?.["mapado"]?.sourceRef ?? null])
}

const unnamed = (at: number, hours = 1): SlotWrite => ({ id: null, begin: at * day, end: at * day + hours * 3_600_000 })

describe("the overrides and the availability of a slot", () => {
  it.each<[string, ReadonlyArray<SlotWrite>, ReadonlyArray<ReadonlyArray<unknown>>]>([
    [
      "overrides and rows stay when slots come in another order",
      [stored[2], stored[0], stored[1]].flatMap((each) => each === undefined ? [] : [each]),
      [
        [1, "aaaaa", "a", "a"],
        [2, "bbbbb", "b", "b"],
        [3, "ccccc", "c", "c"]
      ]
    ],
    ["overrides and rows follow a slot that is moved by its id", [slot("aaaaa", 9)], [[9, "aaaaa", "a", "a"]]],
    ["overrides and rows are removed when a slot is moved without its id", [unnamed(9)], [[9, "fresh", null, null]]],
    ["overrides and rows stay with a slot that is matched by its begin", [unnamed(2)], [[2, "bbbbb", "b", "b"]]],
    ["overrides and rows stay with a slot that is extended", [unnamed(2, 5)], [[2, "bbbbb", "b", "b"]]],
    ["overrides and rows follow slots that are swapped", [slot("bbbbb", 1), slot("aaaaa", 2)], [[1, "bbbbb", "b", "b"], [
      2,
      "aaaaa",
      "a",
      "a"
    ]]],
    ["overrides and rows stay with the first part of a slot that is split", [unnamed(1), {
      ...unnamed(1),
      begin: 1.5 * day,
      end: 1.6 * day
    }], [
      [1, "aaaaa", "a", "a"],
      [1.5, "fresh", null, null]
    ]],
    ["a slot with an unknown id has no overrides and rows", [slot("zzzzz", 1)], [[1, "zzzzz", null, null]]],
    ["a new slot has the overrides and rows that come with it", [{ ...slot("zzzzz", 5), offers: override("z"), availability: row("z") }], [
      [5, "zzzzz", "z", "z"]
    ]],
    ["overrides in the body replace or remove the stored ones", [{ ...slot("aaaaa", 1), offers: override("A") }, {
      ...slot("bbbbb", 2),
      offers: []
    }], [[1, "aaaaa", "A", "a"], [2, "bbbbb", null, "b"]]]
  ])("%s", (_name, written, after) => {
    expect(edit(written)).toEqual(after)
  })

  it("a retired slot id is not assigned again and restores nothing", () => {
    expect(edit([slot("ddddd", 4)], ["ddddd"])).toEqual([[4, "fresh", null, null]])
  })

  it("overrides of a provider without offers are dropped", () => {
    expect(resolveOverrides(stored, overrides, [])).toEqual({})
  })

  it("rows are restored unless they are older than the stored ones", () => {
    const restored = (syncedAt: string) => [{ slot: "aaaaa", provider: "mapado", row: row("A", syncedAt).mapado }]
    expect(resolveAvailability(stored, rows, restored("2029-12-31T23:59:59.999Z"))).toEqual(rows)
    expect(resolveAvailability(stored, rows, restored("2030-01-01T01:00:00+01:00"))["aaaaa"]?.["mapado"]?.sourceRef).toBe("A")
  })
})
