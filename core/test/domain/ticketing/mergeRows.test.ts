import { describe, expect, it } from "@effect/vitest"
import { mergeRows } from "../../../src/domain/ticketing/AvailabilityRow.js"

const row = (syncedAt: string, remaining = 1) => ({ syncedAt, remaining })

const early = row("2024-05-01T10:00:00Z")
const late = row("2024-05-01T10:00:00.001Z", 2)

describe("mergeRows", () => {
  it("adds and replaces rows", () => {
    const stored = { aaaaa: { mapado: early }, bbbbb: { mapado: early } }
    const written = [
      { slot: "aaaaa", provider: "mapado", row: late },
      { slot: "aaaaa", provider: "weezevent", row: early },
      { slot: "ccccc", provider: "mapado", row: early }
    ]
    expect(mergeRows(stored, written)).toEqual({
      rows: { aaaaa: { mapado: late, weezevent: early }, bbbbb: { mapado: early }, ccccc: { mapado: early } },
      applied: written,
      stale: []
    })
  })

  it("skips rows older than the stored ones, compared by instant and not by text", () => {
    const stored = { aaaaa: { mapado: early, weezevent: late } }
    const same = { slot: "aaaaa", provider: "mapado", row: row("2024-05-01T12:00:00+02:00", 7) }
    const older = { slot: "aaaaa", provider: "weezevent", row: row("2024-05-01T23:59:59.999+14:00") }
    const merged = mergeRows(stored, [same, older])
    expect(merged.rows).toEqual({ aaaaa: { mapado: same.row, weezevent: late } })
    expect(merged.applied).toEqual([same])
    expect(merged.stale).toEqual([{ ...older, known: late }])
  })

  it("deletes rows, and slots without rows left", () => {
    const stored = { aaaaa: { mapado: early }, bbbbb: { mapado: early, weezevent: early } }
    const deletions = ["aaaaa", "bbbbb", "ccccc"].map((slot) => ({ slot, provider: "mapado", row: null }))
    expect(mergeRows(stored, deletions)).toEqual({ rows: { bbbbb: { weezevent: early } }, applied: deletions, stale: [] })
  })

  it("preserves the stored order, so that equal rows have equal JSON", () => {
    const stored = { zzzzz: { weezevent: early, mapado: early }, aaaaa: { mapado: early } }
    const again = mergeRows(stored, [
      { slot: "aaaaa", provider: "mapado", row: early },
      { slot: "zzzzz", provider: "mapado", row: early },
      { slot: "bbbbb", provider: "mapado", row: null }
    ])
    expect(JSON.stringify(again.rows)).toBe(JSON.stringify(stored))
  })
})
