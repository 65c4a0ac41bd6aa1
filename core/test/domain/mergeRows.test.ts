import { describe, expect, it } from "@effect/vitest"
import { mergeRows } from "../../src/domain/mergeRows.js"

const row = (syncedAt: string, remaining = 1) => ({ syncedAt, remaining })

const early = row("2024-05-01T10:00:00Z")
const late = row("2024-05-01T10:00:00.001Z", 2)

describe("mergeRows", () => {
  it("puts rows beside those that are there, and in their place", () => {
    const known = { aaaaa: { mapado: early }, bbbbb: { mapado: early } }
    const written = [
      { slot: "aaaaa", provider: "mapado", row: late },
      { slot: "aaaaa", provider: "weezevent", row: early },
      { slot: "ccccc", provider: "mapado", row: early }
    ]
    expect(mergeRows(known, written)).toEqual({
      rows: { aaaaa: { mapado: late, weezevent: early }, bbbbb: { mapado: early }, ccccc: { mapado: early } },
      applied: written,
      stale: []
    })
  })

  it("skips what is older than what is there, by the instant and not by how it is written", () => {
    const known = { aaaaa: { mapado: early, weezevent: late } }
    const same = { slot: "aaaaa", provider: "mapado", row: row("2024-05-01T12:00:00+02:00", 7) }
    const older = { slot: "aaaaa", provider: "weezevent", row: row("2024-05-01T23:59:59.999+14:00") }
    const merged = mergeRows(known, [same, older])
    expect(merged.rows).toEqual({ aaaaa: { mapado: same.row, weezevent: late } })
    expect(merged.applied).toEqual([same])
    expect(merged.stale).toEqual([{ ...older, known: late }])
  })

  it("forgets rows, and slots that have none left", () => {
    const known = { aaaaa: { mapado: early }, bbbbb: { mapado: early, weezevent: early } }
    const forgotten = ["aaaaa", "bbbbb", "ccccc"].map((slot) => ({ slot, provider: "mapado", row: null }))
    expect(mergeRows(known, forgotten)).toEqual({ rows: { bbbbb: { weezevent: early } }, applied: forgotten, stale: [] })
  })

  it("keeps the order of what it is given, so that the same rows are the same text", () => {
    const known = { zzzzz: { weezevent: early, mapado: early }, aaaaa: { mapado: early } }
    const again = mergeRows(known, [
      { slot: "aaaaa", provider: "mapado", row: early },
      { slot: "zzzzz", provider: "mapado", row: early },
      { slot: "bbbbb", provider: "mapado", row: null }
    ])
    expect(JSON.stringify(again.rows)).toBe(JSON.stringify(known))
  })
})
